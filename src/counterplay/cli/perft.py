"""`counterplay perft`: how many lines of play there are, the classic test of rules and of their speed."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from ..errors import CounterplayError, UsageError
from ..game import Game
from ..positions import read_position
from .options import AsJson, GameName, PositionText, Speed, examples, find_game, lines_of, loadable, position
from .output import a_second, complain, duration, number, say_json, show_facts, working

COUNT = re.compile(r"D(\d{1,3})\s+(\d{1,18})")
OPERATION = re.compile(r";|\s(?=D\d{1,3}\s+\d{1,18}\s*(?:;|$))")
"""Before what: strictly, EPD has a semicolon behind each operation, not before it."""
EXAMPLES = examples(
    "perft connect_four 8",
    "perft chess 5 --position 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq -'",
    "perft chess --positions perftsuite.epd --max 1000000",
    "perft tic_tac_toe 5 --divide",
    "perft connect_four 8 --distinct",
    "perft connect_four 6 --position '4 4' --json",
)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(perft)


def perft(
    game_name: GameName,
    depth: Annotated[int | None, typer.Argument(metavar="[DEPTH]", help="The number of plies.", min=0)] = None,
    divide: Annotated[bool, typer.Option("--divide", help="The count below each first move as well.")] = False,
    finished: Annotated[bool, typer.Option("--finished", help="Count games that end earlier too, as is usual in Othello.")] = False,
    distinct: Annotated[bool, typer.Option("--distinct", help="Count positions instead of lines, after each number of plies.")] = False,
    positions: Annotated[
        str | None,
        typer.Option(
            "--positions",
            metavar="FILE",
            help="Recount a file with lines such as `FEN ;D1 20 ;D2 400`; - is standard input. Other lines are named and passed over.",
        ),
    ] = None,
    most: Annotated[int | None, typer.Option("--max", metavar="N", help="With --positions: leave out counts above this.", min=1)] = None,
    position_text: PositionText = None,
    compiled: Speed = None,
    as_json: AsJson = False,
) -> None:
    """Count all lines of play of DEPTH plies.

    The numbers are published for many games: the quickest way to see that rules are right, and how fast they are.
    """
    import counterplay

    game = find_game(game_name)
    if positions is not None:
        if depth is not None or divide or distinct or position_text is not None:
            raise UsageError("--positions goes without DEPTH, --divide, --distinct and --position: each line of the file has its own.")
        _recount(game, positions, most, finished, compiled, as_json)
        return
    if depth is None:
        raise UsageError("Give DEPTH, the number of plies, or a file with --positions.")
    if most is not None:
        raise UsageError("--max goes with --positions.")
    state = position(game, position_text)
    if distinct:
        if divide or finished:
            raise UsageError("--distinct goes with neither --divide nor --finished.")
        _count_positions(game, state, depth, compiled, loadable(game, game_name) if as_json else None)
        return
    with working(f"perft {depth} of {game.name}") as progress:
        result = counterplay.perft(game, depth, state, finished=finished, compiled=compiled, progress=progress)
    below = {game.format_action(state, action): count for action, count in result.divide}
    if as_json:
        answer = {"game": loadable(game, game_name), "position": game.format_state(state), **result.as_dict()}
        say_json({**answer, "divide": below})
        return
    rows = {name: number(count) for name, count in below.items()} if divide else {}
    rows["leaves"] = number(result.leaves)
    rows["seconds"] = f"{duration(result.seconds)}, {'compiled' if result.compiled else 'interpreted'}"
    rows["speed"] = f"{a_second(result.leaves, result.seconds)} (leaves)"
    show_facts(rows)


def _recount(game: Game[Any, Any], source: str, most: int | None, finished: bool, compiled: bool | None, as_json: bool) -> None:
    """Count again what the lines of a file say, and tell what is right and what is wrong."""
    import counterplay

    recounted = wrong = leaves = 0
    seconds = 0.0
    unread = False
    for where, line in lines_of(source):
        try:
            written, state, counts = _counts_in(game, line)
        except CounterplayError as error:
            unread = True
            complain(f"{where} is passed over: {error}")
            continue
        if not counts:
            complain(f"{where} is passed over: it has no counts such as `;D1 20 ;D2 400`.")
        for depth, expected in counts:
            if most is not None and expected > most:
                continue
            with working(f"perft {depth} of {written}") as progress:
                result = counterplay.perft(game, depth, state, finished=finished, compiled=compiled, progress=progress)
            right = result.leaves == expected
            recounted, wrong, leaves, seconds = recounted + 1, wrong + (not right), leaves + result.leaves, seconds + result.seconds
            if as_json:
                answer = {"position": written, "depth": depth, "leaves": result.leaves, "expected": expected, "right": right}
                say_json({**answer, "seconds": result.seconds})
            else:
                verdict = "right" if right else f"WRONG: {number(expected)} expected"
                typer.echo(f"{written}  perft {depth} = {number(result.leaves)}  {verdict}")
    if not recounted:
        raise UsageError(f"There is nothing to recount in {source}: lines look like `POSITION ;D1 20 ;D2 400`.")
    if not as_json:
        show_facts({"recounted": number(recounted), "wrong": number(wrong), "speed": f"{a_second(leaves, seconds)} (leaves)"})
    if wrong or unread:
        raise typer.Exit(1)


def _counts_in(game: Game[Any, Any], line: str) -> tuple[str, Any, list[tuple[int, int]]]:
    """The position of a line, as it is written and as a state, and its counts by depth: none in a line of EPD with other operations."""
    written, *operations = (part.strip() for part in OPERATION.split(line))
    entries = [operation for operation in operations if operation.startswith("D")]
    if not entries:
        return written, None, []
    counts = []
    for entry in entries:
        found = COUNT.fullmatch(entry)
        if found is None:
            raise UsageError(f"{entry!r:.40} is no count such as D4 197281.")
        counts.append((int(found[1]), int(found[2])))
    return written, read_position(game, written), counts


def _count_positions(game: Game[Any, Any], state: Any, depth: int, compiled: bool | None, name_for_json: str | None) -> None:
    """The number of different positions after 0, 1, … plies."""
    import counterplay

    with working(f"counting positions of {game.name}") as progress:
        found = counterplay.count_positions(game, depth, state, compiled=compiled, progress=progress)
    if name_for_json is not None:
        say_json({"game": name_for_json, "position": game.format_state(state), "depth": depth, **found.as_dict()})
        return
    rows = {f"after {ply} {'ply' if ply == 1 else 'plies'}": number(count) for ply, count in enumerate(found.counts)}
    show_facts({**rows, "seconds": f"{duration(found.seconds)}, {'compiled' if found.compiled else 'interpreted'}"})
