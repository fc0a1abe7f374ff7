"""The tree as a page: one file with everything in it, to step through and to be quizzed on. It loads nothing from anywhere.

The page computes nothing: how every node looks at every step, every sentence and every answer of the quiz are written into it from the
trace. Its script only shows them.
"""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from typing import Any

from ..errors import UsageError
from . import icicle
from .files import packed
from .looks import Gallery, Look, summary
from .model import Node, show
from .quiz import MOST_NODES as MOST_QUIZ_NODES
from .sentences import Narrator
from .svg import READABLE, TreePicture, drawn_nodes
from .value import Trace

MOST_NODES = 1_500
"""More would make a page that no browser likes."""
MOST_STEPS = 60_000


def page(trace: Trace, focus: int = 0, quiz: bool = False) -> str:
    """The whole page; `quiz` says that it opens there."""
    nodes = drawn_nodes(trace, focus, most=36)
    if len(nodes) > MOST_NODES or len(trace) > MOST_STEPS:
        raise UsageError(
            f"{len(nodes):,} nodes and {len(trace):,} steps are too much for one page ({MOST_NODES:,} and {MOST_STEPS:,} at most)."
            " Give a smaller depth= (or simulations=), or focus= to see a part."
        )
    with_quiz = focus == 0 and not trace.is_monte_carlo and len(trace.nodes) <= MOST_QUIZ_NODES
    if quiz and not with_quiz:
        trace.quiz()  # says why there is none
        raise UsageError("A quiz is on a whole tree: leave focus= out.")
    picture = TreePicture(trace, Gallery(trace), nodes, alive=True).svg()
    overview = icicle.draw(trace, focus=focus, told=False) if len(nodes) > READABLE else ""
    folder = files(__package__) / "page"
    parts = {
        "title": escape(f"{trace.algorithm} on {trace.title}"),
        "summary": escape(summary(trace)),
        "css": (folder / "page.css").read_text(encoding="utf-8"),
        "script": (folder / "page.js").read_text(encoding="utf-8"),
        "data": _inside_script(_data(trace, nodes, quiz, with_quiz)),
        "overview": f"<details class='overview'><summary>Overview of all nodes: choose a bar to go there</summary>{overview}</details>"
        if overview
        else "",
        "tree": picture,
    }
    text = (folder / "page.html").read_text(encoding="utf-8")
    # One pass over the template: what is put in is never searched for further places.
    pieces = text.split("{{")
    return pieces[0] + "".join(parts[name] + rest for name, _, rest in (piece.partition("}}") for piece in pieces[1:]))


def _inside_script(data: dict[str, Any]) -> str:
    """JSON that cannot end the script it stands in."""
    return (
        json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )


def _data(trace: Trace, nodes: list[Node], quiz: bool, with_quiz: bool) -> dict[str, Any]:
    narrator = Narrator(trace)
    chosen = {node.index for node in nodes}
    whole = len(chosen) == len(trace.nodes) or trace.is_monte_carlo
    steps = [index for index, step in enumerate(trace.steps) if whole or step.node in chosen]
    return {
        "quizFirst": quiz,
        "bounds": trace.has_bounds,
        "line": [index for index in trace.line if index in chosen],
        "nodes": {
            node.index: {
                "parent": node.parent,
                "place": narrator.place(node),
                "state": node.state,
                "leaf": node.leaf,
                "foreseen": show(trace.leaf_value(node)) if node.leaf else "",
            }
            for node in nodes
        },
        "steps": [[trace.steps[index].node, trace.steps[index].kind, trace.sentence(index)] for index in steps],
        "looks": _looks(trace, chosen, steps),
        "quiz": [
            [question.key, question.kind, question.node, question.text, packed(question.answer), show_answer(question.answer), question.why]
            for question in (trace.quiz().questions if with_quiz else ())
        ],
    }


def show_answer(answer: Any) -> str:
    """A right answer as people write it."""
    return "" if answer is None or isinstance(answer, bool) else show(answer)


def _looks(trace: Trace, chosen: set[int], steps: list[int]) -> dict[int, list[list[Any]]]:
    """For every node its looks, each with the number of the step from which on it looks so."""
    looks: dict[int, list[list[Any]]] = {}

    def note(node: int, number: int, look: Look) -> None:
        shown = [look.status, look.value, list(look.alphas), list(look.betas), look.note]
        history = looks.setdefault(node, [])
        if not history or history[-1][1:] != shown:
            history.append([number, *shown])

    cut_at = {cut.step: cut.node for cut in trace.cuts}
    for number, index in enumerate(steps):
        gallery = Gallery(trace, index)
        step = trace.steps[index]
        changed = [step.node]
        if index in cut_at:
            changed += [node.index for node in trace.preorder(cut_at[index]) if node.skipped]
        if step.kind == "back_up":  # a visit of the parent changes every child's UCB1
            changed += trace.nodes[step.node].children
        for node in changed:
            if node in chosen:
                look = Look("skipped", show(trace.leaf_value(node))) if trace.nodes[node].skipped else gallery.look(trace.nodes[node])
                note(node, number, look)
    return looks
