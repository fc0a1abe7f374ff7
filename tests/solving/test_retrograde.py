"""Every state known, with its distance: random graphs with cycles against a plain fixpoint, theorems, published counts."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import reduce
from math import inf
from operator import xor
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.bits import lowest
from counterplay.solving import exploring, reached
from counterplay.solving.together import shared_out


class At(NamedTuple):
    node: int


class Graph(cp.Game[At, int]):
    """Any graph as a game: a node is what player 0 gets at an end, or who moves and where to. Positions come back."""

    compiles = False
    finite = False

    def __init__(self, nodes: tuple[Any, ...]):
        self.nodes = nodes

    def initial(self) -> At:
        return At(0)

    def to_move(self, state: At) -> int:
        assert not self.is_terminal(state), "to_move was asked of a terminal state"
        return int(self.nodes[state.node][0])

    def actions(self, state: At) -> Iterator[int]:
        yield from self.nodes[state.node][1]

    def result(self, state: At, action: int) -> At:
        return At(action)

    def is_terminal(self, state: At) -> bool:
        return not isinstance(self.nodes[state.node], tuple)

    def utility(self, state: At, player: int) -> float:
        return float(self.nodes[state.node] * (1 if player == 0 else -1))


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(1, 12))
    inner = st.tuples(st.integers(0, 1), st.lists(st.integers(0, size - 1), min_size=1, max_size=4).map(tuple))
    return Graph(tuple(draw(st.lists(st.one_of(inner, inner, st.sampled_from([-2, -1, 0, 1, 3])), min_size=size, max_size=size))))


def plain(game: Graph) -> tuple[list[float], list[float]]:
    """Value for player 0 and distance of every node, as plainly as possible: sweep until nothing changes.

    Values are those of the game cut off after more and more plies, unfinished games being worth 0; distances those among moves that
    keep the value, the winner hurrying and the loser delaying.
    """
    nodes = game.nodes
    values = [0.0 if isinstance(node, tuple) else float(node) for node in nodes]
    for _ in range(4 * len(nodes) + 4):
        values = [
            (max if node[0] == 0 else min)(values[child] for child in node[1]) if isinstance(node, tuple) else float(node) for node in nodes
        ]
    distances = [inf if isinstance(node, tuple) else 0.0 for node in nodes]
    for _ in range(len(nodes)):
        for number, node in enumerate(nodes):
            if isinstance(node, tuple) and values[number]:
                same = [distances[child] for child in node[1] if values[child] == values[number]]
                wins = (values[number] > 0) == (node[0] == 0)
                distances[number] = 1 + (min(same) if wins else max(same))
    return values, distances


@given(graphs())
def test_every_state_of_any_graph_is_what_plain_sweeps_say(game: Graph) -> None:
    values, distances = plain(game)
    known = cp.solve_all(game)
    reached = [0]
    for node in reached:
        if isinstance(game.nodes[node], tuple):
            reached += [child for child in dict.fromkeys(game.nodes[node][1]) if child not in reached]
    assert known.states == len(reached) == known.won + known.lost + known.drawn
    for node in reached:
        mover = game.nodes[node][0] if isinstance(game.nodes[node], tuple) else 0
        found = known[At(node)]
        assert found.value == (values[node] if mover == 0 else -values[node])
        assert found.distance == (distances[node] if values[node] else None)
    answer = cp.solve(game)
    assert answer.value == known[At(0)].value and answer.distance == known[At(0)].distance
    if answer.distance is not None:
        assert len(answer.line) == answer.distance


# ── Known facts ──
def itself(game: Any, state: Any) -> Any:
    """No state is the same as another: symmetry is not used."""
    return state


def test_tic_tac_toe_has_5478_states_and_both_speeds_know_the_same() -> None:
    game = cp.load("tic_tac_toe")
    assert cp.solve_all(game.using(canonical=itself), compiled=False).states == 5478
    slow, fast = cp.solve_all(game, compiled=False), cp.solve_all(game, compiled=True)
    assert not slow.compiled and fast.compiled and fast.states == 765
    state: Any = game.initial()
    waiting, met = [state], 0
    for state in waiting:
        assert slow[state] == fast[state]
        met += 1
        if not game.is_terminal(state):
            assert slow.moves(state) == fast.moves(state)
            waiting += [game.result(state, action) for action in list(game.actions(state))[:2]]
    assert met > 300
    assert slow.solution().line == fast.solution().line and slow.longest == fast.longest == 5


def test_connect_four_on_five_rows_of_four_has_1706255_positions() -> None:
    """As John Tromp has counted them (tromp.github.io/c4/c4.html, whose table others repeat: 4 rows of 4 columns 161,029, of 5 3,945,711;
    5 rows of 4 1,706,255, of 5 69,763,700); a draw, as he has solved it (and again github.com/ChristopheSteininger/c4)."""
    game = cp.load("connect_four(rows=5,columns=4)").using(canonical=itself)
    known = cp.solve_all(game, compiled=True)
    assert known.states == 1_706_255 == known.won + known.lost + known.drawn
    assert known[known.start].value == 0
    state: Any = game.initial()
    rng = cp.Random(2)
    for _ in range(20):  # what alpha-beta finds out by looking forward
        while not game.is_terminal(state):
            if len(list(game.actions(state))) < 4 and known[state].distance is not None:
                assert known[state].value == cp.alphabeta(game, state, compiled=False).value
                break
            state = game.result(state, game.random_action(state, rng))
        state = game.initial()


def test_small_boards_of_marks_in_a_row_are_worth_what_everybody_knows() -> None:
    """m,n,k: three in a row on 3x4 and larger is won, four in a row on 4x4 is a draw (Uiterwijk & van den Herik 2000)."""
    for rows, columns, line, won in ((3, 3, 3, False), (3, 4, 3, True), (4, 4, 3, True), (4, 4, 2, True)):
        game = cp.load(f"tic_tac_toe(rows={rows},columns={columns},line={line})")
        assert cp.prove(game, compiled=False).outcome is won
    assert cp.solve(cp.load("tic_tac_toe(rows=4,columns=4,line=4)"), compiled=True).value == 0


@pytest.mark.parametrize("misere", [False, True])
def test_nim_up_to_7_7_7_obeys_the_theorem(misere: bool) -> None:
    """Bouton 1901: the nim-sum 0 loses for the player to move; in misère play it wins where no pile has more than one."""
    game = cp.load(f"nim(pile_sizes=(7,7,7),is_misere={misere})")
    known = cp.solve_all(game, compiled=False)
    waiting: dict[Any, None] = {game.initial(): None}
    states: list[Any] = []
    while waiting:
        state, _ = waiting.popitem()
        states.append(state)
        if not game.is_terminal(state):
            waiting |= dict.fromkeys({game.result(state, action) for action in game.actions(state)} - set(states))
            won = (reduce(xor, state.piles) != 0) != (misere and max(state.piles) <= 1)
            assert known[state].value == (1 if won else -1), state
            assert (known[state].distance or 0) % 2 == (1 if won != misere else 0)  # who takes the last
    assert {tuple(sorted(state.piles)) for state in states} == {(a, b, c) for a in range(8) for b in range(a, 8) for c in range(b, 8)}


# ── Several threads ──
def the_sooner_the_better(game: Any, state: Any, player: int) -> float:
    """A win is worth one and the squares that are still empty."""
    if not game.has_line(state.theirs):
        return 0.0
    points = 1.0 + game.count(state)
    return -points if player == game.to_move(state) else points


def all_that_is_known(known: cp.Knowledge) -> tuple[list[list[int]], list[float], list[int]]:
    """The states in order, the value of each and its distance, whatever its number."""
    import numpy

    states, codes, distances = known.table.keys(), known.values.codes.array, known.values.distances.array
    assert len(states) == len(codes) == len(distances)
    order = numpy.lexsort(states.T)
    amounts = {code: known.values.amount(code) for code in set(codes.tolist())}
    return states[order].tolist(), [amounts[code] for code in codes[order].tolist()], distances[order].tolist()


@pytest.mark.parametrize(
    "game",
    [
        cp.load("connect_four(rows=4,columns=4)"),
        cp.load("tic_tac_toe(rows=3,columns=4,line=3)").using(utility=the_sooner_the_better),
        cp.load("kalah(houses=3,seeds=2)"),
        cp.load("go(board_size=2,komi=0.5,max_game_length=-1)"),
    ],
    ids=["every step leads forward", "many amounts", "whoever moved may move again", "positions come back"],
)
def test_threads_know_what_one_knows(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = cp.solve_all(game, threads=1, compiled=True)
    expected, nodes = all_that_is_known(alone), alone.nodes
    for name in ("FIRST_STATES", "FIRST_STEPS", "SECOND_STATES", "SECOND_STEPS"):
        monkeypatch.setattr(reached, name, 8)
    monkeypatch.setattr(exploring, "STEPS_AT_ONCE", 16)  # many small pieces of room
    monkeypatch.setattr(exploring, "WIDE", 1)
    for _ in range(3):
        known = cp.solve_all(game, threads=4, compiled=True)
        assert all_that_is_known(known) == expected
        assert (known.won, known.lost, known.drawn, known.longest) == (alone.won, alone.lost, alone.drawn, alone.longest)
        assert known.nodes >= nodes  # those at which a thread stopped for want of room were entered twice


def test_narrow_levels_are_left_to_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """The levels of Connect Four are narrow at both ends; those of a single pile always are."""
    game, pile = cp.load("connect_four(rows=4,columns=4)"), cp.load("nim(pile_sizes=(1000,))")
    expected, few = all_that_is_known(cp.solve_all(game, threads=1, compiled=True)), cp.solve_all(pile, threads=1, compiled=True)
    for name in ("FIRST_STATES", "FIRST_STEPS", "SECOND_STATES", "SECOND_STEPS"):
        monkeypatch.setattr(reached, name, 64)
    monkeypatch.setattr(exploring, "WIDE", 2000)
    shared, work = list[int](), exploring.Together._work

    def noted(self: exploring.Together, stretches: list[tuple[int, int]], level: int) -> Any:
        shared.append(level)
        return work(self, stretches, level)

    monkeypatch.setattr(exploring.Together, "_work", noted)
    assert all_that_is_known(cp.solve_all(game, threads=2, compiled=True)) == expected
    assert 0 < len(shared) < 60
    shared.clear()
    assert cp.solve_all(pile, threads=2, compiled=True).states == few.states
    assert not shared


def by_position(game: Any, state: Any, player: int) -> float:
    """Wins are worth many different amounts."""
    if not game.has_line(state.theirs):
        return 0.0
    points = 1.0 + lowest(state.theirs) + 12 * lowest(state.mine) + 144 * game.count(state)
    return -points if player == game.to_move(state) else points


def test_too_many_amounts_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_STATES", "FIRST_STEPS", "SECOND_STATES", "SECOND_STEPS"):
        monkeypatch.setattr(reached, name, 64)
    monkeypatch.setattr(exploring, "WIDE", 1)
    game = cp.load("tic_tac_toe(rows=3,columns=4,line=3)").using(utility=by_position)
    for threads in (1, 2):
        with pytest.raises(cp.DoesNotFit, match="more than 127 different amounts"):
            cp.solve_all(game, threads=threads, compiled=True)


def test_ctrl_c_while_others_work_stops_them_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C may come while the calling thread waits for the others, not in the middle of its own work."""
    begun, over = threading.Event(), threading.Event()

    def work(piece: int, here: bool) -> None:
        if here:
            begun.set()
            assert over.wait(20)
        else:
            assert begun.wait(20)

    def interrupted(helper: threading.Thread, seconds: float | None = None) -> None:
        if not over.is_set():
            raise KeyboardInterrupt
        join(helper, seconds)

    join = threading.Thread.join
    monkeypatch.setattr(threading.Thread, "join", interrupted)
    with pytest.raises(KeyboardInterrupt):
        shared_out(work, 2, 2, over.set)
    assert over.is_set()


