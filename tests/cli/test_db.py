"""`counterplay db`: build, info, verify, probe, as people and programs meet them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from counterplay.locks import Lock

from .conftest import Run, environment

BUILD = ("db", "build", "checkers", "--pieces", 2, "--interpreted")


def test_a_database_from_its_building_to_its_answers(cli: Run, tmp_path: Path) -> None:
    data = {"COUNTERPLAY_DATA": str(tmp_path / "data")}
    built = cli(*BUILD, **data)
    assert "7,092 positions; needs" in built.err and "you have" in built.err
    assert "2,458" in built.out and "2,144" in built.out and "2,370" in built.out
    about = cli("db", "info", "checkers-2.cpdb", "--json", **data).json
    assert (about["positions"], about["pieces"], about["drawn"]) == (7092, 2, 2370) and len(about["slices"]) == 8
    assert cli("db", "verify", "checkers-2.cpdb", "--sample", 200, "--interpreted", "--json", **data).json["ok"] is True
    answer = cli("db", "probe", "checkers-2.cpdb", "--position", "B:WK3:B1", "--json", **data).json
    assert answer["known"] and answer["moves"] and answer["moves"][0]["value"] == answer["value"]
    assert "level" in cli("db", "probe", "checkers-2.cpdb", "--position", "B:WK24:BK1", **data).out
    assert cli("db", "probe", "checkers-2.cpdb", "--json", **data).json["known"] is False
    cli(*BUILD, **data).refused("is there already")
    said = cli("analyse", "checkers", "--position", "B:WK3:B1", "--lines", 9, "--json", **data).json  # found by itself: nothing is searched
    assert [(line["action"], line["value"], line["distance"]) for line in said["lines"]] == [
        (move["move"], move["value"], move["distance"]) for move in answer["moves"]
    ]
    found = cli("search", "checkers", "--position", "B:WK3:B1", "--switch", "database=data/databases/checkers-2.cpdb", "--json").json
    assert (found["value"], found["distance"], found["exact"]) == (answer["value"], answer["distance"], True)
    cli("search", "checkers", "--switch", "database=nowhere.cpdb").refused("cannot be read")


def test_files_that_are_none_are_named(cli: Run, tmp_path: Path) -> None:
    cli("db", "info", "nowhere.cpdb").refused("cannot be read")
    (tmp_path / "other.cpdb").write_bytes(b"something else")
    cli("db", "info", "other.cpdb").refused("is not a database", code=1)
    cli("db", "build", "tic_tac_toe", "--pieces", 3).refused("does not number its states")
    cli("db", "build", "pig").refused("build")


def test_killed_at_any_moment_the_same_command_goes_on(cli: Run, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "counterplay", *map(str, BUILD), "-o"]
    process = subprocess.Popen([*command, "it.cpdb"], cwd=tmp_path, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while process.poll() is None and not (tmp_path / "it.cpdb.part").exists():
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    cli(*BUILD, "-o", "it.cpdb", "--json")
    cli(*BUILD, "-o", "whole.cpdb", "--json")
    assert (tmp_path / "it.cpdb").read_bytes() == (tmp_path / "whole.cpdb").read_bytes()


def test_two_programs_do_not_build_one_file(cli: Run, tmp_path: Path) -> None:
    lock = Lock(tmp_path / "it.cpdb.lock", "")  # as the other one holds it
    cli(*BUILD, "-o", "it.cpdb").refused("it.cpdb.part is being built by another program just now", code=1)
    lock.release()
    cli(*BUILD, "-o", "it.cpdb", "--json")
    assert [one.name for one in tmp_path.iterdir()] == ["it.cpdb"]


def test_solve_all_tells_what_every_state_is_worth(cli: Run) -> None:
    answer = cli("solve", "nim(pile_sizes=(1,2,3))", "--all", "--json", "--interpreted").json
    assert answer["algorithm"] == "retrograde analysis" and answer["value"] == -1 and answer["distance"] == len(answer["line"])
    assert answer["states"] == answer["won"] + answer["lost"] + answer["drawn"]
