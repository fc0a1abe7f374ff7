"""A browser for the tests: one that is there; else from the package manager, when root; else Playwright's own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NO_BROWSER = "no Chromium or Chrome was found or could be had (COUNTERPLAY_BROWSER may name one), so no page was tried in a browser"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
ASK_PLAYWRIGHT = "from playwright.sync_api import sync_playwright as p\nwith p() as q: print(q.chromium.executable_path)"


def find_browser() -> str | None:
    """The program to start, or None."""
    return _installed() or _from_package_manager() or _from_playwright()


def _installed() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _from_package_manager() -> str | None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    _quietly("apt-get", "update", "-qq")
    _quietly("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium")
    return _installed()


def _from_playwright() -> str | None:
    if _quietly(sys.executable, "-m", "playwright", "install", "chromium") is None:
        return None
    path = _quietly(sys.executable, "-c", ASK_PLAYWRIGHT)
    return path if path and os.path.exists(path) else None


def _quietly(*command: str) -> str | None:
    """What a command prints, or None if it fails."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=300, env=environment).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return None
