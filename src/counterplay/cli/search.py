"""`counterplay search`: the best move here, by an algorithm of your choice."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..errors import UsageError
from ..game import CHANCE, Game
from ..interrupts import answers_when_interrupted
from ..lines import names_along
from ..players import ALGORITHMS, SearchPlayer, algorithm, algorithm_with, settings_in, settings_of, with_evaluation
from ..points import counted
from ..positions import result_words, with_reason
from ..result import SearchResult
from ..search.analysis import outlook
from ..search.best import search_suited
from ..tracing.model import count
from .options import AsJson, GameName, PositionText, Seed, Speed, examples, find_game, loadable, position
from .output import a_second, complain, duration, number, say_json, show_facts, working

LONGEST_SHOWN = 40
"""So many plies of a line are shown to people."""
EXAMPLES = examples(
    "search tic_tac_toe --algorithm minimax",
    "search connect_four --depth 10 --position '4 4 3'",
    "search chess --seconds 5 --position '1. e4 e5 2. Nf3'",
    "search connect_four -a mcts --simulations 10000 --seed 1 --switch solver=true",
    "search 'tree([[3,12,8],[2,4,6],[14,5,2]])' -a alphabeta --hard",
    "search mygame.py:MyGame --seconds 5 --json",
)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(search)


def search(
    game_name: GameName,
    algorithm_name: Annotated[
        str | None,
        typer.Option("--algorithm", "-a", metavar="NAME", help=f"{', '.join(ALGORITHMS)}; left out: the one that suits the game."),
    ] = None,
    depth: Annotated[int | None, typer.Option("--depth", "-d", help="Plies to look ahead; left out: to the end of the game.")] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", "-s", help="Time to think: deeper and deeper until it is up.")] = None,
    simulations: Annotated[int | None, typer.Option(help="Games to play out (mcts, monte_carlo).")] = None,
    exploration: Annotated[float | None, typer.Option(help="The constant C of UCB1 (mcts).")] = None,
    hard: Annotated[bool | None, typer.Option("--hard/--soft", help="Fail-hard or fail-soft (alphabeta).", show_default=False)] = None,
    nodes: Annotated[int | None, typer.Option(help="Positions to look at (engine).")] = None,
    threads: Annotated[int | None, typer.Option(help="How many threads search together (engine, mcts).")] = None,
    memory: Annotated[int | None, typer.Option(metavar="MEGABYTES", help="How large table or tree may be (engine, mcts).", min=1)] = None,
    switch: Annotated[
        list[str] | None, typer.Option("--switch", metavar="NAME=VALUE", help="A switch of the engine or of mcts, say solver=true.")
    ] = None,
    seed: Seed = None,
    compiled: Speed = None,
    position_text: PositionText = None,
    as_json: AsJson = False,
) -> None:
    """Find the best move, its value, the best line.

    The same algorithms as in Python, with the same settings.
    """
    chosen = {"depth": depth, "seconds": seconds, "simulations": simulations, "exploration": exploration, "hard": hard, "seed": seed}
    room = {"nodes": nodes, "threads": threads, "memory": None if memory is None else memory << 20}
    settings = {word: value for word, value in {**chosen, **room, "compiled": compiled}.items() if value is not None}
    settings |= settings_in(",".join(switch or []))
    if algorithm_name is not None:
        algorithm(algorithm_name)  # a misspelt name is said before a game is loaded
    game = find_game(game_name)
    state = position(game, position_text)
    name = algorithm_name or algorithm_with(game, settings)
    verify(name, settings)
    with working(f"{name} on {game.name}", _advice(settings)) as progress, answers_when_interrupted() as enough:
        if algorithm_name:
            result = SearchPlayer(name, settings).search(game, state, progress=progress)
        else:
            result = search_suited(game, state, name, with_evaluation(game, settings), progress)
        stopped = enough.is_set()
    if as_json:
        found = {"game": loadable(game, game_name), "position": game.format_state(state), **in_notation(game, state, result)}
        say_json({**found, "stopped": True} if stopped else found)
    else:
        said = "" if algorithm_name else "  (it suits this game; --algorithm chooses another)"
        show(game, state, result, {"algorithm": result.algorithm + said})
    if stopped:
        complain("Stopped: this is what had been found by then.")
        raise typer.Exit(130)


def verify(name: str, settings: dict[str, Any]) -> None:
    """Refuse an option that this algorithm does not have, and name those that do."""
    takes = settings_of(name)
    for word in settings:
        if word not in takes:
            others = [other for other in ALGORITHMS if word in settings_of(other)]
            if not others:
                raise UsageError(f"No algorithm has a setting {word!r}; {name} has {', '.join(sorted(takes))}.")
            raise UsageError(f"{name} does not take --{word}; {' and '.join(others)} {'does' if len(others) == 1 else 'do'}.")


def _advice(settings: dict[str, Any]) -> str:
    """For whoever waits: without a limit the search goes to the end of the game."""
    return "" if {"depth", "seconds", "simulations", "nodes"} & settings.keys() else "--depth or --seconds limits it"


def _certainty(game: Game[Any, Any], result: SearchResult) -> str:
    """How sure a value is."""
    if game.players == 1 and result.distance is not None:
        return f"  (solved in {count(result.distance, 'move')}{': no way is cheaper' if result.exact else ''})"
    if result.distance is not None:
        return f"  (proven: {outlook(result.value, result.distance, result.exact, result.at_most)})"
    if result.exact:
        return "  (exact)"
    points = counted(game, result.value)
    return f"  ({points + ', ' if points else ''}estimated: not every line was followed to its end)"


def _ending(game: Game[Any, Any], state: Any, result: SearchResult) -> str:
    """How a game ended that is over here."""
    return with_reason(game, state, result_words(game, list(result.values)))


def in_notation(game: Game[Any, Any], state: Any, result: SearchResult) -> dict[str, Any]:
    """The fields of a result with actions as people write them, and of a game that is over how it ended."""
    fields = result.as_dict()
    if game.is_terminal(state):
        fields["ended"] = _ending(game, state, result)
    fields["line"] = names_along(game, state, result.line)
    fields["action"] = None if result.action is None else game.format_action(state, result.action)
    return fields


def show(game: Game[Any, Any], state: Any, result: SearchResult, first: dict[str, str]) -> None:
    """A result for people."""
    over = game.is_terminal(state)
    said = _ending(game, state, result) if over else f"{game.player_name(game.to_move(state))} to move"
    evaluated = result.depth == 0 and not result.exact and not over and game.to_move(state) != CHANCE
    unmoved = "with a depth of 0 the position is evaluated, and no move looked at" if evaluated else "there is nothing to choose here"
    no_action = f"none: {'the game is over' if over else unmoved}"
    rows = {
        "position": f"{game.format_state(state)}  ({said})",
        **first,
        "action": no_action if result.action is None else game.format_action(state, result.action),
        "value": number(result.value) + (f" for {game.player_name(0)}" if over else "") + _certainty(game, result),
    }
    if game.players > 2 or (game.players == 2 and game.payoff_sum != 0):
        rows["values"] = ", ".join(f"{game.player_name(player)} {number(value)}" for player, value in enumerate(result.values))
    shown, plies = result.line[:LONGEST_SHOWN], len(result.line)
    rows["line"] = game.format_line(state, shown) + (f" … ({plies} plies)" if plies > len(shown) else "")
    rows["depth"] = count(result.depth, "ply", "plies")
    rows["nodes"] = f"{number(result.nodes)}  ({a_second(result.nodes, result.seconds)})"
    rows["seconds"] = f"{duration(result.seconds)}, {'compiled' if result.compiled else 'interpreted'}"
    show_facts(rows)
