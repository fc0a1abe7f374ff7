"""Learning: runs with their curves, the networks that play a game, and what one of them sees of a position."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request

from . import bounds
from .learning import listed, shown
from .learning_models import LearningList, Look, NetworkEntry, NetworkList, NetworksOf, RunView, Sight
from .networks import HOW
from .pool import Job
from .positions_api import in_thread
from .refusals import rules_of
from .services import Shared, Visitor
from .sight import sight
from .waiting import while_connected

router = APIRouter(tags=["learning"])


@router.get("/learning")
def list_runs(services: Shared) -> LearningList:
    """All runs in the folders that were named when the server was started, and the networks that come with games."""
    return listed(services.networks, services.catalogue)


@router.get("/learning/{run}")
def one_run(
    run: Annotated[str, Path(max_length=bounds.NAME_CHARACTERS, description="The `id` of a run in the list.")], services: Shared
) -> RunView:
    """A run with its curves as they are now, and its generations."""
    return shown(services.networks, services.catalogue, run)


@router.post("/networks")
def networks_of(wanted: NetworksOf, services: Shared) -> NetworkList:
    """The networks that play a game: those it comes with, and every generation that was learned."""
    game = services.catalogue.game(wanted.game, wanted.parameters)
    with rules_of(game):
        found = services.networks.of_game(game)
        return NetworkList(
            networks=[NetworkEntry(id=one.id, words=one.full_words, group=one.group, how=HOW[one.search(game)]) for one in found]
        )


@router.post("/sight")
async def look(request: Request, wanted: Look, services: Shared, visitor: Visitor) -> Sight:
    """What a network sees of a position before any search."""
    position = await in_thread(services, wanted)

    def see(job: Job) -> Sight:
        with rules_of(position.game):
            return sight(position, services.networks.find(wanted.network, position.game), job)

    return await while_connected(request, services.pool.run(visitor, see))
