"""Kernels: search functions written once and run at two speeds.

    @kernel
    def count_leaves(game, state, depth, watch): ...

`count_leaves(...)` is the plain Python function. `Runner(compiled=True)(count_leaves, game, state, 5, watch=Watch())` runs the same source
as machine code compiled together with the rules of that game. Rules for kernels, each for a reason met in practice:

* the first argument is the game, the last the watcher; call `watch.enter(...)` at every node and return at once when it says so;
* a kernel may call itself and other kernels, but two kernels may not call each other in a circle (Numba cannot cache that);
* arguments of a recursive call are variables, not literals (a literal makes a second signature, which is then not cached).

Numba itself is imported only when something is compiled.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from types import FunctionType
from typing import Any, Final, NamedTuple, TypeVar

from .errors import CounterplayError, RulesError, Stopped, TooDeep, UsageError
from .game import Game
from .interrupts import ENOUGH
from .watch import DEADLINE, MOST_PLIES, Watch

TRIAL_SECONDS: Final = 0.3
"""A search whose machine code is not at hand first runs interpreted for this long: most small questions are answered by then."""
MOMENT_SECONDS: Final = 0.02
"""Whoever asks for a tenth of a second means a tenth of a second: only what takes longer than this, and is no searching, is not counted."""
POLL_SECONDS: Final = 0.02
"""How often a running kernel's clock, Ctrl-C and progress are looked at."""
SHALLOW_STACK_BYTES: Final = 3 << 19
"""Stack that machine code may use in the caller's own thread: half a megabyte beyond the reserve it keeps."""
STACK_BYTES: Final = 1 << 30
"""Stack of a thread that runs a compiled kernel: address space for 2 * MOST_PLIES frames; only pages that are used take memory."""

T = TypeVar("T")


class Kernel:
    """A search function. Calling it runs the Python source; `run` may run the compiled one instead."""

    def __init__(self, function: FunctionType):
        self.function = function
        self.never: Callable[[Game[Any, Any]], Set[str]] | None = None
        """Of an entry: the names of the words of its `room` that are 0 in every search of a game (`native.omitting`)."""
        self.name = function.__name__
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.__module__ = function.__module__

    def __call__(self, *arguments: Any) -> Any:
        return self.interpreted(*arguments)

    @cached_property
    def interpreted(self) -> FunctionType:
        """The function with kernels in its globals replaced by their plain functions, so that recursion costs no detour."""
        return _plain(self, {})

    def __repr__(self) -> str:
        return f"<kernel {self.__module__}.{self.name}>"


def kernel(function: Callable[..., Any]) -> Kernel:
    """Declare a search function that runs at two speeds.

    >>> import counterplay as cp
    >>> @cp.kernel
    ... def longest(game, state):
    ...     plies = 0
    ...     if not game.is_terminal(state):
    ...         for action in game.actions(state):
    ...             plies = max(plies, 1 + longest(game, game.result(state, action)))
    ...     return plies
    >>> game = cp.load("nim(pile_sizes=(1,2))")
    >>> longest(game, game.initial())
    3
    """
    assert isinstance(function, FunctionType)
    return Kernel(function)


def _plain(one: Kernel, done: dict[Kernel, FunctionType]) -> FunctionType:
    if one in done:
        return done[one]
    source = one.function
    names = dict(source.__globals__)
    copy = done[one] = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
    for name in source.__code__.co_names:
        if isinstance(names.get(name), Kernel):
            names[name] = _plain(names[name], done)
    return copy


class Progress(NamedTuple):
    """What a search that is under way has to say."""

    message: str
    nodes: int
    seconds: float


