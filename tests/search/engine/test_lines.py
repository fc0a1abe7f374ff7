"""The lines that the engine tells: to the end where one is proven, and not round in circles."""

from __future__ import annotations

import threading
from array import array
from itertools import pairwise
from typing import Any

import chess
import pytest
from tests.search.engine.lattice import Circle

import counterplay as cp
from counterplay.errors import Stopped
from counterplay.kernels import Runner
from counterplay.native.keys import key_words
from counterplay.search.endings import Endings
from counterplay.search.engine import BestLine, following
from counterplay.search.engine import room as layout
from counterplay.search.engine.deepening import Deepening, Question
from counterplay.search.engine.principal import find_value
from counterplay.search.engine.repeating import came_back
from counterplay.search.engine.room import Room
from counterplay.search.engine.settings import SELECTIVE
from counterplay.transpositions import CompiledTranspositionTable, TranspositionTable


def test_the_line_asks_once_of_each_state_whether_it_has_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, Any]] = []

    def noted(game: Any, state: Any, ply: int, *rest: Any) -> Any:
        asked.append((ply, state))
        return came_back(game, state, ply, *rest)

    monkeypatch.setattr(following, "came_back", noted)
    before = vars(find_value).pop("interpreted", None)  # made when first used, it would call what `came_back` meant then
    try:
        found = cp.engine(Circle(places=8, start=2), depth=8, compiled=False, deepening=False, aspiration=False)
    finally:
        vars(find_value).pop("interpreted")
        if before is not None:
            vars(find_value)["interpreted"] = before
    assert len(found.line) == 2 and asked
    assert all(one != other for one, other in pairwise(asked))


THOROUGH: Any = dict.fromkeys(SELECTIVE, False)
MATES = ("8/8/3k4/8/8/3K4/8/R7 w - - 0 1", "3k4/8/3K4/8/8/8/3Q4/8 w - - 0 1", "8/8/8/3k4/8/8/QK6/8 b - - 0 1")


@pytest.mark.parametrize("fen", MATES)
def test_the_line_of_a_proven_mate_ends_with_mate(fen: str) -> None:
    """As python-chess sees it."""
    game, board = cp.load("chess"), chess.Board(fen)
    found = cp.engine(game, game.parse_state(fen), nodes=3_000_000, memory=64 << 20, compiled=True)
    assert found.distance is not None and found.nodes <= 3_000_064
    state = game.parse_state(fen)
    for action in found.line:
        board.push_san(game.format_action(state, action))
        state = game.result(state, action)
    assert board.is_checkmate() and board.turn != (chess.Board(fen).turn == (found.value > 0))
    assert len(found.line) == found.distance


SOONER = (
    ("k7/8/8/8/K7/8/8/2BB4 w - - 0 1", 100_000, 1, 1),
    ("2k5/R7/8/4R3/8/7K/8/8 b - - 0 1", 20_000, 1, 1),
    ("8/2k5/8/8/8/8/7K/3R3Q b - - 0 1", 400_000, 1, 16),
    ("8/2K2k2/8/8/Q7/8/8/8 w - - 0 1", 400_000, 3, 16),
)
"""Positions, and with how many nodes, lines and megabytes a line was told that ended sooner than the number beside it said."""


@pytest.mark.parametrize(("fen", "nodes", "lines", "megabytes"), SOONER)
def test_a_line_does_not_end_sooner_than_the_number_beside_it_says(fen: str, nodes: int, lines: int, megabytes: int) -> None:
    """What is found from the end of a line may be sooner than what was proven at the root: but whoever loses may have something better."""
    game = cp.load("chess")
    root, proven = game.parse_state(fen), 0
    engine = cp.Engine(game, memory=megabytes << 20, compiled=True)
    for said in engine.analyse(root, nodes=nodes, lines=lines):
        assert len({line.action for line in said.lines}) == len(said.lines)
        for line in said.lines:
            if line.distance is None:
                continue
            board, state = chess.Board(fen), root
            for action in line.line:
                board.push_san(game.format_action(state, action))
                state = game.result(state, action)
            assert line.line[0] == line.action and len(line.line) <= line.distance
            assert board.is_checkmate() == (len(line.line) == line.distance), (said.depth, line)
            proven += len(line.line) == line.distance
            if line.distance <= 6:  # what overlooks nothing finds no mate that would take longer
                rest = cp.engine(game, game.result(root, line.action), depth=line.distance - 1, compiled=True, **THOROUGH)
                assert rest.distance is not None and rest.distance < line.distance
    assert proven


