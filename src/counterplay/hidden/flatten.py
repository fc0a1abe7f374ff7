"""A game with hidden information as arrays: every history once, and which of them a player cannot tell apart.

A *history* is a line of play from the start, those of chance included. Histories in which a player observes the same are one *information
set*; an action at one is a *sequence*: with perfect recall (Kuhn 1953) all that a player has done on the way there is known by the last
one. Sequence p, for p below the number of players, is that player's empty one.

    size = histories(game)              counted first, so that a game too large is refused before anything is made
    tree = flattened(game)              the arrays

Children have higher numbers than their parents, and so have information sets that come later in the same line of play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from math import inf
from typing import Any, Final

from ..bits import replace
from ..errors import DoesNotFit, RulesError, UsageError
from ..game import CHANCE, Game
from ..kernels import Progress, Runner, at_two_speeds, kernel
from ..search.fitting import require_game
from ..search.sampled_tree import as_kernels_see
from ..states import CompiledStateTable, StateTable
from ..watch import Watch

MOST_HISTORIES: Final = 10_000_000
"""Trees with more histories are refused, unless somebody asks for them: each takes some 60 bytes."""
END: Final = -2
"""Instead of a player, where a history is over."""
MOVER, SET, FIRST, WIDTH, COLUMNS = 0, 1, 2, 3, 4
"""A history's numbers: who moves; the information set (at an end: the number of the end); its first child, and how many there are."""
HISTORIES, ENDS, DECISIONS, CHOICES, SETS, SEQUENCES, PROBLEM, WHERE, COUNTS = 0, 1, 2, 3, 4, 5, 6, 7, 8
"""What is counted; then what is wrong with the game, and with which of its information sets."""
NO_PROBLEM, FORGETS, ACTIONS_DIFFER, NO_ACTION_HERE = 0, 1, 2, 3


@kernel
def count_histories(game, state, depth, most, counts, watch):
    """Count histories, ends, decisions and the choices at them, until there are `most` histories."""
    if watch.enter(state, depth, -inf, inf) or counts[HISTORIES] > most:
        return 0
    counts[HISTORIES] += 1
    if game.is_terminal(state):
        counts[ENDS] += 1
    elif game.to_move(state) == CHANCE:
        for outcome, _ in game.chances(state):
            count_histories(game, game.result(state, outcome), depth - 1, most, counts, watch)
    else:
        counts[DECISIONS] += 1
        for action in game.actions(state):
            counts[CHOICES] += 1
            count_histories(game, game.result(state, action), depth - 1, most, counts, watch)
    return 0


@kernel
def flatten(game, state, depth, node, reach, last, table, nodes, chance, ends, weights, payoffs, sets, labels, counts, watch):
    """Write the subtree of `state`, which is history `node`, into the arrays.

    `reach` is what chance has done to get here; `last[p]` is player p's sequence.
    """
    if watch.enter(state, depth, -inf, inf) or counts[PROBLEM] != NO_PROBLEM:
        return 0
    base = COLUMNS * node
    first = counts[HISTORIES]
    nodes[base + FIRST] = first
    if game.is_terminal(state):
        end = counts[ENDS]
        counts[ENDS] = end + 1
        nodes[base + MOVER] = END
        nodes[base + SET] = end
        weights[end] = reach
        for player in range(game.players):
            ends[end * game.players + player] = last[player]
            payoffs[end * game.players + player] = game.utility(state, player)
        return 0
    mover = game.to_move(state)
    nodes[base + MOVER] = mover
    child = first
    if mover == CHANCE:
        nodes[base + SET] = -1
        for _, probability in game.chances(state):
            chance[child] = probability
            child += 1
        counts[HISTORIES] = child
        nodes[base + WIDTH] = child - first
        child = first
        for outcome, probability in game.chances(state):
            after = reach * probability
            flatten(
                game, game.result(state, outcome), depth - 1, child, after, last, table, nodes, chance, ends, weights, payoffs, sets,
                labels, counts, watch,
            )  # fmt: skip
            child += 1
        return 0
    private, public = game.observation(state, mover)
    key = (mover, private, public)
    number = table.find(key)
    sequence = counts[SEQUENCES]
    if number < 0:
        number = table.add(key)
        counts[SETS] = number + 1
        sets[COLUMNS * number + MOVER] = mover
        sets[COLUMNS * number + SET] = last[mover]
        sets[COLUMNS * number + FIRST] = sequence
        for action in game.actions(state):
            labels[counts[SEQUENCES]] = action
            counts[SEQUENCES] += 1
        sets[COLUMNS * number + WIDTH] = counts[SEQUENCES] - sequence
        if counts[SEQUENCES] == sequence:
            counts[PROBLEM] = NO_ACTION_HERE
            counts[WHERE] = node
            return 0
    sequence = sets[COLUMNS * number + FIRST]
    if sets[COLUMNS * number + SET] != last[mover]:
        counts[PROBLEM] = FORGETS
        counts[WHERE] = node
        return 0
    nodes[base + SET] = number
    width = sets[COLUMNS * number + WIDTH]
    for action in game.actions(state):
        if child - first >= width or labels[sequence + child - first] != action:
            counts[PROBLEM] = ACTIONS_DIFFER
            counts[WHERE] = node
            return 0
        chance[child] = 1.0
        child += 1
    if child - first != width:
        counts[PROBLEM] = ACTIONS_DIFFER
        counts[WHERE] = node
        return 0
    counts[HISTORIES] = child
    nodes[base + WIDTH] = width
    child = first
    for action in game.actions(state):
        after = replace(last, mover, sequence + child - first)
        flatten(
            game, game.result(state, action), depth - 1, child, reach, after, table, nodes, chance, ends, weights, payoffs, sets, labels,
            counts, watch,
        )  # fmt: skip
        child += 1
    return 0


