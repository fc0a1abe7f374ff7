"""What a run leaves for those who watch: its curve, its state, its generations; whatever happens to its process and its files."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict
from pathlib import Path

import pytest
from tests.learning.walks import RandomWalk

import counterplay as cp
from counterplay.learning import Settings, Training, read_run, runs_in, train
from counterplay.learning.checkpoints import LOCK, keep
from counterplay.learning.curves import CURVE, Curve, kept_curve
from counterplay.learning.generations import Rounds, improve
from counterplay.learning.runs import told
from counterplay.locks import Lock, is_held

WALK = RandomWalk()
SETTINGS = Settings(str(WALK), 2000, hidden=4)


def begun(folder: Path, games: int = 0) -> Curve:
    """A run of which so many games are in the checkpoint."""
    (folder / "generations").mkdir(parents=True, exist_ok=True)
    training = Training(WALK, SETTINGS, games=games)
    training.save(folder)
    return Curve(folder, "learn", asdict(SETTINGS), games)


def test_a_curve_goes_on_where_the_checkpoint_is(tmp_path: Path) -> None:
    ticks = iter([0.0, 10.0, 25.0, 100.0, 104.0])
    curve = Curve(tmp_path, "learn", {"game": "x"}, 0, lambda: next(ticks))
    curve.add(500, points=0.25)
    curve.add(1500, points=0.5)
    with (tmp_path / CURVE).open("a") as file:
        file.write('{"games": 2000, "seco')  # killed while it wrote
    assert kept_curve(tmp_path) == ({"command": "learn", "settings": {"game": "x"}}, curve.points)
    again = Curve(tmp_path, "learn", {"game": "x"}, 1000, lambda: next(ticks))
    again.add(1500, points=0.6)
    points = kept_curve(tmp_path)[1]
    assert [(point["games"], point["seconds"], point["points"]) for point in points] == [(500, 10.0, 0.25), (1500, 14.0, 0.6)]


@pytest.mark.parametrize(
    "text", ["", "\x00\xff", "[1]\n{}\n", '{"games": NaN, "seconds": 1}\n', '{"games": 1e999, "seconds": 1}\n', "[" * 9999]
)
def test_a_curve_that_is_no_curve_has_no_points(tmp_path: Path, text: str) -> None:
    (tmp_path / CURVE).write_text(text, encoding="utf-8")
    assert kept_curve(tmp_path) == ({}, [])
    assert read_run(tmp_path) is None


def test_how_a_run_is(tmp_path: Path) -> None:
    """It learns, it is killed, it is done, its files are damaged."""
    folder = tmp_path / "walk"
    curve = begun(folder)
    assert list(runs_in(tmp_path)) == list(runs_in(folder)) == [folder] and not list(runs_in(tmp_path / "nowhere"))
    with Lock(folder / LOCK, "taken"):
        curve.add(500, points=0.1)
        run = read_run(folder)
        assert run is not None and (run.state, run.kind, run.games, run.goal) == ("running", "network", 500, 2000)
    stopped = read_run(folder)
    assert stopped is not None and (stopped.state, stopped.problem) == ("stopped", None)
    begun(folder, 2000)
    done = read_run(folder)
    assert done is not None and done.state == "done"
    (folder / "run.checkpoint").write_bytes(b"half")
    before = read_run(folder)
    assert before is not None and "the one before" in str(before.problem) and before.state == "stopped"
    (folder / "before.checkpoint").write_bytes(b"half")
    damaged = read_run(folder)
    assert damaged is not None and damaged.state == "damaged" and "cannot go on" in str(damaged.problem)
    (folder / CURVE).unlink()
    assert read_run(folder) is None


def test_a_killed_process_holds_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "run.lock"
    assert not is_held(path)
    with Lock(path, "taken"):
        assert is_held(path) and is_held(path)
        with pytest.raises(cp.CounterplayError, match="taken"):
            Lock(path, "taken")
    sqlite3.connect(path).close()
    path.write_bytes(b"")  # what a killed process leaves
    assert not is_held(path)
    path.write_bytes(b"no database" * 100)
    assert not is_held(path)


def test_the_generations_of_a_run_in_words(tmp_path: Path) -> None:
    training = Training(WALK, SETTINGS)
    for _ in train(training, tmp_path):
        if training.games in (1000, 2000):
            assert training.curve is not None
            training.curve.add(training.games, points=0.0)
    run = read_run(tmp_path)
    assert run is not None and run.state == "done"
    assert [kept.games for kept in run.generations] == [500, 1000, 2000]
    assert told(run.generations[0], run.kind) == "after 500 games"
    assert told(run.generations[1]._replace(seconds=185.0), run.kind) == "after 1,000 games, 3 min"


def test_a_run_of_zero_from_before_there_were_curves(tmp_path: Path) -> None:
    history = [[1, 490, 9000, 0.7, 1.9, 0.6, True], [2, 500, 9000, 0.6, 1.8, 0.4, False]]
    keep(tmp_path, "zero", {"settings": {"game": "connect_four", "games": 500, "generations": 3}, "history": history}, b"")
    (tmp_path / "generations").mkdir()
    for number in (1, 2):
        (tmp_path / "generations" / f"{number:04d}.npz").write_bytes(b"")
    run = read_run(tmp_path)
    assert run is not None and (run.kind, run.state, run.games, run.goal) == ("policy", "stopped", 990, 1500)
    assert [point["policy_loss"] for point in run.points] == [1.9, 1.8] and run.seconds is None
    assert [told(kept, run.kind) for kept in run.generations] == ["generation 1: after 490 games", "generation 2: after 990 games"]


def test_rounds_of_features_write_a_curve(tmp_path: Path) -> None:
    game = cp.load("othello(board_size=4)")
    plan = Rounds(rounds=1, games=30, phases=1)
    (_, found), *_ = improve(game, plan, tmp_path)
    run = read_run(tmp_path)
    assert run is not None and (run.kind, run.state, run.games) == ("features", "done", 30)
    assert run.points[0]["error"] == found.held_out_error and [kept.number for kept in run.generations] == [1]
    assert json.loads((tmp_path / CURVE).read_text().splitlines()[0])["settings"]["game"] == str(game)


def test_odd_folders_are_no_runs(tmp_path: Path) -> None:
    (tmp_path / "short").mkdir()
    head = {"command": "zero", "settings": {"game": "connect_four", "games": 5}}
    (tmp_path / "short" / CURVE).write_text(json.dumps(head) + "\n" + '{"games": 1' + "0" * 400 + ', "seconds": 1}\n')
    assert read_run(tmp_path / "short") is None
