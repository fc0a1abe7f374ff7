"""Checks of utilities and of the evaluation that guesses them."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, isclose, isfinite
from numbers import Real
from typing import Any

from ..game import CHANCE
from .asking import Ask, Broken, shown
from .node import Node
from .report import Finding


def utilities_are_numbers(ask: Ask, node: Node) -> Iterator[Finding]:
    """At an end every player has a finite utility, the same whenever asked, and they add up to what the game says."""
    if not node.terminal:
        return
    utilities = []
    for player in range(ask.game.players):
        utility = ask("utility", node.state, player)
        if not _is_finite(utility):
            yield Finding("utility", f"utility(state, {player}) returned {shown(utility, 60)}: return a finite number.")
            return
        if ask("utility", node.state, player) != utility:
            sentence = f"utility(state, {player}) gave two different answers when asked twice: let it depend on the state alone."
            yield Finding("not-deterministic", sentence, "utility")
        utilities.append(float(utility))
    node.utilities = tuple(utilities)
    least, most = ask.game.utility_range
    if not all(least <= utility <= most for utility in utilities):
        sentence = f"A utility of {shown(node.utilities, 60)} lies outside of utility_range, {least:g} to {most:g}: correct one of them."
        yield Finding("utility-range", sentence)
    yield from _least(ask, "utility", utilities)
    wanted, total = ask.game.payoff_sum, sum(utilities)
    if wanted is not None and not _close(total, wanted) and ask.game.players > 1:
        numbers = " + ".join(f"{utility:g}" for utility in utilities)
        sentence = (
            f"The utilities {numbers} add up to {total:g}, but payoff_sum says {wanted:g}: correct utility() or declare payoff_sum = None."
        )
        yield Finding("payoff-sum", sentence)


def evaluation_is_a_number(ask: Ask, node: Node) -> Iterator[Finding]:
    """The evaluation is finite, the same whenever asked and, in a zero-sum game of two, one player's gain is the other's loss."""
    if not ask.has("evaluate") or node.player is None or node.player == CHANCE:
        return
    guesses = []
    for player in range(ask.game.players):
        guess = ask("evaluate", node.state, player)
        if not _is_finite(guess):
            yield Finding("evaluation", f"evaluate(state, {player}) returned {shown(guess, 60)}: return a finite number.")
            return
        if ask("evaluate", node.state, player) != guess:
            sentence = f"evaluate(state, {player}) gave two different answers when asked twice: let it depend on the state alone."
            yield Finding("not-deterministic", sentence, "evaluate")
        guesses.append(float(guess))
    yield from _least(ask, "evaluate", guesses)
    if len(guesses) == 2 and ask.game.payoff_sum == 0 and not _close(guesses[0], -guesses[1]):
        sentence = (
            f"evaluate() says {guesses[0]:g} for player 0 and {guesses[1]:g} for player 1 of a zero-sum game: let one be minus the other."
        )
        yield Finding("evaluation-sides", sentence)


def _least(ask: Ask, method: str, payoffs: list[float]) -> Iterator[Finding]:
    """None of these is below what the game calls the least."""
    least = ask.game.least_payoff
    for player, payoff in enumerate(payoffs):
        if least is not None and payoff < least and not _close(payoff, least):
            yield Finding("least-payoff", f"{method}(state, {player}) says {payoff:g}, but least_payoff is {least:g}: correct one of them.")
            return


class EvaluationFollowsUtility:
    """The evaluation orders the ends of the game as the utility does, on the right side of 0, within the range of utilities.

    A search never evaluates an end; but an evaluation that ranks a lost end above a won one misjudges the states before it too.
    """

    def __init__(self) -> None:
        self.ends: dict[tuple[int, float], dict[bool, tuple[float, Node]]] = {}
        """For each player and utility: the ends with the least (False) and the greatest (True) evaluation."""
        self.guesses: list[tuple[float, int, Node]] = []
        self.number = 0
        self.declared = (-inf, inf)

    def __call__(self, ask: Ask, node: Node) -> Iterator[Finding]:
        if not ask.has("evaluate") or (node.utilities is None and node.player in (None, CHANCE)):
            return
        self.number += node.utilities is not None
        self.declared = ask.game.utility_range
        for player in range(ask.game.players):
            try:
                guess = ask("evaluate", node.state, player)
            except Broken:
                if node.terminal:  # it is never asked here, so it may fail here
                    return
                raise
            if not _is_finite(guess):
                return
            self.guesses.append((float(guess), player, node))
            if node.utilities is not None:
                yield from self._compare(ask, node, player, node.utilities[player], float(guess))

    def _compare(self, ask: Ask, node: Node, player: int, utility: float, guess: float) -> Iterator[Finding]:
        if ask.game.payoff_sum == 0 and ask.game.players == 2 and utility * guess < 0:
            sentence = (
                f"Player {player} has {utility:g} at this end, but evaluate(state, {player}) says {guess:g}: look whose side it takes."
            )
            yield Finding("evaluation-sign", sentence)
        for (owner, other), ends in self.ends.items():
            if owner != player or other == utility:
                continue
            rival, where = ends[other < utility]  # of worse ends the one that looks best, of better ends the one that looks worst
            if (guess < rival) if other < utility else (guess > rival):
                sentence = (
                    f"For player {player} this end is worth {utility:g} and evaluate() says {guess:g}, yet the end after "
                    f"{shown(where.line, 120)} is worth {other:g} and it says {rival:g}: let it order ends as utility() does."
                )
                yield Finding("evaluation-order", sentence)
                break
        ends = self.ends.setdefault((player, utility), {False: (guess, node), True: (guess, node)})
        for greatest in (False, True):
            if (guess > ends[greatest][0]) == greatest and guess != ends[greatest][0]:
                ends[greatest] = (guess, node)

    def outside(self, whole_game: bool, endless_puzzle: bool) -> Iterator[tuple[Finding, Node]]:
        """At the end of the examination: evaluations outside the range of all utilities seen.

        It is a problem where the range is known: the game states it (`utility_range`), the whole game was seen, or it only knows wins,
        losses and draws. Else it is a hint.
        A puzzle that may go on for ever has something worse than all its ends: never to reach one.
        """
        if not self.ends:
            return
        worths = {utility for _, utility in self.ends}
        least, most = -inf if endless_puzzle else min(worths), max(worths)
        known = whole_game or (len(worths) <= 3 and self.number >= 20)
        if isfinite(self.declared[0]) and isfinite(self.declared[1]):
            least, most, known = *self.declared, True
        for guess, player, node in sorted(self.guesses, key=lambda entry: entry[2].depth):
            if not (least <= guess <= most or _close(guess, least) or _close(guess, most)):
                sentence = (
                    f"evaluate(state, {player}) says {guess:g}, outside the utilities {least:g} to {most:g}: scale it, "
                    "or a guess beats a sure win."
                )
                yield Finding("evaluation-range", sentence, hint=not known), node
                return


def _is_finite(value: Any) -> bool:
    return isinstance(value, Real) and isfinite(value)


def _close(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)
