"""Compiling in the background: when a search may have machine code, and when it has to do without."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import environment
from tests.web.serving import until

import counterplay as cp
from counterplay.native import store
from counterplay.web.compiling import Compiler, kernel_of


def test_machine_code_for_other_arguments_is_not_taken_for_that_of_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    game = cp.load("nim(pile_sizes=(1, 2))")
    kernel = kernel_of("engine", game)
    store.write(f"{store.entry_name(kernel, game)}-0000000000000000.code", b"for a search that asks a database")
    assert store.is_known(kernel, game)
    compiler = Compiler()
    try:
        assert compiler.speed("engine", game) is False, "whoever plays does not wait for the compiler"
        assert until(lambda: compiler.speed("engine", game) is None, 300)
    finally:
        compiler.close()
    another = Compiler()
    try:
        assert another.speed("engine", game) is None, "it was made once, for all servers"
    finally:
        another.close()


@pytest.mark.parametrize(
    ("search", "name", "words"),
    [
        ("engine", "nim(pile_sizes=(1,3))", ["--algorithm", "engine", "--depth", "2"]),
        ("mcts", "nim(pile_sizes=(1,3))", ["--algorithm", "mcts", "--simulations", "20"]),
        ("shallow_maxn", "nim(pile_sizes=(1,3),players=3)", ["--algorithm", "shallow_maxn", "--depth", "2"]),
    ],
)
def test_what_the_command_line_has_compiled_is_at_hand(
    search: str, name: str, words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    command = [sys.executable, "-m", "counterplay", "search", name, *words, "--compiled"]
    subprocess.run(command, env=environment(COUNTERPLAY_CACHE=str(tmp_path)), check=True, capture_output=True, timeout=600)
    compiler = Compiler()
    try:
        assert compiler.speed(search, cp.load(name)) is None, "no visitor is told that it compiles"
        assert compiler.compiling == []
    finally:
        compiler.close()


def test_where_only_what_is_kept_may_be_used_nothing_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COUNTERPLAY_CACHE", str(tmp_path))
    game = cp.load("nim(pile_sizes=(1,4))")
    with pytest.raises(store.NotKept, match="has no machine code for nim"), store.only_kept():
        cp.alphabeta(game, depth=1, compiled=True)
    assert list(tmp_path.iterdir()) == []
    assert cp.alphabeta(game, depth=1, compiled=True).compiled
    with store.only_kept():
        assert cp.alphabeta(game, depth=1, compiled=True).compiled
