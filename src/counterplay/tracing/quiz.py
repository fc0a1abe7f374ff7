"""The quiz: the tree with blanks. Do the search by hand; every wrong answer is explained from what the search really did."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Literal

from ..errors import UsageError
from .answers import NEVER, Answer, is_same, read_truth, read_value
from .looks import Gallery
from .model import Known, Node, Value, listed, number, show
from .sentences import Narrator
from .value import Trace

MOST_NODES = 400
"""Nobody fills in a bigger tree."""


@dataclass(frozen=True)
class Question:
    """One blank. `key` names it in answers: `value:1`, `alpha:1`, `beta:1` or `cut:5`, with the node's number."""

    key: str
    kind: Literal["value", "alpha", "beta", "cut"]
    node: int
    text: str
    answer: Answer
    """What the search did."""
    why: str
    """Why that is so; told to whoever answered otherwise."""


@dataclass(frozen=True)
class Mark:
    """An answer that was checked."""

    question: Question
    given: Answer | None
    right: bool
    explanation: str
    """Empty if it is right."""


@dataclass(frozen=True)
class Quiz:
    """Blanks to fill in, and the answers."""

    trace: Trace = field(repr=False)
    questions: tuple[Question, ...]

    def __getitem__(self, key: str) -> Question:
        """The question with this key."""
        found = next((question for question in self.questions if question.key == key), None)
        if found is None:
            raise UsageError(
                f"There is no question {key!r}. Questions are named like {', '.join(question.key for question in self.questions[:3])}."
            )
        return found

    @property
    def key(self) -> dict[str, Answer]:
        """The right answers."""
        return {question.key: question.answer for question in self.questions}

    def check(self, answers: Mapping[str, Any]) -> tuple[Mark, ...]:
        """Every question with its mark. An answer is a number, "-inf" or text like it; of a branch, whether it is cut: True or False.

        A branch without an answer counts as searched; a value or bound without one as "the search never goes there".
        """
        for key in answers:
            self[key]
        return tuple(self._mark(question, answers) for question in self.questions)

    def _mark(self, question: Question, answers: Mapping[str, Any]) -> Mark:
        if question.kind == "cut":
            cut = read_truth(answers.get(question.key, False))
            right = cut == question.answer
            return Mark(question, cut, right, "" if right else question.why)
        written = answers.get(question.key)
        if written is None or (isinstance(written, str) and written.strip().lower() in NEVER):
            right = question.answer is None
            return Mark(question, None, right, "" if right else question.why)
        given = read_value(written)
        right = given is not None and is_same(given, question.answer)
        return Mark(question, given, right, "" if right else question.why)


def make_quiz(trace: Trace) -> Quiz:
    """The blanks of a trace: the value of every inner node; for alpha-beta also its bounds in the end and which branches are cut."""
    if trace.is_monte_carlo:
        raise UsageError(
            f"There is no quiz on {trace.algorithm}: nobody can guess its random games. Take minimax, alphabeta, maxn or expectiminimax."
        )
    if len(trace.nodes) > MOST_NODES:
        raise UsageError(f"A quiz on {len(trace.nodes):,} nodes is too long. Give a smaller depth= (at most {MOST_NODES} nodes).")
    maker = _Maker(trace)
    inner = sorted((node for node in trace.nodes if not node.leaf), key=maker.turn)
    questions: list[Question] = []
    for node in inner:
        questions += [maker.bound(node, "alpha"), maker.bound(node, "beta")] if trace.has_bounds else []
        questions.append(maker.value(node))
    if trace.has_bounds:
        branches = (node for node in trace.preorder() if node.parent is not None and not trace.nodes[node.parent].skipped)
        questions += [maker.cut(node) for node in branches]
    return Quiz(trace, tuple(questions))


