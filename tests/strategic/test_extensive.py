"""Games as trees: files both ways, information sets, recall, strategies, equilibria; against Gambit's answers, theorems and brute force."""

from __future__ import annotations

import contextlib
import json
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategic.random_trees import trees

from counterplay.errors import UsageError
from counterplay.strategic import ExtensiveForm, load_tree, read_efg, write_efg, zero_sum
from counterplay.strategic.extensive import behaviour_from_mixed, mixed_from_behaviour
from counterplay.strategic.extensive.behaviour import expected
from counterplay.strategic.extensive.form import END
from counterplay.strategic.extensive.guess import guessed
from counterplay.strategic.extensive.plans import count_plans, plans
from counterplay.strategic.extensive.sequence_form import program, sequence_form
from counterplay.strategic.lifting import solve_sparse

FEW = settings(max_examples=25)


def files(shared_data: Path) -> list[Path]:
    found = sorted((shared_data / "strategic").glob("*.efg"))
    assert len(found) >= 50
    return found


def oracles(shared_data: Path) -> list[tuple[ExtensiveForm, dict[str, Any]]]:
    """The trees that Gambit has answered questions about, with its answers."""
    lines = (shared_data / "strategic" / "oracles.jsonl").read_text(encoding="utf-8").splitlines()
    told = [answer for answer in map(json.loads, lines) if answer["tree"]]
    assert len(told) >= 40
    return [(load_tree(str(shared_data / "strategic" / answer["file"])), answer) for answer in told]


def file(shared_data: Path, name: str) -> ExtensiveForm:
    return load_tree(str(shared_data / "strategic" / f"{name}.efg"))


# ── Files ──
def test_files_of_others_round_trip(shared_data: Path) -> None:
    for path in files(shared_data):
        form = load_tree(str(path))
        text = form.efg()
        assert read_efg(text) == form
        assert write_efg(read_efg(text)) == text


@settings(max_examples=50)
@given(trees(names=True, recall=False))
def test_round_trip_is_identity(form: ExtensiveForm) -> None:
    text = write_efg(form)
    assert read_efg(text) == form
    assert write_efg(read_efg(text)) == text


def test_names_numbers_and_outcomes_by_hand() -> None:
    form = read_efg(
        'EFG 2 D "said \\"so\\"" { "A" "B" }\n"a comment"\n'
        'p "root" 2 7 "here" { "l" "r" } 3 "paid" { 1 -1/2 }\n'
        'c "" 4 "coin" { "h" 0.25 "t" 3/4 } 0\n t "end" 3 t "" 9 "won" { 1e1, .5 }\n'
        'p "" 1 1 "" { "go" } 0 t "" 0'
    )
    assert (form.title, form.comment, form.players) == ('said "so"', "a comment", ("A", "B"))
    assert [(each.player, each.number, each.name) for each in form.sets] == [(1, 7, "here"), (-1, 4, "coin"), (0, 1, "")]
    assert form.sets[1].probabilities == (Fraction(1, 4), Fraction(3, 4))
    gains = [list(map(str, form.gains[end])) for end in form.ends]
    assert gains == [["2", "-1"], ["11", "0"], ["1", "-1/2"]], "outcomes add up along the way"
    assert form.luck[form.ends[0]] == Fraction(1, 4)
    assert [form.nodes[0].name, form.nodes[2].name, form.path(3)] == ["root", "end", ("l", "t")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "must begin with EFG 2 R"),
        ('NFG 1 R "t" { "A" }', "must begin with EFG 2 R"),
        ('EFG 2 Q "t" { "A" }', "line 1: after EFG 2 comes R or D"),
        ('EFG 2 R "t" { }', "the players need names"),
        ('EFG 2 R "t" { "A" }', "a node is expected"),
        ('EFG 2 R "t" { "A" }\nx "" 0', "line 2: a node begins with c (chance), p (player) or t (end), not 'x'"),
        ('EFG 2 R "t" { "A" }\np "" 2 1 "" { "l" } 0', "line 2: there is no player 2: they are numbered from 1 to 1"),
        ('EFG 2 R "t" { "A" }\np "" 1 1 0', "line 2: information set 1 is new here: its actions are expected"),
        ('EFG 2 R "t" { "A" }\np "" 1 1 "" { "l" "r" } 0\nt "" 0', "line 3: the tree is not complete: after 1 of the 2 actions"),
        ('EFG 2 R "t" { "A" }\nt "" 0\nt "" 0', "line 3: the tree is complete, but there is more"),
        ('EFG 2 R "t" { "A" }\nt "" 1', "line 2: outcome 1 is new here: its payoffs are expected"),
        ('EFG 2 R "t" { "A" }\nt "" 1 "" { 1 2 }', "line 2: '}' is expected for the end of 1 payoffs"),
        ('EFG 2 R "t" { "A" }\nt "" 1 "" { x }', "line 2: a payoff is 'x', which is no number"),
        ('EFG 2 R "t" { "A" }\nt "" 0 "" { 1 }', "outcome 0 is none"),
        (
            'EFG 2 R "t" { "A" }\nc "" 1 "" { "h" 1/2 "t" 1/3 } 0',
            "line 2: probabilities are at least 0 and add up to 1, but these do not: 1/2, 1/3",
        ),
        ('EFG 2 R "t" { "A" }\nc "" 1 "" { "h" 3/2 "t" -1/2 } 0', "probabilities are at least 0"),
        ('EFG 2 R "t" { "A" }\np "" 1 1 "" { "l" } 0\np "" 1 1 "" { "r" } 0', "line 3: information set 1 has other actions here"),
        ('EFG 2 R "t" { "A" }\np "" 1 1 "a" { "l" } 0\np "" 1 1 "b" { "l" } 0', "line 3: information set 1 has another name here"),
        ('EFG 2 R "t" { "A" }\np "" 1 1 "" { "l" "r" } 0\nt "" 1 "" { 1 }\nt "" 1 "" { 2 }', "line 4: outcome 1 is another one here"),
        ('EFG 2 R "t" { "A" }\np "" 1 1 "" { "l', "quotation mark has no partner"),
    ],
)
def test_a_malformed_file_gets_a_sentence_with_the_line(text: str, words: str) -> None:
    with pytest.raises(UsageError) as refusal:
        read_efg(text)
    assert words in str(refusal.value)


