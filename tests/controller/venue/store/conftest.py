"""A room's database on a server, for the tests of what is written there."""

from collections.abc import Iterator

import pytest

from controller.venue.store.database import Database
from tests.rig.hub import Postgres


@pytest.fixture
def database() -> Iterator[Database]:
    """Return a room's database on a server."""
    with Postgres() as server:
        server.made("room")
        made = Database(server.url("room"))
        try:
            yield made
        finally:
            made.close()
