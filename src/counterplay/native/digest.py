"""A fingerprint of everything that machine code depends on, so that a cached copy is used exactly when it is right.

It covers the code objects (not the text: what is loaded is what runs) of every method of the game and of every function they call with
the lines they stand on (error messages name them), the constants they mention, the game's attributes by content, the state's annotations,
the kernel and the kernels it calls, this package's own compile layer, and the versions of Python, Numba and llvmlite. Numba is not
imported to compute it.
"""

from __future__ import annotations

import enum
import hashlib
import math
import os
import pickle
import struct
import sys
import time
import typing
from array import array
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MappingProxyType, ModuleType
from typing import Any

from ..game import Game
from ..kernels import Kernel
from ..memoizing import Memoized
from ..vectors import Vector
from ..weights import Weights

NEVER_COMPILED = {
    *("text", "svg", "player_name", "format_action", "from_to", "parse_action", "format_state", "parse_state", "parse_game", "format_game"),
    *("format_line", "why_over", "name", "title", "parameters", "properties", "native", "overrides", "using", "seen", "slices"),
}
"""Methods for people: no kernel calls them, so an edit of a drawing compiles nothing anew."""


MOST_KNOWN = 256
"""How many fingerprints of code are remembered."""
_LOADED = time.time()


class Unknown(Exception):
    """Something is mentioned whose content cannot be fingerprinted; what depends on it is compiled but not kept on disk."""


def game_digest(game: Game[Any, Any]) -> str:
    """The fingerprint of a game with its parameters."""
    hasher = _Hasher()
    hasher.add(_code_digest(type(game), type(game.initial())))
    hasher.add(game.__getstate__())
    return hasher.hexdigest()


def kernel_digest(kernel: Kernel) -> str:
    """The fingerprint of a kernel and of all it calls."""
    return _code_digest(kernel)


_known: dict[tuple[Any, ...], tuple[str, list[tuple[Mapping[str, Any], str, Any]]]] = {}
"""Only where every meaning stays what it is as long as it is the same thing."""


def _code_digest(*code: Any) -> str:
    """The fingerprint of classes or kernels: computed once, and again when a name in them means something else (as in a notebook)."""
    if code in _known and all(names.get(name) is meaning for names, name, meaning in _known[code][1]):
        return _known[code][0]
    hasher = _Hasher()
    hasher.add(_environment())
    for each in code:
        hasher.add(each)
    if len(_known) >= MOST_KNOWN:
        _known.clear()
    if all(_stays(meaning) for _, _, meaning in hasher.meanings):
        _known[code] = hasher.hexdigest(), hasher.meanings
    return hasher.hexdigest()


def _stays(meaning: Any) -> bool:
    """Whether a thing that is still the same thing has the same content: a list may have been changed meanwhile."""
    return not isinstance(meaning, (list, dict, set, bytearray, array)) and not hasattr(meaning, "dtype")


def content_digest(value: Any) -> str:
    """The fingerprint of a plain value."""
    hasher = _Hasher()
    hasher.add(value)
    return hasher.hexdigest()


@lru_cache(maxsize=1)
def _environment() -> tuple[str, ...]:
    """Versions, and the sources of what turns rules into machine code."""
    here = Path(__file__).parent
    sources = [*sorted(here.glob("*.py")), *sorted(here.parent.glob("*.py"))]
    if any(path.stat().st_mtime > _LOADED for path in sources):
        raise Unknown("counterplay itself, whose sources were edited while it runs")
    core = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    return (sys.version, version("numba"), version("llvmlite"), core)


def _is_library(module: str) -> bool:
    return module.split(".")[0] in ("numpy", "math", "numba")


