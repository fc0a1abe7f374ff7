"""`load`: every way to name a game, and what it says when there is none."""

from __future__ import annotations

import importlib.metadata
import pickle
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay import games, registry

COUNTDOWN = (Path(__file__).parents[1] / "countdown.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("connect_four", games.ConnectFour()),
        (" connect_four ( rows = 5 , columns = 4 ) ", games.ConnectFour(5, 4)),
        ("connect_four(5,columns=4)", games.ConnectFour(5, 4)),
        ("connect_four()", games.ConnectFour()),
        ("nim(pile_sizes=1;3;5;7,is_misere=true)", games.Nim()),
        ("nim(pile_sizes=2;2,is_misere=False)", games.Nim((2, 2), False)),
        ("nim(pile_sizes=[2, 2])", games.Nim((2, 2))),
        ("nim(pile_sizes=5)", games.Nim((5,))),
        ("nim(2,2)", games.Nim((2, 2))),
        ("nim((2,2),false)", games.Nim((2, 2), False)),
        ("branching(4,3,2,1)", games.Branching((4, 3, 2, 1))),
        ("branching(4,3,seed=9)", games.Branching((4, 3), 9)),
        ("tree([[3,12,8],[2,4,6],[14,5,2]])", games.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])),
        ("tree({'name': 'a, (b', 'children': [1]})", games.Tree({"name": "a, (b", "children": [1]})),
        ("board_splitting(((1,2),(3,4)))", games.BoardSplitting(((1, 2), (3, 4)))),
    ],
)
def test_games_by_name(text: str, game: Any) -> None:
    assert registry.load(text) == game
    assert registry.load(str(game)) == game
    assert registry.load(game) is game


def _nothing(game: Any, state: Any, player: int) -> float:
    return 0.0


def test_names_lists_all_and_each_can_be_loaded() -> None:
    assert {"board_splitting", "branching", "connect_four", "nim", "tic_tac_toe", "tree"} <= set(registry.names())
    for name in registry.names():
        game = registry.load(name)
        assert game.name == name
        assert type(game) is getattr(games, type(game).__name__)
        assert type(game).__name__ in dir(games)
        assert pickle.loads(pickle.dumps(game)) == game
    other = registry.load("go").using(playout_action=games.Go.random_action).using(evaluate=_nothing)
    assert pickle.loads(pickle.dumps(other)) == other != registry.load("go")
    with pytest.raises(AttributeError, match="its games are Backgammon, BattleOfTheSexes"):
        _ = games.Chess9


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("conect_four", "There is no game 'conect_four'. Did you mean connect_four.*`counterplay games` lists them all"),
        ("zzzzzz", "There is no game 'zzzzzz'"),
        ("", "is not a game"),
        ("tic tac toe", "is not a game"),
        ("connect_four(row=5)", "unexpected keyword argument 'row'. Its parameters: rows=6, columns=7"),
        ("connect_four(1,2,3)", "too many positional arguments. Its parameters: rows=6, columns=7"),
        ("connect_four(rows=5", "has no closing parenthesis"),
        ("connect_four(rows=[5)", "a bracket or a quotation mark has no partner"),
        ("connect_four(rows='5)", "a bracket or a quotation mark has no partner"),
        ("connect_four(rows=5,rows=6)", "the parameter rows is given twice"),
        ("connect_four(rows=5,6)", "comes after one with a name"),
        ("connect_four(rows=__import__('os').system('true'))", "is not a value"),
        ("tree([" + "[" * 500 + "1" + "]" * 501 + ")", "is not a value"),
        ("tree(" + "1" * 1_000_001 + ")", "1,000,000 characters"),
        ("nowhere/mygame.py", "nowhere/mygame.py cannot be read: No such file"),
        ("nowhere/mygame.py:MyGame", "nowhere/mygame.py cannot be read"),
        ("nowhere/tree.json", "nowhere/tree.json cannot be read"),
        ("a\x00b.py", "cannot be read"),
    ],
)
def test_what_cannot_be_loaded_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(cp.UsageError, match=sentence):
        registry.load(text)


@given(st.text(max_size=40) | st.text("tree(nim)[]{}'\";,=0123 \\", max_size=40).map(lambda settings: f"nim({settings}"))
def test_any_text_is_a_game_or_refused(text: str) -> None:
    try:
        assert isinstance(registry.load(text), cp.Game)
    except cp.UsageError as error:
        assert str(error).endswith(".")


