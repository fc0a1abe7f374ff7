"""What goes over the wire about matches."""

from __future__ import annotations

from pydantic import BaseModel, Field, JsonValue

from .models import Box


class Score(BaseModel):
    """How a match stands; every number is the first player's."""

    players: list[str]
    games: int
    wins: int
    draws: int
    losses: int
    pairs: list[int] = Field(description="How many pairs of games gave 0, 1/2, 1, 3/2 and 2 points.")
    score: float = Field(description="The share of points, 0 to 1.")
    elo: float | None = Field(description="The difference in Elo; null where it is infinite.")
    interval: list[float | None] = Field(description="Between what it lies with a probability of 95 %; null where that is infinite.")
    rating: str = Field(description="The difference and its interval in words.")
    superiority: float = Field(description="How likely it is that the first player is the stronger one.")
    failures: list[int] = Field(description="How many games each player lost by an error, an illegal move or its clock.")
    failure: str | None = Field(description="The first of these reasons.")


class MatchEntry(BaseModel):
    """A match in the list. One whose file cannot be read has a `problem` and nothing else."""

    id: str
    file: str = Field(description="The name of the file, without its folder.")
    problem: str | None = Field(default=None, description="Why it cannot be read, in a sentence.")
    game: str | None = Field(default=None, description="The game with its parameters, as `counterplay match` takes it.")
    title: str | None = None
    began: str | None = Field(default=None, description="When the first game ended, in UTC.")
    ended: str | None = Field(default=None, description="When the last game ended, in UTC.")
    standing: Score | None = None


class MatchList(BaseModel):
    """All matches there are, the last ones first."""

    matches: list[MatchEntry]
    left_out: int = Field(description="How many older ones are not listed.")


class PlayedGame(BaseModel):
    """A game of a match in a line."""

    number: int
    first: str = Field(description="Who had the first side.")
    opening: str
    moves: int = Field(description="How many moves there were after the opening.")
    seconds: float
    score: float = Field(description="Of the first player of the match: 1, 0.5 or 0.")
    result: str = Field(description="How it ended, in words, and why.")


class MatchView(BaseModel):
    """A match and a page of its games."""

    match: MatchEntry
    settings: dict[str, JsonValue] = Field(description="Seed, limit of time, openings.")
    games: list[PlayedGame]
    next: int | None = Field(description="The number of the first game of the next page; null after the last.")


class PlayedMove(BaseModel):
    """A move of a game that was played."""

    move: str
    player: int = Field(description="The side that made it; -1 is chance.")
    seconds: float | None = Field(description="How long it took; null in the opening, and where chance moved.")
    opening: bool = Field(description="Whether it belongs to the opening, which nobody chose.")


class PlayPage(BaseModel):
    """How the Play page names the game, for a link that goes on from here."""

    game: str
    parameters: dict[str, JsonValue]


class GameView(BaseModel):
    """A game of a match, move by move."""

    match: MatchEntry
    game: PlayedGame
    sides: list[str] = Field(description="What the sides are called.")
    players: list[str] = Field(description="Who played them.")
    start: str | None = Field(description="The first position as the game writes it; null where it is the game's own.")
    moves: list[PlayedMove]
    play: PlayPage
    previous: int | None = Field(description="The number of the game before.")
    next: int | None = Field(description="The number of the game after.")


class ReplayPosition(BaseModel):
    """A position of a game that was played."""

    ply: int
    position: str
    svg: str
    last: list[Box] = Field(description="Where the last move was made.")


class ReplayPositions(BaseModel):
    """Some positions in a row."""

    positions: list[ReplayPosition]
