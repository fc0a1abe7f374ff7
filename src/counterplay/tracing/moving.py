"""The tree as a picture that moves: a drawing with everything in it that may ever be shown, and how each node looks at each step.

The page from a file (`html.py`) and the Lab of the web app show the same picture with the same script (`page/tree-*.js`). The script
computes nothing: every look, sentence and answer comes from the trace.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import UsageError
from . import icicle
from .files import packed
from .looks import Gallery, Look
from .model import Node, show
from .quiz import MOST_NODES as MOST_QUIZ_NODES
from .sentences import Narrator
from .svg import READABLE, TreePicture, drawn_nodes
from .ucb import formula
from .value import Trace

MOST_NODES = 1_500
"""More would make a page that no browser likes."""
MOST_GROWN = 48
"""Of a Monte Carlo tree, so many nodes are shown."""
MOST_STEPS = 60_000
MOST_CHARACTERS = 5_000_000
"""A longer drawing is made without the boards of the game."""


@dataclass(frozen=True)
class MovingPicture:
    """What a page shows of a trace."""

    svg: str
    overview: str
    """Of a big tree: an icicle to find nodes with; otherwise empty."""
    data: dict[str, Any]
    """Plain values for the script: nodes, steps, looks, questions."""


def moving_picture(trace: Trace, focus: int = 0) -> MovingPicture:
    """The tree below a node, ready to be stepped through; refused where it is too big for a page."""
    nodes = _fitting(trace, focus)
    svg = TreePicture(trace, Gallery(trace), nodes, alive=True).svg()
    if len(svg) > MOST_CHARACTERS:
        svg = TreePicture(trace, Gallery(trace), nodes, alive=True, boards=False).svg()
    return MovingPicture(
        svg=svg,
        overview=icicle.draw(trace, focus=focus, told=False) if len(nodes) > READABLE else "",
        data=_data(trace, nodes, has_quiz(trace, focus)),
    )


def has_quiz(trace: Trace, focus: int = 0) -> bool:
    """Whether there is a quiz on this picture."""
    return focus == 0 and not trace.is_monte_carlo and len(trace.nodes) <= MOST_QUIZ_NODES


def _fitting(trace: Trace, focus: int) -> list[Node]:
    """The nodes to show. Where all would be too many, what lies below cut branches is left out: the search never went there anyway."""
    nodes = drawn_nodes(trace, focus, most=MOST_GROWN)
    if len(nodes) > MOST_NODES:
        nodes = [node for node in nodes if not (node.skipped and node.parent is not None and trace.nodes[node.parent].skipped)]
    if len(nodes) > MOST_NODES or len(trace) > MOST_STEPS:
        raise UsageError(
            f"{len(nodes):,} nodes and {len(trace):,} steps are too much for one page ({MOST_NODES:,} and {MOST_STEPS:,} at most)."
            " Take a smaller depth, fewer simulations, or a part of it (focus=)."
        )
    return nodes


def _data(trace: Trace, nodes: list[Node], with_quiz: bool) -> dict[str, Any]:
    narrator = Narrator(trace)
    chosen = {node.index for node in nodes}
    below_focus = set(chosen) if trace.is_monte_carlo else {node.index for node in trace.preorder(nodes[0].index)}
    steps = [index for index, step in enumerate(trace.steps) if trace.is_monte_carlo or step.node in below_focus]
    return {
        "bounds": trace.has_bounds,
        "growing": trace.is_monte_carlo,
        "ucb": "exploration" in trace.settings,
        "record": "wins / visits" if trace.pays_wins else "payoffs / visits",
        "line": [index for index in trace.line if index in chosen],
        "nodes": {
            node.index: {
                "parent": node.parent,
                "children": [child for child in node.children if child in chosen],
                "action": node.action,
                "place": narrator.place(node),
                "state": node.state,
                "leaf": node.leaf,
                "foreseen": show(trace.leaf_value(node)) if node.leaf else "",
            }
            for node in nodes
        },
        "steps": [_step(trace, index, chosen) for index in steps],
        "looks": _looks(trace, chosen, steps),
        "quiz": [
            [question.key, question.kind, question.node, question.text, packed(question.answer), show_answer(question.answer), question.why]
            for question in (trace.quiz().questions if with_quiz else ())
        ],
    }


def _step(trace: Trace, index: int, chosen: set[int]) -> list[Any]:
    """Where it happens (the nearest node that is drawn), what it is, the sentence; of a playout its outcome."""
    step = trace.steps[index]
    place = step.child if step.kind == "expand" and step.child is not None else step.node
    while place not in chosen:
        place = trace.nodes[place].parent or 0
    return [place, step.kind, trace.sentence(index), show(step.value) if step.kind == "simulate" else ""]


def show_answer(answer: Any) -> str:
    """A right answer as people write it."""
    return "" if answer is None or isinstance(answer, bool) else show(answer)


def _looks(trace: Trace, chosen: set[int], steps: list[int]) -> dict[int, list[list[Any]]]:
    """For every node its looks, each with the number of the step from which on it looks so."""
    looks: dict[int, list[list[Any]]] = {}

    def note(node: int, number: int, look: Look, told: str) -> None:
        shown = [look.status, look.value, list(look.alphas), list(look.betas), look.note, told]
        history = looks.setdefault(node, [])
        if not history or history[-1][1:] != shown:
            history.append([number, *shown])

    cut_at = {cut.step: cut.node for cut in trace.cuts}
    for number, index in enumerate(steps):
        gallery = Gallery(trace, index)
        step = trace.steps[index]
        changed = [] if step.kind in ("select", "expand", "simulate") else [step.node]
        if number == 0 and trace.is_monte_carlo:
            changed.append(trace.root.index)
        if index in cut_at:
            changed += [node.index for node in trace.preorder(cut_at[index]) if node.skipped]
        if step.kind == "expand" and step.child is not None:  # a node that grows is there before its first visit
            changed.append(step.child)
        if step.kind == "back_up":  # a visit of the parent changes every child's UCB1
            changed += trace.nodes[step.node].children
        for node in changed:
            if node not in chosen:
                continue
            if trace.nodes[node].skipped:
                note(node, number, Look("skipped", show(trace.leaf_value(node))), "")
            elif node == step.child and step.kind == "expand":
                note(node, number, Look("open", "0/0"), "")
            elif (look := gallery.look(trace.nodes[node])).status != "unseen":
                note(node, number, look, formula(trace, node, index) if trace.is_monte_carlo else "")
    return looks
