"""Numba types for games and their states.

Each game class has a Numba type of its own whose methods compile where a kernel calls them and whose attributes are constants; each game
*with its parameters* is one instance of that type. A state's type comes from its annotations, never from its values: a board with a
piece on h8 has the type of every other board.
"""

from __future__ import annotations

import inspect
import types as python_types
import typing
from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.itanium_mangler import mangle_identifier
from numba.extending import NativeValue, intrinsic, models, overload_attribute, overload_method, register_jitable, register_model, unbox

from .. import bits as interpreted
from .. import buffers, vectors
from ..bits import Bits, Table, Width
from ..errors import UsageError
from ..game import Game
from ..memoizing import Memoized
from ..placing import placement
from ..vectors import Vector
from ..weights import Weights
from . import selecting  # noqa: F401 (importing it teaches the compiler `select`)
from .bits import BitsType, Constant, one_bit
from .buffers import PointerType
from .derive import DERIVED, derive
from .explain import place_of
from .flattening import flattened
from .looping import with_members_written_out
from .memoizing import with_memory
from .rewrite import rewritten
from .store import CannotCompile
from .tables import fits
from .vectors import VECTOR

LONG_TUPLE = 16
"""A constant tuple of numbers longer than this is compiled as a Table: Numba's own code for long tuples grows with their length."""


# ── States ──


def state_type(game: Game[Any, Any]) -> Any:
    """The Numba type of this game's states, from the annotations of its NamedTuple."""
    start = game.initial()
    if isinstance(start, tuple) and hasattr(start, "_fields"):
        return _named_tuple_type(game, type(start), start)
    if type(start) in (int, bool, float):
        return {int: types.int64, bool: types.boolean, float: types.float64}[type(start)]
    if type(start) is tuple:
        return _plain_tuple_type(game, start)
    raise _refusal(game, start, f"a state is a {type(start).__name__}; only a NamedTuple of int, float, bool, Bits and tuples compiles")


def _named_tuple_type(game: Game[Any, Any], kind: type[Any], start: Any) -> Any:
    try:
        hints = typing.get_type_hints(kind, include_extras=True)
    except Exception as error:
        raise _refusal(game, start, f"the annotations of {kind.__name__} have no meaning: {error}") from error
    for name in kind._fields:
        if name not in hints:
            raise _refusal(game, start, f"the field {name!r} of {kind.__name__} has no annotation; write a class with typing.NamedTuple")
    fields = [_field_type(game, kind, name, hints[name], getattr(start, name)) for name in kind._fields]
    return types.NamedTuple(fields, kind)


def _field_type(game: Game[Any, Any], kind: type[Any], name: str, annotation: Any, value: Any) -> Any:
    number = _number_type(game, annotation)
    if number is not None:
        return number
    if typing.get_origin(annotation) is tuple and isinstance(value, tuple):
        inside = typing.get_args(annotation)
        if len(inside) == 2 and inside[1] is Ellipsis:
            inside = (inside[0],) * len(value)
        if len(inside) == len(value):
            return types.Tuple([_field_type(game, kind, name, each, entry) for each, entry in zip(inside, value, strict=True)])
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return _named_tuple_type(game, type(value), value)
    text = (
        f"the field {name!r} of {kind.__name__} is annotated {_readable(annotation)}; "
        "the compiler takes int, float, bool, Bits, Bits[n] and tuples of these (tuple[int, ...])"
    )
    raise _refusal(game, kind, text, f"{name}:")


def _number_type(game: Game[Any, Any], annotation: Any) -> Any:
    """The Numba type of a number or set that is annotated so, or None."""
    simple = {int: types.int64, bool: types.boolean, float: types.float64}
    if isinstance(annotation, type) and annotation in simple:
        return simple[annotation]
    if annotation is Bits:
        return BitsType(game.bits)
    if typing.get_origin(annotation) is typing.Annotated:
        for extra in typing.get_args(annotation)[1:]:
            if isinstance(extra, Width):
                return BitsType(extra.bits)
    return None


