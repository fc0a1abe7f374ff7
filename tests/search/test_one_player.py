"""One player: the sliding puzzle against what is published about it, and the searches for the cheapest way against each other."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from math import inf
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import counterplay as cp
from counterplay.players import AgentPlayer, player

EIGHT = cp.load("sliding_puzzle")
FIVE = cp.load("sliding_puzzle(rows=2,columns=3)")
FIFTEEN = cp.load("sliding_puzzle(rows=4,columns=4)")

AT_DEPTH = [
    *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110),
    *(23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
]
"""How many positions of the 8-puzzle are so many moves from the solved one: OEIS A089473 (Reinefeld 1993)."""

KORF = [
    (79, "0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15", 28, 42, 540_860),
    (12, "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 35, 45, 546_344),
]
"""Korf's problems (Artificial Intelligence 27, 1985): number, position, Manhattan distance, moves, nodes that his IDA* generated."""


def distances(game: Any) -> dict[Any, int]:
    """How far every position is from the solved one, breadth first."""
    solved = game.parse_state(" ".join(map(str, range(game.rows * game.columns))))
    found, waiting = {solved: 0}, deque([solved])
    while waiting:
        state = waiting.popleft()
        for action in game.actions(state):
            after = game.result(state, action)
            if after not in found:
                found[after] = found[state] + 1
                waiting.append(after)
    return found


# ── The puzzle ──
def test_the_eight_puzzle_has_the_published_number_of_positions_at_every_depth() -> None:
    found = distances(EIGHT)
    counted = [0] * (1 + max(found.values()))
    for depth in found.values():
        counted[depth] += 1
    assert counted == AT_DEPTH
    assert len(found) == 181_440
    assert all(EIGHT.heuristic(state) <= depth for state, depth in found.items())


@settings(max_examples=60)
@given(st.permutations(range(9)))
def test_half_of_all_orders_can_be_solved(tiles: list[int]) -> None:
    text, exchanged = " ".join(map(str, tiles)), list(tiles)
    one, other = [i for i in range(9) if tiles[i]][:2]
    exchanged[one], exchanged[other] = exchanged[other], exchanged[one]
    accepted = []
    for order in (text, " ".join(map(str, exchanged))):
        try:
            accepted.append(EIGHT.format_state(EIGHT.parse_state(order)).replace("/", " ") == order)
        except cp.UsageError as refusal:
            assert "cannot be solved" in str(refusal)
    assert accepted == [True]


@pytest.mark.parametrize("text", ["", "1 2 3", "1 1 2 3 4 5 6 7 8", "0 1 2/3 4 5/6 7 9", "a", "0 1 2/3 4 5/6 7 8/9", "9" * 500])
def test_what_is_no_position(text: str) -> None:
    with pytest.raises(cp.UsageError, match="numbers from 0"):
        EIGHT.parse_state(text)


def test_every_seed_can_be_solved_and_seed_0_is() -> None:
    found = distances(FIVE)
    assert len(found) == 360
    assert all(cp.load(f"sliding_puzzle(rows=2,columns=3,seed={seed})").initial() in found for seed in range(50))
    assert found[cp.load("sliding_puzzle(rows=2,columns=3,seed=0)").initial()] == 0


# ── The cheapest way ──
def test_every_search_finds_the_shortest_way_in_every_position_of_the_five_puzzle() -> None:
    for state, depth in distances(FIVE).items():
        for search in (cp.astar, cp.ida_star):
            result = search(FIVE, state, compiled=False)
            assert (result.distance, result.exact, len(result.line)) == (depth, True, depth)
            assert FIVE.is_terminal(after(FIVE, state, result.line))


def after(game: Any, state: Any, line: tuple[Any, ...]) -> Any:
    for action in line:
        assert action in list(game.actions(state))
        state = game.result(state, action)
    return state


@pytest.mark.parametrize(("number", "text", "manhattan", "moves", "nodes"), KORF)
def test_korf_s_problems(number: int, text: str, manhattan: int, moves: int, nodes: int) -> None:
    """Not only his solutions: the very nodes. He counts those generated; we enter the root again with every new bound."""
    state = FIFTEEN.parse_state(text)
    assert FIFTEEN.heuristic(state) == manhattan
    result = cp.ida_star(FIFTEEN, state, compiled=True)
    bounds = (moves - manhattan) // 2 + 1
    assert (result.distance, result.nodes) == (moves, nodes + bounds - 1)
    best = cp.astar(FIFTEEN, state, compiled=True)
    assert (best.distance, best.exact) == (moves, True)
    assert best.nodes < result.nodes


