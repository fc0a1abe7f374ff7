"""Proof-number search: equal to minimax and to retrograde analysis, in both modes; proofs that hold, and such that do not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.solving import NoProof

from .test_retrograde import Graph, graphs

POSITIONS = [
    ("tic_tac_toe", None),
    ("tic_tac_toe(rows=3,columns=4,line=3)", None),
    ("nim(pile_sizes=(3,4,5))", None),
    ("nim(pile_sizes=(2,4,6),is_misere=False)", None),
    ("connect_four(rows=4,columns=4)", "12"),
    ("connect_four(rows=4,columns=5)", "3322"),
    ("breakthrough(rows=4,columns=4)", None),
    ("hex(board_size=3)", None),
    ("kalah(houses=2,seeds=3)", None),
    ("kalah(houses=2,seeds=5)", None),
]

leaves = st.integers(-2, 2)
trees = st.recursive(leaves, lambda children: st.lists(children, min_size=1, max_size=3), max_leaves=25).filter(
    lambda tree: isinstance(tree, list)
)


@given(trees)
def test_any_tree_is_won_where_minimax_says_so(tree: Any) -> None:
    game = cp.load(f"tree({tree})")
    found = cp.prove(game, compiled=False)
    assert found.outcome is (cp.minimax(game).value > 0)
    if found.proof is not None:
        assert found.proof.verify() >= len(found.proof)


@given(graphs())
def test_where_positions_come_back_what_can_be_forced_is_proven(game: Graph) -> None:
    if game.is_terminal(game.initial()):
        return
    found = cp.prove(game)
    won = Graph(tuple(node if isinstance(node, tuple) else (node > 0) - (node < 0) for node in game.nodes))  # a small win is a win, too
    known = cp.solve_all(won)[won.initial()]
    assert found.outcome is (known.value > 0) is (cp.solve_all(game)[game.initial()].value > 0)
    if found.proof is not None:
        found.proof.verify()
        assert known.distance is not None and found.proof.plies >= known.distance


@pytest.mark.parametrize(("name", "text"), POSITIONS)
def test_real_games_are_won_where_they_are_solved_so(name: str, text: str | None) -> None:
    game = cp.load(name)
    state: Any = game.initial() if text is None else game.parse_state(text)
    found = cp.prove(game, state, compiled=False)
    assert found.outcome is (cp.solve(game, state, compiled=False).value > 0)
    if found.proof is not None:
        found.proof.verify()


def test_interpreted_and_compiled_find_the_same() -> None:
    for name, text in (("connect_four(rows=4,columns=4)", "12"), ("connect_four(rows=4,columns=4)", "1122")):
        game = cp.load(name)
        slow, fast = (cp.prove(game, game.parse_state(text), compiled=compiled) for compiled in (False, True))
        assert (slow.outcome, slow.nodes) == (fast.outcome, fast.nodes) and fast.compiled and not slow.compiled
        assert slow.proof == fast.proof


def test_mates_in_three_are_proven(shared_data: Path) -> None:
    """Those of the file that python-chess is tested with; in one of them lines of play meet again so often that sums would overflow."""
    game = cp.load("chess")
    fens = [line.strip() for line in (shared_data / "chess/mate3.fen").read_text().splitlines() if line.strip() and line[0] != "#"]
    for fen in fens[-5:]:
        found = cp.prove(game, game.parse_state(fen), compiled=True, nodes=1_000_000, memory=1 << 24)
        assert found.outcome is True and found.proof is not None, fen
        assert found.proof.verify() > 1 and found.proof.plies >= 5


def test_a_win_counts_only_before_the_fifty_moves_are_over() -> None:
    """The new queen wins in time. Mate in three takes five quiet plies: with eight or five left that is a win, with four a draw."""
    game = cp.load("chess")
    for fen in ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "7k/3Q4/8/8/6K1/8/8/8 w - - 92 90", "7k/3Q4/8/8/6K1/8/8/8 w - - 95 90"):
        found = cp.prove(game, game.parse_state(fen))
        assert found.proof is not None, fen
        assert found.proof.verify() > 0
    assert cp.prove(game, game.parse_state("7k/3Q4/8/8/6K1/8/8/8 w - - 96 90")).outcome is False


def test_a_small_table_forgets_and_still_finds_out() -> None:
    game = cp.load("connect_four(rows=4,columns=4)")
    found = cp.prove(game, compiled=False, memory=1 << 20)
    assert found.outcome is False  # a draw (John Tromp)


# ── Proofs that are none ──
def test_a_proof_with_a_wrong_or_a_missing_action_is_refused() -> None:
    game = cp.load("nim(pile_sizes=(1,2,4))")
    proof = cp.prove(game, compiled=False).proof
    assert proof is not None
    wrong = {state: next(action for action in game.actions(state)) for state in proof.actions}
    with pytest.raises(NoProof):
        replace(proof, actions=wrong).verify()
    with pytest.raises(NoProof, match="does not say what to do"):
        replace(proof, actions={}).verify()
    tree = cp.load("tree([-1,1])")
    proof = cp.prove(tree, compiled=False).proof
    assert proof is not None and proof.verify() == 2
    with pytest.raises(NoProof, match="an end, and no win"):
        replace(proof, actions={tree.initial(): 0}).verify()


def test_a_proof_that_goes_in_a_circle_is_refused() -> None:
    game = Graph(((0, (1, 2)), (1, (0,)), 1))
    found = cp.prove(game)
    assert found.outcome is True and found.proof is not None and found.proof.verify() == 2
    start: Any = game.initial()
    with pytest.raises(NoProof, match="comes back"):
        replace(found.proof, actions={start: 1}).verify()


# ── Limits ──
def test_what_is_not_found_out_is_said() -> None:
    game = cp.load("connect_four")
    found = cp.prove(game, nodes=500, compiled=False)
    assert found.outcome is None and found.proof is None and found.nodes <= 501
    assert found.as_dict()["outcome"] is None


def test_questions_without_sense_are_refused() -> None:
    game = cp.load("nim(pile_sizes=(1,2))")
    with pytest.raises(cp.UsageError, match="nodes=0"):
        cp.prove(game, nodes=0)
    with pytest.raises(cp.UsageError, match="over"):
        cp.prove(game, game.parse_state("0-0:1"))
    with pytest.raises(cp.DoesNotFit):
        cp.prove(cp.load("pig"))
