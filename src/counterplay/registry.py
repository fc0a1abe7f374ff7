"""Finding games by name: ours, those that installed packages bring, those in a user's own file, hand-written trees.

    load("connect_four")                             one of ours, or an entry point of the group "counterplay.games"
    load("connect_four(rows=5,columns=4)")           with parameters, written as Python or as OpenSpiel writes them
    load("nim(pile_sizes=1;3;5;7,is_misere=true)")
    load("nim(2,2)")                                 numbers without a name fill a first parameter that is a tuple
    load("path/to/mygame.py:MyGame(size=4)")         a class in a file; the class may be left out if the file has only one
    load("exercise.json")                            a tree for `games/tree.py`

Nothing in the text is evaluated: values are literals.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import importlib.util
import inspect
import linecache
import re
import sys
import traceback
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from .errors import CounterplayError, UsageError
from .game import Game
from .literals import compact

GROUP = "counterplay.games"
"""The entry points of packages that bring games; and where our own are, which this module finds but does not depend on."""
LONGEST = 1_000_000
"""No description of a game is longer than this; a larger tree belongs in a file."""


def names() -> list[str]:
    """The names of all games that `load` knows."""
    return sorted({*_ours().names(), *(entry.name for entry in entry_points(group=GROUP))})


def load(text: str | Game[Any, Any]) -> Game[Any, Any]:
    """The game that a text describes; a game is returned as it is.

    >>> load("connect_four(rows=5,columns=4)")
    ConnectFour(rows=5, columns=4)
    """
    if isinstance(text, Game):
        return text
    if not isinstance(text, str):
        raise UsageError(f"load takes the name of a game, or a game, but not {type(text).__name__}.")
    if len(text) > LONGEST:
        raise UsageError(
            f"The description of a game may have {LONGEST:,} characters; write a large tree to a .json file and give its path."
        )
    target, settings = _divided(text.strip())
    if target.lower().endswith(".json"):
        return _tree(target, settings)
    found = _in_file(target) if _is_path(target) else _named(target)
    if isinstance(found, Game):
        if settings is not None:
            raise UsageError(f"{target} is a game already made: it takes no parameters.")
        return found
    return _made(found, target, settings or "")


def short_name(game: Game[Any, Any]) -> str:
    """A game as people write it for `load`, without what is as usual. Files and programs have `str(game)`: what is usual may change.

    >>> short_name(load("chess")), short_name(load("connect_four(rows=5,columns=7)"))
    ('chess', 'connect_four(rows=5)')
    """
    usual = inspect.signature(type(game).__init__).parameters
    settings = ",".join(f"{name}={compact(value)}" for name, value in game.parameters.items() if value != usual[name].default)
    return f"{game.name}({settings})" if settings else game.name


def load_registered(text: str) -> Game[Any, Any]:
    """The game of this name, with its parameters; never one from a file, whatever the text looks like.

    >>> load_registered("nim(pile_sizes=(1,2))")
    Nim(pile_sizes=(1, 2), is_misere=True)
    """
    target, _, settings = text.strip().partition("(")
    if settings and not settings.endswith(")"):
        raise UsageError(f"{text[:80]!r} has no closing parenthesis.")
    return _made(_named(target.rstrip()), target.rstrip(), settings[:-1])


def _divided(text: str) -> tuple[str, str | None]:
    """`name(settings)` → name and settings. The folders of a path may have parentheses of their own."""
    if not text.endswith(")"):
        if re.match(r"\w+\s*\(", text):
            raise UsageError(f"{text[:80]!r} has no closing parenthesis.")
        return text, None
    for match in re.finditer(r"\.(?:py(?::\w+)?|json)\s*(\()", text):
        target = text[: match.start(1)].rstrip()
        if _exists(re.sub(r"(?<=\.py):\w+$", "", target)):
            return target, text[match.end() : -1]
    target, _, settings = text.partition("(")
    return target.rstrip(), settings[:-1]


def _exists(path: str) -> bool:
    try:
        return Path(path).expanduser().is_file()
    except (OSError, RuntimeError, ValueError):
        return False


# ── Where games come from ──


def _ours() -> ModuleType:
    return import_module(GROUP)


def _named(name: str) -> type[Game[Any, Any]]:
    if name in _ours().names():
        return getattr(_ours(), _ours().class_name(name))  # type: ignore[no-any-return]
    for entry in entry_points(group=GROUP):
        if entry.name == name:
            return _from_package(entry)
    if re.fullmatch(r"\w+", name) is None:
        raise UsageError(f"{name[:80]!r} is not a game. Write a name, name(parameter=value,…), a path/to/file.py:Class or a file.json.")
    close = difflib.get_close_matches(name.lower(), names(), n=3, cutoff=0.5)
    hint = f"Did you mean {' or '.join(close)}? " if close else ""
    raise UsageError(f"There is no game {name[:80]!r}. {hint}`counterplay games` lists them all; your own game is path/to/file.py:Class.")


def _from_package(entry: EntryPoint) -> type[Game[Any, Any]]:
    try:
        found = entry.load()
    except Exception as error:
        raise UsageError(
            f"The game {entry.name} comes from {entry.value}, which cannot be imported: {type(error).__name__}: {error}."
        ) from error
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise UsageError(f"The game {entry.name} comes from {entry.value}, which is not a subclass of counterplay.Game.")
    return found


def _tree(target: str, settings: str | None) -> Game[Any, Any]:
    if settings is not None:
        raise UsageError(f'{target} takes no parameters: write {{"tree": …, "players": …, "names": …}} into the file.')
    tree: Game[Any, Any] = _ours().Tree.from_json(Path(target))
    return tree


def _is_path(target: str) -> bool:
    return re.search(r"\.py(:[^/\\]*)?$", target) is not None


def _in_file(target: str) -> type[Game[Any, Any]] | Game[Any, Any]:
    """The class (or the game already made) that `file.py:Name` means; without a name, the only class in the file."""
    path, _, wanted = target.rpartition(":") if not target.endswith(".py") else (target, "", "")
    module = load_file(Path(path))
    if wanted:
        found = getattr(module, wanted, None)
        if isinstance(found, Game) or (isinstance(found, type) and issubclass(found, Game)):
            return found
    classes = {name: value for name, value in vars(module).items() if isinstance(value, type) and issubclass(value, Game)}
    own = {name: value for name, value in classes.items() if value.__module__ == module.__name__}
    if not own:
        raise UsageError(f"{path} defines no game: write a class in it that is a subclass of counterplay.Game.")
    choice = " or ".join(f"{path}:{name}" for name in own)
    if wanted:
        raise UsageError(f"{path} has no game {wanted!r}. Write {choice}.")
    if len(own) > 1:
        raise UsageError(f"{path} defines several games. Say which: {choice}.")
    return next(iter(own.values()))


def load_file(path: Path) -> ModuleType:
    """A user's file as a module. Its name depends on the path alone, so that pickles and compiled code find it again; it is read anew
    when its content has changed."""
    try:
        path = path.expanduser().resolve()
        source = path.read_bytes()
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}.") from error
    digest = hashlib.sha256(source).hexdigest()
    name = (
        f"counterplay_file_{re.sub(r'[^0-9A-Za-z_]', '_', path.stem)}_{hashlib.sha256(str(path).encode(errors='replace')).hexdigest()[:12]}"
    )
    before = sys.modules.get(name)
    if before is not None and getattr(before, "__counterplay_digest__", None) == digest:
        return before
    linecache.checkcache(str(path))
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__["__counterplay_digest__"] = digest
    sys.modules[name] = module
    # The file may import its neighbours, as a script may.
    sys.path.insert(0, str(path.parent))
    try:
        exec(compile(importlib.util.decode_source(source), str(path), "exec", dont_inherit=True), module.__dict__)
    except BaseException as error:
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before
        if isinstance(error, (KeyboardInterrupt, MemoryError)):
            raise
        raise _broken(path, error) from error
    finally:
        if str(path.parent) in sys.path:
            sys.path.remove(str(path.parent))
    return module


def _broken(path: Path, error: BaseException) -> UsageError:
    """What is wrong with a user's file, and in which line."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return UsageError(f"{path}, line {error.lineno}: {error.msg}.")
    return UsageError(f"{path}{_line(path, error)} failed: {_said(error)}.")