TOLD = "7k/8/8/8/8/8/QR6/K7 b - - 0 1"


@pytest.mark.parametrize("nodes", [2000, 30_000])
@pytest.mark.parametrize("seconds", [None, 60.0])
def test_few_nodes_go_into_telling_a_line_and_none_beyond_those_allowed(
    nodes: int, seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[int, int]] = []
    tell = Deepening._told_further

    def noted(self: Deepening, line: BestLine, left_out: list[Any]) -> BestLine:
        before = self.nodes
        further = tell(self, line, left_out)
        told.append((before, self.nodes - before))
        return further

    monkeypatch.setattr(Deepening, "_told_further", noted)
    game = cp.load("chess")
    engine = cp.Engine(game, memory=16 << 20, compiled=True)
    *_, last = engine.analyse(game.parse_state(TOLD), nodes=nodes, seconds=seconds, lines=4)
    few = 64  # that are entered before the search sees that it is over
    assert last.nodes <= nodes + few
    assert any(spent for _, spent in told)
    assert all(spent <= min(max(1000, before // 20), nodes - before) + few for before, spent in told)


@pytest.mark.parametrize("compiled", [True, False])
def test_who_tells_a_line_leaves_the_room_as_it_was_and_counts_what_was_stopped(compiled: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The killers and the game before the root are there again, without any kernel that a clock could stop."""
    game = cp.load("chess")
    root = game.parse_state("3k4/8/3K4/8/8/8/3Q4/8 w - - 8 1")
    action, other = list(game.actions(root))[:2]
    switches = cp.Engine(game).switches.decided(game, by_depth=True, to_the_end=False)
    question = Question(game, root, switches, earlier=(game.result(root, other), game.result(root, action)))
    run, room = Runner(compiled), Room(compiled, motifs=True)
    table = CompiledTranspositionTable(1 << 20, key_words(game)) if compiled else TranspositionTable(1 << 20)
    one = Deepening(question, run, room, table, Endings.of(None, compiled), threading.Event())
    one.prepare()
    room.words[layout.KILLER : layout.COUNTERMOVE] = array("q", range(layout.COUNTERMOVE - layout.KILLER))
    before = list(room.words[layout.REPETITION : layout.CREDITS])

    def stopped(self: Deepening, wins: bool) -> BestLine | None:
        self.room.begin()
        self.prepare()
        assert list(room.words[layout.REPETITION : layout.CREDITS]) != before
        self.nodes += 7
        monkeypatch.setattr(Runner, "__call__", refuse)
        raise Stopped("no time left")

    def refuse(*arguments: Any, **details: Any) -> None:
        raise Stopped("no time left")

    monkeypatch.setattr(Deepening, "_way_to_the_end", stopped)
    line = BestLine(action, 1.0, (action,), 5, exact=True)
    assert one._told_further(line, []) == line
    assert one.nodes == 7
    assert list(room.words[layout.REPETITION : layout.REPETITION + 1]) == before[:1] == [3]
    assert list(room.words[layout.KILLER : layout.COUNTERMOVE]) == list(range(layout.COUNTERMOVE - layout.KILLER))
    assert list(room.words[layout.PATH : layout.PATH + 2]) == before[layout.PATH - layout.REPETITION :][:2]


@pytest.mark.parametrize(
    "moves", ["2252576253462244111563365343671351441", "7422341735647741166133573473242566", "1233722555341451114725221333"]
)
@pytest.mark.parametrize("compiled", [True, False])
def test_the_line_of_a_proven_win_ends_with_it(moves: str, compiled: bool) -> None:
    """Positions of Pascal Pons's sets: the winner's score says after how many plies the game is over."""
    game = cp.load("connect_four")
    root = state = game.parse_state(moves)
    found = cp.engine(game, root, nodes=20_000, compiled=compiled)
    for action in found.line:
        assert action in game.actions(state) and not game.is_terminal(state)
        state = game.result(state, action)
    assert game.is_terminal(state) and game.utility(state, game.to_move(root)) == found.value
    score = cp.Solver(game).solve(root).score
    assert score is not None and found.value == (1.0 if score > 0 else -1.0)
    stones = 22 - abs(score) - (len(moves) + (score < 0)) // 2  # so many more the winner will have dropped
    assert found.distance is not None and found.distance >= len(found.line) >= 2 * stones - (score > 0)
