"""`Solver`: exact scores, compared with those other programs published, with plain minimax and with visiting every state."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests import naive
from tests.search.small_games import Blind, Count, Explicit, Greed, Pig, ThreeWays

import counterplay as cp
from counterplay.errors import TableFull
from counterplay.solving import solver as solver_module
from counterplay.solving.together import first_answer
from counterplay.watch import Watch

FOUR_BY_FOUR = "connect_four(rows=4,columns=4)"


# ── Published scores ──
def published(folder: Path, name: str, most: int | None = None) -> Iterator[tuple[str, int]]:
    lines = (folder / "connect_four" / name).read_text().splitlines()
    for line in islice((line for line in lines if line[0] != "#"), most):
        moves, score = line.split()
        yield moves, int(score)


@pytest.mark.parametrize(
    ("name", "most", "number"),
    [
        ("Test_L3_R1", None, 500),
        ("Test_L2_R1", None, 500),
        ("Test_L1_R1", None, 500),
        ("Test_L2_R2", 200, 200),
        ("Test_L1_R2", 10, 10),
    ],
)
def test_pons_positions_have_the_published_scores(shared_data: Path, name: str, most: int | None, number: int) -> None:
    game = cp.load("connect_four")
    solver = cp.Solver(game, compiled=True)
    solved = 0
    for moves, score in published(shared_data, name, most):
        answer = solver.solve(game.parse_state(moves))
        assert answer.score == score, moves
        assert answer.value == (score > 0) - (score < 0)
        assert answer.exact and answer.compiled
        follow(game, game.parse_state(moves), answer)
        solved += 1
    assert solved == number


def othello_positions(folder: Path, name: str, most: int) -> Iterator[tuple[Any, int, str]]:
    """State, score and best moves; FFO's lines have two numbers in front."""
    game = cp.load("othello")
    lines = (folder / "othello" / f"{name}.txt").read_text().splitlines()
    for line in islice((line for line in lines if line[0] != "#"), most):
        board, side, score, *best = line.split()[2 if name.startswith("ffo") else 0 :]
        yield game.parse_state(f"{board} {side}"), int(score), " ".join(best)


@pytest.mark.parametrize(("name", "most"), [("rand10", 100), ("rand12", 100), ("rand14", 40), ("ffo_40_44", 1)])
def test_othello_endings_have_the_published_scores(shared_data: Path, name: str, most: int) -> None:
    game = cp.load("othello")
    solver, solved = cp.Solver(game, compiled=True), 0
    for state, score, best in othello_positions(shared_data, name, most):
        answer = solver.solve(state)
        assert answer.score == score, game.format_state(state)
        follow(game, state, answer)
        if name.startswith("ffo"):
            assert game.format_action(state, answer.action) == best.lower()
        solved += 1
    assert solved == most


def test_interpreted_positions_have_the_published_scores(shared_data: Path) -> None:
    game = cp.load("connect_four")
    solver = cp.Solver(game, compiled=False)
    for moves, score in published(shared_data, "Test_L3_R1", 100):
        answer = solver.solve(game.parse_state(moves))
        assert (answer.score, answer.compiled) == (score, False), moves
    othello = cp.Solver(cp.load("othello"), compiled=False)
    for state, score, _ in othello_positions(shared_data, "rand10", 2):
        assert othello.solve(state).score == score


def test_boards_of_other_sizes_have_the_published_scores(shared_data: Path) -> None:
    rows = [line.split() for line in (shared_data / "connect_four/sizes.txt").read_text().splitlines() if line[0].isdigit()]
    boards = {(int(row[1]), int(row[0])): int(row[2]) for row in rows if len(row) > 2}
    small = {board: score for board, score in boards.items() if board <= (5, 5) and max(board) <= 6}
    assert set(small) == {(4, 4), (4, 5), (4, 6), (5, 4), (5, 5)}
    for (height, width), score in small.items():
        game = cp.load(f"connect_four(rows={height},columns={width})")
        answer = cp.solve(game, compiled=height * width > 20)
        assert answer.score == score, (height, width)
        assert answer.states is None  # it did not visit them all
        follow(game, game.initial(), answer)


