"""Matches on disk: they go on after everything that can end a process, and refuse what is not theirs."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counterplay import CounterplayError, UsageError
from counterplay.arena import MatchFile, Standing, play_match
from counterplay.arena.fingerprints import player_fingerprint
from counterplay.arena.replay import game_of, result_text, steps

from .test_match import PLAYERS, own, played


def small(file: Path, games: int = 4, **settings: Any) -> Standing:
    return play_match("tic_tac_toe", "random", "random", games=games, file=file, **settings)


def test_a_match_can_be_made_longer(tmp_path: Path) -> None:
    """Ten games in three runs are the ten games of one run."""
    for games in (2, 6, 10):
        assert small(tmp_path / "parts.sqlite", games).games == games
    whole = small(tmp_path / "whole.sqlite", 10)
    assert played(tmp_path / "parts.sqlite") == played(tmp_path / "whole.sqlite")
    assert small(tmp_path / "whole.sqlite", 10) == whole, "nothing is played twice"
    assert small(tmp_path / "whole.sqlite", 6).games == 6, "fewer games: the first of them"
    assert [file.name for file in tmp_path.iterdir() if "whole" in file.name] == ["whole.sqlite"], "no lock, no log is left"


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"seed": 2}, "its seed is 1, not 2"),
        ({"openings": 3}, "its openings are none, not 3"),
        ({"opening_plies": 2}, "plies of the openings is none, not 2"),
        ({"limit": 1.5}, "its limit is none, not 1.5"),
    ],
)
def test_other_settings_are_another_match(tmp_path: Path, other: dict[str, Any], words: str) -> None:
    small(tmp_path / "match.sqlite")
    with pytest.raises(UsageError, match=words):
        small(tmp_path / "match.sqlite", **other)


def test_other_players_and_other_games_are_another_match(tmp_path: Path) -> None:
    file = tmp_path / "match.sqlite"
    small(file)
    with pytest.raises(UsageError, match="players are random and random, not random and alphabeta"):
        play_match("tic_tac_toe", "random", "alphabeta", games=4, file=file)
    with pytest.raises(UsageError, match=r"its game is tic_tac_toe\(rows=3,columns=3,line=3\), not nim"):
        play_match("nim", "random", "random", games=4, file=file)


def test_a_player_that_was_edited_is_another_player(tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(PLAYERS.read_text(encoding="utf-8"), encoding="utf-8")
    play_match("tic_tac_toe", f"python:{mine}:First", "random", games=2, file=tmp_path / "match.sqlite")
    mine.write_text(mine.read_text(encoding="utf-8") + "\nSTRONGER = True\n", encoding="utf-8")
    with pytest.raises(UsageError, match="code of the players has changed"):
        play_match("tic_tac_toe", f"python:{mine}:First", "random", games=2, file=tmp_path / "match.sqlite")


@pytest.mark.parametrize("kind", ["program", "gtp", "uci"])
def test_a_program_that_was_built_anew_is_another_player(kind: str, tmp_path: Path) -> None:
    program = tmp_path / "program"
    texts = [f"{kind}:{program} --quick{options}" for options in ("", "?depth=1" if kind == "uci" else "")]
    prints = []
    for content in ("one", "other"):
        program.write_text(content, encoding="utf-8")
        prints.append([player_fingerprint(text) for text in texts])
    assert prints[0][0] and prints[0][0] == prints[0][1] != prints[1][0] == prints[1][1]


def test_rules_that_were_edited_are_another_game(tmp_path: Path) -> None:
    from counterplay import load

    game = load("nim(pile_sizes=(2,2))")
    changed = game.using(result=lambda game, state, action: type(game).__mro__[1].result(game, state, action))  # type: ignore[attr-defined]
    play_match(game, "random", "random", games=2, file=tmp_path / "match.sqlite")
    with pytest.raises(UsageError, match="the rules have changed"):
        play_match(changed, "random", "random", games=2, file=tmp_path / "match.sqlite")


# ── Not ours, or not whole ──
def test_files_of_others(tmp_path: Path) -> None:
    text, other = tmp_path / "text.sqlite", tmp_path / "other.sqlite"
    text.write_text("this is a letter, not a database " * 100, encoding="utf-8")
    connection = sqlite3.connect(other)
    connection.execute("CREATE TABLE mine (x)")
    connection.close()
    for file in (text, other):
        before = file.read_bytes()
        with pytest.raises(UsageError, match="is no file of a match"):
            small(file)
        with pytest.raises(UsageError, match="is no file of a match"):
            MatchFile(file, reading=True)
        assert file.read_bytes() == before
    with pytest.raises(UsageError, match="is a folder"):
        small(tmp_path)
    with pytest.raises(UsageError, match="There is no file"):
        MatchFile(tmp_path / "nothing.sqlite", reading=True)
    (tmp_path / "empty.sqlite").touch()
    assert small(tmp_path / "empty.sqlite").games == 4, "an empty file is a new one"


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_file_is_said_to_be_damaged(tmp_path: Path, data: st.DataObject) -> None:
    """Bytes overwritten or cut off anywhere: a sentence, or the games are still right; never a traceback of SQLite."""
    sound = tmp_path / "sound.sqlite"
    small(sound, 10)
    content = bytearray(sound.read_bytes())
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(1, len(content) - 1)) :]
    else:
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + 40] = data.draw(st.binary(min_size=40, max_size=40))
    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(content)
    try:
        kept = MatchFile(damaged, reading=True)
    except CounterplayError:
        return
    try:
        game = game_of(kept)
        for record in kept.records():
            steps(game, record)
            result_text(record, ("a", "b"))
    except CounterplayError:
        pass
    finally:
        kept.close()


def test_a_disk_error_while_playing_keeps_what_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match.sqlite"
    usual = MatchFile.add
    written: list[object] = []

    def add(self: MatchFile, record: object) -> None:
        if len(written) == 3:
            with self._sentences("written"):
                raise sqlite3.OperationalError("database or disk is full")
        written.append(record)
        usual(self, record)  # type: ignore[arg-type]

    monkeypatch.setattr(MatchFile, "add", add)
    with pytest.raises(CounterplayError, match=r"match.sqlite cannot be written: database or disk is full. The games before this are kept"):
        small(file, 10)
    monkeypatch.undo()
    assert len(played(file)) == 3
    assert small(file, 10).games == 10


def test_what_is_kept_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "match.sqlite"
    play_match("connect_four", own("First"), own("Illegal"), games=2, file=file)
    kept = MatchFile(file, reading=True)
    game, names = game_of(kept), ("first", "second")
    first, second = kept.records()
    kept.close()
    found = steps(game, first)
    assert [step.opening for step in found] == [True] * 5 + [False]
    assert found[0].state == game.initial()
    assert result_text(first, names) == result_text(second, names) == "second lost: illegal move: 999"
