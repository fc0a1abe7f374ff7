"""PGN, Portable Game Notation (Edwards 1994): games of chess as the programs of others read and write them.

Read are the tags, the moves, the comments and the NAGs ($1 is a good move) of the main line, of every game in a text; variations are
passed over. Written is the export format: seven tags first, lines of up to 79 characters. What was written is read as the same record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from ...errors import CounterplayError, UsageError
from . import notation
from .position import Position

if TYPE_CHECKING:
    from .rules import Chess

ROSTER: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
"""The seven tags that every game has, with what they say where nothing is known."""
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "*")
SUFFIXES: Final = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""What people write behind a move, and the NAG it stands for."""
LONGEST_LINE: Final = 79
MOST_CHARACTERS: Final = 50_000_000
TOKEN: Final = re.compile(
    r"""\s+ | ^%[^\n]* | ;(?P<rest>[^\n]*) | \{(?P<comment>[^}]*)\} | \[\s*(?P<tag>[\w-]+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]
    | (?P<bracket>[()]) | \$(?P<nag>\d{1,9}) | (?P<suffix>[!?]{1,2}) | (?P<result>1-0|0-1|1/2(?:-1/2)?|\*)(?![-\w/])
    | \d+\.+ | \d+(?![-\w]) | \.+ | e\.p\. | (?P<move>[A-Za-z0O][\w=+#/-]*?(?:e\.p\.|(?![\w=+#/-])))""",
    re.VERBOSE | re.MULTILINE,
)
TAG_AT_LINE_START: Final = re.compile(r'^\[[\w-]+\s+"', re.MULTILINE)
"""Where the next game begins behind something that cannot be read."""


