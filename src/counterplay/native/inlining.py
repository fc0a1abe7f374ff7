"""Loops over a game's actions (or candidates), with the generator written out where it is used.

Compiled, a generator is a small state machine, which a search that calls itself within the loop pays for at every node (15 in 100 of
plain negamax). So where `actions` is one loop with one `yield`, as it mostly is,

    for action in game.actions(state):              for column in range(game.columns):
        BODY                                            if game.is_open(state, column):
                                                            action = column
                                                            BODY

A generator of another shape is left a generator. One source, so they cannot disagree.
"""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Set
from types import FunctionType
from typing import Any

from .source import Renamer, compiled, stored_names, tree_of


def with_loops_written_out(function: FunctionType, method: str, actions: FunctionType) -> FunctionType:
    """The kernel with every `for … in game.method(…)` replaced; itself where there is none or it cannot be done."""
    if method not in function.__code__.co_names:
        return function
    kernel, generator = tree_of(function), tree_of(actions)
    if kernel is None or generator is None or function.__closure__ or actions.__closure__:
        return function
    if not inspect.isgeneratorfunction(actions) or not _is_one_loop(generator):
        return function
    writer = _Writer(kernel.args.args[0].arg, method, generator, actions.__globals__.keys())
    kernel = writer.visit(kernel)
    if not writer.done:
        return function
    foreign = {prefixed: actions.__globals__[name] for prefixed, name in writer.foreign.items()}
    written = compiled(kernel, function, {**function.__globals__, **foreign})
    written.__qualname__ = function.__qualname__
    return written


def _is_one_loop(generator: ast.FunctionDef) -> bool:
    """Whether it ends with one loop, the only one, that yields once, after which nothing more happens in that round."""
    statements = (ast.Return, ast.YieldFrom, ast.Try, ast.With, ast.FunctionDef, ast.Lambda, ast.NamedExpr)
    unwanted = (*statements, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp)
    parts = list(ast.walk(generator))[1:]
    if any(isinstance(part, unwanted) for part in parts) or sum(isinstance(part, (ast.For, ast.While)) for part in parts) != 1:
        return False
    if sum(isinstance(part, ast.Yield) for part in parts) != 1:
        return False
    loop = generator.body[-1]
    if not isinstance(loop, ast.For) or loop.orelse:
        return False
    last: ast.stmt = loop
    while isinstance(last, (ast.For, ast.If)):
        if isinstance(last, ast.If) and last.orelse:
            return False
        last = last.body[-1]
    return isinstance(last, ast.Expr) and isinstance(last.value, ast.Yield) and last.value.value is not None


class _Writer(ast.NodeTransformer):
    def __init__(self, game: str, method: str, generator: ast.FunctionDef, module_names: Set[str]):
        self.game, self.method, self.generator, self.module_names = game, method, generator, module_names
        self.done = 0
        self.foreign: dict[str, str] = {}

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        call = node.iter
        if node.orelse or not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == self.method):
            return node
        if not (isinstance(call.func.value, ast.Name) and call.func.value.id == self.game and len(call.args) == 1 and not call.keywords):
            return node
        self.done += 1
        own, state = (argument.arg for argument in self.generator.args.args)
        body = [statement for statement in copy.deepcopy(self.generator.body) if not _is_docstring(statement)]
        prefix = f"_{self.method}_{self.done}_"  # a number, because loops may be nested
        renamer = _BodyAtYield({own: self.game}, {state, *stored_names(self.generator)}, self.module_names, prefix, node)
        lines = [renamer.visit(statement) for statement in body]
        self.foreign |= renamer.foreign
        start = ast.Assign([ast.Name(prefix + state, ast.Store())], call.args[0])
        return [ast.copy_location(start, node), *lines]


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


class _BodyAtYield(Renamer):
    """Puts the body of the kernel's loop where the generator yields."""

    def __init__(self, same: dict[str, str], local: set[str], module_names: Set[str], prefix: str, loop: ast.For):
        super().__init__(same, local, module_names, prefix, loop)
        self.loop = loop

    def visit_Expr(self, node: ast.Expr) -> Any:  # noqa: N802 (so `ast` wants it)
        if not isinstance(node.value, ast.Yield):
            return self.generic_visit(node)
        value = self.visit(node.value.value)  # type: ignore[arg-type]
        return [ast.copy_location(ast.Assign([self.loop.target], value), self.loop), *self.loop.body]
