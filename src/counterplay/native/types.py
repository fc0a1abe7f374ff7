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

from numba.core import types
from numba.core.errors import TypingError
from numba.extending import NativeValue, intrinsic, models, overload_attribute, overload_method, register_jitable, register_model, unbox

from .. import bits as interpreted
from ..bits import Bits, Table, Width
from ..game import Game
from .bits import BitsType, Constant, one_bit
from .derive import derive
from .store import CannotCompile

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
        return _plain_tuple_type(start)
    raise CannotCompile(f"a state of {game.name} is a {type(start).__name__}; only a NamedTuple of int, float, bool, Bits and tuples of these compiles")


def _named_tuple_type(game: Game[Any, Any], kind: type[Any], start: Any) -> Any:
    hints = typing.get_type_hints(kind, include_extras=True)
    fields = [_field_type(game, kind, name, hints[name], getattr(start, name)) for name in kind._fields]
    return types.NamedTuple(fields, kind)


def _field_type(game: Game[Any, Any], kind: type[Any], name: str, annotation: Any, value: Any) -> Any:
    simple = {int: types.int64, bool: types.boolean, float: types.float64}
    if annotation in simple:
        return simple[annotation]
    if annotation is Bits:
        return BitsType(game.bits)
    if typing.get_origin(annotation) is typing.Annotated:
        for extra in typing.get_args(annotation)[1:]:
            if isinstance(extra, Width):
                return BitsType(extra.bits)
    if typing.get_origin(annotation) is tuple and isinstance(value, tuple):
        inside = typing.get_args(annotation)
        if len(inside) == 2 and inside[1] is Ellipsis:
            inside = (inside[0],) * len(value)
        if len(inside) == len(value):
            return types.Tuple([_field_type(game, kind, name, each, entry) for each, entry in zip(inside, value, strict=True)])
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return _named_tuple_type(game, type(value), value)
    raise CannotCompile(
        f"the field {name!r} of {kind.__name__} is annotated {_readable(annotation)}; "
        "the compiler takes int, float, bool, Bits, Bits[n] and tuples of these (tuple[int, ...])"
    )


def _plain_tuple_type(value: Any) -> Any:
    if isinstance(value, tuple):
        return types.Tuple([_plain_tuple_type(entry) for entry in value])
    if type(value) in (int, bool, float):
        return {int: types.int64, bool: types.boolean, float: types.float64}[type(value)]
    raise CannotCompile(f"a state holds a {type(value).__name__}; only numbers and tuples of numbers compile")


def _readable(annotation: Any) -> str:
    return annotation.__name__ if isinstance(annotation, type) and not typing.get_args(annotation) else str(annotation).replace("typing.", "")


# ── Games ──

_known_types: dict[str, GameType] = {}


def _known_type(name: str) -> GameType:
    return _known_types[name]


class GameType(types.Opaque):  # type: ignore[misc]
    """The Numba type of one game with its parameters. Base of one class per game class."""

    def __init__(self, game: Game[Any, Any], identity: str):
        self.game = game
        self.state = state_type(game)
        self._converted: dict[Any, Any] = {}
        super().__init__(f"{type(game).__name__}[{identity}]")

    def __reduce__(self) -> tuple[Any, ...]:
        return _known_type, (self.name,)

    def method(self, name: str) -> FunctionType:
        """A method of the game as a function that compiles."""
        static = inspect.getattr_static(type(self.game), name)
        function = static.__func__ if isinstance(static, staticmethod) else static
        return self.converted(_no_chances if function is Game.chances else function)

    def converted(self, function: FunctionType) -> FunctionType:
        """A copy of a Python function in whose globals everything compiles: helper functions, state classes, large numbers."""
        if function in self._converted:
            return typing.cast(FunctionType, self._converted[function])
        names = dict(function.__globals__)
        copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        copy.__module__, copy.__qualname__, copy.__kwdefaults__ = function.__module__, function.__qualname__, function.__kwdefaults__
        self._converted[function] = copy
        for name in names_in(function.__code__) & names.keys():
            names[name] = self.converted_global(names[name])
        return copy

    def converted_global(self, value: Any) -> Any:
        """What a global name stands for, as compiled code takes it."""
        if isinstance(value, FunctionType) and _is_rule_code(value):
            if ("jitable", value) not in self._converted:
                self._converted["jitable", value] = register_jitable(self.converted(value))
            return self._converted["jitable", value]
        if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            return self._constructor(value)
        return constant(value, self.game)

    def _constructor(self, kind: type[Any]) -> Any:
        """Calling a state's class makes a state with the annotated types, whatever ints the rules put in."""
        if ("constructor", kind) not in self._converted:
            declared = self.state if getattr(self.state, "instance_class", None) is kind else None
            self._converted["constructor", kind] = kind if declared is None else constructor(kind, declared)
        return self._converted["constructor", kind]


