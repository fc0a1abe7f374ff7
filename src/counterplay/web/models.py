"""What goes over the wire: the typed words of the JSON API."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from . import bounds

ParameterKind = Literal["yes or no", "whole number", "number", "word", "whole numbers", "values"]
LevelName = Literal["beginner", "easy", "medium", "hard", "full"]
Move = Annotated[str, Field(min_length=1, max_length=bounds.MOVE_CHARACTERS, description="A move as the game writes it.")]
GameName = Annotated[str, Field(min_length=1, max_length=bounds.NAME_CHARACTERS, examples=["tic_tac_toe"])]
Parameters = Annotated[dict[str, JsonValue], Field(max_length=bounds.PARAMETERS, description="Those left out are the game's own.")]
NodeNumber = Annotated[int, Field(ge=0, lt=bounds.NODES)]


class Strict(BaseModel):
    """A request: what it does not know it refuses."""

    model_config = ConfigDict(extra="forbid")


# ── Games ──


class Lot(BaseModel):
    """What can be drawn by lot: a whole number, and which other parameters it takes with it."""

    least: int
    most: int
    others: dict[str, JsonValue]


class Parameter(BaseModel):
    """A field of the form for a game's parameters."""

    name: str
    label: str
    kind: ParameterKind
    value: JsonValue
    lot: Lot | None = Field(default=None, description="Where people may want to have it drawn by lot.")


class GameInfo(BaseModel):
    """A game in the gallery."""

    name: str
    title: str
    rules: str
    kind: str = Field(description="What kind of game it is, in words.")
    properties: dict[str, Any]
    parameters: list[Parameter]
    players: list[str]
    svg: str = Field(description="The first position.")
    solved: str | None = Field(description="How it ends with best play, where it is small enough to be solved here; null if not known.")
    own: bool = Field(description="Whether it was named when the server was started.")


class GameList(BaseModel):
    """All the games there are."""

    games: list[GameInfo]


class Level(BaseModel):
    """How strong an opponent is."""

    name: LevelName
    words: str


class LevelList(BaseModel):
    """The levels, the weakest first."""

    levels: list[Level]
    programs: list[str] = Field(description="Other programs that play this game, named when the server was started.")


# ── Positions ──


class Line(Strict):
    """A position: a game, where it began, and the moves since."""

    game: GameName
    parameters: Parameters = Field(default_factory=dict)
    start: str | None = Field(
        default=None, max_length=bounds.POSITION_CHARACTERS, description="The first position as the game writes it; left out: its own."
    )
    moves: list[Move] = Field(default_factory=list, max_length=bounds.PLIES)


class Box(BaseModel):
    """A place on the picture, in its own coordinates."""

    x: float
    y: float
    width: float
    height: float


class LegalMove(BaseModel):
    """A move that can be played here."""

    move: str
    squares: list[str] = Field(description="The named squares it touches, in order: from, to. Empty where the picture names none.")
    boxes: list[Box] = Field(description="The places on the picture that play it.")


class Ply(BaseModel):
    """A move that was made."""

    move: str
    player: int = Field(description="Who made it; -1 is chance.")


class Points(BaseModel):
    """What people count in: p of these ahead are evaluated as p / (|p| + half)."""

    name: str
    half: float


class View(BaseModel):
    """Everything there is to see of a position."""

    game: str = Field(description="The game with its parameters, as `counterplay play` takes it.")
    start: str | None
    plies: list[Ply]
    position: str
    svg: str
    text: str
    turn: int | None = Field(description="Whose turn it is: 0, 1, …; -1 is chance; null where the game is over.")
    turn_name: str | None
    players: list[str]
    moves: list[LegalMove]
    last: list[Box] = Field(description="Where the last move was made.")
    over: bool
    payoffs: list[float] | None
    result: str | None = Field(description="How it ended, in words.")
    zero_sum: bool = Field(description="Whether one number says what both players get.")
    points: Points | None = Field(description="What people count in; null where values are shown as they are.")


