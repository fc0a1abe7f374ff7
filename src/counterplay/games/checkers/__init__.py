"""Checkers (English draughts): rules, notation, evaluation, picture, and a number for every position with few pieces."""

from .board import Position
from .rules import Checkers

__all__ = ["Checkers", "Position"]