@dataclass
class Runner:
    """How the kernels of one search run: at which speed, until when, and who hears of the progress."""

    compiled: bool
    deadline: float | None = None
    progress: Callable[[Progress], None] | None = None
    trial: bool = False
    fingerprint: tuple[Game[Any, Any], str] | None = None
    """A game's `native.store.identity`, if somebody knows it already."""
    started: float = field(default_factory=time.monotonic)
    _entries: dict[Kernel, Callable[..., Any]] = field(default_factory=dict)

    def __call__(self, one: Kernel, game: Game[Any, Any], *arguments: Any, watch: Watch, here: bool = False) -> Any:
        """Run a kernel to its end, or until clock or Ctrl-C stop it (then `Stopped` or `KeyboardInterrupt` is raised).

        `here` runs machine code in this very thread, where nothing has to wait for another thread to wake up, and Ctrl-C waits for it: for
        kernels that look at the clock themselves, and will be done in a moment. All calls of one kernel take arguments of the same types.
        """
        if self.deadline is not None:
            watch.shared[DEADLINE] = int(self.deadline * 1e9)
        with _game_errors(game, one):
            answer = self._native(one, game, arguments, watch, here) if self.compiled else self._interpreted(one, game, arguments, watch)
        watch.verify()
        return answer

    def _interpreted(self, one: Kernel, game: Game[Any, Any], arguments: tuple[Any, ...], watch: Watch) -> Any:
        # Here Ctrl-C arrives by itself; the clock needs a thread that raises the flag, and so does who wants an answer now.
        done, outcome = threading.Event(), _Outcome()

        def look() -> None:
            try:
                self._look_after(watch, done)
            except BaseException as error:  # of somebody's progress report; raised below, where the search was asked for
                outcome.error = error
                watch.stop()

        if self.deadline is not None or self.progress is not None or ENOUGH.awaited:
            threading.Thread(target=look, daemon=True).start()
        with _deep_recursion:
            try:
                outcome.value = one.interpreted(game, *arguments, watch)
            finally:
                done.set()
        if outcome.error is not None:
            raise outcome.error
        return outcome.value

    def _native(self, one: Kernel, game: Game[Any, Any], arguments: tuple[Any, ...], watch: Watch, here: bool) -> Any:
        # Compiled code holds no GIL and sees no signal: it runs in a thread of its own while this one looks after it.
        from .native.compiler import entry_point

        if one not in self._entries:
            self._entries[one] = self.prepare(lambda: entry_point(one, game, (*arguments, watch), self.who(game)))
            if self.deadline is not None:
                watch.shared[DEADLINE] = int(self.deadline * 1e9)
        entry = self._entries[one]
        if here:
            watch.give_stack(SHALLOW_STACK_BYTES)
            return entry(game, *arguments, watch)
        done, outcome = threading.Event(), _Outcome()

        def work(stack: int) -> None:
            try:
                watch.give_stack(stack)
                outcome.value = entry(game, *arguments, watch)
            except BaseException as error:
                outcome.error = error
            finally:
                done.set()

        _start(work)
        try:
            self._look_after(watch, done)
        except BaseException:
            while not done.wait(POLL_SECONDS):
                watch.stop()
            raise
        if outcome.error is not None:
            raise outcome.error
        return outcome.value

    def prepare(self, work: Callable[[], T]) -> T:
        """Do something whose time is not the search's: making room, compiling. Where that is done already, the moment counts."""
        before = time.monotonic()
        done = work()
        spent = time.monotonic() - before
        if spent > MOMENT_SECONDS:
            self._postpone(spent)
        return done

    def who(self, game: Game[Any, Any]) -> str | None:
        """This game's fingerprint, if it is known already."""
        return self.fingerprint[1] if self.fingerprint is not None and self.fingerprint[0] is game else None

    def elapsed(self) -> float:
        """Seconds of searching so far; compiling does not count."""
        return time.monotonic() - self.started

    def _postpone(self, seconds: float) -> None:
        self.started += seconds
        if self.deadline is not None:
            self.deadline += seconds

    def _look_after(self, watch: Watch, done: threading.Event) -> None:
        while not done.wait(self._patience()):
            if ENOUGH.is_set() or (self.deadline is not None and time.monotonic() >= self.deadline):
                watch.stop()
            if self.progress is not None:
                self.progress(Progress("searching", watch.nodes, self.elapsed()))

    def _patience(self) -> float:
        if self.deadline is None:
            return POLL_SECONDS
        return min(POLL_SECONDS, max(0.0005, self.deadline - time.monotonic()))


class _DeepRecursion:
    """While any thread searches interpreted, Python may recurse as deep as a search goes; the limit is the whole process's."""

    def __init__(self) -> None:
        self.lock, self.users, self.usual = threading.Lock(), 0, 0

    def __enter__(self) -> None:
        with self.lock:
            if self.users == 0:
                self.usual = sys.getrecursionlimit()
                sys.setrecursionlimit(max(self.usual, 2 * MOST_PLIES + 10_000))
            self.users += 1

    def __exit__(self, *details: object) -> None:
        with self.lock:
            self.users -= 1
            if self.users == 0:
                sys.setrecursionlimit(self.usual)


_deep_recursion = _DeepRecursion()


@dataclass
class _Outcome:
    value: Any = None
    error: BaseException | None = None


_thread_start = threading.Lock()