class Square(NamedTuple):
    """Where the walker stands."""

    at: int


class Terrain(cp.Game[Square, int]):
    """A square of fields of different height, north-west to south-east; going uphill costs more. Dead ends are lost."""

    players = 1
    payoff_sum = None
    finite = False
    compiles = False

    def __init__(self, heights: tuple[int, ...], wide: int, pits: tuple[int, ...] = (), guess: int = 1):
        self.heights, self.wide, self.pits, self.guess = heights, wide, pits, guess

    def initial(self) -> Square:
        return Square(0)

    def to_move(self, state: Square) -> int:
        return 0

    def actions(self, state: Square) -> Any:
        row, column = divmod(state.at, self.wide)
        yield from (
            at
            for at, there in (
                (state.at - self.wide, row > 0),
                (state.at - 1, column > 0),
                (state.at + 1, column < self.wide - 1),
                (state.at + self.wide, row < self.wide - 1),
            )
            if there
        )

    def result(self, state: Square, action: int) -> Square:
        return Square(action)

    def is_terminal(self, state: Square) -> bool:
        return state.at == self.wide * self.wide - 1 or state.at in self.pits

    def utility(self, state: Square, player: int) -> float:
        return -1.0 if state.at in self.pits else 1.0

    def cost(self, state: Square, action: int) -> float:
        return 1.0 + max(0, self.heights[action] - self.heights[state.at])

    def heuristic(self, state: Square) -> float:
        row, column = divmod(state.at, self.wide)
        if self.guess == 0 or state.at % (1 + self.guess) == 1:  # admissible, but here and there it says nothing: not consistent
            return 0.0
        return float(2 * self.wide - 2 - row - column)

    def cheapest(self) -> float:
        """By Bellman and Ford."""
        costs = [inf] * (self.wide * self.wide)
        costs[0] = 0.0
        for _ in costs:
            for at in range(len(costs)):
                if not self.is_terminal(Square(at)):
                    for there in self.actions(Square(at)):
                        costs[there] = min(costs[there], costs[at] + self.cost(Square(at), there))
        return costs[-1]

    def spent(self, line: tuple[int, ...]) -> float:
        way = (0, *line)
        return sum(self.cost(Square(a), b) for a, b in pairwise(way))


terrains = st.integers(2, 5).flatmap(
    lambda wide: st.builds(
        Terrain,
        st.lists(st.integers(0, 4), min_size=wide * wide, max_size=wide * wide).map(tuple),
        st.just(wide),
        st.lists(st.integers(1, wide * wide - 2), max_size=wide).map(tuple),
        st.integers(0, 3),
    )
)


@settings(max_examples=200)
@given(terrains)
def test_the_cheapest_way_over_any_terrain(game: Terrain) -> None:
    cheapest = game.cheapest()
    if cheapest == inf:
        with pytest.raises(cp.UsageError, match="no way leads"):
            cp.astar(game)
        return
    assert game.spent(cp.astar(game).line) == cheapest
    if game.wide < 4:
        assert game.spent(cp.ida_star(game).line) == cheapest


# ── Real time ──
@settings(max_examples=100)
@given(terrains, st.integers(1, 4))
def test_real_time_search_arrives_and_learning_finds_the_cheapest_way(game: Terrain, horizon: int) -> None:
    """Korf's theorems: RTA* reaches a goal that can be reached from everywhere; LRTA*'s trials converge to the cheapest way."""
    if game.pits:
        game = Terrain(game.heights, game.wide, (), game.guess)
    cheapest = game.cheapest()
    walked = cp.rta_star(game, horizon=horizon)
    assert game.is_terminal(after(game, game.initial(), walked.line))
    learned = cp.lrta_star(game, horizon=horizon, trials=1000)
    assert learned.exact
    assert game.spent(learned.line) == cheapest


