"""What the floor's tiles are made of: each anew where something on it is another, and else not."""

import msgspec
from msgspec.structs import replace

from controller.contract.public import PublicState
from controller.contract.venue.views import (
    NoticeKind,
    NoticeLine,
    NoticesView,
    SeatsView,
    TableLine,
    VenueState,
)
from display.feed import View
from display.web.floor.needs_attention import SLOW_MS, Need, Tiles
from display.web.live.hall import CALL_MS, TableSeen
from display.web.live.room import WELL, Evening, RoomSeen, changed_topics, topic_of, word_on
from display.words.names import words
from tests.display.web.world import tables

SAID = words("en")


def room_of(*lines: TableLine, notices: tuple[NoticeLine, ...] = ()) -> RoomSeen:
    """Return a room in which so much is known of tables."""
    state = VenueState(1, "club", 1, tournament="t", title="Monday", tables=lines)
    return RoomSeen(state, evenings={"t": Evening(notices=NoticesView("t", notices))})


def test_a_tile_is_made_anew_where_its_table_or_the_room_or_time_makes_it_another() -> None:
    tiles, playing = Tiles(), [TableSeen(name, View(one)) for name, one in tables().items()]
    room = room_of(*(TableLine(int(seen.name), seen.name) for seen in playing))

    def made(now: int) -> dict[str, object]:
        return {tile.seen.name: tile for tile in tiles.of(playing, room, SAID, now)}

    first = made(1)
    assert all(made(2)[name] is tile for name, tile in first.items())
    room = room_of(TableLine(1, "1", hand=9), TableLine(5, "5", heard=False))
    second = made(3)
    assert {name for name in first if first[name] is not second[name]} == {"5"}
    playing[0] = replace(playing[0], began=10, called=10)
    assert needs(tiles, playing, room, 10)["1"] is Need.FLOOR
    assert needs(tiles, playing, room, 10 + CALL_MS)["1"] is Need.FLOOR
    assert needs(tiles, playing, room, 11 + CALL_MS)["1"] is Need.TROUBLE


def needs(tiles: Tiles, playing: list[TableSeen], room: RoomSeen, now: int) -> dict[str, Need]:
    """Return what each table needs at an instant."""
    return {tile.seen.name: tile.need for tile in tiles.of(playing, room, SAID, now)}


def test_a_hand_takes_long_though_nothing_more_is_heard_of_it() -> None:
    tiles, state = Tiles(), replace(tables()["5"], hand=3)
    playing = [TableSeen("5", View(state), began=1_000)]
    assert needs(tiles, playing, RoomSeen(), 1_000 + SLOW_MS)["5"] is Need.NONE
    assert needs(tiles, playing, RoomSeen(), 1_001 + SLOW_MS)["5"] is Need.TROUBLE


def test_three_zones_are_named_of_those_that_are_not_read_or_have_moved() -> None:
    zones = ("board", "pot", "muck", "shoe")
    state = replace(tables()["5"], blind_zones=zones, moved_while_off=zones)
    (tile,) = Tiles().of([TableSeen("5", View(state))], RoomSeen(), SAID, 1)
    named = ", ".join(SAID.zone(zone) for zone in zones[:3])
    assert [one.text for one in tile.told] == [
        f"Not read: {named}", f"Moved while the table was off: {named}",
    ]  # fmt: skip


def test_what_needs_somebody_comes_first_and_2_before_10() -> None:
    plain: PublicState = tables()["5"]
    playing = [TableSeen(name, View(replace(plain, table=name))) for name in ("10", "2", "bar")]
    playing.append(TableSeen("30", View(tables()["4"])))
    found = Tiles().of(playing, RoomSeen(), SAID, 1)
    assert [tile.seen.name for tile in found] == ["30", "2", "10", "bar"]


def test_whoever_shows_a_table_is_told_what_the_room_says_of_it_and_not_of_others() -> None:
    before = room_of(TableLine(1, "1", hand=4), TableLine(2, "2"), TableLine(3, "3"))
    told = NoticeLine("n", NoticeKind.CHIPS_DIFFER, 1, table=3)
    after = room_of(TableLine(1, "1", hand=5), TableLine(2, "2", heard=False), TableLine(3, "3"))
    assert list(changed_topics(before, after)) == [topic_of("notices"), word_on("2")]
    after = room_of(*before.state.tables if before.state else (), notices=(told,))
    assert list(changed_topics(before, after)) == [topic_of("notices"), word_on("3")]


def test_of_the_rooms_views_those_are_named_that_came() -> None:
    before = room_of(TableLine(1, "1"))
    evening = replace(before.evening, seats=SeatsView("t", ()))
    after = msgspec.structs.replace(before, evenings={"t": evening})
    assert list(changed_topics(before, after)) == [topic_of("seats")]
    assert before.state is not None
    after = replace(before, state=replace(before.state, title="Tuesday"))
    assert list(changed_topics(before, after)) == [WELL]