@dataclass(frozen=True, eq=False, repr=False)
class FlatTree:
    """The arrays. Rows of `nodes` and `sets` are mover, set (of a set: the mover's sequence before it), first child (sequence), width."""

    game: Game[Any, Any]
    nodes: Any
    chance: Any
    """The probability of the step into each history, where chance made it; otherwise 1."""
    ends: Any
    """For each end the last sequence of every player."""
    weights: Any
    """What chance contributes to reaching each end."""
    payoffs: Any
    sets: Any
    labels: list[Any]
    """The action of each sequence; None for the empty ones."""
    compiled: bool

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.game.players

    def where_all_get_one(self) -> FlatTree:
        """The same tree with a payoff of 1 everywhere: what is a gain there is how likely things are here."""
        import numpy as np

        return replace_fields(self, payoffs=np.ones_like(self.payoffs))

    def representatives(self) -> list[Any]:
        """A state of every information set, found by walking there."""
        import numpy as np

        found: list[Any] = [None] * len(self.sets)
        decisions = np.flatnonzero(self.nodes[:, MOVER] >= 0)
        _, places = np.unique(self.nodes[decisions, SET], return_index=True)
        wanted = set(decisions[places].tolist())
        parents = np.zeros(len(self.nodes), np.int64)
        inner = np.flatnonzero(self.nodes[:, WIDTH] > 0)
        for node, first, width in zip(inner.tolist(), self.nodes[inner, FIRST].tolist(), self.nodes[inner, WIDTH].tolist(), strict=True):
            parents[first : first + width] = node
        on_the_way = set()
        for node in wanted:
            while node not in on_the_way:
                on_the_way.add(node)
                node = int(parents[node])
        waiting = [(0, self.game.initial())]
        while waiting:
            node, state = waiting.pop()
            if node in wanted:
                found[self.nodes[node, SET]] = state
            first = int(self.nodes[node, FIRST])
            for i, move in enumerate(moves_of(self.game, state)):
                if first + i in on_the_way:
                    waiting.append((first + i, self.game.result(state, move)))
        return found


def moves_of(game: Game[Any, Any], state: Any) -> list[Any]:
    """What can happen in a state, in the order of the children."""
    if game.is_terminal(state):
        return []
    if game.to_move(state) == CHANCE:
        return [outcome for outcome, _ in game.chances(state)]
    return list(game.actions(state))


