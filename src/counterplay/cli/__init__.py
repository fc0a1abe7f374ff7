"""The terminal's door: `counterplay games | play | serve | solve | search | analyse | trace | quiz | match | replay | …`.

One file a command; here they are put together, and whatever goes wrong becomes one sentence and an exit code: 0 done, 1 could not,
2 wrong usage, 130 stopped by Ctrl-C. Nothing at the top of these files imports Numba, NumPy or a game: `--help` must be quick.
"""

from __future__ import annotations

import io
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from .. import __version__
from ..errors import CounterplayError, UsageError
from . import (
    analyse,
    bench,
    cfr,
    check,
    db,
    dominance,
    games,
    gtp,
    learn,
    match,
    nash,
    perft,
    play,
    prove,
    quiz,
    replay,
    search,
    serve,
    solve,
    trace,
    tree,
    uci,
    zero,
)
from .output import complain, errors, say_json, screen

__all__ = ["app", "main"]


class Interrupted(Exception):
    """Ctrl-C, under a name that typer does not take for its own."""


class Commands(TyperGroup):
    """The commands; lets Ctrl-C through to `main`, which has a sentence for it."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The list of commands in plain text: loading what draws boxes would take longer than everything else."""
        super(TyperGroup, self).format_help(ctx, formatter)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run a command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as stop:
            raise Interrupted from stop


app = typer.Typer(
    cls=Commands,
    name="counterplay",
    rich_markup_mode="rich",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS = (
    games, play, serve, solve, prove, db, search, analyse, trace, quiz, match, replay, check, perft,
    nash, dominance, tree, cfr, learn, zero, bench, gtp, uci,
)  # fmt: skip
"""In the order of the help text."""
for command in COMMANDS:
    command.add_to(app)

WELCOME = """\
[bold]counterplay[/bold]: play games, solve them, and look inside the search.

Play against it:
  [bold cyan]counterplay play connect_four[/]
The same in the browser, with every game and the value of every move:
  [bold cyan]counterplay serve[/]
The best move, its value, and how many positions it took to find out:
  [bold cyan]counterplay search tic_tac_toe --algorithm minimax[/]
Every step of alpha-beta on a lecture's tree, as a page to step through:
  [bold cyan]counterplay trace alphabeta 'tree([[3,12,8],[2,4,6],[14,5,2]])' -o tree.html[/]
Which branches does alpha-beta cut? You say:
  [bold cyan]counterplay quiz[/]

[bold]counterplay games[/] lists the games; your own game is a file, mygame.py:MyGame.
[bold]counterplay --help[/] lists the commands; each explains itself with --help."""


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"counterplay {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def welcome(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and leave.")] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback when something goes wrong (with any command).")] = False,
) -> None:
    """Adversarial search: write the rules of a game once; play it, solve it, look inside the search and learn from it."""
    if context.invoked_subcommand is None:
        screen().print(WELCOME, highlight=False, soft_wrap=True)


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and leave the process with its exit code.

    >>> main(["--version"])
    Traceback (most recent call last):
    SystemExit: 0
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    warnings.showwarning = _remark  # type: ignore[assignment]
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started the process (`2>&-`): then nobody listens
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 (until the process ends)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that knows no "├" shows "?" instead of failing
            stream.reconfigure(errors="replace")
    debug = "--debug" in given
    try:
        code = app(args=[word for word in given if word != "--debug"], prog_name="counterplay", standalone_mode=False)
        sys.stdout.flush()
    except BaseException as error:
        if debug and not isinstance(error, BrokenPipeError):
            raise
        code = _explain(error, as_json="--json" in given)
    sys.exit(code if isinstance(code, int) else 0)


def _remark(message: Warning | str, *where: object) -> None:
    """A warning is one line for people: that the rules run interpreted, and why."""
    errors().print(f"counterplay: {message}", style="yellow", markup=False, soft_wrap=True)


def _explain(error: BaseException, as_json: bool) -> int:
    """One sentence on standard error (and, with --json, one object on standard output) instead of a traceback."""
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else 1
    if isinstance(error, BrokenPipeError):  # somebody read the first lines and left: `counterplay games | head -2`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    sentence, code = _sentence(error)
    complain(sentence)
    if as_json:
        say_json({"error": sentence})
    return code


def _sentence(error: BaseException) -> tuple[str, int]:
    if isinstance(error, KeyboardInterrupt | Interrupted | typer.Abort):
        return "Stopped.", 130
    if isinstance(error, CounterplayError):
        return str(error), 2 if isinstance(error, UsageError) else 1
    if (format_message := getattr(error, "format_message", None)) is not None:  # typer's own: an unknown option, a missing argument
        context = getattr(error, "ctx", None)
        path = context.command_path if context is not None else "counterplay"
        return f"{str(format_message()).rstrip('.')}. See: {path} --help", 2
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}.", 1
    if isinstance(error, MemoryError):
        return "There is not enough memory for this. Give a smaller depth or fewer simulations.", 1
    if isinstance(error, RecursionError):
        return "This goes too deep for Python's stack. Give a smaller depth.", 1
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"Something unexpected went wrong: {what}. Run the same command with --debug to see where.", 1
