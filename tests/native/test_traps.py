"""What Numba does to you: each trap of the cache on disk, met by two or more processes."""

from __future__ import annotations

import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from counterplay import registry
from counterplay.native.digest import game_digest

from .processes import COUNTDOWN, HELPER, SOLVE, entries, finish, run, start

PROGRAM = SOLVE + "from countdown import Countdown\nreport(Countdown())"


class Desk:
    """A folder with a game in it, and a cache."""

    def __init__(self, folder: Path):
        self.folder, self.cache = folder / "desk", folder / "cache"
        self.folder.mkdir()
        self.write("countdown.py", COUNTDOWN)
        self.write("helper.py", HELPER)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def run(self, program: str | Path = PROGRAM, **more: str) -> Any:
        return run(program, self.folder, self.cache, **more)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


# ── From disk ──


def test_the_second_process_compiles_nothing(desk: Desk) -> None:
    first = desk.run()
    assert first["compiled"] == ["minimax_value"]
    before = [path.read_bytes() for path in entries(desk.cache)]
    assert len(before) == 1
    again = desk.run()
    assert again["compiled"] == []
    assert (again["value"], again["nodes"]) == (first["value"], first["nodes"]) == (1.0, 54)
    assert [path.read_bytes() for path in entries(desk.cache)] == before


KERNELS = """
from counterplay.kernels import Runner, kernel
from counterplay.watch import Watch
from countdown import Countdown

@kernel
def with_literal(game, state, depth, watch):
    if watch.enter(state, depth, 0.0, 0.0):
        return 0
    if game.is_terminal(state) or depth > 50:
        return 1
    total = 0
    for action in game.actions(state):
        total += with_literal(game, game.result(state, action), 0, watch)
    return total

@kernel
def even(game, state, depth, watch):
    if watch.enter(state, depth, 0.0, 0.0) or game.is_terminal(state):
        return 1
    total = 0
    for action in game.actions(state):
        total += odd(game, game.result(state, action), depth, watch)
    return total

@kernel
def odd(game, state, depth, watch):
    if watch.enter(state, depth, 0.0, 0.0) or game.is_terminal(state):
        return 1
    total = 0
    for action in game.actions(state):
        total += even(game, game.result(state, action), depth, watch)
    return total

game = Countdown()
answers = [Runner(compiled=True)(one, game, game.initial(), 3, watch=Watch()) for one in (with_literal, even)]
print(json.dumps({"answers": answers, "said": said, "compiled": compiled}))
"""


def test_kernels_that_would_crash_the_next_process_are_not_kept(desk: Desk) -> None:
    """A recursive call with a literal makes a second signature, a circle of kernels is recursion too (numba #6061)."""
    desk.write("kernels.py", SOLVE + KERNELS)
    for _ in range(2):
        found = desk.run(desk.folder / "kernels.py")
        assert found["answers"] == [21, 21]
        assert found["compiled"] == ["with_literal", "even"]
        assert any("with_literal calls itself with a literal" in line for line in found["said"])
        assert any("call each other in a circle" in line for line in found["said"])
    assert entries(desk.cache) == []


# ── Edits ──


def test_every_edit_compiles_again_and_answers_right(desk: Desk) -> None:
    """The rules, a base class and a helper in other files, a constant, a parameter; and back."""
    desk.write("base.py", COUNTDOWN.replace("class Countdown", "class Base"))
    desk.write("countdown.py", "import helper\nfrom base import *\nfrom base import Base\nclass Countdown(Base):\n    extra = 0\n")
    first = desk.run()
    assert first["value"] == 1.0  # 7 is no multiple of 3

    def edited(name: str, old: str, new: str, value: float) -> None:
        desk.edit(name, old, new)
        changed = desk.run()
        assert (changed["value"], changed["compiled"]) == (value, ["minimax_value"]), f"after writing {new!r} into {name}"
        desk.edit(name, new, old)

    edited("base.py", "(-1 if player == state.turn else 1)", "(1 if player == state.turn else -1)", -1.0)
    edited("base.py", "BONUS = 0", "BONUS = 5", 6.0)
    edited("base.py", "pile: int = 7", "pile: int = 6", -1.0)
    edited("helper.py", "LIMIT = 2", "LIMIT = 6", -1.0)
    edited("helper.py", "return LIMIT", "return LIMIT + 4", -1.0)
    edited("countdown.py", "    extra = 0\n", "    def is_terminal(self, state):\n        return state.left <= 1\n", -1.0)
    back = desk.run()
    assert (back["value"], back["nodes"], back["compiled"]) == (first["value"], first["nodes"], [])


