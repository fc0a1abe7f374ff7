"""The sequence form (Romanovskii 1962; von Stengel 1996): a tree as, for every player, a few numbers and a sparse table of payoffs.

What a player does is given by *reach*: for each sequence the product of the player's own probabilities along it. Then the expected payoff
is linear in each player's reach, and one pass over the ends of the tree, merged where all players' sequences are the same, replaces a walk
over all histories:

    gain[k] = Σ over ends whose sequence of this player is k of (chance · payoff · Π reach of the others)

Sequences are numbered anew: the empty ones first, then those of player 0, of player 1, …; information sets likewise, each after the one
that its player's last action was taken at.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .flatten import FIRST, MOVER, SET, WIDTH, FlatTree


class SequenceForm(NamedTuple):
    """The arrays that all kernels here take, in this order."""

    first: Any
    """For each information set the first of its sequences,"""
    width: Any
    """how many there are,"""
    parent: Any
    """and the sequence of the same player that leads there."""
    begin: Any
    """For each player the first of the player's information sets; one entry more than players."""
    edge: Any
    """For each player the first of the player's sequences but the empty one; one entry more than players."""
    start: Any
    """For each sequence where its ends begin in `others` and `gain`; one entry more than sequences."""
    others: Any
    """For each end the sequences of the other players, in their order: `players - 1` entries an end."""
    gain: Any
    """For each end what chance and payoff together contribute."""

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.begin) - 1

    @property
    def sequences(self) -> int:
        """How many sequences there are, with the empty ones."""
        return len(self.start) - 1


class Places(NamedTuple):
    """Where the tree's own numbers went."""

    sets: Any
    """The tree's number of each information set here."""
    sequences: Any
    """The number here of each of the tree's sequences."""


def sequence_form(tree: FlatTree) -> tuple[SequenceForm, Places]:
    """The sequence form of a tree, and where everything went."""
    players, sets = tree.players, tree.sets
    order = np.argsort(sets[:, MOVER], kind="stable")  # the order within a player's sets stays that of the tree
    width = sets[order, WIDTH]
    first = players + np.concatenate(([0], np.cumsum(width)))
    place = np.arange(len(tree.labels))
    old = np.repeat(sets[order, FIRST] - first[:-1], width) + np.arange(players, first[-1])
    place[old] = np.arange(players, first[-1])
    begin = np.concatenate(([0], np.cumsum(np.bincount(sets[:, MOVER], minlength=players))))
    start, others, gain = _payoffs(place[tree.ends], tree.weights, tree.payoffs, len(tree.labels))
    form = SequenceForm(
        first[:-1].astype(np.int32),
        width.astype(np.int32),
        place[sets[order, SET]].astype(np.int32),
        begin.astype(np.int32),
        first[begin].astype(np.int32),
        start.astype(np.int32),
        others,
        gain,
    )
    return form, Places(order, place)


def _payoffs(ends: Any, weights: Any, payoffs: Any, sequences: int) -> tuple[Any, Any, Any]:
    """For each sequence its ends: those with the same sequences of all players are one."""
    players = ends.shape[1]
    order = np.lexsort(ends.T)
    ends = ends[order]
    new = np.concatenate(([True], (ends[1:] != ends[:-1]).any(axis=1)))
    gains = np.add.reduceat((weights[:, None] * payoffs)[order], np.flatnonzero(new), axis=0)
    ends = ends[new]
    rows = ends.T.ravel()
    others = np.concatenate([np.delete(ends, player, axis=1) for player in range(players)])
    gain = gains.T.ravel()
    by_row = np.lexsort((*others.T[::-1], rows)) if players > 1 else np.argsort(rows, kind="stable")
    start = np.searchsorted(rows[by_row], np.arange(sequences + 1))
    return start, others[by_row].astype(np.int32).ravel(), gain[by_row]
