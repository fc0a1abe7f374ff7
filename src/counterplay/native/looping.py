"""Loops over the members of a set, without a generator.

`members` is a generator: compiled, a small state machine that is not always taken apart again. Without it chess is searched half as fast
again, and its perft counts a fifth more leaves a second. So

    for square in members(pieces):          _set_1 = pieces
        BODY                                while _set_1:
                                                square = lowest(_set_1)
                                                _set_1 = _set_1 & _set_1 - 1
                                                BODY
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from ..bits import lowest, members
from .source import compiled, tree_of

LOWEST = "_lowest_member"


def with_members_written_out(function: FunctionType) -> FunctionType:
    """The function with every loop over `members(…)` replaced; itself where there is none or its source is not to be had."""
    names = {name for name in function.__code__.co_names if function.__globals__.get(name) is members}
    if not names or function.__closure__:
        return function
    definition = tree_of(function)
    if definition is None:
        return function
    writer = _Writer(names)
    definition = writer.visit(definition)
    if not writer.done:
        return function
    written = compiled(definition, function, {**function.__globals__, LOWEST: lowest})
    written.__qualname__ = function.__qualname__
    return written


class _Writer(ast.NodeTransformer):
    def __init__(self, names: set[str]):
        self.names, self.done = names, 0

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        match node:
            case ast.For(ast.Name(member), ast.Call(ast.Name(called), [squares], []), body, []) if called in self.names:
                self.done += 1
                rest = f"_set_{self.done}"
                start, loop = ast.parse(
                    f"{rest} = 0\nwhile {rest}:\n    {member} = {LOWEST}({rest})\n    {rest} = {rest} & {rest} - 1\n"
                ).body
                assert isinstance(start, ast.Assign) and isinstance(loop, ast.While)
                start.value = squares
                loop.body += body
                return [_placed(start, node), _placed(loop, node)]
        return node


def _placed(statement: ast.stmt, at: ast.For) -> ast.stmt:
    """The statement with the line of the loop where it has none of its own."""
    inside = {id(part) for each in at.body for part in ast.walk(each)} | {id(part) for part in ast.walk(at.iter)}
    for part in ast.walk(statement):
        if id(part) not in inside:
            ast.copy_location(part, at)
    return statement