def test_an_edit_behind_a_module_or_an_alias_compiles_again(desk: Desk) -> None:
    """`helper.LIMIT` through the module, an enumeration, and a name for an annotation: what they mean counts, not how it is written."""
    more = "import enum\nfrom counterplay import Bits\nWidth = Bits[6]\nclass Take(enum.IntEnum):\n    MOST = 2\n"
    desk.write("helper.py", HELPER + more)
    desk.edit("countdown.py", "from helper import most", "import helper")
    desk.edit("countdown.py", "most() + 1", "helper.most() + helper.Take.MOST + helper.LIMIT - 3")
    desk.edit("countdown.py", "left: int", "left: helper.Width")
    assert desk.run()["value"] == 1.0  # one can take 1 or 2
    for old, new, value in (("LIMIT = 2", "LIMIT = 4", -1.0), ("MOST = 2", "MOST = 6", -1.0), ("Bits[6]", "Bits[66]", 1.0)):
        desk.edit("helper.py", old, new)
        changed = desk.run()
        assert (changed["value"], changed["compiled"]) == (value, ["minimax_value"]), new
        desk.edit("helper.py", new, old)


def test_an_edit_of_a_kernel_compiles_again(desk: Desk) -> None:
    kernel = """
from counterplay.kernels import Runner, kernel
from counterplay.watch import Watch
from countdown import Countdown
from helper import most

@kernel
def deepest(game, state, depth, watch):
    best = depth
    if watch.enter(state, depth, 0.0, 0.0) or game.is_terminal(state):
        return best
    for action in game.actions(state):
        best = max(best, deepest(game, game.result(state, action), depth + 1, watch))
    return best

game = Countdown()
print(json.dumps({"answer": Runner(compiled=True)(deepest, game, game.initial(), 0, watch=Watch()), "compiled": compiled}))
"""
    desk.write("kernels.py", SOLVE + kernel)
    assert desk.run(desk.folder / "kernels.py") == {"answer": 7, "compiled": ["deepest"]}
    assert desk.run(desk.folder / "kernels.py") == {"answer": 7, "compiled": []}
    desk.edit("kernels.py", "depth + 1, watch", "depth + 2, watch")
    assert desk.run(desk.folder / "kernels.py") == {"answer": 14, "compiled": ["deepest"]}
    desk.edit("kernels.py", "depth + 2, watch", "depth + 1, watch")
    assert desk.run(desk.folder / "kernels.py") == {"answer": 7, "compiled": []}


def test_another_version_of_numba_compiles_again(desk: Desk) -> None:
    """The version is only said to be another: what counts is that nothing of the old one is loaded."""
    pretend = "import importlib.metadata as m\nreal = m.version\nm.version = lambda name: '99.0' if name == 'numba' else real(name)\n"
    desk.run()
    assert desk.run(pretend + PROGRAM)["compiled"] == ["minimax_value"]
    assert desk.run(pretend + PROGRAM)["compiled"] == []
    assert desk.run()["compiled"] == []


def test_an_edit_after_the_import_changes_nothing(desk: Desk) -> None:
    """What is loaded is what runs: `fill` and `count` are not derived from a text that is no longer the code."""
    program = (
        SOLVE
        + """
from countdown import Countdown
from pathlib import Path
from counterplay.native.rules import compiled_rules
text = Path("countdown.py").read_text()
Path("countdown.py").write_text(text.replace("yield take", "yield take + 1"))
rules = compiled_rules(Countdown())
state = Countdown().initial()
Path("countdown.py").write_text(text)
report(Countdown(), fill=rules.fill(state), count=rules.count(state), actions=rules.actions(state))
"""
    )
    found = desk.run(program)
    assert (found["fill"], found["actions"], found["count"], found["value"]) == ([1, 2], [1, 2], 2, 1.0)


def test_a_notebook_may_redefine_anything(desk: Desk) -> None:
    """One process, the same class, but what its names mean changes in between."""
    program = """
import json
import countdown, helper
from counterplay import minimax
values = []
def solve():
    values.append(minimax(countdown.Countdown(), compiled=True).value)
solve()
countdown.BONUS = 5
solve()
countdown.BONUS = 0
countdown.most = lambda: 6
solve()
def actions(self, state):
    yield 1
countdown.Countdown.actions = actions
solve()
countdown.Countdown.utility = lambda self, state, player: 9
solve()
print(json.dumps({"values": values, "plain": [minimax(countdown.Countdown(), compiled=False).value]}))
"""
    assert desk.run(program) == {"values": [1.0, 6.0, -1.0, 1.0, 9.0], "plain": [9.0]}


