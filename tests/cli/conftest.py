"""The command line as people and programs meet it: a process, its two streams, its exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src"

COUNTDOWN = (Path(__file__).parents[1] / "countdown.py").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Finished:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one object on standard output; anything else there is an error."""
        answer = json.loads(self.out)
        assert isinstance(answer, dict)
        return answer

    def refused(self, *words: str, code: int = 2) -> None:
        """The command said no in one sentence with these words: no traceback, nothing on standard output."""
        assert self.code == code, (self.code, self.out, self.err)
        assert "Traceback" not in self.err
        assert self.out == ""
        assert self.err.startswith("counterplay: ")
        for word in words:
            assert word in self.err, (word, self.err)


Run = Callable[..., Finished]


def environment(**more: str) -> dict[str, str]:
    found = {**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "100", "NO_COLOR": "1", "PYTHONUTF8": "1"}
    return {**found, **more}


@pytest.fixture
def cli(tmp_path: Path) -> Run:
    """Run `counterplay …` in an empty folder."""

    def run(*words: object, stdin: str | bytes = "", **more: str) -> Finished:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        command = [sys.executable, "-m", "counterplay", *map(str, words)]
        done = subprocess.run(command, input=given, capture_output=True, cwd=tmp_path, env=environment(**more), timeout=600)
        return Finished(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def countdown(tmp_path: Path) -> str:
    """A user's game in a user's file, as the command line names it."""
    (tmp_path / "mygame.py").write_text(COUNTDOWN, encoding="utf-8")
    return "mygame.py:Countdown"
