"""Databases: files that know the value and the distance of every position of a slice of a game.

layout.py      what stands where in a file
building.py    slice after slice, resumable
reading.py     opening, probing, by the block that a position is in
verifying.py   every entry derived anew from those it leads to
"""

from __future__ import annotations

from .building import Needs, build, needs
from .reading import Database
from .verifying import Verified, verify

__all__ = ["Database", "Needs", "Verified", "build", "needs", "verify"]
