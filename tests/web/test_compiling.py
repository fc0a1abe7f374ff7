"""Compiling in the background: when a search may have machine code, and when it has to do without."""

from __future__ import annotations

from pathlib import Path

import pytest
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