def _no_chances(self, state):  # type: ignore[no-untyped-def]
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
    module = (function.__module__ or "").split(".")[0]
    return module not in ("numpy", "numba", "math", "random", "operator") and function.__module__ != interpreted.__name__


def constructor(kind: type[Any], declared: Any) -> Any:
    """A compiled function with the fields as arguments that casts each to its declared type and makes the tuple."""
    defaults = getattr(kind, "_field_defaults", {})

    def make(typingctx, *given):  # type: ignore[no-untyped-def]
        for name, have, want in zip(kind._fields, given, declared.types, strict=True):
            if not _castable(have, want):
                raise TypingError(f"the field {name!r} of {kind.__name__} is declared {want} but is given {have}")

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            values = [
                context.cast(builder, value, have, want)
                for value, have, want in zip(arguments, signature.args, declared.types, strict=True)
            ]
            return context.make_tuple(builder, declared, values)

        return declared(*given), generate

    parameter = inspect.Parameter
    signature = inspect.Signature(
        [parameter("typingctx", parameter.POSITIONAL_OR_KEYWORD)]
        + [parameter(name, parameter.POSITIONAL_OR_KEYWORD, default=defaults.get(name, parameter.empty)) for name in kind._fields]
    )
    arguments = ", ".join(f"{name}=_defaults[{name!r}]" if name in defaults else name for name in kind._fields)
    namespace: dict[str, Any] = {"_make": make, "_defaults": defaults}
    exec(f"def {kind.__name__}(typingctx, {arguments}):\n    return _make(typingctx, {', '.join(kind._fields)})", namespace)  # noqa: S102
    function = namespace[kind.__name__]
    function.__signature__ = signature
    function.__module__ = kind.__module__
    return intrinsic(function)


def _castable(have: Any, want: Any) -> bool:
    """Whether a value may be put into a field: numbers widen, ints become sets; a float never silently becomes an int."""
    if isinstance(have, types.Omitted):
        return True
    if isinstance(want, BitsType):
        return isinstance(have, (types.Integer, types.Boolean, BitsType))
    if want == types.float64:
        return isinstance(have, (types.Integer, types.Boolean, types.Float))
    if want == types.int64:
        return isinstance(have, (types.Integer, types.Boolean))
    if want == types.boolean:
        return isinstance(have, (types.Boolean, types.Integer))
    if isinstance(want, types.BaseTuple) and isinstance(have, types.BaseTuple) and len(want) == len(have):
        return all(_castable(a, b) for a, b in zip(have.types, want.types, strict=True))
    return bool(have == want)


def constant(value: Any, game: Game[Any, Any]) -> Any:
    """An attribute or global as the compiler takes it: large ints become sets of bits, long tuples tables."""
    if type(value) is int and value >= 1 << 63:
        return Constant(value, max(game.bits, value.bit_length()))
    if type(value) is tuple and len(value) > LONG_TUPLE and _is_numeric(value):
        return Table(value)
    return value


def _is_numeric(values: tuple[Any, ...]) -> bool:
    rows = {len(value) if isinstance(value, tuple) else -1 for value in values}
    flat = [number for value in values for number in (value if isinstance(value, tuple) else (value,))]
    return len(rows) == 1 and all(type(number) in (int, float) for number in flat)


# ── One Numba class for each game class ──

_classes: dict[type, type[GameType]] = {}
_attributes: set[tuple[type, str]] = set()


def game_type(game: Game[Any, Any], identity: str) -> GameType:
    """The Numba type of a game; `identity` is its fingerprint."""
    kind = _classes.get(type(game)) or _define_class(type(game))
    for name in game.__getstate__():
        _define_attribute(kind, name)
    name = f"{type(game).__name__}[{identity}]"
    if name not in _known_types or type(_known_types[name].game) is not type(game):
        _known_types[name] = kind(game, identity)
    return _known_types[name]