@settings(max_examples=300)
@given(st.lists(st.sampled_from(["c", "p", "t", '""', '"a"', "{", "}", "1", "0", "1/2", '"', ",", "-", "\n", "é"]), max_size=25))
def test_no_text_breaks_the_reader(words: list[str]) -> None:
    with contextlib.suppress(UsageError):
        read_efg('EFG 2 R "" { "A" "B" } ' + " ".join(words))


# ── What Gambit says ──
def test_counts_recall_and_subgames_are_gambits(shared_data: Path) -> None:
    for form, told in oracles(shared_data):
        assert len(form.nodes) == told["nodes"], told["file"]
        assert [len(own) for own in form.own_sets] == told["infosets"], told["file"]
        assert form.perfect_recall == told["perfect_recall"], told["file"]
        assert len(form.subgames) == told["subgames"], told["file"]
        assert [count_plans(form, player) for player in range(len(form.players))] == told["strategies"], told["file"]
        assert (form.constant_sum is not None) == told["const_sum"], told["file"]


def test_equilibria_are_gambits(shared_data: Path) -> None:
    """All pure equilibria; all extreme equilibria of two players; values of zero-sum games. Gambit finds none where payoffs are 10^20."""
    pure, extreme, values = 0, 0, 0
    for form, told in oracles(shared_data):
        if "lp" in told:
            assert form.solve().value == Fraction(told["lp"][0]["u"][0]), told["file"]
            values += 1
        if "pure" not in told:
            continue
        table = form.normal_form()
        assert sorted(table.pure_equilibria()) == sorted(map(tuple, told["pure"])), told["file"]
        pure += 1
        if told.get("extreme") and told["n_extreme"] < 100:
            theirs = {tuple(tuple(map(Fraction, mixture)) for mixture in each["p"]) for each in told["extreme"]}
            answer = form.nash(table=True)
            assert {each.strategies for each in answer.found} == theirs, told["file"]
            assert all(each.regret == 0 for each in answer), told["file"]
            extreme += 1
    assert (pure, extreme, values) >= (35, 30, 10)