def _line(path: Path, error: BaseException) -> str:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f", line {lines[-1]}," if lines else ""


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".rstrip(".: ")


# ── Parameters ──


def _made(kind: type[Game[Any, Any]], target: str, settings: str) -> Game[Any, Any]:
    """The game of this class with the parameters written in the text."""
    signature = inspect.signature(kind)
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for piece in pieces(target, settings):
        match = re.match(r"\s*([A-Za-z_]\w*)\s*=(?!=)", piece)
        if match is None:
            if named:
                raise UsageError(f"{target}: {piece.strip()[:80]!r} comes after one with a name; name it, too. {_takes(signature, target)}")
            positional.append(literal(piece))
        elif match[1] in named:
            raise UsageError(f"{target}: the parameter {match[1]} is given twice.")
        else:
            named[match[1]] = literal(piece[match.end() :])
    first = next(iter(signature.parameters.values()), None)
    if (
        first is not None
        and isinstance(first.default, tuple)
        and positional
        and all(type(value) is int for value in (*first.default, *positional))
    ):
        positional = [tuple(positional)]
    try:
        signature.bind(*positional, **named)
    except TypeError as error:
        raise UsageError(f"{target}: {error}. {_takes(signature, target)}") from error
    try:
        return kind(*positional, **named)
    except CounterplayError:
        raise
    except Exception as error:
        path = Path(inspect.getsourcefile(kind) or target)
        raise UsageError(
            f"{target}: making the game failed, {path}{_line(path, error)}: {_said(error)}. {_takes(signature, target)}"
        ) from error


def _takes(signature: inspect.Signature, target: str) -> str:
    parameters = ", ".join(str(parameter.replace(annotation=parameter.empty)) for parameter in signature.parameters.values())
    return f"Its parameters: {parameters}." if parameters else f"{target} takes no parameters."


def pieces(target: str, settings: str) -> Iterator[str]:
    """The settings of `target`, divided at the commas outside of brackets and quotes."""
    depth, quote, begin, escaped = 0, "", 0, False
    for i, c in enumerate(settings):
        if quote:
            quote, escaped = ("" if c == quote and not escaped else quote), c == "\\" and not escaped
        elif c in "'\"":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif c == "," and depth == 0:
            yield settings[begin:i]
            begin = i + 1
        if depth < 0:
            break
    if depth or quote:
        raise UsageError(f"{target}({settings[:80]}): a bracket or a quotation mark has no partner.")
    if settings[begin:].strip():
        yield settings[begin:]


def literal(text: str) -> Any:
    """A value as Python writes it, or as OpenSpiel does: `true`, `1;3;5`, a bare word."""
    text = text.strip()
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if ";" in text and text[0] not in "'\"[({":
        return tuple(literal(part) for part in text.rstrip(";").split(";"))
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
        if re.fullmatch(r"[\w./:-]*", text):
            return text
        raise UsageError(
            f"{text[:80]!r} is not a value: write a number, true or false, a word, a 'text', a list, or numbers with semicolons."
        ) from None
