"""What a search can never do in a game is not compiled: a game without noisy actions needs no quiescence.

A kernel reads its switches from words of its `room`; its entry says which of them are 0 in every search of a game (`Kernel.never`). There
the number takes the place of the word, and what then cannot run is left out, with all that only it calls:

    if room[QUIESCENCE]:                                best = estimated(game.evaluate(state, player), …)
        best = quiet_value(game, state, …)
    else:
        best = estimated(game.evaluate(state, player), …)

Compilers do so too, but Numba types and lowers everything first, which is most of the time that compiling takes.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Set
from types import FunctionType
from typing import Any

from .source import compiled, tree_of

ROOM = "room"
"""What kernels call the words that switches are in."""
COMPARISONS: dict[type[ast.cmpop], Any] = {ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Gt: operator.gt, ast.Lt: operator.lt}


def without(function: FunctionType, never: Set[str]) -> FunctionType:
    """The kernel without what needs one of these words of its room not to be 0; itself where it asks for none."""
    if never.isdisjoint(function.__code__.co_names) or function.__closure__:
        return function
    definition = tree_of(function)
    if definition is None:
        return function
    written = compiled(_Omission(never).visit(definition), function, function.__globals__)
    written.__qualname__ = function.__qualname__
    return written


class _Known(ast.Constant):
    """A number that stands for a word of the room, or follows from one. Constants that the kernel itself has are left alone."""


class _Omission(ast.NodeTransformer):
    def __init__(self, never: Set[str]):
        self.never = never

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Where nothing is left of a body, it does nothing."""
        super().generic_visit(node)
        if getattr(node, "body", None) == [] and isinstance(node, ast.stmt):
            node.body = [ast.copy_location(ast.Pass(), node)]  # type: ignore[attr-defined]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """`room[SWITCH]`"""
        is_room = isinstance(node.value, ast.Name) and node.value.id == ROOM and isinstance(node.ctx, ast.Load)
        if is_room and isinstance(node.slice, ast.Name) and node.slice.id in self.never:
            return ast.copy_location(_Known(0), node)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) == 1 and isinstance(node.left, _Known) and isinstance(node.comparators[0], ast.Constant):
            compare = COMPARISONS.get(type(node.ops[0]))
            if compare is not None:
                return ast.copy_location(_Known(compare(node.left.value, node.comparators[0].value)), node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        answer = _decided(node.operand) if isinstance(node.op, ast.Not) else None
        return node if answer is None else ast.copy_location(_Known(not answer), node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Up to the first part that decides, without those that do not. (The last one is the value of the whole, if it comes to it.)"""
        self.generic_visit(node)
        parts: list[ast.expr] = []
        for part in node.values:
            if isinstance(part, _Known) and bool(part.value) is isinstance(node.op, ast.Or):
                parts.append(part)
                break
            if not isinstance(part, _Known) or part is node.values[-1]:
                parts.append(part)
        return parts[0] if len(parts) == 1 else ast.copy_location(ast.BoolOp(node.op, parts), node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        answer = _decided(node.test)
        return node if answer is None else node.body if answer else node.orelse

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        answer = _decided(node.test)
        return node if answer is None else node.body if answer else node.orelse


def _decided(test: ast.expr) -> bool | None:
    """What a condition comes to, if that is known, and if asking does nothing else."""
    if isinstance(test, _Known):
        return bool(test.value)
    if isinstance(test, ast.BoolOp) and isinstance(test.values[-1], _Known):
        answer = bool(test.values[-1].value)
        if answer is isinstance(test.op, ast.Or) and not any(isinstance(part, ast.Call) for part in ast.walk(test)):
            return answer
    return None
