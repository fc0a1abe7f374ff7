"""Learning an evaluation: by playing against oneself, from finished games, from deep searches. What is learned lives in `evaluations`.

| file | its one idea |
|---|---|
| `self_play.py` | TD(lambda) in compiled code: play a game, learn from its end backwards |
| `training.py` | runs that take hours: settings, checkpoints, resuming, generations |
| `checkpoints.py` | the last state of a run and the one before, whole or not at all |
| `curves.py`, `runs.py` | what a run writes down on its way, and what its folder tells whoever watches |
| `rates.py` | how the learning rate falls |
| `zero/` | in the way of AlphaZero: a network that guides the search learns from that search; its `__init__.py` is the map |
| `yardstick.py` | how strong a network is while it learns |
| `experience.py` | positions from self-play, each with what there is to learn about it: result, deeper search, lambda-return |
| `regression.py` | from experience to the weights of features: errors, intervals, a learning curve |
| `generations.py` | round after round of these two, and the match that proves what they are worth |
| `requirements.py` | the lectures' three requirements for an evaluation, measured |
"""

from __future__ import annotations

from .checkpoints import holds_run
from .experience import Experience, gathered
from .generations import Rounds, improve, proof
from .regression import Fit, fit
from .requirements import Requirements, requirements
from .runs import Kept, Run, read_run, runs_in
from .training import Settings, Training, train
from .yardstick import Score, measured

__all__ = [
    "Experience",
    "Fit",
    "Kept",
    "Requirements",
    "Rounds",
    "Run",
    "Score",
    "Settings",
    "Training",
    "fit",
    "gathered",
    "holds_run",
    "improve",
    "measured",
    "proof",
    "read_run",
    "requirements",
    "runs_in",
    "train",
]
