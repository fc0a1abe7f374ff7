"""Interpreted and compiled rules, compared state by state."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

from ..game import CHANCE, Game
from .asking import Ask, shown
from .fields import FieldsFit
from .node import Node
from .report import Finding

MOST_RESULTS: Final = 64
"""Results are compared for so many actions of a state."""
MOST_MOVES: Final = 4096
"""The compiled rules hand over so many actions of one state at most."""


def compiled_rules(game: Game[Any, Any]) -> tuple[Any, str]:
    """The rules as machine code and "", or None and the reason why there are none.

    The only place that knows how the native layer is asked.
    """
    if not game.compiles:
        return None, ""
    try:
        from ..native import rules, store
    except ImportError as error:
        return None, f"the compiler cannot be loaded: {error}"
    try:
        return rules.compiled_rules(game), ""
    except store.CannotCompile as error:
        return None, error.reason
    except Exception as error:  # whatever the compiler trips over, the rules do not compile
        return None, _first_line(error)


class SpeedsAgree:
    """Every method gives the same answer interpreted and compiled: values, their order, and the types of the state's fields."""

    def __init__(self, rules: Any, fields: FieldsFit):
        self.rules = rules
        self.fields = fields
        self.compared = 0
        self._used: set[str] = set()

    def __call__(self, ask: Ask, node: Node) -> Iterator[Finding]:
        if any(True for _ in self.fields(ask, node)):
            return  # reported as such; machine code must not see a value that it has no room for
        state, moves = node.state, node.moves
        self.compared += 1
        if node.parent is None:
            yield from self._compare(ask, "initial", state)
        yield from self._compare(ask, "is_terminal", node.terminal, state)
        if node.terminal:
            for player, utility in enumerate(node.utilities or ()):
                yield from self._compare(ask, "utility", utility, state, player)
            return
        yield from self._compare(ask, "to_move", node.player, state)
        if len(moves) > MOST_MOVES or node.player is None:
            return
        if node.player == CHANCE:
            yield from self._compare(ask, "chances", list(zip(moves, node.probabilities or (), strict=True)), state)
        else:
            yield from self._compare(ask, "actions", moves, state)
            yield from self._compare(ask, "fill", moves, state)
            yield from self._compare(ask, "count", ask("count", state), state)
            if ask.has("noisy_actions"):
                yield from self._compare(ask, "fill_noisy", ask.every("noisy_actions", state), state)
            if ask.has("evaluate"):
                for player in range(ask.game.players):
                    yield from self._compare(ask, "evaluate", float(ask("evaluate", state, player)), state, player)
        if ask.has("canonical") or ask.has("symmetries"):
            yield from self._compare(ask, "canonical", ask("canonical", state), state)
        for action, new in node.children[:MOST_RESULTS]:
            if any(True for _ in self.fields(ask, Node(new))):
                continue
            for finding in self._compare(ask, "result", new, state, action):
                yield finding._replace(after=(action,))

    def _compare(self, ask: Ask, method: str, expected: Any, *arguments: Any) -> Iterator[Finding]:
        ask.check_time()
        before = time.monotonic()
        try:
            answer = getattr(self.rules, method)(*arguments)
        except Exception as error:
            sentence = f"Compiled {method}() raised {_first_line(error)}, interpreted it returned {shown(expected, 120)}: {_ADVICE}"
            yield Finding("disagree", sentence, method)
            return
        finally:
            if method not in self._used:  # compiling is not examining: give the time back
                self._used.add(method)
                ask.extend(time.monotonic() - before)
        if not _same(answer, expected):
            sentence = f"{method}() returned {_difference(answer, expected)}: {_ADVICE}"
            yield Finding("disagree", sentence, method)


_ADVICE = "keep every value within its annotation, and mask sets of bits after << + - * and ~."


def _first_line(error: Exception) -> str:
    return ": ".join([type(error).__name__, *str(error).strip().splitlines()[:1]])


def _same(compiled: Any, interpreted: Any) -> bool:
    if isinstance(compiled, list) and isinstance(interpreted, list):
        return len(compiled) == len(interpreted) and all(map(_same, compiled, interpreted))
    if isinstance(compiled, float) and isinstance(interpreted, (int, float)):
        return abs(compiled - interpreted) <= 1e-12 * max(1.0, abs(compiled), abs(interpreted))
    if isinstance(compiled, tuple) and isinstance(interpreted, tuple):
        return len(compiled) == len(interpreted) and all(map(_same, compiled, interpreted))
    return bool(compiled == interpreted)


def _difference(compiled: Any, interpreted: Any) -> str:
    """The two answers or, of two states, the first field in which they differ."""
    fields = getattr(interpreted, "_fields", None)
    if fields and isinstance(compiled, tuple) and len(compiled) == len(fields):
        for name, one, other in zip_longest(fields, compiled, interpreted):
            if not _same(one, other):
                return f"a state whose field {name} is {shown(one, 100)} compiled and {shown(other, 100)} interpreted"
    return f"{shown(compiled, 120)} compiled and {shown(interpreted, 120)} interpreted"
