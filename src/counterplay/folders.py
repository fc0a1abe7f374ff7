"""Where things are kept that somebody made and wants to keep: matches, games, databases."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def data_folder() -> Path:
    """The data folder: `COUNTERPLAY_DATA`, or the usual place for data on this system."""
    chosen = os.environ.get("COUNTERPLAY_DATA")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "counterplay"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/counterplay"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "counterplay"