def test_known_games(shared_data: Path) -> None:
    horse = file(shared_data, "ijgt__selten1975__fig1")
    assert horse.normal_form().pure_equilibria() == [(0, 0, 1), (1, 0, 0)]
    assert len(horse.subgames) == 1
    for name in ("tests__stripped_down_poker", "other__reiley2008__fig1", "myerson1991__fig2_1"):
        poker = file(shared_data, name).solve()
        assert poker.value == Fraction(1, 3)
        assert [[str(p) for p in mixture] for mixture in poker.behaviour.of(0)] == [["1", "0"], ["1/3", "2/3"]]
        assert poker.behaviour.of(1) == ((Fraction(2, 3), Fraction(1, 3)),)
    # Koller, Megiddo and von Stengel's example of the sequence form is worth 13.
    assert file(shared_data, "tests__zerosum_efg_from_sequence_form_STOC94_paper").solve().value == 13
    # One pile of five, take one or two: whoever takes the last stone loses here, and the second player can force it.
    assert file(shared_data, "nim").solve().value == file(shared_data, "nim").backward_induction().payoffs[0] == -1


def test_who_forgets_what_is_said(shared_data: Path) -> None:
    told = file(shared_data, "geb__wichardt2008").forgetting
    assert told == (
        "Player 1 has no perfect recall: in information set 2 one cannot tell whether one's last move was 'R' at set 1 or 'L' at set 1.",
        None,
    )
    absent_minded = file(shared_data, "shohamleytonbrown2008__fig5_12")
    assert "whether one's last move was none yet or 'L' at set 1" in str(absent_minded.forgetting[0])
    for form in (absent_minded, file(shared_data, "geb__wichardt2008")):
        for ask in (
            form.subgame_perfect,
            lambda form=form: form.best_response(0, None),
            lambda form=form: form.behaviour([[0] * len(own) for own in form.own_sets]),
        ):
            with pytest.raises((UsageError, AttributeError), match=r"perfect recall|mixtures"):
                ask()
    # Myerson's game of forgetting has an equilibrium in mixed strategies all the same.
    answer = file(shared_data, "myerson").nash()
    assert answer.value == Fraction(0)
    assert (len(answer), len(answer.found)) == (0, 1)


# ── Theorems and brute force ──
def pure_choices(form: ExtensiveForm, profile: tuple[int, ...], reduced: bool = True) -> list[list[int]]:
    """A profile of the table as actions at all information sets; where a plan says nothing, the first."""
    return [[action or 0 for action in plans(form, player, reduced)[k]] for player, k in enumerate(profile)]


def played(form: ExtensiveForm, choices: list[list[int]], start: int = 0) -> tuple[Fraction, ...]:
    """What everybody gets when all play pure, by walking down."""
    node = form.nodes[start]
    if node.player == END:
        return form.gains[start]
    if node.player >= 0:
        place = form.own_sets[node.player].index(node.set)
        return played(form, choices, node.children[choices[node.player][place]])
    below = [played(form, choices, child) for child in node.children]
    shares = form.sets[node.set].probabilities
    return tuple(sum((share * worth[k] for share, worth in zip(shares, below, strict=True)), Fraction(0)) for k in range(len(form.players)))


@FEW
@given(st.one_of(trees(), trees(recall=False, most=14)), st.booleans())
def test_the_table_holds_what_playing_gives(form: ExtensiveForm, reduced: bool) -> None:
    table = form.normal_form(reduced=reduced, cells=10**6)
    assert table.shape == tuple(len(plans(form, player, reduced)) for player in range(len(form.players)))
    for profile in list(table.profiles())[:40]:
        assert table.payoffs(profile) == played(form, pure_choices(form, profile, reduced))


@FEW
@given(trees(recall=False, most=14))
def test_reduced_strategies_are_the_different_ones(form: ExtensiveForm) -> None:
    """Two strategies are one in the reduced form exactly if no end tells them apart, whatever the others do."""
    for player in range(len(form.players)):
        full = plans(form, player, reduced=False)
        if len(full) > 200:
            continue

        def ends(plan: tuple[int | None, ...], player: int = player) -> frozenset[int]:
            reached, waiting = set(), [0]
            while waiting:
                number = waiting.pop()
                node = form.nodes[number]
                if node.player == player:
                    waiting.append(node.children[plan[form.own_sets[player].index(node.set)] or 0])
                elif node.player == END:
                    reached.add(number)
                else:
                    waiting += node.children
            return frozenset(reached)

        # Where a set has one action only, or all lead to the same ends, plans may differ without a difference: never fewer plans.
        assert len({ends(plan) for plan in full}) <= count_plans(form, player) == len(plans(form, player)) <= len(full)
        assert {ends(plan) for plan in plans(form, player)} == {ends(plan) for plan in full}


