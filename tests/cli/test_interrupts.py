"""Ctrl-C: a search says what it has found, `play` ends the thinking, not the game."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.cli import table
from counterplay.cli.keyboard import Keyboard
from counterplay.interrupts import ENOUGH, answers_when_interrupted
from counterplay.players import RandomPlayer
from counterplay.players.levels import Level

from .conftest import environment

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for a single process")
BOARD = "connect_four(rows=8,columns=8)"
LONG = 600.0


def press_soon(seconds: float) -> None:
    threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT)).start()


@pytest.mark.parametrize("algorithm", ["engine", "mcts", "alphabeta"])
def test_a_search_answers_with_what_it_has(algorithm: str) -> None:
    game = cp.load(BOARD)
    began = time.monotonic()
    with answers_when_interrupted() as enough:
        press_soon(1.0)
        found = getattr(cp, algorithm)(game, seconds=LONG, compiled=False)
        assert enough.is_set()
    assert found.action in game.actions(game.initial()) and time.monotonic() - began < LONG / 10
    assert not ENOUGH.is_set() and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_simulations_without_a_clock_are_stopped_too() -> None:
    with answers_when_interrupted():
        press_soon(1.0)
        assert cp.mcts(cp.load(BOARD), simulations=10**9, compiled=False).action is not None


def test_what_has_no_answer_yet_is_interrupted_as_ever() -> None:
    with pytest.raises(KeyboardInterrupt), answers_when_interrupted():
        press_soon(0.5)
        cp.minimax(cp.load(BOARD), depth=30, compiled=False)


def test_the_second_one_is_an_ordinary_one() -> None:
    with pytest.raises(KeyboardInterrupt), answers_when_interrupted():
        press_soon(0.1)
        press_soon(0.3)
        time.sleep(30)


def run_until(words: list[str], pressed_after: float, folder: Path) -> tuple[int, str, str]:
    command = [sys.executable, "-m", "counterplay", *words]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=environment(), cwd=folder, text=True, **pipes) as program:  # type: ignore[call-overload]
        time.sleep(pressed_after)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate("", timeout=60)
        return program.returncode, out, err


def until_found(words: list[str], folder: Path) -> tuple[int, str, str]:
    """Stopped after five seconds; later, if a busy machine has not even begun to search by then."""
    for seconds in (5.0, 20.0, 60.0):
        code, out, err = run_until(words, seconds, folder)
        if "action" in out:
            break
    return code, out, err


def test_the_command_prints_it_and_leaves_with_130(tmp_path: Path) -> None:
    words = ["search", BOARD, "-a", "engine", "--seconds", str(LONG), "--interpreted"]
    code, out, err = until_found(words, tmp_path)
    assert code == 130 and "action" in out and "Stopped: this is what had been found" in err
    code, out, err = until_found([*words, "--json"], tmp_path)
    found = json.loads(out)
    assert code == 130 and found["stopped"] is True and found["action"] in list("12345678")


THINKING_ALOUD = [[BOARD], [BOARD, "-a", "mcts"], ["yavalath"]]


@pytest.mark.parametrize("words", THINKING_ALOUD, ids=["engine", "mcts", "move by move"])
def test_thinking_aloud_leaves_with_130_into_a_pipe(words: list[str], tmp_path: Path) -> None:
    for seconds in (5.0, 20.0, 60.0):
        code, out, err = run_until(["analyse", *words, "--interpreted", "--json"], seconds, tmp_path)
        if out and "error" not in out:
            break
    assert code == 130 and err == "counterplay: Stopped: this is what had been found by then.\n"
    assert all("lines" in json.loads(line) for line in out.splitlines()), "what was told is what is known: nothing has gone wrong"
    assert code == run_until(["analyse", *words, "--interpreted"], seconds, tmp_path)[0]


@pytest.mark.parametrize("words", THINKING_ALOUD, ids=["engine", "mcts", "move by move"])
def test_thinking_aloud_leaves_with_130_on_a_screen_too(words: list[str], tmp_path: Path) -> None:
    """A terminal of its own, in which somebody presses Ctrl-C when there is something to see."""
    pty = pytest.importorskip("pty")
    child, screen = pty.fork()
    if child == 0:
        os.chdir(tmp_path)
        os.execvpe(sys.executable, [sys.executable, "-m", "counterplay", "analyse", *words, "--interpreted"], environment(TERM="xterm"))
    shown = b""
    while True:
        try:
            read = os.read(screen, 65_536)
        except OSError:  # on Linux that is how a terminal ends
            read = b""
        if not read:
            break
        if b"to move" in read and b"to move" not in shown:
            os.write(screen, b"\x03")
        shown += read
    _, status = os.waitpid(child, 0)
    os.close(screen)
    assert os.waitstatus_to_exitcode(status) == 130
    assert b"this is what had been found by then" in shown and b"Traceback" not in shown


def test_an_opponent_that_is_stopped_plays_what_it_has(tmp_path: Path) -> None:
    opponent = f"engine:seconds={LONG:g},compiled=false"
    code, out, _ = run_until(["play", BOARD, "--side", "1", "--opponent", opponent], 5.0, tmp_path)
    assert code == 0 and " plays " in out and "To go on from here" in out  # the input ends there, which is what ends the game


def test_an_opponent_without_a_move_is_asked_again_or_left(tmp_path: Path) -> None:
    words = ["play", BOARD, "--side", "1", "--opponent", "minimax:depth=30,compiled=false"]
    code, out, _ = run_until(words, 5.0, tmp_path)
    assert code == 0 and "has found no move yet" in out and out.rstrip().endswith("Goodbye.")


@pytest.mark.parametrize(("question", "answer"), [("hint", "Hint: [1-8]"), ("value", "Worth about")])
def test_hint_and_value_say_what_they_have(question: str, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, said = cp.load(BOARD), []
    game.compiles = False  # nobody waits for a compiler here
    monkeypatch.setattr(table, "level", lambda name: Level(name, 0.0, 1, LONG))
    monkeypatch.setattr(Keyboard, "say", lambda keyboard, text, style="": said.append(text))
    sitting = table.Table(game, BOARD, game.initial(), frozenset({0}), RandomPlayer(), Keyboard(), None)
    press_soon(1.0)
    assert sitting._obey(question) is True
    assert len(said) == 1 and re.match(answer, said[0])
