"""The slow oracle: the textbook's definitions on explicit trees, written for nothing but being obviously right.

A tree is a payoff vector (a tuple of numbers: a leaf), a `Turn` of a player, or a `Dice`. Nothing here knows counterplay.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class Turn(NamedTuple):
    """A player chooses one of the trees below."""

    player: int
    below: list[Tree]


class Dice(NamedTuple):
    """Chance chooses one of the trees below."""

    below: list[tuple[float, Tree]]


Tree: TypeAlias = tuple[float, ...] | Turn | Dice


def plain(tree: object, player: int = 0, players: int = 2) -> Tree:
    """A tree from nested lists with numbers as leaves: players in turn, zero-sum."""
    if isinstance(tree, list):
        return Turn(player, [plain(below, (player + 1) % players, players) for below in tree])
    assert isinstance(tree, (int, float))
    return (tree, -tree)


def best(tree: Tree) -> tuple[float, ...]:
    """What everybody gets when each player takes the first of the choices that are best for them, and chance is averaged over."""
    if isinstance(tree, Turn):
        vectors = [best(below) for below in tree.below]
        greatest = max(vector[tree.player] for vector in vectors)
        return next(vector for vector in vectors if vector[tree.player] == greatest)
    if isinstance(tree, Dice):
        weighted = [[chance * number for number in best(below)] for chance, below in tree.below]
        return tuple(sum(numbers) for numbers in zip(*weighted, strict=True))
    return tree


def minimax(tree: Tree, player: int) -> float:
    """What `player` gets when the opponent wants that to be as little as possible."""
    if isinstance(tree, Turn):
        values = [minimax(below, player) for below in tree.below]
        return max(values) if tree.player == player else min(values)
    if isinstance(tree, Dice):
        return sum(chance * minimax(below, player) for chance, below in tree.below)
    return tree[player]


def count(tree: Tree) -> int:
    """How many nodes the tree has."""
    if isinstance(tree, Turn):
        return 1 + sum(count(below) for below in tree.below)
    if isinstance(tree, Dice):
        return 1 + sum(count(below) for _, below in tree.below)
    return 1


def lines(tree: Tree, depth: int, finished: bool) -> int:
    """How many lines of `depth` moves there are; with `finished`, those that end sooner count too."""
    if depth == 0:
        return 1
    if isinstance(tree, Turn):
        return sum(lines(below, depth - 1, finished) for below in tree.below)
    if isinstance(tree, Dice):
        return sum(lines(below, depth - 1, finished) for _, below in tree.below)
    return int(finished)


def limited(tree: Tree, depth: int, guess: object) -> Tree:
    """The tree cut off below `depth`, with `guess(tree)` as the leaf that stands for what was there."""
    if depth == 0 and isinstance(tree, (Turn, Dice)):
        leaf = guess(tree)  # type: ignore[operator]
        assert isinstance(leaf, tuple)
        return leaf
    if isinstance(tree, Turn):
        return Turn(tree.player, [limited(below, depth - 1, guess) for below in tree.below])
    if isinstance(tree, Dice):
        return Dice([(chance, limited(below, depth - 1, guess)) for chance, below in tree.below])
    return tree
