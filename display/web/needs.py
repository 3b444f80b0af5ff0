"""Which table needs somebody, and what for: what the floor's tiles are sorted by."""

from enum import IntEnum
from typing import Final

import msgspec

from controller.contract.public import PublicState, WaitsFor
from controller.contract.venue.views import NoticeKind, TableLine
from display.web.hall import CALL_MS, TableSeen
from display.web.room import RoomSeen
from display.words.evening import HOLDS, notice_text
from display.words.irregularities import WAITS
from display.words.names import N_, Words
from display.words.room import since, waits
from display.words.sentences import FLOOR_CALLED, happened, rule
from display.words.vocabulary import SHOE

SLOW_MS: Final = 8 * 60_000
"""A hand that takes longer is told."""


class Need(IntEnum):
    """How much a table needs somebody, the most first."""

    FLOOR = 0
    """A call, or a ruling that waits for the floor."""
    LOST = 1
    """Nothing is heard of it, or its chips differ."""
    RULING = 2
    """Play is stopped, and the steps say what to do."""
    TROUBLE = 3
    """A device, the deck, a hand that takes long."""
    HELD = 4
    """It waits by somebody's word."""
    NONE = 5
    CLOSED = 6
    """Nobody plays there."""


NAMES: dict[Need, str] = {
    Need.FLOOR: N_("Needs the floor"),
    Need.LOST: N_("Not heard"),
    Need.RULING: N_("Ruling"),
    Need.TROUBLE: N_("Look here"),
    Need.HELD: N_("Waits"),
    Need.NONE: N_("Plays"),
    Need.CLOSED: N_("Closed"),
}


class Told(msgspec.Struct, frozen=True):
    """A need, its sentence, and the article that it goes by."""

    need: Need
    text: str
    article: str = ""


class Tile(msgspec.Struct, frozen=True):
    """A table on the floor's page. `slow` is since when its hand has lasted too long, else 0."""

    seen: TableSeen
    told: tuple[Told, ...]
    players: int
    seats: int

    @property
    def need(self) -> Need:
        """The most urgent of what there is to tell."""
        return min((one.need for one in self.told), default=Need.NONE)


def tiles(tables: list[TableSeen], room: RoomSeen, said: Words, now: int) -> list[Tile]:
    """Return all tables, those that need somebody first, else by number."""
    found = [_tile(seen, room.line(seen.name), room, said, now) for seen in tables]
    return sorted(found, key=lambda tile: (tile.need, tile.seen.order))


def _tile(
    seen: TableSeen, line: TableLine | None, room: RoomSeen, said: Words, now: int
) -> Tile:  # fmt: skip
    state = seen.view.state
    seats = state.seats if state is not None else ()
    players = sum(seat.status != "empty" for seat in seats)
    told = [*_lost(seen, line, said), *_calls(seen, said, now), *_of_room(seen, room, said)]
    if state is not None:
        told += [*_rulings(state, said), *_troubles(state, said), *_holds(state, line, said)]
        if seen.began and state.hand and now - seen.began > SLOW_MS and state.phase != "over":
            told.append(Told(Need.TROUBLE, said.say(N_("This hand takes long"))))
    if state is None or not players:
        told = [one for one in told if one.need is not Need.HELD] or [
            Told(Need.CLOSED, said.say(N_("Nobody sits here")))
        ]
    return Tile(seen, tuple(sorted(told, key=lambda one: one.need)), players, len(seats))


def _lost(seen: TableSeen, line: TableLine | None, said: Words) -> list[Told]:
    if not seen.view.online:
        return [Told(Need.LOST, said.say(N_("The table is switched off")))]
    if line is not None and not line.heard:
        return [Told(Need.LOST, said.say(N_("Nothing is heard of this table")))]
    return []


def _calls(seen: TableSeen, said: Words, now: int) -> list[Told]:
    if not seen.called or now - seen.called > CALL_MS or seen.view.state is None:
        return []
    player = said.seat(seen.view.state, seen.caller)
    return [Told(Need.FLOOR, said.say(FLOOR_CALLED, player=player))]


def _of_room(seen: TableSeen, room: RoomSeen, said: Words) -> list[Told]:
    """Return what the room has to say of one table that only a person can mend."""
    number = room.table_number(seen.name)
    kinds = {
        NoticeKind.CHIPS_DIFFER: Need.FLOOR,
        NoticeKind.TABLE_TWICE: Need.FLOOR,
        NoticeKind.BREAK_WAITS: Need.TROUBLE,
    }
    return [
        Told(kinds[notice.kind], notice_text(notice, said), ", ".join(notice.articles))
        for notice in room.notices()
        if notice.table == number and notice.kind in kinds
    ]


def _rulings(state: PublicState, said: Words) -> list[Told]:
    told = []
    for ruling in state.rulings:
        waits = ruling.waits_for
        need = Need.RULING if waits is WaitsFor.STEPS else Need.FLOOR
        if waits is WaitsFor.STEPS and state.turn:
            need = Need.TROUBLE
        what = happened(ruling.kind, ruling.seat, ruling.street or "", state, said, ruling.zones)
        told.append(Told(need, what, rule(ruling.article, state.house, said)))
        if need is Need.FLOOR:
            told.append(Told(need, said.of(WAITS, waits)))
    return told


def _troubles(state: PublicState, said: Words) -> list[Told]:
    told = [text for text, _ in said.deck_wrong(state.deck)]
    if state.shoe:
        told.append(said.of(SHOE, state.shoe))
    if state.blind_zones:
        zones = ", ".join(said.zone(zone) for zone in state.blind_zones[:3])
        told.append(said.say(N_("Not read: {zones}"), zones=zones))
    if state.deaf:
        told.append(said.deaf(state))
    if state.moved_while_off:
        zones = ", ".join(said.zone(zone) for zone in state.moved_while_off[:3])
        told.append(said.say(N_("Moved while off: {zones}"), zones=zones))
    return [Told(Need.TROUBLE, text) for text in told]


def _holds(state: PublicState, line: TableLine | None, said: Words) -> list[Told]:
    """Return what the table waits for and since when."""
    what = waits(state, said)
    if what:
        return [Told(Need.HELD, what, since(state, said))]
    return [Told(Need.HELD, said.of(HOLDS, one)) for one in line.holds] if line is not None else []
