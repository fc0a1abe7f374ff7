"""`counterplay learn`: it says what it will do, does it, and goes on after it was killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run, environment

from counterplay.evaluations import Network


@pytest.fixture
def walk(tmp_path: Path) -> str:
    """The walk as a user's file."""
    source = (Path(__file__).parents[1] / "learning" / "walks.py").read_text(encoding="utf-8")
    (tmp_path / "walks.py").write_text(source, encoding="utf-8")
    return "walks.py:RandomWalk"


def json_with_a_terminal_for_errors(folder: Path, *words: str) -> Any:
    """The one object on standard output while a person watches standard error."""
    command = [sys.executable, "-m", "counterplay", *words]
    if os.name != "posix":
        return json.loads(subprocess.run(command, cwd=folder, env=environment(), stdout=subprocess.PIPE, check=True).stdout)
    inside, outside = os.openpty()
    with subprocess.Popen(command, cwd=folder, env=environment(TERM="xterm"), stdout=subprocess.PIPE, stderr=outside) as running:
        os.close(outside)
        said = b""
        with suppress(OSError):  # how a terminal says that nobody writes any more
            while more := os.read(inside, 4096):
                said += more
        os.close(inside)
        assert running.stdout is not None
        found = json.loads(running.stdout.read())
    assert b"60,000" in said and b"--resume" in said
    return found


def test_the_command_says_what_it_does_and_goes_on_after_it_was_killed(cli: Run, walk: str, tmp_path: Path) -> None:
    wanted = ("learn", walk, "--hidden", "4", "--games", "60000", "--measure", "10")
    command = [sys.executable, "-m", "counterplay", *wanted, "--save", "run"]
    with subprocess.Popen(command, cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        said = [line for line in (next(running.stderr) for _ in range(8)) if "counterplay: compiling" not in line]
        running.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
    assert any("about" in line and "--resume" in line for line in said) and any("60,000" in line for line in said)
    assert "--resume" in cli(*wanted, "--save", "run").err
    assert "holds no run" in cli(*wanted, "--save", "nothing", "--resume").err
    (tmp_path / "run" / "run.checkpoint").rename(tmp_path / "run" / "before.checkpoint")  # killed between two renames
    assert "--resume" in cli(*wanted, "--save", "run").err
    cli(*wanted[:4], "--lambda", "0.9", "--save", "run", "--resume").refused("--lambda 0.5, not 0.9", "another folder")
    resumed = cli(*wanted[:4], "--save", "run", "--resume", "--measure", "10", "--json").json
    whole = json_with_a_terminal_for_errors(tmp_path, *wanted, "--save", "whole", "--json")
    assert resumed["notes"] == whole["notes"] and whole["notes"]["games"] == 60_000
    assert [point["games"] for point in whole["curve"]][-1] == 60_000
    assert Network.load(tmp_path / "run" / "network.npz") == Network.load(tmp_path / "whole" / "network.npz")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("nim", "--save", "x"), "encode"),
        (("chess", "--save", "x"), "shortest way is features"),
        (("backgammon", "--save", "x", "--rate", "inf"), "above 0"),
        (("backgammon",), "--save"),
    ],
)
def test_what_means_nothing_is_refused(cli: Run, words: tuple[str, ...], complaint: str) -> None:
    answer = cli("learn", *words)
    assert answer.code == 2 and complaint in answer.err


def test_features_are_weighed_round_by_round(cli: Run, tmp_path: Path) -> None:
    words = cli("learn", "othello(board_size=4)", "--games", "120", "--phases", "2", "--save", "small", "--match", "0")
    assert words.code == 0, words.err
    assert "2 rounds of 60 games" in words.err and "about" in words.err and "round 2 of 2" in words.err
    assert "mobility" in words.out and "as the utility does" in words.out
    assert {path.name for path in (tmp_path / "small").iterdir()} == {
        *("evaluation.json", "weights.svg", "calibration.svg", "generations", "curve.jsonl")
    }
    assert "--resume" in cli("learn", "othello(board_size=4)", "--save", "small").err
    further = ("--games", "180", "--rounds", "3", "--phases", "2", "--match", "0", "--json")
    more = cli("learn", "othello(board_size=4)", "--save", "small", "--resume", *further)
    assert more.json["notes"]["round"] == 3 and len(more.json["weights"]) == 2 and more.json["match"] is None
    cli("learn", "nim", "--linear", "--save", "x").refused("no features")
    cli("learn", "othello", "--teacher", "rumours", "--save", "x").refused("results, searches or td")
