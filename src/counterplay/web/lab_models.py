"""What the Lab's part of the API says and hears: an exercise is a tree and one or two searches on it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from . import bounds
from .models import Line, Move, Strict

Algorithm = Literal["minimax", "alphabeta", "expectiminimax", "maxn", "shallow_maxn", "paranoid", "monte_carlo", "mcts"]
Order = Literal["written", "best", "worst", "reversed"]
Format = Literal["svg", "html", "tex", "json", "txt"]
LeafValue = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Seed = Annotated[int, Field(ge=0, lt=2**31)]


class WrittenTree(Strict):
    """A tree as people type it."""

    kind: Literal["tree"] = "tree"
    text: str = Field(
        min_length=1,
        max_length=bounds.TREE_CHARACTERS,
        description="Nested lists, `[[3, 12, 8], [2, 4, 6]]`; payoffs of several players in parentheses, `(1, 2, 6)`; or JSON.",
        examples=["[[3,12,8],[2,4,6],[14,5,2]]"],
    )


class RandomTree(Strict):
    """A full tree with random whole numbers at its leaves: the same for everybody who has the seed."""

    kind: Literal["random"] = "random"
    branching: int = Field(default=3, ge=1, le=10)
    levels: int = Field(default=3, ge=1, le=10)
    least: LeafValue = -9
    most: LeafValue = 9
    seed: Seed = 1


class PositionTree(Line):
    """What follows from a position of a game."""

    kind: Literal["position"] = "position"


Source = Annotated[WrittenTree | RandomTree | PositionTree, Field(discriminator="kind")]


class Swap(Strict):
    """At one node, some moves first."""

    path: list[Move] = Field(max_length=bounds.PLIES, description="The moves from the root to the node.")
    first: list[Move] = Field(min_length=1, max_length=bounds.LEGAL_MOVES, description="The moves that come first there, in this order.")


class Search(Strict):
    """An algorithm with its settings, and the order in which it meets the moves."""

    algorithm: Algorithm = "alphabeta"
    hard: bool = Field(default=False, description="Alpha-beta: fail-hard instead of fail-soft.")
    alpha: float | None = Field(default=None, ge=-1e15, le=1e15, description="Alpha-beta: the window at the root (chess: in pawns), from …")
    beta: float | None = Field(default=None, ge=-1e15, le=1e15, description="… to.")
    simulations: int = Field(default=40, ge=1, le=bounds.LAB_SIMULATIONS)
    exploration: float = Field(default=1.4, ge=0, le=1000, description="UCT: the constant C of UCB1.")
    seed: Seed = 1
    order: Order = "written"
    swaps: list[Swap] = Field(default_factory=list, max_length=bounds.LAB_SWAPS)


class Exercise(Strict):
    """A tree, how deep to look, and one or two searches on it."""

    source: Source
    depth: int | None = Field(
        default=None, ge=1, le=bounds.LAB_DEPTH, description="Left out: a written tree to its leaves; a position as far as can be drawn."
    )
    searches: list[Search] = Field(min_length=1, max_length=2)


class Export(Strict):
    """One search of an exercise as a file."""

    exercise: Exercise
    number: int = Field(default=0, ge=0, le=1, description="Which search.")
    format: Format
    step: int | None = Field(default=None, ge=0, description="Of a picture: the step it shows; left out: the end.")
    quiz: bool = Field(
        default=False, description="Of a page: whether it opens at its quiz; of a picture or text: the tree without the solution."
    )


class TreeCounts(BaseModel):
    """How much there was to look at, and how much was."""

    nodes: int
    leaves: int
    entered: int
    evaluated: int
    depth: int
    branching: float
    uniform: bool
    two_sided: bool
    complete: bool
    full: float = Field(description="b^d.")
    half: float | None = Field(description="b^(d/2), of a tree in which branches can be cut.")
    fewest: int | None = Field(description="b^⌈d/2⌉ + b^⌊d/2⌋ − 1, of a uniform tree.")


class Traced(BaseModel):
    """A search, ready to be stepped through."""

    algorithm: Algorithm
    summary: str
    value: str
    svg: str
    overview: str
    points: str | None = Field(description="What values are told in, as pawns; null where they are told as they are.")
    counts: TreeCounts | None = Field(description="None of Monte Carlo, which grows a tree of its own.")
    data: dict[str, Any] = Field(description="Nodes, steps, looks and questions, as `counterplay.tracing.moving` writes them.")


class LabView(BaseModel):
    """Everything the Lab shows of an exercise."""

    title: str
    depth: int | None = Field(description="The plies that were searched; None of a written tree searched to its leaves.")
    position: str | None = Field(description="Of a game: the position at the root.")
    tree: str | None = Field(description="The tree as text, to be edited; None where it is a position's, or too big.")
    searches: list[Traced]


class TreeText(BaseModel):
    """A tree as people type it."""

    text: str


class Example(BaseModel):
    """An exercise from a lecture."""

    name: str
    title: str
    words: str = Field(description="What there is to see.")
    exercise: Exercise


class ExampleList(BaseModel):
    """The exercises that are there."""

    examples: list[Example]
