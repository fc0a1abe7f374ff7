"""Checkpoints of a run in its folder: the last one and the one before it, each written whole and with a checksum.

A process that is killed at any moment leaves one that is intact.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import UsageError
from ..game import Game
from ..whole_files import read_whole, write_whole

LAST, BEFORE, NEXT, LOCK = "run.checkpoint", "before.checkpoint", "next.checkpoint", "run.lock"


def holds_run(folder: Path) -> bool:
    """Whether there is a run in the folder to go on with."""
    return (folder / LAST).exists() or (folder / BEFORE).exists()


def keep(folder: Path, command: str, facts: dict[str, Any], numbers: bytes) -> None:
    """Write a checkpoint of a run of this command; the last one becomes the one before."""
    words = json.dumps({"command": command, **facts}).encode()
    last = folder / LAST
    write_whole(folder / NEXT, len(words).to_bytes(8, "little") + words + numbers)
    if intact(last) is not None:
        last.replace(folder / BEFORE)
    (folder / NEXT).replace(last)  # killed before this line: the one before is whole, and the run goes on from there


def kept(folder: Path, say: Callable[[str], None]) -> tuple[dict[str, Any], bytes]:
    """The last checkpoint in the folder, or, where that is damaged, the one before."""
    for content in _contents(folder, say):
        length = int.from_bytes(content[:8], "little")
        return json.loads(content[8 : 8 + length]), content[8 + length :]
    raise UsageError(f"There is no intact checkpoint in {folder}: leave out --resume to begin.")


def _contents(folder: Path, say: Callable[[str], None]) -> Iterator[bytes]:
    for name in (LAST, BEFORE):
        content = intact(folder / name)
        if content is not None:
            yield content
        elif (folder / name).exists():
            say(f"{folder / name} is damaged; going on from the checkpoint before.")


def intact(path: Path) -> bytes | None:
    """What a file holds, if it is there and not damaged."""
    try:
        return read_whole(path)
    except OSError:
        return None


def verify_run(game: Game[Any, Any], command: str, facts: dict[str, Any], code: str, folder: Path, say: Callable[[str], None]) -> None:
    """Refuse to go on with a run of another command or another game; say so where the code has changed since."""
    there, begun = facts["settings"]["game"], facts.get("command", command)
    if begun != command or there != str(game):
        what = f"a run of `{begun}` for {there}, not of `{command}` for {game}"
        raise UsageError(
            f"In {folder} is {what}: go on with counterplay {begun} '{there}' --save {folder} --resume, or give another folder."
        )
    if facts["code"] != code:
        say("The code has changed since this run began: what follows is not what the old code would have found.")


def code_digest(game: Game[Any, Any], modules: Iterable[ModuleType]) -> str:
    """A fingerprint of the sources that a run depends on: these modules and the rules (as far as these are in files)."""
    files = {Path(str(module.__file__)) for module in modules}
    for kind in type(game).__mro__:
        file = getattr(sys.modules.get(kind.__module__), "__file__", None)
        if file is not None and issubclass(kind, Game) and kind is not Game:
            path = Path(file)
            files |= set(path.parent.glob("*.py")) if path.name == "__init__.py" else {path}
    sources = (path.read_bytes() for path in sorted(files, key=lambda path: path.name) if path.is_file())
    return hashlib.sha256(b"".join(sources)).hexdigest()[:16]
