"""Every command on its happy path, for people and as JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import counterplay
from counterplay.cli import main

from .conftest import Run

CORRIDOR = '''
from typing import NamedTuple
from counterplay import Game

class Steps(NamedTuple):
    gone: int

class Corridor(Game):
    """Nine steps to the end; whoever takes the last one wins."""
    decisive = True
    def initial(self):                    return Steps(0)
    def to_move(self, state):             return state.gone % 2
    def actions(self, state):             yield 1
    def result(self, state, action):      return Steps(state.gone + 1)
    def is_terminal(self, state):         return state.gone == 9
    def utility(self, state, player):     return 1 if player == 0 else -1
    def is_urgent(self, state):           return True
'''
TREE = "tree([[3,12,8],[2,4,6],[14,5,2]])"


def test_alone_it_says_what_to_do_next(cli: Run) -> None:
    done = cli()
    assert done.code == 0
    assert done.err == ""
    for command in ("counterplay play connect_four", "counterplay search", "counterplay trace", "counterplay quiz", "--help"):
        assert command in done.out
    assert max(map(len, done.out.splitlines())) <= 80


def test_version(cli: Run) -> None:
    done = cli("--version")
    assert (done.code, done.out) == (0, f"counterplay {counterplay.__version__}\n")


@pytest.mark.parametrize("command", ["games", "play", "solve", "search", "trace", "quiz", "check", "perft", "nash", "dominance", "bench"])
def test_help_has_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert not left.value.code
    shown = capsys.readouterr().out
    assert "--json" in shown
    assert f"counterplay {command}" in shown.split("Examples")[1]


# ── games ──
def test_games(cli: Run) -> None:
    listed = cli("games")
    assert listed.code == 0
    games = {game["name"]: game for game in cli("games", "--json").json["games"]}
    assert {"nim", "tic_tac_toe", "board_splitting", "connect_four", "tree", "branching"} <= games.keys()
    for name in games:
        assert name in listed.out
    assert games["connect_four"]["properties"]["players"] == 2
    assert games["connect_four"]["parameters"]["columns"] == 7
    assert "zero-sum" in games["tic_tac_toe"]["kind"]


def test_one_game(cli: Run, countdown: str) -> None:
    done = cli("games", countdown)
    assert done.code == 0
    assert "whoever takes the last wins" in done.out
    assert "Pile(left=7, turn=0)" in done.out
    assert cli("games", "mygame.py:Countdown(pile=3)", "--json").json["position"] == "Pile(left=3, turn=0)"


# ── search ──
def test_search_for_people(cli: Run) -> None:
    done = cli("search", TREE)
    assert done.code == 0
    rows = dict(line.split(maxsplit=1) for line in done.out.splitlines() if line.strip())
    assert rows["algorithm"].endswith("  (it suits this game; --algorithm chooses another)")
    assert rows["value"].startswith("3  (exact)")
    assert rows["line"].split() == ["1", "1"]


@pytest.mark.parametrize(
    ("game", "position", "ended", "value"),
    [
        ("chess", "7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "White wins: checkmate", "1 for White"),
        ("tic_tac_toe", "xx./ooo/x..", "O wins", "-1 for X"),
        ("tic_tac_toe", "xox/xoo/oxx", "A draw", "0 for X"),
    ],
)
@pytest.mark.parametrize("command", ["search", "solve"])
def test_of_a_game_that_is_over_it_is_said_how_it_ended(
    command: str, game: str, position: str, ended: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*more: str) -> str:
        with pytest.raises(SystemExit, match=r"^0$"):
            main([command, game, "--position", position, *more])
        return capsys.readouterr().out

    shown = said()
    assert f"{position}  ({ended})\n" in shown, shown
    assert re.search(rf"^value +{value}  \(exact\)$", shown, re.MULTILINE), shown
    assert json.loads(said("--json"))["ended"] == ended


def test_analyse_says_it_where_lines_have_been_looked_at_to_different_depths(capsys: pytest.CaptureFixture[str]) -> None:
    def shown(nodes: int) -> list[str]:
        with pytest.raises(SystemExit, match=r"^0$"):
            main(["analyse", "connect_four", "--interpreted", "--nodes", str(nodes)])
        return capsys.readouterr().out.split("to move: ")[-1].splitlines()

    for nodes in range(300, 600, 25):
        title, _, columns, _, *lines = shown(nodes)
        depths = {len(line.split()[2:]) for line in lines[:3]}
        if title.startswith("depth 3 to 4"):
            break
        assert "depth" not in columns and len(depths) == 1
    assert columns.split() == ["move", "value", "depth", "line"]
    rows = [line.split() for line in lines[:3]]
    assert {(row[2], len(row[3:])) for row in rows} == {("3", 3), ("4", 4)}


@pytest.mark.usefixtures("unhurried")
def test_search_knows_a_small_game_as_a_whole_unless_somebody_says_how(capsys: pytest.CaptureFixture[str]) -> None:
    def algorithm(*words: str) -> str:
        with pytest.raises(SystemExit, match=r"^0$"):
            main(["search", TREE, "--json", *words])
        return str(json.loads(capsys.readouterr().out)["algorithm"])

    assert algorithm() == algorithm("--interpreted") == algorithm("--seconds", "60") == "retrograde analysis"
    for how in (("--depth", "2"), ("--threads", "1"), ("--algorithm", "engine"), ("--algorithm", "engine", "--seconds", "60")):
        assert algorithm(*how) == "engine"
    assert algorithm("--hard") == "alphabeta"


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "negamax", "engine", "maxn", "expectiminimax"])
def test_search_as_json_has_the_fields_of_the_result(cli: Run, algorithm: str) -> None:
    answer = cli("search", "nim(pile_sizes=(2,2))", "--algorithm", algorithm, "--interpreted", "--json").json
    assert set(counterplay.SearchResult.__dataclass_fields__) <= answer.keys()
    assert answer["value"] == -1
    assert answer["values"] == [-1, 1]
    assert answer["exact"] is True
    assert answer["compiled"] is False
    assert answer["algorithm"] == algorithm
    game = counterplay.load("nim(pile_sizes=(2,2))")
    state = game.initial()
    assert answer["action"] == answer["line"][0]
    for move in answer["line"]:
        state = game.result(state, game.parse_action(state, move))
    assert game.is_terminal(state)


def test_search_at_both_speeds_is_the_same_search(cli: Run) -> None:
    words = ("search", "connect_four", "--depth", 7, "--json")
    compiled, interpreted = cli(*words, "--compiled").json, cli(*words, "--interpreted").json
    assert compiled.pop("compiled") is True
    assert interpreted.pop("compiled") is False
    del compiled["seconds"], interpreted["seconds"]
    assert compiled == interpreted


def test_monte_carlo_tree_search_thinks_aloud_and_takes_switches(cli: Run) -> None:
    words = ("analyse", "nim(pile_sizes=(2,2))", "-a", "mcts", "--switch", "solver=true", "--interpreted", "--lines", 2, "--json")
    done = cli(*words)
    said = [json.loads(line) for line in done.out.splitlines()]
    assert said[-1]["exact"] is True
    assert said[-1]["algorithm"] == "mcts"
    assert said[-1]["lines"][0]["value"] == -1
    cli("analyse", "nim", "-a", "mcts", "--nodes", 5).refused("mcts does not take --nodes; engine and astar do")
    cli("analyse", "nim", "-a", "minimax").refused("engine and mcts think aloud")
    cli("search", "nim", "-a", "mcts", "--switch", "solver").refused("write settings as name=value")


def test_a_win_found_by_looking_less_deeply_at_some_moves_is_not_called_the_shortest(cli: Run) -> None:
    words = ("--lines", 1, "--interpreted")
    two_rooks = "7k/8/8/8/8/8/R7/1R5K w - - 0 1"
    told = cli("analyse", "chess", "--position", two_rooks, *words).out
    assert "there may be a shorter way" in told and "wins in at most 3 plies" in told
    searched = ("search", "chess", "-a", "engine", "--position", two_rooks, "--depth", 3, "--interpreted")
    assert "wins in at most 3 plies" in cli(*searched).out
    assert "nothing is left to find out" in cli("analyse", "chess", "--position", "7k/R7/8/8/8/8/8/1R5K w - - 0 1", *words).out


def test_what_is_proven_is_told_once_in_plies_and_with_a_depth_that_makes_sense(cli: Run, tmp_path: Path) -> None:
    """In a corridor in which every step is urgent the end is seen at once, and depth after depth changes nothing."""
    (tmp_path / "corridor.py").write_text(CORRIDOR, encoding="utf-8")
    done = cli("analyse", "corridor.py", "--depth", 9, "--interpreted")
    assert re.findall(r"(?:wins|loses) in .*?plies", done.out) == ["wins in at most 9 plies"], done.out
    assert "depth 1 (up to 9)" in done.out and "1 1 1 1 1 1 1 1 1" in done.out, done.out
    unwound = cli("analyse", "corridor.py", "--depth", 9, "--switch", "deepening=false", "--switch", "urgent=false", "--interpreted")
    assert "to move: depth 9 " in unwound.out and "up to" not in unwound.out, "no line went further than all"
    assert "wins in 9 plies" in unwound.out
    assert "proven: wins in at most 9 plies" in cli("search", "corridor.py", "-a", "engine", "--depth", 9, "--interpreted").out
    told = [json.loads(line) for line in cli("analyse", "corridor.py", "--depth", 9, "--interpreted", "--json").out.splitlines()]
    assert [one["depth"] for one in told] == list(range(1, 10)), "programs are told every depth"


def test_a_line_too_long_for_the_screen_is_cut_and_nothing_else(cli: Run) -> None:
    done = cli("analyse", "connect_four", "--depth", 7, "--interpreted", COLUMNS="30", FORCE_COLOR="1", NO_COLOR="1")
    last = re.sub(r"\x1b\[[\d;?]*\w", "", done.out).split("to move: depth 7")[-1]
    assert re.search(r"^ +move +value +line *$", last, re.MULTILINE)
    assert re.search(r"^ +([1-7]) +[+-]0\.\d\d +\1 .*…", last, re.MULTILINE), done.out


def test_into_a_pipe_lines_are_told_whole(cli: Run) -> None:
    def moves(width: str) -> list[str]:
        out = cli("analyse", "connect_four", "--depth", 7, "--interpreted", COLUMNS=width).out
        assert "…" not in out
        return re.findall(r"\b[1-7]\b", re.split("─+", out.split("to move: depth 7")[1])[1].partition("nodes")[0])

    assert moves("30")[:8] == moves("200")[:8] and len(moves("30")) >= 8


def test_a_depth_of_nothing_is_told_as_such(cli: Run) -> None:
    for algorithm in ("engine", "alphabeta"):
        done = cli("search", "chess", "--depth", 0, "-a", algorithm, "--interpreted")
        assert done.code == 0 and "none: with a depth of 0 the position is evaluated" in done.out
    cli("search", "chess", "--depth", -1).refused("from 0 to")
    assert cli("perft", "chess", 0, "--json", "--interpreted").json["leaves"] == 1


def test_monte_carlo_is_repeatable(cli: Run) -> None:
    words = ("search", "tic_tac_toe", "-a", "mcts", "--simulations", "300", "--seed", "5", "--interpreted", "--json")
    first, second = cli(*words).json, cli(*words).json
    del first["seconds"], second["seconds"]
    assert first == second
    assert first["action"] is not None


def test_search_from_a_position_given_as_text_or_as_moves(cli: Run, countdown: str) -> None:
    by_text = cli("search", countdown, "--position", "Pile(left=2, turn=1)", "--json").json
    by_moves = cli("search", countdown, "--position", "2 1 2", "--json").json
    assert by_text["position"] == by_moves["position"] == "Pile(left=2, turn=1)"
    assert by_text["action"] == by_moves["action"] == "2"
    assert by_text["value"] == 1


def test_a_numbered_line_of_moves_is_a_position(cli: Run, countdown: str) -> None:
    divided = cli("perft", "chess", 1, "--position", "1. e4 e5 2. Nf3", "--interpreted", "--json").json
    assert divided["position"] == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    assert cli("search", countdown, "--position", "1. 2 1 2. 2", "--json").json["position"] == "Pile(left=2, turn=1)"
    solved = cli("solve", "connect_four(rows=4,columns=4)", "--positions", "-", "--json", "--interpreted", stdin="1. 1 2 2. 1 2\n").json
    assert solved["position"] == "1. 1 2 2. 1 2"
    assert solved["value"] == cli("solve", "connect_four(rows=4,columns=4)", "--position", "1212", "--json", "--interpreted").json["value"]


# ── solve, perft, check ──
def test_solve(cli: Run) -> None:
    assert cli("solve", "nim(pile_sizes=(2,2))", "--json").json["value"] == -1
    done = cli("solve", "tic_tac_toe")
    assert done.code == 0
    assert "states" in done.out


def test_perft(cli: Run) -> None:
    answer = cli("perft", "tic_tac_toe", 5, "--json").json
    assert answer["leaves"] == 15_120
    assert sum(answer["divide"].values()) == 15_120
    done = cli("perft", "tic_tac_toe", 3, "--divide")
    assert done.code == 0
    assert "504" in done.out
    assert done.out.count(" 56\n") == 9


def test_check(cli: Run, countdown: str, tmp_path: Path) -> None:
    done = cli("check", countdown, "--json")
    assert done.json["problems"] == []
    assert done.code == 0
    broken = (tmp_path / "mygame.py").read_text(encoding="utf-8").replace("return -1 if", "return 2 if")
    (tmp_path / "mygame.py").write_text(broken, encoding="utf-8")
    done = cli("check", countdown)
    assert done.code == 1
    assert "payoff-sum" in done.out
    assert "Traceback" not in done.err


# ── trace, quiz ──
def test_a_terminal_that_knows_ascii_alone(cli: Run) -> None:
    done = cli("trace", "alphabeta", TREE, "--steps", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.code == 0, done.err
    assert "Max 3" in done.out


def test_trace_in_the_terminal(cli: Run) -> None:
    done = cli("trace", "alphabeta", TREE, "--steps")
    assert done.code == 0
    assert "the rest of this node cannot matter" in done.out
    answer = cli("trace", "alphabeta", TREE, "--json").json
    assert answer["value"] == 3


def test_trace_of_a_part(cli: Run, tmp_path: Path) -> None:
    done = cli("trace", "alphabeta", TREE, "--focus", "2")
    assert "2: Min ≤2" in done.out and "14" not in done.out.split("\n", 1)[1]
    assert cli("trace", "alphabeta", TREE, "--focus", "2", "-o", "part.svg").code == 0
    assert ">14<" not in (tmp_path / "part.svg").read_text(encoding="utf-8")
    assert "There is no branch '9' there" in cli("trace", "alphabeta", TREE, "--focus", "9").err


@pytest.mark.parametrize("kind", ["html", "txt"])
def test_trace_writes_files(cli: Run, tmp_path: Path, kind: str) -> None:
    done = cli("trace", "alphabeta", TREE, "-o", f"tree.{kind}")
    assert done.code == 0, done.err
    assert f"tree.{kind}" in done.out
    assert len((tmp_path / f"tree.{kind}").read_text(encoding="utf-8")) > 100


def test_quiz(cli: Run, tmp_path: Path) -> None:
    done = cli("quiz", "-o", "quiz.html", "--json")
    assert done.json["file"] == "quiz.html"
    assert "<html" in (tmp_path / "quiz.html").read_text(encoding="utf-8")
    done = cli("quiz", stdin="3\n")
    assert done.code == 0
    assert "Traceback" not in done.err


def test_random_quiz_is_repeatable(cli: Run) -> None:
    words = ("quiz", "--seed", 7, "--branching", 2, "--depth", 3, "-o", "quiz.html", "--json")
    first = cli(*words).json
    assert cli(*words).json == first
    assert first["game"] != cli(*words, "--seed", 8).json["game"]
