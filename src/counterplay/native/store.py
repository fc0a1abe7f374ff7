"""Where machine code is kept between processes, and what is known about a game without importing Numba.

One file an entry, named after the kernel and the fingerprints; written to a temporary file and moved into place, with a checksum in
front. So two processes may compile at once (the later one wins, with the same content), a killed one leaves nothing half-written, and a
file that is damaged, unreadable or of another version is the same as none: compile again. No entry is ever wrong, only missing.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import CounterplayError
from ..game import Game
from ..kernels import Kernel
from ..whole_files import read_whole, write_whole
from .digest import Unknown, game_digest, kernel_digest

MOST_BYTES = 512 << 20
"""When the folder grows beyond this, the entries used longest ago are deleted."""


class CannotCompile(CounterplayError):
    """These rules cannot be turned into machine code; `reason` says why, in a sentence with file and line."""

    def __init__(self, reason: str):
        self.reason = reason
        super().__init__(reason)


class RunsInterpreted(UserWarning):
    """Told once for each game: its rules run interpreted, and why."""


def folder() -> Path:
    """The cache folder: `COUNTERPLAY_CACHE`, or the usual place for caches on this system."""
    chosen = os.environ.get("COUNTERPLAY_CACHE")
    if chosen:
        return Path(chosen)
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "counterplay" / "cache"
        if sys.platform == "darwin":
            return Path.home() / "Library/Caches/counterplay"
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "counterplay"
    except RuntimeError:  # a user without a home has no cache: nothing can be kept in a folder of this name
        return Path(os.devnull) / "counterplay"


def entry_name(kernel: Kernel, game: Game[Any, Any], who: str | None = None) -> str | None:
    """The part of an entry's file name that says which kernel and which rules; None where they cannot be fingerprinted.

    `who` is the game's `identity`, if somebody knows it already.
    """
    if id(game) in _unknown:
        return None
    try:
        return f"{kernel.name}-{game.name[:40]}-{kernel_digest(kernel)}{who or game_digest(game)}"
    except Unknown:
        return None


# ── Entries ──


def read(name: str) -> bytes | None:
    """The content of an entry, or None if there is none that can be trusted."""
    path = folder() / name
    try:
        content = read_whole(path)
    except OSError:
        return None
    if content is not None:
        with contextlib.suppress(OSError):
            os.utime(path)
    return content


def write(name: str, content: bytes) -> bool:
    """Keep an entry. False if the folder cannot be written to or is full: then it is simply not kept."""
    home = folder()
    try:
        home.mkdir(parents=True, exist_ok=True)
        write_whole(home / name, content)
    except OSError:
        return False
    _make_room(home)
    return True


def _make_room(home: Path) -> None:
    """Delete our own oldest entries, and what killed processes left; nothing else that somebody may keep in that folder."""
    try:
        abandoned = time.time() - 3600
        for left_over in home.glob(".*.tmp"):
            if left_over.stat().st_mtime < abandoned:
                left_over.unlink(missing_ok=True)
        entries = [(entry.stat(), entry) for pattern in ("*.code", "*.refused", "*.together") for entry in home.glob(pattern)]
        total = sum(stat.st_size for stat, _ in entries)
        for stat, entry in sorted(entries, key=lambda pair: pair[0].st_mtime):
            if total <= MOST_BYTES:
                break
            entry.unlink(missing_ok=True)
            total -= stat.st_size
    except OSError:
        pass


# ── Without compiling ──


class NotKept(CounterplayError):
    """There is no machine code for this, and nobody is to wait for the compiler (`only_kept`)."""


class _Here(threading.local):
    compiles = True


_here = _Here()


@contextlib.contextmanager
def only_kept() -> Iterator[None]:
    """While this lasts, what has no machine code yet raises `NotKept` in this thread: a way to find out whether all that a search needs,
    for the very arguments that it has, is at hand."""
    before, _here.compiles = _here.compiles, False
    try:
        yield
    finally:
        _here.compiles = before


def require_compiling(kernel: Kernel, game: Game[Any, Any]) -> None:
    """Refuse to compile where only what is kept may be used."""
    if not _here.compiles:
        raise NotKept(f"{kernel.name} has no machine code for {game.name} and these arguments yet.")


# ── What is known ──

_compiled: set[tuple[Kernel, str]] = set()
_refused: dict[tuple[Kernel, str], str] = {}
_told: set[tuple[str, str]] = set()
_unknown: dict[int, Game[Any, Any]] = {}


def identity(game: Game[Any, Any]) -> str:
    """A game's fingerprint, or something as unique within this process where there is none."""
    try:
        return game_digest(game)
    except Unknown:
        _unknown[id(game)] = game  # kept alive, so that no other game gets its number
        return f"object {id(game)}"


def is_known(kernel: Kernel, game: Game[Any, Any], who: str | None = None) -> bool:
    """Whether machine code for this kernel and game is at hand (or it is known that there can be none). `who`: see `entry_name`."""
    who = who or identity(game)
    if (kernel, who) in _compiled or refusal(kernel, game, who) is not None:
        return True
    name = entry_name(kernel, game, who)
    try:
        return name is not None and any(folder().glob(f"{name}-*.code"))
    except OSError:
        return False


def remember_compiled(kernel: Kernel, game: Game[Any, Any]) -> None:
    """From now on this kernel's machine code for this game is at hand."""
    _compiled.add((kernel, identity(game)))


def refusal(kernel: Kernel, game: Game[Any, Any], who: str | None = None) -> str | None:
    """Why this kernel does not compile with this game's rules, if that has been found out before. `who`: see `entry_name`."""
    both = kernel, who or identity(game)
    if both in _compiled:
        return None
    if both not in _refused:
        name = entry_name(kernel, game, both[1])
        kept = None if name is None else read(f"{name}.refused")
        if kept is None:
            return None
        _refused[both] = kept.decode()
    return _refused[both]


def remember_refusal(kernel: Kernel, game: Game[Any, Any], reason: str) -> None:
    """From now on, in other processes too, nobody tries to compile this again."""
    _refused[kernel, identity(game)] = reason
    name = entry_name(kernel, game)
    if name is not None:
        write(f"{name}.refused", reason.encode())


def tell_once(game: Game[Any, Any], reason: str) -> None:
    """Say in one line, once, that a game runs interpreted and why."""
    if (game.name, reason) not in _told:
        _told.add((game.name, reason))
        warnings.warn(f"{game.name} runs interpreted: {reason}", RunsInterpreted, stacklevel=4)
