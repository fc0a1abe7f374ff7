"""Databases: files that know the value and the distance of every position of a slice of a game.

layout.py      what stands where in a file
shelves.py     many small blocks, compressed
keys.py        the states of a game that does not number them
spelling.py    the same text for equal states, where machine code cannot hold them
building.py    slice after slice, resumable
reached.py     all states that can be reached, where a game does not number them
writing.py     the file under way
reading.py     opening, probing, by the block that a position is in
unpacking.py   all of it as one column, for searches
finding.py     the folder in which searches look for one
verifying.py   every entry derived anew from those it leads to
"""

from __future__ import annotations

from .building import Needs, build, needs
from .finding import find, located, opened, usual_path
from .reading import Database
from .verifying import Verified, verify

__all__ = ["Database", "Needs", "Verified", "build", "find", "located", "needs", "opened", "usual_path", "verify"]
