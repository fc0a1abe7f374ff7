"""Small programs run in processes of their own, with a cache and a folder of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).resolve().parents[2] / "src"

COUNTDOWN = """
from typing import NamedTuple
from counterplay import Game
from helper import most

BONUS = 0

class Pile(NamedTuple):
    left: int
    turn: int

class Countdown(Game):
    def __init__(self, pile: int = 7):
        self.pile = pile

    def initial(self):
        return Pile(self.pile, 0)

    def to_move(self, state):
        return state.turn

    def actions(self, state):
        for take in range(1, most() + 1):
            if take <= state.left:
                yield take

    def result(self, state, action):
        return Pile(state.left - action, 1 - state.turn)

    def is_terminal(self, state):
        return state.left == 0

    def utility(self, state, player):
        return (-1 if player == state.turn else 1) + BONUS
"""
"""Take 1 to most() from a pile, whoever takes the last wins: lost for the first player where (most() + 1) divides the pile."""

HELPER = """
LIMIT = 2

def most():
    return LIMIT
"""

SOLVE = """
import json, sys
import counterplay.native.compiler as compiler
from counterplay.native import announcing, store
from counterplay import minimax

said, compiled = [], []
announcing.announce = said.append
plain = compiler._compile
def counted(kernel, *rest):
    compiled.append(kernel.name)
    return plain(kernel, *rest)
compiler._compile = counted

def report(game, **more):
    answer = minimax(game, compiled=True)
    print(json.dumps({"value": answer.value, "nodes": answer.nodes, "compiled": compiled, "said": said, "native": answer.compiled, **more}))
"""
"""Solves a game compiled and reports: the value, what was compiled in this process, and what was said about it."""


def environment(cache: Path | str | None, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("COUNTERPLAY_CACHE", "PYTHONPATH")}
    kept |= {"PYTHONPATH": str(SOURCES), "PYTHONDONTWRITEBYTECODE": "1", **more}
    return kept if cache is None else kept | {"COUNTERPLAY_CACHE": str(cache)}


def start(program: str | Path, folder: Path, cache: Path | str | None, **more: str) -> subprocess.Popen[str]:
    """Start a program (its text, or the path of its file) in a folder."""
    arguments = [str(program)] if isinstance(program, Path) else ["-c", program]
    command = [sys.executable, *arguments]
    kept = environment(cache, **more)
    return subprocess.Popen(command, cwd=folder, env=kept, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def run(program: str | Path, folder: Path, cache: Path | str | None, **more: str) -> Any:
    """Run a program to its end; it must succeed, print no warning, and its last line is JSON."""
    return finish(start(program, folder, cache, **more))


def finish(process: subprocess.Popen[str]) -> Any:
    output, errors = process.communicate(timeout=600)
    assert process.returncode == 0, f"exit code {process.returncode}\n{output}\n{errors}"
    assert [line for line in errors.splitlines() if not line.startswith("counterplay: compiling ")] == [], "nothing else is printed"
    return json.loads(output.strip().splitlines()[-1])


def entries(cache: Path) -> list[Path]:
    """The files of machine code in a cache."""
    return sorted(cache.glob("*.code"))