def follow(game: cp.Game[Any, Any], state: Any, answer: Any) -> None:
    """The line is legal, begins with the action and leads to an end that is worth the score."""
    player = 0 if game.is_terminal(state) else game.to_move(state)
    assert answer.action == (answer.line[0] if answer.line else None)
    assert answer.depth == len(answer.line)
    assert answer.values == ((answer.value, -answer.value) if player == 0 else (-answer.value, answer.value))
    for action in answer.line:
        assert action in list(game.actions(state))
        state = game.result(state, action)
    assert game.is_terminal(state)
    assert game.score(state, player) == answer.score


def some_states(game: cp.Game[Any, Any], number: int, plies: int, seed: int = 1) -> list[Any]:
    """States of random games, none of them over."""
    rng = cp.Random(seed)
    states: list[Any] = []
    while len(states) < number:
        state = game.initial()
        for _ in range(rng.below(plies + 1)):
            if not game.is_terminal(state):
                state = game.result(state, game.random_action(state, rng))
        if not game.is_terminal(state):
            states.append(state)
    return states


# ── The action, the line, the kept table ──
@pytest.mark.parametrize("compiled", [True, False])
def test_the_action_keeps_the_score(compiled: bool) -> None:
    game = cp.load(FOUR_BY_FOUR)
    solver, again = cp.Solver(game, compiled=compiled), cp.Solver(game, compiled=compiled)
    for state in some_states(game, 100, 12):
        answer = solver.solve(state)
        follow(game, state, answer)
        child = game.result(state, answer.action)
        assert again.solve(child).values == answer.values
        left = game.score(child, game.to_move(state)) if game.is_terminal(child) else -(again.solve(child).score or 0)
        assert left == answer.score


def test_a_table_that_is_kept_gives_the_scores_of_a_fresh_one() -> None:
    game = cp.load("connect_four(rows=4,columns=6)")
    kept, fresh = cp.Solver(game, compiled=True), cp.Solver(game, compiled=True)
    for state in some_states(game, 40, 18):
        fresh.clear()
        assert kept.solve(state).score == fresh.solve(state).score


def test_clear_forgets() -> None:
    game = cp.load(FOUR_BY_FOUR)
    for compiled in (True, False):
        solver = cp.Solver(game, compiled=compiled)
        first, second = solver.solve(), solver.solve()
        assert second.nodes < first.nodes / 10
        solver.clear()
        third = solver.solve()
        assert (third.nodes, third.line) == (first.nodes, first.line)


@pytest.mark.parametrize("compiled", [True, False])
def test_what_a_stopped_search_leaves_behind_is_true(compiled: bool) -> None:
    """The table is kept, so a search that was interrupted must not have written anything that it did not know."""
    game = cp.load("connect_four(rows=4,columns=6)") if compiled else cp.load(FOUR_BY_FOUR)
    position = game.parse_state("") if compiled else game.parse_state("1")  # 6x4 is the one small board that is not a draw
    solver = cp.Solver(game, compiled=compiled)
    truth, stopped = cp.Solver(game, compiled=True).solve(position), 0
    whole = solver.solve(position).seconds
    for part in range(1, 12):
        solver.clear()
        try:
            solver.solve(position, seconds=part / 12 * whole)
        except cp.Stopped:
            stopped += 1
        assert solver.solve(position).score == truth.score
    assert stopped


@pytest.mark.parametrize("compiled", [True, False])
def test_a_tiny_table_is_still_right(compiled: bool) -> None:
    game = cp.load(FOUR_BY_FOUR)
    large, tiny = cp.Solver(game, compiled=True), cp.Solver(game, memory=1 << 20, compiled=compiled)
    if not compiled:  # an interpreted megabyte holds some thousand entries; make it forget
        tiny.solve()
        tiny._tables[False].capacity = 50
    for state in some_states(game, 8, 12):
        tiny.clear()
        assert tiny.solve(state).score == large.solve(state).score


