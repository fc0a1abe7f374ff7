"""Who forgets what, and where subgames begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...game import CHANCE

if TYPE_CHECKING:
    from .form import ExtensiveForm

Move = tuple[int, int] | None
"""An own move: the information set and the action. None: no move yet."""


def forgetting(form: ExtensiveForm) -> tuple[str | None, ...]:
    """For each player, the first information set whose nodes differ in what the player did or knew before, in a sentence; None: none.

    A player has perfect recall if at all nodes of each own information set the last own move, made at the same information set, is the
    same: then, by induction, so is everything before it.
    """
    found: list[str | None] = [None] * len(form.players)
    for each in form.sets:
        if each.player == CHANCE or found[each.player] is not None:
            continue
        first = form.last_moves[each.nodes[0]][each.player]
        for node in each.nodes[1:]:
            other = form.last_moves[node][each.player]
            if other != first:
                found[each.player] = (
                    f"{form.players[each.player]} has no perfect recall: in information set {each.number}"
                    f"{f' ({each.name})' if each.name else ''} one cannot tell whether one's last move was "
                    f"{_worded(form, first)} or {_worded(form, other)}."
                )
                break
    return tuple(found)


def _worded(form: ExtensiveForm, move: Move) -> str:
    if move is None:
        return "none yet"
    number, action = move
    return f"{form.sets[number].actions[action]!r} at {form.sets[number].label}"


def subgames(form: ExtensiveForm) -> tuple[int, ...]:
    """The nodes below which lie only whole information sets of players: everybody who moves there knows that one is there."""
    first, last = list(range(len(form.nodes))), list(range(len(form.nodes)))
    for number in range(len(form.nodes) - 1, -1, -1):
        node = form.nodes[number]
        if node.player >= 0:
            first[number] = min(first[number], form.sets[node.set].nodes[0])
            last[number] = max(last[number], form.sets[node.set].nodes[-1])
        if node.parent >= 0:
            first[node.parent] = min(first[node.parent], first[number])
            last[node.parent] = max(last[node.parent], last[number])
    return tuple(
        number for number, node in enumerate(form.nodes) if node.children and first[number] == number and last[number] < form.after[number]
    )
