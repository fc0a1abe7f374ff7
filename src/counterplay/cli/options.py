"""The options that several commands share, and what their text means."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import UsageError
from ..game import Game
from ..positions import read_position

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game's name, with parameters if you like: nim(pile_sizes=(3,4,5)); or a file: mygame.py:MyGame."
    ),
]
PositionText = Annotated[
    str | None,
    typer.Option(
        "--position",
        "-p",
        metavar="TEXT",
        help="Begin here: a position as the game writes it, or the moves that lead there from the start, numbered or not.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object on standard output, nothing else.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Makes everything random repeatable.")]
Speed = Annotated[
    bool | None,
    typer.Option("--compiled/--interpreted", help="Machine code or plain Python; left out: whichever answers sooner.", show_default=False),
]


def examples(*commands: str) -> str:
    """The end of a command's help."""
    # `rich.markup.escape` would do, but loading it takes a twentieth of a second that every --help would pay.
    escaped = [command.replace("[", "\\[") for command in commands]
    return "[bold]Examples[/bold]\n" + "\n".join(f"  counterplay {command}" for command in escaped)


def find_game(name: str) -> Game[Any, Any]:
    """The game that somebody named on the command line."""
    from ..registry import load

    return load(name)


def loadable(game: Game[Any, Any], given: str) -> str:
    """What `load` reads to make this game again: its full name, or for a game in somebody's file what was given."""
    return given if ".py" in given or ".json" in given else str(game)


def position(game: Game[Any, Any], text: str | None) -> Any:
    """The state that `--position` describes."""
    if text is None:
        return game.initial()
    try:
        return read_position(game, text)
    except UsageError as error:
        raise UsageError(f"--position: {error}") from error


def output_file(path: Path | None, kinds: tuple[str, ...]) -> Path | None:
    """The file to write, refused at once where it could not be written after all the work."""
    if path is None:
        return None
    if path.suffix.lower() not in kinds:
        raise UsageError(f"{path}: the name says what to write; end it with one of {', '.join(kinds)}.")
    if path.is_dir():
        raise UsageError(f"{path} is a folder; give the name of a file.")
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {path.parent}; create it first.")
    return path


def lines_of(source: str) -> Iterator[tuple[str, str]]:
    """The lines of the file that --positions names, without those that are empty or begin with #, each after the place where it stands."""
    try:
        with contextlib.nullcontext(sys.stdin) if source == "-" else Path(source).open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip() and not line.lstrip().startswith("#"):
                    yield f"{'standard input' if source == '-' else source}, line {number}", line.strip()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--positions {source}: {error.strerror if isinstance(error, OSError) else 'not a text file'}.") from error
