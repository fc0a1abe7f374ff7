"""Checks of words and pictures: names that can be read back, text, SVG."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final
from xml.etree import ElementTree

from ..errors import CounterplayError
from ..game import CHANCE
from .asking import Ask, Broken, shown
from .node import Node
from .report import Finding

NONSENSE: Final = ("", "xyzzy", "-1", "99999", "é€", "(", "a1a1a1a1")
"""What a parser has to refuse politely (unless it means something in this game)."""


def action_names_read_back(ask: Ask, node: Node) -> Iterator[Finding]:
    """Every action has a name of its own, and reading the name gives the action."""
    names: dict[str, Any] = {}
    for action in node.moves[:64]:
        name = ask("format_action", node.state, action)
        if not isinstance(name, str):
            yield Finding("text", f"format_action() returned {shown(name, 60)}: return a string.", "format_action", (action,))
            return
        if name in names:
            sentence = f"The actions {shown(names[name], 60)} and {shown(action, 60)} have the same name {name!r}: give each its own."
            yield Finding("notation-ambiguous", sentence)
            return
        names[name] = action
    for name, action in names.items():
        if not ask.has("chances") and node.player == CHANCE:
            return
        try:
            read = ask("parse_action", node.state, name)
        except Broken as broken:
            if broken.finding.kind != "raises":
                raise
            read = broken.finding.sentence
        if not ask.equal(read, action):
            sentence = (
                f"The action {shown(action, 60)} is written {name!r}, which parse_action() reads as {shown(read, 200)}: "
                "let it read what format_action() writes."
            )
            yield Finding("notation-action", sentence, after=(action,))
            return


def state_names_read_back(ask: Ask, node: Node) -> Iterator[Finding]:
    """Reading what `format_state` wrote gives the state."""
    written = ask("format_state", node.state)
    if not isinstance(written, str):
        yield Finding("text", f"format_state() returned {shown(written, 60)}: return a string.", "format_state")
        return
    own = ask.has("format_state") or ask.has("parse_state")
    try:
        read = ask.plain("parse_state", written)
        problem = "" if ask.equal(read, node.state) else f"parse_state() reads it as {shown(read, 120)}"
    except Broken as broken:
        if own and broken.finding.kind != "raises":
            raise
        problem = broken.finding.sentence
    if problem and own:
        yield Finding(
            "notation-state", f"This state is written {written!r}, but {problem}: let parse_state() read what format_state() writes."
        )
    elif problem:
        sentence = (
            f"A state written as its repr, {shown(written, 80)}, cannot be read back: "
            "write format_state() and parse_state() so that positions can be typed."
        )
        yield Finding("notation-missing", sentence, hint=True)


def nonsense_is_refused(ask: Ask, node: Node) -> Iterator[Finding]:
    """Parsers meet nonsense with a UsageError, and never return an illegal action."""
    if node.depth > 1:
        return
    for text in NONSENSE:
        if ask.has("parse_action") and node.moves:
            try:
                action = ask("parse_action", node.state, text)
            except Broken as broken:
                yield from _impolite(broken, "parse_action", text)
            else:
                if action not in node.moves:
                    sentence = f"parse_action() reads {text!r} as {shown(action, 60)}, which is not an action here: raise UsageError."
                    yield Finding("notation-refusal", sentence, "parse_action")
        if ask.has("parse_state"):
            try:
                ask.plain("parse_state", text)
            except Broken as broken:
                yield from _impolite(broken, "parse_state", text)


def _impolite(broken: Broken, method: str, text: str) -> Iterator[Finding]:
    error = broken.__cause__
    if error is not None and not isinstance(error, (CounterplayError, ValueError)):
        sentence = f"{method}() meets the text {text!r} with {type(error).__name__}: {error}: raise counterplay.UsageError with a sentence."
        yield Finding("notation-refusal", sentence, method)


def pictures_are_drawn(ask: Ask, node: Node) -> Iterator[Finding]:
    """Text is text, SVG is well-formed, players have names."""
    text = ask("text", node.state)
    if not isinstance(text, str):
        yield Finding("text", f"text() returned {shown(text, 60)}: return a string.", "text")
    if node.player is not None:
        name = ask.plain("player_name", node.player)
        if not isinstance(name, str):
            yield Finding("text", f"player_name({node.player}) returned {shown(name, 60)}: return a string.", "player_name")
    else:
        why = ask("why_over", node.state)
        if not isinstance(why, str):
            yield Finding("text", f"why_over() returned {shown(why, 60)}: return a string.", "why_over")
    svg = ask("svg", node.state)
    try:
        root = ElementTree.fromstring(svg)
    except (ElementTree.ParseError, TypeError, ValueError) as error:
        yield Finding("svg", f"svg() is not well-formed XML ({error}): close every tag and escape & and <.")
        return
    if root.tag.rpartition("}")[2] != "svg":
        yield Finding("svg", f"svg() is a <{root.tag}>, not an <svg>: return one <svg> element.")
