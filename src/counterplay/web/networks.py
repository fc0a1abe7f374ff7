"""What was learned and plays: the networks that come with games, and every generation of the runs in the folders that whoever started the
server named. A request names one by a digest; it never is a path."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

from ..errors import CounterplayError
from ..evaluations import LinearEvaluation, Network, PolicyNetwork, find_evaluation, find_policy_network, own_network
from ..game import Game
from ..learning.runs import Kept, Kind, Run, read_run, runs_in, told
from ..search.best import algorithm_for
from . import bounds
from .refusals import Refusal

LOOK_SECONDS: Final = 1.0
"""So long what was read of the folders is believed, however many pages ask."""
SIMULATIONS: Final = 400
"""A network that guides a search does so for so many simulations …"""
NODES: Final = 1_000
"""… and one that evaluates for so many positions; where there are dice, for the moves at hand alone."""
HOW: Final = {
    "mcts": f"{SIMULATIONS} simulations a move",
    "engine": f"looks at {NODES:,} positions",
    "star_minimax": "looks at its own moves alone",
}
OWN: Final = "comes with the game"


class Learned(NamedTuple):
    """Something learned that plays a game."""

    id: str
    words: str
    """What it had learned by then."""
    group: str
    """Where it comes from."""
    kind: Kind
    path: Path | None = None
    """Its file; None: it comes with the game."""
    exploration: float = 1.0

    @property
    def full_words(self) -> str:
        """What it is, where nothing else says where it comes from."""
        return self.words if self.path is not None else f"{OWN}: {self.words}"

    def search(self, game: Game[Any, Any]) -> str:
        """What it is used in: it guides Monte Carlo tree search, or evaluates where another search stops."""
        if self.kind == "policy":
            return "mcts"
        suited = algorithm_for(game)
        return suited if suited == "star_minimax" else "engine"

    def load(self, game: Game[Any, Any]) -> PolicyNetwork | Network | LinearEvaluation:
        """From its file, if that is whole and for this game; a sentence without the folders of this computer otherwise."""
        try:
            if self.kind == "policy":
                policy = find_policy_network(self.path or True, game)
                policy.guiding(game)
                return policy
            evaluation = find_evaluation(str(self.path or "network"), game)
            evaluation.used_by(game)
            return evaluation
        except CounterplayError as error:
            raise Refusal(422, _without_folder(str(error), self.path)) from error


class Networks:
    """All of them. Folders are read again and again: a run may go on meanwhile, in another process."""

    def __init__(self, folders: Iterable[Path] = ()):
        self._folders = [folder.absolute() for folder in folders]
        self._runs: dict[str, Run] = {}
        self._looked = -LOOK_SECONDS
        self._problems: dict[Path, tuple[tuple[int, int], str | None]] = {}
        self._alike: dict[tuple[Any, ...], Game[Any, Any]] = {}
        self._lock = Lock()

    # ── Which there are ──
    def runs(self) -> dict[str, Run]:
        """The runs by their digest, as they are now."""
        with self._lock:
            if time.monotonic() - self._looked >= LOOK_SECONDS:
                paths = dict.fromkeys(path for folder in self._folders for path in runs_in(folder))
                found = {digest(path): read_run(path) for path in list(paths)[: bounds.RUNS]}
                self._runs = {name: run for name, run in found.items() if run is not None}
                self._looked = time.monotonic()
            return self._runs

    def of_game(self, game: Game[Any, Any]) -> list[Learned]:
        """What plays this game, the network that it comes with first, then run by run from the first generation on."""
        return [*self.own(game), *(one for name, run in self.runs().items() if run.game == str(game) for one in of_run(name, run))]

    def own(self, game: Game[Any, Any]) -> Iterator[Learned]:
        """The networks that come with a game."""
        with suppress(CounterplayError):
            yield Learned("own:policy", _origin(find_policy_network(True, game).notes), OWN, "policy")
        if own_network(game) is not None:
            network = find_evaluation("network", game)
            is_deep = isinstance(network, Network) and network.hidden > 0
            yield Learned("own:network", _origin(network.notes), OWN, "network" if is_deep else "patterns")

    def find(self, name: str, game: Game[Any, Any]) -> Learned:
        """The one that a request names."""
        found = next((one for one in self.of_game(game) if one.id == name), None)
        if found is None:
            raise Refusal(
                422,
                f"There is no such network for {game.title} here: /learning lists those there are (serve --learned FOLDER).",
            )
        return found

    def problem(self, kept: Kept, kind: Kind) -> str | None:
        """What is wrong with the file of a generation, in a sentence; None: it is whole."""
        try:
            looked = kept.path.stat()
        except OSError:
            return f"{kept.path.name} is gone."
        stamp = looked.st_mtime_ns, looked.st_size
        with self._lock:
            known = self._problems.get(kept.path)
        if known is None or known[0] != stamp:
            reader: Any = {"policy": PolicyNetwork, "features": LinearEvaluation}.get(kind, Network)
            try:
                reader.load(kept.path)
                known = stamp, None
            except CounterplayError as error:
                known = stamp, _without_folder(str(error), kept.path)
            with self._lock:
                self._problems[kept.path] = known
        return known[1]

    def alike(self, game: Game[Any, Any], network: PolicyNetwork | Network | LinearEvaluation) -> Game[Any, Any]:
        """A game that carries a network of the same shape, always the same one: what is compiled for it serves all of them."""
        using = network.guiding(game) if isinstance(network, PolicyNetwork) else network.used_by(game)
        shape: tuple[Any, ...] = (len(network.table),) if isinstance(network, LinearEvaluation) else (network.inputs, len(network.weights))
        with self._lock:
            return self._alike.setdefault((str(game), type(using), *shape), using)


def of_run(name: str, run: Run) -> Iterator[Learned]:
    """Every generation of a run."""
    exploration = run.settings.get("exploration", 1.0)
    reach = float(exploration) if isinstance(exploration, int | float) and 0 <= exploration < 1e9 else 1.0
    for kept in run.generations[-bounds.GENERATIONS :]:
        yield Learned(f"{name}:{kept.number}", told(kept, run.kind), run.folder.name, run.kind, kept.path, reach)


def digest(path: Path) -> str:
    """How a request names a folder."""
    return hashlib.sha256(str(path).encode(errors="surrogateescape")).hexdigest()[:12]


def _without_folder(sentence: str, path: Path | None) -> str:
    return sentence if path is None else sentence.replace(str(path), path.name)


def _origin(notes: dict[str, Any]) -> str:
    """What a network's notes say it has learned from."""
    settings = notes.get("settings", {})
    games = notes.get("games") or notes.get("generation", 0) * settings.get("games", 0)
    return f"after {games:,} games" if games else "learned elsewhere"
