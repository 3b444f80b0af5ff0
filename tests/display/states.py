"""Public states as a table would publish them, for the tests of all that shows them."""

from tests.rig.pictures.example_tables import (
    NAMES,
    dealing,
    flop,
    full_ring,
    heads_up,
    ruling,
    showdown,
    table,
    with_seat,
)
from tests.rig.pictures.example_tables_between import paused

__all__ = [
    "ALL", "NAMES", "dealing", "flop", "full_ring", "heads_up", "paused", "ruling", "showdown",
    "table", "with_seat",
]  # fmt: skip

ALL = {
    "flop": flop,
    "ruling": ruling,
    "showdown": showdown,
    "full-ring": full_ring,
    "heads-up": heads_up,
    "dealing": dealing,
    "paused": paused,
}
