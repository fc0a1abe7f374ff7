"""`counterplay analyse`: a search thinks aloud: the best lines here, better and better."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import UsageError
from ..game import Game
from ..interrupts import answers_when_interrupted
from ..lines import names_along
from ..players import algorithm_with, settings_in
from ..points import counted
from ..search.best import advice
from ..tracing.model import count
from .options import AsJson, GameName, PositionText, Speed, examples, find_game, position
from .output import a_second, complain, duration, number, say_json, screen
from .search import verify

if TYPE_CHECKING:
    from rich.table import Table

    from ..search.analysis import Analysis

EXAMPLES = examples(
    "analyse connect_four --lines 3 --seconds 10",
    "analyse othello --position f5d6c3 --depth 12",
    "analyse othello --algorithm mcts --switch solver=true --seconds 5",
    "analyse mygame.py:MyGame --threads 2 --json",
)


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    app.command(epilog=EXAMPLES)(analyse)


def analyse(
    game_name: GameName,
    lines: Annotated[int, typer.Option("--lines", "-n", help="How many of the best moves to show.", min=1)] = 3,
    seconds: Annotated[float | None, typer.Option("--seconds", "-s", help="Stop after this time; left out: Ctrl-C stops it.")] = None,
    algorithm_name: Annotated[
        str | None, typer.Option("--algorithm", "-a", metavar="NAME", help="engine or mcts; left out: the one that suits the game.")
    ] = None,
    depth: Annotated[int | None, typer.Option("--depth", "-d", help="Stop at this many plies (engine).")] = None,
    nodes: Annotated[int | None, typer.Option(help="Stop after this many positions (engine).")] = None,
    simulations: Annotated[int | None, typer.Option(help="Stop after this many simulations (mcts).")] = None,
    threads: Annotated[int, typer.Option(help="How many threads search together.")] = 1,
    memory: Annotated[int, typer.Option(metavar="MEGABYTES", help="How large table or tree may be.", min=1)] = 256,
    switch: Annotated[
        list[str] | None, typer.Option("--switch", metavar="NAME=VALUE", help="A switch of the engine or of mcts, say solver=true.")
    ] = None,
    position_text: PositionText = None,
    compiled: Speed = None,
    as_json: AsJson = False,
) -> None:
    """Watch a search think: value and line of the best moves, after each depth of the engine or every moment of mcts.

    Without --algorithm it is the search that suits the game: the engine for two (mcts in Go), max^n with three players, A* in a puzzle.
    Into a file or a pipe, what is proven is told when it is found, and with its whole lines at the end. Ctrl-C ends it with what is known
    by then. With --json there is one object for each step, printed as soon as it is known.
    """
    from ..search.aloud import analyse
    from ..search.engine import Engine
    from ..search.mcts import Mcts

    game = find_game(game_name)
    state = position(game, position_text)
    if algorithm_name not in (None, "engine", "mcts"):
        raise UsageError(f"--algorithm {algorithm_name}: engine and mcts think aloud; `counterplay search` has the others.")
    limits = {"depth": depth, "nodes": nodes, "simulations": simulations, "seconds": seconds}
    given: dict[str, Any] = {word: value for word, value in limits.items() if value is not None}
    name = algorithm_name or algorithm_with(game, given)
    settings: dict[str, Any] = {"threads": threads, "memory": memory << 20, "compiled": compiled, **settings_in(",".join(switch or []))}
    if name == "mcts":
        verify(name, given)
        if depth is not None:
            settings["depth"] = given.pop("depth")
        known = {} if algorithm_name else advice(game, name)
        stream = Mcts(game, **{**known, **settings}).analyse(state, lines=lines, **given)
    elif name == "engine":
        verify(name, given)
        stream = Engine(game, **settings).analyse(state, lines=lines, **given)
    else:
        stream = analyse(game, state, lines=lines, **given, **settings)
    with answers_when_interrupted() as enough:
        told = _tell(game, state, stream, as_json)
        stopped = enough.is_set()
    if stopped:
        if not told:
            raise KeyboardInterrupt
        complain("Stopped: this is what had been found by then.")
        raise typer.Exit(130)


def _tell(game: Game[Any, Any], state: Any, stream: Iterator[Analysis], as_json: bool) -> bool:
    """Show what is known, as it comes; whether there was anything."""
    told = False
    if as_json:
        for said in stream:
            say_json(_in_notation(game, state, said))
            told = True
    elif screen().is_terminal:
        from rich.live import Live

        with Live(console=screen(), refresh_per_second=12) as live:  # one table, rewritten at each step
            for said in stream:
                live.update(_table(game, state, said))
                told = True
    else:
        for said in _news(stream):
            screen().print(_table(game, state, said))
            sys.stdout.flush()
            told = True
    return told


def _news(stream: Iterable[Analysis]) -> Iterator[Analysis]:
    """The steps that say something new, and at the end the lines as far as they are known by then."""
    said = told = None
    for said in stream:
        if said.says_more_than(told):
            yield said
            told = said
    if said and told and said.lines != told.lines:
        yield said


def _in_notation(game: Game[Any, Any], state: Any, said: Analysis) -> dict[str, Any]:
    """The fields of an analysis with actions as people write them."""
    fields = said.as_dict()
    for line in fields["lines"]:
        line["line"] = names_along(game, state, line["line"])
        line["action"] = line["line"][0]
    return {"position": game.format_state(state), **fields}


def _table(game: Game[Any, Any], state: Any, said: Analysis) -> Table:
    """An analysis for people."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    sampled = said.algorithm == "mcts"
    looked_at = f"{number(said.nodes)} {'simulations' if sampled else 'nodes'}"
    further = f" (up to {said.selective_depth})" if said.selective_depth > said.depth else ""
    known = f"{'tree' if sampled else 'table'} {said.table_full:.0%} full"
    if said.exact:
        known = "proven; there may be a shorter way" if any(line.at_most for line in said.lines) else "nothing is left to find out"
    depths = sorted({said.depth if line.depth is None else line.depth for line in said.lines})
    uneven = len(depths) > 1  # it was stopped before all of the lines had been looked at so deep
    depth = f"{depths[0]} to {depths[-1]}" if uneven else f"{said.depth}"
    table = Table(
        box=box.SIMPLE_HEAD,
        min_width=72,
        title=f"{game.player_name(game.to_move(state))} to move: depth {depth}{further}",
        caption=f"{looked_at} in {duration(said.seconds)}, {a_second(said.nodes, said.seconds)}, {known}",
        title_justify="left",
        caption_justify="left",
    )
    table.add_column("move", style="bold", no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    if uneven:
        table.add_column("depth", justify="right", no_wrap=True)
    table.add_column("line")  # the only column that may be made narrower: on a screen what does not fit is cut off, elsewhere it is wrapped
    cut = screen().is_terminal
    for line in said.lines:
        outlook = f"solved in {count(line.distance, 'move')}" if game.players == 1 and line.distance is not None else line.outlook()
        if line.distance is None and not line.exact:
            outlook = counted(game, line.value) or outlook
        moves = Text(game.format_line(state, line.line), no_wrap=cut, overflow="ellipsis" if cut else "fold")
        table.add_row(
            game.format_action(state, line.action),
            outlook,
            *([str(said.depth if line.depth is None else line.depth)] if uneven else []),
            moves,
        )
    return table