@st.composite
def mixed_profiles(draw: st.DrawFn, form: ExtensiveForm) -> list[tuple[Fraction, ...]]:
    profile = []
    for player in range(len(form.players)):
        weights = [draw(st.integers(0, 3)) for _ in plans(form, player)]
        weights[0] += not sum(weights)
        profile.append(tuple(Fraction(weight, sum(weights)) for weight in weights))
    return profile


@FEW
@given(st.data())
def test_kuhns_theorem(data: st.DataObject) -> None:
    """A behaviour made from a mixture, and a mixture made from a behaviour, give everybody the same against everything."""
    form = data.draw(trees(most=16))
    table = form.normal_form(cells=10**6)
    mixed = data.draw(mixed_profiles(form))
    behaviour = behaviour_from_mixed(form, mixed)
    assert behaviour.payoffs == table.expected(mixed)
    back = [mixed_from_behaviour(behaviour, player) for player in range(len(form.players))]
    assert all(sum(mixture) == 1 for mixture in back)
    assert table.expected(back) == behaviour.payoffs
    for player in range(len(form.players)):
        others = [back[k] if k == player else mixed[k] for k in range(len(form.players))]
        assert [table.deviations(others, k) for k in range(len(form.players)) if k != player] == [
            table.deviations(mixed, k) for k in range(len(form.players)) if k != player
        ]


@FEW
@given(st.data())
def test_best_responses_are_the_best_plans(data: st.DataObject) -> None:
    form = data.draw(trees(most=16))
    table = form.normal_form(cells=10**6)
    mixed = data.draw(mixed_profiles(form))
    behaviour = behaviour_from_mixed(form, mixed)
    assert behaviour.regrets == table.regrets(mixed)
    for player in range(len(form.players)):
        value, chosen = form.best_response(player, behaviour)
        assert value == max(table.deviations(mixed, player))
        answer = [
            tuple(Fraction(a == chosen[n]) for a in range(len(form.sets[n].actions))) if n in chosen else m
            for n, m in enumerate(behaviour.mixtures)
        ]
        assert expected(form, answer)[player] == value


@FEW
@given(trees(players=st.just(2), zero_sum=True))
def test_the_sequence_form_has_the_value_of_the_table(form: ExtensiveForm) -> None:
    solved = form.solve()
    table: Any = form.normal_form(cells=10**6)
    assert solved.value == zero_sum(table.matrix(0)).value == solved.behaviour.payoffs[0]
    assert solved.behaviour.regret == 0
    nearly = form.nearly_solve()
    assert abs(nearly.value - float(solved.value)) < 1e-9
    assert nearly.gap < 1e-9


@FEW
@given(trees(players=st.just(2), zero_sum=True))
def test_what_floats_guess_is_the_optimum(form: ExtensiveForm) -> None:
    """Wherever the guess passes its own proof, it has the value of the simplex method; and it mostly does."""
    lp = program(form, sequence_form(form))
    best = guessed(lp)
    assert best is not None
    assert lp.value(best.value) == form.solve().value


@settings(max_examples=50)
@given(st.data())
def test_large_systems_in_fractions(data: st.DataObject) -> None:
    """Digit by digit, the solution that the system was made from; None where others would do as well."""
    size = data.draw(st.integers(1, 6))
    solution = [data.draw(st.fractions(max_denominator=10**6)) for _ in range(size)]
    entries = st.dictionaries(st.integers(0, size - 1), st.fractions(-9, 9, max_denominator=9), max_size=size)
    rows = data.draw(st.lists(entries, min_size=size, max_size=size + 3))
    constants = [sum((entry * solution[k] for k, entry in row.items()), Fraction(0)) for row in rows]
    found = solve_sparse(rows, constants, size)
    if found is not None:
        assert found == solution
        assert solve_sparse([*rows, {}], [*constants, Fraction(1)], size) is None, "0 is not 1"
    dense = np.array([[float(row.get(k, 0)) for k in range(size)] for row in rows])
    assert (found is not None) == (np.linalg.matrix_rank(dense) == size)


