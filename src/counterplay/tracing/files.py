"""Traces in files: the ending says which kind. A file is written whole or not at all."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, get_args

from ..errors import UsageError
from ..result import SearchResult
from .model import Kind, Node, Step, StepKind, Value
from .value import Trace

VERSION: Final = 1
SUFFIXES: Final = (".svg", ".html", ".tex", ".json", ".txt")
MOST_PICTURES: Final = 1_000
"""In the file of a bigger tree the boards are left out."""
MOST_BYTES: Final = 500_000_000


def save(trace: Trace, path: Path, *, focus: int = 0, quiz: bool = False) -> Path:
    """Write a trace in the form that the file's ending says."""
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise UsageError(f"{path}: the ending says how to write a trace: {', '.join(SUFFIXES)}.")
    if focus and suffix == ".json":
        raise UsageError(f"{path}: a .json file holds a whole trace; focus= is for pictures.")
    if quiz and suffix == ".json":
        raise UsageError(f"{path}: a .json file holds the whole solution; write a quiz as .html, or blank as .svg, .tex or .txt.")
    write_whole(path, written(trace, suffix, focus, quiz))
    return path


def written(trace: Trace, suffix: str, focus: int = 0, quiz: bool = False) -> str:
    """What stands in the file with this ending; of a `quiz`, the page that asks or the tree to be filled in on paper."""
    if quiz:
        trace.quiz()  # says why there is none
    if suffix == ".svg":
        from .svg import draw

        return draw(trace, focus=focus, blank=quiz)
    if suffix == ".txt":
        from .looks import worksheet
        from .quiz import blank_tree

        return (f"{worksheet(trace)}\n{blank_tree(trace)}" if quiz else trace.text(focus=focus)) + "\n"
    if suffix == ".tex":
        from .tex import document

        return document(trace, focus, blank=quiz)
    if suffix == ".html":
        from .html import page

        return page(trace, focus, quiz)
    return json.dumps(as_dict(trace), ensure_ascii=False, separators=(",", ":"))


def write_whole(path: Path, text: str) -> None:
    """Write a file beside its place, then put it there: nobody ever sees half of it."""
    temporary = None
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            temporary = file.name
            file.write(text)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}.") from error
    finally:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)


def _umask() -> int:
    """The permissions that new files do not get (there is no way to ask but to set it)."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


# ── JSON ──


def as_dict(trace: Trace) -> dict[str, Any]:
    """The trace as plain values. Infinite numbers are the strings "inf" and "-inf", which JSON has no number for."""
    drawings: dict[str, int] = {}
    boards = [trace.picture(index) for index in range(len(trace.nodes))] if len(trace.nodes) <= MOST_PICTURES else []
    return {
        "counterplay_trace": VERSION,
        "game": trace.game,
        "title": trace.title,
        "players": list(trace.players),
        "algorithm": trace.algorithm,
        "settings": {name: packed(value) for name, value in trace.settings.items()},
        "result": {name: packed(value) for name, value in trace.result.as_dict().items()},
        "line": list(trace.line),
        "nodes": [{name: packed(value) for name, value in asdict(node).items() if name != "index"} for node in trace.nodes],
        "steps": [[step.kind, step.node, step.child, packed(step.value), packed(step.alpha), packed(step.beta)] for step in trace.steps],
        "board_of_node": [None if board is None else drawings.setdefault(board, len(drawings)) for board in boards],
        "boards": list(drawings),
    }


def packed(value: Any) -> Any:
    """A value for JSON: tuples are lists, infinite floats strings; anything that JSON has no form for, what `str` makes of it."""
    if isinstance(value, bool | None | str):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else str(value)
    if isinstance(value, (tuple, list)):
        return [packed(one) for one in value]
    return str(value)


def load(path: Path) -> Trace:
    """Read a trace back."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UsageError(f"{path} is larger than any trace.")
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not a trace: it is not JSON ({str(error)[:100]}).") from error
    if not isinstance(data, dict) or "counterplay_trace" not in data:
        raise UsageError(f"{path} is not a trace: it lacks the entry 'counterplay_trace'. Traces are written with trace.save('x.json').")
    if data["counterplay_trace"] != VERSION:
        raise UsageError(
            f"{path} was written in version {str(data['counterplay_trace'])[:20]} of the format; this program reads version {VERSION}."
        )
    try:
        return _Reader().trace(data)
    except _Wrong as error:
        raise UsageError(f"{path} is not a trace that counterplay wrote: {error}.") from error
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        missing = f"the entry {error} is missing" if isinstance(error, KeyError) else str(error)[:100]
        raise UsageError(f"{path} is not a trace that counterplay wrote: {missing}.") from error


class _Wrong(Exception):
    """What is wrong with a file."""