def _result_type(game: Game[Any, Any], function: FunctionType) -> Any:
    """The Numba type of what a function is annotated to return."""

    def converted(annotation: Any) -> Any:
        if typing.get_origin(annotation) is tuple and typing.get_args(annotation):
            inside = [converted(each) for each in typing.get_args(annotation)]
            return None if None in inside else types.Tuple(inside)
        return VECTOR if annotation is Vector else _number_type(game, annotation)

    try:
        annotation = typing.get_type_hints(function, include_extras=True)["return"]
    except Exception as error:
        raise CannotCompile(f"{place_of(function)}: the annotations of {function.__name__} have no meaning: {error}.") from error
    number = converted(annotation)
    if number is None:
        wanted = "a memoized function returns int, float, bool, Bits, Bits[n], Vector or a tuple of these"
        reason = f"{place_of(function)}: {function.__name__} is annotated to return {_readable(annotation)}; {wanted}."
        raise CannotCompile(reason)
    return number


def _refusal(game: Game[Any, Any], culprit: Any, reason: str, line_of: str = "") -> CannotCompile:
    """The reason with the place of the state's class, or of `initial` where that has none."""
    kind = culprit if isinstance(culprit, type) else type(culprit)
    place = (place_of(kind, line_of) if hasattr(kind, "_fields") else "") or place_of(type(game).initial)
    return CannotCompile(f"{place}: {reason}." if place else f"{reason}.")


def verify(game: Game[Any, Any], kind: Any, value: Any, place: str = "this state") -> None:
    """Refuse a value that is not of a state's type. (Numba checks little when a value enters, and crashes on a tuple that is too short.)"""
    if isinstance(kind, types.BaseTuple):
        names = getattr(kind, "fields", range(len(kind)))
        if not isinstance(value, tuple) or len(value) != len(kind):
            given = f"{len(value)} entries" if isinstance(value, tuple) else repr(value)[:60]
            raise UsageError(f"{place} does not belong to {game}: it has {len(kind)} entries there, but here {given}.")
        for name, inside, entry in zip(names, kind.types, value, strict=True):
            verify(game, inside, entry, f"{place}, {name!r}" if isinstance(name, str) else f"{place}[{name}]")
        return
    fine = isinstance(value, (int, float)) if kind == types.float64 else hasattr(value, "__index__")
    low, high = (0, 1 << kind.bits) if isinstance(kind, BitsType) else (-(1 << 63), 1 << 63)
    if not fine or not (kind == types.float64 or low <= value < high):
        raise UsageError(f"{place} does not belong to {game}: {repr(value)[:60]} is no {readable(kind)}.")


def _plain_tuple_type(game: Game[Any, Any], value: Any) -> Any:
    if isinstance(value, tuple):
        return types.Tuple([_plain_tuple_type(game, entry) for entry in value])
    if type(value) in (int, bool, float):
        return {int: types.int64, bool: types.boolean, float: types.float64}[type(value)]
    raise _refusal(game, value, f"a state holds a {type(value).__name__}; only numbers and tuples of numbers compile")


def readable(kind: Any) -> str:
    """The name of a compiled type as people write it."""
    names = {types.int64: "int of 64 bits", types.float64: "float", types.boolean: "bool"}
    return names.get(kind) or f"set of {getattr(kind, 'bits', '?')} bits"


def _readable(annotation: Any) -> str:
    plain = isinstance(annotation, type) and not typing.get_args(annotation)
    return str(annotation.__name__) if plain else str(annotation).replace("typing.", "")


KNOWN_MODULES = (interpreted.__name__, buffers.__name__, vectors.__name__)
"""Their functions are known to the compiler by other means than their source."""

# ── Games ──

_known_types: dict[str, GameType] = {}


def _known_type(name: str) -> GameType:
    return _known_types[name]


class _GameModel(models.StructModel):
    """Where its learned numbers are. Most games have none: no bits at all, and a game passed to a kernel takes no register."""

    def __init__(self, manager: Any, kind: Any):
        super().__init__(manager, kind, [(name, PointerType(Weights.dtype)) for name in kind.learned])