class _Hasher:
    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._kept: list[Any] = []
        self.meanings: list[tuple[Mapping[str, Any], str, Any]] = []

    def hexdigest(self) -> str:
        return self._hash.hexdigest()[:20]

    def _write(self, kind: str, data: bytes = b"") -> None:
        self._hash.update(f"{kind}:{len(data)}:".encode() + data)

    def add(self, value: Any) -> None:
        """Add one value, by content. Functions and classes already seen are added by their number (they may be recursive)."""
        if value is None or isinstance(value, (bool, int, str)):
            self._write(type(value).__name__, repr(value).encode())
        elif isinstance(value, float):
            self._write("float", b"nan" if math.isnan(value) else struct.pack("<d", value))
        elif isinstance(value, (bytes, complex, range)) or value is Ellipsis:
            self._write(type(value).__name__, repr(value).encode())
        elif isinstance(value, Vector):
            self._write("Vector", array("h", value).tobytes())
        elif isinstance(value, (tuple, list)):
            self._write(f"{type(value).__name__}{len(value)}")
            for entry in value:
                self.add(entry)
        elif isinstance(value, (set, frozenset)):
            self.add(sorted(value, key=repr))
        elif isinstance(value, (dict, MappingProxyType)):
            self._write(f"dict{len(value)}")
            for key, entry in value.items():
                self.add(key)
                self.add(entry)
        elif isinstance(value, array):
            self._write(value.typecode, value.tobytes())
        elif hasattr(value, "dtype") and hasattr(value, "tobytes") and not isinstance(value, type):
            self._write(f"{value.dtype}{value.shape}", value.tobytes())
        elif isinstance(value, (ModuleType, BuiltinFunctionType)):
            self._write("module", value.__name__.encode())
        elif isinstance(value, Weights):  # machine code finds them by their address
            self._write("weights", str(len(value)).encode())
        elif isinstance(value, Game):
            self.add(type(value))
            self.add(value.__getstate__())
        else:
            self._add_once(value)

    def _add_once(self, value: Any) -> None:
        if id(value) in self._seen:
            self._write("again", str(self._seen[id(value)]).encode())
            return
        self._seen[id(value)] = len(self._seen)
        self._kept.append(value)
        if isinstance(value, Kernel):
            self._add_function(value.function)
            self.meanings.append((vars(value), "never", value.never))
            self.add(value.never)
        elif isinstance(value, Memoized):
            self._write(f"memoized {value.entries}")
            self._add_function(value.function)
            self._add_annotations(value.function)
        elif isinstance(value, FunctionType):
            self._add_function(value)
        elif isinstance(value, (staticmethod, classmethod)):
            self.add(value.__func__)
        elif isinstance(value, property):
            self.add(value.fget)
        elif isinstance(value, type):
            self._add_class(value)
        elif isinstance(getattr(value, "py_func", getattr(value, "__wrapped__", None)), FunctionType):  # a decorated function
            self._write("decorated", repr(getattr(value, "targetoptions", "")).encode())
            self.add(getattr(value, "py_func", getattr(value, "__wrapped__", None)))
        elif str(getattr(value, "__module__", "")).split(".")[0] in ("typing", "types", "numpy", "numba", "builtins"):
            self._write("known", repr(value).encode())
        else:
            try:
                self._write("pickle", pickle.dumps(value))
            except Exception as error:
                raise Unknown(f"a {type(value).__name__}") from error

    def _add_function(self, function: FunctionType) -> None:
        self._write("function", function.__module__.encode() if function.__module__ else b"")
        self._add_code(function.__code__, function)
        self.add(function.__defaults__)
        self.add(function.__kwdefaults__)
        for cell in function.__closure__ or ():
            try:
                self.add(cell.cell_contents)
            except ValueError:  # nothing in it yet
                self._write("empty")

    def _add_code(self, code: CodeType, function: FunctionType) -> None:
        self._write("code", code.co_code)
        self._write(f"line{code.co_firstlineno} of {os.path.abspath(code.co_filename)}", code.co_linetable)
        self.add((code.co_names, code.co_varnames, code.co_freevars, code.co_argcount, code.co_flags))
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._add_code(constant, function)
            else:
                self.add(constant)
        if not _is_library(function.__module__ or ""):
            self._add_meanings(function.__globals__, code.co_names)

    def _add_meanings(self, names: Mapping[str, Any], mentioned: tuple[str, ...], within: tuple[ModuleType, ...] = ()) -> None:
        """What names stand for in a module; where one stands for a module, what the names stand for in that."""
        for name in mentioned:
            if name in names:
                meaning = names[name]
                self._write("name", name.encode())
                self.meanings.append((names, name, meaning))
                self.add(meaning)
                if isinstance(meaning, ModuleType) and not _is_library(meaning.__name__) and meaning not in within:
                    self._add_meanings(vars(meaning), mentioned, (*within, meaning))

    def _add_class(self, kind: type) -> None:
        self._write("class", f"{kind.__module__}.{kind.__qualname__}".encode())
        if issubclass(kind, Game):
            for base in kind.__mro__:
                if base.__module__ not in ("builtins", "typing"):
                    for name, member in vars(base).items():
                        if not name.startswith("__") and name not in NEVER_COMPILED:
                            self._write("member", name.encode())
                            self.meanings.append((vars(base), name, member))
                            self._add_member(member)
        elif issubclass(kind, tuple) and hasattr(kind, "_fields"):
            self.add(kind._fields)
            self._add_annotations(kind)
            self.add(getattr(kind, "_field_defaults", {}))
        elif issubclass(kind, enum.Enum):
            self.add({name: member.value for name, member in kind.__members__.items()})

    def _add_annotations(self, kind: type | FunctionType) -> None:
        """What the annotations mean, not how they are written: `Square = Bits[81]` may stand anywhere."""
        try:
            hints = typing.get_type_hints(kind, include_extras=True)
        except Exception:  # compiling will say what is wrong with them
            hints = getattr(kind, "__annotations__", {})
        for name, hint in hints.items():
            self._write("annotation", f"{name}: {hint}".encode())
            for part in (hint, *typing.get_args(hint)):
                if isinstance(part, type):
                    self.add(part)

    def _add_member(self, member: Any) -> None:
        if isinstance(member, (FunctionType, staticmethod, classmethod, property)) or not callable(member):
            self.add(member)
