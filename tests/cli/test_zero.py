"""`counterplay zero`: it says what it will do, does it, goes on, and refuses what means nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Run

from counterplay.evaluations import PolicyNetwork

SMALL = "connect_four(rows=4,columns=5)"
SETTINGS = ("--games", "20", "--simulations", "24", "--set", "quick=6,opening=6,wide=12,narrow=6,batch=64,gate=4")


def test_it_learns_and_goes_on(cli: Run, tmp_path: Path) -> None:
    pytest.importorskip("torch")
    words = cli("zero", SMALL, "--generations", "2", *SETTINGS, "--save", "run")
    assert words.code == 0, words.err
    assert "20 in a generation" in words.err and "about" in words.err and "--resume" in words.err and "2 of 2" in words.err
    assert "mcts:simulations=400,exploration=1,network=run/network.npz" in words.out.replace("\\", "/")
    assert "--resume" in cli("zero", SMALL, "--save", "run").err
    cli("zero", SMALL, "--save", "run", "--resume", "--games", "30").refused("games=20, not 30")
    again = cli("zero", SMALL, "--save", "run", "--resume", "--json").json
    assert [point["number"] for point in again["curve"]] == [1, 2] and again["notes"]["generation"] == 2
    assert PolicyNetwork.load(tmp_path / "run" / "network.npz") == PolicyNetwork.load(tmp_path / "run" / "generations" / "0002.npz")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("nim", "--save", "x"), "action_number"),
        ((SMALL, "--save", "x", "--set", "depth=3"), "no setting 'depth'"),
        ((SMALL, "--save", "x", "--set", "noise=2"), "noise=2"),
        ((SMALL, "--save", "x", "--resume"), "holds no run"),
    ],
)
def test_what_means_nothing_is_refused(cli: Run, words: tuple[str, ...], complaint: str) -> None:
    cli("zero", *words).refused(complaint)


def test_a_network_is_a_player(cli: Run, tmp_path: Path) -> None:
    import counterplay as cp

    PolicyNetwork.fresh(cp.load(SMALL), 12, 6, seed=1).save(tmp_path / "a.npz")
    answer = cli("match", SMALL, "mcts:simulations=6,network=a.npz,compiled=false", "random", "--games", "2", "--seed", "1")
    assert answer.code == 0, answer.err