class WrittenGame(BaseModel):
    """A game as it is kept in files."""

    text: str | None


class Paste(Strict):
    """A text that somebody pasted: a position, moves, or a whole game as it is copied here."""

    game: GameName
    parameters: Parameters = Field(default_factory=dict)
    text: str = Field(max_length=bounds.PASTE_CHARACTERS)


# ── Searches ──


class AnalysisLine(BaseModel):
    """One move with what it is worth and what follows."""

    move: str
    value: float = Field(description="For the player to move.")
    exact: bool
    distance: int | None = Field(description="Plies to the end of the game, where it is known.")
    at_most: bool = Field(description="Whether that is only the most it takes: there may be a shorter way.")
    line: list[str] = Field(description="Best play from here, beginning with the move.")
    written: str | None = Field(description="The same as people write lines (`12... Nf6 13. Bg5`); null of all but the first few lines.")


class AnalysisView(BaseModel):
    """What a search knows so far."""

    algorithm: str
    depth: int
    selective_depth: int
    nodes: int
    seconds: float
    exact: bool
    compiled: bool
    turn: int
    lines: list[AnalysisLine]


class HintRequest(Line):
    """What to play here?"""

    seconds: float = Field(default=1.0, gt=0, le=bounds.MOVE_SECONDS)


# ── Games that are played ──


class Side(Strict):
    """Who plays a side."""

    kind: Literal["human", "engine"] = "human"
    level: LevelName = "medium"
    program: str | None = Field(default=None, max_length=bounds.NAME_CHARACTERS, description="The engine is this program; see `levels`.")
    network: str | None = Field(default=None, max_length=bounds.NAME_CHARACTERS, description="The engine is this; see `networks`.")
    seconds: float | None = Field(default=None, ge=0.01, le=bounds.MOVE_SECONDS, description="The most time the engine takes for a move.")


class Clock(Strict):
    """Time for the whole game and for each move, in seconds."""

    seconds: float = Field(ge=5, le=36_000)
    increment: float = Field(default=0, ge=0, le=600)


class NewSession(Line):
    """A game to be played; `moves` have been made already."""

    sides: list[Side] = Field(min_length=1, max_length=16)
    clock: Clock | None = None


class Change(Strict):
    """What may change in a game besides its moves."""

    current: NodeNumber | None = None
    sides: list[Side] | None = Field(default=None, min_length=1, max_length=16)


class Play(Strict):
    """A move at a position of a game."""

    node: NodeNumber
    move: Move


class Think(Strict):
    """Let the engine (or chance) move at a position of a game."""

    node: NodeNumber


class TakeBack(Strict):
    """Take back the move that led to a position of a game; without one, to where the game stands."""

    node: NodeNumber | None = None


class Node(BaseModel):
    """A position in the tree of a game and its variations."""

    number: int
    parent: int | None
    move: str | None
    player: int | None = Field(description="Who made the move.")
    clocks: list[float] | None = Field(description="The seconds that each side had left after it.")


class SessionSummary(BaseModel):
    """A game in the list of yours."""

    id: str
    game: str
    title: str
    parameters: dict[str, JsonValue]
    start: str | None
    sides: list[Side]
    moves: int
    result: str | None
    created: float
    touched: float


class SessionList(BaseModel):
    """Your games, the last one first."""

    sessions: list[SessionSummary]


class Session(BaseModel):
    """A game with all its variations."""

    id: str
    game: str
    parameters: dict[str, JsonValue]
    start: str | None
    sides: list[Side]
    clock: Clock | None
    current: int
    nodes: list[Node]
    lost_on_time: int | None
    waited: float = Field(description="For how many seconds the player to move has been thinking.")


class Moved(BaseModel):
    """A move that is now part of the game: it is on disk."""

    node: Node
    view: View
    compiled: bool | None = Field(default=None, description="How the engine searched: as machine code or interpreted.")


class Status(BaseModel):
    """What the server is doing."""

    compiling: list[str] = Field(description="Games that are being compiled; meanwhile they are searched interpreted.")
    running: int
    waiting: int
