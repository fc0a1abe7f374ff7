"""UCI through real pipes: python-chess as the other program for everything it knows, and plain lines for what it does not."""

from __future__ import annotations

import os
import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import environment

pytest.importorskip("chess.engine", reason="python-chess is not installed")
import chess.engine

COMMAND = [sys.executable, "-m", "counterplay", "uci"]
PATIENCE = 300.0
"""Somebody has to compile first."""
MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


@pytest.fixture(scope="module")
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE, env=environment()) as one:
        yield one


class Program:
    """A process, line by line; nothing waits for ever."""

    def __init__(self, command: list[str] = COMMAND) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))
        self.lines.put(None)

    def say(self, *lines: str | bytes) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write((line.encode() if isinstance(line, str) else line) + b"\n")
        self.process.stdin.flush()

    def until(self, word: str) -> list[str]:
        """The lines up to the first one that begins with this word."""
        found: list[str] = []
        while True:
            line = self.lines.get(timeout=PATIENCE)
            assert line is not None, f"it ended, and never said {word}: {found[-3:]}"
            found.append(line)
            if line.split()[:1] == [word]:
                return found

    def rest(self) -> list[str]:
        """What it says until it ends."""
        found = []
        while (line := self.lines.get(timeout=PATIENCE)) is not None:
            found.append(line)
        assert self.process.wait(timeout=600) == 0
        return found


@pytest.fixture(scope="module")
def kept() -> Iterator[Program]:
    program = Program()
    program.say("uci", "isready")
    program.until("readyok")
    yield program
    program.process.kill()
    program.process.wait()


@pytest.fixture
def program(kept: Program) -> Program:
    kept.say("stop", "ucinewgame", "position startpos", "isready")
    kept.until("readyok")
    return kept


# ── With python-chess ──
def push(board: chess.Board, move: chess.Move | None) -> None:
    assert move is not None and move in board.legal_moves
    board.push(move)


@pytest.mark.parametrize(
    "limit",
    [
        {"time": 0.05},
        {"depth": 4},
        {"nodes": 3000},
        {"white_clock": 1.0, "black_clock": 1.0, "white_inc": 0.01, "black_inc": 0.01},
        {"white_clock": 0.01, "black_clock": 0.01},
        {"white_clock": 5.0, "black_clock": 5.0, "remaining_moves": 20},
    ],
    ids=lambda limit: next(iter(limit)),
)
def test_it_plays_legal_moves_within_any_limit(engine: chess.engine.SimpleEngine, limit: dict[str, float]) -> None:
    board = chess.Board()
    for _ in range(6):
        answer = engine.play(board, chess.engine.Limit(**limit), info=chess.engine.INFO_ALL)  # type: ignore[arg-type]
        push(board, answer.move)
        assert answer.info.get("depth", 0) <= limit.get("depth", 200)
        assert answer.info.get("nodes", 0) <= limit.get("nodes", 1e9) + 64  # the limit is looked at now and then
        if answer.ponder is not None:
            assert answer.ponder in board.legal_moves


