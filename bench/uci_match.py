"""Two UCI engines against each other, with python-chess as the referee: `python -m bench.uci_match --games 100 --clock 2+0.02`.

Nothing of ours conducts the games: python-chess speaks to the engines, keeps their clocks, knows the rules, and ends the games. It counts
what must never happen: a loss on time, an illegal move, a crash. Openings are random, each played twice with sides exchanged.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import shlex
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import chess
import chess.engine
import chess.pgn

PATIENCE = 60.0
"""How many seconds an engine is waited for beyond its clock."""
WHO = ("the first's", "the second's")
OURS = f"{sys.executable} -m counterplay uci"


class Outcome(NamedTuple):
    """How a game ended."""

    winner: bool | None
    reason: str
    fault: bool
    """Whether somebody lost by the clock, an illegal move or a crash."""
    gone: bool = False
    """Whether that engine plays no more."""


class Side(NamedTuple):
    """An engine in a match."""

    name: str
    engine: chess.engine.Protocol


def openings(seed: int, plies: int) -> Iterator[list[chess.Move]]:
    """Random openings after which neither side is down material or in check."""
    rng = random.Random(seed)
    while True:
        board = chess.Board()
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        else:
            material = sum(
                (1, 3, 3, 5, 9)[piece.piece_type - 1] * (1 if piece.color else -1)
                for piece in board.piece_map().values()
                if piece.piece_type < 6
            )
            if not board.is_check() and material == 0 and any(board.legal_moves):
                yield list(board.move_stack)


async def play(
    sides: dict[bool, Side], opening: list[chess.Move], options: argparse.Namespace, game: object
) -> tuple[chess.Board, Outcome, float]:
    """One game; also the largest overstepping of a movetime, in seconds."""
    board = chess.Board()
    for move in opening:
        board.push(move)
    clocks = {True: options.base, False: options.base}
    latest = 0.0
    while (end := board.outcome(claim_draw=True)) is None and len(board.move_stack) < 600:
        side = sides[board.turn]
        if options.nodes:
            limit = chess.engine.Limit(nodes=options.nodes)
        elif options.movetime:
            limit = chess.engine.Limit(time=options.movetime / 1000)
        else:
            limit = chess.engine.Limit(
                white_clock=clocks[True], black_clock=clocks[False], white_inc=options.increment, black_inc=options.increment
            )
        started = time.perf_counter()
        try:
            answer = await asyncio.wait_for(side.engine.play(board, limit, game=game), clocks[board.turn] + PATIENCE)
        except (TimeoutError, chess.engine.EngineTerminatedError) as error:
            return board, Outcome(not board.turn, f"{side.name}: {type(error).__name__} {error}", True, gone=True), latest
        except chess.engine.EngineError as error:
            return board, Outcome(not board.turn, f"{side.name}: {error}", True), latest
        took = time.perf_counter() - started
        if options.nodes:
            pass  # nobody looks at a clock
        elif options.movetime:
            latest = max(latest, took - options.movetime / 1000)
            if took > options.movetime / 1000 + options.margin / 1000:
                return board, Outcome(not board.turn, f"{side.name}: {1000 * took:.0f} ms for a move", True), latest
        else:
            clocks[board.turn] -= took
            latest = max(latest, -clocks[board.turn])
            if clocks[board.turn] < -options.margin / 1000:
                return (
                    board,
                    Outcome(
                        not board.turn, f"{side.name}: {1000 * took:.0f} ms for a move, {-1000 * clocks[board.turn]:.0f} too many", True
                    ),
                    latest,
                )
            clocks[board.turn] += options.increment
        if answer.move is None or answer.move not in board.legal_moves:
            return board, Outcome(not board.turn, f"{side.name}: no legal move ({answer.move})", True), latest
        board.push(answer.move)
    return board, Outcome(None if end is None else end.winner, "600 plies" if end is None else end.termination.name.lower(), False), latest


async def started(command: str, options: list[str]) -> Side:
    _, engine = await asyncio.wait_for(chess.engine.popen_uci(shlex.split(command)), 300)
    settings: dict[str, Any] = dict(option.split("=", 1) for option in options)
    await engine.configure(settings)
    await asyncio.wait_for(engine.ping(), 300)
    return Side(engine.id.get("name", command), engine)


async def match(options: argparse.Namespace) -> int:
    first, second = await started(options.first, options.first_option), await started(options.second, options.second_option)
    score: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    begun, opening, source, worst = time.perf_counter(), [], openings(options.seed, options.plies), 0.0
    pace = options.clock or (f"{options.nodes} nodes a move" if options.nodes else f"{options.movetime} ms a move")
    print(f"{first.name} against {second.name}, {options.games} games, {pace}")
    for number in range(options.games):
        if number % 2 == 0:
            opening = next(source)
        white = number % 2 == 0
        sides = {white: first, not white: second}
        board, outcome, latest = await play(sides, opening, options, object())
        worst = max(worst, latest)
        score["draws" if outcome.winner is None else "wins" if outcome.winner == white else "losses"] += 1
        ends[outcome.reason if not outcome.fault else "fault"] += 1
        if options.pgn:
            record = chess.pgn.Game.from_board(board)
            record.headers.update(White=sides[True].name, Black=sides[False].name, Round=str(number + 1), Termination=outcome.reason)
            record.headers["Result"] = "1/2-1/2" if outcome.winner is None else "1-0" if outcome.winner else "0-1"
            with open(options.pgn, "a", encoding="utf-8") as file:
                print(record, file=file, end="\n\n")
        if outcome.fault:
            faults[WHO[outcome.winner == white]] += 1
            print(f"game {number + 1}, ply {len(board.move_stack)}, {board.fen()}: {outcome.reason}", flush=True)
            if outcome.gone:
                break
        if (number + 1) % options.report == 0 or number + 1 == options.games:
            told = f"+{score['wins']} ={score['draws']} -{score['losses']}  faults: " + ", ".join(f"{faults[who]} {who}" for who in WHO)
            print(f"{number + 1:5} games  {told}  {time.perf_counter() - begun:.0f} s  latest {1000 * worst:.0f} ms", flush=True)
    print(", ".join(f"{name} {count}" for name, count in ends.most_common()))
    for side in (first, second):
        with contextlib.suppress(TimeoutError, chess.engine.EngineError):
            await asyncio.wait_for(side.engine.quit(), PATIENCE)
    return 1 if faults[WHO[0]] else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", default=OURS, help="the command of an engine; left out: counterplay uci")
    parser.add_argument("--second", default="stockfish", help="the command of the other one")
    parser.add_argument("--first-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--second-option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--clock", help="seconds for the game + seconds for each move, such as 2+0.02")
    parser.add_argument("--movetime", type=int, default=100, help="milliseconds a move, where there is no clock")
    parser.add_argument("--nodes", type=int, default=0, help="so many nodes a move and no clock: games that a busy machine does not change")
    parser.add_argument("--margin", type=int, default=0, help="milliseconds of grace for the clock")
    parser.add_argument("--plies", type=int, default=6, help="length of the random openings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=int, default=10, help="tell the score after every so many games")
    parser.add_argument("--pgn", help="add the games to this file")
    options = parser.parse_args()
    options.base, options.increment = (float(part) for part in options.clock.split("+")) if options.clock else (0.0, 0.0)
    if options.clock:
        options.movetime = 0
    sys.exit(asyncio.run(match(options)))


if __name__ == "__main__":
    main()
