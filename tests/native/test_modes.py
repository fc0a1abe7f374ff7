"""Both speeds can be stopped, watched and survived: Ctrl-C, clock, progress, threads, depth, errors in rules, little memory."""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from counterplay import Game, RulesError, Stopped, TooDeep, minimax, replace
from counterplay.games.connect_four import ConnectFour
from counterplay.kernels import Runner, at_two_speeds
from counterplay.search.minimax import minimax_value
from counterplay.watch import Line, Watch

from .processes import run, start

BOTH = pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
SOON = 0.5
"""Seconds within which a stop must have had its effect. It is asked for within 0.05 s; a loaded machine is given more."""


class Spot(NamedTuple):
    ply: int
    turn: int


class Path1(Game[Spot, int]):
    """One long corridor of forced moves."""

    def __init__(self, length: int = 100_000):
        self.length = length

    def initial(self) -> Spot:
        return Spot(0, 0)

    def to_move(self, state: Spot) -> int:
        return state.turn

    def actions(self, state: Spot) -> Any:
        yield 1

    def result(self, state: Spot, action: int) -> Spot:
        return Spot(state.ply + action, 1 - state.turn)

    def is_terminal(self, state: Spot) -> bool:
        return state.ply == self.length

    def utility(self, state: Spot, player: int) -> float:
        return 1.0 if player == 0 else -1.0


class NeverCutOff(Path1):
    """Its own cut-off test never says stop."""

    def is_cutoff(self, state: Spot, depth: int) -> bool:
        return False


class Broad(NamedTuple):
    ply: int
    board: tuple[int, ...]
    turn: int


class BroadPath(Path1):
    """States so large that 100,000 of them do not fit on a stack."""

    def initial(self) -> Broad:  # type: ignore[override]
        return Broad(0, (0,) * 120, 0)

    def result(self, state: Any, action: int) -> Any:
        cell = state.ply % 120
        return Broad(state.ply + 1, replace(state.board, cell, state.board[cell] + 1), 1 - state.turn)


class Faulty(Path1):
    """Rules with a bug at ply 3."""

    def __init__(self, fault: int):
        self.length, self.fault, self.values = 5, fault, (1, 2, 3)

    def result(self, state: Spot, action: int) -> Spot:
        if state.ply == 3:
            if self.fault == 0:
                action = self.values[state.ply + action]
            if self.fault == 1:
                action = action // (state.ply - 3)
            if self.fault == 2:
                raise ValueError("no such move")
        return Spot(state.ply + action, 1 - state.turn)


# ── Stopping ──

SEARCHING = """
import sys, time, threading
from counterplay import minimax
from counterplay.games.connect_four import ConnectFour
if {compiled}:
    minimax(ConnectFour(), depth=1, compiled=True)

def noticed(progress):
    if progress.nodes > 0 and not started:
        started.append(1)
        print("searching", flush=True)

started = []
try:
    minimax(ConnectFour(), depth=40, compiled={compiled}, progress=noticed)
except KeyboardInterrupt:
    print(time.time(), flush=True)
"""


@BOTH
def test_ctrl_c(compiled: bool, tmp_path: Path) -> None:
    process = start(SEARCHING.format(compiled=compiled), tmp_path, tmp_path / "cache")
    assert process.stdout is not None
    assert process.stdout.readline() == "searching\n"
    time.sleep(0.1)
    before = time.time()
    process.send_signal(signal.SIGINT)
    stopped, _ = process.communicate(timeout=600)
    assert float(stopped) - before < SOON
    assert process.returncode == 0


@BOTH
def test_the_clock(compiled: bool) -> None:
    game = ConnectFour()
    minimax(game, depth=1, compiled=compiled)
    before = time.monotonic()
    answer = minimax(game, seconds=0.2, compiled=compiled)
    assert 0.15 < time.monotonic() - before < 0.2 + SOON
    assert answer.depth >= 2
    assert not answer.exact


@BOTH
def test_a_search_without_an_answer_says_so(compiled: bool) -> None:
    game = ConnectFour()

    def attempt(run: Runner) -> Any:
        return run(minimax_value, game, game.initial(), 40, 0, watch=Line(40))

    with pytest.raises(Stopped, match="stopped before it had an answer"):
        at_two_speeds(minimax_value, game, attempt, compiled=compiled, seconds=0.05)


@BOTH
def test_stopped_from_another_thread(compiled: bool) -> None:
    game, watch = ConnectFour(), Line(40)
    minimax(game, depth=1, compiled=compiled)
    threading.Timer(0.1, watch.stop).start()
    before = time.monotonic()
    with pytest.raises(Stopped):
        Runner(compiled)(minimax_value, game, game.initial(), 40, 0, watch=watch)
    assert time.monotonic() - before < 0.1 + SOON


# ── Watching ──


@BOTH
def test_progress(compiled: bool) -> None:
    reports: list[Any] = []
    game = ConnectFour()
    minimax(game, depth=1, compiled=compiled)
    minimax(game, seconds=0.3, compiled=compiled, progress=reports.append)
    assert len(reports) >= 3
    assert all(report.message == "searching" and report.nodes >= 0 and report.seconds <= 0.3 + SOON for report in reports)
    assert max(report.nodes for report in reports) > 100


