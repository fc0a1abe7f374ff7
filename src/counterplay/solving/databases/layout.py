"""What stands where in the file of a database. All numbers are little-endian.

    magic                            8 bytes
    header                           a passage of JSON: game, fingerprint of its rules, slices, version
    for each slice in order:
        summary                      a passage of JSON: its name and its totals
        shelf                        its entries, in blocks (see `packed`); before them the keys, where the game does not number its states
    first keys                       a shelf of one block, with such keys alone: see keys.py
    index                            a passage of JSON: where each slice begins, and the keys
    where the index begins           8 bytes
    magic                            8 bytes

A passage is its length (4 bytes), its checksum (CRC-32, 4 bytes) and the text. A shelf is described in shelves.py. A file under way has no
index yet: each slice in it that is whole counts, whatever follows is written again.
"""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any, Final

from ...errors import CounterplayError
from ...search.endings import AMOUNT_SHIFT, UNKNOWN
from ..retrograde import NOBODY

MAGIC: Final = b"CPLAYDB1"
VERSION: Final = 3
BLOCK: Final = 512
"""Entries in a block, where the game numbers its states: so many are unpacked to see one. With twice as many the file is smaller by a
tenth, and probing slower by a third."""

LEVEL, NO_STATE, LOST, WON, FURTHER = 0, 1, 2, 3, 3
"""How an entry is written: nobody can force a win; no state has this number; the game is over; or FURTHER and the distance."""
TWO_BYTES: Final = 1
WITH_CODES: Final = 2
"""The first byte of a block: whether distances take two bytes, and whether codes follow, because they do not follow from the distances."""

COLUMNS: Final = (1, 2, 2, 3)
"""How many bytes an entry has, by the first byte of its block."""


class Damaged(CounterplayError):
    """A file is no database, or not the one that was written."""


def passage(content: dict[str, Any]) -> bytes:
    """JSON with its length and its checksum."""
    text = json.dumps(content, separators=(",", ":")).encode()
    return struct.pack("<II", len(text), zlib.crc32(text)) + text


def read_passage(data: Any, place: int, what: str) -> tuple[dict[str, Any], int]:
    """The JSON at a place, and where it ends."""
    if len(data) < place + 8:
        raise Damaged(f"{what} is cut off")
    length, checksum = struct.unpack_from("<II", data, place)
    text = bytes(data[place + 8 : place + 8 + length])
    if len(text) < length or zlib.crc32(text) != checksum:
        raise Damaged(f"{what} is damaged")
    content: dict[str, Any] = json.loads(text)
    return content, place + 8 + length


def packed(codes: Any, distances: Any, size: int) -> list[bytes]:
    """The entries of a slice as blocks of so many, not compressed yet.

    Where players take turns, who wins does so after an odd number of plies: then a distance says who wins, and no codes are kept.
    """
    import numpy

    decided = numpy.where(distances > 0, distances.astype(numpy.int32) + FURTHER, numpy.where(codes > 0, WON, LOST))
    written = numpy.where(codes == NOBODY, NO_STATE, numpy.where(codes == 0, LEVEL, decided)).astype("<u2")
    blocks = []
    for first in range(0, len(codes), size):
        part = written[first : first + size]
        planes, here = part.view("uint8").reshape(-1, 2), codes[first : first + size]
        kind, columns = 0, [planes[:, 0].tobytes()]
        if planes[:, 1].any():
            kind |= TWO_BYTES
            columns.append(planes[:, 1].tobytes())
        if (_implied(part) != here).any():
            kind |= WITH_CODES
            columns.append(here.tobytes())
        blocks.append(bytes([kind]) + b"".join(columns))
    return blocks


def _implied(written: Any) -> Any:
    """The codes that follow from entries as they are written."""
    import numpy

    signs = numpy.where((written % 2 == 0) == (written > FURTHER), 1, -1)  # FURTHER is odd: an odd distance makes it even
    return numpy.where(written >= LOST, signs, numpy.where(written == NO_STATE, NOBODY, 0)).astype(numpy.int8)


def entry(raw: bytes, place: int, begin: int) -> tuple[int, int]:
    """Code and distance at a place of a block, whose entries begin there."""
    kind = raw[begin]
    size, written = (len(raw) - begin - 1) // COLUMNS[kind], raw[begin + 1 + place]
    if kind & TWO_BYTES:
        written |= raw[begin + 1 + size + place] << 8
    if kind & WITH_CODES:
        code = raw[len(raw) - size + place]
        code = code - 256 if code > 127 else code
    elif written < LOST:
        code = NOBODY if written == NO_STATE else 0
    else:
        code = 1 if (written % 2 == 0) == (written > FURTHER) else -1
    return code, written - FURTHER if written > FURTHER else 0


def entries(raw: bytes) -> tuple[Any, Any]:
    """All codes and all distances of a block."""
    import numpy

    columns = numpy.frombuffer(raw, numpy.uint8, offset=1).reshape(COLUMNS[raw[0]], -1)
    written = columns[0].astype(numpy.int32)
    if raw[0] & TWO_BYTES:
        written |= columns[1].astype(numpy.int32) << 8
    codes = columns[-1].view(numpy.int8) if raw[0] & WITH_CODES else _implied(written)
    return codes, numpy.maximum(written - FURTHER, 0).astype(numpy.int16)


def joined(codes: Any, distances: Any, kind: str) -> Any:
    """Codes and distances in one number each: 0 is a draw; 1 + d a win in d plies, -1 - d a loss; UNKNOWN where no state has it.

    Of several amounts to win (where the kind of number has room for that) the second adds 1 << AMOUNT_SHIFT, the third twice that, …
    """
    import numpy

    far = distances.astype(kind) + numpy.array(1, kind)
    if kind != "int16":
        far += numpy.maximum(abs(codes.astype(kind)) - 1, 0) << AMOUNT_SHIFT
    return numpy.where(codes == NOBODY, numpy.array(UNKNOWN, kind), numpy.sign(codes).astype(kind) * far)
