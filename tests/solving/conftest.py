"""Databases that several files ask."""

from __future__ import annotations

import pytest

from counterplay.games.checkers import Checkers
from counterplay.solving.databases import Database, build


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Database:
    """All positions of checkers with one and two pieces, built by plain Python."""
    return build(Checkers(), tmp_path_factory.mktemp("databases") / "two.cpdb", pieces=2, compiled=False).attach(Checkers())


@pytest.fixture(scope="session")
def three(tmp_path_factory: pytest.TempPathFactory) -> Database:
    """All positions with up to three pieces, built by machine code."""
    return build(Checkers(), tmp_path_factory.mktemp("databases") / "three.cpdb", pieces=3).attach(Checkers())