# ── The folder ──


def test_the_file_of_another_game_may_be_deleted(desk: Desk) -> None:
    desk.write("other.py", COUNTDOWN.replace("Countdown", "Other"))
    both = SOLVE + "from countdown import Countdown\nfrom other import Other\nminimax(Other(), compiled=True)\nreport(Countdown())"
    assert desk.run(both)["compiled"] == ["minimax_value", "minimax_value"]
    (desk.folder / "other.py").unlink()
    assert desk.run()["compiled"] == []


def test_two_processes_compile_at_the_same_time(desk: Desk) -> None:
    together = [finish(each) for each in [start(PROGRAM, desk.folder, desk.cache) for _ in range(2)]]
    assert {answer["value"] for answer in together} == {1.0}
    assert desk.run()["compiled"] == []
    assert [path for path in desk.cache.iterdir() if path.suffix != ".code"] == []


def test_a_folder_that_cannot_be_written_to(desk: Desk) -> None:
    """No crash, no caching: below a file no folder can be made, not even by root."""
    (desk.folder / "file").write_text("")
    for place in (desk.folder / "file" / "cache", desk.folder / ("x" * 300)):
        found = run(PROGRAM, desk.folder, place)
        assert (found["value"], found["compiled"]) == (1.0, ["minimax_value"])


