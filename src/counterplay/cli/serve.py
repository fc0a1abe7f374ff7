"""`counterplay serve`: every game in the browser."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from ..errors import UsageError
from .options import AsJson, examples
from .output import say_json, screen

EXAMPLES = examples(
    "serve",
    "serve mygame.py:MyGame",
    "serve 'connect_four(rows=5)' --port 9000 --no-browser",
    "serve --match results.sqlite",
    "serve --policy leduc.policy",
    "serve --learned c4",
    "serve --uci 'stockfish=stockfish?Skill+Level=5&movetime=300'",
    "serve --host 0.0.0.0",
)
USUAL_PORT = 8010
TRIED_PORTS = 20


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(serve)


def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Games of your own to offer besides all others: mygame.py:MyGame.", show_default=False),
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help=f"Left out: {USUAL_PORT}, or the next that is free; 0: any free one.")
    ] = None,
    host: Annotated[str, typer.Option("--host", help="Who may come: this computer only, or with 0.0.0.0 the whole network.")] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the page.")] = False,
    database: Annotated[Path | None, typer.Option("--database", metavar="FILE", help="Where games are kept.", show_default=False)] = None,
    match: Annotated[
        list[Path] | None,
        typer.Option(
            "--match",
            metavar="FILE",
            exists=True,
            dir_okay=False,
            help="The file of a match to show besides those in the usual folder; may be given several times.",
            show_default=False,
        ),
    ] = None,
    policy: Annotated[
        list[Path] | None,
        typer.Option(
            "--policy",
            metavar="FILE",
            help="What `cfr --save` has found: the opponent in its game; may be given several times.",
            show_default=False,
        ),
    ] = None,
    uci: Annotated[
        list[str] | None,
        typer.Option(
            "--uci",
            metavar="NAME=COMMAND",
            help="Another chess program to play against: stockfish=stockfish?Skill+Level=5; may be given several times.",
            show_default=False,
        ),
    ] = None,
    learned: Annotated[
        list[Path] | None,
        typer.Option(
            "--learned",
            metavar="FOLDER",
            exists=True,
            file_okay=False,
            help="What `learn` and `zero` keep: a run, or a folder of runs. Every generation plays, and its curves are shown while it"
            " learns; may be given several times.",
            show_default=False,
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="Another name by which this server is called.", show_default=False),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, max=256, help="Searches at a time; left out: one for each core.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play every game in the browser, and look inside the search.

    A server on this computer; it needs no network. Games are kept on disk: stop it with Ctrl-C and go on tomorrow.
    """
    from ..web.server import run
    from ..web.store import usual_place

    listening = _listen(host, port)
    bound = listening.getsockname()[1]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    url = f"http://{shown}:{bound}/"

    def ready() -> None:
        if as_json:
            say_json({"url": url, "host": host, "port": bound})
        else:
            screen().print(f"counterplay is at [bold cyan]{url}[/]  (Ctrl-C stops it)", highlight=False)
            if host in ("0.0.0.0", "::"):
                screen().print(f"and for everybody in this network at http://{socket.gethostname()}:{bound}/", highlight=False)
        sys.stdout.flush()
        if not no_browser:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    hosts = [host, *(allow_host or [])]
    run(
        *(listening, games or [], database or usual_place(), hosts, workers, match or [], policy or [], uci or [], learned or []),
        ready,
    )


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket at this address; without a wish the usual port or one of the next."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    wanted = range(USUAL_PORT, USUAL_PORT + TRIED_PORTS) if port is None else (port,)
    problem = ""
    for number in wanted:
        # Only where the protocol is named does asyncio switch off Nagle's algorithm, which delays every answer by 40 ms.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            return listening
        except OSError as error:
            listening.close()
            problem = error.strerror or str(error)
    raise UsageError(f"Nothing can listen at {host}, port {wanted[0]}: {problem}. Give another with --port or --host.")
