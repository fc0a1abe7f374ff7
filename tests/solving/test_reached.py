"""Databases of games that do not number their states: everything that can be reached, known by its key."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.solving.test_retrograde import At, Graph, graphs

import counterplay as cp
from counterplay.bits import Bits
from counterplay.players import LevelPlayer, level
from counterplay.rng import Random
from counterplay.search.endings import UNKNOWN, Endings, plies_in, told, worth_of
from counterplay.solving.databases import Database, build, needs, verify
from counterplay.solving.databases.keys import encoder, form_of, words_of
from counterplay.solving.databases.layout import Damaged, entries, entry, packed
from counterplay.solving.databases.shelves import Shelf, shelf
from counterplay.solving.databases.spelling import spelled
from counterplay.solving.retrograde import NOBODY

GAME = cp.load("tic_tac_toe")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Database:
    """All positions of tic-tac-toe, built by plain Python."""
    return build(GAME, tmp_path_factory.mktemp("reached") / "tic_tac_toe.cpdb", compiled=False).attach(GAME)


# ── Blocks ──
@given(
    st.lists(st.tuples(st.sampled_from([NOBODY, -2, -1, 0, 1, 2]), st.integers(0, 32_766)), min_size=1, max_size=1200), st.integers(1, 600)
)
def test_entries_come_back_from_blocks(pairs: list[tuple[int, int]], size: int) -> None:
    import numpy

    right = [(code, distance if code not in (0, NOBODY) else 0) for code, distance in pairs]
    blocks = packed(
        numpy.array([code for code, _ in right], numpy.int8), numpy.array([distance for _, distance in right], numpy.int16), size
    )
    data = shelf(blocks, jobs=2)
    kept = Shelf(data, 0, "it")
    assert list(kept) == blocks and kept.end == len(data)
    found: list[tuple[int, int]] = []
    for block in kept:
        codes, distances = entries(block)
        found += zip(codes.tolist(), distances.tolist(), strict=True)
        assert [entry(block, place, 0) for place in range(len(codes))] == found[-len(codes) :]
    assert found == right


# ── Keys ──
class Mixture(NamedTuple):
    left: int
    half: float
    odd: bool
    wide: Bits[100]
    pair: tuple[int, int]


class Countdown(cp.Game[Mixture, int]):
    """Take one or two; who takes one too many wins half as much. The state has numbers of every kind."""

    wide = 1 << 99

    def initial(self) -> Mixture:
        return Mixture(-9, -4.5, True, self.wide, (0, 9))

    def to_move(self, state: Mixture) -> int:
        return state.pair[0]

    def actions(self, state: Mixture) -> Iterator[int]:
        yield 1
        yield 2

    def result(self, state: Mixture, action: int) -> Mixture:
        left = state.pair[1] - action
        return Mixture(-left, -left / 2, left % 2 == 1, state.wide >> 11 * action, (1 - state.pair[0], left))

    def is_terminal(self, state: Mixture) -> bool:
        return state.left >= 0

    def utility(self, state: Mixture, player: int) -> float:
        worth = 1.0 if state.left == 0 else 0.5
        return worth if player != state.pair[0] else -worth


@pytest.mark.parametrize("game", [Countdown(), GAME])
def test_python_and_machine_code_know_a_state_by_the_same_key(game: Any) -> None:
    form = form_of(game)
    rows = words_of(cp.solve_all(game, compiled=True).table, form).astype(">u8")
    states = cp.solve_all(game, compiled=False).table.states
    assert {row.tobytes() for row in rows} == set(map(encoder(form), states)) and len(rows) == len(states)


class Colour(Enum):
    RED = 1


@dataclass(frozen=True)
class Square:
    file: str
    seen: int = field(default=0, compare=False)


class Stone:
    """Says nothing of itself."""

    __slots__ = ("colour",)

    def __init__(self, colour: Colour):
        self.colour = colour


class Nothing:
    __slots__ = ()


def test_equal_states_are_spelled_alike_in_every_process() -> None:
    """Sets of texts come in another order in every process: what Python writes for them would be another key."""
    one = (True, 2.0, -0.0, frozenset({"a", "b", "c"}), {"x": [1.5]}, Square("e", 1), Colour.RED, None)
    assert spelled(one) == spelled((1, 2, 0, {"c", "b", "a"}, {"x": [1.5]}, Square("e", 2), Colour.RED, None))
    different = [(1, 2), (1, (2,)), ((1, 2),), [1, 2], "12", b"12", 12, 1.2, inf, frozenset({1, 2}), Square("d"), Square("e"), (), None]
    assert len({spelled(each) for each in different}) == len(different)
    assert spelled(Stone(Colour.RED)) == spelled(Stone(Colour.RED)) and "0x" not in spelled(Stone(Colour.RED))
    with pytest.raises(cp.UsageError, match="has no key: give that class a __repr__"):
        spelled((1, Nothing()))
    words = "from counterplay.solving.databases.spelling import spelled; print(spelled((frozenset('abcdefgh'), {'k': {'x', 'y', 'z'}})))"
    said = {
        subprocess.run([sys.executable, "-c", words], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in "123"
    }
    assert len(said) == 1


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


@cp.kernel
def heard(game, state, endings, watch):  # type: ignore[no-untyped-def]
    """What searches are told of a state: is it known, its worth, after how many plies."""
    known = told(game, state, endings)
    return known != UNKNOWN, worth_of(known, endings), plies_in(known)


@pytest.mark.parametrize("compiled", [False, True])
def test_searches_are_told_what_the_database_knows(tmp_path: Path, compiled: bool) -> None:
    """Two amounts, and states of several words, some with negative numbers."""
    game = Countdown()
    database = build(game, tmp_path / "it.cpdb", compiled=False).attach(game)
    endings = Endings.of(database, compiled)
    assert endings.amounts[1:] == [0.5, 1.0] if not compiled else database.amounts == [0.5, 1.0]
    for state in cp.solve_all(game, compiled=False).table.states:
        known = database.known(state)
        assert known is not None
        is_known, worth, plies = cp.run(heard, game, state, endings, compiled=compiled)
        assert is_known and (worth, plies) == (known.value, known.distance)
        for stranger in (state._replace(half=7.5), state._replace(left=-99), state._replace(wide=1 << 98)):
            assert cp.run(heard, game, stranger, endings, compiled=compiled)[0] is False


FOUR = cp.load("connect_four(rows=4,columns=4)")


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Database:
    """All positions of Connect Four on 4x4, built by machine code."""
    return build(FOUR, tmp_path_factory.mktemp("reached") / "connect_four.cpdb").attach(FOUR)


def strangers(database: Database, seed: int) -> Iterator[Any]:
    """Positions that nobody can reach, but from which positions of the database can be reached: one stone less, as if it came too early."""
    rng = Random(seed)
    while True:
        state: Any = FOUR.initial()
        for _ in range(2 + rng.below(10)):
            if not FOUR.is_terminal(state):
                actions = list(FOUR.actions(state))
                state = FOUR.result(state, actions[rng.below(len(actions))])
        for column in range(4):
            stones = state.stones >> 5 * column & 15
            top = 1 << 5 * column + stones.bit_length() - 1 if stones else 0
            before = state._replace(mine=state.stones ^ state.mine ^ top, stones=state.stones ^ top)
            if top and not state.mine & top and not FOUR.is_terminal(before) and database.known(before) is None:
                yield before


def test_positions_that_are_not_there_are_known_where_all_lines_lead_into_it(four: Database) -> None:
    """A few nodes know what without the database takes thousands, or thousands of games that are played at random."""
    engine, decided, proven = cp.Engine(FOUR, database=four), 0, 0
    for state, seed in zip(strangers(four, 1), range(40), strict=False):
        right = cp.solve_all(FOUR, state, compiled=True)[state]
        found = engine.search(state, depth=16)
        assert (found.value, found.distance, found.exact) == (right.value, right.distance, True) and found.nodes < 1000
        decided += right.value != 0
        sampled = cp.mcts(FOUR, state, simulations=100, database=four, seed=seed)
        proven += sampled.exact
        assert not sampled.exact or sampled.value == right.value
    assert decided > 5 and proven > 5


def test_interpreted_and_compiled_ask_it_alike(four: Database) -> None:
    for state, _ in zip(strangers(four, 2), range(4), strict=False):
        for name, limit in (("engine", {"depth": 3}), ("mcts", {"simulations": 30, "seed": 1})):
            both = [getattr(cp, name)(FOUR, state, database=four, compiled=compiled, **limit) for compiled in (False, True)]
            assert len({(one.action, one.value, one.line, one.nodes, one.distance, one.exact) for one in both}) == 1, name


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


class Mute:
    """A number that does not say which it is."""

    def __init__(self, number: int):
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mute) and other.number == self.number

    def __hash__(self) -> int:
        return hash(self.number)

    def __lt__(self, other: Any) -> bool:
        return bool(self.number < other.number)

    def __repr__(self) -> str:
        return "Mute()"


class Unheard(cp.Game[tuple[Mute, int], int]):
    """One or two are taken from a few; whoever takes the last wins."""

    alternates = True
    compiles = False

    def initial(self) -> tuple[Mute, int]:
        return Mute(5), 0

    def to_move(self, state: tuple[Mute, int]) -> int:
        return state[1]

    def actions(self, state: tuple[Mute, int]) -> Iterator[int]:
        yield from range(1, min(2, state[0].number) + 1)

    def result(self, state: tuple[Mute, int], action: int) -> tuple[Mute, int]:
        return Mute(state[0].number - action), 1 - state[1]

    def is_terminal(self, state: tuple[Mute, int]) -> bool:
        return state[0].number == 0

    def utility(self, state: tuple[Mute, int], player: int) -> float:
        return -1.0 if player == state[1] else 1.0


def test_states_that_look_alike_when_written_have_no_database(tmp_path: Path) -> None:
    with pytest.raises(cp.CounterplayError, match="two different states have one key"):
        build(Unheard(), tmp_path / "unheard.cpdb")
    assert not (tmp_path / "unheard.cpdb").exists()


def test_a_private_slot_is_spelled() -> None:
    class Hidden:
        __slots__ = ("__number",)

        def __init__(self, number: int):
            self.__number = number

    assert spelled(Hidden(1)) != spelled(Hidden(2))
