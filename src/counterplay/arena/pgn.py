"""The games of a match of chess as a PGN file, for the programs of others."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from ..errors import CounterplayError, UsageError
from ..game import Game
from ..games.chess import Chess
from ..games.chess.pgn import Record as Written
from ..games.chess.pgn import write_pgn
from .files import MatchFile
from .playing import Record
from .replay import game_of, labels, steps


def require_chess(game: Game[object, object]) -> Chess:
    """Refuse to write other games as PGN."""
    if not isinstance(game, Chess):
        raise UsageError(f"PGN is how games of chess are written; this is {game.name}. `--json` writes every game.")
    return game


def written(game: Chess, record: Record, names: tuple[str, str]) -> Written:
    """A game of a match as PGN has it."""
    found = steps(game, record)
    moves = [game.parse_action(before.state, after.move.text) for before, after in pairwise(found) if after.move]
    white = record.score if record.first == 0 else 1 - record.score
    tags = {
        "Event": "counterplay match",
        "Round": str(record.number),
        "White": names[record.first],
        "Black": names[1 - record.first],
        "Result": {1.0: "1-0", 0.0: "0-1"}.get(white, "1/2-1/2"),
        **({"Termination": record.reason} if record.reason else {}),
    }
    return Written(game, found[0].state, moves, tags)


def export(kept: MatchFile, path: Path) -> int:
    """Write all games of a match to a file; how many there are."""
    game, names = require_chess(game_of(kept)), labels(kept.settings["players"])
    games = [written(game, record, names) for record in kept.records()]
    try:
        path.write_text(write_pgn(games), encoding="utf-8")
    except OSError as error:
        raise CounterplayError(f"{path} cannot be written: {error.strerror}.") from error
    return len(games)
