"""What a position is worth, in hundredths of a pawn: a weighted sum of what players look at, for the middle of the game and for its end.

Everything is counted for the side to move and for the other side, who sees the board turned over; the difference counts. Between the two
sets of weights the value goes over as pieces leave the board; how much a lead counts at the end depends on what is left to win with.

What one thing is worth depends on others: an open file beside the king on who is there to attack. So every feature also moves fourteen
units of each side, those of its own by one set of weights, those of the other by another; each unit above 0 adds its square, up to a
limit (a small network whose weights both sides share, as in NNUE; Nasu 2018). A feature's whole row of weights is one `Vector`.

`weights.py` has the weights, by name, `units.csv` what moves the units; `python -m bench.tune_chess` found them from games that this
engine played against itself, and from what its search says of their positions.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ...bits import Bits, Table, members, popcount
from ...memoizing import memoized
from ...points import ahead
from ...vectors import Vector, activated, exchanged
from .attacks import (
    A_FILE,
    ABOVE,
    BELOW,
    BOARD,
    DARK,
    FILE,
    KING,
    KNIGHT,
    beside,
    bishop_attacks,
    pawn_attacks,
    rook_attacks,
    square_of,
    turned,
)
from .position import Position, planes, turned_over
from .weights import EARLY_UNITS, LATE_LEAD, LATE_UNITS, WEIGHTS, WHOLE_LEAD

ALL_PIECES = 24
"""A minor piece counts 1, a rook 2, a queen 4: so much at the beginning."""
A_ROOK = 2
"""So much more wins without pawns, unless it is two knights; less, in general, does not."""
FULLY = 1 << 15
"""What `activated` makes of a unit that is fully active, nearly."""
HALF_A_WIN = 400.0
"""So many hundredths of a pawn ahead is half a win."""
SEVENTH_RANK = 0xFF << 48
FOURTH_TO_SIXTH = 0xFFFFFF << 24
MOST_DANGER = 31

UNITS_FILE = Path(__file__).with_name("units.csv")


def rows_of_units() -> Iterator[tuple[str, int, list[int]]]:
    """What each weight of a feature, in the order of WEIGHTS, does to the units of its own side, then to those of the other."""
    with UNITS_FILE.open(encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        next(lines)
        for name, place, *numbers in lines:
            yield name, int(place), list(map(int, numbers))


def _weights() -> Iterator[Vector]:
    """For each weight of a feature what it adds: early, late, to the units of its side; then what it adds for the other side, likewise."""
    pairs = (pair for name in WEIGHTS for pair in zip(*WEIGHTS[name], strict=True))
    names = ((name, place) for name in WEIGHTS for place in range(len(WEIGHTS[name][0])))
    for (early, late), expected, (name, place, units) in zip(pairs, names, rows_of_units(), strict=True):
        if (name, place) != expected:
            raise ValueError(f"{UNITS_FILE.name} says {name!r}, {place} where weights.py says {expected[0]!r}, {expected[1]}.")
        half = len(units) // 2
        yield Vector([early, late, *units[:half], -early, -late, *units[half:]])


WEIGHT = Table(_weights())
EARLY, LATE = (Vector([0, 0, *worths, 0, 0, *(-worth for worth in worths)]) for worths in (EARLY_UNITS, LATE_UNITS))
"""What the units add, those of the side to move for it, those of the other against it."""
NOTHING = Vector([])
LEAD = Table(part for leads in LATE_LEAD for part in leads)
MOST_PAWNS = len(LATE_LEAD[0]) - 1
"""More (a position can be set up with any number) count as so many."""


def _place(name: str) -> int:
    """Where in WEIGHT the weights of this name begin."""
    names = list(WEIGHTS)
    return sum(len(WEIGHTS[each][0]) for each in names[: names.index(name)])


MATERIAL = _place("material: pawn, knight, bishop, rook, queen")
PAWN_PLACE, KNIGHT_PLACE, BISHOP_PLACE = _place("place of a pawn"), _place("place of a knight"), _place("place of a bishop")
ROOK_PLACE, QUEEN_PLACE, KING_PLACE = _place("place of a rook"), _place("place of a queen"), _place("place of the king")
KNIGHT_MOBILITY, BISHOP_MOBILITY = _place("mobility of a knight"), _place("mobility of a bishop")
ROOK_MOBILITY, QUEEN_MOBILITY = _place("mobility of a rook"), _place("mobility of a queen")
DOUBLED, ISOLATED, CONNECTED = _place("doubled pawn"), _place("isolated pawn"), _place("connected pawn, by rank")
BACKWARD, STORM = _place("backward pawn"), _place("pawn before the other king")
PASSED, BLOCKED = _place("passed pawn, by rank"), _place("passed pawn that is blocked, by rank")
FREE, PROTECTED = _place("passed pawn with a free way, by rank"), _place("passed pawn protected by a pawn")
ROOK_BEHIND = _place("rook behind a passed pawn: its own, the other side's")
NEAR, FAR = _place("passed pawn: steps from its king"), _place("passed pawn: steps from the other king, by rank")
OUTPOST, BAD_BISHOP = _place("outpost: knight, bishop"), _place("pawn on the squares of its bishop")
BISHOP_PAIR, SEVENTH = _place("bishop pair"), _place("rook on the seventh rank")
HALF_OPEN_FILE, OPEN_FILE = _place("rook on a half-open file"), _place("rook on an open file")
SHIELD, DANGER = _place("pawn before its king"), _place("attacks around the other king")
THREAT = _place("threat: pawn attacks piece, minor piece attacks rook or queen, minor piece attacks minor piece")
HANGING = _place("unprotected piece that is attacked: by who is to move, by the other")
LOOSE = _place("unprotected pawn that is attacked: by who is to move, by the other")
OPEN_KING, WEAK = (
    _place("file without a pawn beside the king, half-open and open"),
    _place("unprotected square beside the king that is attacked"),
)
CHECK = _place("safe check: by knight, bishop, rook, queen")
BESIDE = _place("unprotected square beside the other king: queen and another attack it")
ROOK_THREAT, STOPPED = _place("rook attacks queen"), _place("passed pawn whose next square is attacked, by rank")
HELPED = _place("passed pawn whose next square is protected, by rank")
DRIVEN, KINGS_APART = _place("other king, without pawns and a rook behind: how far it is driven"), _place("steps from that king")
PUSH, TEMPO = _place("pawn that could step up to attack a piece"), _place("to move")

FOLDED = Table(4 * (square // 8) + min(square % 8, 7 - square % 8) for square in range(64))
"""Left and right are alike: 32 places."""


class Reach(NamedTuple):
    """What the pieces of a side attack, by their kinds."""

    pawns: Bits
    knights: Bits
    bishops: Bits
    rooks: Bits
    queens: Bits


def worth(state: Position) -> int:
    """How many hundredths of a pawn the side to move is ahead."""
    lead: int = worth_of(state.mine, *planes(state))
    return lead


@memoized(1 << 10)
def worth_of(mine: Bits, low: Bits, middle: Bits, high: Bits) -> int:
    """The same, for pieces whose kinds three `planes` number.

    Of eight positions that a search evaluates one was there a moment ago. Few are kept: with eight times as many, a third is found, but the
    search was no faster, probably since less of the rest stays in the nearest caches.
    """
    kings = middle & high
    pawns = low & ~(middle | high)
    knights = middle & ~(low | high)
    none = mine & 0
    state = Position(mine, (low | middle | high) & ~mine, pawns, knights, low & ~pawns, high & ~kings, kings, none, none, 0, 0)
    sums, phase, far = balance(state)
    early, late = sums[0], sums[1]
    if not is_driven(state, far):
        early += (activated(sums, EARLY) + FULLY // 2) // FULLY
        late += (activated(sums, LATE) + FULLY // 2) // FULLY
    kind = kind_of_lead(state.pawns & state.mine, far > 0) if late > 0 else kind_of_lead(state.pawns & state.theirs, far < 0)
    late = late * LEAD[kind] // WHOLE_LEAD
    lead: int = (early * phase + late * (ALL_PIECES - phase)) // ALL_PIECES
    return lead


def hundredths(guess: float) -> int:
    """The hundredths of a pawn that `Chess.evaluate` makes this number between -1 and 1 of.

    >>> hundredths(0.5), hundredths(-0.2)
    (400, -100)
    """
    return round(ahead(guess, HALF_A_WIN))


def kind_of_lead(pawns: Bits, is_far: bool) -> int:
    """Where in LEAD it stands how much the lead counts of a side with these pawns that is far ahead, or not."""
    place = min(MOST_PAWNS, popcount(pawns))
    return place + MOST_PAWNS + 1 if is_far else place


def balance(state: Position) -> tuple[Vector, int, int]:
    """What speaks for the side to move more than for the other, early and late, and its units and the other's; how early it is, up to
    ALL_PIECES; and who is far ahead: 1 the side to move, -1 the other, 0 nobody."""
    other_view = turned_over(state)
    pawns, passed = pawn_structure(state.pawns & state.mine, state.pawns & state.theirs)
    their_passed = turned(passed & state.theirs)
    passed &= state.mine
    own, pieces, reach = side(state, passed)
    other, their_pieces, their_reach = side(other_view, their_passed)
    own += between(state, reach, turned(all_of(their_reach)), passed, 0)
    other += between(other_view, their_reach, turned(all_of(reach)), their_passed, 1)
    far = 0
    if pieces - their_pieces >= A_ROOK and state.mine & (state.diagonal | state.straight):
        far = 1
    if their_pieces - pieces >= A_ROOK and state.theirs & (state.diagonal | state.straight):
        far = -1
    if is_driven(state, far):
        if far > 0:
            own += driving(state)
        else:
            other += driving(other_view)
    return own + exchanged(other) + pawns + WEIGHT[TEMPO], min(ALL_PIECES, pieces + their_pieces), far


def is_driven(state: Position, far: int) -> bool:
    """Whether the side that is not far ahead has no pawns either: it is to be mated. What counts then is written by hand, and the units,
    whose games had hardly any of it, are silent."""
    return far != 0 and not state.pawns & (state.theirs if far > 0 else state.mine)


def driving(state: Position) -> Vector:
    """What speaks for a side that is to mate with its pieces: the other king is driven from the centre, by bishop and knight towards a
    corner of the bishop's colour, and its own comes near. Without that, mate lies beyond the horizon."""
    own, other = square_of(state.kings & state.mine), square_of(state.kings & state.theirs)
    file, rank = other & 7, other >> 3
    driven = max(file, 7 - file) + max(rank, 7 - rank) - 8
    bishops = state.diagonal & state.mine
    if not state.straight & state.mine and popcount(bishops) == 1:
        driven = abs(file + rank - 7) if bishops & DARK else abs(file - rank)
    total: Vector = WEIGHT[DRIVEN + driven] + WEIGHT[KINGS_APART] * steps(own, other)
    return total


