"""Games from a PGN file, listed or move by move: `counterplay replay games.pgn`."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError
from ..lines import names_along
from .output import say_json, screen

if TYPE_CHECKING:
    from ..games.chess.pgn import Record


def replay_pgn(file: Path, number: int | None, as_json: bool) -> None:
    """List the games of a file, or show one."""
    from ..games.chess.pgn import read_pgn

    try:
        records = read_pgn(file.read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.") from error
    if number is None:
        _list(file, records, as_json)
    elif not 1 <= number <= len(records):
        raise UsageError(f"{file} has no game {number}; `counterplay replay {file}` lists them.")
    else:
        _one(records[number - 1], number, as_json)


def _list(file: Path, records: list[Record], as_json: bool) -> None:
    if as_json:
        games = [{"number": number, **record.tags, "moves": len(record.moves)} for number, record in enumerate(records, 1)]
        say_json({"file": str(file), "games": len(records), "list": games})
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("game", "White", "Black", "event", "date", "moves", "result"):
        table.add_column(title, justify="right" if title in ("game", "moves") else "left", overflow="fold")
    for number, record in enumerate(records, 1):
        words = [record.tags[name] for name in ("White", "Black", "Event", "Date")]
        table.add_row(*map(Text, (str(number), *words, str((len(record.moves) + 1) // 2), record.result)))
    screen().print(table)


def _one(record: Record, number: int, as_json: bool) -> None:
    from ..arena.playing import Move
    from ..arena.replay import Step
    from .replay import show_game

    game, states = record.game, list(record.states())
    moves = names_along(game, record.start, record.moves)
    if as_json:
        said = {"comments": record.comments, "nags": record.nags}
        positions = [game.format_state(state) for state in states]
        say_json({"game": str(game), "number": number, "tags": record.tags, "moves": moves, **said, "positions": positions})
        return
    found = [Step(states[0], None, None, False)]
    for move, (before, after) in zip(moves, pairwise(states), strict=True):
        found.append(Step(after, game.to_move(before), Move(move, None), False))
    title = f"Game {number}: White is {record.tags['White']}, Black is {record.tags['Black']}"
    show_game(game, title, found, record.result)
