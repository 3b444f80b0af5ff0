"""What a room retains for everybody: what people have to know now."""

from msgspec.structs import replace

from controller.venue.core.orders import Playing
from controller.venue.core.screens.views import notices_view
from controller.venue.core.take_input import Evening
from controller.venue.rules.books.room import Player
from controller.venue.rules.step import new_room
from controller.venue.tournament_files import load_tournament


def test_the_floor_is_told_of_who_waits_for_a_seat_when_entries_have_closed() -> None:
    """They close with level 4, in whose break nobody comes in any more."""
    rules = load_tournament("fidpa")
    waits = {name: Player(name, standing="alternate") for name in ("p_1", "p_2")}
    room = replace(new_room(rules), started=True, players=waits)
    told = {}
    for at in (3, 4, 5):
        there = replace(room, clock=replace(room.clock, at=at))
        evening = Evening(Playing("t1", "fidpa", "", str), "An evening", rules, there, True)
        lines = notices_view(evening, 0, str).notices
        told[at] = [(one.kind, one.reason) for one in lines if one.kind != "break"]
    assert told == {3: [], 4: [("alternates-left", "2")], 5: [("alternates-left", "2")]}
