"""The options that several commands share, and what their text means."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import CounterplayError, UsageError
from ..game import Game

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game's name, with parameters if you like: nim(pile_sizes=(3,4,5)); or a file: mygame.py:MyGame."
    ),
]
PositionText = Annotated[
    str | None,
    typer.Option("--position", "-p", metavar="TEXT", help="Begin here: a position as the game writes it, or the moves that lead there."),
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
    """The state that `--position` describes: the initial one, one that the game can read, or the one after some moves."""
    if text is None:
        return game.initial()
    try:
        return game.parse_state(text)
    except CounterplayError as error:
        not_a_state = error
    try:
        return after_moves(game, text)
    except CounterplayError as error:
        if game.overrides("parse_state") and len(_words(text)) <= 1:
            raise UsageError(f"--position: {not_a_state}") from error
        raise UsageError(f"--position is not a position ({_inner(not_a_state)}), nor a line of moves ({_inner(error)}).") from error


def after_moves(game: Game[Any, Any], text: str) -> Any:
    """The state after a line of moves from the beginning: separated by ; or , or blanks."""
    problem: CounterplayError | None = None
    for separator in (";", ",", None):
        words = _words(text, separator)
        if separator is not None and len(words) < 2:
            continue
        state = game.initial()
        try:
            for word in words:
                if game.is_terminal(state):
                    raise UsageError(f"the game is over before {word!r}")
                state = game.result(state, game.parse_action(state, word))
            return state
        except CounterplayError as error:
            problem = problem or error
    raise problem or UsageError("no moves")


def _words(text: str, separator: str | None = None) -> list[str]:
    return [word.strip() for word in text.split(separator) if word.strip()]


def _inner(error: CounterplayError) -> str:
    return str(error).rstrip(".")


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
