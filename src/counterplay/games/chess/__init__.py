"""Chess: rules, notation, evaluation, picture."""

from .position import Position
from .rules import Chess

__all__ = ["Chess", "Position"]
