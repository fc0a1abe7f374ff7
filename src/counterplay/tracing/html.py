"""The tree as a page: one file with everything in it, to step through and to be quizzed on. It loads nothing from anywhere."""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files
from typing import Any

from ..errors import UsageError
from .looks import summary
from .moving import has_quiz, moving_picture
from .value import Trace

MODULES = ("tree-view.js", "tree-stepper.js", "tree-quiz.js", "page.js")
"""The scripts of the page, each after those it imports."""


def page(trace: Trace, focus: int = 0, quiz: bool = False) -> str:
    """The whole page; `quiz` says that it opens there."""
    if quiz and not has_quiz(trace, focus):
        trace.quiz()  # says why there is none
        raise UsageError("A quiz is on a whole tree: leave focus= out.")
    picture = moving_picture(trace, focus)
    overview = "<details class='overview'><summary>Overview of all nodes: choose a bar to go there</summary>{}</details>"
    parts = {
        "title": escape(f"{trace.algorithm} on {trace.title}"),
        "summary": escape(summary(trace)),
        "css": _text("tree.css") + _text("page.css"),
        "script": "".join(map(_inlined, MODULES)),
        "data": _inside_script({**picture.data, "quizFirst": quiz}),
        "overview": overview.format(picture.overview) if picture.overview else "",
        "tree": picture.svg,
    }
    # One pass over the template: what is put in is never searched for further places.
    pieces = _text("page.html").split("{{")
    return pieces[0] + "".join(parts[name] + rest for name, _, rest in (piece.partition("}}") for piece in pieces[1:]))


def _text(name: str) -> str:
    return (files(__package__) / "page" / name).read_text(encoding="utf-8")


def _inlined(name: str) -> str:
    """A module as part of one script: what it imports stands before it, and nobody imports from it."""
    return re.sub(r"^export (?=const|class|function)|^import .*\n", "", _text(name), flags=re.MULTILINE)


def _inside_script(data: dict[str, Any]) -> str:
    """JSON that cannot end the script it stands in."""
    return (
        json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )
