"""Checks of the six methods and of states: what any search relies on."""

from __future__ import annotations

import operator
import pickle
from collections.abc import Iterable, Iterator
from math import isfinite
from numbers import Real
from typing import Any, Final

from ..game import CHANCE
from ..rng import Random
from .asking import Ask, Broken, can_be_found, is_plain, shown
from .node import Node
from .report import Finding


def look(ask: Ask, node: Node) -> Iterator[Finding]:
    """Ask whether the game is over, who moves, and what they can do; the answers make sense."""
    over = ask("is_terminal", node.state)
    if not (isinstance(over, (bool, int)) or type(over).__name__ in ("bool", "bool_")):
        yield Finding("terminal-type", f"is_terminal({shown(node.state, 80)}) returned {shown(over, 60)}: return True or False.")
    node.terminal = bool(ask.guarded("is_terminal", (node.state,), lambda: bool(over)))
    if node.terminal:
        return
    mover = ask("to_move", node.state)
    try:
        node.player = operator.index(mover)
    except TypeError:
        node.player = None
    if node.player is None or not (node.player == CHANCE or 0 <= node.player < ask.game.players):
        allowed = "0" if ask.game.players == 1 else f"0 … {ask.game.players - 1}"
        yield Finding("to-move", f"to_move({shown(node.state, 80)}) returned {shown(mover, 60)}: return {allowed} or CHANCE.")
        node.player = None
    if node.player == CHANCE:
        yield from _look_at_chance(ask, node)
        return
    node.moves = _listed(ask, "actions", node.state)
    if not node.moves:
        sentence = "The game is not over here, but actions() yields none: yield an action (a pass, say) or let is_terminal() say True."
        yield Finding("no-action", sentence)


def _look_at_chance(ask: Ask, node: Node) -> Iterator[Finding]:
    """Where chance moves there are outcomes, each a pair with its probability."""
    if not ask.has("chances"):
        yield Finding("no-chances", "to_move() says CHANCE here, but the game has no method chances(state): write it, or return a player.")
        return
    pairs = _listed(ask, "chances", node.state)
    if not pairs:
        yield Finding("no-outcome", "Chance moves here, but chances() yields no outcome: yield at least one (outcome, probability).")
    if not all(isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[1], Real) for pair in pairs):
        yield Finding("outcome-type", f"chances() yields {shown(pairs, 120)}: yield pairs (outcome, probability).")
        return
    node.moves = [outcome for outcome, _ in pairs]
    node.probabilities = [float(probability) for _, probability in pairs]


def _listed(ask: Ask, method: str, state: Any) -> list[Any]:
    try:
        return ask.every(method, state)
    except Broken as broken:
        answer = ask(method, state) if broken.finding.kind == "raises" else ()
        if isinstance(answer, Iterable):
            raise
        sentence = f"{method}({shown(state, 80)}) returned {shown(answer, 60)}, not something to go through: yield the {method} one by one."
        raise Broken(Finding("raises", sentence, method)) from None


def chances_are_probabilities(ask: Ask, node: Node) -> Iterator[Finding]:
    """Probabilities lie between 0 and 1 and add up to 1."""
    if not node.probabilities:
        return
    for outcome, probability in zip(node.moves, node.probabilities, strict=True):
        if not (isfinite(probability) and 0 <= probability <= 1):
            yield Finding("probability-range", f"The outcome {shown(outcome, 60)} has probability {probability}: give one from 0 to 1.")
            return
        if probability == 0:
            yield Finding("impossible-outcome", f"The outcome {shown(outcome, 60)} has probability 0: leave it out.", hint=True)
    total = sum(node.probabilities)
    if abs(total - 1) > 1e-9:
        yield Finding(
            "probability-sum", f"The probabilities of the {len(node.moves)} outcomes add up to {total:.12g}: let them add up to 1."
        )


def moves_are_distinct(ask: Ask, node: Node) -> Iterator[Finding]:
    """No action (or outcome) comes twice, and each can be hashed."""
    seen = set()
    for move in node.moves:
        if _hash(move) is None:
            yield Finding("unhashable", f"The action {shown(move, 60)} cannot be hashed: use numbers, strings and tuples.", "action")
            return
        if move in seen:
            kind, method = ("duplicate-outcome", "chances") if node.player == CHANCE else ("duplicate-action", "actions")
            yield Finding(kind, f"{method}() yields {shown(move, 60)} twice: yield it once.")
            return
        seen.add(move)


def state_is_a_value(ask: Ask, node: Node) -> Iterator[Finding]:
    """A state can be hashed and pickled, and is equal to itself."""
    state = node.state
    if _hash(state) is None:
        sentence = (
            f"The state {shown(state, 120)} cannot be hashed: use tuples, frozensets and NamedTuples instead of lists, sets and dicts."
        )
        yield Finding("unhashable", sentence, "state")
    if not ask.equal(state, state):
        yield Finding("unequal", f"The state {shown(state, 120)} is not equal to itself: keep NaN and the like out of it.")
        return
    if not can_be_found(type(state)):
        sentence = f"States cannot be pickled because {type(state).__qualname__} is not at the top of a module: move it there."
        yield Finding("pickle", sentence, "state", hint=True)
        return
    try:
        copy = ask.guarded("pickle", (state,), lambda: pickle.loads(pickle.dumps(state)))
    except Broken as broken:
        yield Finding("pickle", f"A state cannot be pickled: {broken.finding.sentence} Keep plain values in it.", "state")
        return
    if not compares_by_identity(state) and not ask.equal(copy, state):
        yield Finding(
            "pickle", f"The state {shown(state, 120)} comes back from pickle as {shown(copy, 120)}: keep plain values in it.", "state"
        )


