"""What every move here is worth, deeper and deeper: the one place that makes the stream of analyses, and the engine's moves.

Where the game has an evaluation, each move is searched to a depth, then one ply deeper, and so on, by the textbook algorithm that fits the
game. Where it has none, such a search knows only what it followed to the end of the game: it is tried first, and if that end is too
far away, Monte Carlo tree search estimates instead, with more and more simulations.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..errors import Stopped
from ..game import CHANCE, Game
from ..kernels import Progress
from ..players import Level, algorithm, algorithm_for
from ..rng import Random
from ..search.mcts import grow
from ..search.sampling import Sampling
from . import bounds
from .compiling import Compiler

Stop = Callable[[Progress | None], None]
"""Called now and then by a search; raises `Stopped` when it is to stop."""
EXACT_SHARE = 0.3
"""The part of the time in which a search without an evaluation tries to see the end of the game."""
FIRST_SIMULATIONS = 500
MOST_DEPTH = 200
INTERPRETED_SECONDS = 1.5
"""The most time for the engine's move as long as a game has no machine code: it plays a little worse, but it plays."""


class Line(NamedTuple):
    """One move with what it is worth to the player to move, and best play after it."""

    action: Any
    value: float
    distance: int | None
    exact: bool
    line: tuple[Any, ...]


@dataclass(frozen=True)
class Analysis:
    """What is known so far: the best lines, the best first."""

    depth: int
    selective_depth: int
    nodes: int
    seconds: float
    lines: tuple[Line, ...]
    exact: bool
    algorithm: str
    compiled: bool


class _TimeIsUp(Stopped):
    """The time of this search is over; what is known stays known."""


def analyse(
    game: Game[Any, Any], state: Any, *, seconds: float, lines: int, stop: Stop, compiler: Compiler, depth: int = MOST_DEPTH
) -> Iterator[Analysis]:
    """Better and better analyses of a state that is not terminal, until nothing is left to find out or the time is over."""
    started = time.monotonic()

    def watched_until(deadline: float) -> Stop:
        def watch(progress: Progress | None = None) -> None:
            stop(progress)
            if time.monotonic() > deadline:
                raise _TimeIsUp("The time is up.")

        return watch

    estimates = game.overrides("evaluate")
    share = 1.0 if estimates else EXACT_SHARE
    try:
        for analysis in _deeper(game, state, lines, depth, watched_until(started + share * seconds), started, compiler):
            if estimates or analysis.exact:
                yield analysis
            if analysis.exact:
                return
    except _TimeIsUp:
        pass
    if not estimates:
        with suppress(_TimeIsUp):
            yield from _sampled(game, state, lines, watched_until(started + seconds), started, compiler)


def _deeper(
    game: Game[Any, Any], state: Any, lines: int, deepest: int, watch: Stop, started: float, compiler: Compiler
) -> Iterator[Analysis]:
    """Every move searched to depth 1, 2, 3, …; those that are known to the end of the game are not searched again."""
    search = algorithm_for(game)
    player = game.to_move(state)
    found: dict[Any, Line] = {}
    nodes = 0
    children = [(action, game.result(state, action)) for action in game.actions(state)]
    for depth in range(1, deepest + 1):
        compiled = compiler.speed(search, game)
        for action, child in children:
            if action in found and found[action].exact:
                continue
            watch(None)
            result = algorithm(search)(game, child, depth=depth - 1, compiled=compiled, progress=watch)
            distance = 1 + len(result.line) if result.exact else None
            found[action] = Line(action, result.values[player], distance, result.exact, (action, *result.line))
            nodes += result.nodes
        ranked = sorted(found.values(), key=_promise, reverse=True)
        exact = all(line.exact for line in ranked)
        deep = max(len(line.line) for line in ranked) if exact else depth
        yield Analysis(
            depth, deep, nodes, time.monotonic() - started, tuple(ranked[:lines]), exact, search, compiled is not False and game.compiles
        )
        if exact:
            return
        children.sort(key=lambda pair: -found[pair[0]].value)


def _promise(line: Line) -> tuple[float, float]:
    """How to rank lines: by value; a sure gain sooner, a sure loss later."""
    soon = 0.0 if line.distance is None else -line.distance if line.value > 0 else line.distance
    return line.value, soon


def _sampled(game: Game[Any, Any], state: Any, lines: int, watch: Stop, started: float, compiler: Compiler) -> Iterator[Analysis]:
    """Monte Carlo tree search with ever more simulations."""
    player = game.to_move(state)
    simulations, seed = FIRST_SIMULATIONS, 1
    while True:
        compiled = compiler.speed("mcts", game)
        watch(None)
        sampling = Sampling(simulations=simulations, seed=seed, compiled=compiled, progress=watch)
        tree = grow(game, state, sampling, capacity=bounds.TREE_NODES)
        visited = sorted((child for child in tree.children() if tree.visits(child)), key=tree.visits, reverse=True)
        found = []
        for child in visited[:lines]:
            best, node = [tree.action(child)], tree.best_child(child)
            while node is not None:
                best.append(tree.action(node))
                node = tree.best_child(node)
            found.append(Line(tree.action(child), tree.means(child)[player], None, False, tuple(best)))
        yield Analysis(tree.depth, tree.depth, simulations, time.monotonic() - started, tuple(found), False, "mcts", tree.compiled)
        simulations *= 4


class Chosen(NamedTuple):
    """The engine's move, and at which speed it was found; None where nothing was searched."""

    action: Any
    compiled: bool | None


def choose(
    game: Game[Any, Any], state: Any, level: Level, *, seconds: float | None, stop: Stop, compiler: Compiler, rng: Random | None = None
) -> Chosen:
    """A move of the strength of a level, within the time if one is given; where chance moves, an outcome by its probability."""
    rng = rng or Random(None)
    if game.to_move(state) == CHANCE:
        return Chosen(_outcome(game, state, rng), None)
    if len(only := list(game.actions(state))) == 1:
        return Chosen(only[0], None)
    if rng.uniform() < level.random_share:
        return Chosen(game.random_action(state, rng), None)
    compiled = compiler.speed("mcts", game)
    if seconds is None and compiled is False:
        seconds = INTERPRETED_SECONDS
    limit = level.seconds if seconds is None else min(level.seconds, seconds / 2)
    if limit:
        search = algorithm_for(game)
        try:
            seen = algorithm(search)(game, state, seconds=limit, compiled=compiler.speed(search, game), progress=stop)
            if seen.exact:
                return Chosen(seen.action, seen.compiled)
        except Stopped:  # not even one ply ahead was to be seen in that time, or the visitor left: then this raises again
            stop(None)
    sampled = algorithm("mcts")(
        game,
        state,
        simulations=level.simulations,
        seconds=bounds.MOVE_SECONDS if seconds is None else seconds - limit,
        capacity=bounds.TREE_NODES,
        seed=rng.next(),
        compiled=compiled,
        progress=stop,
    )
    stop(None)
    return Chosen(sampled.action, sampled.compiled)


def _outcome(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    """What chance does."""
    outcomes = list(game.chances(state))
    remaining = rng.uniform()
    for outcome, probability in outcomes:
        remaining -= probability
        if remaining < 0:
            return outcome
    return outcomes[-1][0]  # the probabilities add up to a hair less than 1
