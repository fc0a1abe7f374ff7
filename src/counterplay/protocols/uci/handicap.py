"""Weaker play, for UCI_LimitStrength and UCI_Elo: fewer positions looked at, and now and then a move that is not the best.

    Elo                nodes            noise
    600 … 1950         20 … 20,000      3 … 0 pawns

Both go over evenly in the Elo (the nodes by their logarithm). The scale is that of Stockfish 15.1's own UCI_Elo, as far as 40 games each
can say: 20,000 nodes without noise scored 37 of 40 against its 1700 and 14.5 against its 2000; our 1500 scored 18.5 of 40 against its 1500
(`python -m bench.uci_match --nodes 30000` with UCI_LimitStrength on both sides). That was measured with earlier weights; the present ones
are stronger, so the scale is somewhat too low. Below 1350 it is extrapolated.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final, NamedTuple

from ...games.chess.evaluation import hundredths
from ...rng import Random
from ...search.analysis import BestLine
from .options import LEAST_ELO, MOST_ELO

LEAST_NODES: Final = 20
MOST_NODES: Final = 20_000
MOST_NOISE: Final = 300.0
CANDIDATES: Final = 5
"""Among how many of the best moves it chooses."""


class Handicap(NamedTuple):
    """How many nodes it may look at, and by how many hundredths of a pawn it may be wrong about a move."""

    nodes: int
    noise: float


def handicap(elo: int) -> Handicap:
    """The handicap that makes it about so strong.

    >>> handicap(600).nodes, handicap(1950)
    (20, Handicap(nodes=20000, noise=0.0))
    """
    share = (elo - LEAST_ELO) / (MOST_ELO - LEAST_ELO)
    return Handicap(round(exp(log(LEAST_NODES) + share * log(MOST_NODES / LEAST_NODES))), MOST_NOISE * (1 - share))


def choose(lines: Sequence[BestLine], noise: float, random: Random) -> BestLine:
    """The line that looks best to somebody who is not sure."""
    return max(lines, key=lambda line: hundredths(line.value) + noise * (random.uniform() - random.uniform()))
