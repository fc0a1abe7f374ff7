"""Checks of states against their annotations: what the compiler believes must be true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from ..bits import Bits, Width
from .asking import Ask, shown
from .node import Node
from .report import Finding

WORD: Final = 1 << 63
"""Compiled ints lie in -WORD … WORD - 1."""


class FieldsFit:
    """Every field of a NamedTuple state holds what its annotation says: a set within its bits, an int that fits a machine word, a
    tuple that keeps its length."""

    def __init__(self, ask: Ask, initial: Any):
        self.initial = initial
        self.hints = _annotations(type(initial))
        self.compiled = ask.game.compiles and bool(self.hints) and all(_is_native(hint) for hint in self.hints.values())
        """Whether the state could live in a machine word at all; limits of the machine bind only then."""

    def __call__(self, ask: Ask, node: Node) -> Iterator[Finding]:
        if type(node.state) is not type(self.initial):
            return
        for name, hint in self.hints.items():
            wrong = self._wrong(getattr(node.state, name), hint, getattr(self.initial, name), ask.game.bits)
            if wrong:
                yield Finding("field", f"The field {name} {wrong}.", name)

    def _wrong(self, value: Any, hint: Any, first: Any, bits: int) -> str:
        """What is wrong with a value, or nothing."""
        if hint is Bits or _width(hint):
            bits = _width(hint) or bits
            if not isinstance(value, int):
                return f"holds {shown(value, 60)}, which is not a set of bits: store an int"
            if value < 0 or value >> bits:
                return f"holds {shown(value, 60)}, which is not a set of {bits} bits: mask after << + - * and ~ (x & board)"
        elif hint is bool and not (isinstance(value, int) and value in (0, 1)):
            return f"holds {shown(value, 60)}, but its annotation says bool: store True or False"
        elif hint is int and not isinstance(value, int):
            return f"holds {shown(value, 60)}, but its annotation says int: store an int (use // instead of /)"
        elif hint is int and self.compiled and not -WORD <= value < WORD:
            return f"holds {shown(value, 60)}, which does not fit an int of 64 bits: annotate it with Bits, or keep it smaller"
        elif hint is float and not isinstance(value, (int, float)):
            return f"holds {shown(value, 60)}, but its annotation says float: store a number"
        elif get_origin(hint) is tuple:
            return self._wrong_tuple(value, get_args(hint), first, bits)
        return ""

    def _wrong_tuple(self, value: Any, entries: tuple[Any, ...], first: Any, bits: int) -> str:
        if not isinstance(value, tuple):
            return f"holds {shown(value, 60)}, but its annotation says tuple: store a tuple"
        if len(entries) == 2 and entries[1] is Ellipsis:
            if self.compiled and isinstance(first, tuple) and len(value) != len(first):
                return (
                    f"has {len(value)} entries, but {len(first)} in the initial state: a tuple keeps its length (use 0 or -1 for nothing)"
                )
            entries = entries[:1] * len(value)
        elif len(value) != len(entries):
            return f"has {len(value)} entries, but its annotation says {len(entries)}: store as many"
        for index, (entry, hint) in enumerate(zip(value, entries, strict=True)):
            wrong = self._wrong(entry, hint, first[index] if isinstance(first, tuple) and index < len(first) else None, bits)
            if wrong:
                return f"at entry {index} {wrong}"
        return ""


def _annotations(kind: type) -> dict[str, Any]:
    """The annotated fields of a NamedTuple; nothing for other states, or where an annotation cannot be read."""
    if not (issubclass(kind, tuple) and hasattr(kind, "_fields")):
        return {}
    try:
        hints = get_type_hints(kind, include_extras=True)
    except Exception:
        return {}
    return {name: hints[name] for name in kind._fields if name in hints}


def _width(hint: Any) -> int:
    """The number of bits of `Bits[n]`, else 0."""
    if get_origin(hint) is Annotated:
        return next((extra.bits for extra in get_args(hint)[1:] if isinstance(extra, Width)), 0)
    return 0


def _is_native(hint: Any) -> bool:
    """Whether the annotation is one that compiles."""
    if get_origin(hint) is tuple:
        return all(entry is Ellipsis or _is_native(entry) for entry in get_args(hint))
    return hint in (int, float, bool, Bits) or bool(_width(hint))