@pytest.mark.parametrize("name", [FOUR_BY_FOUR, "nim(pile_sizes=(1,2,3),is_misere=False)", "othello(board_size=4)"])
def test_both_speeds_make_the_same_search(name: str) -> None:
    game = cp.load(name)
    compiled, interpreted = (cp.Solver(game, compiled=speed) for speed in (True, False))
    far = [] if "othello" in name else [game.initial()]
    for state in [*far, *some_states(game, 15, 6 if far else 9)]:
        one, other = compiled.solve(state), interpreted.solve(state)
        assert one.compiled and not other.compiled
        assert (one.score, one.value, one.values, one.line) == (other.score, other.value, other.values, other.line)
        assert one.nodes == other.nodes
        assert type(one.score) is type(other.score) is float


# ── With every fact and without ──
FACTS = ("bounds", "candidates", "promise", "key", "plies_left")


def endings(game: cp.Game[Any, Any], plies: int, number: int) -> list[Any]:
    """States after so many plies of random games."""
    rng = cp.Random(7)
    states: list[Any] = []
    while len(states) < number:
        state = game.initial()
        for _ in range(plies):
            if not game.is_terminal(state):
                state = game.result(state, game.random_action(state, rng))
        if not game.is_terminal(state):
            states.append(state)
    return states


@pytest.mark.parametrize("missing", [(), ("bounds", "candidates"), *((fact,) for fact in FACTS[1:]), FACTS], ids=" ".join)
@pytest.mark.parametrize(("name", "plies"), [("connect_four(rows=4,columns=5)", 14), ("othello", 54), ("othello(8,False)", 54)])
def test_every_fact_may_be_missing(name: str, plies: int, missing: tuple[str, ...]) -> None:
    """The facts make it quicker; the score is that of plain minimax, which uses none of them. (Candidates may rely on bounds.)"""
    game = cp.load(name)
    states = endings(game, plies, 6)
    poorer = game.using(**{fact: getattr(cp.Game, fact) for fact in missing})
    for state in states:
        player = game.to_move(state)
        truth = score_by_minimax(game, state, player)
        answer = cp.Solver(poorer, memory=1 << 20, compiled=False).solve(state)
        assert answer.score == truth, game.format_state(state)
        follow(game, state, answer)


def score_by_minimax(game: cp.Game[Any, Any], state: Any, player: int) -> float:
    """As plainly as possible."""
    if game.is_terminal(state):
        return game.score(state, player)
    sign = 1 if game.to_move(state) == player else -1
    return sign * max(sign * score_by_minimax(game, game.result(state, action), player) for action in game.actions(state))


# ── Several threads ──
@pytest.mark.parametrize("threads", [2, 3])
def test_several_threads_find_the_published_scores(shared_data: Path, threads: int) -> None:
    game = cp.load("connect_four")
    solver = cp.Solver(game, threads=threads, compiled=True)
    positions = [*published(shared_data, "Test_L2_R1", 20), *published(shared_data, "Test_L1_R2", 3)]
    for moves, score in positions:
        answer = solver.solve(game.parse_state(moves))
        assert answer.score == score, moves
        follow(game, game.parse_state(moves), answer)
    othello = cp.load("othello")
    other = cp.Solver(othello, threads=threads, memory=1 << 22, compiled=True)
    for state, score, _ in othello_positions(shared_data, "rand14", 8):
        assert other.solve(state).score == score


def test_threads_keep_the_clock_and_leave_nothing_wrong_behind() -> None:
    game = cp.load("connect_four")
    solver = cp.Solver(game, threads=2, compiled=True)
    with pytest.raises(cp.Stopped, match="stopped before it had an answer"):
        solver.solve(seconds=0.3)
    assert solver.solve(game.parse_state("7422341735647741166133573473242566")).score == 1  # the first of Test_L3_R1


def test_interpreted_there_is_one_thread() -> None:
    game = cp.load(FOUR_BY_FOUR)
    state = game.parse_state("1122")
    one, two = (cp.Solver(game, threads=threads, compiled=False).solve(state) for threads in (1, 2))
    assert (one.score, one.nodes, one.line) == (two.score, two.nodes, two.line)


