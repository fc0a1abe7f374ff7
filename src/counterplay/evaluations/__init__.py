"""Evaluations that were learned: what they are, how they are saved, and how a game comes to use one. How they are learned is in `learning`.

A learned evaluation stands wherever `evaluate=` does: `counterplay.star_minimax(game, state, depth=1, evaluate=network)`.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

from ..errors import UsageError
from ..game import Game
from .linear import LinearEvaluation, expected_value
from .network import Network
from .policy_network import PolicyNetwork

Learned = TypeVar("Learned", Network, LinearEvaluation, PolicyNetwork)

__all__ = [
    "LinearEvaluation",
    "Network",
    "PolicyNetwork",
    "expected_value",
    "find_evaluation",
    "find_policy_network",
    "guided_game",
    "own_network",
    "with_own_network",
]


def find_evaluation(text: str, game: Game[Any, Any]) -> Network | LinearEvaluation:
    """The evaluation that a player's string names: `network` is the one that comes with the game, anything else a file."""
    if text == "network":
        path = own_network(game)
        if path is None:
            raise UsageError(f"{game.name} comes without a network: give a file, or train one with: counterplay learn {game.name}")
        return _loaded(Network, path)
    if not Path(text).is_file():
        raise UsageError(f"There is no file {text} with an evaluation; `network` is the one that comes with a game.")
    return _loaded(LinearEvaluation, Path(text)) if text.endswith(".json") else _loaded(Network, Path(text))


def with_own_network(game: Game[Any, Any]) -> Game[Any, Any]:
    """The game with the network that comes with it as its evaluation; as it is, where it comes with none or somebody chose another."""
    kind = type(game)
    chosen = getattr(sys.modules.get(kind.__module__), kind.__name__, None) is not kind  # `using` made this class
    return game if chosen or own_network(game) is None else find_evaluation("network", game).used_by(game)


def own_network(game: Game[Any, Any]) -> Path | None:
    """The file of the network that comes with a game, in this size: `network.npz` in its folder; beside `walk.py`, `walk.network.npz`."""
    path = _beside(game, "network.npz")
    return path if path is not None and _loaded(Network, path).fits(game) else None


def find_policy_network(given: PolicyNetwork | str | PathLike[str] | bool, game: Game[Any, Any]) -> PolicyNetwork:
    """The network that guides a search: itself, the one in a file, or, for True, the one that comes with the game (`policy.npz`, as
    `network.npz` is the one that evaluates)."""
    if isinstance(given, PolicyNetwork):
        return given
    path = _beside(game, "policy.npz") if given is True else Path(str(given))
    if path is None or not path.is_file() or (given is True and _loaded(PolicyNetwork, path).game != str(game)):
        what = f"{game} comes without a network that guides a search" if given is True else f"There is no file {path}"
        raise UsageError(f"{what}: train one with: counterplay zero '{game}' --save FOLDER")
    return _loaded(PolicyNetwork, path)


def guided_game(game: Game[Any, Any]) -> str | None:
    """The game, with its parameters, that the policy network beside these rules is for: it may be another size."""
    path = _beside(game, "policy.npz")
    return None if path is None else _loaded(PolicyNetwork, path).game


def _beside(game: Game[Any, Any], name: str) -> Path | None:
    """A file that comes with a game that a network can see."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    if file is None or not (game.network_inputs or game.pattern_inputs):
        return None
    path = Path(file)
    beside = path.with_name(name) if path.name == "__init__.py" else path.with_suffix(f".{name}")
    return beside if beside.is_file() else None


def _loaded(kind: type[Learned], path: Path) -> Learned:
    """What a file holds. It is read once, and again when it has changed."""
    reader: Any = kind.load  # a class method of one class is always the same, so the cache knows it again
    found: Learned = _read(reader, path, path.stat().st_mtime_ns)
    return found


@lru_cache(maxsize=32)
def _read(reader: Any, path: Path, changed: int) -> Any:
    return reader(path)