def test_threads_keep_to_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exploring, "WIDE", 1)
    monkeypatch.setattr(reached, "SECOND_STATES", 16)
    with pytest.raises(cp.TableFull, match="memory"):
        cp.solve_all(cp.load("connect_four(rows=4,columns=4)"), memory=1 << 20, threads=4, compiled=True)


def test_threads_stop_when_the_time_is_over() -> None:
    with pytest.raises(cp.Stopped):
        cp.solve_all(cp.load("connect_four(rows=5,columns=6)"), memory=1 << 33, threads=2, seconds=1.0, compiled=True)


# ── Refusals ──
def test_more_memory_than_allowed_is_refused_not_taken() -> None:
    with pytest.raises(cp.TableFull, match="memory"):
        cp.solve_all(cp.load("connect_four(rows=4,columns=4)"), memory=1 << 20, compiled=False)


def test_games_without_two_opponents_are_refused() -> None:
    for name in ("pig", "yavalath", "sliding_puzzle"):
        with pytest.raises(cp.DoesNotFit):
            cp.solve_all(cp.load(name))
    with pytest.raises(cp.UsageError, match="cannot be reached"):
        game = cp.load("nim(pile_sizes=(1,2))")
        known = cp.solve_all(game, compiled=False)
        start: Any = game.initial()
        known[start._replace(piles=(5, 5))]
