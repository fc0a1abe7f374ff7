"""What one thread of the engine works with: one block of words, for the kernels a single pointer.

    switches and limits │ actions left out at the root │ killers, two a ply │ countermoves │ the keys and motifs on the way
    │ the best line │ history │ continuations, where the game has motifs

Actions are found in countermoves and history by a few bits of their hash: now and then two share a place, which costs time, never truth.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from ...buffers import MOST_WAITING, buffer, words_for_small
from ...transpositions import NO_ACTION

# Switches (0 or 1) and limits.
TABLE: Final = 0
SYMMETRIES: Final = 1
PRINCIPAL: Final = 2
PROMISE: Final = 3
KILLERS: Final = 4
HISTORY: Final = 5
QUIESCENCE: Final = 6
FORCED: Final = 7
SINGULAR: Final = 8
REDUCTIONS: Final = 9
NULL_MOVE: Final = 10
DISTANCES: Final = 11
REPETITION: Final = 12
"""Whether a repeated position is a draw, and from how many earlier positions of the game on: 1 + their number."""
MOST_NODES: Final = 13
DEEPEST_PLY: Final = 14
"""Extensions and quiescence go no further than this."""
ROOT_ACTION: Final = 15
"""The best action of the root so far."""
NOTHING: Final = 16
"""NO_ACTION."""
ASPIRATION: Final = 17
DEEPENING: Final = 18
DECISIVE: Final = 19
SHARED: Final = 20
"""Whether other threads search the same."""
URGENT: Final = 21
EXCHANGES: Final = 22
REVERSE_FUTILITY: Final = 23
FUTILITY: Final = 24
DELTA: Final = 25
LATE_PRUNING: Final = 26
DEEPER: Final = 27
NO_PASSING: Final = 28
"""Down to this ply nobody passes: what a null move has shown is being verified."""
CONTINUATIONS: Final = 29
EXPECTED_NODES: Final = 30
"""For so many nodes the table is to have room."""
LEFT_OUT: Final = 31
"""How many actions of the root are left out; then these."""

BY_PROMISE: Final = 1
BY_EVALUATION: Final = 2
"""The values of PROMISE; 0 is off."""

MOST_LEFT_OUT: Final = 256
MOST_PLIES: Final = 512
SYMMETRIC_DEPTH: Final = 4
"""With this much depth left, looking for the least of the symmetric states costs less than it saves."""
SLOTS: Final = 4096
KILLER: Final = LEFT_OUT + 1 + MOST_LEFT_OUT
COUNTERMOVE: Final = KILLER + 2 * MOST_PLIES
PATH: Final = COUNTERMOVE + 2 * SLOTS
MOST_PATH: Final = 4096
MOTIF: Final = PATH + MOST_PATH
"""For each ply the motif of the action that led there; before the root, nothing."""
MOTIFS: Final = 512
LINE: Final = MOTIF + MOST_PLIES + 2
"""How long the best line is; then it."""
MOST_LINE: Final = 250
CREDITS: Final = LINE + 1 + MOST_LINE
"""Where the credits begin, in small numbers (`buffers.small`): as words they would take four times the cache. Counted from here:"""
CREDIT: Final = 0
CONTINUATION: Final = 2 * SLOTS
MOST_CREDITS: Final = CONTINUATION + 2 * MOTIFS * MOTIFS

FRESH: Final = array("q", [NO_ACTION] * (PATH - KILLER))


class Room:
    """The block of one thread, and the stacks that it sorts actions in."""

    def __init__(self, compiled: bool, motifs: bool):
        credit_words = words_for_small(MOST_CREDITS if motifs else CONTINUATION, compiled=compiled)
        self.words: Any = buffer(CREDITS + credit_words, "q", compiled=compiled)
        self.moves: Any = buffer(MOST_WAITING, "q", compiled=compiled)
        self.promises: Any = buffer(MOST_WAITING + 1 + MOST_PLIES, "d", compiled=compiled)
        """After them, the value of the root so far; then, for each ply on the way, how good the state there looks."""
        self._no_credit = array("q", bytes(8 * credit_words))
        self.words[NOTHING] = NO_ACTION
        self.words[KILLER:PATH] = FRESH

    def begin(self) -> None:
        """Before another position: nothing is known of its plies. What has cut off keeps its credit."""
        self.words[KILLER:COUNTERMOVE] = FRESH[: COUNTERMOVE - KILLER]

    @contextmanager
    def lent(self) -> Iterator[None]:
        """While another position is searched: afterwards all that belongs to this one is back, its killers and the game before it."""
        earlier = slice(PATH, PATH + self.words[REPETITION])
        kept = [(part, self.words[part]) for part in (slice(REPETITION, REPETITION + 1), slice(KILLER, COUNTERMOVE), earlier)]
        try:
            yield
        finally:
            for part, words in kept:
                self.words[part] = words

    def forget(self) -> None:
        """No action is better than another."""
        self.words[KILLER:PATH] = FRESH
        self.words[CREDITS : CREDITS + len(self._no_credit)] = self._no_credit
