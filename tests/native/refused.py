"""Games that do not compile, each for one reason. The line that the reason must name carries a comment `# <- words of the reason`."""

from __future__ import annotations

from collections import namedtuple
from typing import Any, NamedTuple

from counterplay import Game, replace


class Pile(NamedTuple):
    left: int
    turn: int


class Base(Game[Any, Any]):
    """Take one or two from five; the rules that do compile."""

    def initial(self) -> Any:
        return Pile(5, 0)

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> Any:
        for take in (1, 2):
            if take <= state.left:
                yield take

    def result(self, state: Any, action: Any) -> Any:
        return Pile(state.left - action, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return bool(state.left == 0)

    def utility(self, state: Any, player: int) -> float:
        return -1.0 if player == state.turn else 1.0


class Shop:
    """Something that no compiler knows."""

    def price(self, left: int) -> int:
        return left


SHOP = Shop()
NAMES = {1: "one", 2: "two"}


class Frozen(NamedTuple):
    left: frozenset[int]  # <- SetState: the field 'left' of Frozen is annotated frozenset[int]
    turn: int


class SetState(Base):
    def initial(self) -> Any:
        return Frozen(frozenset(range(5)), 0)

    def actions(self, state: Any) -> Any:
        yield from state.left

    def result(self, state: Any, action: Any) -> Any:
        return Frozen(state.left - {action}, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return not state.left


class DictState(Base):
    """A state that is hashable but no NamedTuple."""

    def initial(self) -> Any:  # <- a state holds a str
        return (("left", 5), 0)

    def actions(self, state: Any) -> Any:
        yield from [take for take in (1, 2) if take <= dict([state[0]])["left"]]

    def result(self, state: Any, action: Any) -> Any:
        return (("left", state[0][1] - action), 1 - state[1])

    def is_terminal(self, state: Any) -> bool:
        return bool(state[0][1] == 0)

    def utility(self, state: Any, player: int) -> float:
        return -1.0 if player == state[1] else 1.0


class Text(NamedTuple):
    left: int
    turn: int
    name: str  # <- TextField: the field 'name' of Text is annotated str


class TextField(Base):
    def initial(self) -> Any:
        return Text(5, 0, "five")

    def result(self, state: Any, action: Any) -> Any:
        return Text(state.left - action, 1 - state.turn, "less")


class TextInRule(Base):
    def utility(self, state: Any, player: int) -> float:
        name = f"{state.left / 3:.2f}"  # <- formatted text (an f-string) does not compile
        return -1.0 if name == "0.00" and player == state.turn else 1.0


class TryExcept(Base):
    def utility(self, state: Any, player: int) -> float:
        try:
            return -1.0 / (player == state.turn)
        except ZeroDivisionError:  # <- except with a particular error does not compile
            return 1.0


class SetInRule(Base):
    def is_terminal(self, state: Any) -> bool:
        return len({state.left, 0}) == 1 and state.left in {0} | set()  # <- the compiler cannot tell what type this has


class DictInRule(Base):
    def is_terminal(self, state: Any) -> bool:
        return state.left not in NAMES and state.left == 0  # <- NAMES is a dict


class ShapeOfATuple(Base):
    def is_terminal(self, state: Any) -> bool:
        match state:
            case (0, _):  # <- a statement here does not compile; write it with plain loops and ifs
                return True
        return False


class StarredTarget(Base):
    def is_terminal(self, state: Any) -> bool:
        left, *_ = state  # <- a statement here does not compile; write it with plain loops and ifs
        return bool(left == 0)


class UnknownObject(Base):
    def is_terminal(self, state: Any) -> bool:
        return SHOP.price(state.left) == 0  # <- SHOP is a Shop


class StringActions(Base):
    def actions(self, state: Any) -> Any:
        yield "one"  # <- actions are ints to compile, but here they are str
        if state.left > 1:
            yield "two"

    def result(self, state: Any, action: Any) -> Any:
        return Pile(state.left - (1 if action == "one" else 2), 1 - state.turn)


class TupleActions(Base):
    def actions(self, state: Any) -> Any:
        yield (1, 0)  # <- actions are ints to compile, but here they are a tuple

    def result(self, state: Any, action: Any) -> Any:
        return Pile(state.left - action[0], 1 - state.turn)


class FloatIntoInt(Base):
    def result(self, state: Any, action: Any) -> Any:
        return Pile((state.left - action) / 1, 1 - state.turn)  # <- the field 'left' of Pile is declared int but is given float

    def is_terminal(self, state: Any) -> bool:
        return bool(state.left <= 0)


class ChangesType(Base):
    def utility(self, state: Any, player: int) -> float:
        value = 1
        if player == state.turn:
            value = (2, 3)  # type: ignore[assignment]
        return 1.0 if value == 1 else -1.0  # <- the variable value is


class TwoReturns(Base):
    def worth(self, state: Any) -> Any:
        if state.left > 3:
            return (1, 2)
        return 0.5  # <- it returns different types in different places:

    def utility(self, state: Any, player: int) -> float:
        return 1.0 if self.worth(state) == 0.5 and player != state.turn else -1.0


class Circle(Base):
    def even(self, left: int) -> bool:
        return left == 0 or self.odd(left - 1)

    def odd(self, left: int) -> bool:
        return left != 0 and self.even(left - 1)  # <- methods that call each other in a circle do not compile

    def utility(self, state: Any, player: int) -> float:
        return -1.0 if (player == state.turn) == self.even(state.left) else 1.0


class NoSuchField(Base):
    def is_terminal(self, state: Any) -> bool:
        return bool(state.left == 0 or state.rigth == 1 if state.left == 0 else False)  # <- Pile has no attribute rigth


class NoSuchMethod(Base):
    def is_terminal(self, state: Any) -> bool:
        over = state.left < 0 and self.finished(state)  # type: ignore[attr-defined]  # <- the game has no attribute finished
        return bool(over or state.left == 0)


class NoSuchName(Base):
    def is_terminal(self, state: Any) -> bool:
        over = state.left < 0 and nobody  # type: ignore[name-defined]  # noqa: F821  # <- the name nobody is not defined
        return bool(over or state.left == 0)


Old = namedtuple("Old", "left turn")


class Unannotated(Base):
    """A NamedTuple made by the old function has no annotations."""

    def initial(self) -> Any:  # <- the field 'left' of Old has no annotation
        return Old(5, 0)

    def result(self, state: Any, action: Any) -> Any:
        return state._replace(left=state.left - action, turn=1 - state.turn)


class WrongReplace(Base):
    def result(self, state: Any, action: Any) -> Any:
        left = state.left - action + 0.0
        return state._replace(left=left, turn=1 - state.turn)  # <- _replace cannot put float into the field 'left' of Pile


class MixedTuple(NamedTuple):
    cells: tuple[int, float]
    turn: int


class ReplaceMixed(Base):
    def initial(self) -> Any:
        return MixedTuple((5, 0.0), 0)

    def actions(self, state: Any) -> Any:
        yield 1

    def result(self, state: Any, action: Any) -> Any:
        cells = replace(state.cells, 0, state.cells[0] - 1)  # <- replace() changes tuples whose entries all have one type
        return MixedTuple(cells, 1 - state.turn)

    def is_terminal(self, state: Any) -> bool:
        return bool(state.cells[0] == 0)


class ListAttribute(Base):
    def __init__(self) -> None:
        self.moves = [[1], [2, 3]]

    def is_terminal(self, state: Any) -> bool:
        return state.left == 0 or (state.left < 0 and len(self.moves[0]) == 3)  # <- self.moves is a list


class Declared(Base):  # <- compiles = False
    compiles = False
