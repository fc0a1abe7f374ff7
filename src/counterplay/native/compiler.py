"""From a kernel and a game to a function in machine code: from memory, else from disk, else compiled.

Each (kernel, game, types of the other arguments) is one entry with exactly one signature. That is on purpose: a recursive Numba function
with two signatures crashes the process that loads it from disk (numba #6061), and an index shared by several games imports them all.
"""

from __future__ import annotations

import gc
import hashlib
import inspect
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from types import FunctionType
from typing import Any

from numba import njit, typeof
from numba.core import config
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.core.types import unliteral

from ..game import Game
from ..kernels import Kernel
from . import bits, buffers, compact_table, reporting, states, store, tables, transpositions, vectors
from .announcing import announced, say
from .explain import explain
from .inlining import with_loops_written_out
from .linking import optimized_once
from .looping import with_members_written_out
from .omitting import without
from .recursion import Itself, NotAsPresumed, returns_float
from .rewrite import rewritten
from .types import GameType, game_type, names_in, verify

__all__ = ["bits", "buffers", "compact_table", "entry_point", "reporting", "states", "tables", "transpositions", "vectors"]

_entries: dict[tuple[Any, ...], Callable[..., Any]] = {}
_compiling = threading.RLock()


def entry_point(kernel: Kernel, game: Game[Any, Any], arguments: tuple[Any, ...], who: str | None = None) -> Callable[..., Any]:
    """The machine code of `kernel(game, *arguments)`, callable from Python. Raises `CannotCompile` with the reason.

    `who` is the game's `identity`, if somebody knows it already.
    """
    who = who or store.identity(game)
    try:
        with _compiling:
            kind = game_type(game, who)
    except store.CannotCompile as error:
        store.remember_refusal(kernel, game, error.reason)
        raise
    state_class = type(game.initial())
    names = kernel.function.__code__.co_varnames[1:]
    signature: tuple[Any, ...] = (kind,)
    for name, argument in zip(names, arguments, strict=False):
        # A NamedTuple speaks for itself; a plain int or tuple is a state where the kernel calls it one.
        is_state = type(argument) is state_class and (hasattr(state_class, "_fields") or name in ("state", "root"))
        if is_state:
            verify(game, kind.state, argument)
        is_rival = type(argument) is type(game) and store.identity(argument) == who  # the same game with other learned numbers
        signature += (kind.state if is_state else kind if is_rival else typeof(argument),)
    key = (store.entry_name(kernel, game, who) or kernel, *signature)
    if key not in _entries:
        with _compiling:
            if key not in _entries:
                _entries[key] = _load(kernel, game, signature) or _compile(kernel, game, kind, signature)
                store.remember_compiled(kernel, game)
    return _entries[key]


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
        rtsys.initialize(context)  # all that machine code needs; context.refresh() would import the whole compiler: 0.5 s
        entry: Callable[..., Any] = CompileResult._rebuild(context, *pickle.loads(content)).entry_point
    except Exception:  # whatever is wrong with a cached file, compiling again is the cure
        return None
    return entry


def _compile(kernel: Kernel, game: Game[Any, Any], kind: GameType, signature: tuple[Any, ...]) -> Callable[..., Any]:
    store.require_compiling(kernel, game)
    try:
        with announced(_what_compiles(kernel, game)), _vectorising(), _interrupt_afterwards(), _without_collecting():
            unit = _compiled_unit(kind, kernel, signature)
    except Exception as error:  # whatever the compiler complains about, the rules still run interpreted
        reason = error.reason if isinstance(error, store.CannotCompile) else explain(error, game, kernel)
        store.remember_refusal(kernel, game, reason)
        raise store.CannotCompile(reason) from error
    name = _file_name(kernel, game, signature)
    danger = unit.danger()
    if danger:
        say(f"{danger}; so it is compiled anew each time")
    elif name is not None:
        store.write(name, dumps(unit.dispatcher(kernel).overloads[signature]._reduce()))
    entry: Callable[..., Any] = unit.dispatcher(kernel).overloads[signature].entry_point
    return entry


def _compiled_unit(kind: GameType, kernel: Kernel, signature: tuple[Any, ...]) -> _Unit:
    """All that is compiled together, compiled: presuming that what says `return 0.0` returns a float, and without if that is wrong."""
    unit = _Unit(kind, kernel, presuming=True)
    with suppress(NotAsPresumed, ValueError):  # the latter from LLVM, where machine code for a float does not fit what is returned
        unit.compile(signature)
        if all(itself.is_as_presumed() for itself in unit.presumed):
            return unit
    unit = _Unit(kind, kernel, presuming=False)
    unit.compile(signature)
    return unit