class _Maker:
    """Makes questions and their explanations from what was recorded."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.narrator = Narrator(trace)
        self.gallery = Gallery(trace)
        self.cut_of = {cut.node: cut for cut in trace.cuts}
        self.left = {step.node: index for index, step in enumerate(trace.steps) if step.kind == "leave"}
        self.came = {step.child: index for index, step in enumerate(trace.steps) if step.kind == "descend"}

    def turn(self, node: Node) -> tuple[int, int]:
        """When a node is asked about: when the search is done with it, or has cut it off."""
        return self.left.get(node.index, self.gallery.cut_steps.get(node.index, 0)), node.index

    def value(self, node: Node) -> Question:
        final = self.trace.final(node)
        value = None if final is None else final.value
        why = self._why_never(node) if value is None else self._why_value(node, value)
        return Question(f"value:{node.index}", "value", node.index, f"What value does {self.narrator.place(node)} return?", value, why)

    def _why_never(self, node: Node) -> str:
        """Why there is nothing to fill in at a node."""
        at = node
        while at.parent is not None and self.trace.nodes[at.parent].skipped:
            at = self.trace.nodes[at.parent]
        cut = next(cut for cut in self.trace.cuts if at.index in cut.skipped)
        return (
            f"The search never comes to {self.narrator.place(node)}: at {self.narrator.place(self.trace.nodes[cut.node])} {lower(cut.why)}"
        )

    def _why_value(self, node: Node, value: Value) -> str:
        entered = [child for child in node.children if not self.trace.nodes[child].skipped]
        values = [show(self._final(self.trace.nodes[child]).value) for child in entered]
        place = self.narrator.place(node)
        if node.kind == "chance":
            terms = [f"{number(self.trace.nodes[child].probability)} × {one}" for child, one in zip(entered, values, strict=True)]
            return f"At {place} chance decides, so its value is the average: {' + '.join(terms)} = {show(value)}."
        if node.kind == "player":
            who = self.narrator.who(node)
            return f"At {place} {who} takes the child that is best for {who}: of {listed(values, 12)} that is {show(value)}."
        word = "largest" if node.kind == "max" else "smallest"
        stopped = " and then the rest is cut" if node.index in self.cut_of else ""
        hard = " (Fail-hard: a value outside the window counts as the bound.)" if self.trace.settings.get("hard") is True else ""
        what = "takes the only value there" if len(values) == 1 else f"takes the {word} of {listed(values, 12)}"
        return f"At {place} {self.narrator.who(node)} {what}{stopped}: {show(value)}.{hard}"

    def bound(self, node: Node, name: Literal["alpha", "beta"]) -> Question:
        if node.skipped:
            text = f"What is {name} when the search leaves {self.narrator.place(node)}?"
            return Question(f"{name}:{node.index}", name, node.index, text, None, self._why_never(node))
        final = self._final(node)
        alphas, betas = self.gallery.bounds(node)
        values = alphas if name == "alpha" else betas
        place = self.narrator.place(node)
        first = self.trace.history(node)[0]
        start = number(first.alpha if name == "alpha" else first.beta)
        origin = "begins at" if node.parent is None else "comes from above as"
        moved = f", then becomes {listed(values[1:])}" if len(values) > 1 else " and stays"
        mover = "Max" if name == "alpha" else "Min"
        changed = f" (only {mover} nodes change {name})" if len(values) == 1 and node.kind != ("max" if name == "alpha" else "min") else ""
        why = f"At {place} {name} {origin} {start}{moved}{changed}."
        text = f"What is {name} when the search leaves {place}?"
        return Question(f"{name}:{node.index}", name, node.index, text, final.alpha if name == "alpha" else final.beta, why)

    def cut(self, node: Node) -> Question:
        assert node.parent is not None
        above = self.trace.nodes[node.parent]
        text = f"Is the branch {node.action} of {self.narrator.place(above)} cut?"
        if node.skipped:
            why = f"This branch is never searched: {self.cut_of[above.index].why}"
        else:
            why = f"This branch is searched: {self._why_searched(node, above)}"
        return Question(f"cut:{node.index}", "cut", node.index, text, node.skipped, why)

    def _why_searched(self, node: Node, above: Node) -> str:
        if above.children[0] == node.index:
            return "a node's first branch always is, for nothing is known of the node before."
        known = self.trace[self.came[node.index]].known(above)
        assert known is not None
        has, alpha, beta = show(known.value), known.alpha, known.beta
        if above.kind == "max":
            more = f"Max has {has} here so far and could still get more"
            other = f", and Min would allow up to {number(beta)}" if isfinite(beta) else ", and Min has nothing better elsewhere yet"
        else:
            more = f"Min has {has} here so far, so this node"
            other = (
                f" could still be worth more than the {number(alpha)} Max has elsewhere"
                if isfinite(alpha)
                else " could still be Max's best: Max has nothing elsewhere yet"
            )
        return f"{more}{other} (alpha = {number(alpha)} is below beta = {number(beta)})."

    def _final(self, node: Node) -> Known:
        final = self.trace.final(node)
        assert final is not None
        return final


def lower(sentence: str) -> str:
    """A sentence as part of another: only a name keeps its capital."""
    return sentence if sentence.startswith(("Max", "Min")) else sentence[0].lower() + sentence[1:]


# ── In the terminal ──


def run_in_terminal(quiz: Quiz, ask: Callable[[str], str] = input, say: Callable[[str], object] = print) -> int:
    """Put the questions one after the other and explain wrong answers; returns how many were right. Enter tells, `q` ends."""
    say(blank_tree(quiz.trace))
    number_of = numbers(quiz.trace)
    cuts = [question for question in quiz.questions if question.kind == "cut"]
    never = " Write - where the search never goes." if cuts else ""
    say(f"\nYou are {quiz.trace.algorithm}. The numbers in brackets name the nodes.{never} Enter tells the answer, q ends.\n")
    right = asked = 0
    try:
        for question in quiz.questions:
            if question.kind == "cut":
                continue
            given = _asked_number(ask, say, f"[{number_of[question.node]}] {question.text} ")
            if not given:
                say(f"  {_told(question)}. {question.why}")
                continue
            asked += 1
            (mark,) = Quiz(quiz.trace, (question,)).check({question.key: given})
            right += mark.right
            say("  Right." if mark.right else f"  No: {_told(question)}. {mark.explanation}")
        if cuts:
            asked += 1
            right += _ask_cuts(quiz, cuts, ask, say)
    except (EOFError, KeyboardInterrupt):
        say("")
    say(f"{right} of {asked} right." if asked else "No question was answered.")
    return right


def numbers(trace: Trace) -> dict[int, int]:
    """What a student calls the nodes: numbers in the order of the drawing. (A node's own would tell what was cut: those come last.)"""
    return {node.index: number for number, node in enumerate(trace.preorder())}


def _asked(ask: Callable[[str], str], text: str) -> str:
    given = ask(text).strip()
    if given.lower() in ("q", "quit"):
        raise EOFError
    return given


def _asked_number(ask: Callable[[str], str], say: Callable[[str], object], text: str) -> str:
    """An answer that can be read; a slip of the fingers is no wrong answer."""
    while True:
        given = _asked(ask, text)
        if given.lower() in NEVER or read_value(given) is not None:
            return given
        say(f"  {given[:40]!r} is not a number. Write 3, -1, 1/2, inf, or (1, 2, 6) for several players.")


def _ask_cuts(quiz: Quiz, cuts: list[Question], ask: Callable[[str], str], say: Callable[[str], object]) -> bool:
    """Which branches are cut, all at once; whether every one was named and no other."""
    number_of = numbers(quiz.trace)
    known = {number_of[question.node] for question in cuts}
    below = {number_of[node.index] for node in quiz.trace.nodes if node.skipped} - known
    while True:
        given = _asked(ask, "Which branches are cut? Name the nodes they lead to, by number, or write none: ")
        named = {int(one) for one in re.findall(r"\d{1,9}", given)}
        unknown = sorted(named - known - below)
        if not unknown and (named or given.lower() in ("", "none", "-", "no")):
            break
        say(f"  There is no branch to {listed(map(str, unknown))}." if unknown else "  Write numbers of nodes, like 4 7, or none.")
    marks = Quiz(quiz.trace, tuple(cuts)).check({question.key: number_of[question.node] in named for question in cuts})
    for mark in marks:
        if not mark.right:
            say(f"  [{number_of[mark.question.node]}] {mark.explanation}")
    perfect = all(mark.right for mark in marks)
    if perfect:
        say("  Right.")
    return perfect


def _told(question: Question) -> str:
    if question.answer is None:
        return "never searched"
    return show(question.answer) if not isinstance(question.answer, bool) else "yes" if question.answer else "no"


def blank_tree(trace: Trace) -> str:
    """The tree as text with the values of its leaves only, nodes numbered."""
    lines: list[str] = []
    narrator, number_of = Narrator(trace), numbers(trace)
    waiting: list[tuple[Node, str, str]] = [(trace.root, "", "")]
    while waiting:
        node, before, indent = waiting.pop()
        name = f"{node.action}: " if node.parent is not None else ""
        odds = f"({number(node.probability)}) " if node.probability is not None else ""
        leaf = show(trace.leaf_value(node))
        lines.append(f"{before}{odds}{name}{leaf if node.leaf else narrator.who(node)}  [{number_of[node.index]}]")
        for child in reversed(node.children):
            last = child == node.children[-1]
            waiting.append((trace.nodes[child], indent + ("└── " if last else "├── "), indent + ("    " if last else "│   ")))
    return "\n".join(lines)
