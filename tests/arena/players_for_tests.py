"""Players as people write them, good ones and others; named `python:…/players_for_tests.py:Name` in the tests."""

from __future__ import annotations

import os
import signal
import time


class First:
    """The first legal move, always."""

    def choose(self, game, state):
        return next(iter(game.actions(state)))


class Last:
    """The last legal move, or with `place` another one."""

    def __init__(self, place: int = -1, seed: int | None = None):
        self.place, self.seed = place, seed
        self.name = "the last"

    def choose(self, game, state):
        return list(game.actions(state))[self.place]


class Seeded:
    """Remembers everything it is told."""

    def __init__(self):
        self.seeds = []

    def new_game(self, seed):
        self.seeds.append(seed)

    def choose(self, game, state):
        actions = list(game.actions(state))
        return actions[self.seeds[-1] % len(actions)]


def function(game, state, place=0):
    return list(game.actions(state))[place]


ready_made = First()
number = 5


class Raises:
    def choose(self, game, state):
        raise ValueError("I have no idea")


class Illegal:
    def choose(self, game, state):
        return 999


class Nothing:
    def choose(self, game, state):
        return None


class Unlike:
    def __eq__(self, other):
        raise RuntimeError("not to be compared")

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self):
        raise RuntimeError("nor shown")


class Strange:
    def choose(self, game, state):
        return Unlike()


class Slow(First):
    def choose(self, game, state):
        time.sleep(0.3)
        return super().choose(game, state)


class Hangs:
    def choose(self, game, state):
        if not _first_time("hangs"):
            time.sleep(1000)
        return next(iter(game.actions(state)))


class Crashes:
    def choose(self, game, state):
        if not _first_time("crashes"):
            os.kill(os.getpid(), signal.SIGSEGV)
        return next(iter(game.actions(state)))


class Leaves:
    def choose(self, game, state):
        if not _first_time("leaves"):
            os._exit(3)
        return next(iter(game.actions(state)))


class Printing(First):
    def choose(self, game, state):
        print("thinking aloud", flush=True)
        return super().choose(game, state)


class CannotBeMade:
    def __init__(self):
        raise OSError("no network")


class NoChoice:
    pass


_seen: set[str] = set()


def _first_time(what: str) -> bool:
    """True once a process: the rehearsal goes well."""
    if what in _seen:
        return False
    _seen.add(what)
    return True


class Shuffler:
    """Chess: a knight out and home again."""

    def choose(self, game, state):
        home = {"Nf3", "Nf6", "Ng1", "Ng8"}
        return next(action for action in game.actions(state) if game.format_action(state, action) in home)
