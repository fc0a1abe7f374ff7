"""Random games in extensive form, for property tests: chance, hidden information, outcomes on the way, odd names."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from counterplay.game import CHANCE
from counterplay.strategic.extensive import ExtensiveForm, TreeBuilder

NAMES = st.text(alphabet='ab"\\{ é\n', max_size=3)
PAYOFFS = st.fractions(min_value=-3, max_value=3, max_denominator=3)
ONE_TO_THREE = st.integers(1, 3)
MOST_NODES = 24


@st.composite
def trees(
    draw: st.DrawFn,
    players: st.SearchStrategy[int] = ONE_TO_THREE,
    recall: bool = True,
    hidden: bool = True,
    zero_sum: bool = False,
    names: bool = False,
    most: int = MOST_NODES,
) -> ExtensiveForm:
    """A tree of at most about `most` nodes. With `recall`, nodes share a set only if their player's last own move is the same."""
    count = draw(players)
    some_name = NAMES if names else st.just("")
    tree = TreeBuilder([draw(NAMES) if names else f"P{k + 1}" for k in range(count)], draw(some_name), draw(some_name))

    def payoffs() -> list[Fraction]:
        first = [draw(PAYOFFS) for _ in range(count - 1 if zero_sum else count)]
        return [*first, -sum(first, Fraction(0))] if zero_sum else first

    def grow(parent: int, depth: int, last: tuple[tuple[int, int] | None, ...]) -> None:
        player = draw(st.integers(-1, count - 1)) if depth < 4 and len(tree) < most else None
        on_the_way = depth > 0 and draw(st.integers(0, 5)) == 0
        if player is None or (depth > 0 and draw(st.integers(0, 3)) == 0):
            tree.add(parent, outcome=tree.add_outcome(payoffs()), name=draw(some_name))
            return
        width = draw(st.integers(1, 3) if depth else st.integers(2, 3))
        if player == CHANCE:
            weights = [draw(st.integers(1, 3)) for _ in range(width)]
            shares = [Fraction(weight, sum(weights)) for weight in weights]
            own = tree.add_set(("chance", len(tree)), CHANCE, [draw(some_name) for _ in range(width)], shares, name=draw(some_name))
        else:
            room = draw(st.integers(0, 1)) if hidden else len(tree)
            key = (player, width, last[player] if recall else None, room)
            found = tree.find(key)
            actions = [draw(some_name) or "LMR"[k] for k in range(width)]
            own = tree.add_set(key, player, actions, name=draw(some_name)) if found is None else found
        node = tree.add(parent, own, tree.add_outcome(payoffs()) if on_the_way else 0, draw(some_name))
        for action in range(width):
            after = last if player == CHANCE else (*last[:player], (own, action), *last[player + 1 :])
            grow(node, depth + 1, after)

    grow(-1, 0, (None,) * count)
    return tree.form()
