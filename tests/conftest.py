"""What all tests share: where the oracles are, where compiled code is kept, how Hypothesis searches."""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from tests.browsers import NO_BROWSER, find_browser

ORACLES = Path(__file__).resolve().parents[2] / "shared" / "data"
NO_ORACLES = f"the oracle data is not there: {ORACLES} does not exist, so these comparisons with other programs did not run"

settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True, print_blob=True)
settings.register_profile("long", parent=settings.get_profile("default"), max_examples=5_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "default"))


PR_SET_THP_DISABLE = 41
M_MMAP_THRESHOLD = -3
LARGE_BYTES = 8 << 20


def pytest_configure(config: pytest.Config) -> None:
    """One cache of compiled code and one place for matches for the whole session, never the user's own. Workers of xdist inherit them."""
    if sys.platform == "linux":
        # Thousands of searches begin with an empty table of 256 MB and write to a few thousand places of it. Linux would give two megabytes
        # for each, set to zero: for all of the table a tenth of a second and more. Processes that tests start inherit this, too.
        libc = ctypes.CDLL(None)
        libc.prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)
        # The columns of a Monte Carlo tree have 16 MB each. Once such a piece has been freed, the C library takes the next ones from where
        # it was, and sets all of them to zero: ten milliseconds for each search. Pieces fresh from the system are zero already. (Processes
        # that tests start are told by the environment.)
        if hasattr(libc, "mallopt"):
            libc.mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)
        os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", str(LARGE_BYTES))
    for name in ("COUNTERPLAY_CACHE", "COUNTERPLAY_DATA"):
        if name not in os.environ:
            os.environ[name] = folder = tempfile.mkdtemp(prefix="counterplay-tests-")
            config.add_cleanup(partial(shutil.rmtree, folder, ignore_errors=True))
    if "COUNTERPLAY_BROWSER" not in os.environ and not hasattr(config, "workerinput"):
        os.environ["COUNTERPLAY_BROWSER"] = find_browser() or ""


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with the oracles: values that others published or other programs computed."""
    if not ORACLES.is_dir():
        pytest.skip(NO_ORACLES)
    return ORACLES


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, `best` and `search` look long enough at a small game to know it."""
    from counterplay.solving import glance as module

    monkeypatch.setattr(module, "glance", partial(module.glance, longest=600.0))


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A real browser, driven by Playwright."""
    program = os.environ.get("COUNTERPLAY_BROWSER")
    if not program:
        pytest.skip(NO_BROWSER)
    sync_api = pytest.importorskip("playwright.sync_api", reason=NO_BROWSER)
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield chromium
        chromium.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly when the oracles or a browser were missing: a green run without them is worth less."""
    blind = [report for report in terminalreporter.getreports("skipped") if NO_BROWSER in str(report.longrepr)]
    if blind:
        terminalreporter.section("NO BROWSER", sep="!", red=True, bold=True)
        terminalreporter.line(f"{len(blind)} tests skipped: {NO_BROWSER}.", red=True, bold=True)
        for report in blind:
            terminalreporter.line(f"  {report.nodeid}", red=True)
    missed = [report for report in terminalreporter.getreports("skipped") if NO_ORACLES in str(report.longrepr)]
    if missed:
        terminalreporter.section("ORACLES MISSING", sep="!", red=True, bold=True)
        terminalreporter.line(f"{len(missed)} tests skipped: {NO_ORACLES}.", red=True, bold=True)