class GameType(types.Opaque):
    """The Numba type of one game with its parameters. Base of one class per game class."""

    def __init__(self, game: Game[Any, Any], identity: str):
        self.game = game
        self.state = state_type(game)
        self.learned = [name for name, value in game.__getstate__().items() if isinstance(value, Weights)]
        self._converted: dict[Any, Any] = {}
        super().__init__(f"{type(game).__name__}[{identity}]")

    def __reduce__(self) -> tuple[Any, ...]:
        return _known_type, (self.name,)

    def method(self, name: str) -> FunctionType:
        """A method of the game as a function that compiles."""
        static = inspect.getattr_static(type(self.game), name)
        function = static.__func__ if isinstance(static, staticmethod) else static
        return self.converted(typing.cast(FunctionType, _no_chances if function is Game.chances else function))

    def converted(self, function: FunctionType) -> FunctionType:
        """A copy of a Python function in whose globals everything compiles: helper functions, state classes, large numbers."""
        if function in self._converted:
            return typing.cast(FunctionType, self._converted[function])
        original, function = function, with_members_written_out(rewritten(flattened(function), type(self.game)))
        names, cells = dict(function.__globals__), tuple(python_types.CellType() for _ in function.__closure__ or ())
        code = self.with_sets(function.__code__)
        copy = FunctionType(code, names, function.__name__, function.__defaults__, cells)
        copy.__module__, copy.__qualname__, copy.__kwdefaults__ = function.__module__, function.__qualname__, function.__kwdefaults__
        self._converted[original] = copy
        for name in names_in(code) & names.keys():
            names[name] = self.converted_global(names[name], code)
        for cell, borrowed in zip(cells, function.__closure__ or (), strict=True):
            cell.cell_contents = self.converted_global(borrowed.cell_contents, code)
        return copy

    def placements(self) -> dict[str, str]:
        """With what the compiled names of converted functions begin, where it is said in which place they are to stand."""
        places = {one: place for one in self._converted if isinstance(one, FunctionType) and (place := placement(one))}
        return {mangle_identifier(f"{one.__module__}.{one.__qualname__}").removesuffix("E") + "B": place for one, place in places.items()}

    def with_sets(self, code: python_types.CodeType) -> python_types.CodeType:
        """The code with numbers over 63 bits replaced by sets of bits."""
        return code.replace(co_consts=tuple(constant(value, self.game) if type(value) is int else value for value in code.co_consts))

    def converted_global(self, value: Any, code: python_types.CodeType) -> Any:
        """What a name of a module that `code` mentions stands for, as compiled code takes it."""
        if isinstance(value, python_types.ModuleType) and is_rule_module(value.__name__):
            twin = python_types.ModuleType(value.__name__)
            mentioned = names_in(code) & vars(value).keys()
            vars(twin).update({name: self.converted_global(vars(value)[name], code) for name in mentioned})
            return twin
        if isinstance(value, FunctionType) and _is_rule_code(value):
            if ("jitable", value) not in self._converted:
                self._converted["jitable", value] = register_jitable(self.converted(value))
            return self._converted["jitable", value]
        if isinstance(value, Memoized):
            return self._with_memory(value)
        if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            return self._constructor(value)
        return constant(value, self.game)

    def _with_memory(self, memoized: Memoized) -> Any:
        """A function that keeps its results, and its memory."""
        if ("memoized", memoized) not in self._converted:
            function = memoized.function
            compute, kind = register_jitable(self.converted(function)), _result_type(self.game, function)
            self._converted["memoized", memoized] = with_memory(function.__qualname__, compute, kind, memoized.entries)
        return self._converted["memoized", memoized]

    def _constructor(self, kind: type[Any]) -> Any:
        """Calling a state's class makes a state with the annotated types, whatever ints the rules put in."""
        if ("constructor", kind) not in self._converted:
            declared = _declared(self.state, kind)
            self._converted["constructor", kind] = constructor(kind, declared) if declared else kind
        return self._converted["constructor", kind]


def _no_chances(self: Any, state: Any) -> Any:
    """What `chances` compiles to in a game without chance: a generator, so that kernels for all games compile."""
    for outcome in range(0):
        yield outcome, 1.0
    raise NotImplementedError("to_move says that chance moves, but the game has no method chances(state)")


def names_in(code: python_types.CodeType) -> set[str]:
    """The global names a function mentions, its inner functions' included."""
    found = set(code.co_names)
    for inner in code.co_consts:
        if isinstance(inner, python_types.CodeType):
            found |= names_in(inner)
    return found