def answers_repeat(ask: Ask, node: Node) -> Iterator[Finding]:
    """The same question has the same answer: no randomness, no memory."""
    state = node.state
    if bool(ask("is_terminal", state)) != node.terminal:
        yield _two_answers("is_terminal", state)
    if node.terminal or node.player is None:
        return
    if ask("to_move", state) != node.player:
        yield _two_answers("to_move", state)
    method = "chances" if node.player == CHANCE else "actions"
    if node.player != CHANCE and not ask.equal(ask.every(method, state), node.moves):
        yield _two_answers(method, state)


def _two_answers(method: str, state: Any) -> Finding:
    sentence = f"{method}({shown(state, 80)}) gave two different answers when asked twice: let it depend on the state alone."
    return Finding("not-deterministic", sentence, method)


SAMPLE: Final = 32
"""In random games the results of so many actions of a state are looked at."""


def results_are_states(ask: Ask, node: Node) -> Iterator[Finding]:
    """Each action leads to a state of the same kind, the same one each time. Remembers the states in `node.children`."""
    state, node.children = node.state, []
    every = max(1, -(-len(node.moves) // SAMPLE)) if node.sampled else 1
    for action in node.moves[node.depth % every :: every]:
        try:
            new = ask("result", state, action)
            again = ask("result", state, action)
            same = ask.equal(new, again)
        except Broken as broken:
            yield broken.finding._replace(after=(action,))
            continue
        if new is None:
            yield Finding("no-state", f"result(state, {shown(action, 60)}) returned None: return the new state.", after=(action,))
            continue
        if _is_namedtuple(state) and type(new) is not type(state):
            sentence = (
                f"result(state, {shown(action, 60)}) returned a {type(new).__name__}, not a {type(state).__name__}: "
                "return the same kind of state."
            )
            yield Finding("state-type", sentence, after=(action,))
        if same:
            node.children.append((action, new))
            if is_plain(new) or _hash(new) == _hash(again):
                continue
            yield Finding("unequal", f"Equal states {shown(new, 120)} have different hashes: hash what __eq__ compares.", "hash", (action,))
        elif compares_by_identity(new) or shown(new) == shown(again):
            node.children.append((action, new))
            sentence = (
                f"result(state, {shown(action, 60)}) computed twice gives two states that are not equal: use a NamedTuple, "
                "or define __eq__ and __hash__."
            )
            yield Finding("unequal", sentence, after=(action,))
        else:
            node.children.append((action, new))
            sentence = (
                f"result(state, {shown(action, 60)}) gave {shown(new, 80)} and then {shown(again, 80)}: "
                "let it depend on state and action alone; chance belongs into chances()."
            )
            yield Finding("not-deterministic", sentence, "result", (action,))


def count_counts(ask: Ask, node: Node) -> Iterator[Finding]:
    """`count` is the number of actions."""
    if ask.has("count") and node.moves and node.player != CHANCE:
        number = ask("count", node.state)
        if number != len(node.moves):
            yield Finding(
                "count", f"count() says {shown(number, 60)}, but actions() yields {len(node.moves)}: correct count() or leave it out."
            )


def random_actions_are_legal(ask: Ask, node: Node) -> Iterator[Finding]:
    """`random_action` and `playout_action` choose among the actions, `random_outcome` among the outcomes of chance."""
    if not node.moves or node.player is None:
        return
    for method in ("random_outcome",) if node.player == CHANCE else ("random_action", "playout_action"):
        rng = Random(node.depth)
        for _ in range(4 if ask.has(method) else 0):
            action = ask(method, node.state, rng)
            if action not in node.moves:
                kind = method.removeprefix("random_").removeprefix("playout_")
                sentence = f"{method}() returned {shown(action, 60)}, which is not an {kind} here: correct it or leave it out."
                yield Finding(f"random-{kind}", sentence)
                return


def shortcuts_agree(ask: Ask, node: Node) -> Iterator[Finding]:
    """`noisy_actions` and `threatens`, which are written to be quick, say what `is_noisy` and `is_urgent` say."""
    if not node.moves or node.player in (None, CHANCE):
        return
    if ask.has("noisy_actions"):
        listed, noisy = ask.every("noisy_actions", node.state), [move for move in node.moves if ask("is_noisy", node.state, move)]
        if sorted(map(repr, listed)) != sorted(map(repr, noisy)):
            sentence = f"noisy_actions() yields {shown(listed, 60)}, but is_noisy() holds of {shown(noisy, 60)}: let both say the same."
            yield Finding("noisy-actions", sentence)
    for action, child in node.children if ask.has("threatens") else ():
        if not ask("is_terminal", child) and bool(ask("threatens", node.state, action)) != bool(ask("is_urgent", child)):
            sentence = f"threatens() and is_urgent() disagree on {shown(action, 60)}: let threatens() say what is_urgent() says afterwards."
            yield Finding("threatens", sentence, after=(action,))
            return


def compares_by_identity(value: Any) -> bool:
    """Whether a value is equal to nothing but itself, because its class does not say what makes two of them equal."""
    return bool(getattr(type(value), "__eq__") is getattr(object, "__eq__"))  # noqa: B009 (the checker of types sees a method here)


def _is_namedtuple(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(value, "_fields")


def _hash(value: Any) -> int | None:
    try:
        return hash(value)
    except Exception:
        return None


def turns_alternate(ask: Ask, node: Node) -> Iterator[Finding]:
    """Where the game says that two players take turns without exception, they do."""
    if not ask.game.alternates or node.terminal or node.player is None:
        return
    for _, child in node.children:
        if not ask("is_terminal", child) and ask("to_move", child) != 1 - node.player:
            who = ask.game.player_name(node.player)
            yield Finding("alternates", f"alternates is True, but after a move of {who} it is not the other's turn in {shown(child, 80)}.")
            return
