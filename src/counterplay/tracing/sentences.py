"""A plain sentence for every step of a search."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from .certainty import in_words
from .model import NOTHING, Known, Node, Step, Value, count, number, show
from .ucb import chooser, mean, ucb1

if TYPE_CHECKING:
    from .value import Trace


class Narrator:
    """Tells a trace. It only reads what was recorded."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    # ── Names ──
    def who(self, node: Node) -> str:
        """Who decides at a node."""
        match node.kind:
            case "max":
                return "Max"
            case "min":
                return "Min"
            case "chance":
                return "Chance"
            case "end":
                return "Nobody"
        return self.player(node)

    def player(self, node: Node) -> str:
        """What people call the player to move."""
        return self.trace.players[node.player] if node.player is not None and node.player >= 0 else "Chance"

    def place(self, node: Node) -> str:
        """Where a node is, in words."""
        if node.parent is None:
            return "the root"
        return f"the {self.sort(node)} {node.name or 'after ' + self.way(node)}"

    def way(self, node: Node) -> str:
        """The last moves that lead to a node."""
        moves: list[str] = []
        while node.parent is not None and len(moves) < 4:
            moves.append(node.action)
            node = self.trace.nodes[node.parent]
        return " ".join(["…"] * (node.parent is not None) + moves[::-1])

    def sort(self, node: Node) -> str:
        """What a node is, in words."""
        if self.trace.is_monte_carlo:
            return "node"
        if node.leaf or node.kind == "end":
            return "leaf"
        return "chance node" if node.kind == "chance" else f"{self.who(node)} node"

    # ── Steps ──
    def sentence(self, index: int) -> str:
        """What happens at a step."""
        step = self.trace.steps[index]
        node = self.trace.nodes[step.node]
        return str(getattr(self, f"_{step.kind}")(index, step, node))

    def _enter(self, index: int, step: Step, node: Node) -> str:
        known = self._known(index, node)
        window = f" with alpha = {number(known.alpha)} and beta = {number(known.beta)}" if self.trace.has_bounds else ""
        if node.leaf:
            return f"Look at {self.place(node)}{window}."
        if node.kind == "chance":
            return f"Enter {self.place(node)}{window}: chance decides here."
        if node.parent is not None:
            return f"Enter {self.place(node)}{window}."
        name = "" if node.kind == "player" or self.player(node) == self.who(node) else f" ({self.player(node)})"
        known_yet = f": nothing is known yet, so alpha = {number(known.alpha)} and beta = {number(known.beta)}."
        asked = f": the window asked for is alpha = {number(known.alpha)} to beta = {number(known.beta)}."
        end = "." if not self.trace.has_bounds else known_yet if isinf(known.alpha) and isinf(known.beta) else asked
        return f"Start at the root, where {self.who(node)}{name} is to move{end}"

    def _terminal(self, index: int, step: Step, node: Node) -> str:
        return f"The game is over here: {self._worth(step.value)}."

    def _evaluate(self, index: int, step: Step, node: Node) -> str:
        return f"The search goes no deeper; the evaluation guesses {self._worth(step.value)}."

    def _worth(self, value: Value | None) -> str:
        return f"the payoffs are {show(value)}" if isinstance(value, tuple) else f"{show(value)} for Max"

    def _descend(self, index: int, step: Step, node: Node) -> str:
        child = self.trace.nodes[step.child or 0]
        if node.kind == "chance":
            odds = "" if child.probability is None else f", which has probability {number(child.probability)}"
            return f"Suppose that {child.action} happens{odds}."
        return f"{self.who(node)} tries {child.action}."

    def _improve(self, index: int, step: Step, node: Node) -> str:
        before = self._known(index - 1, node)
        child = self.trace.nodes[step.child or 0]
        who = self.who(node)
        for_whom = f" for {who}" if isinstance(step.value, tuple) else ""
        better = "" if before.value is None else f", better{for_whom} than {show(before.value)}"
        news = f"{who} can have {in_words(self.trace.relation(child), step.value)} here with {child.action}{better}"
        if step.alpha is not None and step.alpha > before.alpha:
            return f"{news}: alpha rises from {number(before.alpha)} to {number(step.alpha)}."
        if step.beta is not None and step.beta < before.beta:
            return f"{news}: beta falls from {number(before.beta)} to {number(step.beta)}."
        return f"{news}."

    def _cut(self, index: int, step: Step, node: Node) -> str:
        skipped = sum(1 for child in node.children if self.trace.nodes[child].skipped)
        rest = f" {count(skipped, 'branch is', 'branches are')} never searched." if skipped else " (There was nothing left to skip.)"
        return self.why_cut(index) + rest

    def why_cut(self, index: int) -> str:
        """Why the rest of a node cannot matter."""
        step = self.trace.steps[index]
        node = self.trace.nodes[step.node]
        known = self._known(index, node)
        value = show(known.value)
        if isinstance(known.value, tuple) and node.player is not None:
            return self._why_shallow(step, node, known.value[node.player])
        window = self.trace.history(0)[0]
        if node.kind == "min":
            asked, bound, other = known.alpha == window.alpha, known.alpha, "Max"
            beyond = f"{value} or less, and only values above {number(bound)} were asked for"
        else:
            asked, bound, other = known.beta == window.beta, known.beta, "Min"
            beyond = f"{value} or more, and only values below {number(bound)} were asked for"
        if asked:
            return f"{self.who(node)} already has {value} here, so this node is worth {beyond}: its rest cannot matter."
        return f"{self.who(node)} already has {value} here; {other} has {number(bound)} elsewhere: the rest of this node cannot matter."

    def _why_shallow(self, step: Step, node: Node, has: float) -> str:
        """Why the rest of a node of max-n cannot matter: somebody above, or nobody at all, could have more."""
        who = self.who(node)
        if node.parent is None or step.alpha is None or step.beta is None or isinf(step.alpha):
            return f"{who} has {number(has)} here, and nobody can ever have more: its rest cannot matter."
        above = self.who(self.trace.nodes[node.parent])
        left, elsewhere = number(step.beta - has), number(step.alpha)
        return f"{who} has {number(has)} here, which leaves {left} for {above}, who has {elsewhere} elsewhere: its rest cannot matter."

    def _leave(self, index: int, step: Step, node: Node) -> str:
        value = in_words(self.trace.relation(node), step.value)
        if node.parent is None:
            outside = ", and only values inside the window were asked for" if self.trace.relation(node) else ""
            return f"The search is over: the root is worth {value}{outside}."
        name = self.place(node)
        name = name[0].upper() + name[1:]
        above = self.trace.nodes[node.parent]
        after = self.trace.steps[index + 1] if index + 1 < len(self.trace) else None
        held = self._known(index, above).value
        if node.leaf and step.value != self.trace.leaf_value(node):
            return (
                f"{name} is worth {show(self.trace.leaf_value(node))}, outside the window: fail-hard returns the bound, {show(step.value)}."
            )
        if node.leaf and after is not None and after.kind == "improve":
            return f"Back to {self.place(above)} with {value}."
        if above.kind == "chance" or held is None or after is None or after.kind == "improve":
            return f"{name} is worth {value}."
        return f"{name} is worth {value}: no better for {self.who(above)} than the {show(held)} it has."

    # ── Monte Carlo ──
    def _select(self, index: int, step: Step, node: Node) -> str:
        if node.parent is None:
            return "Selection starts at the root."
        above = self.trace.nodes[node.parent]
        if above.kind == "chance":
            return f"Selection: chance gives {node.action}."
        terms = ucb1(self.trace, node.index, index)
        because = f", the largest UCB1: {number(terms.exploitation)} + {number(terms.exploration)} = {number(terms.total)}" if terms else ""
        return f"Selection: {self.player(above)} plays {node.action}{because}."

    def _expand(self, index: int, step: Step, node: Node) -> str:
        return f"Expansion: the tree grows by {self.trace.nodes[step.child or 0].action}."

    def _simulate(self, index: int, step: Step, node: Node) -> str:
        payoffs = step.value if isinstance(step.value, tuple) else ()
        told = ", ".join(f"{number(value)} for {name}" for name, value in zip(self.trace.players, payoffs, strict=False))
        return f"Simulation: a random game from here ends with {told}."

    def _back_up(self, index: int, step: Step, node: Node) -> str:
        known = self._known(index, node)
        if node.parent is None:
            answer = f" {self._answer()}" if index == len(self.trace) - 1 else ""
            return f"Back-propagation: the root now has {count(known.visits, 'visit')}.{answer}"
        chosen = f"{number(mean(self.trace, node.index, known))} for {self.trace.players[chooser(self.trace, node.index)]}"
        return f"Back-propagation: {self.place(node)} now has {count(known.visits, 'visit')}, on average {chosen}."

    def _answer(self) -> str:
        """What a Monte Carlo search plays in the end, and why."""
        if len(self.trace.line) < 2:
            return "The search is over."
        played, root = self.trace.nodes[self.trace.line[1]], self.trace.root
        if self.trace.visits(played) == max(map(self.trace.visits, root.children)) and self.trace.algorithm != "monte_carlo":
            why = f", which was tried most: {count(self.trace.visits(played), 'time')}"
        else:
            known = self.trace.final(played) or NOTHING
            why = f", which brought {number(mean(self.trace, played.index, known))} on average"
        return f"The search is over, so {self.player(root)} plays {played.action}{why}."

    def _known(self, index: int, node: Node) -> Known:
        return (self.trace[index].known(node) if index >= 0 else None) or NOTHING
