"""Databases of games that do not number their states: everything that can be reached, known by its key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.solving.test_retrograde import At, Graph, graphs

import counterplay as cp
from counterplay.bits import Bits
from counterplay.players import LevelPlayer, level
from counterplay.solving.databases import Database, build, needs, verify
from counterplay.solving.databases.keys import encoder, form_of, words_of
from counterplay.solving.databases.layout import Damaged, entries, entry, packed
from counterplay.solving.databases.shelves import Shelf, shelf
from counterplay.solving.retrograde import NOBODY

GAME = cp.load("tic_tac_toe")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Database:
    """All positions of tic-tac-toe, built by plain Python."""
    return build(GAME, tmp_path_factory.mktemp("reached") / "tic_tac_toe.cpdb", compiled=False).attach(GAME)


# ── Blocks ──
@given(st.lists(st.tuples(st.sampled_from([NOBODY, -2, -1, 0, 1, 2]), st.integers(0, 32_766)), min_size=1, max_size=1200))
def test_entries_come_back_from_blocks(pairs: list[tuple[int, int]]) -> None:
    import numpy

    right = [(code, distance if code not in (0, NOBODY) else 0) for code, distance in pairs]
    blocks = packed(numpy.array([code for code, _ in right], numpy.int8), numpy.array([distance for _, distance in right], numpy.int16))
    data = shelf(blocks, jobs=2)
    kept = Shelf(data, 0, "it")
    assert list(kept) == blocks and kept.end == len(data)
    found: list[tuple[int, int]] = []
    for block in kept:
        codes, distances = entries(block)
        found += zip(codes.tolist(), distances.tolist(), strict=True)
        assert [entry(block, place) for place in range(len(codes))] == found[-len(codes) :]
    assert found == right


# ── Keys ──
class Mixture(NamedTuple):
    left: int
    half: float
    odd: bool
    wide: Bits[100]
    pair: tuple[int, int]


class Countdown(cp.Game[Mixture, int]):
    """Take one or two; the state has numbers of every kind."""

    wide = 1 << 99

    def initial(self) -> Mixture:
        return Mixture(-9, -4.5, True, self.wide, (0, 9))

    def to_move(self, state: Mixture) -> int:
        return state.pair[0]

    def actions(self, state: Mixture) -> Iterator[int]:
        for take in range(1, 1 + min(2, state.pair[1])):  # noqa: UP028  (this compiles)
            yield take

    def result(self, state: Mixture, action: int) -> Mixture:
        left = state.pair[1] - action
        return Mixture(-left, -left / 2, left % 2 == 1, state.wide >> 11 * action, (1 - state.pair[0], left))

    def is_terminal(self, state: Mixture) -> bool:
        return state.left == 0

    def utility(self, state: Mixture, player: int) -> float:
        return 1.0 if player != state.pair[0] else -1.0


@pytest.mark.parametrize("game", [Countdown(), GAME])
def test_python_and_machine_code_know_a_state_by_the_same_key(game: Any) -> None:
    form = form_of(game)
    rows = words_of(cp.solve_all(game, compiled=True).table, form).astype(">u8")
    states = cp.solve_all(game, compiled=False).table.states
    assert {row.tobytes() for row in rows} == set(map(encoder(form), states)) and len(rows) == len(states)


# ── Values ──
@given(graphs())
def test_any_graph_is_known_as_solving_knows_it(tmp_path_factory: pytest.TempPathFactory, game: Graph) -> None:
    """Cycles, several amounts, states that machine code cannot hold."""
    known = cp.solve_all(game)
    path = tmp_path_factory.mktemp("graph") / "it.cpdb"
    database = build(game, path).attach(game)
    assert database.positions == known.states
    for node in range(len(game.nodes)):
        if At(node) in known.table.states:
            assert database.known(At(node)) == known[At(node)]
            if not game.is_terminal(At(node)):
                assert database.moves(At(node)) == known.moves(At(node))
        else:
            assert database.known(At(node)) is None
    assert verify(database, game).wrong is None


def test_both_speeds_write_the_same_file_and_every_entry_is_derived_anew(small: Database, tmp_path: Path) -> None:
    fast = build(GAME, tmp_path / "it.cpdb", compiled=True, jobs=2)
    assert fast.path.read_bytes() == small.path.read_bytes()
    for compiled in (False, True):
        found = verify(small, GAME, compiled=compiled)
        assert found.wrong is None and found.entries == 765
        assert verify(small, GAME, sample=30, compiled=compiled).entries == 30
    assert (small.summaries[0].won, small.summaries[0].lost, small.summaries[0].drawn) == (481, 133, 151)
    assert needs(GAME, memory=10**9).positions is None and "at most 1 GB" in str(needs(GAME, memory=10**9))


def test_positions_that_cannot_be_reached_are_not_known(small: Database) -> None:
    known = small.known(GAME.initial())
    assert known is not None and known.value == 0
    nowhere: Any = GAME.initial()
    assert small.known(nowhere._replace(mine=7)) is None
    assert small.keys is not None and small.keys.find(nowhere._replace(mine=1 << 40)) == -1


# ── Searches ask it ──
def test_searches_find_it_by_themselves_and_play_perfectly(small: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPLAY_DATA", str(tmp_path))
    (tmp_path / "databases").mkdir()
    path = tmp_path / "databases" / "tic_tac_toe.cpdb"
    path.write_bytes(small.path.read_bytes())
    state: Any = GAME.parse_state("xo./.../...")
    for found in (cp.engine(GAME, state, depth=1), cp.mcts(GAME, state, simulations=1), LevelPlayer(level("full")).search(GAME, state)):
        assert (found.value, found.distance, found.exact) == (1.0, 5, True)
    (said,) = cp.Engine(GAME).analyse(state, lines=9)
    assert [(one.action, one.value, one.distance) for one in said.lines] == [
        (action, one.value, one.distance) for action, one in small.moves(state)
    ]
    path.write_bytes(path.read_bytes()[:-30] + bytes(1) + path.read_bytes()[-29:])
    with pytest.warns(UserWarning, match="not used"):
        assert cp.Engine(GAME).database is None


# ── Damage, interruptions, foreign files ──
@given(st.data())
def test_a_changed_byte_is_always_noticed(small: Database, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    content = bytearray(small.path.read_bytes())
    content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.mktemp("damaged") / "it.cpdb"
    path.write_bytes(content)
    with pytest.raises(Damaged):
        assert Database(path).intact


@pytest.mark.parametrize("kept", [0, 3, 100, 400, -40, -5])
def test_a_file_cut_off_anywhere_is_built_again_by_the_same_command(small: Database, tmp_path: Path, kept: int) -> None:
    whole, path = small.path.read_bytes(), tmp_path / "it.cpdb"
    path.write_bytes(whole[:kept])
    with pytest.raises(Damaged):
        Database(path)
    path.rename(f"{path}.part")
    build(GAME, path, compiled=False)
    assert path.read_bytes() == whole


def test_what_somebody_needs_is_not_overwritten(small: Database, tmp_path: Path) -> None:
    with pytest.raises(cp.UsageError, match="is there already"):
        build(GAME, small.path)
    part = tmp_path / "it.cpdb.part"
    for content, why in ((b"my diary", "in the way"), (small.path.read_bytes(), "belongs to another")):
        part.write_bytes(content)
        with pytest.raises(cp.UsageError, match=why):
            build(cp.load("nim(pile_sizes=(1,2))"), tmp_path / "it.cpdb", compiled=False)
        assert part.read_bytes() == content


def test_other_rules_are_noticed(small: Database) -> None:
    def itself(game: Any, state: Any) -> Any:
        return state

    with pytest.raises(Damaged, match="other rules"):
        Database(small.path).attach(GAME.using(canonical=itself))
    with pytest.raises(cp.UsageError, match="is a database of tic_tac_toe"):
        Database(small.path).attach(cp.load("tic_tac_toe(rows=4,columns=4,line=4)"))


def test_more_memory_than_allowed_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(cp.TableFull, match="memory"):
        build(cp.load("connect_four(rows=4,columns=4)"), tmp_path / "it.cpdb", memory=1 << 20, compiled=False)
    assert not list(tmp_path.iterdir())
    with pytest.raises(cp.UsageError, match="jobs"):
        build(GAME, tmp_path / "it.cpdb", jobs=0)
