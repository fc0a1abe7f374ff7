"""TD(lambda): what it must find out is known; interrupted runs find the same; damaged checkpoints cost one step back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.learning.walks import RandomWalk

import counterplay as cp
from counterplay.evaluations import Network
from counterplay.learning import Settings, Training, holds_run, train
from counterplay.learning.checkpoints import code_digest
from counterplay.learning.self_play import learn
from counterplay.learning.training import SOURCES
from counterplay.locks import Lock
from counterplay.weights import Weights

WALK = RandomWalk()


def settings(**more: Any) -> Settings:
    return Settings(**{"game": str(WALK), "games": 4000, "hidden": 4, "rate": 0.3, "final_rate": 0.01, **more})


def finished(training: Training, folder: Path, **more: Any) -> Any:
    for _ in train(training, folder, **more):
        pass
    return training.weights


@pytest.mark.parametrize(("trace", "hidden"), [(0.0, 4), (0.8, 4), (1.0, 4), (0.8, 0)])
def test_the_values_of_suttons_random_walk_are_found(trace: float, hidden: int, tmp_path: Path) -> None:
    """From the places 1 to 5, the right end is reached first with probability 1/6, 2/6, … (Sutton 1988, section 3.2)."""
    training = Training(WALK, settings(games=300_000, final_rate=0.0003, trace=trace, hidden=hidden))
    finished(training, tmp_path)
    found = [training.network.outputs(WALK, WALK.initial()._replace(at=place))[0] for place in range(1, 6)]
    assert found == pytest.approx([1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6], abs=0.03)


def test_the_targets_are_lambda_returns() -> None:
    """Of a network whose outputs depend on its input alone, to first order: bias and one weight show what each position moved towards."""
    trace, rate, outputs = 0.6, 1e-9, [0.3, 0.8, 0.4]
    game: Any = Network("random_walk", 5, 1, (-1.0, 1.0), Weights(np.zeros(5 + 1 + 2))).carried_by(WALK)
    places = np.zeros(3 * 128)
    places[[0, 128, 256]] = (0, 1, 2)
    found = np.zeros(3 * 16)
    found[[0, 16, 32]] = outputs
    weights = np.zeros(8)
    weights[6] = 1.0  # from the hidden unit, whose slope is 1/4, to the output, which begins at the logistic of 1/2
    learn(game, WALK.initial()._replace(at=6), weights, 3, rate, trace, places, np.ones(3 * 128), [1, 1, 1], [0, 0, 0], found)
    last = 1.0
    middle = (1 - trace) * outputs[2] + trace * last
    first = (1 - trace) * outputs[1] + trace * middle
    begun = 1 / (1 + np.exp(-0.5))
    assert weights[:3] / (rate / 4) + begun == pytest.approx([first, middle, last], abs=1e-6)


def test_a_run_that_is_killed_and_resumed_finds_the_same(tmp_path: Path) -> None:
    whole = finished(Training(WALK, settings()), tmp_path / "whole")
    interrupted, folder = Training(WALK, settings()), tmp_path / "parts"
    ticks = iter(range(0, 100_000, 1000))
    for _ in train(interrupted, folder, clock=lambda: next(ticks)):  # a checkpoint after every block
        if interrupted.games >= 1500:
            break
    resumed = Training.resume(WALK, folder)
    assert 0 < resumed.games < 4000
    assert finished(resumed, folder).tobytes() == whole.tobytes()
    assert sorted(path.name for path in (folder / "generations").iterdir()) == ["000000500.npz", "000001000.npz", "000002000.npz"]
    notes = Network.load(folder / "generations" / "000002000.npz").notes
    assert notes["games"] == 2000 and notes["settings"]["seed"] == 1 and len(notes["code"]) == 16


def test_a_damaged_checkpoint_falls_back_to_the_one_before(tmp_path: Path) -> None:
    whole = finished(Training(WALK, settings()), tmp_path / "whole")
    training, ticks = Training(WALK, settings()), iter(range(0, 100_000, 1000))
    said: list[str] = []
    for _ in train(training, tmp_path, clock=lambda: next(ticks)):
        if training.games >= 1500:
            break
    path = tmp_path / "run.checkpoint"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    resumed = Training.resume(WALK, tmp_path, said.append)
    assert resumed.games == 500 or resumed.games == 1000
    assert "damaged" in said[0]
    resumed.save(tmp_path)  # what is damaged never takes the place of what is not
    assert Training.resume(WALK, tmp_path).games == resumed.games
    assert finished(resumed, tmp_path).tobytes() == whole.tobytes()
    for name in ("run.checkpoint", "before.checkpoint"):
        (tmp_path / name).write_bytes(b"nothing")
    with pytest.raises(cp.UsageError, match="no intact checkpoint"):
        Training.resume(WALK, tmp_path)
    with pytest.raises(cp.UsageError, match="go on with counterplay learn"):
        Training.resume(RandomWalk(7), tmp_path / "whole")


def test_a_run_that_is_killed_between_two_renames_goes_on(tmp_path: Path) -> None:
    training = Training(WALK, settings())
    training.save(tmp_path)
    (tmp_path / "run.checkpoint").rename(tmp_path / "before.checkpoint")
    (tmp_path / "next.checkpoint").write_bytes(b"half")
    assert holds_run(tmp_path)
    said: list[str] = []
    resumed = Training.resume(WALK, tmp_path, said.append)
    assert resumed.games == 0 and resumed.weights.tobytes() == training.weights.tobytes() and said == []
    resumed.games = 500
    resumed.save(tmp_path)
    assert Training.resume(WALK, tmp_path).games == 500
    assert {path.name for path in tmp_path.iterdir()} == {"run.checkpoint", "before.checkpoint"}


def test_whatever_interrupts_a_save_leaves_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call that changes the folder fails once."""
    training = Training(WALK, settings())
    for games in (500, 1000):
        training.games = games
        training.save(tmp_path)
    replace = Path.replace
    for failing in (0, 1):
        calls = iter(range(10))

        def broken(self: Path, target: Path, failing: int = failing, calls: Any = calls) -> Path:
            if next(calls) == failing:
                raise KeyboardInterrupt
            return replace(self, target)

        with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
            patched.setattr(Path, "replace", broken)
            training.games += 500
            training.save(tmp_path)
        assert Training.resume(WALK, tmp_path).games == 1000


