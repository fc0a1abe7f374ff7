"""Databases of checkers: Chinook's counts, a plain fixpoint, interruptions, damage, foreign files."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counterplay as cp
from counterplay.games.checkers import Checkers, Position
from counterplay.games.checkers.numbering import MATERIALS, STARTS, turned
from counterplay.kernels import run
from counterplay.solving.columns import column, numbers
from counterplay.solving.databases import Database, build, needs, verify
from counterplay.solving.databases.layout import Damaged
from counterplay.solving.databases.verifying import first_wrong
from counterplay.watch import Watch

GAME = Checkers()


class Astray(Checkers):
    """Some positions have numbers beyond all slices."""

    def index(self, state: Position) -> int:
        number = super().index(state)
        return number if number % 100 else 10**9


# ── Numbers ──
def test_there_are_as_many_positions_as_in_chinook_s_table(shared_data: Path) -> None:
    lines = (line for line in (shared_data / "checkers/checkers_positions.csv").read_text().splitlines() if not line.startswith("#"))
    table = {int(row["pieces"]): int(row["positions"]) for row in csv.DictReader(lines)}
    slices = list(GAME.slices())
    for pieces in range(1, max(one.pieces for one in slices) + 1):
        assert sum(one.states for one in slices if one.pieces == pieces) == table[pieces]
    assert needs(GAME, 4).positions == 7_361_090


@given(st.integers(0, STARTS[-1] - 1))
def test_every_number_is_one_position_and_the_same_with_colours_exchanged(number: int) -> None:
    state = GAME.unindex(number)
    assert GAME.index(state) == number
    assert GAME.parse_state(GAME.format_state(state)) == state
    other = Position(turned(state.white), turned(state.black), turned(state.kings), 1, 7)
    assert GAME.index(other) == number
    place = max(i for i in range(len(MATERIALS)) if STARTS[i] <= number)
    if not GAME.is_terminal(state):  # two slices with both sides exchanged are solved together
        assert all(GAME.index(GAME.result(state, action)) < STARTS[min(place + 2, len(MATERIALS))] for action in GAME.actions(state))


def test_positions_with_many_pieces_have_no_number() -> None:
    assert GAME.index(GAME.initial()) == -1


# ── Values ──
def test_two_pieces_are_won_lost_and_drawn_as_chinook_says(small: Database, three: Database) -> None:
    for database in (small, three):
        two = [one for one in database.summaries if one.pieces == 2]
        assert [sum(getattr(one, word) for one in two) for word in ("won", "lost", "drawn")] == [2458, 2144, 2370]
    assert [small.entry(number) for number in range(small.positions)] == [three.entry(number) for number in range(small.positions)]


@cp.kernel
def sweep_forward(game, state, states, wins, losses, watch):  # type: ignore[no-untyped-def]
    """One plain sweep over all positions: those that win or lose at once by what is known so far; how many changed."""
    changed = 0
    for number in range(states):
        if wins[number] == 0 and losses[number] == 0:
            one = game.unindex(number)
            if watch.enter(one, 0, 0.0, 0.0):
                return 0
            if game.is_terminal(one):
                wins[number] = 1 if game.utility(one, 0) > 0.0 else 0
                losses[number] = 1 - wins[number]
                changed += 1
            else:
                lost = 1
                for action in game.actions(one):
                    child = game.index(game.result(one, action))
                    if losses[child] == 1:
                        wins[number] = 1
                    if wins[child] == 0:
                        lost = 0
                losses[number] = lost if wins[number] == 0 else 0
                changed += wins[number] + losses[number]
    return changed


def test_a_plain_fixpoint_says_the_same_of_every_position_to_three_pieces(three: Database) -> None:
    wins, losses = (column(three.positions, "int8", compiled=True) for _ in range(2))
    while run(sweep_forward, GAME, GAME.initial(), three.positions, wins, losses, compiled=True):
        pass
    first = 0
    for place, one in enumerate(three.slices):
        codes, _ = three.load(place)
        assert ((codes > 0) == numbers(wins)[first : first + one.states]).all()
        assert ((codes < 0) == numbers(losses)[first : first + one.states]).all()
        first += one.states


def test_moves_come_with_their_values(three: Database) -> None:
    state = GAME.parse_state("B:WK1:BK10,K11")
    known = three.known(state)
    assert known is not None and known.value == 1 and str(known) == f"wins in {known.distance} plies"
    (best, told), *_ = moves = three.moves(state)
    assert told == known and len(moves) == len(list(GAME.actions(state)))
    for _ in range(known.distance or 0):  # best play ends when it was said to
        state = GAME.result(state, best)
        if not GAME.is_terminal(state):
            best, _ = three.moves(state)[0]
    assert GAME.is_terminal(state) and GAME.utility(state, 0) == 1
    assert three.known(GAME.initial()) is None


# ── Verifying ──
def test_all_entries_are_right_and_a_wrong_one_is_found(small: Database, three: Database) -> None:
    assert verify(small, GAME, compiled=False).wrong is None
    found = verify(three, GAME)
    assert found.wrong is None and found.entries == three.positions
    assert verify(three, GAME, sample=1000, seed=3).entries == 1000
    codes, distances = ([int(each) for place in range(len(small.slices)) for each in small.load(place)[which]] for which in (0, 1))
    number = GAME.index(GAME.parse_state("B:WK1:BK32"))
    for column_, wrong in ((codes, 1), (distances, 9)) if codes[number] else ((codes, 1),):
        right, column_[number] = column_[number], wrong
        assert first_wrong(GAME, GAME.initial(), 0, small.positions, None, [0], codes, distances, Watch()) >= 0
        column_[number] = right
    assert first_wrong(GAME, GAME.initial(), 0, small.positions, None, [0], codes, distances, Watch()) == -1


# ── Interruptions ──
class PowerCut(Exception):
    pass


def test_an_interrupted_build_goes_on_and_gives_the_same_file(small: Database, tmp_path: Path) -> None:
    whole, path = small.path.read_bytes(), tmp_path / "two.cpdb"
    told: list[Any] = []

    def cut(summary: Any) -> None:
        told.append(summary)
        if len(told) % 3 == 0:
            raise PowerCut

    for _ in range(10):
        try:
            build(GAME, path, pieces=2, compiled=False, told=cut)
            break
        except PowerCut:
            assert not path.exists()  # whole or not at all
    assert path.read_bytes() == whole
    assert [one.name for one in told] == [one.name for one in small.slices]  # nothing was done twice


@pytest.mark.parametrize("kept", [3, 100, 1200, 2500, -40, -5])
def test_a_file_cut_off_anywhere_is_repaired_by_the_same_command(small: Database, tmp_path: Path, kept: int) -> None:
    whole, path = small.path.read_bytes(), tmp_path / "two.cpdb"
    Path(f"{path}.part").write_bytes(whole[:kept])
    assert build(GAME, path, pieces=2, compiled=False).positions == small.positions
    assert path.read_bytes() == whole


def test_what_is_there_is_not_overwritten(small: Database, tmp_path: Path) -> None:
    with pytest.raises(cp.UsageError, match="is there already"):
        build(GAME, small.path, pieces=2)
    part = tmp_path / "one.cpdb.part"
    part.write_bytes(small.path.read_bytes())
    with pytest.raises(cp.UsageError, match="belongs to another database"):
        build(GAME, tmp_path / "one.cpdb", pieces=1, compiled=False)


def test_several_threads_build_the_same_file(three: Database, tmp_path: Path) -> None:
    assert build(GAME, tmp_path / "three.cpdb", pieces=3, jobs=3).path.read_bytes() == three.path.read_bytes()


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_interruption_stops_all_threads(tmp_path: Path, jobs: int) -> None:
    """Ctrl-C arrives in the thread that tells of the progress."""

    def interrupted(progress: Any) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(GAME, tmp_path / "four.cpdb", pieces=4, jobs=jobs, progress=interrupted)
    assert not (tmp_path / "four.cpdb").exists() and (tmp_path / "four.cpdb.part").exists()


# ── Damage ──
@given(st.data())
def test_a_changed_byte_is_always_noticed(small: Database, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    content = bytearray(small.path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.mktemp("damaged") / "two.cpdb"
    path.write_bytes(content)
    with pytest.raises(Damaged):
        database = Database(path)
        for slice_ in range(len(database.slices)):
            database.load(slice_)


@pytest.mark.parametrize(("content", "why"), [(b"", "empty"), (b"PNG" * 100, "not a database"), (b"CPLAYDB1", "cut off")])
def test_files_that_are_no_database_are_named_as_such(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "it").write_bytes(content)
    with pytest.raises(Damaged, match=why):
        Database(tmp_path / "it")
    with pytest.raises(cp.UsageError, match="cannot be read"):
        Database(tmp_path / "nowhere")


def test_another_game_s_database_is_refused(small: Database) -> None:
    with pytest.raises(cp.UsageError, match="is a database of checkers"):
        Database(small.path).attach(Checkers(quiet_moves=10))

    def numbered_otherwise(game: Any, state: Any) -> int:
        return int(Checkers.index(game, state)) ^ 1

    with pytest.raises(Damaged, match="other rules"):
        Database(small.path).attach(GAME.using(index=numbered_otherwise))


# ── Refusals ──
def test_memory_is_stated_and_never_exceeded(tmp_path: Path) -> None:
    need = needs(GAME, 4)
    assert "7,361,090 positions; needs" in str(need) and 30e6 < need.memory < 200e6
    with pytest.raises(cp.TableFull, match="are allowed"):
        build(GAME, tmp_path / "four.cpdb", pieces=4, memory=1 << 20)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("pieces", [0, 7, 2.0])
def test_pieces_that_have_no_numbers_are_refused(tmp_path: Path, pieces: Any) -> None:
    with pytest.raises(cp.UsageError, match="1 to 6 pieces"):
        build(GAME, tmp_path / "it.cpdb", pieces=pieces)
    with pytest.raises(cp.UsageError, match="does not number its states"):
        build(cp.load("tic_tac_toe"), tmp_path / "it.cpdb", pieces=3)


def test_a_file_that_somebody_needs_is_not_overwritten(tmp_path: Path) -> None:
    part = tmp_path / "one.cpdb.part"
    part.write_text("my diary")
    with pytest.raises(cp.UsageError, match="in the way"):
        build(GAME, tmp_path / "one.cpdb", pieces=1, compiled=False)
    assert part.read_text() == "my diary"


@pytest.mark.parametrize("compiled", [False, True])
def test_numbers_that_lead_astray_are_found_out(tmp_path: Path, compiled: bool) -> None:
    with pytest.raises(cp.RulesError, match="leads to a later slice, or to none"):
        build(Astray(), tmp_path / "two.cpdb", pieces=2, compiled=compiled)


def test_who_has_not_said_which_game_is_told_to(small: Database) -> None:
    with pytest.raises(cp.UsageError, match="attach"):
        Database(small.path).moves(GAME.unindex(0))
