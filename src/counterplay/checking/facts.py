"""Checks of the facts a game states for searches: a wrong one is found, not trusted.

`Solver` leaves out whatever the facts allow it to. So they are compared with plain minimax of `score`, which uses none of them: wherever
the rest of the game is small (`SMALL`), breadth-first from the start and near the ends of games that are played as long as they last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf, isfinite, isnan
from numbers import Real
from typing import Any, Final

from ..game import Game
from ..rng import Random
from .asking import Ask, Broken, shown
from .node import Node
from .report import Finding
from .shortening import can_be_looked_at

FACTS: Final = ("score", "bounds", "candidates", "promise", "key", "plies_left")
SMALL: Final = 800
"""The rest of a game is small if it has no more new states than this."""
WORK: Final = 8_000
"""So many states are looked at for minimax breadth-first, and as many again in long games."""
LONG_GAMES: Final = 60
DEEPEST: Final = 100
"""Minimax looks no more plies ahead."""
MOST_PLIES: Final = 400
"""Long games are not longer than this."""
CLOSE: Final = 1e-9


class TooLarge(Exception):
    """The rest of the game from this state on has too many states to know the score."""


def apply(game: Game[Any, Any]) -> bool:
    """Whether searches use facts of this game, and it states any."""
    opponents = game.players == 2 and game.payoff_sum == 0 and not (game.overrides("chances") or game.properties.hidden_information)
    return opponents and any(map(game.overrides, FACTS))


class FactsAreTrue:
    """The scores, bounds, candidates, promises, keys and plies left that a game states are what they say."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.apply = apply(game)
        self.scores: dict[Any, float] = {}
        """The minimax score for player 0 of states whose rest is small."""
        self.plies: dict[Any, int] = {}
        """The length of the longest line of play from those states."""
        self.keys: dict[Any, Any] = {}
        self.hopeless = -1
        """Breadth-first the rest was too large from a state at this depth: others there are likely no smaller."""
        self.allowed = WORK

    def __call__(self, ask: Ask, node: Node) -> Iterator[Finding]:
        if not self.apply:
            return
        if node.terminal:
            yield from ends_are_scored(ask, node)
        elif node.player in (0, 1):
            score = None
            if not node.sampled and node.depth > self.hopeless and can_be_compared(ask):
                try:
                    score = self._for_mover(ask, node.state)
                except TooLarge:
                    self.hopeless = node.depth
            yield from self._judge(ask, node, score)

    def in_long_games(self, ask: Ask, initial: Any, rng: Random, is_late: Callable[[], bool]) -> Iterator[tuple[Finding, Node]]:
        """Play at random, avoiding the end as long as possible; then look at the states before the end, as far back as they are small.

        Games that end early, as random ones often do, end where much is still to come: little can be known there.
        """
        if not self.apply or not can_be_compared(ask):
            return
        self.allowed, done = max(self.allowed, 0) + WORK, 0
        while done < LONG_GAMES and self.allowed > 0 and not is_late():
            done += 1
            node = _long_game(ask, initial, rng)
            while node is not None:
                try:
                    for finding in self._compared(ask, node):
                        yield finding, node
                except Broken as broken:
                    yield broken.finding, node
                if not node.terminal and node.state not in self.scores:
                    break
                node = node.parent

    def compared(self, ask: Ask, node: Node) -> Iterator[Finding]:
        """The check that long games make, to try it on shorter lines: work for one more state is allowed."""
        self.allowed = max(self.allowed, SMALL)
        yield from self._compared(ask, node)

    def _compared(self, ask: Ask, node: Node) -> Iterator[Finding]:
        """Judge a state only if its score can be known."""
        if node.terminal or node.player not in (0, 1):
            return
        try:
            score = self._for_mover(ask, node.state)
        except TooLarge:
            return
        yield from self._judge(ask, node, score)

    # ── Minimax, as plainly as possible ──
    def _score(self, ask: Ask, state: Any) -> float:
        self._left = min(SMALL, self.allowed)
        before = self._left
        try:
            return self._minimax(ask, state, 0)
        except TypeError as error:  # states that cannot be hashed are reported as such
            raise TooLarge from error
        finally:
            self.allowed -= before - self._left

    def _minimax(self, ask: Ask, state: Any, plies: int) -> float:
        if state in self.scores:
            return self.scores[state]
        self._left -= 1
        if self._left < 0 or plies > DEEPEST:
            raise TooLarge
        longest = 0
        if ask("is_terminal", state):
            score = float(ask("score", state, 0))
        else:
            sign = 1 if ask("to_move", state) == 0 else -1
            score = -inf
            for child in [ask("result", state, action) for action in ask.every("actions", state)]:
                score = max(score, sign * self._minimax(ask, child, plies + 1))
                longest = max(longest, 1 + self.plies[child])
            score *= sign
        self.scores[state], self.plies[state] = score, longest
        return score

    # ── One state ──
    def _judge(self, ask: Ask, node: Node, score: float | None) -> Iterator[Finding]:
        """Bounds, then candidates and promises where bounds leave something to search."""
        state, player = node.state, node.player
        assert player is not None
        bounds = ask("bounds", state, player)
        if not _is_pair(bounds):
            sentence = f"bounds(state, {player}) returned {shown(bounds, 60)}: return two numbers, the lower one first."
            yield Finding("bounds", sentence)
            return
        low, high = map(float, bounds)
        if score is not None and not low - CLOSE <= score <= high + CLOSE:
            sentence = (
                f"bounds(state, {player}) says {_range(low, high)}, but by minimax the score is {score:g}: state only what is certain."
            )
            yield Finding("bounds-wrong", sentence)
            return
        yield from self._plies_left(ask, node)
        if low == high:
            return
        candidates = ask.every("candidates", state)
        wrong = [action for action in candidates if action not in node.moves]
        if wrong or not candidates or any(candidates.count(action) > 1 for action in candidates):
            what = f"{shown(wrong[0], 60)}, which is not an action here" if wrong else "the same action twice" if candidates else "nothing"
            yield Finding("candidates", f"candidates() yields {what}: yield actions, each once, and at least one.")
            return
        for action in candidates:
            promise = ask("promise", state, action)
            if not (isinstance(promise, Real) and isfinite(promise)):
                sentence = f"promise(state, {shown(action, 60)}) returned {shown(promise, 60)}: return a finite number."
                yield Finding("promise", sentence, after=(action,))
                break
        yield from self._reached(ask, node, candidates, score)
        yield from self._key(ask, node)

    def _reached(self, ask: Ask, node: Node, candidates: list[Any], score: float | None) -> Iterator[Finding]:
        """What the candidates lead to: ends that `bounds` must know, and one that is as good as the best action."""
        best = -inf
        for action in candidates:
            child = ask("result", node.state, action)
            if ask.has("bounds") and ask("is_terminal", child):
                other = 1 - (node.player or 0)
                worth, bounds = float(ask("score", child, other)), ask("bounds", child, other)
                if not _is_pair(bounds) or abs(bounds[0] - worth) > CLOSE or bounds[0] != bounds[1]:
                    sentence = (
                        f"At this end, to which a candidate leads, bounds(state, {other}) says {shown(bounds, 60)}, "
                        f"but the score is {worth:g}: say that twice."
                    )
                    yield Finding("bounds-wrong", sentence, "end", (action,))
                    return
            if score is not None:
                worth = self._minimax(ask, child, 0)
                best = max(best, worth if node.player == 0 else -worth)
        if score is not None and best < score - CLOSE:
            tried = ", ".join(shown(action, 20) for action in candidates)
            sentence = (
                f"The best of the candidates ({tried}) leads to {best:g}, but another action to {score:g}: "
                "let one of the best be among them."
            )
            yield Finding("candidates-wrong", sentence)

    def _plies_left(self, ask: Ask, node: Node) -> Iterator[Finding]:
        """No line of play is longer than stated."""
        if not ask.has("plies_left"):
            return
        stated, longest = ask("plies_left", node.state), self.plies.get(node.state, 1)
        if type(stated) is not int or stated < longest:
            sentence = f"plies_left() returned {shown(stated, 60)}, but {longest} plies can be played: return an int, at least that."
            yield Finding("plies-left", sentence)

    def _key(self, ask: Ask, node: Node) -> Iterator[Finding]:
        """Two states have the same key only if the game itself calls them the same position, or their scores are equal; where repetition
        draws, if the same can be done in them."""
        if not ask.has("key"):
            return
        key, state = ask("key", node.state), node.state
        try:
            other = self.keys.setdefault(key, state)
        except TypeError:
            kind = f"key() returned {shown(key, 60)}, which cannot be hashed: return an int, a set of bits or a tuple of them."
            yield Finding("key", kind, "hash")
            return
        if ask.equal(other, state) or _same_position(ask, other, state) or _same_on_the_board(ask, other, state):
            return
        try:
            one, two = (self._for_mover(ask, each) for each in (other, state))
        except TooLarge:
            pass
        else:
            if abs(one - two) <= CLOSE:
                return
        sentence = f"key() is {shown(key, 60)} here, and the same for {shown(other, 120)}: put what tells them apart into it."
        yield Finding("key", sentence)

    def _for_mover(self, ask: Ask, state: Any) -> float:
        score = self._score(ask, state)
        return score if ask("to_move", state) == 0 else -score


