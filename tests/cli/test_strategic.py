"""`counterplay nash` and `counterplay dominance`."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from tests.cli.conftest import Run


def test_nash_as_json(cli: Run) -> None:
    answer = cli("nash", "battle_of_the_sexes", "--json").json
    assert answer["players"] == ["Husband", "Wife"]
    assert answer["strategies"] == [["Football", "Opera"]] * 2
    assert answer["pure"] == [[0, 0], [1, 1]]
    assert answer["equilibria"][1] == {"strategies": [["3/5", "2/5"], ["2/5", "3/5"]], "payoffs": ["6/5", "6/5"], "regret": "0"}
    assert [component["equilibria"] for component in answer["components"]] == [[0], [1], [2]]
    assert answer["complete"] is True
    assert "value" not in answer


def test_value_and_continuum(cli: Run) -> None:
    answer = cli("nash", "[[0,1],[0,-1]]", "--json").json
    assert answer["value"] == "0"
    assert answer["components"][0]["isolated"] is False
    shown = cli("nash", "[[0,1],[0,-1]]").out
    assert "A continuum: Player 1 any mixture of these two" in shown
    assert "Value to Player 1: 0" in shown


def test_three_players_and_one_equilibrium(cli: Run) -> None:
    answer = cli("nash", "public_goods", "--json").json
    assert answer["pure"] == [[1, 1, 1]]
    assert answer["components"] is None
    assert cli("nash", "chicken", "--one", "--json").json["complete"] is False
    cli("nash", "public_goods", "--one").refused("--one is for two players")


def test_files(cli: Run, tmp_path: Path) -> None:
    done = cli("nash", "chicken", "-o", "chicken.nfg")
    assert done.code == 0
    assert "Wrote chicken.nfg" in done.out
    again = cli("nash", "chicken.nfg", "-o", "table.svg", "--json").json
    assert len(again["equilibria"]) == 3
    ElementTree.parse(tmp_path / "table.svg")
    assert cli("dominance", "chicken.nfg", "-o", "rounds.svg").code == 0
    ElementTree.parse(tmp_path / "rounds.svg")


def test_dominance(cli: Run) -> None:
    answer = cli("dominance", "prisoners_dilemma", "--json").json
    assert answer["dominant"] == ["Betray", "Betray"]
    assert answer["solved"] is True
    assert [each["strategy"] for each in answer["rounds"][0]] == ["Silent", "Silent"]
    shown = cli("dominance", "[[3,0],[0,3],[1,1]]").out
    assert "Player 1: #3 is strictly dominated by 1/2 #1 + 1/2 #2, better by at least 1/2" in shown
    assert "No strategy is strictly dominated." in cli("dominance", "rock_paper_scissors", "--pure").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nash", "nosuch"], "is no matrix game"),
        (["nash", "missing.nfg"], "cannot be read"),
        (["nash", "[[1,nan]]"], "is no matrix"),
        (["nash", "[[1,2],[3]]"], "ragged"),
        (["dominance", "[]"], "list of rows"),
        (["nash", "chicken", "-o", "table.png"], "end it with one of"),
    ],
)
def test_bad_input(cli: Run, words: list[str], said: str) -> None:
    cli(*words).refused(said)


def test_a_malformed_file(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.nfg").write_text('NFG 1 R "t" { "A" "B" }\n{ 2 2 }\n1 2 3', encoding="utf-8")
    cli("nash", "bad.nfg").refused("bad.nfg: line 3", "8 payoffs, not 3")
    (tmp_path / "bytes.nfg").write_bytes(b"\xff\xfe\x00")
    cli("dominance", "bytes.nfg").refused("not a text file")
