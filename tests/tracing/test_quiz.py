"""The quiz: right answers are accepted however they are written, wrong ones explained."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.games.tic_tac_toe import TicTacToe
from counterplay.games.tree import Tree
from counterplay.tracing import Mark, Quiz
from counterplay.tracing.answers import read_value
from counterplay.tracing.model import show
from counterplay.tracing.quiz import blank_tree, run_in_terminal

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
trees = st.lists(
    st.recursive(st.integers(-9, 9), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=14), min_size=1, max_size=3
)


@pytest.fixture(scope="module")
def quiz() -> Quiz:
    return cp.trace(cp.alphabeta, Tree(LECTURE)).quiz()


def wrong(marks: tuple[Mark, ...]) -> dict[str, str]:
    return {mark.question.key: mark.explanation for mark in marks if not mark.right}


def test_it_asks_for_values_bounds_and_cuts(quiz: Quiz) -> None:
    inner = [1, 5, 7, 0]  # in the order in which the search is done with them
    asked = [question.key for question in quiz.questions if question.kind != "cut"]
    assert asked == [f"{kind}:{node}" for node in inner for kind in ("alpha", "beta", "value")]
    assert sum(question.kind == "cut" for question in quiz.questions) == 12
    assert {key for key, answer in quiz.key.items() if key.startswith("cut") and answer} == {"cut:11", "cut:12"}
    assert quiz.key["beta:0"] == inf and quiz.key["value:5"] == 2


@given(trees, st.sampled_from(["minimax", "alphabeta", "maxn"]), st.booleans())
def test_the_right_answers_are_right(tree: list[object], name: str, written: bool) -> None:
    quiz = cp.trace(name, Tree(tree)).quiz()
    answers = {key: show(answer) if written and not isinstance(answer, bool | None) else answer for key, answer in quiz.key.items()}
    assert not wrong(quiz.check(answers))


@given(trees, st.data())
def test_any_one_wrong_answer_is_found_and_explained(tree: list[object], data: st.DataObject) -> None:
    quiz = cp.trace(cp.alphabeta, Tree(tree)).quiz()
    question = data.draw(st.sampled_from(quiz.questions))
    answer = question.answer
    answers = quiz.key | {question.key: not answer if isinstance(answer, bool) else 99.0}
    found = wrong(quiz.check(answers))
    assert list(found) == [question.key]
    explanation = found[question.key]
    assert explanation[0].isupper() and explanation.endswith(".") and "None" not in explanation


def test_a_wrong_extra_cut_is_explained(quiz: Quiz) -> None:
    found = wrong(quiz.check(quiz.key | {"cut:9": True, "cut:7": True, "cut:1": True}))
    assert found["cut:9"] == (
        "This branch is searched: Min has 14 here so far, so this node could still be worth more than the 3 Max has elsewhere"
        " (alpha = 3 is below beta = 14)."
    )
    assert "Max has 3 here so far and could still get more" in found["cut:7"]
    assert "first branch" in found["cut:1"]


def test_a_missing_cut_is_explained(quiz: Quiz) -> None:
    found = wrong(quiz.check(quiz.key | {"cut:12": False}))
    assert found == {
        "cut:12": "This branch is never searched: Min already has 2 here; Max has 3 elsewhere: the rest of this node cannot matter."
    }


def test_wrong_values_and_bounds_are_explained(quiz: Quiz) -> None:
    found = wrong(quiz.check(quiz.key | {"value:1": 12, "beta:7": 14, "alpha:1": 3, "value:0": "lots"}))
    assert found == {
        "value:1": "At the Min node 1 Min takes the smallest of 3, 12 and 8: 3.",
        "beta:7": "At the Min node 3 beta comes from above as +∞, then becomes 14, 5 and 2.",
        "alpha:1": "At the Min node 1 alpha comes from above as −∞ and stays (only Max nodes change alpha).",
        "value:0": "At the root Max takes the largest of 3, 2 and 2: 3.",
    }


def test_nothing_is_to_be_filled_in_where_the_search_never_goes() -> None:
    quiz = cp.trace(cp.alphabeta, Tree([[3, 5], [2, [7, 8]]])).quiz()
    never = [question for question in quiz.questions if question.answer is None]
    assert [question.kind for question in never] == ["alpha", "beta", "value"]
    found = wrong(quiz.check(quiz.key | {never[2].key: 8}))
    assert "The search never comes to the Max node 2.2: at the Min node 2 Min already has 2 here" in found[never[2].key]


def test_fail_hard_values_are_explained() -> None:
    trace = cp.trace(cp.alphabeta, Tree(LECTURE), alpha=4, beta=10, hard=True)
    found = wrong(trace.quiz().check(trace.quiz().key | {"value:0": 3}))
    assert "Fail-hard: a value outside the window counts as the bound" in found["value:0"]
    assert trace.leaf_value(trace.at("1", "1")) == 3 and ">3<" in trace.svg()
    assert "is worth 3, outside the window: fail-hard returns the bound, 4." in " ".join(map(trace.sentence, range(len(trace))))


def test_chance_and_several_players() -> None:
    quiz = cp.trace(cp.expectiminimax, Tree([{"chance": [0.9, 0.1], "children": [2, 3]}, 1])).quiz()
    assert wrong(quiz.check(quiz.key | {"value:1": 2.5})) == {
        "value:1": "At the chance node 1 chance decides, so its value is the average: 0.9 × 2 + 0.1 × 3 = 2.1."
    }
    quiz = cp.trace(cp.maxn, Tree([[(1, 2, 6), (4, 3, 3)], [(6, 1, 2), (7, 4, 1)]], players=3)).quiz()
    assert not wrong(quiz.check({key: "4 3 3" if key == "value:1" else answer for key, answer in quiz.key.items()}))
    assert "Player 2 takes the child that is best for Player 2" in wrong(quiz.check(quiz.key | {"value:1": "(1, 2, 6)"}))["value:1"]


def test_an_unknown_question_and_an_unfit_search_are_refused(quiz: Quiz) -> None:
    with pytest.raises(cp.UsageError, match="no question 'value:99'"):
        quiz.check({"value:99": 1})
    with pytest.raises(cp.UsageError, match="random games"):
        cp.trace(cp.mcts, TicTacToe(), simulations=5, seed=1).quiz()
    with pytest.raises(cp.UsageError, match="smaller depth="):
        cp.trace(cp.alphabeta, TicTacToe(), depth=3).quiz()


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("3", 3), (" -1 ", -1), ("−1", -1), ("+∞", inf), ("-inf", -inf), ("−∞", -inf), ("1/2", 0.5), ("<=2", None), ("2.", 2), (".5", 0.5),
        ("(1, 2, 6)", (1, 2, 6)), ("1 2 6", (1, 2, 6)), ((1, 2), (1, 2)), ("", None), ("three", None), ("1/0", None), (True, None),
        ("1e3", 1000),
    ],
)  # fmt: skip
def test_how_people_write_numbers(written: object, value: object) -> None:
    assert read_value(written) == value


# ── In the terminal ──
def answering(lines: list[str]) -> tuple[Callable[[str], str], list[str], list[str]]:
    asked: list[str] = []
    said: list[str] = []
    waiting = iter(lines)

    def ask(prompt: str) -> str:
        asked.append(prompt)
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return ask, asked, said


def test_a_perfect_student(quiz: Quiz) -> None:
    ask, asked, said = answering(["-inf", "3", "3", "3", "2", "2", "3", "2", "2", "3", "inf", "3", "7, 8"])
    assert run_in_terminal(quiz, ask, said.append) == 13
    assert said[-1] == "13 of 13 right." and said.count("  Right.") == 13
    assert "  Right." in said and asked[0] == "[1] What is alpha when the search leaves the Min node 1? "


def test_a_student_who_errs_asks_and_stops(quiz: Quiz) -> None:
    ask, _, said = answering(["0", "", "q"])
    assert run_in_terminal(quiz, ask, said.append) == 0
    assert said[2:] == [
        "  No: −∞. At the Min node 1 alpha comes from above as −∞ and stays (only Max nodes change alpha).",
        "  3. At the Min node 1 beta comes from above as +∞, then becomes 3.",
        "",
        "0 of 1 right.",
    ]


def test_a_slip_of_the_fingers_is_asked_again(quiz: Quiz) -> None:
    ask, asked, said = answering(["-ifn", "-inf", "q"])
    assert run_in_terminal(quiz, ask, said.append) == 1
    assert asked[0] == asked[1] and "'-ifn' is not a number" in said[2] and said[-1] == "1 of 1 right."


def test_cuts_in_the_terminal_are_marked_one_by_one(quiz: Quiz) -> None:
    ask, _, said = answering([""] * 12 + ["99", "some", "8 4"])
    assert run_in_terminal(quiz, ask, said.append) == 0
    assert "  There is no branch to 99." in said and "  Write numbers of nodes, like 4 7, or none." in said
    assert any(line.startswith("  [4] This branch is searched") for line in said)
    assert any(line.startswith("  [7] This branch is never searched") for line in said)


def test_the_tree_with_blanks_tells_no_answer(quiz: Quiz) -> None:
    text = blank_tree(quiz.trace)
    assert "└── 3: 6  [8]" in text and "Min  [5]" in text
    assert "never" not in text and "α" not in text