def all_of(reach: Reach) -> Bits:
    """What a side attacks, its king aside."""
    return reach.pawns | reach.knights | reach.bishops | reach.rooks | reach.queens


def between(state: Position, reach: Reach, protected: Bits, passed: Bits, waits: int) -> Vector:
    """What speaks for a side, which is to move or `waits` (0 or 1), because of what it attacks and the other side, its king aside, does not
    protect; and for its passed pawns what attacks and protects the square before them."""
    knights, bishops, queens = reach.knights, reach.bishops, reach.queens
    king = square_of(state.kings & state.theirs)
    ring, attacked, occupied = KING[king], all_of(reach), state.mine | state.theirs
    near = KING[square_of(state.kings & state.mine)]
    unprotected = state.theirs & (attacked | near) & ~(protected | ring)
    total: Vector = WEIGHT[HANGING + waits] * popcount(unprotected & ~state.pawns)
    total += WEIGHT[LOOSE + waits] * popcount(unprotected & state.pawns)
    total += WEIGHT[THREAT + 2] * popcount((knights | bishops) & state.theirs & (state.knights | state.diagonal & ~state.straight))
    total += WEIGHT[WEAK] * popcount(ring & attacked & ~protected)
    total += WEIGHT[ROOK_THREAT] * popcount(reach.rooks & state.theirs & state.straight & state.diagonal)
    total += WEIGHT[BESIDE] * popcount(ring & queens & (reach.pawns | knights | bishops | reach.rooks | near) & ~protected)
    safe = BOARD & ~(protected | ring | state.mine)
    across, along = bishop_attacks(king, occupied) & safe, rook_attacks(king, occupied) & safe
    total += WEIGHT[CHECK] * min(1, popcount(knights & KNIGHT[king] & safe)) + WEIGHT[CHECK + 1] * min(1, popcount(bishops & across))
    total += WEIGHT[CHECK + 2] * min(1, popcount(reach.rooks & along)) + WEIGHT[CHECK + 3] * min(1, popcount(queens & (across | along)))
    for square in members(passed & protected >> 8):
        total += WEIGHT[STOPPED + (square >> 3)]
    for square in members(passed & (attacked | near) >> 8):
        total += WEIGHT[HELPED + (square >> 3)]
    return total


