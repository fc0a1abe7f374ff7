"""A linear evaluation: a weighted sum of features, the oldest kind there is (Shannon 1950; Russell & Norvig, section 5.3).

    log odds of winning  =  w1 f1(s) + w2 f2(s) + … + wn fn(s)            value = 2 * logistic(log odds) - 1, from -1 to 1

The weights may change in the course of the game: there is a row of them for each of several phases, and in between they are interpolated
(`Game.phase`). A game may have features of its own (`Game.features`); or give functions of game, state and player, each with a name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ..errors import UsageError
from ..game import Game
from ..weights import Weights
from ..whole_files import replace_file
from .forward import logistic

FORMAT: Final = "counterplay linear evaluation 1"
Feature = Callable[[Any, Any, int], float]
"""`def corners(game, state, player)`: a number that is greater where the player is better off."""


def linear_value(game: Any, state: Any, player: int) -> float:
    """The evaluation of a game that carries the weights of its features."""
    if game.is_terminal(state):
        return float(game.utility(state, player))
    features = game.features(state)
    count = len(features)
    place = game.phase(state) * (game.weight_phases - 1)
    before = max(0, min(int(place), game.weight_phases - 2))
    share = place - before
    total = 0.0
    for i in range(count):
        weight = game.weight_table[before * count + i]
        if game.weight_phases > 1:
            weight += share * (game.weight_table[(before + 1) * count + i] - weight)
        total += weight * features[i]
    value = 2.0 * logistic(total) - 1.0
    return value if player == game.viewpoint(state) else -value


@dataclass(frozen=True)
class LinearEvaluation:
    """Features with their weights. `evaluate=evaluation` makes any search use it.

    >>> import counterplay as cp
    >>> evaluation = cp.LinearEvaluation(("corners", "mobility"), (6.1, 1.3))
    >>> print(evaluation)
    corners +6.1, mobility +1.3
    """

    features: Sequence[str] | Mapping[str, Feature]
    """The names of the game's own features; or names with functions."""
    weights: Sequence[float] | Sequence[Sequence[float]]
    """One for each feature, or a row of those for each phase, from the opening to the end."""
    errors: Sequence[Sequence[float]] = ()
    """The standard error of each weight, where it was learned."""
    notes: dict[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        rows = [tuple(row) if isinstance(row, Sequence) else (row,) for row in self.weights]
        flat = not any(isinstance(row, Sequence) for row in self.weights)
        table = (tuple(number for row in rows for number in row),) if flat else tuple(rows)
        if not self.names or any(len(row) != len(self.names) for row in table):
            raise UsageError(
                f"{len(self.names)} features need {len(self.names)} weights, in each phase; given: {[len(row) for row in table]}."
            )
        object.__setattr__(self, "weights", tuple(tuple(float(number) for number in row) for row in table))
        object.__setattr__(self, "errors", tuple(tuple(float(number) for number in row) for row in self.errors))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the features."""
        return tuple(self.features)

    @property
    def table(self) -> tuple[tuple[float, ...], ...]:
        """The weights, one row a phase."""
        return self.weights  # type: ignore[return-value]

    def used_by(self, game: Game[Any, Any]) -> Game[Any, Any]:
        """The game with this as its evaluation."""
        if isinstance(self.features, Mapping):
            game = game.using(features=together(tuple(self.features.values())))
        elif self.names != game.feature_names:
            raise UsageError(
                f"This evaluation weighs {', '.join(self.names)}; the features of {game.name} are"
                f" {', '.join(game.feature_names) or 'none: give functions, {name: function}'}."
            )
        copy: Any = game.using(evaluate=linear_value)
        copy.weight_table, copy.weight_phases = Weights([number for row in self.table for number in row]), len(self.table)
        return copy  # type: ignore[no-any-return]

    def __call__(self, game: Game[Any, Any], state: Any, player: int) -> float:
        """What a state looks like being worth to a player."""
        return linear_value(self.used_by(game), state, player)

    def __str__(self) -> str:
        """Every feature with its weight; where phases differ, from the first to the last."""
        columns = list(zip(*self.table, strict=True))
        return ", ".join(
            f"{name} {' → '.join(f'{number:+.3g}' for number in column)}" for name, column in zip(self.names, columns, strict=True)
        )

    def svg(self) -> str:
        """The weights as a bar chart."""
        from .charts import bar_chart

        return bar_chart(self.names, self.table, self.errors)

    def _repr_svg_(self) -> str:
        return self.svg()

    # ── Files ──
    def save(self, path: str | Path) -> None:
        """Write it to a .json file, whole or not at all; functions are kept by their names alone."""
        facts = {"format": FORMAT, "features": self.names, "weights": self.table, "errors": self.errors, "notes": self.notes}
        replace_file(Path(path), (json.dumps(facts, indent=1) + "\n").encode())

    @classmethod
    def load(cls, path: str | Path, features: Mapping[str, Feature] | None = None) -> LinearEvaluation:
        """The evaluation in a .json file; `features` are the functions by their names, where they are not the game's own."""
        try:
            facts = json.loads(Path(path).read_text(encoding="utf-8"))
            if facts["format"] != FORMAT:
                raise ValueError("another format")
            names = tuple(facts["features"])
            known = names if features is None else {name: features[name] for name in names}
            return cls(known, facts["weights"], facts["errors"], facts["notes"])
        except OSError as error:
            raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{path} is not a linear evaluation, or it is damaged: {error}.") from error


def together(functions: tuple[Feature, ...]) -> Callable[[Any, Any], tuple[float, ...]]:
    """One function of game and state that returns what all these say about the player whose viewpoint it is.

    It is written out, with one call for each, because the compiler knows functions by their names.
    """
    if functions not in _written:
        calls = ", ".join(f"float(feature_{i}(game, state, player))" for i in range(len(functions)))
        names: dict[str, Any] = {f"feature_{i}": function for i, function in enumerate(functions)}
        names["__name__"] = __name__
        exec(f"def features(game, state):\n    player = game.viewpoint(state)\n    return ({calls},)", names)
        _written[functions] = names["features"]
    return _written[functions]


_written: dict[tuple[Feature, ...], Callable[[Any, Any], tuple[float, ...]]] = {}


def expected_value(won: float, lost: float, drawn: float = 0.0) -> float:
    """What a category of states is worth: states that look alike, of which these shares were won, lost and drawn.

    >>> round(expected_value(won=0.72, lost=0.20, drawn=0.08), 2)
    0.52
    """
    if min(won, lost, drawn) < 0 or won + lost + drawn <= 0:
        raise UsageError("Shares are numbers from 0 on, and not all of them 0.")
    return (won - lost) / (won + lost + drawn)
