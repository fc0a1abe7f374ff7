"""Learning in the way of AlphaZero (Silver et al. 2017): a network guides a search, and learns from what that search finds.

| file | its one idea |
|---|---|
| `playing.py` | games of a network against itself, and against another: kernels |
| `experience.py` | the positions of these games as arrays, and in files |
| `lessons.py` | what PyTorch does: move the weights towards what the search found |
| `run.py` | generation after generation: settings, gating matches, checkpoints, resuming |
"""

from __future__ import annotations

from .experience import Experience, play_against, played
from .run import Generation, ZeroRun, ZeroSettings, train_zero

__all__ = ["Experience", "Generation", "ZeroRun", "ZeroSettings", "play_against", "played", "train_zero"]