def side(state: Position, passed: Bits) -> tuple[Vector, int, Reach]:
    """What speaks for the side whose pawns go up and which has these passed pawns, what its pieces add to ALL_PIECES, and what they
    attack."""
    mine, theirs, pawns, knights, kings = state.mine, state.theirs, state.pawns, state.knights, state.kings
    diagonal, straight = state.diagonal, state.straight
    occupied = mine | theirs
    own, other = pawns & mine, pawns & theirs
    their_pawns_attack = turned(pawn_attacks(turned(other)))
    by_pawns = pawn_attacks(own)
    by_knights = by_bishops = by_rooks = by_queens = own & 0
    safe = BOARD & ~(mine | their_pawns_attack)
    outposts = by_pawns & FOURTH_TO_SIXTH & ~down(their_pawns_attack)
    king, their_king = square_of(kings & mine), square_of(kings & theirs)
    target, large = KING[their_king], straight & theirs
    pieces, danger = 0, 0
    their_pieces = theirs & ~pawns & ~kings
    threatened = popcount(by_pawns & their_pieces)
    steps_up = own << 8 & BOARD & ~(occupied | their_pawns_attack)
    total = WEIGHT[KING_PLACE + FOLDED[king]] + WEIGHT[PUSH] * popcount(pawn_attacks(steps_up) & their_pieces)
    for square in members(knights & mine):
        reach = mine & 0 | KNIGHT[square]
        by_knights |= reach
        total += WEIGHT[MATERIAL + 1] + WEIGHT[KNIGHT_PLACE + FOLDED[square]] + WEIGHT[KNIGHT_MOBILITY + popcount(reach & safe)]
        danger += 2 * popcount(reach & target)
        total += WEIGHT[THREAT + 1] * popcount(reach & large)
        pieces += 1
    for square in members(diagonal & mine & ~straight):
        reach = bishop_attacks(square, occupied)
        by_bishops |= reach
        total += WEIGHT[BAD_BISHOP] * popcount(own & DARK if DARK >> square & 1 else own & ~DARK)
        total += WEIGHT[MATERIAL + 2] + WEIGHT[BISHOP_PLACE + FOLDED[square]] + WEIGHT[BISHOP_MOBILITY + popcount(reach & safe)]
        danger += 2 * popcount(reach & target)
        total += WEIGHT[THREAT + 1] * popcount(reach & large)
        pieces += 1
    for square in members(straight & mine & ~diagonal):
        reach = rook_attacks(square, occupied)
        by_rooks |= reach
        total += WEIGHT[MATERIAL + 3] + WEIGHT[ROOK_PLACE + FOLDED[square]] + WEIGHT[ROOK_MOBILITY + popcount(reach & safe)]
        danger += 3 * popcount(reach & target)
        pieces += 2
        file = (mine & 0 | A_FILE) << (square & 7)
        if not file & own:
            total += WEIGHT[HALF_OPEN_FILE if file & other else OPEN_FILE]
    for square in members(straight & mine & diagonal):
        reach = rook_attacks(square, occupied) | bishop_attacks(square, occupied)
        by_queens |= reach
        total += WEIGHT[MATERIAL + 4] + WEIGHT[QUEEN_PLACE + FOLDED[square]] + WEIGHT[QUEEN_MOBILITY + popcount(reach & safe)]
        danger += 4 * popcount(reach & target)
        pieces += 4
    if popcount(diagonal & mine & ~straight) > 1:
        total += WEIGHT[BISHOP_PAIR]
    total += WEIGHT[OUTPOST] * popcount(outposts & knights & mine) + WEIGHT[OUTPOST + 1] * popcount(outposts & diagonal & ~straight & mine)
    total += WEIGHT[THREAT] * threatened
    total += WEIGHT[SEVENTH] * popcount(straight & mine & ~diagonal & SEVENTH_RANK)
    total += WEIGHT[SHIELD] * popcount((KING[king] | KING[king] << 8) & own & BOARD)
    if pieces > 3:
        total += WEIGHT[DANGER + min(danger, MOST_DANGER)]
    rooks = straight & ~diagonal
    total += king_files(own, other, king, their_king)
    total += passed_pawns(passed, occupied, king, their_king, rooks & mine, rooks & theirs)
    return total, pieces, Reach(by_pawns, by_knights, by_bishops, by_rooks, by_queens)


