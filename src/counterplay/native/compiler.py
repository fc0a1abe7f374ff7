"""From a kernel and a game to a function in machine code: from memory, else from disk, else compiled.

Each (kernel, game, types of the other arguments) is one entry with exactly one signature. That is on purpose: a recursive Numba function with
two signatures crashes the process that loads it from disk (numba #6061), and an index shared by several games imports them all.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
import threading
import time
from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba import njit, typeof
from numba.core.compiler import CompileResult
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

from ..game import Game
from ..kernel import Kernel
from . import bits, reporting, states, store
from .explain import explain
from .types import GameType, game_type, names_in

__all__ = ["bits", "entry_point", "reporting", "states"]

SILENT_SECONDS = 1.0
"""Compiling that takes longer than this says what it is doing."""

announce: Callable[[str], None] | None = None
"""Who is told that something compiles; the default writes a line to standard error."""

_entries: dict[tuple[Any, ...], Callable[..., Any]] = {}
_compiling = threading.RLock()


def entry_point(kernel: Kernel, game: Game[Any, Any], arguments: tuple[Any, ...]) -> Callable[..., Any]:
    """The machine code of `kernel(game, *arguments)`, callable from Python. Raises `CannotCompile` with the reason."""
    try:
        kind = game_type(game, store.identity(game))
    except store.CannotCompile as error:
        store.remember_refusal(kernel, game, error.reason)
        raise
    signature = (kind, *(_argument_type(argument, kind) for argument in arguments))
    key = (kernel, *signature)
    if key not in _entries:
        with _compiling:
            if key not in _entries:
                _entries[key] = _load(kernel, game, signature) or _compile(kernel, game, kind, signature)
                store.remember_compiled(kernel, game)
    return _entries[key]


def _argument_type(argument: Any, kind: GameType) -> Any:
    if type(argument) is type(kind.game.initial()) and isinstance(argument, tuple):
        return kind.state
    return typeof(argument)


def _file_name(kernel: Kernel, game: Game[Any, Any], signature: tuple[Any, ...]) -> str | None:
    name = store.entry_name(kernel, game)
    if name is None:
        return None
    machine = cpu_target.target_context.codegen().magic_tuple()
    types = [str(each) for each in signature]
    return f"{name}-{hashlib.sha256(repr((types, machine)).encode()).hexdigest()[:16]}.code"


def _load(kernel: Kernel, game: Game[Any, Any], signature: tuple[Any, ...]) -> Callable[..., Any] | None:
    name = _file_name(kernel, game, signature)
    content = None if name is None else store.read(name)
    if content is None:
        return None
    context = cpu_target.target_context
    try:
        context.refresh()
        entry: Callable[..., Any] = CompileResult._rebuild(context, *pickle.loads(content)).entry_point  # noqa: S301
    except Exception:  # whatever is wrong with a cached file, compiling again is the cure
        return None
    return entry


def _compile(kernel: Kernel, game: Game[Any, Any], kind: GameType, signature: tuple[Any, ...]) -> Callable[..., Any]:
    unit = _Unit(kind)
    dispatcher = unit.dispatcher(kernel)
    try:
        with _Announcement(kernel, game):
            entry: Callable[..., Any] = dispatcher.compile(signature)
    except (NumbaError, NotImplementedError, AssertionError, TypeError, ValueError, LookupError, AttributeError, OverflowError) as error:
        reason = explain(error, game, kernel)
        store.remember_refusal(kernel, game, reason)
        raise store.CannotCompile(reason) from error
    name = _file_name(kernel, game, signature)
    twice = unit.compiled_twice()
    if twice:
        _say(f"{twice} was compiled for two signatures and is not kept on disk: a kernel's recursive calls take variables, not literals")
    elif name is not None:
        store.write(name, dumps(dispatcher.overloads[signature]._reduce()))
    return entry


class _Unit:
    """What is compiled together: one kernel, the kernels it calls, one game."""

    def __init__(self, kind: GameType):
        self.kind = kind
        self.dispatchers: dict[Kernel, Any] = {}

    def dispatcher(self, kernel: Kernel) -> Any:
        """The kernel as a Numba function for this unit alone, with everything its globals mention converted."""
        if kernel not in self.dispatchers:
            source = kernel.function
            names = dict(source.__globals__)
            copy = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
            copy.__module__, copy.__qualname__ = source.__module__, f"{source.__qualname__}_{self.kind.name}"
            self.dispatchers[kernel] = njit(nogil=True)(copy)
            for name in names_in(source.__code__) & names.keys():
                value = names[name]
                names[name] = self.dispatcher(value) if isinstance(value, Kernel) else self.kind.converted_global(value)
        return self.dispatchers[kernel]

    def compiled_twice(self) -> str | None:
        """A recursive kernel that has two signatures, if there is one: loading it from disk would crash (numba #6061)."""
        for kernel, dispatcher in self.dispatchers.items():
            if kernel.name in kernel.function.__code__.co_names and len(dispatcher.signatures) > 1:
                return kernel.name
        return None


class _Announcement:
    """While something compiles for long, one line says so."""

    def __init__(self, kernel: Kernel, game: Game[Any, Any]):
        self.message = f"compiling {kernel.name} for {game.name} (once; kept on disk afterwards)"
        self.timer = threading.Timer(SILENT_SECONDS, _say, (f"{self.message} …",))
        self.timer.daemon = True

    def __enter__(self) -> None:
        self.started = time.monotonic()
        self.timer.start()

    def __exit__(self, *details: object) -> None:
        self.timer.cancel()


def _say(message: str) -> None:
    if announce is not None:
        announce(message)
    else:
        print(f"counterplay: {message}", file=sys.stderr)
