"""The engine: does it keep its clock, how much sooner is a depth reached than by a peer, and what do two threads gain?"""

from __future__ import annotations

import multiprocessing
import os
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import counterplay
from counterplay import Engine, Game

from .common.measure import Report, Row, median, options
from .common.peers import EASY_AI, easy_ai_negamax

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS, BAR = 0.1, 0.12
"""The clock, and what 99 of 100 answers are held to."""


def main() -> None:
    """Measure and print."""
    parser = options(__doc__, rounds=3)
    parser.add_argument("--moves", type=int, default=200, help="how many moves are timed for each game (default 200)")
    parser.add_argument("--peer-depth", type=int, default=8, help="how deep easyAI looks (default 8)")
    arguments = parser.parse_args()
    report = Report("The engine: clock, time to a depth, threads")
    for name in ("connect_four", "othello"):
        game = counterplay.load(name)
        clock(report, game, arguments.moves, "on its own", busy=0)
        clock(report, game, arguments.moves, "with two more programs for each core at work", busy=2 * (os.cpu_count() or 1))
    beside_easy_ai(report, arguments.peer_depth)
    for name, depth in (("connect_four", 17), ("othello", 12)):
        threads(report, counterplay.load(name), depth, arguments.rounds)
    report.publish(arguments)


def clock(report: Report, game: Game[Any, Any], moves: int, when: str, busy: int) -> None:
    """Play games against itself at SECONDS a move; how long did each answer take, from question to answer?"""
    engine, taken = Engine(game, compiled=True), []
    engine.search(depth=1)
    state, number = game.initial(), 0
    with others_at_work(busy):
        while len(taken) < moves:
            before = time.perf_counter()
            answer = engine.search(state, seconds=SECONDS)
            if not answer.exact:  # a proven one comes sooner
                taken.append(time.perf_counter() - before)
            state = game.result(state, answer.action)
            if game.is_terminal(state) or answer.exact:
                number += 1
                state = varied(game, number)
    taken.sort()
    note = f"{moves} moves at {SECONDS} s; median {median(taken):.4f} s, worst {taken[-1]:.4f} s"
    report.rows.append(Row(f"{game.name}, {when}: 99 of 100 moves within", taken[int(0.99 * moves)], "s", "", None, BAR, True, note))


def varied(game: Game[Any, Any], seed: int) -> Any:
    """A position a few random plies from the start."""
    rng, state = counterplay.Random(seed), game.initial()
    for _ in range(2 + seed % 8):
        state = game.result(state, game.random_action(state, rng))
    return game.initial() if game.is_terminal(state) else state


@contextmanager
def others_at_work(count: int) -> Iterator[None]:
    """So many programs that do nothing but keep the processor busy."""
    programs = [multiprocessing.get_context("spawn").Process(target=keep_busy, daemon=True) for _ in range(count)]
    for program in programs:
        program.start()
    if programs:
        time.sleep(1.0)
    try:
        yield
    finally:
        for program in programs:
            program.terminate()
            program.join()


def keep_busy() -> None:
    """Until it is terminated."""
    number = 0
    while True:
        number += 1


def beside_easy_ai(report: Report, depth: int) -> None:
    """How long does the same depth take on Connect Four?"""
    if absent := EASY_AI.absent():
        report.notes.append(absent)
        return
    game = counterplay.load("connect_four")
    counterplay.engine(game, depth=2, compiled=True)
    before = time.process_time()
    counterplay.engine(game, depth=depth, compiled=True)
    ours = time.process_time() - before
    peer = easy_ai_negamax(depth)
    before = time.process_time()
    peer()
    theirs = time.process_time() - before
    note = f"easyAI's Negamax {theirs:.2f} s, the engine {ours * 1000:.1f} ms"
    report.rows.append(
        Row(f"connect_four to depth {depth}: times sooner", theirs / ours, "", EASY_AI.version, theirs / ours, None, False, note)
    )


def threads(report: Report, game: Game[Any, Any], depth: int, rounds: int) -> None:
    """How much sooner do two threads reach a depth?"""
    taken: dict[int, list[float]] = {1: [], 2: []}
    for number in range(rounds):
        state = varied(game, 4 + 8 * number)
        for count, seconds in taken.items():
            engine = Engine(game, compiled=True, threads=count)
            engine.search(state, depth=2)
            before = time.perf_counter()
            engine.search(state, depth=depth)
            seconds.append(time.perf_counter() - before)
    ratio = sum(taken[1]) / sum(taken[2])
    note = f"{rounds} positions: {sum(taken[1]):.2f} s with one thread, {sum(taken[2]):.2f} s with two"
    report.rows.append(Row(f"{game.name} to depth {depth}: two threads, times sooner", ratio, "", "", ratio, None, False, note))


if __name__ == "__main__":
    main()