def test_a_class_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my (first) games.py"
    file.write_text(COUNTDOWN)
    for text in (f"{file}", f"{file}:Countdown", f"{file}(7)", f"{file}:Countdown(pile=7)"):
        game = registry.load(text)
        assert repr(game) == "Countdown(pile=7)"
    assert registry.load(f"{file}(pile=6)").initial() == (6, 0)
    assert cp.minimax(registry.load(f"{file}:Countdown(6)"), compiled=False).value == -1
    assert pickle.loads(pickle.dumps(game)) == game
    assert sys.modules[type(game).__module__].__file__ == str(file)
    with pytest.raises(cp.UsageError, match=r"unexpected keyword argument 'size'. Its parameters: pile=7"):
        registry.load(f"{file}:Countdown(size=3)")
    with pytest.raises(cp.UsageError, match=r"has no game 'Nothing'. Write .*:Countdown"):
        registry.load(f"{file}:Nothing")


def test_a_file_is_read_anew_when_it_has_changed(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(COUNTDOWN)
    first = registry.load(str(file))
    assert type(registry.load(str(file))) is type(first)
    file.write_text(COUNTDOWN.replace("pile: int = 7", "pile: int = 9"))  # of the same size, within the same second
    second = registry.load(str(file))
    assert (first.initial(), second.initial()) == ((7, 0), (9, 0))
    assert type(second).__module__ == type(first).__module__


def test_a_file_may_have_several_games_a_game_already_made_or_none(tmp_path: Path) -> None:
    file = tmp_path / "several.py"
    file.write_text(COUNTDOWN + "\nclass Other(Countdown):\n    pass\n\nshort = Countdown(2)\nnumber = 3\n")
    with pytest.raises(cp.UsageError, match=r"defines several games. Say which: .*:Countdown or .*:Other"):
        registry.load(str(file))
    assert registry.load(f"{file}:short").initial() == (2, 0)
    with pytest.raises(cp.UsageError, match="is a game already made"):
        registry.load(f"{file}:short(3)")
    with pytest.raises(cp.UsageError, match="has no game 'number'"):
        registry.load(f"{file}:number")
    file.write_text("from counterplay import Game\n")
    with pytest.raises(cp.UsageError, match="defines no game"):
        registry.load(str(file))


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("x = 1\nclass Broken(:\n", r"broken.py, line 2: "),
        ("x = 1\n\ny = 1 / 0\n", r"broken.py, line 3, failed: ZeroDivisionError: division by zero"),
        ("import nothing_of_that_name\n", r"broken.py, line 1, failed: ModuleNotFoundError"),
        ("import sys\nsys.exit(3)\n", r"broken.py, line 2, failed: SystemExit"),
        ("x = '\\ud800'\nraise ValueError(x)\n", r"line 2, failed: ValueError"),
        ("\x00", r"broken.py"),
        ("# coding: nonsense\n", r"broken.py"),
        (
            "from counterplay import Game\nclass Bad(Game):\n    def __init__(self, size=3):\n        self.size = size / 'a'\n",
            r"making the game failed, .*broken.py, line 4,: TypeError",
        ),
    ],
)
def test_a_broken_file_is_reported_with_the_line(tmp_path: Path, source: str, sentence: str) -> None:
    file = tmp_path / "broken.py"
    file.write_text(source)
    before = set(sys.modules)
    with pytest.raises(cp.UsageError, match=sentence):
        registry.load(str(file))
    assert "making" in sentence or not [name for name in set(sys.modules) - before if "broken" in name]
    assert str(tmp_path) not in sys.path


def test_a_file_may_import_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_this_test.py").write_text(COUNTDOWN)
    file = tmp_path / "importing.py"
    file.write_text("from neighbour_of_this_test import Countdown\nclass Mine(Countdown):\n    pass\n")
    assert registry.load(str(file)).initial() == (7, 0)


def test_games_of_other_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    def entries(group: str) -> list[importlib.metadata.EntryPoint]:
        assert group == "counterplay.games"
        return [
            importlib.metadata.EntryPoint("theirs", "counterplay.games.nim:Nim", group),
            importlib.metadata.EntryPoint("gone", "no_such_package:Game", group),
            importlib.metadata.EntryPoint("strange", "math:pi", group),
        ]

    monkeypatch.setattr(registry, "entry_points", entries)
    assert {"theirs", "gone", "nim"} <= set(registry.names())
    assert registry.load("theirs(2,2)") == games.Nim((2, 2))
    with pytest.raises(cp.UsageError, match="The game gone comes from no_such_package:Game, which cannot be imported: ModuleNotFoundError"):
        registry.load("gone")
    with pytest.raises(cp.UsageError, match="not a subclass of"):
        registry.load("strange")