def test_one_process_trains_in_a_folder_at_a_time(tmp_path: Path) -> None:
    tmp_path.joinpath("generations").mkdir()
    with Lock(tmp_path / "run.lock", "taken"), pytest.raises(cp.CounterplayError, match="Another process is training"):
        finished(Training(WALK, settings()), tmp_path)
    assert not holds_run(tmp_path)
    assert not (tmp_path / "run.lock").exists()


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ({"games": 0}, "games=0"),
        ({"hidden": -1}, "hidden=-1"),
        ({"hidden": 257}, "up to 256"),
        ({"rate": 0.0}, "rate=0.0: a learning rate is a finite number above 0"),
        ({"rate": float("inf")}, "rate=inf"),
        ({"final_rate": float("nan")}, "final_rate=nan"),
        ({"trace": 1.5}, "trace=1.5"),
        ({"explore": -0.1}, "explore=-0.1"),
    ],
)
def test_settings_that_mean_nothing_are_refused(setting: dict[str, Any], complaint: str) -> None:
    with pytest.raises(cp.UsageError, match=complaint):
        settings(**setting)


def test_a_game_that_is_in_no_file_has_a_fingerprint() -> None:
    kind = type("Typed", (RandomWalk,), {"__module__": "typed_by_hand"})
    assert len(code_digest(kind(), SOURCES)) == 16
    assert code_digest(kind(), SOURCES) == code_digest(WALK, SOURCES) != code_digest(cp.load("nim"), SOURCES)
