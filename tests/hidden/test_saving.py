"""Policies and runs on disk: what was saved is what goes on, whatever ends the process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import counterplay as cp
from counterplay.hidden import ALGORITHMS, HiddenSolver, Policy


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_run_that_was_saved_goes_on_as_if_nothing_had_happened(algorithm: str, tmp_path: Path) -> None:
    game, file = cp.load("kuhn_poker"), tmp_path / "a.policy"
    whole = HiddenSolver(game, algorithm, seed=3)
    whole.run(700)
    half = HiddenSolver(game, algorithm, seed=3)
    half.run(300)
    half.save(file)
    rest = HiddenSolver(game, algorithm, seed=99)
    rest.resume(file)
    assert rest.iterations == 300
    rest.run(400)
    assert rest.policy().table == whole.policy().table
    assert (rest.regret == whole.regret).all()


def test_a_policy_is_read_back(tmp_path: Path) -> None:
    game, file = cp.load("kuhn_poker"), tmp_path / "k.policy"
    found = cp.cfr(game, until=1e-3, save=file)
    policy = Policy.load(file)
    assert policy.table == found.policy.table and policy.game == "kuhn_poker"
    assert policy.about["exploitability"] == found.exploitability
    again = cp.cfr(game, until=1e-4, save=file, resume=True)
    assert again.iterations > found.iterations and again.reached
    assert again.curve[: len(found.curve)] == found.curve
    assert cp.cfr(game, until=1e-4, save=file, resume=True).iterations == again.iterations, "nothing is left to do"


def test_files_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    game, file = cp.load("kuhn_poker"), tmp_path / "k.policy"
    cp.cfr(game, until=1e-2, save=file)
    with pytest.raises(cp.UsageError, match="exists: resume it"):
        cp.cfr(game, save=file)
    with pytest.raises(cp.UsageError, match="has the algorithm cfr\\+, not cfr"):
        cp.cfr(game, algorithm="cfr", save=file, resume=True)
    with pytest.raises(cp.UsageError, match="has the game kuhn_poker, not"):
        cp.cfr(cp.load("kuhn_poker(players=3)"), save=file, resume=True)
    with pytest.raises(cp.UsageError, match="is a folder"):
        cp.cfr(game, save=tmp_path)
    with pytest.raises(cp.UsageError, match=r"folder of .* does not exist"):
        cp.cfr(game, save=tmp_path / "none" / "k.policy")
    with pytest.raises(cp.UsageError, match="cannot be read"):
        Policy.load(tmp_path / "nothing")
    whole = file.read_bytes()
    for damaged in (b"", b"nonsense", whole[:-1], whole[:100], whole[:50] + b"x" + whole[51:]):
        file.write_bytes(damaged)
        with pytest.raises(cp.UsageError, match="no policy, or it is damaged"):
            Policy.load(file)
    other = Policy("kuhn_poker", {})
    with pytest.raises(cp.UsageError, match="knows nothing about"):
        other.probabilities(game, game.parse_state("K J"))
    with pytest.raises(cp.UsageError, match="Nobody chooses here"):
        other.probabilities(game, game.initial())


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_run_loses_at_most_its_last_interval(tmp_path: Path) -> None:
    file = tmp_path / "l.policy"
    command = [sys.executable, "-m", "counterplay", "cfr", "kuhn_poker", "--until", "0", "--seconds", "60", "--every", "0.2"]
    process = subprocess.Popen([*command, "--save", str(file)], env=os.environ.copy(), stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 600
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(1)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    before = Policy.load(file).about
    assert before["iterations"] > 0
    after = cp.cfr(cp.load("kuhn_poker"), iterations=before["iterations"] + 1000, until=0, save=file, resume=True)
    assert after.iterations == before["iterations"] + 1000
    assert after.curve[len(before["curve"]) - 1].iterations == before["iterations"]