def test_what_it_says_while_it_thinks(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10")
    found = engine.analyse(board, chess.engine.Limit(depth=6), multipv=3)
    assert [info["multipv"] for info in found] == [1, 2, 3]
    assert len({info["pv"][0] for info in found}) == 3
    scores = [info["score"].white().score() for info in found]
    assert scores == sorted(scores, key=lambda score: -(score or 0))
    for info in found:
        assert {"depth", "seldepth", "score", "nodes", "nps", "hashfull", "time", "pv"} <= set(info)
        assert info["depth"] == 6 <= info["seldepth"]
        after = board.copy()
        for move in info["pv"]:
            assert move in after.legal_moves
            after.push(move)


def test_only_the_moves_asked_for(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    wanted = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    found = engine.analyse(board, chess.engine.Limit(depth=4), multipv=5, root_moves=wanted)
    assert {info["pv"][0] for info in found} == set(wanted)
    assert engine.play(board, chess.engine.Limit(depth=3), root_moves=wanted[:1]).move == wanted[0]


def test_with_its_own_book_games_begin_differently(engine: chess.engine.SimpleEngine) -> None:
    def first_moves() -> list[chess.Move | None]:
        return [engine.play(chess.Board(), chess.engine.Limit(depth=2), game=object()).move for _ in range(20)]

    assert len(set(first_moves())) == 1
    engine.configure({"OwnBook": True})
    assert len(set(first_moves())) > 1
    after = chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    answer = engine.play(after, chess.engine.Limit(depth=3)).move
    assert answer is not None and answer in after.legal_moves  # where the book knows nothing
    engine.configure({"OwnBook": False})


def test_mates(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board(MATE_IN_TWO)
    info = engine.analyse(board, chess.engine.Limit(mate=2))
    assert info["score"].white() == chess.engine.Mate(2)
    board.push(info["pv"][0])
    board.push(next(iter(board.legal_moves)))
    assert engine.analyse(board, chess.engine.Limit(depth=3))["score"].white() == chess.engine.Mate(1)


@pytest.mark.parametrize(("name", "moves"), [("mate1", 1), ("mate2_first140", 2), ("mate3", 3)])
def test_near_mates_are_found_for_sure(engine: chess.engine.SimpleEngine, shared_data: Path, name: str, moves: int) -> None:
    """All of the files; the mate is then played through by python-chess, against every reply."""
    for fen in (shared_data / f"chess/{name}.fen").read_text().splitlines():
        board = chess.Board(fen)
        info = engine.analyse(board, chess.engine.Limit(mate=moves))
        found = info["score"].relative.mate()
        assert found is not None and 0 < found <= moves, fen
        board.push(info["pv"][0])
        assert is_mated(board, found - 1), fen


def mates(board: chess.Board, moves: int) -> bool:
    """Whether who is to move mates in so many moves at most."""
    for move in list(board.legal_moves):
        board.push(move)
        mated = is_mated(board, moves - 1)
        board.pop()
        if mated:
            return True
    return False


def is_mated(board: chess.Board, moves: int) -> bool:
    """Whether who is to move is mated, or will be in so many moves of the other, whatever is played."""
    if board.is_checkmate():
        return True
    if moves == 0 or board.is_game_over():
        return False
    for move in list(board.legal_moves):
        board.push(move)
        mated = mates(board, moves)
        board.pop()
        if not mated:
            return False
    return True


def test_win_draw_loss(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"UCI_ShowWDL": True})
    even = engine.analyse(chess.Board(), chess.engine.Limit(depth=3))["wdl"].white()
    ahead = engine.analyse(chess.Board("4k3/8/8/8/8/8/4P3/QQ2K3 w - - 0 1"), chess.engine.Limit(nodes=2000))["wdl"].white()
    engine.configure({"UCI_ShowWDL": False})
    assert sum(even) == sum(ahead) == 1000
    assert even.draws > 400 and ahead.wins > 900


def test_chess960(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board.from_chess960_pos(0)
    for _ in range(12):
        answer = engine.play(board, chess.engine.Limit(nodes=500))
        push(board, answer.move)
    board = chess.Board("1k6/8/8/8/8/8/8/RK5R w HA - 0 1", chess960=True)
    castling = [move for move in board.legal_moves if board.is_castling(move)]
    found = engine.analyse(board, chess.engine.Limit(depth=2), multipv=2, root_moves=castling)
    assert {info["pv"][0] for info in found} == set(castling)


def test_a_limited_strength_still_plays_legal_moves(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 800})
    board = chess.Board()
    moves = [engine.play(board, chess.engine.Limit(time=5), info=chess.engine.INFO_ALL) for _ in range(30)]
    engine.configure({"UCI_LimitStrength": False})
    assert all(answer.move is not None and board.is_legal(answer.move) for answer in moves)
    assert all(answer.info["nodes"] < 1000 for answer in moves)
    assert len({answer.move for answer in moves}) > 3, "it is not always the same mistake"


def test_other_sizes_and_threads(engine: chess.engine.SimpleEngine) -> None:
    engine.configure({"Hash": 2, "Threads": 2})
    engine.configure({"Clear Hash": None})
    engine.ping()
    assert engine.play(chess.Board(), chess.engine.Limit(time=0.1), info=chess.engine.INFO_ALL).info["nodes"] > 0
    engine.configure({"Hash": 64, "Threads": 1})
    engine.ping()


def test_pondering(engine: chess.engine.SimpleEngine) -> None:
    board, clock = chess.Board(), chess.engine.Limit(white_clock=2.0, black_clock=2.0)
    answer = engine.play(board, clock, ponder=True)
    for _ in range(4):
        push(board, answer.move)
        push(board, answer.ponder or next(iter(board.legal_moves)))
        answer = engine.play(board, clock, ponder=True)  # python-chess says ponderhit, or stop and go
        assert board.is_legal(answer.move or chess.Move.null())


# ── With plain lines ──
def test_it_answers_while_it_thinks_and_thinks_until_it_is_stopped(program: Program) -> None:
    program.say("go infinite", "isready")
    before = program.until("readyok")
    assert not any(line.startswith("bestmove") for line in before)
    program.say("stop")
    assert program.until("bestmove")[-1].split()[1] != "(none)"


def test_a_proven_mate_is_kept_until_somebody_asks(program: Program) -> None:
    program.say(f"position fen {MATE_IN_TWO}", "go infinite")
    while "score mate 2" not in program.until("info")[-1]:
        pass
    program.say("isready")
    assert not any(line.startswith("bestmove") for line in program.until("readyok"))
    program.say("stop")
    assert program.until("bestmove")[-1].startswith("bestmove a1a6")


def test_pondering_ends_with_ponderhit_or_stop(program: Program) -> None:
    for ends in ("ponderhit", "stop"):
        program.say("position startpos moves e2e4 e7e5", "go ponder wtime 300 btime 300 winc 10 binc 10", "isready")
        assert not any(line.startswith("bestmove") for line in program.until("readyok"))
        program.say(ends)
        assert program.until("bestmove")


@pytest.mark.parametrize("times", [1, 5])
def test_stop_comes_at_any_moment(program: Program, times: int) -> None:
    for _ in range(10):
        program.say("go infinite", *["stop"] * times)
        assert program.until("bestmove")
    program.say("stop", "ponderhit", "isready")
    assert program.until("readyok") == ["readyok"], "nothing is answered twice"


@pytest.fixture(params=["counterplay", "stockfish"])
def either(request: pytest.FixtureRequest) -> Iterator[Program]:
    """Ours and the program that everybody takes for the standard: both must pass."""
    if request.param == "counterplay":
        yield request.getfixturevalue("program")
        return
    path = shutil.which("stockfish", path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")
    if path is None:
        pytest.skip("there is no stockfish here to compare with")
    stockfish = Program([path])
    yield stockfish
    stockfish.process.kill()
    stockfish.process.wait()


def test_what_is_asked_during_a_search_is_done_after_it(either: Program) -> None:
    """Nothing is cut off, every answer belongs to its own position, and what comes between changes nothing of what is under way."""
    boards = [chess.Board(fen) for fen in ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", MATE_IN_TWO)]
    for between in (
        [],
        ["setoption name Hash value 4"],
        ["ucinewgame"],
        ["setoption name MultiPV value 3", "setoption name MultiPV value 1"],
    ):
        for board in boards:
            either.say(f"position fen {board.fen()}", "go nodes 60000", *between)
        either.say("position startpos", "isready")  # the position of a search stays its own
        for board in boards:
            said = either.until("bestmove")
            assert chess.Move.from_uci(said[-1].split()[1]) in board.legal_moves, said[-1]
            told = [line.split() for line in said if " nodes " in line]
            assert board.fen() == MATE_IN_TWO or int(told[-1][told[-1].index("nodes") + 1]) > 20_000, "it has not been cut off"
            assert not any("multipv 2" in line for line in said)
    either.say("setoption name Hash value 64", "stop")


def test_stop_ends_all_that_was_asked(program: Program) -> None:
    program.say("go depth 100", "go depth 100", "go perft 40", "go infinite", "isready")
    assert not any(line.startswith("bestmove") for line in program.until("readyok"))
    program.say("stop")
    for _ in range(3):
        program.until("bestmove")
    program.say("isready")
    assert not any(line.startswith("bestmove") for line in program.until("readyok"))


@pytest.mark.parametrize("endless", ["go infinite", "go", "go mate 5", "go ponder wtime 60000 btime 60000"])
def test_a_search_without_an_end_ends_when_something_else_is_asked(program: Program, endless: str) -> None:
    """Stockfish would wait for ever, deaf even to `stop`."""
    program.say("position startpos moves d2d4", endless, "position startpos", "isready")
    assert not any(line.startswith("bestmove") for line in program.until("readyok")), "a position is no question"
    program.say("go depth 2")
    for moves in (["d2d4"], []):
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
        assert chess.Move.from_uci(program.until("bestmove")[-1].split()[1]) in board.legal_moves


@pytest.mark.parametrize(
    "limits", ["depth abc", "movetime", "wtime x", "wtime x btime 60000", "btime 60000", "nodes", "mate one", "ponder depth x"]
)
def test_a_limit_that_is_none_is_named_and_nobody_waits_for_ever(program: Program, limits: str) -> None:
    program.say(f"go {limits}", *(["ponderhit"] if "ponder" in limits else []))
    said = program.until("bestmove")
    assert any("nothing says when to stop; thinking for 1000 ms" in line for line in said)
    unread = [line for line in said if "passed over" in line]
    assert len(unread) == (limits != "btime 60000")


def test_a_limit_that_is_none_does_not_count_beside_others(program: Program) -> None:
    program.say("go depth abc nodes 2000 movetime")
    said = program.until("bestmove")
    assert any("passed over 'depth abc movetime'" in line for line in said)
    assert not any("nothing says when to stop" in line for line in said)
    nodes = [line.split() for line in said if " nodes " in line][-1]
    assert int(nodes[nodes.index("nodes") + 1]) <= 2064


@pytest.mark.parametrize(
    ("fen", "answer"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "bestmove (none)"),  # mated
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "bestmove (none)"),
        ("7k/8/8/8/8/8/8/K6Q w - - 100 90", "bestmove"),  # a draw that nobody has claimed
        ("7k/8/8/8/8/8/8/K7 w - - 0 1", "bestmove a1"),
        ("7k/8/8/8/8/8/8/K6Q w - - 99 90", "bestmove"),
    ],
)
def test_where_the_game_is_over(program: Program, fen: str, answer: str) -> None:
    program.say(f"position fen {fen}", "go depth 3")
    assert program.until("bestmove")[-1].startswith(answer)


def test_a_refused_position_is_not_played_and_the_next_one_is(program: Program) -> None:
    program.say("position startpos moves e2e4", "go depth 1")
    assert program.until("bestmove")[-1] != "bestmove 0000"
    program.say("position startpos moves e2e4 e2e4", "go movetime 50")
    *_, why, answer = program.until("bestmove")
    assert "e2e4 e2e4' was refused" in why and answer == "bestmove 0000"
    program.say("position fen 7k/R7/8/8/8/8/8/1R5K w - - 0 1", "go depth 2")
    assert program.until("bestmove")[-1] == "bestmove b1b8"


def test_what_must_be_compiled_is_compiled_before_readyok(program: Program) -> None:
    for moves in ("e2e4 e7e5", "e2e4 e7e5 g1f3"):
        program.say(f"position startpos moves {moves}", "go depth 2")
        assert not [line for line in program.until("bestmove") if "compiling" in line]


def test_perft_and_bench(program: Program) -> None:
    program.say("go perft 3")
    said = program.until("Nodes")
    assert "e2e4: 600" in said and said[-1] == "Nodes searched: 8902"
    program.say("go perft 40", "isready")
    program.until("readyok")  # at once, not when all is counted
    program.say("stop", "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "go perft 2")
    assert program.until("Nodes")[-1] == "Nodes searched: 568"
    nodes = []
    for _ in range(2):
        program.say("bench 3")
        nodes.append(program.until("Nodes")[-1])
    assert nodes == ["Nodes searched  : 3205"] * 2, "the search has changed: if that was meant, this is its new signature"
    program.say("bench 60", "isready")
    program.until("readyok")
    program.say("stop", "position startpos", "go depth 1")
    assert program.until("bestmove")


def test_bytes_of_any_kind(program: Program) -> None:
    program.say(bytes(range(128, 256)), b"\x00\x01\x02", b"go \xff\xfe", "stop")
    program.until("bestmove")
    program.say("position startpos moves \xe9", "go depth 1")
    assert program.until("bestmove")


# ── The end ──
@pytest.mark.parametrize("endless", ["go infinite", "go mate 5"])
def test_the_end_of_the_input_ends_it_and_a_search_still_answers(endless: str) -> None:
    program = Program()
    program.say("uci", "isready")
    program.until("readyok")
    program.say("go", endless)
    program.until("info")
    assert program.process.stdin is not None
    program.process.stdin.close()
    assert program.rest()[-1].startswith("bestmove ")


@pytest.mark.parametrize("limit", ["depth 4", "movetime 1000"])
def test_what_was_asked_before_the_end_of_the_input_is_answered(limit: str) -> None:
    """As in `printf '…' | counterplay uci`, which nobody waits in for readyok. Loading is not thinking."""
    asked = f"isready\nposition startpos moves e2e4\ngo {limit}\n"
    said = subprocess.run(
        COMMAND, input=asked, capture_output=True, text=True, env=environment(), timeout=600, check=True
    ).stdout.splitlines()
    assert said.index("readyok") < len(said) - 1
    assert any(line.startswith("info depth 4 ") for line in said)
    move = said[-1].split()
    assert move[0] == "bestmove"
    board = chess.Board()
    board.push_uci("e2e4")
    assert chess.Move.from_uci(move[1]) in board.legal_moves


def test_quit_does_not_wait() -> None:
    program = Program()
    program.say("uci", "isready", "position startpos", "go infinite", "quit")
    assert program.process.wait(timeout=600) == 0, "not even for what is being loaded or compiled"


@pytest.mark.skipif(os.name != "posix", reason="pipes end otherwise elsewhere")
def test_nobody_listens_any_more() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b"uci\n")
        process.stdin.flush()
        while process.stdout.readline() != b"uciok\n":
            pass
        process.stdout.close()
        process.stdin.write(b"isready\nuci\n")
        process.stdin.flush()
        assert process.wait(timeout=600) == 0
