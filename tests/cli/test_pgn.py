"""`counterplay replay` of PGN files, `--pgn`, and `counterplay uci` as a command."""

from __future__ import annotations

from pathlib import Path

from .conftest import Run

PGN = '[White "Ada"]\n[Black "Bob"]\n\n1. e4 {good} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n[White "Cy"]\n\n1. d4 *\n'


def test_games_of_a_file_are_listed_and_shown(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(PGN)
    listed = cli("replay", "games.pgn")
    assert listed.code == 0 and "Ada" in listed.out and "Cy" in listed.out and "1-0" in listed.out
    shown = cli("replay", "games.pgn", 1)
    assert "7 of 7  White: Qxf7#" in shown.out and shown.out.rstrip().endswith("1-0")
    found = cli("replay", "games.pgn", "--json").json
    assert [game["White"] for game in found["list"]] == ["Ada", "Cy"]
    one = cli("replay", "games.pgn", 1, "--json").json
    assert one["moves"][-1] == "Qxf7#" and one["comments"] == {"1": "good"} and len(one["positions"]) == 8


def test_one_bad_game_does_not_hide_the_others(cli: Run, tmp_path: Path) -> None:
    bad = '[White "Eve"]\n\n1. e4 e5 2. Ke3 Nc6 3. Bc4 0-1\n\n'
    (tmp_path / "games.pgn").write_text(PGN.replace('[White "Cy"]', bad + '[White "Cy"]'))
    reason = "Game 2 of this PGN, line 8: 'Ke3' is not legal here"
    listed = cli("replay", "games.pgn")
    assert listed.code == 0 and all(name in listed.out for name in ("Ada", "Eve", "Cy", "unreadable", reason))
    assert "1 of 1  White: d4" in cli("replay", "games.pgn", 3).out
    cli("replay", "games.pgn", 2).refused(reason)
    first, second, third = cli("replay", "games.pgn", "--json").json["list"]
    assert (first["moves"], third["moves"]) == (7, 1) and second["White"] == "Eve" and reason in second["error"] and "moves" not in second


def test_files_that_are_none(cli: Run, tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(PGN)
    (tmp_path / "bad.pgn").write_text("1. e4 e5 2. Ke5")
    cli("replay", "games.pgn", 3).refused("has no game 3")
    cli("replay", "none.pgn").refused("none.pgn cannot be read")
    cli("replay", "bad.pgn").refused("line 1: 'Ke5' is not legal here")


def test_a_match_is_written_as_pgn(cli: Run, tmp_path: Path) -> None:
    played = cli("match", "chess", "random", "random", "-n", 2, "--file", "match.sqlite", "--pgn", "games.pgn", "--json")
    assert played.code == 0, played.err
    assert (tmp_path / "games.pgn").read_text().count("[Event ") == 2
    assert cli("replay", "match.sqlite", "--pgn", "again.pgn", "--json").json == {"file": "match.sqlite", "pgn": "again.pgn", "games": 2}
    assert (tmp_path / "again.pgn").read_text() == (tmp_path / "games.pgn").read_text()
    cli("match", "nim", "random", "random", "-n", 2, "--pgn", "games.pgn").refused("PGN is how games of chess are written")


def test_uci_is_a_command(cli: Run) -> None:
    answered = cli("uci", stdin="uci\nquit\n")
    assert answered.code == 0 and answered.out.splitlines()[-1] == "uciok"
    assert "Universal Chess Interface" in cli("uci", "--help").out
