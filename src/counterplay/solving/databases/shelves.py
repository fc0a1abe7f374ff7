"""A shelf: many small blocks, each compressed on its own, so that one can be had without the others.

how many blocks        4 bytes
their lengths          4 bytes each
their checksums        CRC-32, 4 bytes each
checksum of the above  4 bytes
the blocks             deflated, without zlib's own header
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, repeat
from typing import Any, Final

from .layout import Damaged

EFFORT: Final = 9
"""How hard zlib tries."""
RAW: Final = -zlib.MAX_WBITS
"""What zlib calls deflated data without a header."""
QUICK: Final = zlib.Z_FIXED
"""The strategy for the smallest blocks: all have the same code, so unpacking one need not read its own, which takes half of the time."""
AT_ONCE: Final = 1024
"""So many blocks are compressed by a thread at a time."""


def _deflated(blocks: list[bytes], strategy: int) -> list[bytes]:
    done = []
    for block in blocks:
        work = zlib.compressobj(EFFORT, zlib.DEFLATED, RAW, zlib.DEF_MEM_LEVEL, strategy)
        done.append(work.compress(block) + work.flush())
    return done


def shelf(blocks: Iterable[bytes], jobs: int = 1, strategy: int = zlib.Z_DEFAULT_STRATEGY) -> bytes:
    """Blocks as they stand in a file; `jobs` threads compress them, in zlib's usual way or with another strategy."""
    waiting = iter(blocks)
    with ThreadPoolExecutor(jobs) as threads:
        parts = list(threads.map(_deflated, iter(lambda: list(islice(waiting, AT_ONCE)), []), repeat(strategy)))
    small = [block for part in parts for block in part]
    count = len(small)
    table = struct.pack(f"<{1 + 2 * count}I", count, *map(len, small), *map(zlib.crc32, small))
    return b"".join([table, struct.pack("<I", zlib.crc32(table)), *small])


class Shelf:
    """The blocks of a shelf, which begins at a place of a file."""

    def __init__(self, data: Any, place: int, what: str):
        import numpy

        self.data, self.what = data, what
        count = struct.unpack_from("<I", data, place)[0] if place + 4 <= len(data) else 0
        table = 4 + 8 * count
        if count == 0 or place + table + 4 > len(data):
            raise Damaged(f"{what} is cut off")
        if zlib.crc32(memoryview(data)[place : place + table]) != struct.unpack_from("<I", data, place + table)[0]:
            raise Damaged(f"{what} is damaged")
        lengths = numpy.frombuffer(data, "<u4", count, place + 4)
        self.checksums = numpy.frombuffer(data, "<u4", count, place + 4 + 4 * count)
        self._bounds = numpy.full(count + 1, place + table + 4, numpy.int64)
        self._bounds[1:] += numpy.cumsum(lengths, dtype=numpy.int64)
        self.end = int(self._bounds[-1])
        if self.end > len(data):
            raise Damaged(f"{what} is cut off")

    def __len__(self) -> int:
        return len(self.checksums)

    def _packed(self, number: int) -> bytes:
        """A block as it stands there; refused if a bit of it has changed."""
        block: bytes = self.data[self._bounds.item(number) : self._bounds.item(number + 1)]
        if zlib.crc32(block) != self.checksums.item(number):
            raise Damaged(f"block {number} of {self.what} is damaged")
        return block

    def __getitem__(self, number: int) -> bytes:
        """A block, unpacked."""
        try:
            return zlib.decompress(self._packed(number), RAW)
        except zlib.error as error:
            raise Damaged(f"block {number} of {self.what} cannot be unpacked: {error}") from error

    def __iter__(self) -> Iterator[bytes]:
        return (self[number] for number in range(len(self)))

    def require_whole(self) -> None:
        """Refuse if a bit of any block has changed."""
        for number in range(len(self)):
            self._packed(number)
