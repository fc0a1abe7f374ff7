"""`counterplay nash` and `counterplay dominance`."""

from __future__ import annotations

import json
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


# ── Trees ──
POKER = """EFG 2 R "A simple Poker game" { "Alice" "Bob" }
c "" 1 "" { "King" 1/2 "Queen" 1/2 } 0
p "" 1 1 "King" { "Bet" "Fold" } 0
p "" 2 1 "answer" { "Call" "Fold" } 0
t "" 1 "" { 2 -2 }
t "" 2 "" { 1 -1 }
t "" 4 "" { -1 1 }
p "" 1 2 "Queen" { "Bet" "Fold" } 0
p "" 2 1 0
t "" 3 "" { -2 2 }
t "" 2
t "" 4
"""


@pytest.fixture
def poker(tmp_path: Path) -> str:
    (tmp_path / "poker.efg").write_text(POKER, encoding="utf-8")
    return "poker.efg"


def test_nash_of_a_tree(cli: Run, poker: str) -> None:
    answer = cli("nash", poker, "--json").json
    assert (answer["players"], answer["value"], answer["method"]) == (["Alice", "Bob"], "1/3", "sequence form")
    behaviour = [[["1", "0"], ["1/3", "2/3"]], [["2/3", "1/3"]]]
    assert answer["equilibria"] == [{"behaviour": behaviour, "payoffs": ["1/3", "-1/3"], "regret": "0"}]
    whole = cli("nash", poker, "--table", "--json").json
    assert whole["strategies"] == [["Bet·Bet", "Bet·Fold", "Fold·Bet", "Fold·Fold"], ["Call", "Fold"]]
    assert whole["pure"] == []
    assert whole["equilibria"][0]["strategies"] == [["1/3", "2/3", "0", "0"], ["2/3", "1/3"]]
    assert whole["equilibria"][0]["behaviour"] == behaviour
    assert whole["complete"] is True
    shown = cli("nash", poker).out
    assert "Alice (King: Bet; Queen: 1/3 Bet + 2/3 Fold), Bob (2/3 Call + 1/3 Fold); worth 1/3, -1/3" in shown
    assert "Value to Alice: 1/3" in shown


def test_a_game_by_its_rules(cli: Run) -> None:
    answer = cli("nash", "nim(1,2)", "--subgame-perfect", "--json").json
    assert (answer["method"], len(answer["equilibria"]), answer["complete"]) == ("subgame perfection", 2, True)
    assert cli("nash", "nim(1,2)", "--json").json["value"] == "1"
    assert len(cli("nash", "nim(1,2,players=3)", "--json").json["equilibria"]) > 0
    floats = cli("nash", "nim(2,3)", "--json").json
    assert floats["value"] == "1"


def test_leduc_poker_in_fractions(cli: Run) -> None:
    shown = cli("nash", "leduc_poker(suit_isomorphism=true)").out
    assert "Value to Player 1: -1454920850547486749701863871533/16995463438839962469905132501930 = -0.0856064241…" in shown
    assert "more information sets of Player 2: --json has all" in shown


def test_large_trees_are_solved_in_floats(cli: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from counterplay.cli import main, tree_equilibria

    monkeypatch.setattr(tree_equilibria, "EXACT_MOVES", 10)
    with pytest.raises(SystemExit):
        main(["nash", "kuhn_poker", "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert answer["method"] == "sequence form in floats"
    assert abs(answer["value"] + 1 / 18) < 1e-9
    assert answer["equilibria"][0]["regret"] < 1e-9


def test_tree(cli: Run, poker: str, tmp_path: Path) -> None:
    facts = cli("tree", poker, "--json").json
    assert (facts["nodes"], facts["ends"], facts["subgames"]) == (11, 6, 1)
    assert facts["pure_strategies"] == facts["reduced_strategies"] == [4, 2]
    assert [each["nodes"] for each in facts["information_sets"][1]] == [2]
    shown = cli("tree", poker).out
    assert "    Bet: Bob [answer, 2 nodes]" in shown
    assert cli("nash", poker, "--subgame-perfect", "--json").json["equilibria"][0]["payoffs"] == ["1/3", "-1/3"]
    assert cli("tree", "tic_tac_toe", "-p", "a1 b1 b2 c3 a2 c2", "--json").json["ends"] == 5
    assert cli("tree", poker, "-o", "tree.svg", "--equilibrium").code == 0
    assert "Bet 1/3" in (tmp_path / "tree.svg").read_text(encoding="utf-8")
    assert cli("tree", "nim(1,2)", "-o", "nim.efg").code == 0
    assert cli("tree", "nim.efg", "--json").json["nodes"] == 12
    assert cli("tree", poker, "-o", "table.nfg").code == 0
    assert cli("nash", "table.nfg", "--json").json["value"] == "1/3"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nash", "nosuch"], "or any game: `counterplay games` lists them"),
        (["nash", "missing.efg"], "cannot be read"),
        (["nash", "nim(2,2)", "--nodes", "10"], "has more than 10 nodes"),
        (["nash", "chicken", "--table"], "--table is for trees"),
        (["nash", "chicken", "--subgame-perfect"], "--subgame-perfect is for trees"),
        (["tree", "poker.png"], "is not a game"),
        (["tree", "seltens_horse", "-p", "a1"], "is a tree already"),
        (["tree", "nim(1,2)", "-o", "tree.png"], "end it with one of"),
    ],
)
def test_bad_input_about_trees(cli: Run, words: list[str], said: str) -> None:
    cli(*words).refused(said)


def test_a_malformed_tree(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.efg").write_text('EFG 2 R "t" { "A" }\np "" 1 1 "" { "l" "r" } 0\nt "" 0\n', encoding="utf-8")
    cli("tree", "bad.efg").refused("bad.efg: line 3: the tree is not complete")
