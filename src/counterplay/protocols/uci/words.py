"""What a search has found, as `info` lines."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from typing import Any

from ...games.chess import Chess, Position
from ...games.chess.evaluation import hundredths
from ...games.chess.notation import write_uci
from ...search.analysis import Analysis, BestLine

EVEN_CHANCE, STEEPNESS = 180.0, 75.0
"""So many hundredths of a pawn ahead, a game is won half of the time; by so many, chances change. Hand-made, like the evaluation."""


def lines_of(game: Chess, root: Position, said: Analysis, most: int, seconds: float, show_wdl: bool) -> Iterator[str]:
    """An `info` line for each of the best lines, so many at most."""
    speed = round(said.nodes / seconds) if seconds > 0 else 0
    for number, line in enumerate(said.lines[:most], 1):
        outlook = score(line) + (f" {chances(line)}" if show_wdl else "")
        depth = said.depth if line.depth is None else line.depth
        yield (
            f"info depth {depth} seldepth {max(said.selective_depth, said.depth)} multipv {number} score {outlook} nodes {said.nodes} "
            f"nps {speed} hashfull {round(1000 * said.table_full)} time {round(1000 * seconds)} pv {' '.join(moves(game, root, line.line))}"
        )


def score(line: BestLine) -> str:
    """The value as `cp 35` or `mate -3`; mates are counted in moves.

    >>> score(BestLine(0, 1.0, (), 5, True)), score(BestLine(0, -1.0, (), 6, True)), score(BestLine(0, 0.0, (), None, False))
    ('mate 3', 'mate -3', 'cp 0')
    """
    if line.distance is not None:
        return f"mate {(line.distance + 1) // 2 if line.value > 0 else -(line.distance // 2)}"
    return f"cp {hundredths(line.value)}"


def chances(line: BestLine) -> str:
    """How often, of a thousand games, such a position is won, drawn and lost."""
    if line.distance is not None:
        return "wdl 1000 0 0" if line.value > 0 else "wdl 0 0 1000"
    ahead = hundredths(line.value)
    won, lost = (round(1000 / (1 + exp(min(60.0, (EVEN_CHANCE - worth) / STEEPNESS)))) for worth in (ahead, -ahead))
    return f"wdl {won} {1000 - won - lost} {lost}"


def moves(game: Chess, state: Position, actions: tuple[Any, ...]) -> Iterator[str]:
    """A line of play as programs write it."""
    for action in actions:
        yield write_uci(game, state, action)
        state = game.result(state, action)
