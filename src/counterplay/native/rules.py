"""The rules of a game as machine code, callable one by one from Python: what `check` compares with the interpreted rules."""

from __future__ import annotations

from typing import Any

from ..game import CHANCE, Game
from ..kernels import Kernel, kernel
from ..rng import Random
from ..watch import Watch
from . import store

MOST_ACTIONS = 4096
"""The largest number of actions or outcomes of one state that can be fetched."""


@kernel
def call_initial(game, watch):
    """The initial state."""
    return game.initial()


@kernel
def call_to_move(game, state, watch):
    """Whose turn it is."""
    return game.to_move(state)


@kernel
def call_result(game, state, action, watch):
    """The state after an action."""
    return game.result(state, action)


@kernel
def call_is_terminal(game, state, watch):
    """Whether the game is over."""
    return game.is_terminal(state)


@kernel
def call_utility(game, state, player, watch):
    """What a terminal state is worth."""
    return float(game.utility(state, player))


@kernel
def call_evaluate(game, state, player, watch):
    """What a state looks like being worth."""
    return float(game.evaluate(state, player))


@kernel
def call_canonical(game, state, watch):
    """The least of the symmetric states."""
    return game.canonical(state)


@kernel
def call_count(game, state, watch):
    """How many actions there are."""
    return game.count(state)


@kernel
def call_fill(game, state, buffer, watch):
    """The actions, by `fill`."""
    start = 0
    return game.fill(state, buffer, start)


@kernel
def call_fill_noisy(game, state, buffer, watch):
    """The noisy actions, by `fill_noisy`."""
    start = 0
    return game.fill_noisy(state, buffer, start)


@kernel
def call_actions(game, state, buffer, watch):
    """The actions, by the generator."""
    length = 0
    for action in game.actions(state):
        if length < len(buffer):
            buffer[length] = action
        length += 1
    return length


@kernel
def call_chances(game, state, buffer, probabilities, watch):
    """The outcomes of chance with their probabilities."""
    length = 0
    for outcome, probability in game.chances(state):
        if length < len(buffer):
            buffer[length] = outcome
            probabilities[length] = probability
        length += 1
    return length


class CompiledRules:
    """The same methods as the game's, as it is now, running as machine code. Lists instead of generators."""

    def __init__(self, game: Game[Any, Any]):
        import numpy

        self.game = game
        self.buffer = numpy.zeros(MOST_ACTIONS, numpy.int64)
        self.probabilities = numpy.zeros(MOST_ACTIONS)
        self.watch = Watch()
        self.who = store.identity(game)  # once: tables of thousands of numbers would be looked through at every call

    def _call(self, one: Kernel, *arguments: Any) -> Any:
        from .compiler import entry_point

        answer = entry_point(one, self.game, (*arguments, self.watch), self.who)(self.game, *arguments, self.watch)
        kind = type(self.game.initial())
        # A state read back from a cache entry may be of a copy of its class (classes of __main__ are pickled by value).
        return kind(*answer) if isinstance(answer, tuple) and hasattr(kind, "_fields") and type(answer) is not kind else answer

    def initial(self) -> Any:
        return self._call(call_initial)

    def to_move(self, state: Any) -> int:
        return int(self._call(call_to_move, state))

    def actions(self, state: Any) -> list[int]:
        return self._listed(self._call(call_actions, state, self.buffer))

    def fill(self, state: Any) -> list[int]:
        if self.count(state) > MOST_ACTIONS:
            return self.actions(state)
        return self._listed(self._call(call_fill, state, self.buffer))

    def fill_noisy(self, state: Any) -> list[int]:
        return self._listed(self._call(call_fill_noisy, state, self.buffer))

    def _listed(self, length: int) -> list[int]:
        return [int(action) for action in self.buffer[:length]]

    def chances(self, state: Any) -> list[tuple[int, float]]:
        length = self._call(call_chances, state, self.buffer, self.probabilities)
        return list(zip(self._listed(length), self.probabilities[:length].tolist(), strict=True))

    def result(self, state: Any, action: int) -> Any:
        return self._call(call_result, state, action)

    def is_terminal(self, state: Any) -> bool:
        return bool(self._call(call_is_terminal, state))

    def utility(self, state: Any, player: int) -> float:
        return float(self._call(call_utility, state, player))

    def evaluate(self, state: Any, player: int) -> float:
        return float(self._call(call_evaluate, state, player))

    def canonical(self, state: Any) -> Any:
        return self._call(call_canonical, state)

    def count(self, state: Any) -> int:
        return int(self._call(call_count, state))


@kernel
def touch_rules(game, state, player, buffer, watch):
    """Mentions the rules, so that compiling this one kernel tells whether they all compile."""
    total = 0.0
    if game.is_terminal(state):
        return float(game.utility(state, player))
    total += float(game.evaluate(state, player)) + game.count(state) + game.to_move(state)
    if game.canonical(state) == state:
        total += 1.0
    start = 0
    length = game.fill(state, buffer, start)
    for i in range(length):
        watch.improve(0, buffer[i], total, total, total)
        if not game.is_terminal(game.result(state, buffer[i])):
            total += 1.0
    for action in game.actions(state):
        watch.improve(0, action, total, total, total)
    return total


@kernel
def touch_rules_with_chance(game, state, player, watch):
    """The same for games with chance."""
    total = 0.0
    if game.is_terminal(state):
        return float(game.utility(state, player))
    if game.to_move(state) == CHANCE:
        for outcome, probability in game.chances(state):
            if not game.is_terminal(game.result(state, outcome)):
                total += probability
    else:
        for action in game.actions(state):
            if not game.is_terminal(game.result(state, action)):
                total += float(game.evaluate(state, player))
    return total


@kernel
def touch_more(game, state, player, rng, watch):
    """Mentions what searches may ask besides: playouts, cut-offs and the facts a game states."""
    if game.is_terminal(state):
        return float(game.score(state, player))
    low, high = game.bounds(state, player)
    total = low + high + game.plies_left(state)
    if game.is_cutoff(state, player) or game.key(state) == game.key(game.result(state, game.random_action(state, rng))):
        total += 1.0
    for action in game.candidates(state):
        total += game.promise(state, action)
    return total


def try_rules(game: Game[Any, Any]) -> None:
    """Compile all rules of a game, or raise `CannotCompile` with the reason."""
    import numpy

    from ..watch import Line
    from .compiler import entry_point

    if not game.compiles:
        raise store.CannotCompile(f"{game.name} is declared with compiles = False.")
    state, line = game.initial(), Line(1)
    if game.overrides("chances"):
        probes: list[tuple[Kernel, tuple[Any, ...]]] = [(touch_rules_with_chance, (state, 0, line))]
    else:
        probes = [(touch_rules, (state, 0, numpy.zeros(MOST_ACTIONS, numpy.int64), line))]
    if any(map(game.overrides, ("random_action", "is_cutoff", "score", "bounds", "candidates", "promise", "key", "plies_left"))):
        probes.append((touch_more, (state, 0, Random(0), line)))
    for probe, arguments in probes:
        known = store.refusal(probe, game)
        if known is not None:
            raise store.CannotCompile(known)
        entry_point(probe, game, arguments)


def compiled_rules(game: Game[Any, Any]) -> CompiledRules:
    """The rules as machine code; raises `CannotCompile` with the reason where they do not compile."""
    try_rules(game)
    return CompiledRules(game)
