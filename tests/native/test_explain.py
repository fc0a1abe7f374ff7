"""Games that do not compile say why, in one sentence with file and line, and run all the same."""

from __future__ import annotations

import inspect
import re
import warnings
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from counterplay import Game, UsageError, minimax, replace
from counterplay.native.rules import compiled_rules
from counterplay.native.store import RunsInterpreted

from . import refused

GAMES = [kind for kind in vars(refused).values() if isinstance(kind, type) and issubclass(kind, refused.Base) and kind is not refused.Base]
JARGON = re.compile(
    r"nopython|Typing|[Nn]umba|int64|float64|unicode|Literal|overload|signature|Untyped|reflected|implementation|opcode|\x1b"
)


def marked(kind: type) -> tuple[int, str]:
    """The line that carries the comment, and what the comment says."""
    for number, line in enumerate(Path(refused.__file__).read_text().splitlines(), start=1):
        if f"# <- {kind.__name__}: " in line:
            return number, line.split(f"# <- {kind.__name__}: ")[1]
    lines, first = inspect.getsourcelines(kind)
    for number, line in enumerate(lines):
        if "# <- " in line:
            return first + number, line.split("# <- ")[1].strip()
    raise AssertionError(f"{kind.__name__} has no marked line")


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.__name__)
def test_the_reason(kind: type[Game[Any, Any]]) -> None:
    game, (line, words) = kind(), marked(kind)
    native = game.native
    assert not native
    assert str(native) == f"interpreted: {native.reason}"
    assert words in native.reason
    assert native.reason.endswith(".")
    assert native.reason.count("\n") == 0
    assert not JARGON.search(native.reason.replace(__file__, "")), native.reason
    if kind is not refused.Declared:
        assert native.reason.startswith(f"{Path(refused.__file__).resolve()}, line {line}: ")


def test_it_runs_interpreted_and_says_so_once() -> None:
    game = refused.TupleActions()
    with pytest.raises(UsageError, match="actions are ints"):
        minimax(game, compiled=True)
    with pytest.warns(RunsInterpreted, match=r"^tuple_actions runs interpreted: .*refused.py, line \d+: actions are ints") as told:
        answer = minimax(game)
    assert (answer.compiled, answer.value) == (False, 1.0)
    assert len(told) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert minimax(refused.TupleActions()).value == 1.0


def test_compiled_on_demand_is_refused_with_the_reason() -> None:
    with pytest.raises(UsageError, match=r"^unknown_object cannot be compiled: .*refused.py, line \d+: SHOP is a Shop"):
        minimax(refused.UnknownObject(), compiled=True)


def test_interpreted_it_is_as_good_as_ever() -> None:
    values = {kind.__name__: minimax(kind(), compiled=False).value for kind in (refused.SetInRule, refused.Circle, refused.TryExcept)}
    assert values == {"SetInRule": 1.0, "Circle": 1.0, "TryExcept": 1.0}


# ── Natural Python that does compile ──


class Cells(NamedTuple):
    cells: tuple[int, ...]
    turn: int


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Natural(Game[Cells, int]):
    """Tic-tac-toe as one writes it first."""

    def initial(self) -> Cells:
        return Cells((0,) * 9, 0)

    def to_move(self, state: Cells) -> int:
        return state.turn

    def actions(self, state: Cells) -> Any:
        if not any(self.has_line(state, player) for player in (0, 1)):
            for cell in range(9):
                if state.cells[cell] == 0:
                    yield cell

    def result(self, state: Cells, action: int) -> Cells:
        return state._replace(cells=replace(state.cells, action, state.turn + 1), turn=1 - state.turn)

    def has_line(self, state: Cells, player: int) -> bool:
        return any(all(state.cells[cell] == player + 1 for cell in line) for line in LINES)

    def is_terminal(self, state: Cells) -> bool:
        return self.has_line(state, 1 - state.turn) or sum(1 for cell in state.cells if cell != 0) == 9

    def utility(self, state: Cells, player: int) -> float:
        if self.has_line(state, player):
            return 1.0
        return -1.0 if self.has_line(state, 1 - player) else 0.0


class Misere(Natural):
    def utility(self, state: Cells, player: int) -> float:
        return -super().utility(state, player)


class Weighted(Misere):
    def __init__(self, weight: int = 2):
        self.weight = weight

    def utility(self, state: Cells, player: int) -> float:
        open_cells = sum(self.weight * 0.5 for cell in state.cells if cell == 0)
        return Natural.utility(self, state, player) * open_cells + super().utility(state, player)


@pytest.mark.parametrize("game", [Natural(), Weighted()], ids=lambda game: game.name)
def test_natural_python_compiles(game: Game[Any, Any]) -> None:
    assert game.native, game.native.reason
    rules = compiled_rules(game)
    state = game.initial()
    for action in (4, 0, 2, 1, 6):
        assert rules.fill(state) == rules.actions(state) == list(game.actions(state))
        assert rules.result(state, action) == game.result(state, action)
        state = game.result(state, action)
        assert rules.is_terminal(state) == game.is_terminal(state)
    assert [rules.utility(state, player) for player in (0, 1)] == [game.utility(state, player) for player in (0, 1)]


def test_a_reason_names_the_line_as_it_is_now(tmp_path: Path) -> None:
    """Reasons are kept on disk; a comment added above moves the line, and the reason with it."""
    from .processes import COUNTDOWN, run

    text = COUNTDOWN.replace("from helper import most\n", "def most():\n    return SHOP\n\nSHOP = object()\n")
    program = "import json\nfrom countdown import Countdown\nprint(json.dumps(Countdown().native.reason))"
    for above in ("", "# a comment\n# and another\n"):
        (tmp_path / "countdown.py").write_text(above + text)
        line = (above + text).splitlines().index("    return SHOP") + 1
        reason = run(program, tmp_path, tmp_path / "cache")
        assert f"countdown.py, line {line}: SHOP is" in reason