@contextmanager
def _interrupt_afterwards() -> Iterator[None]:
    """Ctrl-C is kept until the compiler is done: raised inside it, it may get lost. A second one is not kept."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is None:
        yield
        return
    pressed: list[int] = []

    def remember(number: int, frame: object) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(number)

    before = signal.signal(signal.SIGINT, remember)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


@contextmanager
def _without_collecting() -> Iterator[None]:
    """The compiler makes millions of small objects, few of them in circles: looking for those meanwhile is a twentieth of its time.

    One thread compiles at a time (`_compiling`), so what was switched off is switched on again. Other threads go on without it, too: half
    a minute at most.
    """
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@contextmanager
def _vectorising() -> Iterator[None]:
    """Let LLVM do like operations on several words at once, as C compilers do: Connect Four's evaluation becomes half as fast again.

    Numba leaves this off since LLVM 14 once miscompiled with it (numba #8705); the tests that hold both speeds equal run with it on.
    """
    before = config.SLP_VECTORIZE
    config.SLP_VECTORIZE = 1
    try:
        yield
    finally:
        config.SLP_VECTORIZE = before


class _Unit:
    """What is compiled together: one kernel, the kernels it calls, one game."""

    def __init__(self, kind: GameType, entry: Kernel, presuming: bool):
        self.kind, self.entry, self.presuming = kind, entry, presuming
        self.dispatchers: dict[Kernel, Any] = {}
        self.presumed: list[Itself] = []
        """The kernels of which is presumed what they return (`recursion.py`)."""
        self.circular = _in_a_circle(entry)
        self.never = entry.never(kind.game) if entry.never is not None else frozenset()

    def compile(self, signature: tuple[Any, ...]) -> None:
        """Compile the entry for these types of arguments, and all that it calls."""
        dispatcher = self.dispatcher(self.entry)
        with self.together():
            dispatcher.compile(signature)

    def name(self, kernel: Kernel) -> str:
        """What the compiler calls it."""
        return f"{kernel.function.__qualname__}_{self.kind.name}"

    def dispatcher(self, kernel: Kernel) -> Any:
        """The kernel as a Numba function for this unit alone, with everything its globals mention converted."""
        if kernel not in self.dispatchers:
            rules = type(self.kind.game)
            source = without(kernel.function, self.never)
            for method in ("actions", "candidates"):
                source = with_loops_written_out(source, method, rewritten(inspect.getattr_static(rules, method), rules))
            source = with_members_written_out(source)
            names = dict(source.__globals__)
            copy = FunctionType(self.kind.with_sets(source.__code__), names, source.__name__, source.__defaults__, source.__closure__)
            copy.__module__, copy.__qualname__ = source.__module__, self.name(kernel)
            inner = kernel is not self.entry and not self.circular
            self.dispatchers[kernel] = _for_plain_types(njit(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=inner)(copy))
            for name in names_in(source.__code__) & names.keys():
                value = names[name]
                if value is kernel and self.presuming and not self.circular and returns_float(source.__code__):
                    self.presumed.append(Itself(self.dispatchers[kernel]))
                    names[name] = self.presumed[-1]
                elif isinstance(value, Kernel):
                    names[name] = self.dispatcher(value)
                else:
                    names[name] = self.kind.converted_global(value, source.__code__)
        return self.dispatchers[kernel]

    def together(self) -> AbstractContextManager[None]:
        """While this lasts, all of it is optimized at once. Kernels in a circle cannot be: they find one another only as machine code."""
        return nullcontext() if self.circular else optimized_once(self.name(self.entry), self.kind.placements)

    def danger(self) -> str | None:
        """Why loading this unit from disk would crash the process that does it (numba #6061), if it would."""
        if self.circular:
            return f"{self.circular.name} and another kernel call each other in a circle"
        for kernel, dispatcher in self.dispatchers.items():
            if kernel in _called(kernel) and len(dispatcher.signatures) > 1:
                return f"{kernel.name} calls itself with a literal or with arguments of another type (write n = 0 and pass n)"
        return None


def _for_plain_types(dispatcher: Any) -> Any:
    """The same kernel, compiled for an int where others would call it with 0.

    A variable that begins as 0 is, to Numba, that very number at first, and an int only when it has seen the rest of the loop: what is
    called with it would be compiled for both. (A call of itself, while it is compiled, is recognized by its types: those stay.)
    """
    usual = dispatcher.get_call_template

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        if not dispatcher.is_compiling:
            arguments = tuple(map(unliteral, arguments))
        return usual(arguments, keywords)

    dispatcher.get_call_template = get_call_template
    return dispatcher


def _called(kernel: Kernel) -> list[Kernel]:
    """The kernels that a kernel mentions."""
    names = kernel.function.__globals__
    return [names[name] for name in names_in(kernel.function.__code__) if isinstance(names.get(name), Kernel)]


def _reached(kernel: Kernel) -> set[Kernel]:
    """The kernels that running this one may run, itself included."""
    found, waiting = {kernel}, [kernel]
    while waiting:
        new = set(_called(waiting.pop())) - found
        found |= new
        waiting += new
    return found


def _in_a_circle(entry: Kernel) -> Kernel | None:
    """A kernel that runs again within another one that it calls."""
    for kernel in _reached(entry):
        if any(kernel in _reached(other) for other in _called(kernel) if other is not kernel):
            return kernel
    return None


def _what_compiles(kernel: Kernel, game: Game[Any, Any]) -> str:
    return f"compiling {kernel.name} for {game.name} (once; kept on disk afterwards)"
