"""The recipe in CONTRIBUTING.md, followed word for word."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import counterplay as cp

PAGE = (Path(__file__).resolve().parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    (source,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    file = tmp_path / "twenty_one.py"
    file.write_text(source)
    return file


def commands() -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
    return [line.removeprefix("counterplay ") for block in blocks for line in block.splitlines() if line.startswith("counterplay ")]


def run(command: str, folder: Path, keyboard: str = "") -> str:
    arguments = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", command)]
    process = subprocess.run(
        [sys.executable, "-m", "counterplay", *arguments], cwd=folder, input=keyboard, capture_output=True, text=True, timeout=600
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


def test_every_command_of_the_recipe_works(game_file: Path) -> None:
    assert len(commands()) == 4
    for command in commands():
        run(command, game_file.parent, keyboard="1\nquit\n")
    assert "<svg" in (game_file.parent / "tree.html").read_text(encoding="utf-8")


def test_the_game_is_clean_and_compiles(game_file: Path) -> None:
    game = cp.load(str(game_file))
    assert cp.check(game).problems == ()
    assert game.native


def test_the_answer_is_the_known_one(game_file: Path) -> None:
    """Whoever says 20 wins, and 20, 16, 12, 8, 4 can always be reached: by the second player (theory of subtraction games)."""
    answer = json.loads(run(f"solve {game_file} --json", game_file.parent))
    assert answer["value"] == -1
    assert answer["exact"] is True
    for last in range(1, 30):
        game = cp.load(f"{game_file}:TwentyOne(last={last})")
        assert cp.solve(game, compiled=False).value == (-1 if last % 4 == 1 else 1)
