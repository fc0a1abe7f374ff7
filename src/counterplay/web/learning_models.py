"""What goes over the wire about learning: runs, their curves and generations, and what a network sees."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field, JsonValue

from . import bounds
from .matches_models import PlayPage
from .models import GameName, Line, Parameters, Strict


class RunEntry(BaseModel):
    """A run in the list."""

    id: str
    name: str = Field(description="The name of its folder.")
    game: str
    title: str
    kind: str = Field(description="What learns, in words.")
    state: Literal["running", "done", "stopped", "damaged"]
    words: str = Field(description="The state in a sentence.")
    games: int
    goal: int = Field(description="How many games it will have played when it is done.")
    seconds: float | None = Field(description="How long it has worked.")
    play: PlayPage | None = Field(description="Where its generations play; null where the rules are in a file that was not named.")


class Shipped(BaseModel):
    """A network that comes with a game."""

    id: str
    game: str
    parameters: dict[str, JsonValue]
    title: str
    kind: str
    words: str


class LearningList(BaseModel):
    """All runs, those that learn now first, and what comes with the games."""

    runs: list[RunEntry]
    shipped: list[Shipped]


class Point(BaseModel):
    """A point of a curve."""

    games: int
    seconds: float | None
    value: float
    error: float | None = Field(default=None, description="Its 95 % interval is so much to both sides.")
    hollow: bool = Field(default=False, description="Drawn as an empty dot: what was measured did not count.")


class Chart(BaseModel):
    """A curve with what it means."""

    title: str
    about: str
    percent: bool = False
    middle: float | None = Field(default=None, description="A value that divides good from bad.")
    points: list[Point]


class GenerationEntry(BaseModel):
    """Something that was kept on the way and can be played against."""

    id: str
    words: str
    games: int
    seconds: float | None
    problem: str | None = Field(description="Why it cannot be played, in a sentence.")


class RunView(BaseModel):
    """A run with its curves and generations."""

    run: RunEntry
    settings: dict[str, JsonValue]
    charts: list[Chart]
    generations: list[GenerationEntry]
    how: str = Field(description="How a generation plays, in words.")


class NetworksOf(Strict):
    """Which networks play this game?"""

    game: GameName
    parameters: Parameters = Field(default_factory=dict)


class NetworkEntry(BaseModel):
    """A network that plays."""

    id: str
    words: str
    group: str = Field(description="Where it comes from.")
    how: str = Field(description="How it plays, in words.")


class NetworkList(BaseModel):
    """The networks of a game."""

    networks: list[NetworkEntry]


class Look(Line):
    """What does this network see here?"""

    network: str = Field(max_length=bounds.NAME_CHARACTERS, description="The `id` of one of the game's `networks`.")


class SeenMove(BaseModel):
    """What a network thinks of a move."""

    move: str
    share: float | None = Field(description="How likely it looks, where the network says that.")
    value: float | None = Field(description="What it is worth to the player to move, where the network says that.")
    exact: bool = Field(description="Whether the game ends with it.")


class Sight(BaseModel):
    """What a network sees without any search."""

    network: str
    kind: Literal["policy", "value"]
    turn: int
    value: float = Field(description="What the position is worth to the player to move.")
    most: float = Field(description="The most that a position can be worth.")
    moves: list[SeenMove] = Field(description="The one it likes best first.")
