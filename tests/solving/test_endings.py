"""Searches that ask a database: at the root it answers, below the root it ends the search."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import counterplay as cp
from counterplay.games.checkers import Checkers
from counterplay.players import LevelPlayer, level, player
from counterplay.rng import Random
from counterplay.search.endings import UNKNOWN, Endings, told
from counterplay.solving.databases import Database

GAME = Checkers()


def positions(database: Database, seed: int, first: int = 0) -> Iterator[tuple[Any, Any]]:
    """Random positions that are not over, with what is known about them."""
    rng = Random(seed)
    while True:
        state = GAME.unindex(first + rng.below(database.positions - first))
        if not GAME.is_terminal(state):
            yield state, database.known(state)


def decided(database: Database, seed: int, count: int, first: int = 0, most: int = 99) -> list[tuple[Any, Any]]:
    """Some of these that are won or lost, in at most so many plies."""
    found: list[tuple[Any, Any]] = []
    for state, known in positions(database, seed, first):
        if len(found) == count:
            break
        if known.distance is not None and known.distance <= most:
            found.append((state, known))
    return found


# ── The root ──
@pytest.mark.parametrize("name", ["engine", "mcts"])
def test_won_positions_are_played_to_the_end_in_as_few_moves_as_can_be(three: Database, name: str) -> None:
    one = player(f"{name}:database={three.path}")
    for state, known in decided(three, 5, 12):
        winner = GAME.to_move(state) if known.value > 0 else 1 - GAME.to_move(state)
        for _ in range(known.distance):
            assert not GAME.is_terminal(state)
            state = GAME.result(state, one.choose(GAME, state))
        assert GAME.is_terminal(state) and GAME.utility(state, winner) == 1


@pytest.mark.parametrize("compiled", [False, True])
def test_a_win_that_comes_after_the_draw_is_none(three: Database, compiled: bool) -> None:
    """The database knows of a win in nine plies; but after two more without a capture or a man's move the game is a draw."""
    late = GAME.parse_state("B:WK7:BK1:H78")
    known = three.known(late)
    assert known is not None and known.distance == 9
    found, plain = cp.engine(GAME, late, depth=4, database=three, compiled=compiled), cp.minimax(GAME, late, compiled=compiled)
    assert (found.value, plain.value, plain.exact) == (0.0, 0.0, True)
    (said,) = cp.Engine(GAME, database=three, compiled=compiled).analyse(GAME.parse_state("B:WK7:BK1"), lines=1)
    assert (said.exact, said.lines[0].distance) == (True, 9)
    assert len(list(three.line(late, 99))) == 2


def test_the_values_of_all_moves_are_those_of_the_database(three: Database) -> None:
    for search in (cp.Engine(GAME, database=three), cp.Mcts(GAME, database=three)):
        for (state, known), _ in zip(positions(three, 6), range(50), strict=False):
            (said,) = search.analyse(state, lines=99)
            assert said.exact and {(one.action, one.value, one.distance) for one in said.lines} == {
                (action, told.value, told.distance) for action, told in three.moves(state)
            }
            best = said.lines[0]
            assert (best.value, best.distance) == (known.value, known.distance) and len(best.line) == (known.distance or 1)


# ── Below the root ──
def test_positions_beyond_a_database_are_known_where_all_lines_lead_into_it(small: Database, three: Database) -> None:
    engine = cp.Engine(GAME, database=small)
    for state, known in decided(three, 7, 60, small.positions, most=9):
        found = engine.search(state, depth=known.distance)
        assert (found.value, found.distance, found.exact) == (known.value, known.distance, True)
        for action in found.line:
            state = GAME.result(state, action)
        assert GAME.is_terminal(state)  # the line goes on through the database


def test_interpreted_and_compiled_ask_alike(small: Database, three: Database) -> None:
    for state, known in decided(three, 8, 4, small.positions, most=5):
        for name, limit in (("engine", {"depth": 4}), ("mcts", {"simulations": 200, "seed": 1})):
            both = [getattr(cp, name)(GAME, state, database=small, compiled=compiled, **limit) for compiled in (False, True)]
            assert len({(one.action, one.value, one.line, one.nodes, one.distance) for one in both}) == 1, name
            assert not both[0].exact or both[0].value == known.value


