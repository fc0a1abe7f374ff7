"""Learning an evaluation: by playing against oneself, from finished games, from deep searches. What is learned lives in `evaluations`.

| file | its one idea |
|---|---|
| `self_play.py` | TD(lambda) in compiled code: play a game, learn from its end backwards |
| `training.py` | runs that take hours: settings, checkpoints, resuming, generations |
| `yardstick.py` | how strong a network is while it learns |
"""

from __future__ import annotations

from .training import Settings, Training, train
from .yardstick import Score, measured

__all__ = ["Score", "Settings", "Training", "measured", "train"]