def test_a_full_disk(desk: Desk) -> None:
    """Writing fails in the middle; nothing half-written stays."""
    program = (
        "import resource, signal\nresource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    )
    found = desk.run(program + PROGRAM)
    assert (found["value"], found["compiled"]) == (1.0, ["minimax_value"])
    assert list(desk.cache.iterdir()) == []


def test_without_a_home(desk: Desk) -> None:
    program = "from pathlib import Path\ndef homeless():\n    raise RuntimeError('no home directory')\nPath.home = homeless\n"
    assert run(program + PROGRAM, desk.folder, None, XDG_CACHE_HOME="")["value"] == 1.0


def test_damaged_files_are_compiled_again(desk: Desk) -> None:
    program = (
        SOLVE
        + """
import hashlib, pickle
from pathlib import Path
from countdown import Countdown
(entry,) = store.folder().glob("*.code")
whole = entry.read_bytes()
wrong = pickle.dumps(("not", "machine", "code"))
for damaged in (b"", whole[:-100], whole[:-1] + bytes([whole[-1] ^ 1]), hashlib.sha256(wrong).digest() + wrong):
    entry.write_bytes(damaged)
    compiler._entries.clear()
    assert minimax(Countdown(), compiled=True).value == 1.0
    assert len(entry.read_bytes()) > 1000
report(Countdown())
"""
    )
    desk.run()
    assert desk.run(program)["compiled"] == ["minimax_value"] * 4
    assert desk.run()["compiled"] == []


def test_killed_while_compiling(desk: Desk) -> None:
    """Kill -9 at several moments: whatever is left, the next process answers right."""
    for pause in (0.5, 1.5):
        process = start(PROGRAM, desk.folder, desk.cache)
        time.sleep(pause)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    assert desk.run()["value"] == 1.0
    assert desk.run()["compiled"] == []


def test_killed_while_writing(desk: Desk) -> None:
    program = "import os, signal\nreplace = os.replace\nos.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
    process = start(program + PROGRAM, desk.folder, desk.cache)
    process.communicate(timeout=600)
    assert process.returncode == -signal.SIGKILL
    assert entries(desk.cache) == []
    assert desk.run()["compiled"] == ["minimax_value"]
    assert desk.run()["compiled"] == []


def test_the_oldest_entries_make_room(desk: Desk) -> None:
    small = PROGRAM.replace("report(Countdown())", "store.MOST_BYTES = 1\nreport(Countdown())")
    assert desk.run(small)["value"] == 1.0
    assert entries(desk.cache) == []


# ── Where games come from ──


def test_a_game_in_the_program_itself(desk: Desk) -> None:
    """Classes of __main__: Numba's own cache never finds those again (numba #4830). States that come back are of the program's class."""
    more = """
from counterplay.native.rules import CompiledRules
game = Countdown()
after = CompiledRules(game).result(game.initial(), 2)
report(game, same=type(after) is Pile, after=after)
"""
    script = desk.write("program.py", COUNTDOWN + SOLVE + more)
    for compiled in (["call_result", "minimax_value"], []):
        found = desk.run(script)
        assert (found["value"], found["same"], found["after"], found["compiled"]) == (1.0, True, [5, 1], compiled)
    desk.edit("program.py", "BONUS = 0", "BONUS = 2")
    assert desk.run(script)["value"] == 3.0


def test_a_game_in_a_package_and_one_loaded_by_its_path(desk: Desk) -> None:
    desk.write("games/__init__.py", "")
    desk.write("games/helper.py", HELPER)
    desk.write("games/countdown.py", COUNTDOWN.replace("from helper", "from .helper"))
    package = SOLVE + "from games.countdown import Countdown\nreport(Countdown())"
    loaded = SOLVE + "from counterplay import load\nreport(load('countdown.py:Countdown'))"
    for program in (package, loaded):
        assert desk.run(program)["compiled"] == ["minimax_value"]
        assert desk.run(program)["compiled"] == []
    assert len(entries(desk.cache)) == 2


def test_a_compiled_game_travels_to_workers(desk: Desk) -> None:
    program = desk.write(
        "program.py",
        SOLVE
        + """
import multiprocessing, pickle
from countdown import Countdown

def solve(game):
    return minimax(game, compiled=True).value

if __name__ == "__main__":
    games = [Countdown(pile) for pile in (6, 7)]
    here = [solve(game) for game in games]
    assert games == pickle.loads(pickle.dumps(games))
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        print(json.dumps({"here": here, "there": pool.map(solve, games)}))
""",
    )
    assert desk.run(program) == {"here": [-1.0, 1.0], "there": [-1.0, 1.0]}


def test_games_whose_content_is_unknown_are_not_mixed_up(desk: Desk) -> None:
    """A lock cannot be fingerprinted: such games are compiled, each for itself, and not kept."""
    desk.edit("countdown.py", "self.pile = pile", "self.pile = pile\n        import threading\n        self.lock = threading.Lock()")
    program = SOLVE + "from countdown import Countdown\nsix = minimax(Countdown(6), compiled=True).value\nreport(Countdown(7), six=six)"
    found = desk.run(program)
    assert (found["value"], found["six"]) == (1.0, -1.0)
    assert entries(desk.cache) == []


def test_import_is_light(desk: Desk) -> None:
    light = "import json, sys, counterplay\nprint(json.dumps([name for name in ('numba', 'numpy') if name in sys.modules]))"
    assert desk.run(light) == []


def test_what_is_said_while_compiling() -> None:
    """The announcement is one line, about the kernel and the game."""
    from counterplay.games.nim import Nim
    from counterplay.native.compiler import _what_compiles
    from counterplay.native.rules import call_initial

    assert re.fullmatch(r"compiling call_initial for nim \(once; kept on disk afterwards\)", _what_compiles(call_initial, Nim()))


WAIT = """
import json, sys
from counterplay import alphabeta, load
from counterplay.native import announcing

game, said, heard = load("nim"), [], []
announcing.SILENT_SECONDS = 0.0
if {told}:
    announcing.announce = said.append
sys.stderr.isatty = lambda: {terminal}
for _ in range(2):
    alphabeta(game, depth=1, compiled=True{listens})
print(json.dumps([[line for line in said if "compiling" not in line], [one.message for one in heard]]))
"""
LOADING = "loading Numba (once in each process)"


def test_what_is_said_while_numba_is_loaded(desk: Desk) -> None:
    """Once: to whoever is told what happens, to whoever watches this search, or in a terminal."""
    assert desk.run(WAIT.format(told=True, terminal=False, listens="")) == [[f"{LOADING} …"], []]
    said, heard = desk.run(WAIT.format(told=True, terminal=True, listens=", progress=heard.append"))
    assert (said, heard[0], heard.count(LOADING)) == ([], LOADING, 1)
    for terminal in (True, False):
        process = start(WAIT.format(told=False, terminal=terminal, listens=""), desk.folder, desk.cache)
        _, errors = process.communicate(timeout=600)
        assert errors.count(LOADING) == terminal, errors


@pytest.mark.parametrize("name", [name for name in registry.names() if registry.load(name).compiles])
def test_every_game_of_ours_has_a_fingerprint(name: str) -> None:
    assert game_digest(registry.load(name)) == game_digest(registry.load(name))