def test_an_error_in_one_thread_ends_all() -> None:
    def search(number: int) -> float:
        if number == 1:
            raise cp.RulesError("as it were")
        while not watches[number].stopped():
            sleep(0.001)
        raise cp.Stopped("told to")

    watches = [Watch(), Watch(), Watch()]
    with pytest.raises(cp.RulesError, match="as it were"):
        first_answer(search, watches)


@pytest.mark.parametrize("threads", [0, -1, 1.5, True])
def test_a_number_of_threads_that_is_none_is_refused(threads: Any) -> None:
    with pytest.raises(cp.UsageError, match="threads="):
        cp.Solver(cp.load(FOUR_BY_FOUR), threads=threads)
    with pytest.raises(cp.UsageError, match="visited by one thread"):
        cp.solve(cp.load("tic_tac_toe"), threads=2)


# ── Beside visiting every state ──
@pytest.mark.parametrize(
    ("name", "compiled"),
    [
        ("tic_tac_toe", False),
        ("nim(pile_sizes=(1,2,3),is_misere=False)", False),
        ("nim(pile_sizes=(1,2,3),is_misere=False)", True),
        ("othello(board_size=4,empties_to_winner=False)", False),
        ("othello(board_size=4,empties_to_winner=False)", True),
    ],
)
def test_it_finds_what_visiting_every_state_finds(name: str, compiled: bool) -> None:
    game = cp.load(name)
    solver = cp.Solver(game, compiled=compiled)
    states = [game.initial()] if compiled or "othello" not in name else []
    for state in [*states, *some_states(game, 8, 5)]:
        answer = solver.solve(state)
        assert answer.values == cp.solve(game, state, all_states=True, compiled=compiled).values
        follow(game, state, answer)


def test_othello_on_the_small_board_is_won_by_white_with_eight_discs() -> None:
    """With best play White has 11 discs, Black 3, and two squares stay empty."""
    plain = cp.load("othello(board_size=4,empties_to_winner=False)")
    answer = cp.Solver(plain, compiled=True).solve()
    assert (answer.score, answer.value) == (-8, -1)
    assert cp.solve(cp.load("othello(board_size=4)")).score == -10  # the two go to the winner


def test_trees_of_lectures() -> None:
    tree = cp.load("tree([[3,12,8],[2,4,6],[14,5,2]])")
    answer = cp.Solver(tree).solve()
    assert (answer.value, answer.score, answer.line) == (3, 3, (0, 0))
    follow(tree, tree.initial(), answer)


leaves = st.one_of(st.integers(-3, 3), st.sampled_from([-2.75, -2.5, -0.25, 0.125, 0.5, 2.25, 2.5, 2.75])).map(lambda x: (x, -x))
trees = st.recursive(leaves, lambda below: st.builds(naive.Turn, st.integers(0, 1), st.lists(below, min_size=1, max_size=4)), max_leaves=40)


@given(trees)
@settings(max_examples=300)
def test_random_trees_where_players_may_move_twice_running(tree: naive.Tree) -> None:
    game = Explicit(tree)
    answer = cp.Solver(game, memory=1 << 20).solve()
    player = tree.player if isinstance(tree, naive.Turn) else 0
    assert answer.score == answer.value == naive.minimax(tree, player)
    follow(game, game.initial(), answer)


class Bounded(Explicit):
    """A tree that knows, as truly as `slack` says, where the score lies; it must be asked for the player whose turn it is."""

    def __init__(self, tree: naive.Tree, slack: float):
        super().__init__(tree)
        self.slack = slack

    def bounds(self, state: tuple[int, ...], player: int) -> tuple[float, float]:
        tree = self.at(state)
        score = naive.minimax(tree, player)
        if not isinstance(tree, naive.Turn):
            return score, score
        assert tree.player == player, "bounds were asked for a player whose turn it is not"
        return score - self.slack, score + self.slack


