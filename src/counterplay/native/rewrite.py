"""Natural Python that Numba does not take, put into words that it does.

Before a function is compiled, these are replaced:

    any(f(x) for x in xs)           a function with a loop; likewise all(…) and sum(…)
    state._replace(turn=1)          a function that makes the changed tuple
    super().utility(state, player)  the method of the class above, as a function; likewise Base.utility(self, state, player)
    yield from xs                   a loop that yields (`source.py`; for a plain function, `flattening.py`)

The rest of the function, and the numbers of its lines, stay as they are.
"""

from __future__ import annotations

import ast
import dis
from types import CodeType, FunctionType
from typing import Any

from numba.core import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from ..game import Game
from .source import compiled, tree_of
from .tables import fits


def rewritten(function: FunctionType, game: type[Game[Any, Any]]) -> FunctionType:
    """The function in words that compile; itself where there is nothing to do, or its source is not to be had."""
    mentioned = function.__code__.co_names
    classes = [name for name in mentioned if _is_game(function.__globals__.get(name))]
    if not ({"_replace", "super"} & set(mentioned) or classes or _has_generator_expression(function.__code__) or _delegates(function)):
        return function
    definition = tree_of(function)
    if definition is None:
        return function
    borrowed = dict(zip(function.__code__.co_freevars, (cell.cell_contents for cell in function.__closure__ or ()), strict=True))
    words = _Words(definition, {**function.__globals__, **borrowed}, function, game)
    definition = words.visit(definition)
    return compiled(definition, function, words.names)


def _has_generator_expression(code: CodeType) -> bool:
    return any(isinstance(inner, CodeType) and inner.co_name == "<genexpr>" for inner in code.co_consts)


def _delegates(function: FunctionType) -> bool:
    """Whether it has a `yield from`."""
    return any(step.opname == "GET_YIELD_FROM_ITER" for step in dis.get_instructions(function))


def _is_game(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Game)


class _Words(ast.NodeTransformer):
    """Replaces calls by calls of functions that it makes and puts among `names`."""

    def __init__(self, definition: ast.FunctionDef, names: dict[str, Any], function: FunctionType, game: type[Game[Any, Any]]):
        self.names, self.function, self.game = names, function, game
        self.locals = {node.id for node in ast.walk(definition) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        self.locals |= {node.arg for node in ast.walk(definition) if isinstance(node, ast.arg)}

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name(("any" | "all" | "sum") as name), [ast.GeneratorExp() as loop], []) if name not in self.names:
                return self._loop(name, loop, node)
            case ast.Call(ast.Attribute(changed, "_replace"), [], keywords) if keywords and all(word.arg for word in keywords):
                maker = replacing(tuple(str(word.arg) for word in keywords))
                return self._call(maker, [changed, *(word.value for word in keywords)], node)
            case ast.Call(ast.Attribute(ast.Call(ast.Name("super"), [], []), name), arguments, []):
                above = self.game.__mro__[self.game.__mro__.index(self.names["__class__"]) + 1 :]
                own = next((vars(kind)[name] for kind in above if name in vars(kind)), None)
                first = ast.Name(self.function.__code__.co_varnames[0], ast.Load())
                return self._call(own, [first, *arguments], node) if isinstance(own, FunctionType) else node
            case ast.Call(ast.Attribute(ast.Name(owner), name), arguments, []) if _is_game(self.names.get(owner)):
                own = getattr(self.names[owner], name, None)
                return self._call(own, arguments, node) if isinstance(own, FunctionType) else node
        return node

    def _call(self, function: Any, arguments: list[ast.expr], at: ast.AST) -> ast.AST:
        name = f"_{getattr(function, '__name__', 'made')}_{len(self.names)}"
        self.names[name] = function
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), arguments, []), at)

    def _loop(self, name: str, expression: ast.GeneratorExp, at: ast.AST) -> ast.AST:
        """`any`, `all` or `sum` of a generator expression, as a function of the local variables it mentions."""
        inside = {node.id for part in expression.generators for node in ast.walk(part.target) if isinstance(node, ast.Name)}
        mentioned = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
        arguments = sorted((mentioned & self.locals) - inside)
        before, step, after = {
            "any": ("", "if _: return True", "return False"),
            "all": ("", "if not _: return False", "return True"),
            "sum": ("_total = 0", "_total += _", "return _total"),
        }[name]
        body: list[ast.stmt] = ast.parse(step).body
        body = [_Put(expression.elt).visit(statement) for statement in body]
        for part in reversed(expression.generators):
            for condition in reversed(part.ifs):
                body = [ast.If(condition, body, [])]
            body = [ast.For(part.target, part.iter, body, [])]
        parameters = ast.arguments([], [ast.arg(each) for each in arguments], None, [], [], None, [])
        whole = ast.FunctionDef(f"_{name}", parameters, [*ast.parse(before).body, *body, *ast.parse(after).body], [])
        for part_of_it in ast.walk(whole):
            ast.copy_location(part_of_it, at)
        function = compiled(whole, self.function, self.names)
        function.__defaults__ = None
        return self._call(function, [ast.Name(each, ast.Load()) for each in arguments], at)


class _Put(ast.NodeTransformer):
    """Puts an expression where the name `_` stands."""

    def __init__(self, expression: ast.expr):
        self.expression = expression

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.expression if node.id == "_" else node


def replacing(names: tuple[str, ...]) -> Any:
    """A compiled function (state, *values) that is `state._replace(name=value, …)`."""

    def make(typingctx: Any, state: Any, *values: Any) -> Any:
        if not isinstance(state, types.BaseNamedTuple):
            raise TypingError(f"_replace is a method of states, but this is {state}")
        for name, value in zip(names, values, strict=True):
            if name not in state.fields or not fits(value, state.types[state.fields.index(name)]):
                raise TypingError(f"_replace cannot put {value} into the field {name!r} of {state.instance_class.__name__}")

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            for name, value, have in zip(names, arguments[1:], signature.args[1:], strict=True):
                place = state.fields.index(name)
                new = context.cast(builder, value, have, state.types[place])
                arguments = [builder.insert_value(arguments[0], new, place), *arguments[1:]]
            return arguments[0]

        return state(state, *values), generate

    given = ", ".join(f"value{i}" for i in range(len(names)))
    namespace: dict[str, Any] = {"_make": make}
    exec(f"def replaced(typingctx, state, {given}):\n    return _make(typingctx, state, {given})", namespace)
    return intrinsic(namespace["replaced"])
