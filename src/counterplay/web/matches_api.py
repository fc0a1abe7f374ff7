"""Matches that were played, or are being played: how they stand, their games, every position."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from . import bounds
from .matches_models import GameView, MatchList, MatchView, ReplayPositions
from .services import Shared

router = APIRouter(tags=["matches"])
MatchName = Annotated[str, Path(max_length=bounds.NAME_CHARACTERS, description="The `id` of a match in the list.")]
Number = Annotated[int, Path(ge=1, le=bounds.MATCH_NUMBER, description="The number of a game.")]


@router.get("/matches")
def list_matches(services: Shared) -> MatchList:
    """All matches, those that were played last first. A file that cannot be read is listed with the reason."""
    return services.matches.listed()


@router.get("/matches/{match}")
def one_match(match: MatchName, services: Shared, begin: Annotated[int, Query(ge=1, le=bounds.MATCH_NUMBER)] = 1) -> MatchView:
    """How a match stands, and its games from the number `begin` on."""
    return services.matches.one(match, begin)


@router.get("/matches/{match}/games/{number}")
def one_game_of_a_match(match: MatchName, number: Number, services: Shared) -> GameView:
    """A game move by move."""
    return services.matches.game(match, number)


@router.get("/matches/{match}/games/{number}/positions")
def positions_of_a_game(
    match: MatchName, number: Number, services: Shared, first: Annotated[int, Query(ge=0, le=bounds.MATCH_NUMBER)] = 0
) -> ReplayPositions:
    """The positions of a game from the ply `first` on, as many as fit into an answer."""
    return services.matches.positions(match, number, first)
