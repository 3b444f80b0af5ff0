"""Which table needs somebody, and what for: what the floor's tiles are sorted by."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

import msgspec

from controller.contract.public import PublicState, WaitsFor
from controller.contract.venue.views import NoticeKind, NoticeLine, TableLine
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


OF_TABLE: Final[dict[NoticeKind, Need]] = {
    NoticeKind.CHIPS_DIFFER: Need.FLOOR,
    NoticeKind.TABLE_TWICE: Need.FLOOR,
    NoticeKind.BREAK_WAITS: Need.TROUBLE,
}
"""What the room says of one table, and how much that needs somebody."""


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


class _About(msgspec.Struct, frozen=True):
    """All that a tile is made of. `called` and `slow` are what time has made of the table."""

    seen: TableSeen
    line: TableLine | None
    notices: tuple[NoticeLine, ...]
    called: bool
    slow: bool


class Tiles:
    """Tables as tiles, each made anew only where something that it is made of has changed."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], tuple[_About, Tile]] = {}

    def of(self, tables: Iterable[TableSeen], room: RoomSeen, said: Words, now: int) -> list[Tile]:
        """Return all tables, those that need somebody first, else by number."""
        notices: dict[int, tuple[NoticeLine, ...]] = {}
        for notice in room.notices():
            if notice.kind in OF_TABLE:
                notices[notice.table] = (*notices.get(notice.table, ()), notice)
        found = [self._tile(_about(seen, room, notices, now), said) for seen in tables]
        return sorted(found, key=lambda tile: (tile.need, tile.seen.order))

    def _tile(self, about: _About, said: Words) -> Tile:
        key = (said.language, about.seen.name)
        made = self._made.get(key)
        if made is None or made[0] != about:
            made = self._made[key] = (about, _tile(about, said))
        return made[1]


def tiles(tables: Iterable[TableSeen], room: RoomSeen, said: Words, now: int) -> list[Tile]:
    """Return tables as tiles, those that need somebody first, else by number."""
    return Tiles().of(tables, room, said, now)


def _about(
    seen: TableSeen, room: RoomSeen, notices: dict[int, tuple[NoticeLine, ...]], now: int
) -> _About:
    state = seen.view.state
    slow = bool(seen.began and state is not None and state.hand and now - seen.began > SLOW_MS)
    return _About(
        seen, room.line(seen.name), notices.get(room.table_number(seen.name), ()),
        bool(seen.called) and now - seen.called <= CALL_MS,
        slow and state is not None and state.phase != "over",
    )  # fmt: skip


def _tile(about: _About, said: Words) -> Tile:
    seen, line = about.seen, about.line
    state = seen.view.state
    seats = state.seats if state is not None else ()
    players = sum(seat.status != "empty" for seat in seats)
    calls = _calls(seen, state, said) if state is not None and about.called else []
    told = [*_lost(seen, line, said), *calls, *_of_room(about.notices, said)]
    if state is not None:
        told += [*_rulings(state, said), *_troubles(state, said), *_holds(state, line, said)]
        told += [Told(Need.TROUBLE, said.say(N_("This hand takes long")))] if about.slow else []
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


def _calls(seen: TableSeen, state: PublicState, said: Words) -> list[Told]:
    return [Told(Need.FLOOR, said.say(FLOOR_CALLED, player=said.seat(state, seen.caller)))]


def _of_room(notices: tuple[NoticeLine, ...], said: Words) -> list[Told]:
    """Return what the room has to say of one table that only a person can mend."""
    return [
        Told(OF_TABLE[notice.kind], notice_text(notice, said), ", ".join(notice.articles))
        for notice in notices
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
