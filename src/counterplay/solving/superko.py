"""Who wins where no position may come back (superko), although the states alone do not decide it.

Retrograde analysis (`solve_all`) finds who can force a win even while positions may come back. Such a win comes nearer with every ply, so
it passes through no state twice, and forbidding repetition takes nothing away from the winner. What is left is *open*: either player can
avoid losing by going round in circles, and superko decides it by what was there before (`circles`).

A situation may say less than a state (in Go: stones and side to move, but neither passes nor the ko point), so that even a win that comes
nearer might lead to a situation twice. Therefore the winner's whole strategy is gone through, against every reply; what lies between such
a situation and its return is then looked at like open states, until nothing is left in doubt. Superko by stones and side to move is called
situational; van der Werf, van den Herik & Uiterwijk, *Solving Go on Small Boards* (2003), have it, too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from ..errors import DoesNotFit, UsageError
from ..game import Game
from ..kernels import Progress
from ..search.fitting import zero_sum_values
from .circles import Clock, Numbered, Undecided
from .growing import WHOLE_MEMORY
from .knowledge import Knowledge, solve_all
from .solution import Solution


def solve_superko(
    game: Game[Any, Any],
    state: Any = None,
    *,
    memory: int = WHOLE_MEMORY,
    threads: int | None = None,
    seconds: float | None = None,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Solution:
    """Who wins from a state (or the game) where no `situation` may come back, for two opponents of whom one wins.

    Nothing has happened before `state`. `memory` bounds the table of all states, in bytes; `threads` (left out, one a core) find them.

    >>> import counterplay as cp
    >>> go = cp.load("go(board_size=2,komi=0.5,max_game_length=-1)")
    >>> cp.solve_all(go)[go.initial()].value                  # where positions may come back, nobody can force anything
    0.0
    >>> solve_superko(go).value                               # where they may not, the first player wins
    1.0
    """
    if not game.alternates:
        hint = f"two players take turns without exception; {game.name} does not say so (`alternates`)."
        raise UsageError(f"solve_superko is for games in which {hint}")
    clock = Clock(seconds, progress)
    known = solve_all(game, state, memory=memory, threads=threads, seconds=seconds, compiled=compiled, progress=progress)
    start = known.start
    if game.is_terminal(start):
        return known.solution()
    mover = game.to_move(start)
    doubtful: dict[Hashable, Any] = {}
    quickest: dict[Hashable, Any] = {}
    try:
        while True:
            undecided = Undecided(known, clock, doubtful)
            value = undecided.value(start)
            strategy = Strategy(known, clock, undecided, mover if value > 0 else 1 - mover, quickest)
            more = strategy.doubtful()
            if not more:
                break
            doubtful |= more
        action = undecided.best(start)
    except RecursionError as error:
        raise DoesNotFit(f"{game.name}: too many circles follow one another to decide superko.") from error
    return Solution(
        action=action,
        value=float(value),
        values=zero_sum_values(game, mover, float(value)),
        line=(action,),
        nodes=known.nodes + undecided.tried + len(strategy.states),
        depth=1,
        seconds=clock.seconds,
        exact=True,
        algorithm="superko",
        compiled=known.compiled,
        states=known.states,
    )


class Strategy(Numbered):
    """All that can happen when one player follows what wins, and the other plays anything."""

    def __init__(self, known: Knowledge, clock: Clock, undecided: Undecided, winner: int, quickest: dict[Hashable, Any]):
        super().__init__(known, clock)
        self.undecided, self.winner, self._quickest = undecided, winner, quickest
        self._wrong: dict[Hashable, Any] = {}
        self.explore([known.start])

    def following(self, state: Any) -> list[Any]:
        """All replies of the other player; of the winner's forced wins the quickest, and among undecided states all that may be one."""
        game, decided = self.game, state not in self.undecided
        if game.is_terminal(state):
            return []
        if game.to_move(state) != self.winner:
            following = self.children(state)
        elif decided:
            following = [self._next(state)]
        else:
            following = [child for child in self.children(state) if child in self.undecided or self._is_won(child)]
        if decided and not all(self._is_won(child) for child in following):
            self._wrong[game.key(state)] = state
        return following

    def doubtful(self) -> dict[Hashable, Any]:
        """The decided states that must be looked at with what was there before.

        Among undecided states this was done already, and in a forced win no state comes back. But different states may have a situation in
        common, and then the winner might bring it about a second time; or what followed turned out to be otherwise.
        """
        alike: dict[Hashable, list[int]] = {}
        for number, state in enumerate(self.states):
            if not self.game.is_terminal(state) and self.game.to_move(state) != self.winner:
                alike.setdefault(self.game.situation(state), []).append(number)
        pairs = [
            (second, first)
            for group in alike.values()
            for first in group
            for second in group
            if first != second and not self.game.may_come_back(self.states[second])
        ]
        together = [self.states[number] for one in self.components(pairs) if len(one) > 1 for number in one]
        return self._wrong | {self.game.key(state): state for state in together if state not in self.undecided}

    def _next(self, state: Any) -> Any:
        """What the quickest win leads to."""
        key = self.game.key(state)
        if key not in self._quickest:
            self._quickest[key] = self.known.moves(state)[0][0]
        return self.game.result(state, self._quickest[key])

    def _is_won(self, state: Any) -> bool:
        """Whether the winner wins from a state on, if nothing of its component was there before."""
        if self.game.is_terminal(state):
            return self.game.utility(state, self.winner) > 0
        return (self.undecided.value(state) > 0) == (self.game.to_move(state) == self.winner)
