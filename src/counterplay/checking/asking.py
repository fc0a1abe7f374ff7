"""Every call of somebody's code goes through here: it may raise, change its arguments, never come back; `check` must not."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from copy import deepcopy
from enum import Enum
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from ..game import Game
from .report import Finding

MOST_ACTIONS: Final = 50_000
"""No state of a real game has more actions; a generator that yields more is taken to be endless."""
GRACE_SECONDS: Final = 0.5
"""How long a call may go on after the time is up before it is interrupted."""

_PLAIN = (int, float, str, bytes, complex, type(None), Enum)


class Broken(Exception):
    """A call failed; the finding says how."""

    def __init__(self, finding: Finding):
        super().__init__(finding.sentence)
        self.finding = finding


class OutOfTime(Exception):
    """The time for the examination is up."""


class Overdue(BaseException):
    """Thrown into a call that does not come back. Not an Exception, so that rules do not catch it by accident."""


class Ask:
    """The game, asked with care. `ask("to_move", state)` is `game.to_move(state)`, or raises `Broken` with a finding."""

    def __init__(self, game: Game[Any, Any], seconds: float):
        self.game = game
        self.started = time.monotonic()
        self.deadline = self.started + seconds
        self._watchdog = _Watchdog(self)
        self.unusable: set[str] = set()
        """Optional methods that cannot be called at all; they are reported once and then left alone."""
        self._copied: tuple[Any, Any] = (None, None)

    def has(self, method: str) -> bool:
        """Whether the game has its own version of an optional method."""
        return self.game.overrides(method) and method not in self.unusable

    def __call__(self, method: str, state: Any, *arguments: Any) -> Any:
        """The answer of a method about a state."""
        return self._about(method, state, arguments, lambda given: self._method(method)(given, *arguments))

    def every(self, method: str, state: Any, *arguments: Any) -> list[Any]:
        """All that a generator about a state yields."""

        def listed(given: Any) -> list[Any]:
            return list(islice(self._method(method)(given, *arguments), MOST_ACTIONS + 1))

        answers: list[Any] = self._about(method, state, arguments, listed)
        if len(answers) > MOST_ACTIONS:
            raise Broken(Finding("endless-call", f"{method}() yielded more than {MOST_ACTIONS:,} times: let its loop end.", method))
        return answers

    def plain(self, method: str, *arguments: Any) -> Any:
        """The answer of a method that is not about a state."""
        return self.guarded(method, arguments, lambda: self._method(method)(*arguments))

    def guarded(self, method: str, arguments: tuple[Any, ...], call: Callable[[], Any]) -> Any:
        """Make a call; whatever goes wrong in it becomes a finding."""
        self.check_time()
        try:
            return self._watchdog.watch(call)
        except (OutOfTime, Broken):
            raise
        except Overdue:
            sentence = f"{_call(method, arguments)} had not come back when the time was up: let its loop end, or give more seconds."
            raise Broken(Finding("endless-call", sentence, method)) from None
        except (Exception, SystemExit) as error:
            raise Broken(Finding("raises", f"{_call(method, arguments)} raised {_place(error)}: correct it there.", method)) from error

    def equal(self, one: Any, other: Any) -> bool:
        """Whether two states (or actions, or answers) are equal."""
        return bool(self.guarded("__eq__", (one, other), lambda: bool(one == other)))

    def check_time(self) -> None:
        """Raise when the time is up."""
        if time.monotonic() >= self.deadline:
            raise OutOfTime

    def extend(self, seconds: float) -> None:
        """Give the examination more time: what passed was not its fault."""
        self.deadline += seconds

    def close(self) -> None:
        """The examination is over."""
        self._watchdog.close()

    def _method(self, name: str) -> Callable[..., Any]:
        """The game's method, or the ready-made one where its own cannot be called."""
        return partial(getattr(Game, name), self.game) if name in self.unusable else getattr(self.game, name)

    def _about(self, method: str, state: Any, arguments: tuple[Any, ...], call: Callable[[Any], Any]) -> Any:
        """Call with a copy of the state, so that a method that changes it is found out and does no harm."""
        copy = self._copy_of(state)
        if copy is None:
            return self.guarded(method, (state, *arguments), lambda: call(state))
        before = shown(copy)
        answer = self.guarded(method, (state, *arguments), lambda: call(copy))
        if shown(copy) != before or not self.equal(copy, state):
            self._copied = (None, None)
            sentence = f"{_call(method, (state, *arguments))} changed the state it was given to {shown(copy)}: build a new state instead."
            raise Broken(Finding("mutates", sentence, method))
        return answer

    def _copy_of(self, state: Any) -> Any:
        """A copy to hand out, or None for states that cannot change (or cannot be copied faithfully)."""
        if self._copied[0] is state and state is not None:
            return self._copied[1]
        copy = None
        if not is_plain(state):
            try:
                copy = self.guarded("__deepcopy__", (state,), lambda: deepcopy(state))
                copy = copy if self.equal(copy, state) else None
            except Broken:
                copy = None
        self._copied = (state, copy)
        return copy


def is_plain(value: Any) -> bool:
    """Whether a value is made of nothing but numbers, strings and tuples and so cannot change."""
    if isinstance(value, (tuple, frozenset)):
        return all(map(is_plain, value))
    return isinstance(value, _PLAIN)


def can_be_found(kind: type) -> bool:
    """Whether pickle finds a class under its own name: it stands at the top of a module."""
    found: Any = sys.modules.get(kind.__module__)
    for part in kind.__qualname__.split("."):
        found = getattr(found, part, None)
    return found is kind


def shown(value: Any, most: int = 300) -> str:
    """`repr` that does not fail and does not fill the screen."""
    try:
        text = repr(value)
    except Exception as error:
        return f"<{type(value).__name__} whose repr raised {type(error).__name__}>"
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _call(method: str, arguments: tuple[Any, ...]) -> str:
    return f"{method}({', '.join(shown(argument, 80) for argument in arguments)})"


def _place(error: BaseException) -> str:
    """The error and the last line of somebody else's code that it came through."""
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    ours, place, trace = str(Path(__file__).parent), "", error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if not code.co_filename.startswith(ours):
            place = f" ({code.co_filename}, line {trace.tb_lineno}, in {code.co_name})"
        trace = trace.tb_next
    return what + place


class _Watchdog:
    """Throws `Overdue` into the thread it guards when a call goes on long past the deadline.

    Clocks are looked at between calls; this is for the call that never ends. (A loop inside one C function cannot be interrupted.)
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._inside = False
        self._closed = threading.Event()
        threading.Thread(target=self._patrol, daemon=True).start()

    def watch(self, call: Callable[[], Any]) -> Any:
        if self._inside:  # a call within a call: the outer one is watched
            return call()
        try:
            self._inside = True
            try:
                return call()
            finally:
                self._leave()
        except Overdue:
            self._leave()
            raise

    def close(self) -> None:
        self._closed.set()

    def _leave(self) -> None:
        with self._lock:
            self._inside = False
        if self._patience() < 0:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), None)  # one that is still on its way

    def _patrol(self) -> None:
        while not self._closed.wait(max(self._patience(), 0.1)):
            with self._lock:
                if self._inside and self._patience() <= 0:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(Overdue))

    def _patience(self) -> float:
        return self._ask.deadline + GRACE_SECONDS - time.monotonic()
