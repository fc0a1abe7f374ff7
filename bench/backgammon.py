"""Backgammon: how much a player loses by its plays, as GNU Backgammon judges them (Debian: apt install gnubg).

    python -m bench.backgammon 'star_minimax:depth=1,evaluation=network' --games 50 --plies 2

The player plays against itself; gnubg analyses every play, without a cube, and counts what is lost against the play it thinks best: the
mean over all unforced plays, in thousandths of a point. gnubg's own player loses about 3 at 0 plies.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import counterplay as cp
from counterplay.players import player

from .common.measure import Report, Row, options, positive

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
LINE = re.compile(r"^(Unforced moves|Error total EMG \(Points\))\s+(.*)$", re.MULTILINE)


def main() -> None:
    """Play, let gnubg analyse, print."""
    parser = options(__doc__, rounds=1)
    parser.add_argument("players", nargs="+", help="players, each of whom plays against itself")
    parser.add_argument("--games", type=positive, default=50)
    parser.add_argument("--plies", type=int, default=2, help="how many plies gnubg looks ahead (default 2)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    report = Report(f"loss per unforced play by gnubg at {arguments.plies} plies, {arguments.games} games against itself")
    for name in arguments.players:
        lost, plays = analysed([play(name, arguments.seed + number) for number in range(arguments.games)], arguments.plies)
        report.rows.append(Row(f"{name} ({plays:,} plays)", 1000 * lost / plays, "millipoints"))
    report.publish(arguments)


def play(name: str, seed: int) -> list[tuple[int, str, str]]:
    """A game of a player against itself: who rolled what and played how. The dice depend on the seed alone."""
    game: Any = cp.load("backgammon")
    one, dice, state = player(name, seed), cp.Random(seed), game.initial()
    turns: list[tuple[int, str, str]] = []
    while not game.is_terminal(state):
        outcomes = list(game.chances(state))
        drawn, roll = dice.uniform(), outcomes[-1][0]
        for outcome, probability in outcomes:
            drawn -= probability
            if drawn < 0:
                roll = outcome
                break
        after = game.result(state, roll)
        who = after.turn if after.high else state.turn
        text = ""
        if after.high:
            action = one.choose(game, after)
            text, after = game.format_action(after, action), game.result(after, action)
        turns.append((who, f"{roll >> 3 & 7}{roll & 7}", text))
        state = after
    return turns


def match_file(games: list[list[tuple[int, str, str]]]) -> str:
    """The games as gnubg reads them (.mat): a line for two turns, the first player's on the left."""
    lines = [" 0 point match", ""]
    for number, turns in enumerate(games, 1):
        lines += [f" Game {number}", f" {'White : 0':<34} Black : 0"]
        cells = ([""] if turns[0][0] == 1 else []) + [f"{dice}: {text}" for _, dice, text in turns]
        for at in range(0, len(cells), 2):
            lines.append(f"{at // 2 + 1:3}) {cells[at]:<34}{cells[at + 1] if at + 1 < len(cells) else ''}".rstrip())
        lines += [f"{'':<6}Wins 1 point" if (turns[-1][0] == 0) else f"{'':<40}Wins 1 point", ""]
    return "\n".join(lines)


def analysed(games: list[list[tuple[int, str, str]]], plies: int) -> tuple[float, int]:
    """How many points both sides lost by their plays, and in how many unforced plays."""
    assert GNUBG, "gnubg is not installed"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "games.mat").write_text(match_file(games), encoding="ascii")
        commands = [
            *("set automatic game off", "set analysis cube off", "set analysis luck off"),
            f"set analysis chequerplay evaluation plies {plies}",
            *("set analysis chequerplay evaluation cubeful off", "import mat games.mat", "analyse session", "show statistics session"),
        ]
        Path(folder, "commands").write_text("\n".join(commands) + "\n", encoding="ascii")
        done = subprocess.run([GNUBG, "-t", "-q", "-c", "commands"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    found = {
        name: [float(word) for word in re.findall(r"-?\d+(?:\.\d+)?", rest)]
        for name, rest in LINE.findall(done.stdout.partition("Overall")[0])
    }
    errors, unforced = found["Error total EMG (Points)"], found["Unforced moves"]
    return -(errors[1] + errors[3]), int(unforced[0] + unforced[1])


if __name__ == "__main__":
    main()
