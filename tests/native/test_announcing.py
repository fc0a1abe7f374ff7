"""Who waits is told, and a program that has nobody to tell goes on."""

from __future__ import annotations

import io
import sys

import pytest

from counterplay.native import announcing
from counterplay.native.announcing import announced_on_a_screen, say


@pytest.mark.parametrize("closed", [True, False])
def test_there_need_be_no_standard_error(closed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """As under pythonw, or after `2>&-`."""
    nobody = io.StringIO() if closed else None
    if nobody is not None:
        nobody.close()
    monkeypatch.setattr(announcing, "announce", None)
    monkeypatch.setattr(announcing, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr(sys, "stderr", nobody)
    with announced_on_a_screen("waiting"):
        say("waiting")


def test_only_a_screen_is_told_what_every_process_does(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(announcing, "announce", None)
    monkeypatch.setattr(announcing, "SILENT_SECONDS", 0.0)
    for is_screen in (False, True):
        monkeypatch.setattr(sys.stderr, "isatty", lambda is_screen=is_screen: is_screen)
        with announced_on_a_screen("loading"):
            while is_screen and "loading" not in (said := capsys.readouterr().err):
                pass
        assert is_screen or not capsys.readouterr().err
    assert "loading" in said
