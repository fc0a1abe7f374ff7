"""Positions of games that a network played against itself, as arrays; and how many points one network makes against another."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, NamedTuple

from ...errors import UsageError
from ...evaluations.forward import MOST_ACTIVE
from ...evaluations.policy_network import PolicyNetwork
from ...game import Game
from ...kernels import Runner
from ...rng import Random
from ...search.endings import Endings
from ...search.mcts.knowledge import Knowledge
from ...search.mcts.settings import Settings, Switches
from ...search.sampled_tree import LEAST, MOST, Columns, as_kernels_see
from ...search.vectors import zeros
from ...watch import Watch
from ...whole_files import read_whole, write_whole
from .playing import MOST_PLIES, Notes, Plan, duel, play_games

TOGETHER: Final = 25
"""So many games share a seed. Threads take turns with these, so that what is played does not depend on how many threads there are."""
SWITCHES: Final = Switches(puct=True, solver=True)


class Experience(NamedTuple):
    """What there is to learn from: row i of each array belongs to position i."""

    places: Any
    amounts: Any
    """What the network sees: input `places[i, k]` is `amounts[i, k]`; where fewer inputs differ from 0, the amounts are 0."""
    policies: Any
    """How good the search thought every action number, as shares; all 0 where nothing is to be learned of that."""
    values: Any
    """What the search thought the position worth, to the player whose viewpoint it is."""
    results: Any
    """What it was worth in the end."""

    @property
    def size(self) -> int:
        """How many positions there are."""
        return len(self.values)

    @classmethod
    def joined(cls, parts: Iterable[Experience]) -> Experience:
        """All of them, one after the other."""
        import numpy

        known = [part for part in parts if part.size]
        if not known:
            raise UsageError("There is nothing to learn from: no game came to its end.")
        width = max(part.places.shape[1] for part in known)
        columns = []
        for name in cls._fields:
            arrays = [getattr(part, name) for part in known]
            if name in ("places", "amounts"):
                arrays = [numpy.pad(array, ((0, 0), (0, width - array.shape[1]))) for array in arrays]
            columns.append(numpy.concatenate(arrays))
        return cls(*columns)

    def save(self, path: Path) -> None:
        """Write it to a file, whole or not at all."""
        import numpy

        file = io.BytesIO()
        numpy.savez_compressed(file, **self._asdict())
        write_whole(path, file.getvalue())

    @classmethod
    def load(cls, path: Path) -> Experience:
        """What `save` wrote."""
        import numpy

        try:
            content = read_whole(path)
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
        if content is None:
            raise UsageError(f"{path} is damaged: take it away, and the run goes on with the other games it remembers.")
        with numpy.load(io.BytesIO(content), allow_pickle=False) as file:
            return cls(*(file[name] for name in cls._fields))


class Searcher:
    """A tree to search with, and how: each thread has its own."""

    def __init__(self, game: Game[Any, Any], simulations: int, exploration: float, compiled: bool):
        capacity = 2 + (simulations + 1) * game.policy_outputs
        self.game, self.compiled = game, compiled
        columns = Columns.empty(capacity, game.players, compiled)
        columns.extremes[LEAST], columns.extremes[MOST] = game.rungs[0], game.rungs[-1]
        settings = Settings.of(game, exploration, SWITCHES, False)
        knowledge = Knowledge.empty(SWITCHES, capacity, game.players, compiled, settings.best)
        self.memory = columns, knowledge
        tools = zeros(game), columns.for_kernels(compiled), knowledge.for_kernels(compiled), Endings.of(None, compiled)
        self.arguments: tuple[Any, ...] = (settings, 0, *tools)
        self.run = Runner(compiled)


def played(
    game: Game[Any, Any],
    network: PolicyNetwork,
    games: int,
    plan: Plan,
    *,
    exploration: float = 1.4,
    seed: int = 1,
    threads: int = 1,
    compiled: bool = True,
) -> tuple[Experience, int]:
    """What so many games of a network against itself teach, and how many of them came to an end."""
    guided = network.guiding(game)

    over = threading.Event()
    watches: dict[int, Watch] = {}

    def work(numbers: range) -> list[tuple[Experience, int]]:
        searcher = Searcher(guided, max(plan.simulations, plan.quick), exploration, compiled)
        parts = []
        for number in numbers:
            if over.is_set():
                break
            watch = watches[numbers.start] = Watch()
            parts.append(_batch(searcher, plan, min(TOGETHER, games - number), seed * 1_000_003 + number, watch))
        return parts

    starts = range(0, games, TOGETHER)
    if threads == 1:
        parts = work(starts)
    else:
        with ThreadPoolExecutor(threads) as pool:
            try:
                shares = list(pool.map(work, (starts[i::threads] for i in range(threads))))
            except BaseException:  # Ctrl-C, which this thread hears: the others are not waited for until their games are over
                over.set()
                for watch in tuple(watches.values()):
                    watch.stop()
                raise
        parts = [shares[i % threads][i // threads] for i in range(len(starts))]
    return Experience.joined(part for part, _ in parts), sum(ended for _, ended in parts)


def _batch(searcher: Searcher, plan: Plan, games: int, seed: int, watch: Watch) -> tuple[Experience, int]:
    """Games that share a seed."""
    import numpy

    room, outputs = 2 * games * MOST_PLIES, searcher.game.policy_outputs
    kinds = (("i4", MOST_ACTIVE), ("f8", MOST_ACTIVE), ("i4", 1), ("f8", outputs), ("f8", 1), ("f8", 1), ("i4", 1), ("i4", 1))
    notes = Notes(*(numpy.zeros(room * width, kind) for kind, width in kinds))
    seen = Notes(*(as_kernels_see(column, searcher.compiled) for column in notes))
    rows, ended = searcher.run(
        play_games, searcher.game, searcher.game.initial(), games, plan, *searcher.arguments, seen, Random(seed), watch=watch
    )  # fmt: skip
    width = int(notes.actives[:rows].max(initial=1))
    places = notes.places[: rows * MOST_ACTIVE].reshape(rows, MOST_ACTIVE)[:, :width]
    amounts = notes.amounts[: rows * MOST_ACTIVE].reshape(rows, MOST_ACTIVE)[:, :width]
    policies = notes.policies[: rows * outputs].reshape(rows, outputs)
    listed = numpy.arange(width)[None, :] < notes.actives[:rows, None]
    parts = (places * listed).astype("i4"), (amounts * listed).astype("f4"), policies.astype("f4")
    return Experience(*parts, notes.values[:rows].astype("f4"), notes.results[:rows].astype("f4")), int(ended)


def play_against(
    game: Game[Any, Any],
    network: PolicyNetwork,
    rival: PolicyNetwork,
    games: int,
    *,
    simulations: int,
    opening: int,
    exploration: float = 1.4,
    seed: int = 1,
    compiled: bool = True,
) -> float:
    """The share of points, 0 to 1, that a network makes against another in so many games, two from every opening."""
    if network.shape != rival.shape:
        raise UsageError(f"The networks have the shapes {network.shape} and {rival.shape}: only networks of one shape play here.")
    guided, other = network.guiding(game), rival.guiding(game)
    searcher = Searcher(guided, simulations, exploration, compiled)
    points = searcher.run(
        duel, guided, game.initial(), other, games, simulations, opening, *searcher.arguments, Random(seed), watch=Watch()
    )  # fmt: skip
    return 0.5 + 0.5 * float(points) / games
