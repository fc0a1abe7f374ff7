"""UCI: what the door says in this process, whatever is said to it. tests/protocols/test_uci_pipes.py speaks to a real one."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.cli.conftest import environment

from counterplay import UsageError
from counterplay.games.chess import Chess
from counterplay.protocols.uci.benchmark import count
from counterplay.protocols.uci.clock import LEAST_SECONDS, Lost, budget
from counterplay.protocols.uci.door import Uci
from counterplay.protocols.uci.going import Going, read_going
from counterplay.protocols.uci.handicap import choose, handicap
from counterplay.protocols.uci.options import LEAST_ELO, MOST_ELO, OPTIONS, NotAnOption, Settings, set_option
from counterplay.protocols.uci.thinking import Thinking
from counterplay.protocols.uci.words import chances, score
from counterplay.rng import Random
from counterplay.search.analysis import BestLine
from counterplay.search.engine import Engine

GAME = Chess()


class Door(Uci):
    """One that notes what it says and what it would do, and does nothing that takes long."""

    def __init__(self) -> None:
        self.said: list[str] = []
        super().__init__(self.said.append)
        self.jobs: list[Callable[[], None]] = []
        self.workshop.do = self.jobs.append  # type: ignore[method-assign,assignment]

    def fen(self) -> str:
        return self._game().format_state(self._position()[-1])


def told(*lines: str) -> Door:
    door = Door()
    for line in lines:
        door.hear(line)
    return door


# ── Answered at once ──
def test_nothing_heavy_is_loaded_before_uciok() -> None:
    program = (
        "import sys; from counterplay.protocols.uci.door import Uci; door = Uci(lambda line: None); door.workshop.do = lambda job: None;"
        "door.hear('uci'); heavy = {'numba', 'numpy', 'typer', 'rich', 'counterplay.games.chess'}; assert not heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env=environment(), timeout=600)


def test_every_option_is_declared_and_can_be_set() -> None:
    door = told("uci")
    assert door.said[0].startswith("id name counterplay ") and door.said[-1] == "uciok"
    declared = [line for line in door.said if line.startswith("option name ")]
    wanted = "Hash Threads MultiPV Ponder Move_Overhead OwnBook UCI_Chess960 UCI_ShowWDL SyzygyPath Clear_Hash UCI_LimitStrength UCI_Elo"
    assert {line[12 : line.index(" type ")].replace(" ", "_") for line in declared} == set(wanted.split())
    for name, option in OPTIONS.items():
        value = {"spin": "1000" if name == "UCI_Elo" else "2", "check": "true", "string": "somewhere", "button": ""}[option.kind]
        before = len(door.said)
        door.hear(f"setoption name {name.upper()} value {value}" if value else f"setoption name {name}")
        assert [line for line in door.said[before:] if "SyzygyPath is accepted" not in line] == []
    assert door.settings == Settings(2, 2, 2, True, 2, True, True, True, True, 1000, "somewhere")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "write: setoption"),
        ("Hash 5", "write: setoption"),
        ("name Contempt value 5", "no option 'Contempt'; there are Hash"),
        ("name Hash value much", "from 1 to 65536, not 'much'"),
        ("name Hash value 0", "from 1 to"),
        ("name Hash", "from 1 to"),
        ("name Ponder value perhaps", "true or false"),
    ],
)
def test_options_that_mean_nothing(text: str, words: str) -> None:
    settings = Settings()
    with pytest.raises(NotAnOption, match=words):
        set_option(settings, text)
    assert settings == Settings()


# ── Positions ──
@pytest.mark.parametrize("line", ["position fen", "position fen moves e2e4"])
def test_no_position_is_no_position_even_at_the_beginning(line: str) -> None:
    door = told(line)
    assert door.said[-1].startswith("info string ") and "Error" not in door.said[-1]
    with pytest.raises(UsageError, match="no position"):
        door.fen()


def test_positions() -> None:
    door = told("position startpos moves e2e4 c7c5")
    assert door.fen() == "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    door.hear("position startpos moves e2e4 c7c5 g1f3")
    assert len(door._position()) == 4
    door.hear("position startpos moves e2e4 e7e5")
    assert door.fen().startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3")
    door.hear("position fen 8/P7/8/8/8/8/8/k1K5 w - - 3 40 moves a7a8q")
    assert door.fen() == "Q7/8/8/8/8/8/8/k1K5 b - - 0 40"


NO_POSITIONS = ("position", "position nowhere", "position fen 8/8", "position startpos moves e2e5", "position startpos moves x")


@pytest.mark.parametrize("nonsense", NO_POSITIONS)
def test_after_a_position_that_is_refused_there_is_none(nonsense: str) -> None:
    """The one before is not played on: nobody asked about it."""
    door = told("position fen 8/P7/8/8/8/8/8/k1K5 w - - 3 40")
    for command in (nonsense, "d", "go perft 1", "go depth 1"):
        before = len(door.said)
        door.hear(command)
        assert len(door.said) == before + 1 and door.said[-1].startswith("info string "), command
    assert f"'{nonsense}' was refused" in door.said[-1]
    assert door.thinking is None
    assert answers(door) == ["bestmove 0000"]
    door.hear("position fen 8/P7/8/8/8/8/8/k1K5 w - - 3 40")
    assert door.fen().startswith("8/P7/"), "another one, or the same as before, is one again"


@pytest.mark.parametrize(
    ("asked", "then"), [("go infinite", "stop"), ("go ponder", "ponderhit"), ("go ponder", "stop"), ("go infinite", "go perft -1")]
)
def test_without_a_position_too_nobody_is_answered_before_they_say_so(asked: str, then: str) -> None:
    door = told("position fen 8/8", asked)
    assert answers(door) == []
    door.hear(then)
    assert answers(door)[0] == "bestmove 0000"
    for command in ("stop", "ponderhit"):
        door.hear(command)
    assert answers(door) == [], "once"


def answers(door: Door) -> list[str]:
    """What is told when the work that waits is done."""
    before = len(door.said)
    while door.jobs:
        door.jobs.pop(0)()
    return door.said[before:]


def test_castling_is_written_as_the_option_says() -> None:
    for chess960, castling in ((False, "e1g1"), (True, "e1h1")):
        door = told(
            f"setoption name UCI_Chess960 value {str(chess960).lower()}", f"position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves {castling}"
        )
        assert door.fen() == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"


def test_a_search_knows_the_game_since_the_last_move_that_cannot_be_undone() -> None:
    door = told("position startpos moves e2e4 e7e5 g1f3 g8f6 f3g1 f6g8", "go infinite")
    assert door.thinking is not None
    assert [GAME.format_state(state).split()[3:] for state in door.thinking.earlier] == [["-", str(n), str(2 + n // 2)] for n in range(4)]


# ── Garbage ──
SAID = (
    "uci isready setoption ucinewgame position startpos fen moves go stop ponderhit quit bench d name value Hash e2e4 e7e5 wtime btime",
    "winc movestogo movetime depth nodes mate infinite ponder searchmoves perft 1 -1 0 99999999999999999999 1.5 x w - é",
)
WORDS = st.sampled_from([*(word for line in SAID for word in line.split()), "\0", "\t"])


@given(st.lists(st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=9).map(" ".join)), max_size=20))
def test_no_garbage_ends_the_conversation(lines: list[str]) -> None:
    door = Door()
    for line in lines:
        door.hear(line)
        assert all("\n" not in said or said.endswith("to move") for said in door.said)
    door.hear("position startpos moves e2e4")
    assert door.fen().split()[1] == "b"


def test_words_before_a_command_are_passed_over() -> None:
    assert told("joho what position startpos moves e2e4").fen().split()[1] == "b"
    assert told("fly away").said == [told("fly away").said[0]] != []
    assert "unknown command 'fly away'" in told("fly away").said[0]
    assert told("", "   ", "debug on", "register later").said == []


# ── Limits and clocks ──
def test_every_limit_is_read() -> None:
    words = "wtime 1 btime 2 winc 3 binc 4 movestogo 5 movetime 6 depth 7 nodes 8 mate 9 infinite ponder searchmoves e2e4 d2d4 perft 10"
    assert read_going(words.split()) == Going(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, True, True, ["e2e4", "d2d4"])
    assert read_going(["wtime", "-40", "depth", "x", "nodes"]) == Going(white_time=0, unread=["depth", "x", "nodes"])
    assert read_going(["nodes", "9" * 50]).nodes == 10**12


@pytest.mark.parametrize(
    ("words", "white", "black"),
    [
        ("", False, False),
        ("infinite", False, False),
        ("infinite depth x", False, False),
        ("depth x", True, True),
        ("ponder movetime", True, True),
        ("depth x nodes 5", False, False),
        ("wtime 5000", False, True),
        ("wtime x btime 5000", True, False),
        ("wtime 5000 movetime 100", False, False),
        ("mate 3 depth x", False, False),
        ("mate 4", False, False),
        ("mate 4 depth x", True, True),
    ],
)
def test_limits_are_unclear_where_somebody_wanted_some_and_there_are_none(words: str, white: bool, black: bool) -> None:
    going = read_going(words.split())
    assert (going.is_unclear(0), going.is_unclear(1)) == (white, black)


def test_another_game_begins_when_the_one_before_is_answered() -> None:
    """What the last move of a game has left on the clock says nothing about the first one of the next."""
    door = told("position fen 7k/8/8/8/8/8/8/K7 w - - 0 1", "go wtime 1000 btime 1000", "ucinewgame", "go wtime 900 btime 900")
    door.workshop.engine = lambda settings: Engine(GAME, compiled=False)  # type: ignore[method-assign,assignment]
    answers(door)
    assert door._lost.worst == 0


def test_a_count_of_no_plies_is_one_and_less_is_refused() -> None:
    assert (read_going(["perft", "0"]).perft, read_going(["perft", "-1"]).perft) == (0, -1)
    with pytest.raises(UsageError, match="depth=-1"):
        list(count(GAME, GAME, GAME.initial(), -1, threading.Event()))


def test_where_nobody_can_win_there_is_a_score_too() -> None:
    said: list[str] = []
    root = GAME.parse_state("7k/8/8/8/8/8/8/K7 w - - 0 1")
    Thinking(GAME, [root], Going(depth=3), Settings(), said.append, Lost()).run(lambda: Engine(GAME, compiled=False))
    assert said[0] == "info depth 0 score cp 0" and said[-1].startswith("bestmove a1")


@given(
    time=st.integers(0, 10_000_000),
    increment=st.integers(0, 60_000),
    moves=st.none() | st.integers(1, 80),
    overhead=st.integers(0, 5_000),
    side=st.integers(0, 1),
)
def test_no_move_takes_more_time_than_there_is(time: int, increment: int, moves: int | None, overhead: int, side: int) -> None:
    going = Going(moves_to_go=moves)
    for name in ("white", "black"):
        setattr(going, f"{name}_time", time if name == ("white", "black")[side] else 1)
        setattr(going, f"{name}_increment", increment)
    found = budget(going, side, overhead)
    assert found is not None
    assert LEAST_SECONDS <= found.usual <= found.most
    assert found.most <= max(LEAST_SECONDS, 0.8 * (max(0.0, time - overhead) / 1000))
    left = time / 1000
    for _ in range(moves or 60):  # a whole game in which every move takes the usual time
        one = budget(Going(white_time=int(1000 * left), white_increment=increment, moves_to_go=moves), 0, overhead)
        assert one is not None
        left += increment / 1000 - one.usual
        moves = moves - 1 if moves is not None and moves > 1 else moves
    assert left > -100 * LEAST_SECONDS, "but for the least that a move takes"


@given(lost=st.integers(0, 900), think=st.integers(0, 40), moves=st.integers(40, 200))
def test_on_a_busy_machine_that_loses_time_with_every_move_no_flag_falls(lost: int, think: int, moves: int) -> None:
    """Whatever is lost on the way, once it is known there is a reserve for it as long as a move adds as much."""
    known, left, increment = Lost(), 60_000.0, lost
    for _ in range(moves):
        going = Going(white_time=int(left), white_increment=increment)
        known.asked(going, 0)
        one = budget(going, 0, 30, known)
        assert one is not None
        spent = min(one.most, one.usual + think / 1000)
        known.answered(going, 0, spent)
        left += increment - 1000 * spent - lost
        assert left > 0
    assert known.worst == pytest.approx(lost, abs=1.5)


def test_what_is_no_loss_on_the_way_is_not_counted() -> None:
    known = Lost()
    known.answered(Going(white_time=1000), 0, 0.1)
    known.asked(Going(white_time=5000), 0)  # time was added
    assert known.worst == 0
    known.answered(Going(white_time=60_000), 0, 0.1)
    known.asked(Going(white_time=10), 0)  # somebody set the clock
    assert known.worst == 0
    known.answered(Going(white_time=1000, black_time=1000), 0, 0.1)
    known.asked(Going(white_time=900, black_time=500), 1)  # the other side's clock
    assert known.worst == 0
    known.answered(Going(white_time=1000), 0, 0.1)
    known.asked(Going(white_time=850), 0)
    assert known.worst == pytest.approx(50)
    known = Lost()
    known.answered(Going(white_time=1000), 0, 0.1)
    known.another_game()
    known.asked(Going(white_time=100), 0)
    assert known.worst == 0


def test_a_time_for_the_move_is_used_whole() -> None:
    found = budget(Going(move_time=500), 0, 30)
    assert found is not None
    assert found.most == pytest.approx(0.47)
    assert not found.is_enough(0.46, changed=False)
    assert budget(Going(depth=5), 0, 30) is None


# ── Words ──
@pytest.mark.parametrize(
    ("distance", "value", "words"), [(1, 1.0, "mate 1"), (3, 1.0, "mate 2"), (2, -1.0, "mate -1"), (4, -1.0, "mate -2")]
)
def test_mates_are_counted_in_moves(distance: int, value: float, words: str) -> None:
    assert score(BestLine(0, value, (0,), distance, True)) == words


@given(st.floats(-0.999, 0.999))
def test_chances_add_up_and_the_better_side_has_more(value: float) -> None:
    _, won, drawn, lost = chances(BestLine(0, value, (0,), None, False)).split()
    assert int(won) + int(drawn) + int(lost) == 1000
    assert min(int(won), int(drawn), int(lost)) >= 0
    assert (int(won) >= int(lost)) == (value >= 0) or won == lost


def test_a_higher_elo_looks_further_and_errs_less() -> None:
    found = [handicap(elo) for elo in range(LEAST_ELO, MOST_ELO + 1, 100)]
    assert all(one.nodes < other.nodes and one.noise > other.noise for one, other in pairwise(found))
    lines = [BestLine(number, value, (number,), None, False) for number, value in enumerate((0.3, 0.25, -0.9))]
    chosen = [choose(lines, 100.0, Random(seed)).action for seed in range(200)]
    assert set(chosen) == {0, 1} and choose(lines, 0.0, Random(1)).action == 0
