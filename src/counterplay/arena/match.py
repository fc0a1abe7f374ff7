"""Two players, many games: who is the stronger one, and how sure is that?"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import CounterplayError, DoesNotFit, UsageError
from ..game import Game
from ..players import Player, player
from ..registry import load
from .crew import Crew
from .files import MatchFile, compared, matches_folder
from .fingerprints import game_fingerprint, player_fingerprint
from .openings import Opening, opening_of, openings_in, random_openings
from .playing import Assignment, Record
from .sprt import Sprt
from .standing import Standing, Tally
from .table import Table


class Report(NamedTuple):
    """What a match under way has to say, after every game and ten times a second."""

    standing: Standing
    done: int
    """Games that have ended, those of earlier runs included."""
    total: int
    now: int
    """Games that ended since this run began, and how many seconds ago that was."""
    seconds: float


@dataclass(frozen=True)
class Match:
    """The settings of a match, in the words of the command line.

    Each opening is played twice with sides exchanged. `openings=None` takes a new one for every pair as long as there are any.
    """

    game: str | Game[Any, Any]
    players: tuple[str | Player, str | Player]
    games: int = 100
    openings: int | None = None
    opening_plies: int | None = None
    openings_from: Path | None = None
    seed: int = 1
    limit: float | None = None
    """A player who takes longer over a move, in seconds, loses the game."""
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise UsageError(f"games={self.games}: give an even number; each opening is played twice, with sides exchanged.")
        if self.limit is not None and not self.limit > 0:
            raise UsageError(f"limit={self.limit:g}: give a time in seconds above 0.")
        if self.openings_from is not None and not (self.openings is None and self.opening_plies is None):
            raise UsageError("Openings come from a file or are random, not both.")
        require_two_players(self.loaded)
        for given in self.players:
            made = player(given) if isinstance(given, str) else given
            if made.name == "human":
                raise UsageError("A match is played by programs: for a game against a person there is `counterplay play`.")
            if made is not given and hasattr(made, "close"):
                made.close()

    @cached_property
    def loaded(self) -> Game[Any, Any]:
        """The game itself."""
        return load(self.game)

    @cached_property
    def game_text(self) -> str | None:
        """What `load` reads to make the game, if there is such a text."""
        if isinstance(self.game, str):
            return self.game
        try:
            return str(self.game) if load(str(self.game)) == self.game else None
        except CounterplayError:
            return None

    @cached_property
    def chosen_openings(self) -> list[Opening]:
        """The positions that games begin with."""
        if self.openings_from is not None:
            return openings_in(self.loaded, self.openings_from)
        wanted = self.games // 2 if self.openings is None else self.openings
        return random_openings(self.loaded, wanted, self.opening_plies, self.seed, exactly=self.openings is not None)

    @property
    def names(self) -> tuple[str, str]:
        """The players as their strings."""
        first, second = (given.strip() if isinstance(given, str) else given.name for given in self.players)
        return first, second

    def settings(self) -> dict[str, Any]:
        """What makes two matches the same one. The number of games and the stop rule do not: a match can be made longer."""
        return {
            "game": str(self.loaded),
            "players": list(self.names),
            "seed": self.seed,
            "limit": self.limit,
            "openings": self.openings,
            "plies of the openings": self.opening_plies,
            "file of openings": None if self.openings_from is None else _digest([opening.position for opening in self.chosen_openings]),
            "rules": game_fingerprint(self.loaded),
            "code of the players": [player_fingerprint(given) for given in self.players],
            "made_from": self.game_text if self.game_text is None else _absolute(self.game_text),
        }

    def usual_file(self) -> Path:
        """Where the command line keeps this match unless it is told a file: the same settings lead to the same place."""
        return matches_folder() / f"{self.loaded.name}-{_digest(compared(self.settings()))}.sqlite"

    def assignment(self, number: int) -> Assignment:
        """The game with this number."""
        return Assignment(number, opening_of(self.chosen_openings, number), self.seed)

    def play(self, file: Path | None = None, jobs: int = 1, progress: Callable[[Report], None] | None = None) -> Standing:
        """Play the games that are not yet in the file, so many at a time, until there are enough or the stop rule has spoken.

        Games and players given as texts are played in processes of their own. Python objects stay in this one, one game at a time.
        """
        if not 1 <= jobs <= 1024:
            raise UsageError(f"jobs={jobs}: give the number of games to play at once, 1 or more.")
        texts = tuple(given for given in self.players if isinstance(given, str))
        elsewhere = self.game_text is not None and len(texts) == 2
        if jobs > 1 and not elsewhere:
            raise UsageError("jobs: Python objects stay in this process; name game and players as texts to play several games at once.")
        kept = MatchFile(file)
        try:
            kept.agree(self.settings())
            tally = Tally(self.names, self.sprt)
            for number, score, failed, reason in kept.results():
                if number <= self.games:
                    tally.add(number, score, failed, reason)
            started, before = time.monotonic(), len(tally)
            for record in self._played(tally, jobs, elsewhere):
                if record is not None:
                    kept.add(record)
                    tally.add(record.number, record.score, record.failed, record.reason)
                if progress is not None:
                    progress(Report(tally.standing(), len(tally), self.games, len(tally) - before, time.monotonic() - started))
                if tally.decision is not None:
                    break
            return tally.standing()
        finally:
            kept.close()

    def _played(self, tally: Tally, jobs: int, elsewhere: bool) -> Iterator[Record | None]:
        missing = (self.assignment(number) for number in range(1, self.games + 1) if number not in tally)
        left = self.games - len(tally)
        if tally.decision is not None or not left:
            return
        if not elsewhere:
            table = Table(self.loaded, self.players, self.limit)
            table.rehearse(self.assignment(1), left)
            try:
                for assignment in missing:
                    yield table.play(assignment)
            finally:
                table.close()
            return
        assert self.game_text is not None
        crew = Crew(self.game_text, self.names, self.limit, self.assignment(1), left, min(jobs, left))
        try:
            yield from crew.play(missing)
        finally:
            crew.close()


def play_match(
    game: str | Game[Any, Any],
    first: str | Player,
    second: str | Player,
    *,
    games: int = 100,
    openings: int | None = None,
    opening_plies: int | None = None,
    openings_from: str | os.PathLike[str] | None = None,
    jobs: int = 1,
    seed: int = 1,
    limit: float | None = None,
    sprt: Sprt | str | None = None,
    file: str | os.PathLike[str] | None = None,
    progress: Callable[[Report], None] | None = None,
) -> Standing:
    """Play a match and say how it stands at the end.

    Players and game are texts (then games are played in processes of their own, `jobs` at a time) or objects. `file` keeps every game
    as it ends; the same call goes on where it stopped.

    >>> standing = play_match("tic_tac_toe", "alphabeta:depth=9", "random", games=10, opening_plies=1)
    >>> standing.losses, standing.elo > 100
    (0, True)
    """
    source = None if openings_from is None else Path(openings_from)
    rule = Sprt.from_text(sprt) if isinstance(sprt, str) else sprt
    match = Match(game, (first, second), games, openings, opening_plies, source, seed, limit, rule)
    return match.play(None if file is None else Path(file), jobs, progress)


def require_two_players(game: Game[Any, Any]) -> None:
    """Refuse a game in which there are no two opponents who see everything."""
    kind = game.properties
    if kind.players != 2:
        raise DoesNotFit(f"A match is for two players, but {game.name} has {kind.players}.")
    if kind.payoffs == "general-sum":
        raise DoesNotFit(f"A match needs a winner, but in {game.name} one player's gain is not the other's loss.")
    if kind.hidden_information:
        raise DoesNotFit(f"In {game.name} players do not see everything; matches are for games in which they do.")


def _absolute(text: str) -> str:
    """The text with the full path of the file that it names, so that `replay` finds the game from everywhere."""
    return str(Path(text).expanduser().absolute()) if re.search(r"\.(py|json)\b", text) else text


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:12]
