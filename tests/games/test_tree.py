"""Hand-written trees: what they mean, what they refuse and where."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.games.tree import MOST_NODES, Tree

LECTURE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def test_the_textbook_tree_is_worth_3() -> None:
    assert Tree() == Tree(LECTURE)
    assert cp.minimax(Tree(LECTURE)).value == 3
    assert cp.minimax(Tree(LECTURE)).nodes == 13


def test_players_take_turns_and_chance_does_not_count_as_a_turn() -> None:
    game = Tree([{"chance": ["1/2", "1/2"], "children": [[1, 2], [3, 4]]}, {"player": "max", "children": [[5]]}])
    assert [game.player_name(game.to_move(state)) for state in range(len(game.nodes)) if not game.is_terminal(state)] == [
        "Max",
        "Chance",
        "Max",
        "Min",
        "Min",
        "Min",
    ]
    assert game.properties.chance
    assert not Tree(LECTURE).properties.chance
    assert list(game.chances(1)) == [(0, 0.5), (1, 0.5)]


def test_payoff_vectors_and_the_kind_of_game() -> None:
    three = Tree([[(1, 2, 6), (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]])
    assert three.players == 3 and three.payoff_sum is None
    assert [three.utility(3, player) for player in range(3)] == [1, 2, 6]
    assert three == Tree([[[1, 2, 6], [4, 2, 3]], [[6, 1, 2], [7, 4, 1]]], players=3)
    assert three == Tree([[{"payoffs": [1, 2, 6]}, (4, 2, 3)], [(6, 1, 2), (7, 4, 1)]])
    assert Tree([(1, 1), (0, 2)]).properties.payoffs == "constant-sum"
    assert Tree([(1, 1), (0, 3)]).properties.payoffs == "general-sum"
    assert Tree([(0.1, -0.1), (0.3, -0.3)]).properties.payoffs == "zero-sum"
    assert Tree([1, 2], players=1).players == 1
    assert Tree([(0, 1), (1, 0)], names=["Ann", "Bob"]).player_name(1) == "Bob"
    assert Tree([{"player": "bob", "children": [(0, 1)]}], names=["Ann", "Bob"]).to_move(1) == 1


def test_names_of_nodes_and_edges() -> None:
    game = Tree({"name": "A", "actions": ["left", "right"], "children": [{"name": "B", "children": [1, 2]}, {"name": "B", "value": 7}]})
    assert game.format_state(0) == "A"
    assert [game.format_state(1), game.format_state(2)] == ["1", "2"]  # two nodes called B: the name alone does not tell which
    assert [game.format_action(0, action) for action in (0, 1)] == ["left", "right"]
    assert game.parse_action(0, "right") == 1
    assert game.parse_state("1.2") == 4
    assert game.text(0) == "A: Max moves: left, right"


def test_evaluations_are_asked_where_a_search_stops() -> None:
    game = Tree([{"evaluation": 5, "children": [1, 2]}, [3, 4], {"evaluation": [9, -9], "children": [0]}])
    assert [game.evaluate(state, 0) for state in (1, 2, 3)] == [5, 0, 9]
    assert game.evaluate(3, 1) == -9
    assert cp.minimax(game, depth=1).value == 9
    assert cp.minimax(game).value == 3


nodes = st.recursive(
    st.integers(-9, 9) | st.floats(-9, 9),
    lambda children: (
        st.lists(children, min_size=1, max_size=4)
        | st.fixed_dictionaries(
            {"children": st.lists(children, min_size=1, max_size=3)},
            optional={
                "name": st.text("ab 1.é<'\"", min_size=1, max_size=6).filter(lambda name: name == name.strip()),
                "player": st.sampled_from([0, 1, "min", "chance"]),
                "evaluation": st.integers(-5, 5),
            },
        )
    ),
    max_leaves=20,
)


@given(nodes)
def test_a_tree_can_be_written_and_read_back(tree: Any) -> None:
    game = Tree(tree)
    assert cp.load(str(game)) == game
    assert Tree(game.tree) == game
    assert hash(Tree(game.tree)) == hash(game)
    assert pickle.loads(pickle.dumps(game)) == game
    for state in range(len(game.nodes)):
        assert game.parse_state(game.format_state(state)) == state


def test_json_files(tmp_path: Path) -> None:
    file = tmp_path / "exercise (1).json"
    file.write_text(json.dumps(LECTURE))
    assert cp.load(str(file)) == Tree(LECTURE) == Tree.from_json(json.dumps(LECTURE))
    file.write_text(json.dumps({"tree": [[[1, 2, 6], [4, 2, 3]]], "players": 3, "names": ["Ann", "Bob", "Cleo"]}))
    assert cp.load(str(file)).player_name(2) == "Cleo"
    with pytest.raises(cp.UsageError, match="takes no parameters"):
        cp.load(f"{file}(players=3)")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"[1, 2", "is not JSON: .*line 1, column"),
        (b"", "is not JSON"),
        (b"\xff\xfe[1]", "is not text in UTF-8"),
        (b"[" * 200_000 + b"]" * 200_000, "nested too deeply"),
        (b"[1, " + b"9" * 5000 + b"]", "cannot be read"),
        (b"[1, NaN]", r"root.children\[1\].value: nan is not a number"),
        (b"[1, 1e999]", r"root.children\[1\].value: inf is not a number"),
        (b"[1, " + b"9" * 300 + b"]", r"root.children\[1\].value: this int is not a number"),
        (b'{"tree": [1], "colour": 3}', "not 'colour'"),
        (b'{"tree": [1], "names": [1]}', "give a list with the name of each player"),
        (b'{"children": [1], "colour": 3}', "root: there is no key 'colour'; a node may have player, name"),
        (b"null", "root: None is not a node"),
        (b'[1, "two"]', r"root.children\[1\]: 'two' is not a node"),
        (b"[1, true]", r"root.children\[1\].value: True is not a number"),
    ],
)
def test_broken_files_are_refused_with_the_place(tmp_path: Path, content: bytes, sentence: str) -> None:
    file = tmp_path / "broken.json"
    file.write_bytes(content)
    with pytest.raises(cp.UsageError, match=sentence):
        cp.load(str(file))


@pytest.mark.parametrize(
    ("tree", "sentence"),
    [
        ([[]], r"root.children\[0\].children: give a list with at least one node"),
        ({"children": [1], "value": 2}, "root: a node has either children, or a value, or payoffs"),
        ({}, "either children"),
        ([(1, 2), (1, 2, 3)], r"root.children\[1\].payoffs: there are 3 payoffs, but 2 players"),
        ([(1, 2, 3), 5], r"root.children\[1\].value: there is 1 payoff, but 3 players"),
        ([()], "0 payoffs"),
        ([("a", 1)], "'a' is not a number"),
        ([{"payoffs": 3}], r"root.children\[0\].payoffs: 3 is not a list of numbers"),
        ([{"value": [3]}], "1 payoff"),
        ([{"value": 3, "player": 1}], r"root.children\[0\].player: a leaf has nothing but"),
        ({"player": 2, "children": [1]}, "root.player: 2 is not a player; players are 0 to 1"),
        ({"player": "ann", "children": [1]}, "'ann' is not a player"),
        ({"player": -1, "children": [1]}, "-1 is not a player"),
        ({"chance": [0.5, 0.6], "children": [1, 2]}, "root.chance: the probabilities add up to 1.1, not to 1"),
        ({"chance": [0.5], "children": [1, 2]}, "one probability for each of the 2 children"),
        ({"chance": [1.5, -0.5], "children": [1, 2]}, r"root.chance\[0\]: 1.5 is not a probability"),
        ({"chance": ["1/0", 1], "children": [1, 2]}, "is not a probability"),
        ({"player": 0, "probabilities": [1], "children": [1]}, "only a chance node has probabilities"),
        ({"actions": ["a"], "children": [1, 2]}, "root.actions: give one name for each of the 2 children"),
        ({"actions": ["a", "a"], "children": [1, 2]}, "two actions have the same name"),
        ({"actions": ["a", 1], "children": [1, 2]}, r"root.actions\[1\]: 1 is not a name"),
        ({"name": "a\x00", "children": [1]}, "root.name: .* is not a name"),
        ({"name": "a" * 101, "children": [1]}, "is not a name: one to 100 printable"),
    ],
)
def test_wrong_trees_are_refused_with_the_place(tree: Any, sentence: str) -> None:
    with pytest.raises(cp.UsageError, match=sentence):
        Tree(tree)


def test_wrong_players_and_names() -> None:
    for players in (0, -1, 1.5, "two", 10**6):
        with pytest.raises(cp.UsageError, match="give a whole number from 1 to 100"):
            Tree(LECTURE, players=players)  # type: ignore[arg-type]
    with pytest.raises(cp.UsageError, match="3 players, but 2 names"):
        Tree(LECTURE, players=3, names=["a", "b"])
    with pytest.raises(cp.UsageError, match="different names"):
        Tree(LECTURE, names=["a", "A"])


def test_deep_trees_are_read_searched_and_shown() -> None:
    tree: Any = 1
    for _ in range(5_000):
        tree = [tree, 0]
    game = Tree(tree)
    assert game.depth == 5_000
    assert game.parse_state(game.format_state(len(game.nodes) - 1)) == len(game.nodes) - 1
    assert str(game) == "tree(<10001 nodes>)"
    assert hash(game) and game == pickle.loads(pickle.dumps(game))


def test_too_deep_or_too_large_or_endless_trees_are_refused() -> None:
    deep: Any = 1
    for _ in range(100_001):
        deep = [deep]
    with pytest.raises(cp.UsageError, match="over 100,000 levels deep"):
        Tree(deep)
    while isinstance(deep, list):  # let go level by level: Python would do it recursively
        deep = deep.pop()
    with pytest.raises(cp.UsageError, match=f"over {MOST_NODES:,} nodes"):
        Tree([[0] * MOST_NODES])
    endless: list[Any] = []
    endless += [endless, endless]
    with pytest.raises(cp.UsageError, match="over 1,000,000 nodes"):
        Tree(endless)