def test_what_monte_carlo_tree_search_proves_with_a_database_is_so(small: Database, three: Database) -> None:
    proven = 0
    for (state, known), seed in zip(positions(three, 9, small.positions), range(60), strict=False):
        found = cp.mcts(GAME, state, simulations=400, database=small, seed=seed)
        if found.exact:
            proven += 1
            assert found.value == known.value
    assert proven > 5


def test_one_column_says_what_the_entries_say(small: Database) -> None:
    column = small.column
    assert len(column) == small.positions
    for number in range(small.positions):
        known = small.entry(number)
        assert known is not None
        sign = (known.value > 0) - (known.value < 0)
        assert column[number] == sign * (1 + (known.distance or 0))
    nothing = Endings.of(None, False)
    assert told(GAME, GAME.unindex(3), nothing) == UNKNOWN
    assert told(GAME, GAME.initial(), Endings.of(small, False)) == UNKNOWN


def test_a_damaged_column_is_unpacked_again(small: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    right = list(Database(small.path).column)
    (kept,) = tmp_path.glob("*.column")
    content = bytearray(kept.read_bytes())
    for damaged in (bytes(content[:-2]), bytes([*content[:-1], content[-1] ^ 1]), b""):
        kept.write_bytes(damaged)
        assert list(Database(small.path).column) == right
    assert kept.read_bytes() == bytes(content)
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(kept / "no folder"))  # nothing can be kept: then it is in memory alone
    assert list(Database(small.path).column) == right


# ── Found by themselves ──
def test_a_database_in_the_data_folder_is_found_and_a_damaged_one_is_named(
    small: Database, three: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ((state, known),) = decided(three, 10, 1, small.positions, most=30)
    monkeypatch.setenv("COUNTERPLAY_DATA", str(tmp_path))
    folder = tmp_path / "databases"
    folder.mkdir()
    assert cp.Engine(GAME).database is None
    shutil.copy(small.path, folder / "checkers-2.cpdb")
    shutil.copy(three.path, folder / "checkers-3.cpdb")
    found = cp.best(GAME, state, seconds=60)  # the one with the most positions
    assert (found.value, found.distance) == (known.value, known.distance)
    assert LevelPlayer(level("full")).search(GAME, state).distance == known.distance
    assert cp.Engine(GAME, database=False).database is None and cp.Engine(Checkers(quiet_moves=20)).database is None
    assert next(iter(cp.analyse(GAME, state, lines=99))).exact
    (folder / "checkers-3.cpdb").write_bytes(three.path.read_bytes()[:-100])
    with pytest.warns(UserWarning, match=r"checkers-3.cpdb is cut off"):
        one = cp.Engine(GAME).database
    assert one is not None and one.positions == small.positions


def test_a_database_with_a_damaged_block_is_named_and_not_used(small: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPLAY_DATA", str(tmp_path))
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path / "cache"))
    (tmp_path / "databases").mkdir()
    content = bytearray(Path(small.path).read_bytes())
    content[-20] ^= 0x10
    (tmp_path / "databases" / "checkers-2.cpdb").write_bytes(content)
    with pytest.warns(UserWarning, match=r"not used: .*checkers-2.cpdb"):
        assert cp.Engine(GAME, compiled=False).database is None
    assert list((tmp_path / "cache").glob("*")) + list((tmp_path / "cache").glob(".*.tmp")) == []


def test_a_number_is_no_database() -> None:
    wrong: Any
    for wrong in (5, 1.5):
        with pytest.raises(cp.UsageError, match="give a file that `counterplay db build` made"):
            cp.engine(GAME, database=wrong)


def test_another_game_s_database_is_refused(small: Database) -> None:
    with pytest.raises(cp.UsageError, match="not of checkers"):
        cp.engine(Checkers(quiet_moves=20), database=small.path)
    with pytest.raises(cp.UsageError, match="not of tic_tac_toe"):
        cp.engine(cp.load("tic_tac_toe"), database=small)