def test_a_heuristic_that_contradicts_itself_does_not_deceive_who_learns() -> None:
    """Seen from two steps before, a state looked cheaper than from where it is: nothing was learned, and the way was not the cheapest."""
    heights = tuple(int(at in (6, 18, 23, 24)) for at in range(25))
    game = Terrain(heights, 5, (), guess=2)
    learned = cp.lrta_star(game, horizon=2, trials=1000)
    assert learned.exact and game.spent(learned.line) == game.cheapest()


def test_trials_get_better_and_end_with_the_shortest_way() -> None:
    walker = cp.LrtaStar(FIVE, compiled=False)
    trials = [walker.walk() for _ in range(100)]
    shortest = distances(FIVE)[FIVE.initial()]
    assert trials[0].distance is not None and trials[0].distance > shortest
    assert trials[-1].exact and trials[-1].distance == shortest
    walker.forget()
    assert walker.walk().line == trials[0].line


def test_a_player_remembers_where_it_has_been() -> None:
    """Without that memory it would walk in circles; between games it forgets."""
    one = player("rta_star:horizon=2")
    assert isinstance(one, AgentPlayer)
    walks = []
    for _ in range(2):
        one.new_game(1)
        state, steps = EIGHT.parse_state("8 6 7 2 5 4 3 0 1"), 0
        while not EIGHT.is_terminal(state):
            state, steps = EIGHT.result(state, one.choose(EIGHT, state)), steps + 1
        walks.append(steps)
    assert walks[0] == walks[1] == cp.rta_star(EIGHT, EIGHT.parse_state("8 6 7 2 5 4 3 0 1"), horizon=2, compiled=False).distance


def test_a_budget_ends_the_search_with_a_step_towards_the_goal() -> None:
    state = EIGHT.parse_state("8 6 7 2 5 4 3 0 1")
    result = cp.astar(EIGHT, state, nodes=50, compiled=False)
    assert (result.exact, result.distance, result.nodes) == (False, None, 50)
    assert result.action == result.line[0]
    assert after(EIGHT, state, result.line) != state
    assert cp.astar(EIGHT, state, nodes=100_000, compiled=False).distance == 27


def test_a_small_memory_is_a_budget_too() -> None:
    state = EIGHT.parse_state("8 6 7 2 5 4 3 0 1")
    assert cp.astar(FIFTEEN, memory=1 << 20, compiled=False).exact is False
    assert cp.astar(EIGHT, state, memory=1 << 26, compiled=False).exact


# ── Both speeds ──
@pytest.mark.parametrize("search", [cp.astar, cp.ida_star, cp.rta_star], ids=lambda search: search.__name__)
def test_compiled_equals_interpreted(search: Any) -> None:
    for text in ("8 6 7 2 5 4 3 0 1", "7 2 4 5 0 6 8 3 1", "0 1 2 3 4 5 6 7 8", "1 0 2 3 4 5 6 7 8"):
        slow, fast = (search(EIGHT, EIGHT.parse_state(text), compiled=compiled) for compiled in (False, True))
        same = ("action", "value", "values", "line", "nodes", "depth", "exact", "distance")
        assert [getattr(fast, name) for name in same] == [getattr(slow, name) for name in same]


# ── For people ──
def test_best_and_analyse_solve_the_puzzle() -> None:
    found = cp.best(EIGHT)
    assert (found.algorithm, found.distance, found.exact) == ("astar", 8, True)
    *_, last = cp.analyse(EIGHT, lines=4)
    assert last.exact
    assert [(line.action, line.distance) for line in last.lines] == [(1, 8), (3, 10)]


def test_other_games_are_refused() -> None:
    for search in (cp.astar, cp.ida_star, cp.rta_star, cp.lrta_star):
        with pytest.raises(cp.DoesNotFit, match="is for one player"):
            search(cp.load("tic_tac_toe"))
    with pytest.raises(cp.UsageError, match="horizon=0"):
        cp.rta_star(EIGHT, horizon=0)
    with pytest.raises(cp.UsageError, match="trials=0"):
        cp.lrta_star(EIGHT, trials=0)
    with pytest.raises(cp.UsageError, match="nodes=0"):
        cp.astar(EIGHT, nodes=0)