class _Reader:
    """Reads what `as_dict` wrote, believing nothing."""

    def trace(self, data: dict[str, Any]) -> Trace:
        nodes = tuple(self._node(index, row, len(data["nodes"])) for index, row in enumerate(data["nodes"]))
        for node in nodes:
            for child in node.children:
                self._must(nodes[child].parent == node.index, f"node {child} is not a child of node {node.index}")
        self._must(bool(nodes) and nodes[0].parent is None, "there is no root")
        plies = [0 if node.parent is None else nodes[node.parent].ply + 1 for node in nodes]
        self._must([node.ply for node in nodes] == plies, "a node is not one ply below its parent")
        self._must(
            all(node.index in nodes[node.parent].children for node in nodes if node.parent is not None), "a node has lost its parent"
        )
        steps = tuple(self._step(row, len(nodes)) for row in data["steps"])
        self._must(bool(steps), "there are no steps")
        entered = {step.node for step in steps} | {step.child for step in steps}
        self._must(
            all(node.skipped != (node.index in entered) for node in nodes if node.parent is not None),
            "a node was neither entered nor skipped",
        )
        players = tuple(self._text(name) for name in data["players"])
        settings = {self._text(name): self._setting(value) for name, value in data["settings"].items()}
        line = tuple(self._index(one, len(nodes)) for one in data["line"])
        self._must(line[:1] == (0,), "the principal variation does not begin at the root")
        self._must(all(node.player is None or -1 <= node.player < len(players) for node in nodes), "a player has no name")
        trace = Trace(
            game=self._text(data["game"]),
            title=self._text(data["title"]),
            players=players,
            algorithm=self._text(data["algorithm"]),
            settings=settings,
            result=self._result(data["result"]),
            nodes=nodes,
            steps=steps,
            line=line,
            picture=self._boards(data, len(nodes)),
        )
        for index in range(len(trace)):
            trace.sentence(index)  # whatever else is missing shows when the trace is told
        return trace

    def _must(self, true: bool, wrong: str) -> None:
        if not true:
            raise _Wrong(wrong)

    def _text(self, value: Any) -> str:
        self._must(isinstance(value, str), f"{str(value)[:40]!r} should be text")
        return str(value)

    def _index(self, value: Any, limit: int) -> int:
        self._must(type(value) is int and 0 <= value < limit, f"{str(value)[:40]!r} is not the number of a node")
        return int(value)

    def _number(self, value: Any) -> float:
        self._must(type(value) in (int, float) or value in ("inf", "-inf", "nan"), f"{str(value)[:40]!r} is not a number")
        return float(value)

    def _value(self, value: Any) -> Value | None:
        if value is None:
            return None
        return tuple(self._number(one) for one in value) if isinstance(value, list) else self._number(value)

    def _setting(self, value: Any) -> Any:
        return float(value) if value in ("inf", "-inf", "nan") else value

    def _node(self, index: int, row: dict[str, Any], limit: int) -> Node:
        parent = None if row["parent"] is None else self._index(row["parent"], index)
        self._must(row["kind"] in get_args(Kind), f"{str(row['kind'])[:40]!r} is no kind of node")
        player = row["player"]
        self._must(player is None or type(player) is int, f"{str(player)[:40]!r} is not a player")
        self._must(type(row["ply"]) is int, f"{str(row['ply'])[:40]!r} is not a number of plies")
        return Node(
            index=index,
            parent=parent,
            children=tuple(self._index(child, limit) for child in row["children"]),
            ply=row["ply"],
            action=self._text(row["action"]),
            state=self._text(row["state"]),
            name=self._text(row["name"]),
            player=player,
            kind=row["kind"],
            leaf=row["leaf"] is True,
            skipped=row["skipped"] is True,
            worth=self._value(row["worth"]),
            probability=None if row["probability"] is None else self._number(row["probability"]),
            unfinished=row["unfinished"] is True,
        )

    def _step(self, row: list[Any], limit: int) -> Step:
        kind, node, child, value, alpha, beta = row
        self._must(kind in get_args(StepKind), f"{str(kind)[:40]!r} is no kind of step")
        bounds = [None if bound is None else self._number(bound) for bound in (alpha, beta)]
        return Step(kind, self._index(node, limit), None if child is None else self._index(child, limit), self._value(value), *bounds)

    def _result(self, row: dict[str, Any]) -> SearchResult:
        known = set(SearchResult.__dataclass_fields__)
        self._must(set(row) == known, "the result has other entries than a result has")
        fields = dict(row)
        fields["action"] = _hashable(row["action"])
        fields["line"] = tuple(_hashable(action) for action in row["line"])
        fields["values"] = tuple(self._number(one) for one in row["values"])
        fields["value"], fields["seconds"] = self._number(row["value"]), self._number(row["seconds"])
        self._text(row["algorithm"])
        self._must(all(type(row[name]) is int for name in ("nodes", "depth")), "the result does not say how many nodes and plies")
        self._must(all(type(row[name]) is bool for name in ("exact", "compiled")), "the result does not say whether it is exact")
        return SearchResult(**fields)

    def _boards(self, data: dict[str, Any], limit: int) -> Callable[[int], str | None]:
        boards = [self._text(board) for board in data["boards"]]
        numbers = [None if one is None else self._index(one, len(boards)) for one in data["board_of_node"]]
        self._must(len(numbers) in (0, limit), "the boards belong to other nodes")
        return lambda node: boards[number] if numbers and (number := numbers[node]) is not None else None


def _hashable(value: Any) -> Any:
    """An action as it was: JSON made a list of a tuple."""
    return tuple(_hashable(one) for one in value) if isinstance(value, list) else value
