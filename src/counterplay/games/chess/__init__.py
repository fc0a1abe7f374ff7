"""Chess.

rules.py       the game: moves, ends, and what a search may know about it
position.py    what a position and a move are: sets of squares, seen from the side to move
attacks.py     which squares pieces attack
legality.py    which moves leave the own king safe
moving.py      where pieces and pawns go: the parts of the rules' generators
checks.py      which moves give check
exchange.py    what a series of captures on one square wins
evaluation.py  what a position is worth, by named features and what they are worth together
weights.py     how much each of them counts, as `python -m bench.tune_chess` found it; units.csv: how they count together
notation.py    FEN, and moves in words
pgn.py         whole games
book.py        first moves
numbering.py   a number for every position with few pieces, for databases
drawing.py     the picture
"""

from .position import Position
from .rules import Chess

__all__ = ["Chess", "Position"]