@dataclass
class Record:
    """A game: who played it, from which position, which moves, how it ended, and what somebody said about it."""

    game: Chess
    start: Position
    moves: list[int] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)
    """The seven that every game has, and others; but not those that the other fields say: FEN, SetUp, Variant."""
    comments: dict[int, str] = field(default_factory=dict)
    """What is said after so many moves; 0: before the first."""
    nags: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """The NAGs of a move, which is the so manieth: 1 the first."""

    def __post_init__(self) -> None:
        self.tags = {**ROSTER, **self.tags}
        if self.tags["Result"] not in RESULTS:
            self.tags["Result"] = "*"
        if self.game.chess960:  # which array it was, the start says
            self.game = type(self.game)(chess960=True)

    @property
    def result(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` where nobody knows."""
        return self.tags["Result"]

    def states(self) -> Iterator[Position]:
        """The positions of the game, the first and the last included."""
        state = self.start
        yield state
        for action in self.moves:
            state = self.game.result(state, action)
            yield state


class Unreadable(NamedTuple):
    """A game in which something is wrong: what its tags say, and what is wrong, where."""

    tags: dict[str, str]
    reason: str


# ── Reading ──


def read_pgn(text: str) -> list[Record]:
    """All games in a text; one that cannot be read is an error.

    >>> record, = read_pgn('[White "Ada"] 1. e4 {good} e5 (1... c5) 2. Nf3! *')
    >>> record.tags["White"], len(record.moves), record.comments, record.nags
    ('Ada', 3, {1: 'good'}, {3: (1,)})
    """
    return [_readable(found) for found in games_in(text)]


def read_game(text: str) -> tuple[Position, list[int]]:
    """Where the first game of a text began, and what was played."""
    record = _readable(next(games_in(text)))
    return record.start, record.moves


def games_in(text: str) -> Iterator[Record | Unreadable]:
    """The games in a text, one by one. One that cannot be read is passed over to its end and told as such: the others can be read.

    >>> [type(found).__name__ for found in games_in("1. e4 * 1. e4 Ke5 2. d4 * 1. d4 *")]
    ['Record', 'Unreadable', 'Record']
    """
    if len(text) > MOST_CHARACTERS:
        raise UsageError(f"This text has over {MOST_CHARACTERS:,} characters: read the games of a PGN file in parts.")
    reader = _Reader(text)
    yield from reader.games()
    if not reader.ended:
        raise UsageError("This PGN has no game: it has neither tags nor moves.")


def _readable(found: Record | Unreadable) -> Record:
    if isinstance(found, Unreadable):
        raise UsageError(found.reason)
    return found


class _Reader:
    """Hears one token after the other."""

    def __init__(self, text: str) -> None:
        self.ended = 0
        """How many games have been read to their end."""
        self._text = text
        self._line, self._counted = 1, 0
        """The line in which this place of the text is: counted on from there, since a text may have very many games that are wrong."""
        self._begin()

    def _begin(self) -> None:
        self._tags: dict[str, str] = {}
        self._record: Record | None = None
        self._state: Position | None = None
        self._comments: dict[int, str] = {}
        self._depth = 0
        self._reason = ""
        """Why this game cannot be read; from then on only its end is looked for."""

    def games(self) -> Iterator[Record | Unreadable]:
        place = 1 if self._text.startswith("\ufeff") else 0
        while place < len(self._text):
            token = TOKEN.match(self._text, place)
            if token is None:
                self._give_up(f"it cannot be read from {self._text[place : place + 20]!r} on.", place)
                # Where a comment is not closed, no later one is: the rest is a comment.
                following = None if self._text[place] == "{" else TAG_AT_LINE_START.search(self._text, place + 1)
                place = len(self._text) if following is None else following.start()
                continue
            if token.lastgroup == "value" and (self._record is not None or self._reason):
                yield from self._end(place)  # the last game has no result
            try:
                self._hear(token)
            except CounterplayError as error:
                self._give_up(str(error), place)
            place = token.end()
            if token.lastgroup == "result" and not self._depth:
                yield from self._end(place)
        yield from self._end(place)

    def _give_up(self, reason: str, place: int) -> None:
        self._line += self._text.count("\n", self._counted, place)
        self._counted = place
        self._reason = self._reason or f"Game {self.ended + 1} of this PGN, line {self._line:,}: {reason}"

    def _hear(self, token: re.Match[str]) -> None:
        kind = token.lastgroup
        if kind == "bracket":
            self._depth += 1 if token["bracket"] == "(" else -1
            if self._depth < 0:
                self._depth = 0
                raise UsageError("a bracket ) closes a variation that has not begun.")
        elif self._depth or self._reason or kind is None:
            pass
        elif kind == "value":
            self._tags[token["tag"]] = " ".join(re.sub(r"\\(.)", r"\1", token["value"], flags=re.DOTALL).split())
        elif kind in ("comment", "rest"):
            said = " ".join(token[kind].replace("}", ")").split())  # a comment in braces cannot have one
            played = 0 if self._record is None else len(self._record.moves)
            if said:
                self._comments[played] = f"{self._comments[played]} {said}" if played in self._comments else said
        elif kind == "result":
            self._tags["Result"] = "1/2-1/2" if token["result"] == "1/2" else token["result"]
            self._beginning()
        else:
            self._play(kind, token[kind])

    def _play(self, kind: str, word: str) -> None:
        record = self._beginning()
        if kind == "move":
            assert self._state is not None
            action = notation.read_move(record.game, self._state, word)
            record.moves.append(action)
            self._state = record.game.result(self._state, action)
            return
        number = SUFFIXES.get(word) if kind == "suffix" else int(word)
        if number is not None and record.moves:
            record.nags[len(record.moves)] = (*record.nags.get(len(record.moves), ()), number)

    def _beginning(self) -> Record:
        """The record of this game, made when its first move (or its result) is met."""
        if self._record is None:
            self._record = _begun(self._tags, self._comments)
            self._state = self._record.start
        return self._record

    def _end(self, place: int) -> Iterator[Record | Unreadable]:
        """The game is over, and another may begin."""
        if self._depth:
            self._give_up("it ends in the middle of a variation: a bracket ) is missing.", place)
        if not self._reason and (self._tags or self._record is not None):
            try:
                self._beginning().tags["Result"] = said if (said := self._tags.get("Result")) in RESULTS else "*"
            except CounterplayError as error:
                self._give_up(str(error), place)
        found = Unreadable({**ROSTER, **self._tags}, self._reason) if self._reason else self._record
        self._begin()
        if found is not None:
            self.ended += 1
            yield found


def _begun(tags: dict[str, str], comments: dict[int, str]) -> Record:
    from .rules import Chess

    variant = tags.get("Variant", "").replace(" ", "").lower()
    if variant not in ("", "standard", "fromposition", "chess960", "fischerandom", "fischerrandom"):
        raise UsageError(f'[Variant "{tags["Variant"]}"] is no chess: Standard and Chess960 are read.')
    game = Chess(chess960="960" in variant or "fischer" in variant)
    start = game.parse_state(tags["FEN"]) if "FEN" in tags else game.initial()
    return Record(game, start, [], {name: value for name, value in tags.items() if name not in ("FEN", "SetUp", "Variant")}, comments)


# ── Writing ──


def write_pgn(records: list[Record]) -> str:
    """The games as the text of a file.

    >>> print(write_pgn(read_pgn("1. e4 e5 2. Nf3 1/2-1/2")))
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "?"]
    [Black "?"]
    [Result "1/2-1/2"]
    <BLANKLINE>
    1. e4 e5 2. Nf3 1/2-1/2
    <BLANKLINE>
    """
    return "\n".join(f"{_tags(record)}\n{_wrapped([*_words(record), record.result])}\n" for record in records)


def write_game(game: Chess, start: Position, moves: Sequence[int], tags: Mapping[str, str]) -> str:
    """A game of which nothing is known but its moves and these tags; if the moves end it, the result is clear."""
    record = Record(game, start, list(moves), dict(tags))
    *_, last = states = list(record.states())
    if game.is_terminal(last):
        record.tags["Result"] = {1.0: "1-0", -1.0: "0-1"}.get(game.utility(last, 0), "1/2-1/2")
    elif sum(game.key(state) == game.key(last) for state in states) >= game.repetition_draws:  # so says `history.is_drawn`, a layer above
        record.tags["Result"] = "1/2-1/2"
    return write_pgn([record])


def write_line(game: Chess, start: Position, moves: Sequence[int]) -> str:
    """The moves alone, with their numbers."""
    return " ".join(_words(Record(game, start, list(moves))))


def _tags(record: Record) -> str:
    tags = dict(record.tags)
    if record.game.chess960:
        tags["Variant"] = "Chess960"
    if record.start != record.game.initial() or record.game.chess960:
        tags |= {"SetUp": "1", "FEN": record.game.format_state(record.start)}
    escaped = {name: re.sub(r'(["\\])', r"\\\1", " ".join(value.split())) for name, value in tags.items()}
    return "".join(f'[{name} "{value}"]\n' for name, value in escaped.items())


def _words(record: Record) -> Iterator[str]:
    """What stands between the tags and the result, word by word."""
    yield from _said(record.comments.get(0))
    number = True
    """Whether Black's move has to have its number before it."""
    for played, (action, (before, _)) in enumerate(zip(record.moves, pairwise(record.states()), strict=True), 1):
        if before.played % 2 == 0:
            yield f"{before.played // 2 + 1}."
        elif number:
            yield f"{before.played // 2 + 1}..."
        yield record.game.format_action(before, action)
        for nag in record.nags.get(played, ()):
            yield f"${nag}"
        yield from _said(record.comments.get(played))
        number = played in record.comments


def _said(comment: str | None) -> Iterator[str]:
    if comment is not None:
        yield from ("{" + comment.replace("}", ")") + "}").split()


def _wrapped(words: list[str]) -> str:
    lines = words[:1]
    for word in words[1:]:
        if len(lines[-1]) + 1 + len(word) > LONGEST_LINE:
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    return "\n".join(lines)
