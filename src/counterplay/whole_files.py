"""Files that are there whole or not at all: written to a temporary name and moved into place, with a checksum in front.

A process killed while it writes leaves the file as it was before; a file that was damaged afterwards is recognised.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Put the content there with its checksum, or raise `OSError` and leave what was there."""
    replace_file(path, hashlib.sha256(content).digest() + content)


def replace_file(path: Path, content: bytes) -> None:
    """Put exactly this content there, or raise `OSError` and leave what was there."""
    temporary = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".tmp", delete=False) as file:
            temporary = file.name
            file.write(content)
        os.replace(temporary, path)
    except OSError:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        raise


def read_whole(path: Path) -> bytes | None:
    """The content, or None where it is not what was written. Raises `OSError` where nothing can be read."""
    data = path.read_bytes()
    return data[32:] if hashlib.sha256(data[32:]).digest() == data[:32] else None