@FEW
@given(trees(hidden=False, most=16))
def test_subgame_perfection_is_backward_induction(form: ExtensiveForm) -> None:
    """With perfect information: exactly the choices that are best at every node, given what is chosen below."""
    assert form.perfect_information
    choices = [list(product(*(range(len(form.sets[number].actions)) for number in own))) for own in form.own_sets]
    if len(list(product(*choices))) > 3000:
        return
    wanted = set()
    for profile in product(*choices):
        plan = [list(some) for some in profile]
        best = True
        for node in form.nodes:
            if node.player >= 0:
                worth = [played(form, plan, child)[node.player] for child in node.children]
                best = best and worth[plan[node.player][form.own_sets[node.player].index(node.set)]] == max(worth)
        if best:
            wanted.add(profile)
    found = form.subgame_perfect(most=10_000)
    assert found.complete
    assert {
        tuple(tuple(mixture.index(1) for mixture in each.of(player)) for player in range(len(form.players))) for each in found
    } == wanted
    assert all(each.regret == 0 for each in found)
    one = form.backward_induction()
    assert one.regret == 0
    assert one in found


@FEW
@given(trees(most=14))
def test_subgame_perfection_with_hidden_information(form: ExtensiveForm) -> None:
    """Each is an equilibrium in every subgame; and every pure equilibrium that is one is found."""
    wanted = set()
    spaces = [list(product(*(range(len(form.sets[number].actions)) for number in own))) for own in form.own_sets]
    if len(list(product(*spaces))) > 600:
        return
    for profile in product(*spaces):
        plan = [list(some) for some in profile]
        fine = True
        for start in form.subgames:
            worth = played(form, plan, start)
            for player, space in enumerate(spaces):
                fine = fine and worth[player] == max(
                    played(form, [list(other) if k == player else plan[k] for k in range(len(plan))], start)[player] for other in space
                )
        if fine:
            wanted.add(profile)
    found = form.subgame_perfect(most=10_000)
    ours = {
        tuple(tuple(mixture.index(1) if 1 in mixture else -1 for mixture in each.of(player)) for player in range(len(form.players)))
        for each in found
    }
    on_path = {profile for profile in ours if all(-1 not in some for some in profile)}
    assert on_path <= wanted
    assert bool(found) == bool(wanted)
    assert all(each.regret == 0 for each in found)


def test_ii_nim_of_the_lectures() -> None:
    """Max-min over all pure strategies of both players is what backward induction finds (von Neumann; the lectures' s* and t*)."""
    form = load_tree("nim(2,2)")
    table: Any = form.normal_form(cells=10**6)
    rows = table.matrix(0)
    lower = max(min(row) for row in rows)
    upper = min(max(row[j] for row in rows) for j in range(len(rows[0])))
    assert lower == upper == form.backward_induction().payoffs[0] == form.solve().value == -1


def test_absurd_sizes_are_refused() -> None:
    for make, words in (
        (lambda: load_tree("nim", nodes=1000), "has more than 1,000 nodes, which is the limit"),
        (lambda: load_tree("nim(2,3)").normal_form(cells=5), "cells; 5 is the limit"),
        (lambda: load_tree("nim(2,3)").normal_form(reduced=False), "The normal form would have"),
        (lambda: load_tree("nim(2,2,players=3)").solve(), "is for two players"),
    ):
        with pytest.raises(UsageError) as refusal:
            make()
        assert words in str(refusal.value)


@settings(max_examples=25)
@given(trees(names=True, recall=False))
def test_every_tree_can_be_drawn_and_told(form: ExtensiveForm) -> None:
    root = ElementTree.fromstring(form.svg())
    assert root.tag.endswith("svg")
    assert "<style" not in form.svg()
    assert len(form.text().splitlines()) >= len(form.nodes)


def test_the_picture_shows_what_is_played(shared_data: Path) -> None:
    poker = file(shared_data, "tests__stripped_down_poker")
    plain, answered = poker.svg(), poker.svg(poker.nash()[0])
    assert "Bet 1/3" in answered
    assert "Bet 1/3" not in plain
    assert plain.count("stroke-dasharray") == 1, "Bob's two nodes are joined"
    assert "King (1/2)" in plain
    assert load_tree("nim(3,4)").svg().count("more nodes below") == 1, "of a large tree the first levels"
