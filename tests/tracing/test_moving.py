"""What pages and the Lab are made of: looks at every step, orders, counts, trees from positions; against the trace and against theorems."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import counterplay as cp
from counterplay.errors import Stopped
from counterplay.games.tic_tac_toe import TicTacToe
from counterplay.games.tree import Tree
from counterplay.tracing.arranging import arranged
from counterplay.tracing.counting import count_nodes
from counterplay.tracing.looks import Gallery
from counterplay.tracing.model import number
from counterplay.tracing.moving import moving_picture
from counterplay.tracing.ucb import formula, record_of
from counterplay.tracing.unfolding import as_tree

trees = st.lists(
    st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=14), min_size=1, max_size=3
)


def uniform(values: list[int], branching: int) -> Any:
    """A uniform tree over these leaves."""
    level: list[Any] = values
    while len(level) > 1:
        level = [level[i : i + branching] for i in range(0, len(level), branching)]
    return level[0]


@given(trees, st.sampled_from(["minimax", "alphabeta", "maxn"]))
@settings(max_examples=40)
def test_the_looks_of_a_page_are_those_of_the_picture_at_every_step(tree: list[Any], name: str) -> None:
    trace = cp.trace(name, Tree(tree))
    data = moving_picture(trace).data
    for step in range(len(trace)):
        gallery = Gallery(trace, step)
        for node in trace.nodes:
            known = [look for look in data["looks"].get(node.index, []) if look[0] <= step]
            look = gallery.look(node)
            if known:
                assert known[-1][1:5] == [look.status, look.value, list(look.alphas), list(look.betas)]
            else:
                assert look.status == "unseen"


def test_a_grown_tree_is_there_from_its_expansion_on() -> None:
    trace = cp.trace("mcts", cp.load("nim(1,2)"), simulations=25, seed=3)
    data = moving_picture(trace).data
    born = {step.child: index for index, step in enumerate(trace.steps) if step.kind == "expand"}
    assert {node: looks[0][0] for node, looks in data["looks"].items() if node} == born
    assert data["looks"][0][0][:3] == [0, "open", "0/0"], "the root is there before anything happens"
    assert Gallery(trace, 0).look(trace.root).status == "open"
    assert all(look[1] != "unseen" for looks in data["looks"].values() for look in looks)
    last = [look for look in data["looks"][1] if look[6]][-1]
    assert last[5] in last[6], "the formula ends in the sum of its terms"
    assert f"(2 · {last[2]} − 1) + 1.4 · √" in last[6], "the record at the node is the one in the formula"
    assert re.search(r"so Player 1 plays b2, which was tried most: \d+ times\.$", trace.sentence(-1))


def test_the_range_of_payoffs_in_ucb1_has_a_name() -> None:
    trace = cp.trace("mcts", Tree([[3, 27], [12, 8]]), simulations=40, seed=1, exploration=1.4)
    told = formula(trace, 1, len(trace) - 1)
    record = record_of(trace, 1, len(trace) - 1)
    assert f"UCB1 = {record} + 1.4 · {number(trace.scales[-1])} · √" in told
    assert told.endswith(f"; {number(trace.scales[-1])} is half the range of the payoffs so far")


def test_flat_monte_carlo_says_what_it_plays() -> None:
    trace = cp.trace("monte_carlo", cp.load("nim(1,2)"), simulations=30, seed=3)
    assert re.search(r"so Player 1 plays \w+, which brought .* on average\.$", trace.sentence(-1))


@given(st.integers(2, 3), st.integers(1, 4), st.data())
@settings(max_examples=30)
def test_the_best_order_needs_the_fewest_leaves_of_knuth_and_moore(branching: int, depth: int, data: st.DataObject) -> None:
    tree = Tree(uniform(data.draw(st.permutations(range(branching**depth))), branching))
    best = count_nodes(cp.trace("alphabeta", arranged(tree, 0, "best")))
    assert best.uniform and best.evaluated == best.fewest == branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
    assert best.leaves == best.full == branching**depth


@given(trees, st.sampled_from(["best", "worst", "reversed"]))
@settings(max_examples=40)
def test_no_order_changes_the_value(tree: list[Any], order: Any) -> None:
    game = Tree(tree)
    assert cp.trace("alphabeta", arranged(game, 0, order)).result.value == cp.minimax(game).value


def test_an_order_in_a_game_of_boards_and_an_unknown_move() -> None:
    game = TicTacToe()
    first = cp.trace("minimax", arranged(game, game.initial(), swaps=[((), ("b2", "c1"))]), depth=1)
    assert [first.nodes[child].action for child in first.root.children][:3] == ["b2", "c1", "a3"]
    with pytest.raises(cp.UsageError, match="'z9', which is not there"):
        arranged(game, game.initial(), swaps=[(("b2",), ("z9",))])


@pytest.mark.parametrize(
    ("name", "text", "state"),
    [("alphabeta", "tic_tac_toe", "xox/o.x/.o."), ("minimax", "tic_tac_toe", "xox/o../xo."), ("maxn", "nim(1,2)", None)],
)
def test_a_position_as_a_tree(name: str, text: str, state: str | None) -> None:
    game = cp.load(text)
    trace = cp.trace(name, game, None if state is None else game.parse_state(state))
    again = cp.trace(name, Tree(**as_tree(trace)))
    assert again.result.value == trace.result.value and len(again) == len(trace)
    assert [node.action for node in again.nodes] == [node.action for node in trace.nodes]
    assert [again.players[node.player] for node in again.nodes if node.player is not None] == [
        trace.players[node.player] for node in trace.nodes if node.player is not None
    ]


def test_what_was_cut_never_makes_a_page_too_big(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = Tree([[1, 2], *([[0, [[i, i] for i in range(20)]]] * 4)])
    trace = cp.trace("alphabeta", tree)
    assert len(trace.nodes) > 200
    monkeypatch.setattr("counterplay.tracing.moving.MOST_NODES", 60)
    picture = moving_picture(trace)
    assert len(picture.data["nodes"]) <= 60 and "+20 more" in picture.svg


def test_names_of_players_are_drawn() -> None:
    tree = Tree([[3, 5], [2, 9]], names=["Ann", "Bob"])
    assert ">MAX Ann<" in cp.trace("alphabeta", tree).svg() and ">MIN Bob<" in cp.trace("alphabeta", tree).svg()
    assert ">Ann<" in cp.trace("maxn", tree).svg()


def test_a_recording_is_bounded_and_can_be_stopped() -> None:
    with pytest.raises(cp.UsageError, match="more than 100 steps"):
        cp.trace("minimax", TicTacToe(), depth=3, most_steps=100)

    def leave(progress: object) -> None:
        raise Stopped("The visitor left.")

    with pytest.raises(Stopped):
        cp.trace("minimax", TicTacToe(), depth=6, progress=leave)