def _define_class(kind: type) -> type[GameType]:
    numba_class: type[GameType] = type(f"{kind.__name__}Type", (GameType,), {})
    register_model(numba_class)(models.OpaqueModel)
    unbox(numba_class)(_unbox_nothing)
    _classes[kind] = numba_class
    for name in dir(kind):
        member = inspect.getattr_static(kind, name)
        if name.startswith("__") or name in ("bit", "fill", "count"):
            continue
        if isinstance(member, FunctionType):
            _define_method(numba_class, name, member)
        elif isinstance(member, staticmethod):
            _define_static_method(numba_class, name, member.__func__)
        elif isinstance(member, property):
            _define_property(numba_class, name, member)
        elif not callable(member) and not isinstance(member, classmethod):
            _define_attribute(numba_class, name)
    _define_derived(numba_class, kind, "fill")
    _define_derived(numba_class, kind, "count")
    _define_bit(numba_class)
    return numba_class


def _unbox_nothing(kind: Any, thing: Any, c: Any) -> NativeValue:
    """A game carries nothing at run time: all it knows is in its type."""
    return NativeValue(c.context.get_dummy_value())


def _define_method(numba_class: type[GameType], name: str, function: FunctionType) -> None:
    def typer(self, *arguments):  # type: ignore[no-untyped-def]
        return self.method(name)

    typer.__signature__ = _bare_signature(function)  # type: ignore[attr-defined]
    overload_method(numba_class, name)(typer)


def _bare_signature(function: FunctionType) -> inspect.Signature:
    """The signature without annotations: Numba wants typer and implementation to agree to the letter."""
    signature = inspect.signature(function)
    return inspect.Signature([parameter.replace(annotation=inspect.Parameter.empty) for parameter in signature.parameters.values()])


def _define_static_method(numba_class: type[GameType], name: str, function: FunctionType) -> None:
    arguments = ", ".join(inspect.signature(function).parameters)

    def typer(self, *given):  # type: ignore[no-untyped-def]
        namespace = {"_function": register_jitable(self.method(name))}
        exec(f"def call(self, {arguments}):\n    return _function({arguments})", namespace)  # noqa: S102
        return namespace["call"]

    first = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    rest = [parameter.replace(default=inspect.Parameter.empty) for parameter in _bare_signature(function).parameters.values()]
    typer.__signature__ = inspect.Signature([first, *rest])  # type: ignore[attr-defined]
    overload_method(numba_class, name)(typer)


def _define_property(numba_class: type[GameType], name: str, member: property) -> None:
    def typer(self):  # type: ignore[no-untyped-def]
        return self.converted(member.fget)

    overload_attribute(numba_class, name)(typer)


def _define_attribute(numba_class: type[GameType], name: str) -> None:
    """`self.rows` in compiled code is the constant that the game has under that name."""
    if (numba_class, name) in _attributes:
        return
    _attributes.add((numba_class, name))

    def typer(self):  # type: ignore[no-untyped-def]
        value = constant(getattr(self.game, name), self.game)
        return lambda self: value

    overload_attribute(numba_class, name)(typer)


def _define_derived(numba_class: type[GameType], kind: type, name: str) -> None:
    """`fill` and `count` from the source of `actions`, unless the game has its own or the source is not to be had."""
    own: FunctionType = inspect.getattr_static(kind, name)
    if own is inspect.getattr_static(Game, name):
        derived = derive(inspect.getattr_static(kind, "actions"), name)
        if derived is not None:

            def typer(self, *arguments):  # type: ignore[no-untyped-def]
                return self.converted(derived)

            typer.__signature__ = _bare_signature(derived)  # type: ignore[attr-defined]
            overload_method(numba_class, name)(typer)
            return
    _define_method(numba_class, name, own)


def _define_bit(numba_class: type[GameType]) -> None:
    makers: dict[int, Callable[..., Any]] = {}

    def typer(self, index):  # type: ignore[no-untyped-def]
        make = makers.setdefault(self.game.bits, one_bit(self.game.bits))
        return lambda self, index: make(index)

    overload_method(numba_class, "bit")(typer)
