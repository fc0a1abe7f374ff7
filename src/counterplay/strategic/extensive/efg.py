"""Gambit's `.efg` files, read and written with exact fractions.

A file is a header and one line a node, in the order in which one walks through the tree:

    c "name" 1 "set's name" { "heads" 1/2 "tails" 1/2 } 0        chance: number and name of the set, actions with probabilities, outcome
    p "name" 2 1 "set's name" { "left" "right" } 0               player 2, whose set 1 it is
    t "name" 3 "outcome's name" { 1, -1 }                        an end with outcome 3

Where a set or an outcome comes again its name, actions and payoffs may be left out. Outcome 0 is none; others may stand at any node, and
what they give adds up along the way. What `write_efg` writes, `read_efg` reads back as the same game, names and numbers included.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from ...game import CHANCE
from ..exact import shown
from ..gambit_words import WordReader, quoted, read_file, unquoted
from .form import END, NOTHING, Outcome, TreeBuilder

if TYPE_CHECKING:
    from .form import ExtensiveForm, InformationSet


def read_efg_file(path: Path) -> ExtensiveForm:
    """The game in a `.efg` file."""
    return read_file(path, read_efg)


def read_efg(text: str) -> ExtensiveForm:
    """The game that the text of a `.efg` file describes.

    >>> form = read_efg('EFG 2 R "tiny" { "A" } p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 1/2 } t "" 2 "" { -1 }')
    >>> form.gains[1], form.path(2)
    ((Fraction(1, 2),), ('r',))
    """
    return _Reader(text).form()


class _Reader(WordReader):
    """Reads the words of a `.efg` file, node after node."""

    def form(self) -> ExtensiveForm:
        title, players = self.header("EFG", "2")
        self.tree = TreeBuilder(players, title, self.comment())
        unfinished: list[int] = []
        while self.peek().kind != "end":
            if len(self.tree) and not unfinished:
                raise self.wrong("the tree is complete, but there is more in the file")
            number = self.node(unfinished[-1] if unfinished else -1)
            unfinished.append(number)
            while unfinished and self.tree.full(unfinished[-1]):
                unfinished.pop()
        if not len(self.tree):
            raise self.wrong("a node is expected: c (chance), p (player) or t (end)")
        if unfinished:
            have, need = self.tree.children(unfinished[-1])
            raise self.wrong(f"the tree is not complete: after {have} of the {need} actions of a node the file ends")
        return self.tree.form()

    def node(self, parent: int) -> int:
        kind = self.take("word", "a node").text
        if kind not in ("c", "p", "t"):
            raise self.wrong(f"a node begins with c (chance), p (player) or t (end), not {kind[:30]!r}", back=True)
        name = unquoted(self.take("text", "the name of a node, which may be empty").text)
        number = -1
        if kind == "c":
            number = self.information_set(CHANCE)
        elif kind == "p":
            player = self.count("the number of a player")
            if not 1 <= player <= len(self.tree.players):
                raise self.wrong(f"there is no player {player}: they are numbered from 1 to {len(self.tree.players)}", back=True)
            number = self.information_set(player - 1)
        return self.tree.add(parent, number, self.outcome(), name)

    def information_set(self, player: int) -> int:
        number = self.count("the number of an information set")
        known = self.tree.find((player, number))
        label = unquoted(self.take("text", "the name of an information set").text) if self.peek().kind == "text" else None
        if self.peek().text != "{":
            if known is None:
                raise self.wrong(f"information set {number} is new here: its actions are expected in braces")
            return known
        actions, probabilities = self.chances() if player == CHANCE else (self.names("the actions"), [])
        if known is None:
            return self.tree.add_set((player, number), player, actions, probabilities, number, label or "")
        before = self.tree.set(known)
        if before.actions != tuple(actions) or before.probabilities != tuple(probabilities):
            raise self.wrong(f"information set {number} has other actions here than before", back=True)
        if label is not None and label != before.name:
            raise self.wrong(f"information set {number} has another name here than before, {label[:30]!r}", back=True)
        return known

    def chances(self) -> tuple[list[str], list[Fraction]]:
        self.brace("{", "the actions of chance")
        actions, probabilities = [], []
        while self.peek().text != "}":
            actions.append(unquoted(self.take("text", "an action's name").text))
            probabilities.append(self.number("a probability"))
        if not actions or min(probabilities) < 0 or sum(probabilities) != 1:
            told = ", ".join(map(shown, probabilities)) or "none"
            raise self.wrong(f"probabilities are at least 0 and add up to 1, but these do not: {told}")
        self.brace("}", "the actions of chance")
        return actions, probabilities

    def outcome(self) -> int:
        number = self.count("the number of an outcome")
        name = unquoted(self.take("text", "the name of an outcome").text) if self.peek().kind == "text" else None
        known = self.tree.outcomes.get(number)
        if self.peek().text != "{":
            if number != NOTHING and known is None:
                raise self.wrong(f"outcome {number} is new here: its payoffs are expected in braces")
            return number
        self.brace("{", "the payoffs")
        payoffs = tuple(self.number() for _ in self.tree.players)
        self.brace("}", f"the end of {len(payoffs)} payoffs, one for each player,")
        if number == NOTHING:
            raise self.wrong("outcome 0 is none and has no payoffs", back=True)
        made = Outcome(name or (known.name if known else ""), payoffs)
        if known is not None and made != known:
            raise self.wrong(f"outcome {number} is another one here than before", back=True)
        self.tree.outcomes[number] = made
        return number


def write_efg(form: ExtensiveForm) -> str:
    """The game as the text of a `.efg` file."""
    lines = [f"EFG 2 R {quoted(form.title)} {{ {' '.join(map(quoted, form.players))} }}", quoted(form.comment), ""]
    for node in form.nodes:
        outcome = str(node.outcome)
        if node.outcome != NOTHING:
            name, payoffs = form.outcomes[node.outcome]
            outcome += f" {quoted(name)} {{ {', '.join(map(str, payoffs))} }}"
        if node.player == END:
            lines.append(f"t {quoted(node.name)} {outcome}")
            continue
        each = form.sets[node.set]
        who = f"c {quoted(node.name)}" if node.player == CHANCE else f"p {quoted(node.name)} {node.player + 1}"
        lines.append(f"{who} {each.number} {quoted(each.name)} {{ {_actions(each)} }} {outcome}")
    return "\n".join(lines) + "\n"


def _actions(each: InformationSet) -> str:
    if each.player != CHANCE:
        return " ".join(map(quoted, each.actions))
    return " ".join(f"{quoted(action)} {probability}" for action, probability in zip(each.actions, each.probabilities, strict=True))
