"""`counterplay db`: files that know every position of a game, or those with few pieces: build one, look at it, verify it, ask it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from ..game import Game
from .options import AsJson, GameName, PositionText, Seed, Speed, examples, find_game, position
from .output import a_second, board, duration, errors, number, say_json, screen, show_facts, working

FilePath = Annotated[Path, typer.Argument(metavar="FILE", help="The file of a database.")]
Memory = Annotated[
    int | None, typer.Option("--memory", metavar="MEGABYTES", help="How much it may take; left out: most of what is free.", min=1)
]

databases = typer.Typer(no_args_is_help=True, help="Databases of all positions, or of those with few pieces: build, info, verify, probe.")


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
    app.add_typer(databases, name="db")


BUILDING = examples(
    "db build checkers --pieces 3",
    "db build checkers --pieces 4 -o checkers4.cpdb --jobs 2 --json",
    "db build 'connect_four(rows=4,columns=4)'",
)


@databases.command(epilog=BUILDING)
def build(
    game_name: GameName,
    pieces: Annotated[int | None, typer.Option("--pieces", metavar="N", help="Positions with up to so many pieces.", min=1)] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Left out: GAME-N.cpdb in the data folder, where searches find it."),
    ] = None,
    memory: Memory = None,
    jobs: Annotated[int | None, typer.Option("--jobs", "-j", metavar="N", help="Threads at work; left out: one a core.", min=1)] = None,
    compiled: Speed = None,
    as_json: AsJson = False,
) -> None:
    """Build a database: value and distance of every position, slice after slice.

    Interrupted, even by a power cut, the same command goes on with the slice that was under way. A game that does not number its
    states (most do not) is one slice: all that can be reached.
    """
    from ..solving.databases import build, needs, usual_path

    game = find_game(game_name)
    room = None if memory is None else memory << 20
    need = needs(game, pieces, room)
    errors().print(f"counterplay: {game}: {need}.", markup=False, soft_wrap=True)
    path = output or usual_path(game, pieces)
    started = time.monotonic()
    done: list[Any] = []
    with working(f"building {path}", "the same command goes on") as progress:
        threads = jobs or os.cpu_count() or 1
        database = build(game, path, pieces=pieces, memory=room, jobs=threads, compiled=compiled, progress=progress, told=done.append)
    seconds = time.monotonic() - started
    if as_json:
        say_json({**_about(database), "built": len(done), "memory": need.memory, "seconds": seconds})
        return
    _show(database)
    fresh = sum(one.won + one.lost + one.drawn for one in done)
    show_facts({"built now": f"{number(fresh)} positions in {duration(seconds)}"})


@databases.command(epilog=examples("db info checkers-4.cpdb", "db info checkers-4.cpdb --json"))
def info(path: FilePath, as_json: AsJson = False) -> None:
    """What a database holds: the game, its slices, how many positions are won, lost and drawn for the side to move."""
    from ..solving.databases import Database, located

    database = Database(located(path))
    if as_json:
        say_json({**_about(database), "slices": [one.as_dict() for one in database.summaries]})
    else:
        _show(database)


@databases.command(epilog=examples("db verify checkers-4.cpdb", "db verify checkers-4.cpdb --sample 100000 --seed 7"))
def verify(
    path: FilePath,
    sample: Annotated[int | None, typer.Option("--sample", metavar="N", help="So many entries at random; left out: all.", min=1)] = None,
    seed: Seed = None,
    memory: Memory = None,
    compiled: Speed = None,
    as_json: AsJson = False,
) -> None:
    """Verify every checksum, and derive entries anew from the positions they lead to: an independent check.

    Exit code 1: something is wrong.
    """
    from ..solving.databases import verify

    database, game = _opened(path)
    with working(f"verifying {path}") as progress:
        room = None if memory is None else memory << 20
        found = verify(database, game, sample=sample, seed=1 if seed is None else seed, memory=room, compiled=compiled, progress=progress)
    if as_json:
        say_json({"file": str(path), "ok": found.wrong is None, **found.as_dict()})
    elif found.wrong is None:
        screen().print(f"{number(found.entries)} entries are right  ({a_second(found.entries, found.seconds)})")
    else:
        screen().print(f"Entry {number(found.wrong)} is wrong: {found.position}", markup=False)
    if found.wrong is not None:
        raise typer.Exit(1)


@databases.command(epilog=examples("db probe checkers-4.cpdb --position 'B:W18,K24:BK1,K5'"))
def probe(path: FilePath, position_text: PositionText = None, as_json: AsJson = False) -> None:
    """What a database knows about a position, and about every move there."""
    database, game = _opened(path)
    state = position(game, position_text)
    known = database.known(state)
    moves = [] if known is None or game.is_terminal(state) else database.moves(state)
    if as_json:
        told = [{"move": game.format_action(state, action), "value": one.value, "distance": one.distance} for action, one in moves]
        about = {"value": None, "distance": None} if known is None else {"value": known.value, "distance": known.distance}
        say_json(
            {
                "file": str(path),
                "game": database.game,
                "position": game.format_state(state),
                "known": known is not None,
                **about,
                "moves": told,
            }
        )
        return
    board(game, state)
    if known is None:
        why = "it has too many pieces" if database.keys is None else "it cannot be reached from the start"
        screen().print(f"This position is not in the database: {why}.")
        return
    show_facts({"value": str(known), **{game.format_action(state, action): str(one) for action, one in moves}})


def _opened(path: Path) -> tuple[Any, Game[Any, Any]]:
    """A database and its game."""
    from ..solving.databases import Database, located

    database = Database(located(path))
    game = find_game(database.game)
    return database.attach(game), game


def _about(database: Any) -> dict[str, Any]:
    totals = {word: sum(getattr(one, word) for one in database.summaries) for word in ("won", "lost", "drawn")}
    return {
        "file": str(database.path),
        "game": database.game,
        "pieces": database.header["pieces"],
        "positions": database.positions,
        **totals,
        "longest": max(one.longest for one in database.summaries),
        "bytes": database.size,
        "fingerprint": database.header["fingerprint"],
    }


def _show(database: Any) -> None:
    """For people: a line for every number of pieces and for every slice."""
    about = _about(database)
    screen().print(f"{'slice':>12} {'won':>14} {'lost':>14} {'drawn':>14} {'longest':>8}")
    for pieces in sorted({one.pieces for one in database.summaries}):
        slices = [one for one in database.summaries if one.pieces == pieces]
        for one in slices:
            screen().print(f"{one.name:>12} {one.won:>14,} {one.lost:>14,} {one.drawn:>14,} {one.longest:>8}", style="dim")
        if pieces == 0:  # one slice of all that can be reached
            continue
        won, lost, drawn = (sum(getattr(one, word) for one in slices) for word in ("won", "lost", "drawn"))
        name = f"{pieces} piece{'' if pieces == 1 else 's'}"
        screen().print(f"{name:>12} {won:>14,} {lost:>14,} {drawn:>14,} {max(one.longest for one in slices):>8}")
    show_facts(
        {
            "game": about["game"],
            "positions": number(about["positions"]),
            "file": f"{about['file']}, {number(about['bytes'])} bytes, {about['bytes'] / max(1, about['positions']):.3f} a position",
        }
    )
