"""Asking the engine: streams, several lines, threads, clocks, stopping, and what it refuses."""

from __future__ import annotations

import mmap
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from tests.search.engine.lattice import Lattice
from tests.search.engine.test_engine import positions
from tests.search.small_games import Blind, Greed, Pig, ThreeWays

import counterplay as cp
from counterplay.native import store
from counterplay.players import LevelPlayer, algorithm_with, level
from counterplay.search.engine.deepening import Deepening
from counterplay.search.engine.room import EXPECTED_NODES
from counterplay.search.engine.settings import SELECTIVE
from counterplay.transpositions import FIRST_MEMORY, LARGE_MEMORY, PLACES, WANTED_PLACES

FOUR = cp.load("connect_four")


def values_of_actions(game: Any, state: Any, depth: int) -> dict[Any, float]:
    """What each action is worth to the player to move, by minimax."""
    found = {}
    for action in game.actions(state):
        after = game.result(state, action)
        below = cp.minimax(game, after, depth=depth - 1, compiled=True).values
        found[action] = below[game.to_move(state)]
    return found


def test_the_best_lines_are_the_best_actions_in_order() -> None:
    for state in positions(FOUR, 12, 24, seed=6):
        expected = values_of_actions(FOUR, state, 5)
        said = list(cp.analyse(FOUR, state, lines=7, depth=5, compiled=True))[-1]
        assert {line.action: line.value for line in said.lines} == expected
        assert [line.value for line in said.lines] == sorted(expected.values(), reverse=True)
        for line in said.lines:
            after = state
            for action in line.line:
                assert action in list(FOUR.actions(after)), "the line is not legal"
                after = FOUR.result(after, action)


def test_each_depth_is_told_and_the_last_is_the_answer() -> None:
    said = list(cp.analyse(FOUR, depth=6, compiled=True))
    assert [one.depth for one in said] == [1, 2, 3, 4, 5, 6]
    assert [one.nodes for one in said] == sorted(one.nodes for one in said)
    answer = cp.engine(FOUR, depth=6, compiled=True)
    best = said[-1].lines[0]
    assert (best.action, best.value, best.line, said[-1].nodes) == (answer.action, answer.value, answer.line, answer.nodes)
    assert 0.0 <= said[-1].table_full <= 1.0
    assert said[-1].as_dict()["lines"][0]["value"] == best.value


def test_it_stops_when_nothing_is_left_to_find_out() -> None:
    said = list(cp.analyse(FOUR, FOUR.parse_state("4455"), lines=2))
    assert said[-1].exact
    assert [line.outlook() for line in said[-1].lines] == ["wins in 3 plies", "wins in 3 plies"]
    game = cp.load("tic_tac_toe")
    over = list(cp.analyse(game, lines=9))[-1]
    assert over.exact
    assert [line.outlook() for line in over.lines] == ["a draw"] * 9


WIN_OR_MORE = "tree([1,[[{0},0],[0,0]]])"
"""A win at once, or something that lies deeper."""


@pytest.mark.parametrize(
    ("facts", "exact"),
    [
        ({}, False),
        ({"least_payoff": -2.0, "utility_range": (-2.0, 2.0)}, False),
        ({"decisive": True}, True),
        ({"utility_range": (-9.0, 1.0)}, True),
        ({"utility_range": (-1.0, 9.0)}, True),
        ({"least_payoff": -1.0}, True),
    ],
)
def test_a_proven_win_is_exact_where_the_game_says_that_nothing_is_better(facts: dict[str, Any], exact: bool) -> None:
    """By any of its words. Where it says nothing, or bounds that are wider, something better may lie deeper than the search looks."""
    game: Any = cp.load(WIN_OR_MORE.format(0))
    assert cp.engine(game, depth=1).exact, "a tree knows its payoffs"
    game.least_payoff = None
    for name, value in facts.items():
        setattr(game, name, value)
    (said,) = cp.analyse(game, depth=1)
    assert (said.lines[0].value, said.lines[0].distance, said.lines[0].exact, said.exact) == (1.0, 1, exact, exact)
    assert len(list(cp.analyse(game))) == (1 if exact else 3)


def test_what_is_better_than_a_win_is_found_where_it_may_be() -> None:
    assert cp.engine(cp.load(WIN_OR_MORE.format(2)), depth=1).exact is False
    assert cp.engine(cp.load("tree([1,[[2,3],[4,5]]])")).value == 3.0


