"""What every move here is worth, deeper and deeper: the one place that makes the stream of analyses, and the engine's moves.

Two opponents: the engine. Other games with an evaluation: each move is searched to a depth, then one ply deeper, and so on, by the
textbook algorithm that fits. Where a game has no evaluation, such a search knows only what it followed to the end of the game: it is
tried first, and if that end is too far away, Monte Carlo tree search estimates instead, with more and more simulations.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from ..errors import Stopped
from ..evaluations import PolicyNetwork, with_own_network
from ..game import CHANCE, Game
from ..players import ALGORITHMS, Level, algorithm, guided
from ..result import SearchResult
from ..rng import Random
from ..search.best import advice, algorithm_for
from ..search.engine import Analysis, Engine
from ..search.mcts import Mcts
from ..search.move_by_move import Stop, TimeIsUp, move_by_move, until
from . import bounds
from .compiling import Compiler
from .networks import NODES, SIMULATIONS, Learned, Networks
from .views import Position

EXACT_SHARE = 0.3
"""The part of the time in which a search without an evaluation tries to see the end of the game."""
INTERPRETED_SECONDS = 1.5
"""The most time for the engine's move as long as a game has no machine code: it plays a little worse, but it plays."""
LOOK_SECONDS = 0.05


def analyse(position: Position, *, seconds: float, lines: int, stop: Stop, compiler: Compiler) -> Iterator[Analysis]:
    """Better and better analyses of a state that is not terminal, until nothing is left to find out or the time is over."""
    game, state = with_own_network(position.game), position.state
    started = time.monotonic()
    estimates = game.overrides("evaluate")
    late = started + (1.0 if estimates else EXACT_SHARE) * seconds
    search = algorithm_for(game)
    if search == "mcts":
        yield from _aloud(search, position, lines, started + seconds, stop, compiler)
        return
    if search == "engine":
        stream = _aloud(search, position, lines, late, stop, compiler)
    else:
        stream = move_by_move(game, state, search, lines=lines, stop=until(late, stop), speed=lambda: compiler.speed(search, game))
    with suppress(TimeIsUp):
        for analysis in stream:
            if estimates or analysis.exact:
                yield analysis
            if analysis.exact:
                return
    if not estimates:
        yield from _aloud("mcts", position, lines, started + seconds, stop, compiler)


def _aloud(search: str, position: Position, lines: int, deadline: float, stop: Stop, compiler: Compiler) -> Iterator[Analysis]:
    """What the engine or Monte Carlo tree search says; it begins again as soon as there is machine code."""
    game = position.game
    history: dict[str, Any] = {"earlier": position.earlier} if search == "engine" else {}
    while (left := deadline - time.monotonic()) > 0:
        compiled = compiler.speed(search, game)
        thinker: Engine | Mcts
        if search == "engine":
            thinker = Engine(game, memory=bounds.TABLE_BYTES, compiled=compiled)
        else:
            thinker = Mcts(game, memory=bounds.TREE_BYTES, seed=1, compiled=compiled, **advice(game, search))
        with _stopping(thinker, stop):
            for analysis in thinker.analyse(position.state, lines=lines, seconds=left, **history):
                stop(None)
                yield analysis
                if analysis.exact:
                    return
                if compiled is False and compiler.speed(search, game) is None:
                    break
            else:
                stop(None)
                return


@contextmanager
def _stopping(thinker: Engine | Mcts, stop: Stop) -> Iterator[None]:
    """While a search thinks, somebody looks whether it is to stop."""
    done = threading.Event()

    def look() -> None:
        while not done.wait(LOOK_SECONDS):
            try:
                stop(None)
            except Stopped:
                thinker.stop()

    threading.Thread(target=look, name="look", daemon=True).start()
    try:
        yield
    finally:
        done.set()


class Chosen(NamedTuple):
    """The engine's move, and at which speed it was found; None where nothing was searched."""

    action: Any
    compiled: bool | None


def choose(position: Position, level: Level, *, seconds: float | None, stop: Stop, compiler: Compiler, rng: Random | None = None) -> Chosen:
    """A move of the strength of a level, within the time if one is given; where chance moves, an outcome by its probability."""
    game, state = position.game, position.state
    rng = rng or Random(None)
    if game.to_move(state) == CHANCE:
        return Chosen(_outcome(game, state, rng), None)
    if len(only := list(game.actions(state))) == 1:
        return Chosen(only[0], None)
    if rng.uniform() < level.random_share:
        return Chosen(game.random_action(state, rng), None)
    return _found(position, lambda: _thought(position, level, seconds, stop, compiler, rng), stop, rng)