@memoized(1 << 10)
def pawn_structure(own: Bits, other: Bits) -> tuple[Vector, Bits]:
    """What speaks for the side whose pawns go up more than for the other because of pawns alone, and the passed pawns of both. Most
    positions of a search have the pawns of one before."""
    passed, their_passed = without_opposition(own, other), without_opposition(turned(other), turned(own))
    return pawns_of(own, other, passed) + exchanged(pawns_of(turned(other), turned(own), their_passed)), passed | turned(their_passed)


def pawns_of(own: Bits, other: Bits, passed: Bits) -> Vector:
    """Pawns: each by its place; doubled, isolated, connected, backward, passed."""
    their_pawns_attack = turned(pawn_attacks(turned(other)))
    files = own | own << 8 | own >> 8
    files |= files << 16 | files >> 16
    files = (files | files << 32 | files >> 32) & BOARD
    supported = beside(own) | pawn_attacks(own)
    alone = own & ~beside(files)
    total: Vector = WEIGHT[DOUBLED] * popcount(own & down(own >> 8)) + WEIGHT[ISOLATED] * popcount(alone)
    total += WEIGHT[BACKWARD] * popcount(own & their_pawns_attack >> 8 & ~(alone | up(supported)))
    total += WEIGHT[PROTECTED] * popcount(passed & pawn_attacks(own))
    for square in members(own):
        total += WEIGHT[MATERIAL] + WEIGHT[PAWN_PLACE + FOLDED[square]]
    for square in members(own & supported):
        total += WEIGHT[CONNECTED + (square >> 3)]
    for square in members(passed):
        total += WEIGHT[PASSED + (square >> 3)]
    return total


