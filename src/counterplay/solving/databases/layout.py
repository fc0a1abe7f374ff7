"""What stands where in the file of a database. All numbers are little-endian.

    magic                            8 bytes
    header                           a passage of JSON: game, fingerprint of its rules, slices, version
    for each slice in order:
        summary                      a passage of JSON: its name, totals, where its blocks end, and their checksums
        blocks                       each zlib's: of so many entries first all codes, then all distances (see `unpacked`)
    index                            a passage of JSON: where each slice begins
    where the index begins           8 bytes
    magic                            8 bytes

A passage is its length (4 bytes), its checksum (CRC-32, 4 bytes) and the text. A file under way has no index yet: each slice in it that is
whole counts, whatever follows is written again.
"""

from __future__ import annotations

import json
import struct
import zlib
from typing import Any, Final

from ...errors import CounterplayError
from ..retrograde import NOBODY

MAGIC: Final = b"CPLAYDB1"
VERSION: Final = 1
BLOCK: Final = 256
"""Entries in a block: so many are unpacked to see one. With twice as many the file is an eighth smaller, and probing half as fast."""
LEVEL: Final = 6
"""How hard zlib tries."""


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


def packed(codes: Any, distances: Any) -> list[bytes]:
    """The entries of a slice as blocks."""
    blocks = []
    for first in range(0, len(codes), BLOCK):
        far = distances[first : first + BLOCK].astype("<u2").view("uint8").reshape(-1, 2)
        high = far[:, 1].tobytes() if far[:, 1].any() else b""
        raw = codes[first : first + BLOCK].tobytes() + far[:, 0].tobytes() + high
        blocks.append(zlib.compress(bytes([len(raw) // len(far)]) + raw, LEVEL))
    return blocks


def unpacked(block: bytes) -> bytes:
    """The bytes of a block: how many columns there are, then codes, low bytes, and high bytes if any is not 0."""
    try:
        raw = zlib.decompress(block)
    except zlib.error as error:
        raise Damaged(f"a block cannot be unpacked: {error}") from error
    if len(raw) <= 2 or raw[0] not in (2, 3) or (len(raw) - 1) % raw[0]:
        raise Damaged("a block has the wrong length")
    return raw


def entry(raw: bytes, place: int) -> tuple[int, int]:
    """Code and distance at a place of an unpacked block."""
    entries = (len(raw) - 1) // raw[0]
    code, distance = raw[1 + place], raw[1 + entries + place]
    if raw[0] == 3:
        distance |= raw[1 + 2 * entries + place] << 8
    return code - 256 if code > 127 else code, distance


def entries(raw: bytes) -> tuple[Any, Any]:
    """All codes and all distances of an unpacked block."""
    import numpy

    columns = numpy.frombuffer(raw, numpy.uint8, offset=1).reshape(raw[0], -1)
    distances = columns[1].astype(numpy.int16)
    if raw[0] == 3:
        distances |= columns[2].astype(numpy.int16) << 8
    return columns[0].view(numpy.int8), distances


def joined(codes: Any, distances: Any) -> Any:
    """Codes and distances in one number each: 0 is a draw; 1 + d a win in d plies, -1 - d a loss; NOBODY << 8 where no state has it."""
    import numpy

    far = distances.astype(numpy.int16) + numpy.int16(1)
    return numpy.where(codes == NOBODY, numpy.int16(NOBODY * 256), numpy.sign(codes).astype(numpy.int16) * far)
