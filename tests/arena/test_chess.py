"""Matches of chess: draws by repetition, other programs by UCI, and the games as PGN."""

from __future__ import annotations

import io
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.arena.test_match import own, records

from counterplay import CounterplayError, UsageError, load
from counterplay.arena import MatchFile, play_match
from counterplay.arena.pgn import export
from counterplay.games.chess.pgn import read_pgn
from counterplay.history import moves_between
from counterplay.players import UciPlayer, ask, get_ready, player

CHESS = load("chess")
START = CHESS.initial()
PLACES = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
STOCKFISH = shutil.which("stockfish", path=PLACES)
OTHERS = [f"{found}{more}" for name, more in (("gnuchess", " --uci"), ("toga2", "")) if (found := shutil.which(name, path=PLACES))]
BOT = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name bot\\noption name Wild Style type check default false", flush=True)
        print("option name Skill  Level type spin default 20 min -5 max 20\\nuciok", flush=True)
    if words[0] == "isready": print("readyok", flush=True)
    if words[0] == "quit": break
    if words[0] == "go": {go}
"""
BOTS = {
    "illegal": "print('info depth 1\\nbestmove e2e5', flush=True)",
    "nonsense": "print('bestmove', flush=True)",
    "leaves": "sys.exit(3)",
    "silent": "pass",
    "talks": "[print('info string still thinking', flush=True) for _ in iter(int, 1)]",
}


def bot(folder: Path, go: str, settings: str = "") -> str:
    file = folder / "bot.py"
    file.write_text(BOT.replace("{go}", go), encoding="utf-8")
    return f"uci:{sys.executable} {file}{settings}"


# ── Repetition ──
def test_the_same_position_three_times_ends_the_game(tmp_path: Path) -> None:
    play_match("chess", own("Shuffler"), own("Shuffler"), games=2, opening_plies=0, openings=1, file=tmp_path / "match.sqlite")
    for record in records(tmp_path / "match.sqlite"):
        assert [move.text for move in record.moves] == ["Nf3", "Nf6", "Ng1", "Ng8"] * 2
        assert (record.score, record.payoffs, record.failed) == (0.5, (0.0, 0.0), None)
        assert record.reason == "draw: the same position 3 times"


def test_players_who_want_to_know_are_told_the_game_so_far() -> None:
    states = [START]
    for move in ("e4", "e5", "Nf3"):
        states.append(CHESS.result(states[-1], CHESS.parse_action(states[-1], move)))
    assert [CHESS.format_action(state, action) for state, action in zip(states, moves_between(CHESS, states), strict=False)] == [
        "e4",
        "e5",
        "Nf3",
    ]
    with pytest.raises(UsageError, match="follow one another"):
        moves_between(CHESS, [START, START])

    class Listener:
        name = "listener"
        follows_games = True

        def choose(self, game: Any, state: Any, earlier: Any) -> Any:
            return len(earlier)

    assert ask(Listener(), CHESS, START, states[:2]) == 2  # type: ignore[arg-type]
    assert ask(player("random:seed=1"), CHESS, START, states[:2]) in CHESS.actions(START)


def test_the_engine_takes_what_came_back_for_a_draw() -> None:
    """A queen ahead, and every move but one has been on the board before, within the forty plies since the last capture."""
    one = player("engine:depth=2,compiled=false")
    state = CHESS.parse_state("7k/8/8/8/8/8/6Q1/K7 w - - 40 60")
    best = one.choose(CHESS, state)  # type: ignore[call-arg]
    after = [CHESS.result(state, action) for action in CHESS.actions(state) if action != best]
    assert one.choose(CHESS, state, [CHESS.result(state, best)]) != best  # type: ignore[call-arg]
    assert one.choose(CHESS, state, after) == best  # type: ignore[call-arg]


# ── Other programs ──
def test_texts_of_players() -> None:
    one = player("uci:'/some where/engine' --fast?Skill+Level=5&Style=wild and woolly&depth=3&nodes=100")
    assert isinstance(one, UciPlayer)
    assert one.options == {"Skill Level": "5", "Style": "wild and woolly"}
    assert one.limits == {"nodes": "100", "depth": "3"}
    assert one.name == "uci:'/some where/engine' --fast?Skill+Level=5&Style=wild and woolly&depth=3&nodes=100"
    for text, words in (("uci:", "uci:COMMAND"), ("uci:x?Hash", "separated by &"), ("uci:x?depth=0", "above 0"), ("uci:'", "quotation")):
        with pytest.raises(UsageError, match=words):
            player(text)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("illegal", "answered 'e2e5', which is no move here"),
        ("nonsense", "answered '', which is no move here"),
        ("leaves", "ended with exit code 3"),
        ("silent", "did not answer 'go' with 'bestmove' in 0.1 s"),
        ("talks", "did not answer 'go' with 'bestmove' in 0.1 s"),
    ],
)
def test_programs_that_fail(kind: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = player(bot(tmp_path, BOTS[kind], "?depth=1"))
    assert isinstance(one, UciPlayer)
    if kind in ("silent", "talks"):
        one._greet(one._running(), chess960=False)
        monkeypatch.setattr("counterplay.players.uci.PATIENCE", 0.1)
    with pytest.raises(CounterplayError, match=words):
        one.choose(CHESS, START)
    one.close()


def test_a_program_that_does_not_speak_uci_is_not_waited_for_as_long_as_for_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterplay.players.uci.GREETING_SECONDS", 0.1)
    one = player(f"uci:{sys.executable} -c 'import time; time.sleep(100)'")
    with pytest.raises(CounterplayError, match=r"did not answer 'uci' with 'uciok' in 0\.1 s"):
        get_ready(one, CHESS)


def test_programs_that_do_not_fit(tmp_path: Path) -> None:
    text = bot(tmp_path, "print('bestmove e2e4', flush=True)")
    for setup, words in (("chess", "it has Wild Style, Skill Level"), ("tic_tac_toe", "plays chess, not tic_tac_toe")):
        with pytest.raises(UsageError, match=words):
            play_match(setup, f"{text}?Hash=5", "random", games=2)
    for value in ("21", "-6", "high", "7.5", ""):
        with pytest.raises(UsageError, match=rf"Skill Level is a whole number from -5 to 20, not '{value}'"):
            play_match("chess", f"{text}?skill+level={value}", "random", games=2)
    with pytest.raises(UsageError, match="does not play Chess960"):
        player(text).choose(load("chess(chess960=True,number=7)"), load("chess(chess960=True,number=7)").initial())
    standing = play_match("chess", f"{text}?wild+style=true", "random", games=2, opening_plies=0, openings=1)
    assert standing.failures == (2, 0), "its second move is e4 again"
    assert "'e2e4', which is no move here" in standing.failure
    with pytest.raises(UsageError, match=r"does not play: .* cannot be started"):
        play_match("chess", "uci:no_such_engine_anywhere", own("First"), games=2)


@pytest.mark.skipif(STOCKFISH is None, reason="Stockfish is not installed: no game with it was played")
def test_stockfish_plays_both_kinds_of_chess(tmp_path: Path) -> None:
    text = f"uci:{STOCKFISH}?Skill+Level=20&nodes=300"
    for game in ("chess", "chess(chess960=True,number=3)"):
        file = tmp_path / f"{len(game)}.sqlite"
        standing = play_match(game, text, "random", games=4, file=file)
        assert (standing.failures, standing.wins) == ((0, 0), 4)
        kept = MatchFile(file, reading=True)
        assert export(kept, tmp_path / "games.pgn") == 4
        kept.close()
        written = read_pgn((tmp_path / "games.pgn").read_text())
        for one, record in zip(written, records(file), strict=True):
            assert len(one.moves) == len(record.opening.moves) + len(record.moves)
            assert one.tags["White" if record.first == 0 else "Black"] == text
            assert one.result == ("1-0" if record.first == 0 else "0-1")
            *_, last = one.states()
            assert one.game.is_terminal(last)


@pytest.mark.parametrize("command", OTHERS)
def test_other_engines_play(command: str) -> None:
    one, states = player(f"uci:{command}?depth=2"), [START]
    for _ in range(6):
        states.append(CHESS.result(states[-1], ask(one, CHESS, states[-1], states[:-1])))
    one.close()  # type: ignore[attr-defined]


def test_games_as_pgn_are_read_by_python_chess(tmp_path: Path) -> None:
    pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed")
    play_match("chess", own("Shuffler"), own("Raises"), games=2, openings=1, file=tmp_path / "match.sqlite")
    kept = MatchFile(tmp_path / "match.sqlite", reading=True)
    export(kept, tmp_path / "games.pgn")
    kept.close()
    text = io.StringIO((tmp_path / "games.pgn").read_text())
    first, second, none = (pgn.read_game(text) for _ in range(3))
    assert none is None and not first.errors and not second.errors
    assert (first.headers["Result"], second.headers["Result"]) == ("1-0", "0-1")
    assert "I have no idea" in first.headers["Termination"]
    play_match("tic_tac_toe", "random", "random", games=2, file=tmp_path / "other.sqlite")
    other = MatchFile(tmp_path / "other.sqlite", reading=True)
    with pytest.raises(UsageError, match="this is tic_tac_toe"):
        export(other, tmp_path / "games.pgn")
    other.close()