@BOTH
def test_a_progress_report_that_fails_ends_the_search(compiled: bool) -> None:
    def fail(progress: Any) -> None:
        raise RuntimeError("nobody listens")

    before = time.monotonic()
    with pytest.raises(Exception, match="nobody listens"):
        minimax(ConnectFour(), depth=40, compiled=compiled, progress=fail)
    assert time.monotonic() - before < 60


def test_other_threads_run_while_compiled_code_does() -> None:
    """A kernel holds no GIL: a thread that counts in Python gets on as it would alone."""
    game = ConnectFour()
    minimax(game, depth=1, compiled=True)
    ticks, done = [0], threading.Event()

    def count() -> None:
        while not done.is_set():
            ticks[0] += 1

    counting = threading.Thread(target=count)
    counting.start()
    try:
        before = ticks[0]
        minimax(game, seconds=0.5, compiled=True)
        assert ticks[0] - before > 20_000
    finally:
        done.set()
        counting.join()


def test_two_compiled_searches_at_once() -> None:
    game, answers = ConnectFour(), []
    minimax(game, depth=1, compiled=True)
    threads = [threading.Thread(target=lambda: answers.append(minimax(game, depth=6, compiled=True))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({(answer.value, answer.nodes, answer.line) for answer in answers}) == 1
    assert len(answers) == 3


# ── Depth ──


@BOTH
def test_a_game_of_100_000_plies(compiled: bool) -> None:
    answer = minimax(Path1(), compiled=compiled)
    assert (answer.value, answer.nodes, answer.depth, answer.exact) == (1.0, 100_001, 100_000, True)


@BOTH
@pytest.mark.parametrize("kind", [Path1, NeverCutOff])
def test_an_endless_game_is_reported(kind: type[Path1], compiled: bool) -> None:
    with pytest.raises(TooDeep, match=r"plies without an end\. Give a depth"):
        minimax(kind(length=-1), compiled=compiled)
    limit = sys.getrecursionlimit()
    assert limit < 50_000, "the recursion limit is put back"


def test_large_states_end_the_stack_sooner_and_are_reported() -> None:
    """Frames of many kilobytes: the kernel looks at the stack that is left instead of running over its end."""
    from counterplay.native.compiler import entry_point

    game, watch = BroadPath(), Watch()
    native, answers = entry_point(minimax_value, game, (game.initial(), 100_000, 0, watch)), []

    def work() -> None:
        watch.give_stack(4 << 20)
        answers.append(native(game, game.initial(), 100_000, 0, watch))

    before = threading.stack_size(4 << 20)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert 100 < watch.nodes < 100_000
    with pytest.raises(TooDeep, match="no room for more"):
        watch.verify()


# ── Errors ──


@BOTH
@pytest.mark.parametrize(
    ("fault", "error"), [(0, "IndexError"), (1, "ZeroDivisionError"), (2, "ValueError: no such move")], ids=["index", "division", "raise"]
)
def test_a_bug_in_the_rules_becomes_a_sentence(fault: int, error: str, compiled: bool) -> None:
    with pytest.raises(RulesError) as caught:
        minimax(Faulty(fault), compiled=compiled)
    sentence = str(caught.value)
    assert sentence.startswith("The rules of faulty failed during minimax_value: ")
    assert error in sentence
    if compiled and fault < 2:  # errors that Numba raises by itself do not say where
        assert sentence.endswith("(search with compiled=False to see the line)")
        return
    assert f"{Path(__file__).name}, line " in sentence
    line = int(sentence.split("line ")[1].split(",")[0])
    assert ("values[state.ply", "action // (state.ply", "raise ValueError")[fault] in Path(__file__).read_text().splitlines()[line - 1]


def test_little_memory(tmp_path: Path) -> None:
    """With 3 GB of address space the stack of 1 GB may not be granted; a smaller one is taken."""
    program = """
import json, resource
resource.setrlimit(resource.RLIMIT_AS, ({limit} << 20, {limit} << 20))
from counterplay import minimax
from counterplay.games.tic_tac_toe import TicTacToe
answer = minimax(TicTacToe(), compiled=True)
print(json.dumps([answer.value, answer.nodes]))
"""
    for limit in (3000, 1500):
        process = start(program.format(limit=limit), tmp_path, tmp_path / "cache")
        output, errors = process.communicate(timeout=600)
        assert process.returncode == 0, errors
        assert json.loads(output) == [0.0, 549946]


def test_compiled_says_so(tmp_path: Path) -> None:
    """Without being told, a small question is answered interpreted and nothing is compiled; Numba is not even imported."""
    program = """
import json, sys
from counterplay import load, minimax
answer = minimax(load("nim(pile_sizes=(2,2))"))
print(json.dumps([answer.value, answer.compiled, "numba" in sys.modules]))
"""
    assert run(program, tmp_path, tmp_path / "cache") == [-1.0, False, False]
