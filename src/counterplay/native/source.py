"""The text of a function as a tree: found, verified to be the code that is loaded, and compiled again after a change.

Numba takes no `yield from xs`; the trees have `for x in xs: yield x` instead.
"""

from __future__ import annotations

import ast
import copy
import inspect
import textwrap
from collections.abc import Set
from types import CodeType, FunctionType
from typing import Any

_trees: dict[CodeType, ast.FunctionDef] = {}
"""The trees found so far: a file may be edited later, and functions that were made from a tree have no text of their own."""
EACH = "_each_"
"""How the variable of a loop begins that was a `yield from`."""


def tree_of(function: FunctionType) -> ast.FunctionDef | None:
    """A function's definition, with the lines of its file; None where its source is not to be had or is not the code that is loaded."""
    if function.__code__ in _trees:
        return copy.deepcopy(_trees[function.__code__])
    try:
        definition = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        return None
    if not isinstance(definition, ast.FunctionDef) or not _is_loaded(definition, function):
        return None
    ast.increment_lineno(definition, function.__code__.co_firstlineno - 1)  # so that a message of the compiler names the right line
    _trees[function.__code__] = _Delegation().visit(definition)
    return copy.deepcopy(_trees[function.__code__])


class _Delegation(ast.NodeTransformer):
    """Writes out every statement `yield from xs`."""

    def __init__(self) -> None:
        self.done = 0

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if not isinstance(node.value, ast.YieldFrom):
            return node
        self.done += 1
        each = f"{EACH}{self.done}"
        step = ast.Expr(ast.Yield(ast.Name(each, ast.Load())))
        loop = ast.For(ast.Name(each, ast.Store()), node.value.value, [step], [])
        inside = {id(part) for part in ast.walk(node.value.value)}
        for part in ast.walk(loop):
            if id(part) not in inside:
                ast.copy_location(part, node)
        return loop


def compiled(definition: ast.FunctionDef, like: FunctionType, names: dict[str, Any]) -> FunctionType:
    """A definition as a function, with the names it may use; for the rest it is like the one it was made from."""
    definition.decorator_list, definition.returns = [], None
    for argument in definition.args.args:
        argument.annotation = None
    definition.args.defaults, definition.args.kw_defaults = [], []
    module = ast.fix_missing_locations(ast.Module([definition], []))
    found: dict[str, FunctionType] = {}
    exec(compile(module, like.__code__.co_filename, "exec", dont_inherit=True), names, found)
    function = found[definition.name]
    function.__module__, function.__defaults__ = like.__module__, like.__defaults__
    _trees[function.__code__] = definition
    return function


def stored_names(definition: ast.FunctionDef) -> set[str]:
    """The names that a function gives values to."""
    return {part.id for part in ast.walk(definition) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


class Renamer(ast.NodeTransformer):
    """Makes statements of one function part of another: their own names and those of their module get a prefix, some become others."""

    def __init__(self, same: dict[str, str], local: Set[str], module_names: Set[str], prefix: str, at: ast.stmt):
        self.same, self.local, self.module_names, self.prefix, self.at = same, local, module_names, prefix, at
        self.foreign: dict[str, str] = {}
        """What of the module is mentioned: by which name from now on, and by which before."""

    def visit(self, node: ast.AST) -> Any:
        if hasattr(node, "lineno"):
            ast.copy_location(node, self.at)
        return super().visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        name = self.same.get(node.id, node.id)
        if node.id in self.local:
            name = self.prefix + node.id
        elif node.id in self.module_names and node.id not in self.same:
            name = self.prefix + node.id
            self.foreign[name] = node.id
        return ast.copy_location(ast.Name(name, node.ctx), self.at)


def _is_loaded(definition: ast.FunctionDef, function: FunctionType) -> bool:
    """Whether the source found on disk is what was loaded: the file may have been edited since."""
    # Compiled where it stood: in its class (private names, super) and below the names it borrows from around it.
    *_, owner, _ = ["", *function.__qualname__.split(".")]
    body: list[ast.stmt] = [copy.deepcopy(definition)]
    if owner.isidentifier():
        body = [ast.ClassDef(owner, [], [], body, [])]
    borrowed = [name for name in function.__code__.co_freevars if name != "__class__"]
    outer = ast.parse("def _outer():\n    pass\n    " + "".join(f"{name} = " for name in borrowed) + "0").body[0]
    assert isinstance(outer, ast.FunctionDef)
    outer.body += body
    # A function of the module stands alone: inside another one, its own name, where it calls itself, would be a borrowed one.
    whole: list[ast.stmt] = [outer] if "." in function.__qualname__ else body
    fresh = compile(ast.fix_missing_locations(ast.Module(whole, [])), "<rules>", "exec", dont_inherit=True)
    return _essence(function.__code__) in _essences(fresh)


def _essences(code: CodeType) -> list[tuple[object, ...]]:
    return [_essence(code), *(essence for inner in code.co_consts if isinstance(inner, CodeType) for essence in _essences(inner))]


def _essence(code: CodeType) -> tuple[object, ...]:
    """All of a code object that says what it does."""
    constants = [_essence(constant) if isinstance(constant, CodeType) else repr(constant) for constant in code.co_consts]
    return code.co_name, code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, constants