def _is_rule_code(function: FunctionType) -> bool:
    """Whether a function is somebody's own, to be compiled with the rules; what Numba knows already is left alone."""
    return is_rule_module(function.__module__ or "") and function.__module__ not in KNOWN_MODULES


def is_rule_module(name: str) -> bool:
    """Whether a module is somebody's own, as opposed to a library whose functions Numba knows itself."""
    return name.split(".")[0] not in ("numpy", "numba", "math", "cmath", "random", "operator")


def _declared(state: Any, kind: type[Any]) -> Any:
    """The type that a class of NamedTuples has in a state: the state's own, or that of a field within."""
    if getattr(state, "instance_class", None) is kind:
        return state
    inside = state.types if isinstance(state, types.BaseTuple) else ()
    return next((found for each in inside if (found := _declared(each, kind))), None)


def constructor(kind: type[Any], declared: Any) -> Any:
    """A compiled function with the fields as arguments that casts each to its declared type and makes the tuple."""

    def make(typingctx: Any, *given: Any) -> Any:
        for name, have, want in zip(kind._fields, given, declared.types, strict=True):
            if not fits(have, want):
                raise TypingError(f"the field {name!r} of {kind.__name__} is declared {want} but is given {have}")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            values = [
                context.cast(builder, value, have, want)
                for value, have, want in zip(arguments, signature.args, declared.types, strict=True)
            ]
            return context.make_tuple(builder, declared, values)

        return declared(*given), generate

    # Numba wants the names of the fields, for keywords; defaults work in functions but not in intrinsics.
    fields, defaults = ", ".join(kind._fields), getattr(kind, "_field_defaults", {})
    namespace: dict[str, Any] = {"_make": make}
    exec(f"def {kind.__name__}(typingctx, {fields}):\n    return _make(typingctx, {fields})", namespace)
    direct = intrinsic(namespace[kind.__name__])
    if not defaults:
        return direct
    namespace = {"_make": direct, "_defaults": defaults}
    arguments = ", ".join(f"{name}=_defaults[{name!r}]" if name in defaults else name for name in kind._fields)
    exec(f"def {kind.__name__}({arguments}):\n    return _make({fields})", namespace)
    return register_jitable(namespace[kind.__name__])


def constant(value: Any, game: Game[Any, Any]) -> Any:
    """An attribute or global as the compiler takes it: large ints become sets of bits, lists and long tuples tables."""
    if type(value) is int and value >= 1 << 63:
        return Constant(value, max(game.bits, value.bit_length()))
    if type(value) is list:
        rows = tuple(tuple(entry) if type(entry) is list else entry for entry in value)
        return Table(rows) if _is_numeric(rows) else value
    if type(value) is tuple and (len(value) > LONG_TUPLE or _has_large(value)) and _is_numeric(value):
        return Table(value)
    return value


def _has_large(value: Any) -> bool:
    return any(map(_has_large, value)) if isinstance(value, tuple) else type(value) is int and value >= 1 << 63


def _is_numeric(values: tuple[Any, ...]) -> bool:
    rows = {len(value) if isinstance(value, tuple) else -1 for value in values}
    flat = [number for value in values for number in (value if isinstance(value, tuple) else (value,))]
    return len(rows) == 1 and all(type(number) in (int, float) for number in flat)


# ── One Numba class for each game class ──

_classes: dict[tuple[type, Any], type[GameType]] = {}
_attributes: set[tuple[type, str]] = set()


def game_type(game: Game[Any, Any], identity: str) -> GameType:
    """The Numba type of a game; `identity` is its fingerprint."""
    name = f"{type(game).__name__}[{identity}]"
    if name not in _known_types:
        kind = _classes.get((type(game), type(game).actions)) or _define_class(type(game))
        for attribute in game.__getstate__():
            _define_attribute(kind, attribute)
        _known_types[name] = kind(game, identity)
    return _known_types[name]


