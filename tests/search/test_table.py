"""The table of algorithms: one line makes a search a name of the package, a player, an option of the command line, and a trace."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import counterplay
from counterplay import search
from counterplay.players import SearchPlayer, player, settings_of
from counterplay.search import ALGORITHMS

FOLDER = Path(search.__file__).parent


def test_every_file_with_a_search_is_in_the_table() -> None:
    """A file `name.py`, or a folder `name`, with a function `name` that returns a `SearchResult` is an algorithm."""
    found = set()
    for file in FOLDER.rglob("*.py"):
        name = file.stem if file.parent == FOLDER else file.parent.name
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name == name and node.returns is not None:
                if ast.unparse(node.returns) == "SearchResult":
                    found.add(node.name)
    assert found == {*ALGORITHMS, "best"}, "`best` is none of them: it chooses one"


@pytest.mark.parametrize("name", ALGORITHMS)
def test_an_algorithm_is_known_everywhere(name: str) -> None:
    one = ALGORITHMS[name]
    assert getattr(counterplay, name) is one.function
    assert name in counterplay.__all__
    assert inspect.signature(one.function).return_annotation == "SearchResult"
    made = player(name, seed=1)
    assert isinstance(made, SearchPlayer)
    assert ("seed" in made.settings) == ("seed" in settings_of(name)), "whatever is random takes a seed"


@pytest.mark.parametrize("name", [one.name for one in ALGORITHMS.values() if one.traced])
def test_what_is_traced_can_be_traced(name: str) -> None:
    game = counterplay.load("nim(pile_sizes=(1,2))")
    settings = {"simulations": 20, "seed": 1} if ALGORITHMS[name].samples else {}
    assert counterplay.trace(name, game, **settings).algorithm == name
