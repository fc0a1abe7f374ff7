"""`counterplay uci`: a chess engine for Cute Chess, Arena, lichess-bot and other programs, through standard input and output."""

from __future__ import annotations

import typer

from .options import examples

EXAMPLES = examples("uci")


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(uci)


def uci() -> None:
    """Play chess by the Universal Chess Interface: add it to a chess program as an engine with the command `counterplay uci`.

    What must be compiled is compiled once, before `readyok`. Options: Hash, Threads, MultiPV, Ponder, Move Overhead, OwnBook, Clear Hash,
    UCI_Chess960, UCI_ShowWDL, UCI_LimitStrength, UCI_Elo, SyzygyPath (accepted; tablebases are not read). Besides what the protocol has:
    `go perft 5`, `bench`, `d`. `quit` ends it at once, the end of the input when everything is answered.
    """
    from ..protocols.uci.standard import main

    main()
