"""The trace as a value: what it records is what the search did, and it can be asked about it."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.games.nim import Nim
from counterplay.games.tic_tac_toe import TicTacToe
from counterplay.games.tree import Tree
from counterplay.tracing import Trace

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
trees = st.lists(
    st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=14), min_size=1, max_size=3
)


def untimed(result: cp.SearchResult) -> dict[str, object]:
    return {**result.as_dict(), "seconds": 0}


@pytest.fixture(scope="module")
def lecture() -> Trace:
    return cp.trace(cp.alphabeta, Tree(LECTURE))


# ── The lecture's tree ──
def test_the_lecture_tree_is_worth_3_and_skips_exactly_the_leaves_4_and_6(lecture: Trace) -> None:
    assert lecture.result.value == 3
    assert lecture.result.nodes == 11
    assert [leaf.worth for leaf in lecture.skipped_leaves] == [4, 6]
    assert lecture.complete


def test_the_cut_is_told_as_in_the_lecture(lecture: Trace) -> None:
    (cut,) = lecture.cuts
    assert cut.why == "Min already has 2 here; Max has 3 elsewhere: the rest of this node cannot matter."
    assert cut.node == lecture.at("2").index
    assert [lecture.nodes[child].action for child in cut.skipped] == ["2", "3"]
    assert lecture.sentence(cut.step) == f"{cut.why} 2 branches are never searched."


def test_the_bounds_of_the_lecture_tree(lecture: Trace) -> None:
    history = lecture.history(lecture.at("3"))
    assert [known.beta for known in history if known.value is None or known.status == "open"] == [inf, 14, 5, 2]
    assert {known.alpha for known in history} == {3}
    root = lecture.final(lecture.root)
    assert root is not None and (root.alpha, root.beta, root.value) == (3, inf, 3)


def plain_value(tree: Any, maximizes: bool) -> float:
    """Minimax as in the lecture, on nested lists."""
    return tree if not isinstance(tree, list) else (max if maximizes else min)(plain_value(one, not maximizes) for one in tree)


@given(trees, st.integers(-9, 8), st.integers(1, 9), st.booleans(), st.booleans())
def test_what_is_said_of_a_value_is_true(tree: list[Any], alpha: int, width: int, asked: bool, hard: bool) -> None:
    """Plain minimax says of every node that was entered: it is worth just that, at most that, or at least that; as the trace says."""
    window = {"alpha": alpha, "beta": alpha + width} if asked else {}
    trace = cp.trace(cp.alphabeta, Tree(tree), hard=hard, **window)
    parts: dict[int, Any] = {0: tree}
    for node in trace.preorder():
        parts |= {child: parts[node.index][int(trace.nodes[child].action) - 1] for child in node.children}
        if (final := trace.final(node)) is not None and isinstance(final.value, float):
            truth = plain_value(parts[node.index], node.ply % 2 == 0)
            assert {"": truth == final.value, "≤": truth <= final.value, "≥": truth >= final.value}[trace.relation(node)]
    if not asked:
        assert trace.relation(0) == ""


def test_a_cut_node_is_worth_at_most_and_a_root_outside_its_window_at_least() -> None:
    tree = Tree([[3, 12], [2, 0]])
    trace = cp.trace(cp.alphabeta, tree)
    assert "The Min node 2 is worth at most 2: no better for Max than the 3 it has." in map(trace.sentence, range(len(trace)))
    assert "Min ≤2" in trace.text() and ">≤2<" in trace.svg() and trace.found == "3"
    window = cp.trace(cp.alphabeta, tree, alpha=-9, beta=1, hard=True)
    assert window.sentence(-1) == "The search is over: the root is worth at least 1, and only values inside the window were asked for."
    assert window.found == "≥1" and "value ≥1" in window.text()


def test_the_first_steps_in_words(lecture: Trace) -> None:
    assert [lecture.sentence(index) for index in range(8)] == [
        "Start at the root, where Max is to move: nothing is known yet, so alpha = −∞ and beta = +∞.",
        "Max tries 1.",
        "Enter the Min node 1 with alpha = −∞ and beta = +∞.",
        "Min tries 1.",
        "Look at the leaf 1.1 with alpha = −∞ and beta = +∞.",
        "The game is over here: 3 for Max.",
        "Back to the Min node 1 with 3.",
        "Min can have 3 here with 1: beta falls from +∞ to 3.",
    ]


def test_a_window_that_was_asked_for_is_not_called_elsewhere() -> None:
    trace = cp.trace(cp.alphabeta, Tree(LECTURE), alpha=4, beta=10)
    assert "only values above 4 were asked for" in trace.cuts[0].why


def test_the_principal_variation_is_a_path_in_the_tree(lecture: Trace) -> None:
    assert [lecture.nodes[index].action for index in lecture.line[1:]] == ["1", "1"]


# ── Stepping ──
def test_stepping_forward_and_back(lecture: Trace) -> None:
    moment = lecture[0]
    while moment.index < len(lecture) - 1:
        assert moment.forward().back() == moment
        moment = moment.forward()
    assert moment.forward() == moment == lecture[-1]
    assert lecture[0].back() == lecture[0]
    assert moment.value(0) == 3 and lecture[0].value(0) is None
    assert lecture[0].known(lecture.at("1")) is None


def test_no_such_step(lecture: Trace) -> None:
    with pytest.raises(IndexError, match="47 steps"):
        lecture[len(lecture)]


def test_a_node_is_found_by_its_moves(lecture: Trace) -> None:
    assert lecture.at("2", "1").state == "2.1"
    with pytest.raises(cp.UsageError, match="Branches: 1, 2, 3"):
        lecture.at("7")
    with pytest.raises(cp.UsageError, match="0 to 12"):
        lecture.history(99)


# ── Whatever the tree, the trace is the search ──
@given(trees, st.sampled_from(["minimax", "alphabeta", "maxn", "expectiminimax"]), st.booleans())
def test_the_traced_result_is_the_untraced_one(tree: list[object], name: str, hard: bool) -> None:
    game, search = Tree(tree), getattr(cp, name)
    settings = {"hard": hard} if name == "alphabeta" else {}
    trace = cp.trace(search, game, **settings)
    assert untimed(trace.result) == untimed(search(game, compiled=False, **settings))
    assert trace.result.nodes == sum(not node.skipped for node in trace.nodes)
    final = trace.final(0)
    assert final is not None and (final.value == trace.result.value or final.value == trace.result.values)
    assert [trace.nodes[index].action for index in trace.line[1:]] == [str(action + 1) for action in trace.result.line]


@given(trees)
def test_what_was_searched_and_what_was_cut_is_the_whole_tree(tree: list[object]) -> None:
    game = Tree(tree)
    trace = cp.trace(cp.alphabeta, game)
    assert len(trace.nodes) == len(game.nodes)
    cut = {child for one in trace.cuts for child in one.skipped}
    for node in trace.nodes:
        state = game.parse_state(node.state)
        assert len(node.children) == game.count(state)
        for child in node.children:
            assert trace.nodes[child].skipped == (node.skipped or child in cut)
    leaves = sum(node.leaf for node in trace.nodes)
    assert leaves == sum(game.is_terminal(state) for state in range(len(game.nodes)))
    assert len(trace.skipped_leaves) == leaves - sum(step.kind == "terminal" for step in trace.steps)


@given(trees)
def test_every_cut_has_a_value_outside_the_window(tree: list[object]) -> None:
    trace = cp.trace(cp.alphabeta, Tree(tree))
    for index, step in enumerate(trace.steps):
        if step.kind == "cut":
            known = trace.history(step.node)[0]
            value = trace[index].value(step.node)
            assert isinstance(value, float)
            assert value >= known.beta if trace.nodes[step.node].kind == "max" else value <= known.alpha


@given(trees)
def test_alpha_never_falls_and_beta_never_rises(tree: list[object]) -> None:
    trace = cp.trace(cp.alphabeta, Tree(tree))
    for node in trace.nodes:
        history = trace.history(node)
        for before, after in pairwise(history):
            assert after.alpha >= before.alpha and after.beta <= before.beta and after.step > before.step


@given(trees, st.sampled_from(["minimax", "alphabeta", "maxn"]))
def test_every_step_has_a_sentence(tree: list[object], name: str) -> None:
    trace = cp.trace(name, Tree(tree))
    for index in range(len(trace)):
        sentence = trace.sentence(index)
        assert sentence[0].isupper() and sentence[-1] in ".)" and "None" not in sentence and "nan" not in sentence


# ── Other searches, other games ──
def test_two_nim_is_lost_and_minimax_skips_nothing() -> None:
    trace = cp.trace(cp.minimax, Nim(pile_sizes=(2, 2)))
    assert trace.result.value == -1
    assert not trace.cuts and not trace.skipped_leaves and not trace.has_bounds


def test_the_depth_limit_and_a_users_evaluation_reach_the_leaves() -> None:
    game = TicTacToe()
    trace = cp.trace(cp.alphabeta, game, depth=2, evaluate=lambda game, state, player: 7.0)
    assert {node.ply for node in trace.nodes if node.leaf} == {2}
    assert {leaf.worth for leaf in trace.skipped_leaves} <= {7.0}
    assert "the evaluation guesses 7 for Max" in " ".join(trace.sentence(index) for index in range(len(trace)))
    assert trace.settings["depth"] == 2 and not trace.result.exact


def test_three_players_back_up_vectors() -> None:
    trace = cp.trace(cp.maxn, Tree([[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]], players=3))
    assert trace.result.values == (7, 4, 1)
    assert trace.root.kind == "player" and trace.final(0) is not None
    assert trace.final(0).value == (7, 4, 1)  # type: ignore[union-attr]


def test_chance_nodes_know_their_probabilities() -> None:
    trace = cp.trace(cp.expectiminimax, Tree([{"chance": [0.9, 0.1], "children": [2, 3]}, {"chance": [0.5, 0.5], "children": [1, 4]}]))
    assert trace.result.value == pytest.approx(2.5)
    assert [trace.nodes[child].probability for child in trace.at("1").children] == [0.9, 0.1]
    assert trace.at("1").kind == "chance"


@pytest.mark.parametrize("name", ["mcts", "monte_carlo"])
def test_monte_carlo_counts_every_playout(name: str) -> None:
    game = TicTacToe()
    trace = cp.trace(name, game, simulations=90, seed=1)
    assert untimed(trace.result) == untimed(getattr(cp, name)(game, simulations=90, seed=1, compiled=False))
    assert trace.visits(0) == sum(step.kind == "simulate" for step in trace.steps) == 90
    for node in trace.nodes:
        below = sum(trace.visits(child) for child in node.children)
        assert trace.visits(node) >= below
    assert trace.nodes[trace.line[1]].action == game.format_action(game.initial(), trace.result.action)
    assert all(trace.sentence(index) for index in range(len(trace)))


def test_the_largest_ucb1_is_what_selection_took() -> None:
    from counterplay.tracing.ucb import ucb1

    trace = cp.trace(cp.mcts, TicTacToe(), simulations=120, seed=3)
    compared = 0
    for index, step in enumerate(trace.steps):
        node = trace.nodes[step.node]
        if step.kind == "select" and node.parent is not None:
            siblings = [ucb1(trace, child, index) for child in trace.nodes[node.parent].children]
            own = ucb1(trace, node.index, index)
            assert own is not None
            assert own.total == pytest.approx(max(terms.total for terms in siblings if terms is not None))
            compared += 1
    assert compared > 100


# ── Refusals are sentences ──
def test_too_long_a_trace_names_depth() -> None:
    with pytest.raises(cp.UsageError, match=r"200,000 steps.*depth="):
        cp.trace(cp.minimax, TicTacToe())


def test_too_deep_a_trace_names_depth() -> None:
    deep: list[Any] = [1]
    for _ in range(3_000):
        deep = [deep]
    with pytest.raises(cp.UsageError, match=r"2,000 plies.*depth="):
        cp.trace(cp.minimax, Tree(deep))
    trace = cp.trace(cp.minimax, Tree(deep), depth=1_500)
    assert trace.svg() and str(trace) and trace.result.nodes == 1_501


@pytest.mark.parametrize(
    ("arguments", "settings", "sentence"),
    [
        (("dijkstra", Tree(LECTURE)), {}, "is not a search that can be traced. These can: minimax"),
        ((len, Tree(LECTURE)), {}, "is not a search that can be traced"),
        (("negamax", Tree(LECTURE)), {}, "trace alphabeta"),
        (("alphabeta", "tic_tac_toe"), {}, "is not a game"),
        (("alphabeta", Tree(LECTURE)), {"seconds": 1}, "give depth= instead"),
        (("alphabeta", Tree(LECTURE)), {"compiled": True}, "takes no compiled="),
        (("alphabeta", Tree(LECTURE)), {"simulations": 3}, "has no setting 'simulations'. It has: depth"),
        (("alphabeta", Tree([(1, 2, 3), (3, 2, 1)], players=3)), {}, "use maxn"),
        (("alphabeta", Tree(LECTURE)), {"depth": -1}, "depth=-1"),
    ],
)
def test_what_cannot_be_traced_is_said(arguments: tuple[Any, ...], settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(cp.UsageError) as caught:
        cp.trace(*arguments, **settings)
    assert sentence in str(caught.value)


def test_nobody_watches_after_a_search_that_failed() -> None:
    with pytest.raises(cp.UsageError):
        cp.trace(cp.minimax, TicTacToe())
    assert cp.alphabeta(Tree(LECTURE)).nodes == 11


def test_a_bug_in_somebodys_notation_is_a_sentence() -> None:
    class Wrong(TicTacToe):
        def format_action(self, state: Any, action: int) -> str:
            raise KeyError("no such letter")

    with pytest.raises(cp.RulesError, match="failed while its tree was written down: KeyError: 'no such letter'"):
        cp.trace(cp.alphabeta, Wrong(), depth=1)


def test_a_game_that_is_over_has_a_trace_too() -> None:
    game = TicTacToe()
    trace = cp.trace(cp.alphabeta, game, game.parse_state("xxx/oo./..."))
    assert trace.result.action is None and len(trace.nodes) == 1
    assert trace.svg() and str(trace)
    assert trace.quiz().questions == ()


def test_counterplay_trace_can_be_called_whichever_way_it_was_imported() -> None:
    import subprocess
    import sys

    code = "from counterplay.tracing import Trace; import counterplay as cp; print(cp.trace('minimax', cp.games.Tree([1, 2])).result.value)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "2.0", done.stderr
