"""Value iteration for games with chance in which positions come back, such as pig (Shapley 1953; Russell & Norvig, section 17.2).

Values flow backwards through the graph of all states, sweep after sweep. One number a state would creep towards the truth and nobody
could say how near it is; so each state has two, a lower and an upper bound (interval iteration, Haddad & Monmege 2014). Contract:

    lower <= value <= upper      at every state, before and after every sweep
    upper - lower <= tolerance   at every state, when it ends

It ends where the game does with probability 1, however the players play against each other's wishes. Where a player can keep the game
going for ever and likes that better, the bounds stay apart, and the game is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from ..buffers import buffer
from ..errors import DoesNotFit, UsageError
from ..game import CHANCE, Game
from ..kernels import Progress, Runner, at_two_speeds, kernel
from ..positions import root_of
from ..search.fitting import require_constant_sum, zero_sum_values
from ..search.lookahead import mover
from ..watch import Watch
from .growing import WHOLE_MEMORY
from .numbering import all_numbered, number_states
from .solution import Solution, require_finite, require_sense

USUAL_TOLERANCE = 1e-9
LEAST_TOLERANCE = 1e-13
"""Below this the rounding of sums would decide."""
STUCK = 1e-3
"""Bounds that are nearer than this part of the tolerance have met; those that move less in a whole sweep never will."""

OVER, AVERAGE, LARGEST, SMALLEST = 0, 1, 2, 3
"""What a state's value is: the utility, or made of its successors' in one of three ways."""


@kernel
def link_states(game, state, states, table, kinds, first, steps, chances, bounds, watch):
    """Write down the graph: what each state's value is made of, and of which states; and the bounds that are known before any sweep.

    Returns 1, or 0 where nothing ever ends.
    """
    least, most, step = inf, -inf, 0
    for number in range(states):
        one = table.state(number, state)
        first[number] = step
        if game.is_terminal(one):
            kinds[number] = OVER
            value = float(game.utility(one, 0))
            least, most = min(least, value), max(most, value)
            bounds[2 * number] = value
            bounds[2 * number + 1] = value
        elif game.to_move(one) == CHANCE:
            kinds[number] = AVERAGE
            for outcome, probability in game.chances(one):
                steps[step] = table.find(game.canonical(game.result(one, outcome)))
                chances[step] = probability
                step += 1
        else:
            kinds[number] = LARGEST if game.to_move(one) == 0 else SMALLEST
            for action in game.actions(one):
                steps[step] = table.find(game.canonical(game.result(one, action)))
                step += 1
    first[states] = step
    for number in range(states):
        if kinds[number] != OVER:
            bounds[2 * number] = least
            bounds[2 * number + 1] = most
    return int(least <= most)


@kernel
def backed_up(number, side, kinds, first, steps, chances, bounds):
    """A bound of a state's value (`side` 0 the lower, 1 the upper), made of those of its successors."""
    kind = kinds[number]
    value = 0.0 if kind == AVERAGE else -inf if kind == LARGEST else inf
    for step in range(first[number], first[number + 1]):
        child = bounds[2 * steps[step] + side]
        if kind == AVERAGE:
            value += chances[step] * child
        elif kind == LARGEST:
            value = max(value, child)
        else:
            value = min(value, child)
    return value


@kernel
def sweep(game, states, near, kinds, first, steps, chances, bounds, watch):
    """Back up both bounds of every state, the states furthest from the start first; how far they are apart, and how far they moved.

    Bounds that are as `near` to each other as this are left alone: most of the work is done where play still matters.
    """
    apart, moved = 0.0, 0.0
    for back in range(states):
        number = states - 1 - back
        if bounds[2 * number + 1] - bounds[2 * number] > near:
            if watch.stopped():
                break
            low = backed_up(number, 0, kinds, first, steps, chances, bounds)
            high = backed_up(number, 1, kinds, first, steps, chances, bounds)
            moved = max(moved, low - bounds[2 * number], bounds[2 * number + 1] - high)
            apart = max(apart, high - low)
            bounds[2 * number] = low
            bounds[2 * number + 1] = high
    return apart, moved


def iterate_values(
    game: Game[Any, Any],
    state: Any = None,
    *,
    tolerance: float = USUAL_TOLERANCE,
    memory: int = WHOLE_MEMORY,
    seconds: float | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """The value of a game (or of one state of it) with best play, no further from the truth than `tolerance`.

    For one player or two, with or without chance, where positions may come back. `memory` bounds the table of states, in bytes.

    >>> import counterplay as cp
    >>> answer = iterate_values(cp.load("pig(goal=10)"))
    >>> round(answer.value, 6), answer.states
    (0.418849, 2412)
    """
    require_constant_sum("solve", game)
    require_sense(memory, seconds)
    if not LEAST_TOLERANCE <= tolerance <= 1:
        raise UsageError(f"tolerance={tolerance}: give a number from {LEAST_TOLERANCE} to 1.")
    start = root_of(game, state)

    def attempt(run: Runner) -> Solution:
        length, table, nodes = all_numbered(game, run, start, memory)
        states = len(table)
        kinds, first, steps = (buffer(size, "q", compiled=run.compiled) for size in (states, states + 1, length))
        chances, bounds = (buffer(size, "d", compiled=run.compiled) for size in (length, 2 * states))
        if not run(link_states, game, start, states, table, kinds, first, steps, chances, bounds, watch=Watch()):
            raise DoesNotFit(f"{game.name} never ends from here, so nothing has a value.")
        while True:
            apart, moved = run(sweep, game, states, tolerance * STUCK, kinds, first, steps, chances, bounds, watch=Watch())
            nodes += states
            require_finite(game, apart)
            if apart <= tolerance:
                break
            if moved < tolerance * STUCK:
                raise DoesNotFit(
                    f"{game.name} may go on for ever with best play, or for very long, so sweeps do not find its value: the bounds of some"
                    f" state stay {apart:.3g} apart. Search to a depth instead."
                )
        value, action = run(best_step, game, start, table, bounds, watch=Watch())
        payoffs = zero_sum_values(game, 0, value)
        chosen = None if game.is_terminal(start) or game.to_move(start) == CHANCE else action
        return Solution(
            action=chosen,
            value=payoffs[max(mover(game, start), 0)],
            values=payoffs,
            line=() if chosen is None else (chosen,),
            nodes=nodes,
            depth=0,
            seconds=run.elapsed(),
            exact=True,
            algorithm="value iteration",
            compiled=run.compiled,
            score=None,
            states=states,
            tolerance=tolerance,
        )

    return at_two_speeds(number_states, game, attempt, compiled=compiled, seconds=seconds, progress=progress)


@kernel
def best_step(game, state, table, bounds, watch):
    """Player 0's value of `state`, in the middle of its bounds, and a best action there (any number where there is none)."""
    number = table.find(game.canonical(state))
    value = (bounds[2 * number] + bounds[2 * number + 1]) / 2
    best, chosen = -inf, 0
    if not game.is_terminal(state) and game.to_move(state) != CHANCE:
        for action in game.actions(state):
            child = table.find(game.canonical(game.result(state, action)))
            worth = bounds[2 * child] + bounds[2 * child + 1]
            if game.to_move(state) != 0:
                worth = -worth
            if worth > best:
                best = worth
                chosen = action
    return value, chosen
