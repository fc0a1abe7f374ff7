"""Methods derived from the generator `actions`: the same source with another ending for `yield`.

Compiled, a generator is a small state machine; a loop that stores or counts is several times faster. So from

    def actions(self, state):                       def fill(self, state, _buffer, _length):
        for cell in members(self.free(state)):          for cell in members(self.free(state)):
            yield cell                                      if _length < len(_buffer): _buffer[_length] = cell
                                                            _length += 1
                                                        return _length

and likewise `count`; and `fill_noisy` from `noisy_actions`. One source, so they cannot disagree.
"""

from __future__ import annotations

import ast
import inspect
from types import FunctionType

from .flattening import flattened
from .source import compiled, tree_of

DERIVED = {"fill": "actions", "count": "actions", "fill_noisy": "noisy_actions"}
"""What is derived, and from which generator."""
LENGTH = "_length"
BUFFER = "_buffer"


class _Ending(ast.NodeTransformer):
    """Replaces every `yield x` by statements, and every return by returning the length."""

    def __init__(self, store: bool):
        self.store = store
        self.plain = True

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.AST]:
        if not isinstance(node.value, ast.Yield) or node.value.value is None:
            return self.generic_visit(node)
        length = ast.Name(LENGTH, ast.Load())
        keep: ast.stmt = ast.Assign([ast.Name("_action", ast.Store())], node.value.value)
        if self.store:
            place = ast.Subscript(ast.Name(BUFFER, ast.Load()), length, ast.Store())
            room = ast.parse(f"{LENGTH} < len({BUFFER})", mode="eval").body
            keep = ast.If(room, [ast.Assign([place], node.value.value)], [])
        step = ast.AugAssign(ast.Name(LENGTH, ast.Store()), ast.Add(), ast.Constant(1))
        return [ast.copy_location(keep, node), ast.copy_location(step, node)]

    def visit_Return(self, node: ast.Return) -> ast.AST:
        return ast.copy_location(ast.Return(ast.Name(LENGTH, ast.Load())), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Functions within the generator keep their returns."""
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Likewise."""
        return node

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        self.plain = False  # a yield used as an expression, which nobody writes in rules
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.AST:
        self.plain = False  # likewise: as a statement it is a loop by now
        return node


def derive(actions: FunctionType, name: str) -> FunctionType | None:
    """One of the DERIVED methods from a generator function; None where its source is not to be had or is not the code that is loaded."""
    actions = flattened(actions)
    definition = tree_of(actions)
    if definition is None or not inspect.isgeneratorfunction(actions) or actions.__closure__:
        return None
    ending = _Ending(store=name != "count")
    ending.generic_visit(definition)
    if not ending.plain:
        return None
    if name != "count":
        definition.args.args += [ast.arg(BUFFER), ast.arg(LENGTH)]
    else:
        definition.body.insert(0, ast.Assign([ast.Name(LENGTH, ast.Store())], ast.Constant(0)))
    definition.body.append(ast.Return(ast.Name(LENGTH, ast.Load())))
    definition.name = name
    return compiled(definition, actions, actions.__globals__)