def test_a_win_is_called_the_shortest_only_where_nothing_may_be_overlooked() -> None:
    game = cp.load("chess")
    mate_in_two, mate_in_one = map(game.parse_state, ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", "7k/R7/8/8/8/8/8/1R5K w - - 0 1"))
    chosen: tuple[tuple[dict[str, Any], bool], ...] = (({}, True), ({"reductions": False}, True), (dict.fromkeys(SELECTIVE, False), False))
    for switches, at_most in chosen:
        found = cp.engine(game, mate_in_two, depth=3, compiled=False, database=False, **switches)
        assert (found.distance, found.at_most) == (3, at_most), switches
    assert cp.engine(game, mate_in_one, depth=1, compiled=False, database=False).at_most is False
    assert cp.engine(game, mate_in_two, depth=1, compiled=False, database=False).at_most is False, "no distance, no bound of it"
    (said,) = cp.analyse(game, mate_in_two, depth=3, compiled=False, database=False, deepening=False)
    assert said.lines[0].outlook() == "wins in at most 3 plies"
    assert said.as_dict()["lines"][0]["at_most"] is True


def test_closing_the_stream_stops_the_search() -> None:
    engine = cp.Engine(FOUR, compiled=True)
    stream = engine.analyse(lines=2)
    first = next(stream)
    assert first.depth == 1
    stream.close()  # type: ignore[attr-defined]
    assert engine.search(depth=2).depth == 2, "the engine is free again"


def test_stopped_from_another_thread_it_answers_with_what_it_has() -> None:
    engine = cp.Engine(FOUR, compiled=True)
    engine.search(depth=1)
    threading.Timer(0.3, engine.stop).start()
    began = time.monotonic()
    answer = engine.search()
    assert time.monotonic() - began < 30
    assert answer.action in range(7)
    assert not answer.exact


def test_a_number_of_nodes_is_kept_and_repeatable() -> None:
    one, other = (cp.engine(FOUR, nodes=20_000, compiled=True) for _ in range(2))
    assert one.nodes <= 20_000 + 64
    assert (one.action, one.value, one.line, one.nodes, one.depth) == (other.action, other.value, other.line, other.nodes, other.depth)
    slow = cp.engine(FOUR, nodes=3_000, compiled=False)
    fast = cp.engine(FOUR, nodes=3_000, compiled=True)
    assert (slow.action, slow.value, slow.line, slow.nodes) == (fast.action, fast.value, fast.line, fast.nodes)
    assert cp.engine(FOUR, nodes=1, compiled=True).action in range(7), "there is always a move"


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> list[Any]:
    """Nothing compiles; what somebody wanted to."""
    asked = []

    def refuse(*arguments: Any) -> Any:
        asked.append(arguments)
        raise store.CannotCompile(f"nobody compiles here ({request.node.name})")  # a reason is told once

    for place in ("keys", "compiler"):
        monkeypatch.setattr(f"counterplay.native.{place}.entry_point", refuse)
    return asked


def test_few_nodes_are_not_worth_compiling(monkeypatch: pytest.MonkeyPatch, refused: list[Any]) -> None:
    """A trial without machine code that has entered all its nodes is the answer; one that the clock has ended is none."""
    game = cp.load("connect_four(rows=5,columns=6)")
    monkeypatch.setattr("counterplay.kernels.TRIAL_SECONDS", 600.0)
    whole = cp.engine(game, nodes=200, compiled=False)
    for name in ("beginner", "easy"):
        assert not LevelPlayer(level(name), seed=1).search(game, None).compiled
    found = cp.engine(game, nodes=200)
    assert not found.compiled and not refused
    assert (found.action, found.value, found.line, found.nodes) == (whole.action, whole.value, whole.line, whole.nodes)
    monkeypatch.setattr("counterplay.kernels.TRIAL_SECONDS", 0.0)
    with pytest.warns(store.RunsInterpreted, match="nobody compiles here"):
        assert not cp.engine(game, nodes=10_000).compiled  # over a second: the clock, which is looked at 50 times a second, comes first
    assert refused


@pytest.mark.usefixtures("refused")
@pytest.mark.parametrize("scale", [1.0, 30.0])
def test_what_follows_a_trial_begins_afresh(monkeypatch: pytest.MonkeyPatch, scale: float) -> None:
    """The clock ends the trial after 500 positions, and there is no machine code: the same search, at the same speed, once more. (Values
    beyond 1, which are no distances to an end, begin anew within the trial.)"""
    asked = []

    def evaluate(game: Any, state: Any, player: int) -> float:
        asked.append(state)
        if len(asked) == 500:
            time.sleep(0.5)
        return scale * FOUR.evaluate(state, player)

    alone = cp.engine(FOUR, depth=6, compiled=False, evaluate=lambda game, state, player: scale * FOUR.evaluate(state, player))
    monkeypatch.setattr("counterplay.kernels.TRIAL_SECONDS", 0.4)
    with pytest.warns(store.RunsInterpreted, match="nobody compiles here"):
        after = cp.engine(FOUR, depth=6, evaluate=evaluate)
    assert (after.action, after.value, after.line, after.nodes) == (alone.action, alone.value, alone.line, alone.nodes)


LIMITS_AND_PATIENCE: list[tuple[dict[str, Any], bool]] = [
    ({"seconds": 0.6, "depth": 3}, True),
    ({"seconds": 0.1, "depth": 3}, False),
    ({"depth": 2}, False),
    ({"nodes": 100}, False),
]


@pytest.mark.parametrize(("limits", "whole"), LIMITS_AND_PATIENCE)
def test_whoever_gives_time_waits_for_the_memory_too(limits: dict[str, Any], whole: bool) -> None:
    """Writing to all of the table once, before the clock starts, makes the system give its memory."""
    engine = cp.Engine(FOUR, compiled=True)
    engine.search(depth=1)
    table = engine._tables[True]
    for _ in range(2):
        engine.search(**limits)
        assert bool(table._words[WANTED_PLACES]) == whole
    assert table.is_small != whole
    interpreted = cp.Engine(FOUR, compiled=False)
    assert interpreted.search(**limits).action is not None


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux says so how much memory is there")
def test_memory_that_was_taken_is_there() -> None:
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE

    size = 64 << 20
    engine = cp.Engine(FOUR, memory=size, compiled=True)
    engine.search(depth=1)
    before = resident()
    engine.take_memory()
    assert resident() - before > size / 2


def test_an_engine_that_forgets_begins_as_a_new_one_does() -> None:
    """Its table grows in the middle of the search, and afterwards it is small again."""
    game = cp.load("connect_four")
    engine = cp.Engine(game, compiled=True)

    def told() -> list[tuple[int, int, float]]:
        return [(said.depth, said.nodes, said.lines[0].value) for said in engine.analyse(depth=13)]

    first = told()
    assert first[-1][1] > 2 * FIRST_MEMORY // 64 and engine._tables[True]._words[PLACES] > FIRST_MEMORY // 64
    assert first[-1][2] == cp.Engine(game, compiled=True, memory=LARGE_MEMORY // 2).search(depth=13).value
    engine.forget()
    assert 64 * engine._tables[True]._words[PLACES] <= FIRST_MEMORY
    assert told() == first
    assert engine._tables[True].full() < 0.5


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_table_has_room_for_what_all_threads_find(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """For all nodes that are asked for, whoever enters them, and after each depth for as many as all have entered."""
    expected: list[tuple[int, int]] = []
    search = Deepening._search_to

    def noted(self: Deepening, depth: int, tells: bool) -> bool:
        expected.append((self.room.words[EXPECTED_NODES], self.nodes))
        return search(self, depth, tells)

    monkeypatch.setattr(Deepening, "_search_to", noted)
    engine = cp.Engine(FOUR, compiled=True, threads=threads)
    engine.search(depth=6)
    assert expected and all(nodes == threads * own for nodes, own in expected)
    expected.clear()
    engine.search(nodes=40_000)
    assert expected and all(nodes == 40_000 for nodes, _ in expected)
    expected.clear()
    cp.Engine(FOUR, compiled=True, threads=threads, deepening=False).search(depth=4)
    assert expected and all(nodes == 1 << 62 for nodes, _ in expected)


def test_whoever_listens_without_a_limit_hears_what_a_clock_would_let_it_say() -> None:
    """No proof is asked for, so that nothing could be left out: twelve plies of chess without leaving anything out take minutes."""
    for said in cp.Engine(cp.load("chess"), memory=16 << 20, compiled=True).analyse():
        if said.depth == 12:
            break
    assert said.nodes < 500_000


def test_a_patient_question_leaves_what_has_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = cp.Engine(FOUR, compiled=True)
    engine.search(depth=6)
    forgotten: list[Any] = []
    monkeypatch.setattr("counterplay.search.engine.room.Room.forget", forgotten.append)
    table = engine._tables[True]
    assert table.is_small
    engine.search(depth=2, seconds=2.0)
    assert not table.is_small and not forgotten


def test_several_threads_share_the_nodes() -> None:
    game = cp.load("connect_four")
    assert cp.engine(game, nodes=40_000, threads=2, compiled=True).nodes < 41_000


def test_a_depth_that_was_only_begun_does_not_count() -> None:
    game = cp.load("connect_four")
    told = list(cp.Engine(game, compiled=False).analyse(nodes=400))
    assert told[-1].nodes > told[-2].nodes
    assert told[-1].depth == told[-2].depth if told[-1].lines == told[-2].lines else told[-1].depth == told[-2].depth + 1


def test_each_line_says_how_deep_it_was_looked_at() -> None:
    """Stopped in the middle of a depth, the first lines have been looked at a ply deeper than those that follow."""
    game = cp.load("connect_four")
    uneven = 0
    for nodes in range(100, 600, 50):
        told = list(cp.Engine(game, compiled=False).analyse(nodes=nodes, lines=4))
        for said in told[:-1]:
            assert {line.depth for line in said.lines} == {said.depth}
        depths = [line.depth or 0 for line in told[-1].lines]
        whole = told[-2].depth
        assert depths == sorted(depths, reverse=True) and set(depths) <= {whole, whole + 1}, depths
        assert told[-1].as_dict()["lines"][0]["depth"] == depths[0]
        uneven += len(set(depths)) > 1
    assert uneven


def test_several_threads_find_the_same_value() -> None:
    for state in positions(FOUR, 8, 20, seed=9):
        alone, together = (cp.engine(FOUR, state, depth=9, threads=threads, compiled=True, memory=16 << 20) for threads in (1, 3))
        assert together.value == alone.value


def test_a_small_table_that_is_overwritten_all_the_time_changes_no_value() -> None:
    for state in positions(FOUR, 8, 20, seed=10):
        assert (
            cp.engine(FOUR, state, depth=8, memory=1 << 16, compiled=True).value == cp.alphabeta(FOUR, state, depth=8, compiled=True).value
        )


def test_a_finished_game_has_a_value_and_no_action() -> None:
    state = FOUR.parse_state("1212121")
    answer = cp.engine(FOUR, state)
    assert (answer.action, answer.value, answer.exact) == (None, cp.minimax(FOUR, state).value, True)
    with pytest.raises(cp.UsageError, match="over"):
        next(cp.analyse(FOUR, state))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"depth": -1}, "depth"),
        ({"killers": None}, "True or False"),
        ({"seconds": 0}, "seconds"),
        ({"nodes": 0}, "nodes"),
        ({"threads": 0}, "threads"),
        ({"memory": 10}, "memory"),
        ({"killer": False}, "killers"),
        ({"killers": "no"}, "killers"),
        ({"memory": 1 << 60, "compiled": True}, "memory"),
    ],
)
def test_settings_without_meaning(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(cp.UsageError, match=words):
        cp.engine(FOUR, **settings)


@pytest.mark.parametrize(("game", "instead"), [(Pig(), "expectiminimax"), (ThreeWays(), "maxn"), (Blind(), "information")])
def test_games_it_does_not_fit(game: Any, instead: str) -> None:
    with pytest.raises(cp.DoesNotFit, match=instead):
        cp.engine(game)


@pytest.mark.parametrize("search", [cp.best, cp.engine, cp.alphabeta])
@pytest.mark.parametrize("no_game", ["tic_tac_toe", Greed])
def test_the_name_or_the_class_of_a_game_is_no_game(search: Any, no_game: Any) -> None:
    with pytest.raises(cp.UsageError, match="needs a game"):
        search(no_game)


def test_best_chooses() -> None:
    assert cp.best(Greed(5)).algorithm == "engine"
    assert cp.best(Pig(), seconds=0.2, compiled=False).algorithm == "star_minimax"  # compiled: test_star_minimax.py
    assert cp.best(ThreeWays(), depth=3).algorithm == "shallow_maxn"
    with pytest.raises(cp.DoesNotFit, match="do not see everything"):
        cp.best(Blind())
    assert cp.best(Lattice(6), threads=2, seconds=0.5).algorithm == "engine"


def test_a_game_that_says_so_is_played_by_monte_carlo_tree_search() -> None:
    game = cp.load("go(board_size=3)")
    state = game.parse_state(".../.../... X")
    assert cp.best(game, state, seconds=None, simulations=300, seed=1, compiled=False).algorithm == "mcts"
    assert cp.best(game, state, depth=1, seconds=None, compiled=False).algorithm == "engine"
    stream: Any = cp.analyse(game, state, compiled=False)
    assert next(stream).algorithm == "mcts"
    stream.close()
    *_, last = cp.analyse(game, state, nodes=300, compiled=False)
    assert last.algorithm == "engine"
    assert LevelPlayer(level("medium"), seed=1).search(game, state, compiled=False).algorithm == "mcts"
    assert algorithm_with(game, {"seconds": 1}) == "mcts"
    assert algorithm_with(game, {"depth": 3}) == "engine"


def test_rules_without_an_action_are_told() -> None:
    class Stuck(Lattice):
        compiles = False

        def actions(self, state: Any) -> Any:
            return iter(())

    with pytest.raises(cp.RulesError, match="no action"):
        cp.engine(Stuck(6), depth=3)
