"""2048: how far expectimax gets, in so many whole games."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import Any

import counterplay as cp

from .common.measure import Report, Row, options, positive


def play(game: Any, depth: int, seed: int, until: int) -> tuple[int, int, int]:
    """One game to its end, or until it has this tile: the points, the largest tile, the number of moves."""
    rng, state, moves = cp.Random(seed), game.initial(), 0
    while not game.is_terminal(state) and max(map(max, game.values(state))) < until:
        if game.to_move(state) == cp.CHANCE:
            action = game.random_outcome(state, rng)
        else:
            action = cp.expectiminimax(game, state, depth=depth, compiled=True).action
            moves += 1
        state = game.result(state, action)
    return state.score, max(map(max, game.values(state))), moves


def main() -> None:
    """Play and print."""
    parser = options(__doc__, rounds=1)
    parser.add_argument("--games", type=positive, default=100, help="how many games (default 100)")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game (default 0)")
    parser.add_argument("--depth", type=positive, default=5, help="plies to look ahead, those of chance included (default 5)")
    parser.add_argument("--until", type=positive, default=131072, help="leave a game that has this tile (default: play it to its end)")
    arguments = parser.parse_args()
    game = cp.load("twenty_forty_eight")
    cp.expectiminimax(game, game.parse_state("2,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0:0"), depth=arguments.depth, compiled=True)
    began, points, moves, largest = time.process_time(), 0, 0, Counter[int]()
    for number in range(arguments.games):
        score, tile, made = play(game, arguments.depth, arguments.first + number, arguments.until)
        points, moves = points + score, moves + made
        largest[tile] += 1
        print(f"game {number + 1}: {score:,} points, {tile}, {made:,} moves", file=sys.stderr, flush=True)
    seconds = time.process_time() - began
    ended = "to their end" if arguments.until > 65536 else f"until {arguments.until}"
    report = Report(f"2048 by expectiminimax to depth {arguments.depth}, {arguments.games} games {ended}")
    report.rows.append(Row("average score", points / arguments.games, "points"))
    report.rows.append(Row("time a move", 1000 * seconds / moves, "ms of processor time"))
    for tile in (1024, 2048, 4096, 8192, 16384):
        share = sum(number for made, number in largest.items() if made >= tile) / arguments.games
        report.rows.append(Row(f"games that reach {tile}", 100 * share, "%", bar=95 if tile == 2048 else None))
    report.publish(arguments)


if __name__ == "__main__":
    main()
