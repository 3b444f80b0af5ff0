"""A room on three NATS servers and a PostgreSQL; `make engines` has all the others there too."""

from pathlib import Path

from controller.venue.store.verify import verify
from tests.controller.venue.core.rooms import room
from tests.mqtt import until

PATIENCE = 120.0
"""Three servers agree on each message: on a busy machine that takes its time."""


def test_orders_reach_tables_and_hands_the_books(tmp_path: Path) -> None:
    with room(tmp_path, tables=1, engines="servers") as here:
        here.league_night(6)
        until(lambda: here.quiet and here.hall.may_deal, PATIENCE)
        assert here.hall.chips() == 6 * 3000
        assert here.hall.deal(0.0) == 1
        until(lambda: here.heard and here.quiet, PATIENCE)
        # A hand that ends before all servers know that a new core listens is heard all the same.
        here.restart()
        assert here.hall.deal(0.0) == 1
        until(lambda: here.heard and here.quiet, PATIENCE)
        with here.core.daemon.database.transaction() as connection:
            assert verify(connection).faults == ()
