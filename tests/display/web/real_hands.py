"""What a real table says in some hands, state by state."""

from collections import defaultdict
from functools import cache

from msgspec import json

from controller.contract.public import PublicState
from controller.venue.tournament_files import load_tournament
from tests.rig.hall.script import play


@cache
def told() -> tuple[PublicState, ...]:
    """Return what a real table says in nine hands."""
    script = play(load_tournament("redcactus"), 4, 400)
    fields: dict[bytes, object] = defaultdict(lambda: b"x", {b"seq": 1})
    return tuple(json.decode(said.state % fields, type=PublicState) for said in script.steps)
