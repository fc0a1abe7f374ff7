"""Knowing the value of a game: of one state, or of all."""

from __future__ import annotations

from .choice import solve
from .counting import PositionCounts, count_positions
from .knowledge import Knowledge, solve_all
from .proof import ProofSearch, prove
from .proof_tree import NoProof, Proof
from .solution import Solution
from .solver import Solver
from .superko import solve_superko

__all__ = [
    "Knowledge",
    "NoProof",
    "PositionCounts",
    "Proof",
    "ProofSearch",
    "Solution",
    "Solver",
    "count_positions",
    "prove",
    "solve",
    "solve_all",
    "solve_superko",
]
