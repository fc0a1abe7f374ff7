"""`counterplay replay`: the games of a match (or of a PGN file), listed or move by move."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import UsageError
from .keyboard import single_keys
from .options import AsJson, examples
from .output import board, duration, say_json, screen

if TYPE_CHECKING:
    from ..arena import MatchFile, Record
    from ..arena.replay import Step
    from ..game import Game

EXAMPLES = examples(
    "replay results.sqlite",
    "replay results.sqlite 3",
    "replay results.sqlite 3 --json",
    "replay results.sqlite --pgn games.pgn",
    "replay games.pgn 1",
)
BACK = ("\x1b[D", "\x1bOD", "\xe0K", "\x00K", "h", "k", "b")
FORTH = ("\x1b[C", "\x1bOC", "\xe0M", "\x00M", "l", "j", " ", "\r", "\n")
TO_START = ("\x1b[H", "\x1bOH", "\x1b[1~", "\xe0G", "g")
TO_END = ("\x1b[F", "\x1bOF", "\x1b[4~", "\xe0O", "G")
LEAVE = ("q", "\x1b", "\x04")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(replay)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file of a match, or games of chess: FILE.pgn.")],
    number: Annotated[
        int | None, typer.Argument(metavar="[GAME]", help="The number of a game; left out: the list.", show_default=False)
    ] = None,
    pgn: Annotated[Path | None, typer.Option("--pgn", metavar="FILE", help="Write all games of a match of chess to this file.")] = None,
    as_json: AsJson = False,
) -> None:
    """List the games of a match, or show one move by move.

    At a terminal the arrow keys step back and forth; otherwise all positions are printed.
    """
    if file.suffix.lower() == ".pgn":
        from .pgn import replay_pgn

        replay_pgn(file, number, as_json)
        return
    from ..arena import MatchFile

    kept = MatchFile(file, reading=True)
    try:
        if pgn is not None:
            _export(kept, pgn, as_json)
        elif number is None:
            _list(kept, as_json)
        else:
            record = next(kept.records(number), None)
            if record is None:
                raise UsageError(f"{file} has no game {number}; `counterplay replay {file}` lists them.")
            _one(kept, record, as_json)
    finally:
        kept.close()


def _names(kept: MatchFile) -> tuple[str, str]:
    from ..arena.replay import labels

    return labels(kept.settings["players"])


def _export(kept: MatchFile, file: Path, as_json: bool) -> None:
    from ..arena.pgn import export

    games = export(kept, file)
    if as_json:
        say_json({"file": str(kept.path), "pgn": str(file), "games": games})
    else:
        screen().print(f"{games} games written to {file}", markup=False, soft_wrap=True)


def _list(kept: MatchFile, as_json: bool) -> None:
    from ..arena.replay import result_text
    from ..arena.standing import Standing

    names = _names(kept)
    standing = Standing.of({number: score for number, score, _, _ in kept.results()}, names)
    if as_json:
        games = [{name: value for name, value in record.as_dict().items() if name != "times"} for record in kept.records()]
        say_json({"file": str(kept.path), "settings": kept.settings, **standing.as_dict(), "list": games})
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in ("game", "first", "opening", "moves", "time", "result"):
        table.add_column(title, justify="right" if title in ("game", "moves", "time") else "left", overflow="fold")
    for record in kept.records():
        opening = " ".join(record.opening.moves) or record.opening.position
        words = (names[record.first], opening, str(len(record.moves)), duration(record.seconds), result_text(record, names))
        table.add_row(str(record.number), *map(Text, words))
    screen().print(table)
    screen().print(str(standing), markup=False)


def _one(kept: MatchFile, record: Record, as_json: bool) -> None:
    from ..arena.replay import game_of, result_text, steps

    game, names = game_of(kept), _names(kept)
    found = steps(game, record)
    sides = [names[record.first], names[1 - record.first]]
    if as_json:
        positions = [game.format_state(step.state) for step in found]
        answer = {"game": str(game), "players": sides, **record.as_dict(), "result": result_text(record, names), "positions": positions}
        say_json({**answer, "seed": kept.settings["seed"]})
        return
    title = f"Game {record.number}: " + ", ".join(f"{game.player_name(side)} is {name}" for side, name in enumerate(sides))
    show_game(game, title, found, result_text(record, names))


def show_game(game: Game[Any, Any], title: str, found: list[Step], result: str) -> None:
    """All positions of a game: one after the other, or at a terminal one at a time."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(game, title, found, result)
        return
    screen().print(title, markup=False, soft_wrap=True)
    for place in range(len(found)):
        screen().print(_caption(game, found, place), markup=False, soft_wrap=True)
        board(game, found[place].state)
    screen().print(result, markup=False, soft_wrap=True)


def _step_through(game: Game[Any, Any], title: str, found: list[Step], result: str) -> None:
    """One position on the screen, another one at each key."""
    place = next((number for number, step in enumerate(found) if not step.opening), 0)

    def show() -> None:
        screen().clear()
        screen().print(title, style="bold", markup=False)
        screen().print(_caption(game, found, place), markup=False)
        board(game, found[place].state)
        screen().print(result if place == len(found) - 1 else "", style="bold green", markup=False)
        screen().print("← → step, Home and End, q leaves", style="dim")

    with single_keys() as keys:
        show()
        for key in keys:
            if key in LEAVE:
                return
            if key in BACK:
                place = max(place - 1, 0)
            elif key in FORTH:
                place = min(place + 1, len(found) - 1)
            elif key in TO_START:
                place = 0
            elif key in TO_END:
                place = len(found) - 1
            show()


def _caption(game: Game[Any, Any], found: list[Step], place: int) -> str:
    step = found[place]
    if step.move is None or step.mover is None:
        return f"0 of {len(found) - 1}  the beginning"
    how = "  (opening)" if step.opening else "" if step.move.seconds is None else f"  ({duration(step.move.seconds)})"
    return f"{place} of {len(found) - 1}  {game.player_name(step.mover)}: {step.move.text}{how}"
