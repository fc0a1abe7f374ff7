"""Players somebody wrote: classes, functions, other programs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from counterplay import CounterplayError, UsageError, load
from counterplay.arena import play_match
from counterplay.players import AgentPlayer, ProgramPlayer, player

from .test_match import PLAYERS, own

GAME = load("tic_tac_toe")
START = GAME.initial()
ACTIONS = list(GAME.actions(START))

BOT = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    assert question["game"] == "tic_tac_toe(rows=3,columns=3,line=3)" and question["seconds"] > 0 and question["player"] in (0, 1)
    assert len(question["moves"]) == question["position"].count(".")
    print(question["moves"][-1], flush=True)
"""
BOTS = {
    "garbage": "import sys\nfor line in sys.stdin: print('what?', flush=True)",
    "bytes": "import sys\nfor line in sys.stdin: sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush()",
    "silent": "import sys, time\nfor line in sys.stdin: time.sleep(100)",
    "leaves": "import sys\nsys.stdin.readline(); sys.exit(7)",
    "leaves at once": "raise SystemExit(7)",
    "leaves later": "import json, sys\nprint(json.loads(sys.stdin.readline())['moves'][0], flush=True); sys.stdin.readline(); sys.exit(7)",
    "talks for ever": "import sys\nfor line in sys.stdin:\n    while True: sys.stdout.write('x' * 1000)",
}


def bot(folder: Path, content: str, seconds: float | None = None) -> str:
    file = folder / "bot.py"
    file.write_text(content, encoding="utf-8")
    return f"program:{'' if seconds is None else f'seconds={seconds}:'}{sys.executable} {file}"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (own("First"), 0),
        (own("Last"), -1),
        (own("Last:place=2"), 2),
        (own("Last:place=-3, seed=5"), -3),
        (own("function"), 0),
        (own("function:place=4"), 4),
        (own("ready_made"), 0),
    ],
)
def test_classes_and_functions_of_ones_own(text: str, place: int) -> None:
    assert player(text).choose(GAME, START) == ACTIONS[place]


def test_a_module_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_own_players.py").write_text(PLAYERS.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "my_own_players", raising=False)
    assert player("python:my_own_players.Last:place=1").choose(GAME, START) == ACTIONS[1]
    assert play_match("tic_tac_toe", "python:my_own_players.First", "python:my_own_players.function", games=2, jobs=2).failures == (0, 0)


def test_a_class_that_takes_a_seed_gets_one() -> None:
    assert player(own("Last"), seed=17).seed == 17  # type: ignore[attr-defined]
    assert player(own("Last:seed=3"), seed=17).seed == 3  # type: ignore[attr-defined]


def test_a_player_with_new_game_is_kept_and_told() -> None:
    one = player(own("Seeded"))
    play_match(GAME, one, "random", games=6)
    assert len(set(one.seeds)) == len(one.seeds) == 7  # type: ignore[attr-defined]  # six games and the rehearsal


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("python:", "names no player"),
        ("python:nothing", "names no player"),
        ("python:no_such_module.Player", "cannot be imported"),
        ("python:nothere.py:Player", "nothere.py"),
        (own("Nobody"), "has no 'Nobody'"),
        (own("number"), "neither a class"),
        (own("NoChoice"), "no method choose"),
        (own("CannotBeMade"), "no network"),
        (own("Last:wrong=1"), "wrong"),
        (own("Last:place"), "name=value"),
        ("program:", "program:COMMAND"),
        ("program:seconds=0:bot", "above 0"),
        ("program:seconds=1.2.3:bot", "not a number of seconds"),
        ("program:'", "No closing quotation"),
    ],
)
def test_players_that_are_none(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        player(text)


# ── The engine ──
def test_the_engine_remembers_within_a_game_and_not_beyond() -> None:
    one = player("engine:depth=6,threads=1,killers=false")
    assert isinstance(one, AgentPlayer)
    first = one.search(GAME, START).nodes
    assert one.search(GAME, START).nodes < first
    one.new_game(1)
    assert one.search(GAME, START).nodes == first
    assert play_match("tic_tac_toe", "engine:depth=9", "random", games=10, opening_plies=1).losses == 0
    with pytest.raises(UsageError, match="no setting 'kilers'"):
        player("engine:kilers=false")


# ── Other programs ──
def test_another_program_plays(tmp_path: Path) -> None:
    text = bot(tmp_path, BOT)
    standing = play_match("tic_tac_toe", text, own("Last"), games=10, jobs=2)
    assert standing.failures == (0, 0)
    assert standing.pairs == (0, 0, 5, 0, 0), "both always play the last move"


def test_a_program_runs_until_it_is_closed(tmp_path: Path) -> None:
    one = player(bot(tmp_path, BOT))
    assert isinstance(one, ProgramPlayer)
    for _ in range(3):
        assert one.choose(GAME, START) == ACTIONS[-1]
    process = one._process
    assert process is not None
    one.close()
    assert process.poll() is not None
    assert one.choose(GAME, START) == ACTIONS[-1], "asked again, it is started again"
    one.close()


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("garbage", "answered 'what\\?', which is no move here"),
        ("bytes", "which is no move here"),
        ("silent", "gave no answer in 0.1 s"),
        ("leaves", "ended with exit code 7"),
        ("leaves at once", "ended with exit code 7"),
        ("talks for ever", "a line of over 10,000 characters"),
    ],
)
def test_programs_that_fail(kind: str, words: str, tmp_path: Path) -> None:
    one = player(bot(tmp_path, BOTS[kind], seconds=0.1 if kind == "silent" else None))
    assert isinstance(one, ProgramPlayer)
    try:
        with pytest.raises(CounterplayError, match=words):
            one.choose(GAME, START)
    finally:
        one.close()


def test_a_program_that_fails_loses_its_games(tmp_path: Path) -> None:
    standing = play_match("tic_tac_toe", bot(tmp_path, BOTS["leaves later"]), "random", games=4)
    assert standing.failures == (4, 0)
    assert "ended with exit code 7" in standing.failure


def test_with_a_program_that_does_not_even_begin_there_is_no_match(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"does not play: .* ended with exit code 7"):
        play_match("tic_tac_toe", bot(tmp_path, BOTS["leaves"]), "random", games=4)
    with pytest.raises(UsageError, match=r"does not play: .* cannot be started"):
        play_match("tic_tac_toe", "random", "program:no_such_program_anywhere", games=2)
