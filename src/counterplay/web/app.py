"""The application put together: pages, API, searches, games on disk; and what every request may use (`Services`)."""

from __future__ import annotations

import os
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI

from .. import __version__
from . import (
    extensive_api,
    games_api,
    hidden_api,
    horizon_api,
    lab_api,
    learning_api,
    live_api,
    matches_api,
    matrix_api,
    pages,
    positions_api,
    refusals,
    sessions_api,
)
from .catalogue import Catalogue
from .compiling import Compiler
from .guard import Guard
from .hidden_tables import HiddenTables
from .matches import Matches
from .networks import Networks
from .pool import Pool
from .programs import Programs
from .services import Services
from .store import Store


def create_app(
    given: Iterable[str] = (),
    database: Path | None = None,
    hosts: Iterable[str] = (),
    workers: int | None = None,
    matches: Iterable[Path] = (),
    policies: Iterable[Path] = (),
    programs: Iterable[str] = (),
    learned: Iterable[Path] = (),
) -> FastAPI:
    """The web application, with these games besides the registered ones, and these files of matches besides those in the usual folder.

    `database` None keeps games in memory alone. `policies` are opponents in their games; others are found when they are needed.
    `programs` are other chess programs, as NAME=COMMAND; `learned` are folders with runs of `learn` and `zero`.
    """
    catalogue = Catalogue(given)
    pool = Pool(workers or os.cpu_count() or 2)
    services = Services(
        *(catalogue, Store(database), pool, Compiler(), Matches(catalogue, matches), HiddenTables(policies)),
        *(Programs(programs), Networks(learned)),
    )

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        threading.Thread(target=_warm_up, args=(services.catalogue,), name="warm-up", daemon=True).start()
        yield
        services.close()

    app = FastAPI(
        title="counterplay",
        version=__version__,
        summary="Games, positions, searches and played games, as the pages of `counterplay serve` use them.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # it would load its scripts from another site
        redoc_url=None,
        lifespan=life,
    )
    app.state.services = services
    subjects = games_api, positions_api, sessions_api, live_api, lab_api, horizon_api, matches_api, learning_api, matrix_api, extensive_api
    for api in (*subjects, hidden_api):
        app.include_router(api.router, prefix="/api", responses=refusals.RESPONSES)
    app.include_router(pages.router)
    refusals.install(app)
    app.add_middleware(Guard, hosts=tuple(hosts))
    return app


def _warm_up(catalogue: Catalogue) -> None:
    """Load Numba before the first search needs it; then look at what can be solved."""
    from ..native import compiler  # noqa: F401

    catalogue.solve_small_games()
