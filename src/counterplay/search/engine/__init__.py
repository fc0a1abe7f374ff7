"""The engine: alpha-beta with everything that makes it strong, for any two-player zero-sum game, each idea in a file of its own.

settings.py      the switches, and what is on by default
room.py          what one thread remembers: the layout of its one block of words
distances.py     a win now is better than a win later: proven ends as values beyond every evaluation
ordering.py      which action to try first: table, promise or evaluation, then credit
credit.py        what has cut off before: killers, countermoves, history, continuations
remembering.py   what the table knows of a position; symmetric ones share it
quiescence.py    no evaluation in the middle of a trade
limits.py        where a search ends that does not end by depth
pruning.py       what is looked at less deeply, or not at all
repeating.py     a position that comes back is a draw
principal.py     the search itself: principal variation, table, extensions, null move
following.py     the line of best play, as far as the table knows it
deepening.py     depth after depth until clock, nodes or depth end it
answers.py       `Engine` and `engine`
"""

from ..analysis import Analysis, BestLine
from .answers import Engine, engine
from .settings import Switches

__all__ = ["Analysis", "BestLine", "Engine", "Switches", "engine"]
