"""Which games there are, and what the server is doing."""

from __future__ import annotations

from fastapi import APIRouter

from ..errors import CounterplayError
from ..players import LEVELS
from .models import GameInfo, GameList, Level, LevelList, Status
from .services import Shared

router = APIRouter(tags=["games"])


@router.get("/games")
def list_games(services: Shared) -> GameList:
    """All games, those that were named when the server was started first."""
    found = []
    for name in services.catalogue.games:
        try:
            found.append(services.catalogue.info(name))
        except CounterplayError:  # a game whose rules fail at the first position cannot be shown; the others can
            continue
    return GameList(games=found)


@router.get("/games/{name}")
def one_game(name: str, services: Shared) -> GameInfo:
    """One game: its rules, its kind, its parameters, its first position."""
    return services.catalogue.info(name)


@router.get("/levels")
def list_levels(services: Shared, game: str | None = None) -> LevelList:
    """How strong the engine can be, and which other programs play this game."""
    known = None if game is None else services.catalogue.games.get(game)
    return LevelList(
        levels=[Level.model_validate({"name": one.name, "words": str(one)}) for one in LEVELS],
        programs=[] if known is None else services.programs.names(known),
    )


@router.get("/status")
def status(services: Shared) -> Status:
    """What is being compiled, and how many searches run and wait."""
    return Status(compiling=services.compiler.compiling, running=services.pool.running, waiting=services.pool.waiting)