@given(trees, st.sampled_from([0.0, 0.0625, 0.3, 1.0, 4.0]))
def test_bounds_of_any_width_change_no_score(tree: naive.Tree, slack: float) -> None:
    game = Bounded(tree, slack)
    answer = cp.Solver(game, memory=1 << 20).solve(seconds=20)
    assert answer.score == naive.minimax(tree, tree.player if isinstance(tree, naive.Turn) else 0)
    follow(game, game.initial(), answer)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_game_in_which_players_move_again(compiled: bool) -> None:
    game = Greed(12)
    solver = cp.Solver(game, memory=1 << 20, compiled=compiled)
    for left in range(1, 13):
        for turn in (0, 1):
            state = Count(left, turn, 0)
            answer = solver.solve(state)
            assert answer.values == cp.minimax(game, state, compiled=False).values
            follow(game, state, answer)


# ── Ends, limits, refusals ──
class FairShares(Greed):
    payoff_sum = 10


@pytest.mark.parametrize("compiled", [True, False, None])
def test_a_finished_game_is_worth_its_score(compiled: bool | None) -> None:
    game = cp.load("connect_four")
    state = game.parse_state("1212121")  # X has four on ply 7: 18 stones to spare
    answer = cp.Solver(game, compiled=compiled).solve(state)
    assert (answer.score, answer.value, answer.values, answer.action, answer.line) == (18, 1, (1, -1), None, ())
    whole = cp.solve(game, state, all_states=True, compiled=False)
    assert (whole.value, whole.score, whole.states, whole.action) == (1, None, 1, None)


@pytest.mark.parametrize("compiled", [True, False])
def test_the_clock_is_kept(compiled: bool) -> None:
    with pytest.raises(cp.Stopped, match="stopped before it had an answer"):
        cp.Solver(cp.load("connect_four"), compiled=compiled).solve(seconds=0.2)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Pig(), "chance moves: use expectiminimax"),
        (ThreeWays(), "two players, but three_ways has 3: use maxn"),
        (Blind(), "perfect information"),
        (FairShares(), "add up to 0"),
    ],
    ids=repr,
)
def test_other_games_are_refused_in_a_sentence(game: cp.Game[Any, Any], words: str) -> None:
    with pytest.raises(cp.UsageError, match=words):
        cp.Solver(game)


@pytest.mark.parametrize("seconds", [0, -1.0, float("nan")])
def test_no_time_is_refused(seconds: float) -> None:
    game = cp.load(FOUR_BY_FOUR)
    for all_states in (True, False):
        with pytest.raises(cp.UsageError, match="give a time above 0"):
            cp.solve(game, seconds=seconds, all_states=all_states)


@pytest.mark.parametrize("memory", [0, -1, (1 << 20) - 1])
def test_too_little_memory_is_refused(memory: int) -> None:
    with pytest.raises(cp.UsageError, match="at least a megabyte"):
        cp.Solver(cp.load(FOUR_BY_FOUR), memory=memory)


class Stuck(Greed):
    """With one stone left there is nothing to do, yet the game is not over."""

    def actions(self, state: Count) -> Iterator[int]:
        if state.left > 1:
            yield 1


def test_a_state_without_actions_is_a_mistake_in_the_rules() -> None:
    for pile in (4, 5):  # one or the other has to move there
        with pytest.raises(cp.RulesError, match="no action"):
            cp.Solver(Stuck(pile), compiled=False).solve()
        with pytest.raises(cp.RulesError, match="no action"):
            cp.solve(Stuck(pile), compiled=False)


@pytest.mark.parametrize("compiled", [True, False])
def test_too_many_actions_on_one_line_are_refused_in_a_sentence(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_module, "MOST_WAITING", 20)
    solver = cp.Solver(Greed(12), compiled=compiled)
    assert solver.solve(Count(6, 0, 0)).score == cp.minimax(Greed(12), Count(6, 0, 0), compiled=False).value
    with pytest.raises(TableFull, match="more than 20 actions wait"):
        solver.solve()


def test_progress_is_told() -> None:
    told: list[Any] = []
    cp.Solver(cp.load("connect_four(rows=4,columns=6)"), compiled=True).solve(progress=told.append)
    assert told and told[-1].nodes > 0
