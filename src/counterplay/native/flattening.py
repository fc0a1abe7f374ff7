"""Generators that leave a part to another function, with that function written out.

Compiled, a generator is a small state machine, and one within another costs twice: chess would count its perft half as fast. So

    yield from steps(state, goals)              _steps_1_state, _steps_1_goals = state, goals
                                                (the body of `steps`, its names with the same prefix)

A function of another shape (with a `return`, with parameters that have defaults, one that calls itself) is left a generator.
"""

from __future__ import annotations

import ast
import inspect
from types import FunctionType
from typing import Any

from ..bits import members
from .source import EACH, Renamer, compiled, stored_names, tree_of


def flattened(function: FunctionType, within: tuple[FunctionType, ...] = ()) -> FunctionType:
    """The generator with every `yield from helper(…)` written out that can be; itself where there is none.

    `within` are the generators that this one is to be written into: none of them is written into itself.
    """
    if not inspect.isgeneratorfunction(function) or function.__closure__:
        return function
    definition = tree_of(function)
    if definition is None:
        return function
    writer = _Writer(function, (*within, function))
    definition = writer.visit(definition)
    if not writer.done:
        return function
    written = compiled(definition, function, writer.names)
    written.__qualname__ = function.__qualname__
    return written


class _Writer(ast.NodeTransformer):
    def __init__(self, function: FunctionType, within: tuple[FunctionType, ...]):
        self.local = {*function.__code__.co_varnames, *function.__code__.co_cellvars}
        self.names: dict[str, Any] = dict(function.__globals__)
        self.within = within
        self.done = 0

    def visit_For(self, node: ast.For) -> Any:
        match node:
            case ast.For(ast.Name(each), ast.Call(ast.Name(called), arguments, [])) if each.startswith(EACH) and called not in self.local:
                helper = self.names.get(called)
                body = self._body(helper, arguments, node) if isinstance(helper, FunctionType) else None
                if body is not None:
                    return body
        return self.generic_visit(node)

    def _body(self, helper: FunctionType, arguments: list[ast.expr], at: ast.For) -> list[ast.stmt] | None:
        """What stands for all that `helper(*arguments)` yields; None where it cannot be written out."""
        if helper is members or helper in self.within or helper.__closure__ or not inspect.isgeneratorfunction(helper):
            return None  # (loops over members are written out by `looping.py`)
        helper = flattened(helper, self.within)
        definition = tree_of(helper)
        if definition is None or not _is_plain(definition) or len(definition.args.args) != len(arguments):
            return None
        parameters = [argument.arg for argument in definition.args.args]
        own = {*parameters, *stored_names(definition)}
        mentioned = {part.id for part in ast.walk(definition) if isinstance(part, ast.Name)}
        if any(isinstance(argument, ast.Starred) for argument in arguments) or mentioned - own - helper.__globals__.keys() & self.local:
            return None  # what it calls min, say, the other function may call otherwise
        self.done += 1
        prefix = self._unused(helper.__name__)
        renamer = Renamer({}, own, helper.__globals__.keys(), prefix, at)
        lines = [renamer.visit(statement) for statement in definition.body]
        self.names |= {name: helper.__globals__[known] for name, known in renamer.foreign.items()}
        given = [ast.Assign([ast.Name(prefix + name, ast.Store())], value) for name, value in zip(parameters, arguments, strict=True)]
        return [*(ast.copy_location(assignment, at) for assignment in given), *lines]

    def _unused(self, name: str) -> str:
        """A prefix with which no name begins so far."""
        while any(known.startswith(f"_{name}_{self.done}_") for known in (*self.names, *self.local)):
            self.done += 1
        return f"_{name}_{self.done}_"


def _is_plain(definition: ast.FunctionDef) -> bool:
    """Whether a function does nothing that would mean something else in the middle of another."""
    unwanted = (ast.Return, ast.FunctionDef, ast.Lambda, ast.NamedExpr, ast.Global, ast.Nonlocal, ast.Starred)
    comprehensions = (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
    if any(isinstance(part, (*unwanted, *comprehensions)) for statement in definition.body for part in ast.walk(statement)):
        return False
    given = definition.args
    return not (given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg or given.defaults)