def _start(work: Callable[[int], None]) -> None:
    """Start a thread with a deep stack, or with as deep a one as this machine grants; `work` is told how many bytes it has."""
    with _thread_start:
        before = threading.stack_size()
        size = STACK_BYTES
        while True:
            try:
                threading.stack_size(size)
                threading.Thread(target=work, args=(size,), daemon=True).start()
                return
            except (RuntimeError, MemoryError, ValueError):
                size //= 2
                if size < 1 << 22:
                    raise
            finally:
                threading.stack_size(before)


@contextmanager
def _game_errors(game: Game[Any, Any], one: Kernel) -> Iterator[None]:
    """A bug in somebody's rules becomes a sentence that says where it is; the original error stays attached."""
    try:
        yield
    except (CounterplayError, MemoryError):
        raise
    except RecursionError as error:
        raise TooDeep(f"Python's recursion went too deep in {one.name}, at {_place(error)}. Look for a rule that calls itself.") from error
    except Exception as error:
        raise RulesError(f"The rules of {game.name} failed during {one.name}: {_place(error)}") from error


def _place(error: Exception) -> str:
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return what
    code = trace.tb_frame.f_code
    if code.co_filename == __file__:  # machine code: what Numba itself raises does not say where
        return f"{what} (search with compiled=False to see the line)"
    return f"{what} ({code.co_filename}, line {trace.tb_lineno}, in {code.co_name})"


def run(
    one: Kernel,
    game: Game[Any, Any],
    *arguments: Any,
    compiled: bool | None = None,
    seconds: float | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Any:
    """What `kernel(game, *arguments, watch)` returns, at the speed that answers soonest: for kernels of your own.

    >>> import counterplay as cp
    >>> @cp.kernel
    ... def count_states(game, state, depth, watch):
    ...     if watch.enter(state, depth, 0.0, 0.0) or depth == 0 or game.is_terminal(state):
    ...         return 1
    ...     total = 1
    ...     for action in game.actions(state):
    ...         total += count_states(game, game.result(state, action), depth - 1, watch)
    ...     return total
    >>> game = cp.load("tic_tac_toe")
    >>> cp.run(count_states, game, game.initial(), 3)
    586
    """

    def attempt(runner: Runner) -> Any:
        return runner(one, game, *arguments, watch=Watch())

    return at_two_speeds(one, game, attempt, compiled=compiled, seconds=seconds, progress=progress)


def _load_numba(progress: Callable[[Progress], None] | None) -> None:
    """The first search in machine code of a process waits for this: whoever watches it is told."""
    from .native.announcing import announced_on_a_screen

    what = "loading Numba (once in each process)"
    begun = "counterplay.native.compiler" in sys.modules  # or done; another thread may be about it
    if progress is not None and not begun:
        progress(Progress(what, 0, 0.0))
    with nullcontext() if progress is not None or begun else announced_on_a_screen(what):
        from .native import compiler  # noqa: F401


def at_two_speeds(
    one: Kernel,
    game: Game[Any, Any],
    attempt: Callable[[Runner], T],
    *,
    compiled: bool | None = None,
    seconds: float | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> T:
    """Make a search at the speed that answers soonest.

    `attempt(run)` does the whole search with `run(kernel, game, ..., watch=watch)` and can be started afresh. `compiled` True or
    False says which speed; None means: compiled if the machine code is at hand; else interpreted for a moment, which is all that a
    small question needs; else compile, then search. `seconds` begin to count when the search itself begins.
    """

    asked = time.monotonic()

    def runner(native: bool) -> Runner:
        now = time.monotonic()
        started = now if now - asked > MOMENT_SECONDS else asked
        return Runner(native, None if seconds is None else started + seconds, progress, fingerprint=fingerprint, started=started)

    if compiled and not game.compiles:
        raise UsageError(f"{game.name} is never compiled (compiles = False): leave out compiled=True.")
    fingerprint: tuple[Game[Any, Any], str] | None = None
    if compiled is False or not game.compiles:
        return attempt(runner(False))
    from .native import store

    who = store.identity(game)
    fingerprint = game, who
    if not store.is_known(one, game, who):
        if compiled is None:
            trial = runner(False)
            trial.deadline, trial.trial = time.monotonic() + min(TRIAL_SECONDS, seconds or inf), True
            try:
                return attempt(trial)
            except Stopped:
                if ENOUGH.is_set():  # nobody would wait for the compiler now
                    raise
    refusal = store.refusal(one, game, who)
    if refusal is None:
        _load_numba(progress)  # which is not part of the search's time
        try:
            return attempt(runner(True))
        except store.CannotCompile as error:
            refusal = error.reason
    if compiled:
        raise UsageError(f"{game.name} cannot be compiled: {refusal}")
    store.tell_once(game, refusal)
    return attempt(runner(False))
