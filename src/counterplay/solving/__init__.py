"""Knowing the value of a game: of one state, or of all."""

from __future__ import annotations

from .choice import solve
from .counting import PositionCounts, count_positions
from .knowledge import Knowledge, solve_all
from .solution import Solution
from .solver import Solver

__all__ = ["Knowledge", "PositionCounts", "Solution", "Solver", "count_positions", "solve", "solve_all"]
