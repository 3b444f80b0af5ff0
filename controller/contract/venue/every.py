"""All inputs to a room and all events in a room, keyed by their names in the room's log.

The modules that define them are imported here, because a base type knows only imported subclasses.
"""

import msgspec

from controller.contract.venue import inputs, outputs
from controller.contract.venue.cash_game import cash, waiting
from controller.contract.venue.floor import chips, clock, direction, undoing
from controller.contract.venue.kinds import RoomEvent, RoomInput
from controller.contract.venue.prizes import bounties, deals, money, registration
from controller.contract.venue.tournament_formats import days, games, satellites

INPUTS: dict[str, type[RoomInput]] = {
    str(one.__struct_config__.tag): one for one in RoomInput.__subclasses__()
}
EVENTS: dict[str, type[RoomEvent]] = {
    str(one.__struct_config__.tag): one for one in RoomEvent.__subclasses__()
}