def flattened(
    game: Game[Any, Any],
    *,
    most: int = MOST_HISTORIES,
    compiled: bool | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> FlatTree:
    """The whole tree of a game as arrays; refused, with its size, where it has more than `most` histories.

    >>> import counterplay as cp
    >>> tree = flattened(cp.load("kuhn_poker"), compiled=False)
    >>> len(tree.nodes), len(tree.sets), len(tree.ends)
    (58, 12, 30)
    """
    require_game("cfr", game)
    if not game.properties.hidden_information:
        raise DoesNotFit(f"In {game.name} players see everything, so there is nothing to hide and no need to mix: use solve, or best.")
    if not game.finite:
        raise DoesNotFit(f"{game.name} may go on for ever; this needs a game whose every line of play ends.")
    if most < 1:
        raise UsageError(f"most={most}: give a number of histories, 1 or more.")

    def attempt(run: Runner) -> FlatTree:
        root = game.initial()
        counts = _column("i8", COUNTS)
        run(count_histories, game, root, 0, most, as_kernels_see(counts, run.compiled), watch=Watch())
        if counts[HISTORIES] > most:
            raise DoesNotFit(
                f"The tree of {game} has more than {most:,} histories ({int(counts[DECISIONS]):,} of those counted are decisions): "
                f"too large to keep in memory. Choose smaller parameters, or allow more (most={10 * most})."
            )
        return _filled(game, root, counts, run)

    return at_two_speeds(flatten, game, attempt, compiled=compiled, progress=progress)


def _filled(game: Game[Any, Any], root: Any, size: Any, run: Runner) -> FlatTree:
    """The arrays, made in the size that was counted, and written."""
    histories, ends, decisions, choices = (int(size[i]) for i in (HISTORIES, ENDS, DECISIONS, CHOICES))
    players = game.players
    nodes, chance = _column("i4", COLUMNS * histories), _column("f8", histories)
    ended, weights, payoffs = _column("i4", players * ends), _column("f8", ends), _column("f8", players * ends)
    sets = _column("i4", COLUMNS * decisions)
    labels: Any = _column("i8", players + choices) if run.compiled else [None] * (players + choices)
    counts = _column("i8", COUNTS)
    counts[HISTORIES], counts[SEQUENCES] = 1, players
    chance[0] = 1.0
    table: Any = StateTable(0, decisions)
    if run.compiled:
        from ..native.keys import observation_words

        table = CompiledStateTable(0, 1 + observation_words(game), max(decisions, 1))
    seen = [as_kernels_see(column, run.compiled) for column in (nodes, chance, ended, weights, payoffs, sets, labels, counts)]
    run(flatten, game, root, 0, 0, 1.0, tuple(range(players)), table, *seen, watch=Watch())
    if counts[PROBLEM] != NO_PROBLEM:
        raise _problem(game, nodes.reshape(-1, COLUMNS), int(counts[PROBLEM]), int(counts[WHERE]))
    taken = labels[players : int(counts[SEQUENCES])]
    return FlatTree(
        game,
        nodes.reshape(-1, COLUMNS),
        chance,
        ended.reshape(-1, players),
        weights,
        payoffs.reshape(-1, players),
        sets[: COLUMNS * int(counts[SETS])].reshape(-1, COLUMNS).copy(),
        [None] * players + (taken.tolist() if run.compiled else taken),
        run.compiled,
    )


def _column(kind: str, size: int) -> Any:
    import numpy as np

    return np.zeros(size, kind)


def _problem(game: Game[Any, Any], nodes: Any, problem: int, where: int) -> RulesError:
    """What is wrong with a game, at the first history that shows it."""
    line, state = _line_to(game, nodes, where)
    after = f"after {' '.join(line)}" if line else "at the start"
    player = game.to_move(state)
    seen = repr(game.observation(state, player))[:120]
    if problem == NO_ACTION_HERE:
        return RulesError(f"{game.name}: {after} the game is not over, but there is no action.")
    if problem == ACTIONS_DIFFER:
        return RulesError(
            f"{game.name}: {after} player {player} observes {seen}, as in another history, but has other actions there. "
            "Let observation() show what decides them."
        )
    return RulesError(
        f"{game.name} has no perfect recall: {after} player {player} observes {seen}, and cannot tell this from a history in which "
        "that player has done something else before. Let observation() remember what the player did and saw."
    )


def _line_to(game: Game[Any, Any], nodes: Any, where: int) -> tuple[list[str], Any]:
    """The moves that lead to a history, and its state. Its number is in the subtree of the last child whose number is not above it."""
    path = [where]
    while path[-1] != 0:
        inner = [node for node in range(path[-1]) if nodes[node, FIRST] <= path[-1] < nodes[node, FIRST] + nodes[node, WIDTH]]
        path.append(inner[0])
    names, state = [], game.initial()
    for parent, child in zip(path[:0:-1], path[-2::-1], strict=True):
        move = moves_of(game, state)[child - int(nodes[parent, FIRST])]
        names.append(game.format_action(state, move))
        state = game.result(state, move)
    return names, state
