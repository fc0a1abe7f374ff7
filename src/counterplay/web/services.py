"""What every request may use, and who asks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection

from ..game import Game
from .catalogue import Catalogue
from .compiling import Compiler
from .hidden_tables import HiddenTables
from .matches import Matches
from .models import Line
from .networks import Networks
from .pool import Pool
from .programs import Programs
from .store import Store
from .views import Position, position_of


@dataclass(frozen=True)
class Services:
    """The parts of the server that requests share."""

    catalogue: Catalogue
    store: Store
    pool: Pool
    compiler: Compiler
    matches: Matches
    hidden: HiddenTables
    programs: Programs
    networks: Networks

    def game(self, line: Line) -> Game[Any, Any]:
        """The game that a request names."""
        return self.catalogue.game(line.game, line.parameters)

    def position(self, line: Line) -> Position:
        """The position that a request describes."""
        return position_of(self.game(line), line.start, tuple(line.moves))

    def close(self) -> None:
        """The server ends: stop searching, let go of the database."""
        self.pool.close()
        self.compiler.close()
        self.programs.close()
        self.store.close()


async def _services(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


async def _visitor(connection: HTTPConnection) -> str:
    visitor: str = connection.scope["visitor"]
    return visitor


Shared = Annotated[Services, Depends(_services)]
Visitor = Annotated[str, Depends(_visitor)]