def king_files(own: Bits, other: Bits, king: int, their_king: int) -> Vector:
    """The three files beside the king: those without an own pawn; pawns that come near the other king."""
    total: Vector = WEIGHT[STORM] * popcount(own & down(KING[their_king] >> 8 | KING[their_king]) & FOURTH_TO_SIXTH)
    for file in range(max(0, (king & 7) - 1), min(7, (king & 7) + 1) + 1):
        squares = (own & 0 | A_FILE) << file
        if not squares & own:
            total += WEIGHT[OPEN_KING if squares & other else OPEN_KING + 1]
    return total


def without_opposition(own: Bits, other: Bits) -> Bits:
    """The pawns that no pawn can stop."""
    held = down(other >> 8)
    held |= beside(held)
    return own & ~held & ~down(own >> 8)


def passed_pawns(passed: Bits, occupied: Bits, king: int, their_king: int, rooks: Bits, their_rooks: Bits) -> Vector:
    """Pawns that no pawn can stop: which pieces help or hinder them."""
    total = NOTHING
    for square in members(passed):
        rank, line = square >> 3, FILE << 6 | square
        if occupied >> square + 8 & 1:
            total += WEIGHT[BLOCKED + rank]
        if not ABOVE[line] & occupied:
            total += WEIGHT[FREE + rank]
        if BELOW[line] & rooks:
            total += WEIGHT[ROOK_BEHIND]
        if BELOW[line] & their_rooks:
            total += WEIGHT[ROOK_BEHIND + 1]
        total += WEIGHT[NEAR] * steps(king, square + 8) + WEIGHT[FAR + rank] * steps(their_king, square + 8)
    return total


def up(squares: Bits) -> Bits:
    """The squares and all above them."""
    squares |= squares << 8
    squares |= squares << 16
    return (squares | squares << 32) & BOARD


def steps(one: int, other: int) -> int:
    """How many moves a king takes from one square to another."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


def down(squares: Bits) -> Bits:
    """The squares and all below them."""
    squares |= squares >> 8
    squares |= squares >> 16
    return squares | squares >> 32