def _found(position: Position, think: Callable[[], SearchResult], stop: Stop, rng: Random) -> Chosen:
    """What a search finds, or any move where its time was too short for that."""
    try:
        found = think()
    except Stopped:  # the visitor left, which raises again; or not even one ply was to be seen in that time
        stop(None)
        return Chosen(position.game.random_action(position.state, rng), None)
    return Chosen(found.action, found.compiled)


def choose_learned(
    position: Position, learned: Learned, networks: Networks, *, seconds: float | None, stop: Stop, compiler: Compiler
) -> Chosen:
    """The move of something that was learned, within the time if one is given: what guides the search or evaluates is the network alone."""
    game, state = position.game, position.state
    if len(only := list(game.actions(state))) == 1:
        return Chosen(only[0], None)
    network, search = learned.load(game), learned.search(game)
    compiled = compiler.speed(search, networks.alike(game, network))
    limit = min(seconds or bounds.MOVE_SECONDS, INTERPRETED_SECONDS if compiled is False else bounds.MOVE_SECONDS)
    limits: dict[str, Any] = {"seconds": limit}
    if isinstance(network, PolicyNetwork):
        tree = {"network": network, "exploration": learned.exploration, "memory": bounds.TREE_BYTES}
        limits |= {"simulations": SIMULATIONS, "database": False, **tree}
    elif search == "engine":
        limits |= {"nodes": NODES, "database": False, "earlier": position.earlier, "evaluate": network}
    else:
        limits |= {"depth": 1, "evaluate": network}
    return _found(position, lambda: _searched(search, game, state, compiled, stop, **limits), stop, Random(None))


def _thought(position: Position, level: Level, seconds: float | None, stop: Stop, compiler: Compiler, rng: Random) -> SearchResult:
    """As `LevelPlayer` thinks, but within bounds of time and memory, and at the speed that there is."""
    game, state = with_own_network(position.game) if level.seconds else position.game, position.state
    strongest = algorithm_for(game)
    by_engine = guided(game, strongest)
    by_star = strongest == "star_minimax" and game.overrides("evaluate")
    compiled = compiler.speed(strongest if by_engine or by_star else "mcts", game)
    if compiled is False:
        seconds = min(seconds or INTERPRETED_SECONDS, INTERPRETED_SECONDS)
    limit = min(level.seconds, seconds or level.seconds)
    if by_engine:
        nodes = None if level.seconds else level.effort
        history = {"earlier": position.earlier, "database": level.database} if strongest == "engine" else {}
        return _searched(strongest, game, state, compiled, stop, seconds=limit or seconds, nodes=nodes, **history)
    if by_star:
        return _searched(
            strongest, game, state, compiled, stop, seconds=limit or seconds or bounds.MOVE_SECONDS, depth=None if limit else 1
        )
    if limit and strongest != "mcts":
        with suppress(Stopped):
            seen = _searched(strongest, game, state, compiler.speed(strongest, game), stop, seconds=limit / 2)
            if seen.exact:
                return seen
    left = seconds - limit / 2 if seconds else bounds.MOVE_SECONDS
    limits: dict[str, Any] = {"simulations": level.effort, "seconds": left}
    if strongest == "mcts" and limit:
        limits = {"seconds": limit}
    limits |= {"memory": bounds.TREE_BYTES, "seed": rng.next(), "database": level.database, **advice(game, "mcts")}
    return _searched("mcts", game, state, compiled, stop, **limits)


def _searched(name: str, game: Game[Any, Any], state: Any, compiled: bool | None, stop: Stop, **limits: Any) -> SearchResult:
    """A search that ends with its visitor: whatever it answers when it was stopped does not count."""
    if "memory" in ALGORITHMS[name].words:
        limits.setdefault("memory", bounds.TABLE_BYTES)
    try:
        return algorithm(name)(game, state, compiled=compiled, progress=stop, **limits)
    finally:
        stop(None)


def _outcome(game: Game[Any, Any], state: Any, rng: Random) -> Any:
    """What chance does."""
    outcomes = list(game.chances(state))
    remaining = rng.uniform()
    for outcome, probability in outcomes:
        remaining -= probability
        if remaining < 0:
            return outcome
    return outcomes[-1][0]  # the probabilities add up to a hair less than 1
