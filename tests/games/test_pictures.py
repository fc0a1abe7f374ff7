"""Pictures: complete, safe to nest, and clickable where one can move."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.picture import text_picture

SVG = "{http://www.w3.org/2000/svg}"
GAMES = (
    "connect_four",
    "tic_tac_toe",
    "tic_tac_toe(20,20,5)",
    "go(board_size=13)",
    "hex",
    "nim",
    "nim(1000,3)",
    "board_splitting",
    "board_splitting(((1.5,-200,3),(4,5,123456)))",
    "branching",
    "tree",
)


def drawn(picture: str) -> ElementTree.Element:
    """The picture as XML, after the promises that every picture makes were verified."""
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img" and root.get("aria-label")
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {"svg", "g", "rect", "circle", "ellipse", "line", "path", "text"}
        assert not [name for name in element.attrib if name in ("id", "style", "class", "href") or name.startswith("on")]
    return root


def states(game: cp.Game[Any, Any], seed: int) -> Iterator[Any]:
    """A random game from the beginning to the end."""
    state, rng = game.initial(), cp.Random(seed)
    while not game.is_terminal(state):
        yield state
        state = game.result(state, game.random_action(state, rng))
    yield state


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_action_can_be_clicked_and_no_other(name: str) -> None:
    game = cp.load(name)
    for number, state in enumerate(states(game, seed=2)):
        if number % 10 == 0 or game.is_terminal(state):
            root = drawn(game.svg(state))
            clickable = {element.get("data-action") for element in root.iter()} - {None}
            legal = set() if game.is_terminal(state) else {game.format_action(state, action) for action in game.actions(state)}
            assert clickable == legal


def test_trees_with_chance_and_many_players_are_drawn() -> None:
    game: Any = cp.load(
        "tree([[(1,2,6),(4,2,3)],{'chance':['1/3','2/3'],'name':'<&\\'\">','actions':['<b>','&'],'children':[(6,1,2),(7,4,1)]}],players=3)"
    )
    for state in range(len(game.nodes)):
        drawn(game.svg(state))
    assert "<&'\"> " in drawn(game.svg(2)).get("aria-label", "").replace(":", " ")
    assert {element.get("data-action") for element in drawn(game.svg(2)).iter()} == {None, "<b>", "&"}


@given(st.text())
def test_any_text_becomes_a_well_formed_picture(text: str) -> None:
    root = ElementTree.fromstring(text_picture(text))
    assert root.tag == f"{SVG}svg"


def test_a_game_without_a_picture_shows_its_text() -> None:
    class Silent(cp.Game[int, int]):
        def format_state(self, state: int) -> str:
            return f"pile of {state} <matches>"

    texts = [element.text for element in drawn(Silent().svg(3)).iter(f"{SVG}text")]
    assert texts == ["pile\u00a0of\u00a03\u00a0<matches>"]
