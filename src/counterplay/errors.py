"""What can go wrong, as exceptions whose message is a sentence for people: what was wrong, where, and what to do."""

from __future__ import annotations


class CounterplayError(Exception):
    """Anything counterplay refuses or cannot do. The message is complete; no traceback is needed to act on it."""


class UsageError(CounterplayError):
    """The caller asked for something that has no meaning: an unknown game, a wrong parameter, an illegal move."""


class RulesError(CounterplayError):
    """The rules of a game contradict themselves, or a search found them broken while it ran."""


class DoesNotFit(UsageError):
    """This algorithm cannot search this game; the message names one that can."""


class TooDeep(CounterplayError):
    """A line of play went on past the stated limit of plies without an end."""


class Stopped(CounterplayError):
    """A search was stopped from outside, by a clock or by a person, before it had an answer."""


class TableFull(CounterplayError):
    """A table of stated size has no room left."""


class OutsideRange(CounterplayError):
    """A utility or an evaluation lies outside of -1 to 1, so that 1 is no win and -1 no loss."""
