"""`counterplay prove`: can the side to move force a win here?"""

from __future__ import annotations

from typing import Annotated

import typer

from ..tracing.model import count
from .options import AsJson, GameName, PositionText, Speed, examples, find_game, loadable, position
from .output import a_second, board, duration, say_json, show_facts, working

EXAMPLES = examples(
    "prove tic_tac_toe",
    "prove chess --position '8/8/8/8/8/6P1/6k1/4KR1R w K - 0 1'",
    "prove 'connect_four(rows=4,columns=5)' --position 3322 --json",
)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(prove)


def prove(
    game_name: GameName,
    seconds: Annotated[float | None, typer.Option("--seconds", "-s", help="Give up after this time.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Give up after this many positions.")] = None,
    memory: Annotated[int, typer.Option(metavar="MEGABYTES", help="How large the table may be.", min=1)] = 256,
    position_text: PositionText = None,
    compiled: Speed = None,
    as_json: AsJson = False,
) -> None:
    """Find out by proof-number search whether the side to move can force a win; a proof is played through before it is told.

    Exit code 1: it was not found out in the time or with the nodes given.
    """
    import counterplay

    game = find_game(game_name)
    state = position(game, position_text)
    with working(f"proving {game.name}") as progress:
        found = counterplay.prove(game, state, nodes=nodes, seconds=seconds, memory=memory << 20, compiled=compiled, progress=progress)
        verified = 0 if found.proof is None else found.proof.verify()
    action = None if found.proof is None else game.format_action(state, found.proof.actions[state])
    if as_json:
        about = {"game": loadable(game, game_name), "position": game.format_state(state)}
        say_json({**about, **found.as_dict(), "action": action, "verified": verified})
    else:
        board(game, state)
        mover = game.player_name(game.to_move(state))
        answer = {True: f"{mover} wins by force", False: f"{mover} cannot force a win", None: "not found out"}[found.outcome]
        facts = {"answer": answer}
        if found.proof is not None:
            facts |= {"by": str(action), "at the latest in": count(found.proof.plies, "ply", "plies")}
            facts["proof"] = f"{count(len(found.proof), 'move')} to know, played through: {count(verified, 'position')}, all won"
        searched = f"{count(found.nodes, 'node')} in {duration(found.seconds)}  ({a_second(found.nodes, found.seconds)})"
        show_facts({**facts, "searched": searched})
    if found.outcome is None:
        raise typer.Exit(1)