def _define_class(kind: type) -> type[GameType]:
    numba_class: type[GameType] = type(f"{kind.__name__}Type", (GameType,), {})
    register_model(numba_class)(_GameModel)
    unbox(numba_class)(_unbox_game)
    _classes[kind, kind.actions] = numba_class  # type: ignore[attr-defined]
    for name in dir(kind):
        member = inspect.getattr_static(kind, name)
        if name.startswith("__") or name == "bit" or name in DERIVED:
            continue
        if isinstance(member, FunctionType):
            _define_method(numba_class, name, member)
        elif isinstance(member, staticmethod):
            _define_static_method(numba_class, name, typing.cast(FunctionType, member.__func__))
        elif isinstance(member, property):
            _define_property(numba_class, name, member)
        elif not callable(member) and not isinstance(member, classmethod):
            _define_attribute(numba_class, name)
    for name in DERIVED:
        _define_derived(numba_class, kind, name)
    _define_bit(numba_class)
    return numba_class


def _unbox_game(kind: Any, thing: Any, c: Any) -> NativeValue:
    """A game carries nothing at run time but the addresses of learned numbers: all else that it knows is in its type."""
    carried = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    for name in kind.learned:
        weights = c.pyapi.object_getattr_string(thing, name)
        setattr(carried, name, c.unbox(PointerType(Weights.dtype), weights).value)
        c.pyapi.decref(weights)
    return NativeValue(carried._getvalue())


def _learned(name: str) -> Any:
    """A compiled function of a game: where its learned numbers of this name are."""

    @intrinsic
    def address(typingctx, game):
        def generate(context, builder, signature, arguments):
            return getattr(cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0]), name)

        return PointerType(Weights.dtype)(game), generate

    return address


def _define_method(numba_class: type[GameType], name: str, function: FunctionType) -> None:
    def typer(self, *arguments):
        return self.method(name)

    typer.__signature__ = _bare_signature(function)  # type: ignore[attr-defined]
    overload_method(numba_class, name)(typer)


def _bare_signature(function: FunctionType) -> inspect.Signature:
    """The signature without annotations: Numba wants typer and implementation to agree to the letter."""
    signature = inspect.signature(function)
    return inspect.Signature([parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()])


def _define_static_method(numba_class: type[GameType], name: str, function: FunctionType) -> None:
    arguments = ", ".join(inspect.signature(function).parameters)

    def typer(self, *given):
        namespace = {"_function": register_jitable(self.method(name))}
        exec(f"def call(self, {arguments}):\n    return _function({arguments})", namespace)
        return namespace["call"]

    first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    rest = [parameter.replace(default=inspect.Parameter.empty) for parameter in _bare_signature(function).parameters.values()]
    typer.__signature__ = inspect.Signature([first, *rest])  # type: ignore[attr-defined]
    overload_method(numba_class, name)(typer)


def _define_property(numba_class: type[GameType], name: str, member: property) -> None:
    def typer(self):
        return self.converted(member.fget)

    overload_attribute(numba_class, name)(typer)


def _define_attribute(numba_class: type[GameType], name: str) -> None:
    """`self.rows` in compiled code is the constant that the game has under that name."""
    if (numba_class, name) in _attributes:
        return
    _attributes.add((numba_class, name))

    def typer(self):
        value = constant(getattr(self.game, name), self.game)
        if isinstance(value, Weights):
            address = _learned(name)
            return lambda self: address(self)
        if isinstance(value, (list, dict, set, frozenset)):
            raise TypingError(f"self.{name} is a {type(value).__name__}; the compiler takes numbers, tuples and Tables of numbers")
        return lambda self: value

    overload_attribute(numba_class, name)(typer)


def _define_derived(numba_class: type[GameType], kind: type, name: str) -> None:
    """`fill`, `count` and `fill_noisy` from the source of a generator, unless the game has its own or the source is not to be had."""
    own: FunctionType = inspect.getattr_static(kind, name)
    if own is inspect.getattr_static(Game, name):
        source = inspect.getattr_static(kind, DERIVED[name])
        derived = derive(source, name)
        if derived is not None:

            def typer(self, *arguments):
                return self.converted(derive(source, name))  # anew: a function that it leaves something to may be another by now

            typer.__signature__ = _bare_signature(derived)  # type: ignore[attr-defined]
            overload_method(numba_class, name)(typer)
            return
    _define_method(numba_class, name, own)


def _define_bit(numba_class: type[GameType]) -> None:
    makers: dict[int, Callable[..., Any]] = {}

    def typer(self, index):
        make = makers.setdefault(self.game.bits, one_bit(self.game.bits))
        return lambda self, index: make(index)

    overload_method(numba_class, "bit")(typer)
