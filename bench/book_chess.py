"""Chess: the small book of openings, made by the engine's own search.

    python -m bench.book_chess --nodes 150000      writes games/chess/openings.txt

From the first position on, the engine looks at each position for some time; the moves that it thinks nearly as good as the best are in the
book, and it looks at the positions after them in turn. Each line of the file is a line of the book.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import counterplay
from counterplay import Engine
from counterplay.games.chess import book
from counterplay.games.chess.evaluation import hundredths

from .common.measure import positive

WIDTHS = (4, 4, 3, 2, 2, 1)
"""How many moves at most, for each ply."""
NEARLY = 20
"""By how many hundredths of a pawn a move may be worse than the best."""


def main() -> None:
    """Look, and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--nodes", type=positive, default=150_000, help="for each position (default 150000)")
    parser.add_argument("--to", default=str(book.FILE), help="the file to write (default: the one that is read)")
    arguments = parser.parse_args()
    game = counterplay.load("chess")
    engine = Engine(game, compiled=True, memory=64 << 20)
    known: dict[Any, list[int]] = {}
    lines = [" ".join(line) for line in lines_from(engine, [game.initial()], arguments.nodes, known)]
    Path(arguments.to).write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8")
    print(f"{len(lines)} lines through {len(known)} positions")


def lines_from(engine: Engine, states: list[Any], nodes: int, known: dict[Any, list[int]]) -> Iterator[list[str]]:
    """The lines of the book from the last of these states on, as moves."""
    game, state, ply = engine.game, states[-1], len(states) - 1
    if ply == len(WIDTHS):
        yield []
        return
    key = game.key(state)
    if key not in known:
        known[key] = good_moves(engine, states, WIDTHS[ply], nodes)
    for action in known[key]:
        for rest in lines_from(engine, [*states, game.result(state, action)], nodes, known):
            yield [game.format_action(state, action), *rest]


def good_moves(engine: Engine, states: list[Any], width: int, nodes: int) -> list[int]:
    """So many of the best moves at most."""
    *_, last = engine.analyse(states[-1], lines=width, nodes=nodes, earlier=states[:-1])
    best = hundredths(last.lines[0].value)
    return [line.action for line in last.lines if hundredths(line.value) >= best - NEARLY]


if __name__ == "__main__":
    main()
