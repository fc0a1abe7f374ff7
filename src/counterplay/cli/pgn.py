"""Games from a PGN file, listed or move by move: `counterplay replay games.pgn`."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError
from ..lines import names_along
from .output import say_json, screen

if TYPE_CHECKING:
    from ..games.chess.pgn import Record, Unreadable


def replay_pgn(file: Path, number: int | None, as_json: bool) -> None:
    """List the games of a file, or show one."""
    from ..games.chess.pgn import Unreadable, games_in

    try:
        found = list(games_in(file.read_text(encoding="utf-8", errors="replace")))
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}.") from error
    if all(isinstance(game, Unreadable) for game in found):
        number = number or 1  # nothing to list: say what is wrong
    if number is None:
        _list(file, found, as_json)
    elif not 1 <= number <= len(found):
        raise UsageError(f"{file} has no game {number}; `counterplay replay {file}` lists them.")
    elif isinstance(wanted := found[number - 1], Unreadable):
        raise UsageError(wanted.reason)
    else:
        _one(wanted, number, as_json)


def _list(file: Path, found: list[Record | Unreadable], as_json: bool) -> None:
    from ..games.chess.pgn import Unreadable

    if as_json:
        said = [{"error": game.reason} if isinstance(game, Unreadable) else {"moves": len(game.moves)} for game in found]
        games = [{"number": number, **game.tags, **more} for number, (game, more) in enumerate(zip(found, said, strict=True), 1)]
        say_json({"file": str(file), "games": len(found), "list": games})
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("game", "White", "Black", "event", "date", "moves", "result"):
        table.add_column(title, justify="right" if title in ("game", "moves") else "left", overflow="fold")
    for number, game in enumerate(found, 1):
        words = [game.tags[name] for name in ("White", "Black", "Event", "Date")]
        end = ("", "unreadable") if isinstance(game, Unreadable) else (str((len(game.moves) + 1) // 2), game.result)
        table.add_row(*map(Text, (str(number), *words, *end)))
    screen().print(table)
    for game in found:
        if isinstance(game, Unreadable):
            screen().print(game.reason, style="yellow", markup=False, soft_wrap=True)


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
