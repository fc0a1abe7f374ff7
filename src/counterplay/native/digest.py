"""A fingerprint of everything that machine code depends on, so that a cached copy is used exactly when it is right.

It covers the code objects (not the text: what is loaded is what runs) of every method of the game and of every function they call, the
constants they mention, the game's attributes by content, the state's annotations, the kernel and the kernels it calls, this
package's own compile layer, and the versions of Python, Numba, llvmlite and counterplay. Numba is not imported to compute it.
"""

from __future__ import annotations

import hashlib
import math
import pickle
import struct
import sys
from array import array
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from ..game import Game
from ..kernel import Kernel

NEVER_COMPILED = frozenset(
    "text svg player_name format_action parse_action format_state parse_state name title parameters properties native overrides using "
    "observation".split()
)
"""Methods for people: no kernel calls them, so an edit of a drawing compiles nothing anew."""


class Unknown(Exception):
    """Something is mentioned whose content cannot be fingerprinted; what depends on it is compiled but not kept on disk."""


def game_digest(game: Game[Any, Any]) -> str:
    """The fingerprint of a game with its parameters."""
    hasher = _Hasher()
    hasher.add(_class_digest(type(game), type(game.initial())))
    hasher.add(game.__getstate__())
    return hasher.hexdigest()


@lru_cache(maxsize=256)
def _class_digest(kind: type, state: type) -> str:
    hasher = _Hasher()
    hasher.add(_environment())
    hasher.add(kind)
    hasher.add(state)
    return hasher.hexdigest()


@lru_cache(maxsize=256)
def kernel_digest(kernel: Kernel) -> str:
    """The fingerprint of a kernel and of all it calls."""
    hasher = _Hasher()
    hasher.add(_environment())
    hasher.add(kernel)
    return hasher.hexdigest()


def content_digest(value: Any) -> str:
    """The fingerprint of a plain value."""
    hasher = _Hasher()
    hasher.add(value)
    return hasher.hexdigest()


@lru_cache(maxsize=1)
def _environment() -> tuple[str, ...]:
    """Versions, and the sources of what turns rules into machine code."""
    here = Path(__file__).parent
    sources = [*sorted(here.glob("*.py")), *(here.parent / f"{name}.py" for name in ("bits", "watch", "rng", "kernel"))]
    core = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    return (sys.version, version("numba"), version("llvmlite"), core)


class _Hasher:
    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._kept: list[Any] = []

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
        elif isinstance(value, (tuple, list)):
            self._write(f"{type(value).__name__}{len(value)}")
            for entry in value:
                self.add(entry)
        elif isinstance(value, (set, frozenset)):
            self.add(sorted(value, key=repr))
        elif isinstance(value, dict):
            self._write(f"dict{len(value)}")
            for key, entry in value.items():
                self.add(key)
                self.add(entry)
        elif isinstance(value, array):
            self._write(value.typecode, value.tobytes())
        elif hasattr(value, "dtype") and hasattr(value, "tobytes"):
            self._write(f"{value.dtype}{value.shape}", value.tobytes())
        elif isinstance(value, (ModuleType, BuiltinFunctionType)):
            self._write("module", value.__name__.encode())
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
        elif isinstance(value, FunctionType):
            self._add_function(value)
        elif isinstance(value, (staticmethod, classmethod)):
            self.add(value.__func__)
        elif isinstance(value, property):
            self.add(value.fget)
        elif isinstance(value, type):
            self._add_class(value)
        elif getattr(value, "__module__", "").split(".")[0] in ("typing", "types", "numpy", "numba", "builtins"):
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
            self.add(cell.cell_contents)

    def _add_code(self, code: CodeType, function: FunctionType) -> None:
        self._write("code", code.co_code)
        self.add((code.co_names, code.co_varnames, code.co_freevars, code.co_argcount, code.co_flags))
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._add_code(constant, function)
            else:
                self.add(constant)
        if not (function.__module__ or "").startswith(("numpy", "math")):
            for name in code.co_names:
                if name in function.__globals__:
                    self._write("global", name.encode())
                    self.add(function.__globals__[name])

    def _add_class(self, kind: type) -> None:
        self._write("class", f"{kind.__module__}.{kind.__qualname__}".encode())
        if issubclass(kind, Game):
            for base in kind.__mro__:
                if base.__module__ not in ("builtins", "typing"):
                    for name, member in vars(base).items():
                        if not name.startswith("__") and name not in NEVER_COMPILED:
                            self._write("member", name.encode())
                            self._add_member(member)
        elif issubclass(kind, tuple) and hasattr(kind, "_fields"):
            self.add(kind._fields)
            self.add({name: str(annotation) for name, annotation in getattr(kind, "__annotations__", {}).items()})
            self.add(getattr(kind, "_field_defaults", {}))

    def _add_member(self, member: Any) -> None:
        if isinstance(member, (FunctionType, staticmethod, classmethod, property)) or not callable(member):
            self.add(member)
