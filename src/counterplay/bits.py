"""Values that states and tables are made of, for both speeds: sets of bits, short tuples, constant tables.

`Bits` annotates a field of a state that is a set of small numbers (the squares with a stone on). Interpreted it is a plain
non-negative int; compiled it is one machine integer of exactly n bits, be it 42, 64 or 361. The operators are those of int:

    & | ^ ~  << >>  + - *  == != < <= > >=  and truth

They agree in both modes modulo 2**n. The one thing to remember: an int grows where a set of n bits cannot, so after `<<`, `+`,
`-`, `*` or `~` mask with the board (`& self.board`) before you shift right, compare, count or store. `counterplay check` finds
the place where that was forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias, TypeVar

from .errors import UsageError
from .vectors import Vector

MOST_BITS = 4096
"""The widest set. LLVM would take more; nobody's board does."""


class Width(NamedTuple):
    """The annotation behind `Bits[n]`: this int is a set of n bits."""

    bits: int


if TYPE_CHECKING:
    Bits: TypeAlias = int
else:

    class Bits(int):
        """In a state's annotations: `Bits[64]` is a set of 64 bits; plain `Bits` has as many as the game's attribute `bits`."""

        def __class_getitem__(cls, bits: int) -> Any:
            if type(bits) is not int or not 1 <= bits <= MOST_BITS:
                raise UsageError(f"Bits[{bits!r}]: the number of bits is an int from 1 to {MOST_BITS}.")
            return Annotated[int, Width(bits)]


Element = TypeVar("Element")


def popcount(x: int) -> int:
    """How many members the set has.

    >>> popcount(0b1011)
    3
    """
    return x.bit_count()


def lowest(x: int) -> int:
    """The least member of a set that has one.

    >>> lowest(0b1000)
    3
    """
    return (x & -x).bit_length() - 1


def highest(x: int) -> int:
    """The greatest member of a set that has one.

    >>> highest(0b1010)
    3
    """
    return x.bit_length() - 1


def members(x: int) -> Iterator[int]:
    """The members of a set, least first.

    >>> list(members(0b1011))
    [0, 1, 3]
    """
    while x:
        yield (x & -x).bit_length() - 1
        x &= x - 1


def select(x: int, k: int) -> int:
    """The k-th member of a set, counted from 0, least first; the set has more than k.

    >>> select(0b1011, 2)
    3
    """
    for _ in range(k):
        x &= x - 1
    return (x & -x).bit_length() - 1


def slot(x: object, count: int) -> int:
    """A place from 0 to `count` - 1, `count` being a power of two, for anything hashable: the lowest bits of an int, or of a hash.

    >>> slot(0x1234, 16)
    4
    """
    return (x if isinstance(x, int) else hash(x)) & count - 1


def replace(values: tuple[Element, ...], index: int, value: Element) -> tuple[Element, ...]:
    """The tuple with one entry changed. The index is in 0 … len - 1.

    >>> replace((0, 0, 0), 1, 5)
    (0, 5, 0)
    """
    if not 0 <= index < len(values):
        raise IndexError("replace: there is no entry with this index")
    return (*values[:index], value, *values[index + 1 :])


def _row(entry: Any) -> Any:
    """An entry of a table: rows are plain tuples."""
    return tuple(entry) if isinstance(entry, (list, tuple)) and not isinstance(entry, Vector) else entry


class Table(tuple[Any, ...]):
    """A constant table of numbers, of vectors, or of rows of equal length: a tuple interpreted, an array in the machine code compiled.

    Write it for constants of more than a dozen entries; a plain tuple is as good below that.

    >>> squares = Table(i * i for i in range(100))
    >>> squares[12]
    144
    """

    __slots__ = ()

    def __new__(cls, entries: Iterable[Any]) -> Table:
        table = super().__new__(cls, (_row(entry) for entry in entries))
        rows = {(isinstance(entry, Vector), len(entry)) if isinstance(entry, tuple) else None for entry in table}
        if len(rows) > 1:
            raise UsageError("A Table holds either numbers or vectors or rows that all have the same length.")
        return table
