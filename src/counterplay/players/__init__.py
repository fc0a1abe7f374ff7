"""Something that chooses a move: a search with its settings, a class of your own, another program, chance, a person.

Players are named by strings, the same everywhere:

    engine:seconds=0.1,threads=1         the strongest
    alphabeta:depth=4                    a search; the words after the colon are its own keywords
    star_minimax:evaluation=network      with an evaluation that was learned: the one that comes with the game, or a file
    mcts:seconds=0.5,threads=2           its tree goes on growing from move to move
    mcts:network=true                    guided by the network that comes with the game, or by one in a file
    level:3                              an opponent of `counterplay play`
    policy:leduc.policy                  what `counterplay cfr` has found, for games with hidden information
    cfr:until=0.001                      finds such a policy itself
    random, human
    python:mymodule.MyPlayer             a class with `choose(game, state)`, or a function of game and state
    python:mine.py:MyPlayer:depth=3      the same in a file, with settings
    program:./mybot --fast               another program, asked through a pipe
    gtp:gnugo --mode gtp                 a program that plays Go, by the Go Text Protocol
    uci:stockfish?Skill Level=5          a program that plays chess, by UCI; limits are options too: &movetime=100
"""

from __future__ import annotations

import ast
from typing import Any, Final

from ..errors import UsageError
from ..search import ALGORITHMS
from .gtp import GtpPlayer
from .levels import LEVELS, Level, LevelPlayer, guided, level
from .own import own_player
from .policies import CfrPlayer, FilePolicyPlayer, PolicyPlayer
from .program import ProgramPlayer
from .searches import AgentPlayer, SearchPlayer, algorithm, algorithm_with, settings_of, with_evaluation
from .simple import Person, Player, RandomPlayer, ask, get_ready
from .uci import UciPlayer

__all__ = [
    "ALGORITHMS",
    "LEVELS",
    "AgentPlayer",
    "CfrPlayer",
    "FilePolicyPlayer",
    "GtpPlayer",
    "Level",
    "LevelPlayer",
    "Person",
    "Player",
    "PolicyPlayer",
    "ProgramPlayer",
    "RandomPlayer",
    "SearchPlayer",
    "UciPlayer",
    "algorithm",
    "algorithm_with",
    "ask",
    "get_ready",
    "guided",
    "level",
    "player",
    "settings_in",
    "settings_of",
    "with_evaluation",
]


FILES: Final = ("database", "network")
"""Settings that may be the name of a file."""


def player(text: str, seed: int | None = None) -> Player:
    """The player that a string names.

    >>> player("alphabeta:depth=4").name
    'alphabeta:depth=4'
    >>> player("random").name
    'random'
    """
    name, _, rest = text.strip().partition(":")
    if name == "level":
        return LevelPlayer(level(rest), seed)
    if name == "python":
        return own_player(rest, seed)
    if name == "policy":
        return FilePolicyPlayer(rest, seed)
    if name == "gtp":
        return GtpPlayer.from_text(rest)
    if name == "uci":
        return UciPlayer.from_text(rest)
    if name == "program":
        return ProgramPlayer.from_text(rest)
    settings = settings_in(rest, text)
    if name == "human":
        return Person()
    if name == "random":
        if set(settings) - {"seed"}:
            raise UsageError(f"{text!r}: a random player has one setting, seed.")
        return RandomPlayer(settings.get("seed", seed))
    if name == "cfr":
        if set(settings) - {"until", "seconds", "seed"}:
            raise UsageError(f"{text!r}: a player that is cfr has the settings until, seconds and seed.")
        return CfrPlayer(**{"seed": seed, **settings})
    if seed is not None and name in ALGORITHMS and "seed" in settings_of(name):
        settings.setdefault("seed", seed)
    remembers = name in ALGORITHMS and ALGORITHMS[name].agent
    return AgentPlayer(name, settings) if remembers else SearchPlayer(name, settings)


def settings_in(text: str, whole: str | None = None) -> dict[str, Any]:
    """Settings written as `depth=4,threads=2`; `whole` is what the reader wrote, for a complaint.

    >>> settings_in("depth=4,hard=true")
    {'depth': 4, 'hard': True}
    """
    settings: dict[str, Any] = {}
    for setting in filter(None, (part.strip() for part in text.split(","))):
        word, equals, value = (part.strip() for part in setting.partition("="))
        if not equals:
            raise UsageError(f"{whole or text!r}: write settings as name=value, separated by commas; {setting!r} is not.")
        if word == "evaluation" and value[:1] not in ("'", '"'):  # a name or a file, with or without quotes
            settings[word] = value
            continue
        try:
            settings[word] = ast.literal_eval({"true": "True", "false": "False"}.get(value, value))
        except (ValueError, SyntaxError) as error:
            if word not in FILES:
                raise UsageError(f"{whole or text!r}: {value!r} is not a number, true or false.") from error
            settings[word] = value
    return settings
