"""Pure strategies of a tree, and the table they make.

A pure strategy says what to do at every own information set. A *reduced* one (a plan) leaves open what it would do where its own earlier
choices never lead: strategies that differ only there are one (Kuhn 1953). The reduced normal form is the table of plans.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Final

from ...errors import UsageError
from ..exact import whole
from ..normal_form import NormalForm

if TYPE_CHECKING:
    from .form import ExtensiveForm

Plan = tuple[int | None, ...]
"""The action at each own information set, in the order of `form.own_sets`; None where the plan never comes."""
MOST_CELLS: Final = 200_000
"""A larger table is refused, unless the caller allows more."""
OPEN: Final = "*"
JOINED: Final = "·"


def plans(form: ExtensiveForm, player: int, reduced: bool = True) -> list[Plan]:
    """All pure strategies of a player, reduced or not, in alphabetical order of their actions' numbers.

    >>> from counterplay.strategic.extensive import read_efg
    >>> text = 'EFG 2 R "" { "A" } p "" 1 1 "" { "out" "in" } 0 t "" 0 p "" 1 2 "" { "l" "r" } 0 t "" 0 t "" 0'
    >>> plans(read_efg(text), 0)
    [(0, None), (1, 0), (1, 1)]
    """
    own = form.own_sets[player]
    widths = [len(form.sets[number].actions) for number in own]
    if not reduced:
        return list(product(*map(range, widths)))
    if form.forgetting[player] is None:
        return list(_recalled(form, player))
    return list(dict.fromkeys(_without_unreached(form, player, plan) for plan in product(*map(range, widths))))


def count_plans(form: ExtensiveForm, player: int) -> int:
    """How many reduced pure strategies there are, without listing them: products over what comes after an action, sums over actions."""
    if form.forgetting[player] is not None:
        return len(plans(form, player)) if form.strategies(player) <= MOST_CELLS else form.strategies(player)
    after: dict[tuple[int, int] | None, int] = {}
    for number in reversed(form.own_sets[player]):
        each = form.sets[number]
        ways = sum(after.get((number, action), 1) for action in range(len(each.actions)))
        before = form.last_moves[each.nodes[0]][player]
        after[before] = after.get(before, 1) * ways
    return after.get(None, 1)


def _recalled(form: ExtensiveForm, player: int) -> Iterator[Plan]:
    """With perfect recall, what is decided earlier says whether a set is reached at all."""
    own = form.own_sets[player]
    place = {number: k for k, number in enumerate(own)}
    before = [form.last_moves[form.sets[number].nodes[0]][player] for number in own]
    waiting: list[Plan] = [()]
    while waiting:
        plan = waiting.pop()
        if len(plan) == len(own):
            yield plan
            continue
        move = before[len(plan)]
        if move is None or plan[place[move[0]]] == move[1]:
            width = len(form.sets[own[len(plan)]].actions)
            waiting += [(*plan, action) for action in reversed(range(width))]
        else:
            waiting.append((*plan, None))


def _without_unreached(form: ExtensiveForm, player: int, plan: Plan) -> Plan:
    """The same strategy with None at the sets to which it never comes."""
    place = {number: k for k, number in enumerate(form.own_sets[player])}
    reached, waiting = set(), [0]
    while waiting:
        node = form.nodes[waiting.pop()]
        if node.player == player:
            reached.add(node.set)
            action = plan[place[node.set]]
            assert action is not None
            waiting.append(node.children[action])
        else:
            waiting += node.children
    return tuple(action if number in reached else None for number, action in zip(form.own_sets[player], plan, strict=True))


def plan_name(form: ExtensiveForm, player: int, plan: Plan) -> str:
    """A plan in words: its actions one after another, `*` where it does not matter."""
    actions = [
        OPEN if action is None else form.sets[number].actions[action] for number, action in zip(form.own_sets[player], plan, strict=True)
    ]
    return JOINED.join(actions) or "(nothing to choose)"


def normal_form(form: ExtensiveForm, reduced: bool = True, cells: int | None = None) -> NormalForm:
    """The table of all (reduced) pure strategies, with what each choice of all is worth on average over chance."""
    most = MOST_CELLS if cells is None else cells
    sizes = [count_plans(form, player) if reduced else form.strategies(player) for player in range(len(form.players))]
    if prod(sizes) > most:
        raise UsageError(
            f"The {'reduced ' if reduced else ''}normal form would have {' x '.join(f'{size:,}' for size in sizes)} cells; {most:,} is the "
            "limit. The sequence form needs no table (two players, constant sum), nor does cfr."
        )
    every = [plans(form, player, reduced) for player in range(len(form.players))]
    sizes = [len(some) for some in every]  # fewer than counted, where a player forgets
    table = [[0] * prod(sizes) for _ in form.players]
    scales = []
    for player in range(len(form.players)):
        amounts = _amounts(form, player)
        numbers, scale = whole(list(amounts.values()))
        scales.append(scale)
        for paths, number in zip(amounts, numbers, strict=True):
            if number:
                for place in _places(form, every, sizes, paths):
                    table[player][place] += number
    rows = [tuple(Fraction(number, scale) for number, scale in zip(numbers, scales, strict=True)) for numbers in zip(*table, strict=True)]
    names = [[plan_name(form, player, plan) for plan in some] for player, some in enumerate(every)]
    return NormalForm.from_cells(sizes, rows, form.players, names, form.title)


Paths = tuple[tuple[tuple[int, int], ...], ...]
"""For each player, all own moves on the way."""


def _amounts(form: ExtensiveForm, player: int) -> dict[Paths, Fraction]:
    """What a player gets at all ends to which the same moves of all lead, times how probable chance makes them."""
    amounts: dict[Paths, Fraction] = {}
    for end in form.ends:
        moves = form.moves(end)
        paths = tuple(tuple(move for move in moves if form.sets[move[0]].player == each) for each in range(len(form.players)))
        amounts[paths] = amounts.get(paths, Fraction(0)) + form.luck[end] * form.gains[end][player]
    return amounts


def _places(form: ExtensiveForm, every: list[list[Plan]], sizes: list[int], paths: Paths) -> Iterator[int]:
    """The cells of the table in which everybody makes these moves where they come to make them."""
    allowed = []
    for player, path in enumerate(paths):
        place = {number: k for k, number in enumerate(form.own_sets[player])}
        allowed.append([k for k, plan in enumerate(every[player]) if all(plan[place[number]] == action for number, action in path)])
    for choice in product(*allowed):
        place_of = 0
        for size, k in zip(sizes, choice, strict=True):
            place_of = place_of * size + k
        yield place_of
