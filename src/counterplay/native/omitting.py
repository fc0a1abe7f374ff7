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


class _Omission(ast.NodeTransformer):
    def __init__(self, never: Set[str]):
        self.never = never

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """`room[SWITCH]`"""
        is_room = isinstance(node.value, ast.Name) and node.value.id == ROOM and isinstance(node.ctx, ast.Load)
        if is_room and isinstance(node.slice, ast.Name) and node.slice.id in self.never:
            return ast.copy_location(ast.Constant(0), node)
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if len(node.ops) == 1 and isinstance(node.left, ast.Constant) and isinstance(node.comparators[0], ast.Constant):
            compare = COMPARISONS.get(type(node.ops[0]))
            if compare is not None:
                return ast.copy_location(ast.Constant(compare(node.left.value, node.comparators[0].value)), node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Constant):
            return ast.copy_location(ast.Constant(not node.operand.value), node)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Up to the first part that decides; where no part before it does anything, that alone."""
        self.generic_visit(node)
        decides = isinstance(node.op, ast.Or)
        parts: list[ast.expr] = []
        for part in node.values:
            if not isinstance(part, ast.Constant):
                parts.append(part)
            elif bool(part.value) is decides:
                if not any(isinstance(each, ast.Call) for one in parts for each in ast.walk(one)):
                    parts = []
                parts.append(ast.copy_location(ast.Constant(decides), part))
                break
        if len(parts) > 1:
            return ast.copy_location(ast.BoolOp(node.op, parts), node)
        return parts[0] if parts else ast.copy_location(ast.Constant(not decides), node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        return (node.body if node.test.value else node.orelse) if isinstance(node.test, ast.Constant) else node

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        if not isinstance(node.test, ast.Constant):
            if not node.body:
                node.body = [ast.copy_location(ast.Pass(), node)]
            return node
        return node.body if node.test.value else node.orelse
