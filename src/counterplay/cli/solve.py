"""`counterplay solve`: the true value of a game, of a position, or of a file of positions."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from ..errors import CounterplayError, UsageError
from ..game import Game
from ..positions import is_numbered, read_position
from .options import AsJson, GameName, PositionText, Speed, examples, find_game, lines_of, loadable, position
from .output import complain, errors, number, say_json, working
from .search import in_notation, show

EXAMPLES = examples(
    "solve tic_tac_toe",
    "solve 'nim(pile_sizes=(2,2))'",
    "solve tic_tac_toe --all",
    "solve 'go(board_size=3,komi=8.5,max_game_length=-1)' --superko",
    "solve 'pig(goal=50)' --tolerance 1e-6",
    "solve connect_four --position 44455554221 --json",
    "solve connect_four --positions positions.txt --json",
    "solve connect_four --position 4444 --threads 2",
)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(solve)


def solve(
    game_name: GameName,
    positions: Annotated[
        str | None, typer.Option("--positions", metavar="FILE", help="Solve every line of a file; - is standard input.")
    ] = None,
    all_states: Annotated[bool, typer.Option("--all", help="The value and the distance of every state that can be reached.")] = False,
    superko: Annotated[bool, typer.Option("--superko", help="No position may come back: who wins then?")] = False,
    seconds: Annotated[float | None, typer.Option("--seconds", "-s", help="Give up after this time (on one position).")] = None,
    memory: Annotated[int | None, typer.Option("--memory", metavar="MEGABYTES", help="How large the table may grow.", min=1)] = None,
    threads: Annotated[
        int | None,
        typer.Option("--threads", metavar="N", help="How many work together; left out: one; with --all or --superko, one a core.", min=1),
    ] = None,
    tolerance: Annotated[float, typer.Option("--tolerance", help="How near to the truth, where positions come back.")] = 1e-9,
    position_text: PositionText = None,
    compiled: Speed = None,
    as_json: AsJson = False,
) -> None:
    """Solve a game: its value with best play by all sides.

    With --positions and --json there is one object for each line, printed as soon as it is solved.
    """
    import counterplay

    game = find_game(game_name)
    room: dict[str, Any] = {} if memory is None else {"memory": memory << 20}
    if positions is not None:
        if position_text is not None or all_states or superko:
            raise UsageError("--positions goes with none of --position, --all and --superko.")
        _solve_lines(game, positions, counterplay.Solver(game, compiled=compiled, threads=threads or 1, **room), seconds, as_json)
        return
    state = position(game, position_text)
    if superko and all_states:
        raise UsageError("--superko does not go with --all.")
    if all_states and _two_opponents(game):
        _solve_all(game, game_name, state, {"threads": threads, "seconds": seconds, "compiled": compiled, **room}, as_json)
        return
    with working(f"solving {game.name}") as progress:
        limits: dict[str, Any] = {"seconds": seconds, "compiled": compiled, "progress": progress}
        if superko:
            result = counterplay.solve_superko(game, state, threads=threads, **limits, **room)
        else:
            result = counterplay.solve(game, state, all_states=all_states, tolerance=tolerance, threads=threads, **limits, **room)
    if as_json:
        say_json({"game": loadable(game, game_name), "position": game.format_state(state), **in_notation(game, state, result)})
        return
    facts = {} if result.states is None else {"states": number(result.states)}
    if result.tolerance:
        facts["to within"] = f"{result.tolerance:g}"
    if result.score is not None and result.score != result.value:
        facts["score"] = number(result.score)
    show(game, state, result, facts)


def _two_opponents(game: Game[Any, Any]) -> bool:
    """Whether every state has a value and a distance: in other games, with chance or more players, there is only a value."""
    return game.players == 2 and game.payoff_sum == 0 and not game.overrides("chances") and not game.properties.hidden_information


def _solve_all(game: Game[Any, Any], given: str, state: Any, limits: dict[str, Any], as_json: bool) -> None:
    """Every state that can be reached, positions that come back included."""
    import counterplay

    from ..solving.columns import amount, free_memory
    from ..solving.growing import WHOLE_MEMORY

    limits = {"memory": WHOLE_MEMORY, **limits}
    stated = f"takes at most {amount(limits['memory'])} of memory, you have {amount(free_memory())}"
    errors().print(f"counterplay: {game}: all states that can be reached; {stated}.", markup=False, soft_wrap=True)
    with working(f"solving {game.name}") as progress:
        known = counterplay.solve_all(game, state, progress=progress, **limits)
    result = known.solution()
    counts = {word: getattr(known, word) for word in ("won", "lost", "drawn", "longest")}
    if as_json:
        say_json({"game": loadable(game, given), "position": game.format_state(state), **in_notation(game, state, result), **counts})
        return
    facts = {
        "states": number(known.states),
        "for the mover": f"{number(known.won)} won, {number(known.lost)} lost, {number(known.drawn)} level",
        "longest win": f"{known.longest} plies",
    }
    show(game, state, result, facts)


def _solve_lines(game: Game[Any, Any], source: str, solver: Any, seconds: float | None, as_json: bool) -> None:
    """Solve line after line; one that is no position is reported where it stands, and the rest go on."""
    wrong = 0
    for where, text in lines_of(source):
        try:
            state, written = _position_in(game, text)
            with working(f"solving {written}") as progress:
                result = solver.solve(state, seconds=seconds, progress=progress)
        except CounterplayError as error:
            wrong += 1
            complain(f"{where}: {text[:80]}: {error}")
            if as_json:
                say_json({"position": text.split()[0], "error": str(error)})
            continue
        said = in_notation(game, state, result)
        if as_json:
            wanted = ("value", "score", "action", "line", "nodes", "seconds")
            say_json({"position": written, **{name: said[name] for name in wanted}})
        else:
            typer.echo(f"{written}  score {number(result.score)}  best {said['action'] or 'none: the game is over'}")
        sys.stdout.flush()
    if wrong:
        raise typer.Exit(1)


def _position_in(game: Game[Any, Any], text: str) -> tuple[Any, str]:
    """The position that a line begins with: its first word, or as many words as the game's notation needs; of a numbered line all."""
    words = text.split()
    problem: CounterplayError | None = None
    for count in (len(words), 1) if is_numbered(text) else (1, 2, len(words)):
        written = " ".join(words[:count])
        try:
            return read_position(game, written), written
        except CounterplayError as error:
            problem = problem or error
    raise problem or UsageError("no position")