def can_be_compared(ask: Ask) -> bool:
    """Whether anything is stated that minimax can contradict."""
    return any(map(ask.has, ("bounds", "candidates", "plies_left")))


def ends_are_scored(ask: Ask, node: Node) -> Iterator[Finding]:
    """The score of an end is a number, minus the other player's, with the sign of the utility."""
    if not ask.has("score") or node.utilities is None:
        return
    scores = []
    for player in (0, 1):
        score = ask("score", node.state, player)
        if not (isinstance(score, Real) and isfinite(score)):
            yield Finding("score", f"score(state, {player}) returned {shown(score, 60)}: return a finite number.")
            return
        scores.append(float(score))
    if abs(scores[0] + scores[1]) > CLOSE:
        sentence = f"score() says {scores[0]:g} for player 0 and {scores[1]:g} for player 1: let one be minus the other."
        yield Finding("score", sentence, "sides")
        return
    sign = float((scores[0] > 0) - (scores[0] < 0))
    if node.utilities[0] != sign:
        sentence = (
            f"score(state, 0) says {scores[0]:g}, but utility(state, 0) {node.utilities[0]:g}: let the utility be 1, 0 or -1 and agree."
        )
        yield Finding("score-sign", sentence)


def _long_game(ask: Ask, initial: Any, rng: Random) -> Node | None:
    """The last state of a game in which nobody ends it who has another action."""
    node = Node(initial)
    while node.depth < MOST_PLIES:
        if not can_be_looked_at(ask, node) or node.terminal or not node.moves:
            return node
        moves = list(node.moves)
        try:
            state = None
            while moves:
                action = moves.pop(rng.below(len(moves)))
                state = ask("result", node.state, action)
                if not moves or not ask("is_terminal", state):
                    break
        except Broken:
            return node
        if state is None:
            return node
        node = Node(state, node, action)
    return None


def _same_position(ask: Ask, one: Any, other: Any) -> bool:
    """Whether the game calls two states the same position turned, mirrored or renamed."""
    if not (ask.has("symmetries") or ask.has("canonical")):
        return False
    return ask.equal(ask("canonical", one), ask("canonical", other))


def _same_on_the_board(ask: Ask, one: Any, other: Any) -> bool:
    """Where positions that come back make a draw, the key says which ones do: states that differ only in how long nothing has happened."""
    if not ask.game.repetition_draws or ask("to_move", one) != ask("to_move", other):
        return False
    if ask("is_terminal", one) or ask("is_terminal", other):
        return True
    return ask.every("actions", one) == ask.every("actions", other)


def _is_pair(bounds: Any) -> bool:
    if not isinstance(bounds, (tuple, list)) or len(bounds) != 2:
        return False
    return all(isinstance(each, Real) and not isnan(each) for each in bounds) and bounds[0] <= bounds[1]


def _range(low: float, high: float) -> str:
    return f"exactly {low:g}" if low == high else f"{low:g} to {high:g}"
