"""`counterplay cfr`, and playing against what it found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run


def test_an_equilibrium_in_words_and_for_programs(cli: Run) -> None:
    words = cli("cfr", "kuhn_poker", "--until", "1e-3")
    assert words.code == 0 and "12 information sets" in words.out and "exploitability" in words.out
    answer = json.loads(cli("cfr", "kuhn_poker", "--until", "1e-4", "--json").out)
    assert {"iterations", "seconds", "exploitability", "value", "infosets"} <= set(answer)
    assert answer["infosets"] == 12 and answer["exploitability"] <= 1e-4 and answer["value"] == pytest.approx(-1 / 18, abs=2e-4)
    assert answer["curve"][-1]["exploitability"] == answer["exploitability"] and answer["reached"]


def test_saving_resuming_and_playing(cli: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "kuhn.policy")
    first = json.loads(cli("cfr", "kuhn_poker", "--until", "1e-2", "--save", file, "--json").out)
    refused = cli("cfr", "kuhn_poker", "--save", file)
    assert refused.code == 2 and "exists" in refused.err
    second = json.loads(cli("cfr", "kuhn_poker", "--until", "1e-3", "--save", file, "--resume", "--json").out)
    assert second["iterations"] > first["iterations"]
    played = cli("play", "kuhn_poker", "--opponent", f"policy:{file}", "--seed", "1", stdin="hint\nposition\nbet\nquit\n")
    assert played.code == 0, played.err
    before, _, after = played.out.partition("bet\n")
    assert "?" in before and "would play pass" in before and "may not see" in before
    assert "Player 2 has moved" in after and "wins by" in after


def test_nothing_is_told_before_the_end(cli: Run) -> None:
    """Whatever the second player holds, a game broken off looks the same as long as the first holds the same card."""
    screens: dict[str, set[str]] = {}
    for seed in range(8):
        out = cli("play", "kuhn_poker", "--opponent", "random", "--seed", str(seed), stdin="moves\nposition\nquit\n").out
        card = next(line.split()[2] for line in out.splitlines() if line.strip().startswith("Player 1  "))
        screens.setdefault(card, set()).add(out.replace(f"seed={seed}", ""))
    assert len(screens) < 8
    assert all(len(same) == 1 for same in screens.values())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("cfr", "kuhn_poker", "--algorithm", "magic"), "There is no algorithm 'magic'"),
        (("cfr", "tic_tac_toe"), "players see everything"),
        (("cfr", "leduc_poker", "--most", "100"), "more than 100 histories"),
        (("cfr", "kuhn_poker", "--resume"), "from which file"),
        (("play", "kuhn_poker", "--opponent", "policy:nowhere.policy"), "cannot be read"),
        (("play", "kuhn_poker", "--opponent", "policy:"), "give the file"),
        (("play", "kuhn_poker", "--opponent", "cfr:depth=3"), "until, seconds and seed"),
    ],
)
def test_what_means_nothing_is_refused(cli: Run, arguments: tuple[str, ...], complaint: str) -> None:
    answer = cli(*arguments)
    assert answer.code == 2 and complaint in answer.err


def test_a_policy_for_another_game_is_refused(cli: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "rps.policy")
    cli("cfr", "rock_paper_scissors", "--save", file)
    answer = cli("play", "kuhn_poker", "--opponent", f"policy:{file}", stdin="bet\n")
    assert answer.code == 2 and "is for rock_paper_scissors(rounds=1), not for kuhn_poker" in answer.err
