"""Which tables need the staff's attention, and why.

The floor page shows the most urgent table first.
"""

import math
from collections.abc import Iterable
from enum import IntEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from controller.contract.public import PublicState, WaitsFor
from controller.contract.venue.views import NoticeKind, NoticeLine
from display.web.live.hall import CALL_MS, TableSeen
from display.web.live.room import NOTHING, RoomSeen, Word, words_of
from display.words.irregularities import WAITS
from display.words.names import N_, Words
from display.words.room import since, waits
from display.words.sentences import FLOOR_CALLED, rule, ruled_on
from display.words.venue.evening import HOLDS, notice_text
from display.words.vocabulary import SHOE

SLOW_MS: Final = 8 * 60_000
"""The duration (ms) after which a hand is reported as slow."""


class Need(IntEnum):
    """The reasons why a table needs attention, most urgent first."""

    FLOOR = 0
    """A call, a ruling waiting for the floor, or a room notice that the floor must resolve."""
    LOST = 1
    """The table is switched off, or does not respond."""
    RULING = 2
    """Play is stopped, and the steps say what to do."""
    TROUBLE = 3
    """A device or the deck has a fault, a hand is slow, or an open ruling does not stop play."""
    HELD = 4
    """The table is held by staff or the room."""
    NONE = 5
    CLOSED = 6
    """No hands are played at the table, because nobody is seated there."""


NAMES: dict[Need, str] = {
    Need.FLOOR: N_("Needs the floor"),
    Need.LOST: N_("Not responding"),
    Need.RULING: N_("Ruling"),
    Need.TROUBLE: N_("Needs attention"),
    Need.HELD: N_("On hold"),
    Need.NONE: N_("Playing"),
    Need.CLOSED: N_("Closed"),
}


OF_TABLE: Final[dict[NoticeKind, Need]] = {
    NoticeKind.CHIPS_DIFFER: Need.FLOOR,
    NoticeKind.TABLE_TWICE: Need.FLOOR,
    NoticeKind.BREAK_WAITS: Need.TROUBLE,
}
"""The kinds of room notice about one table, and the urgency of each."""


class Told(msgspec.Struct, frozen=True):
    """One reason why a table needs attention.

    `need` is the kind of reason, and `text` describes it in a sentence. `article` is the article of
    the rules that applies, or "". For a table on hold, `article` instead contains how long it has
    waited, or "" if that is not known.
    """

    need: Need
    text: str
    article: str = ""


class Tile(msgspec.Struct, frozen=True):
    """A table on the floor page. `need` is the most urgent of its reasons for attention."""

    seen: TableSeen
    told: tuple[Told, ...]
    players: int
    seats: int
    need: Need = Need.NONE


class _About(msgspec.Struct, frozen=True):
    """Everything that a tile is made from.

    `called` means that the floor was called recently, and `slow` that the hand is taking too long.
    Both can change simply because time passes.
    """

    seen: TableSeen
    word: Word
    called: bool
    slow: bool


class _Made(msgspec.Struct, frozen=True):
    """A tile, stored with the data that it was made from.

    `until` is the time at which the tile changes even if its inputs do not, in ms since 1970.
    `rank` is its sort key.
    """

    about: _About
    tile: Tile
    until: float
    rank: tuple[int, int, str]


class Tiles:
    """All tables as tiles; a tile is remade only when something shown on it has changed.

    Each time the tiles are needed, only a few tables in a thousand have changed. Returning the
    tiles of the others takes almost no time.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], _Made] = {}

    def of(self, tables: Iterable[TableSeen], room: RoomSeen, said: Words, now: int) -> list[Tile]:
        """Return all tables as tiles, sorted by urgency and then by table number.

        `now` is the current time in ms since 1970.
        """
        says, found = words_of(room), []
        for seen in tables:
            key, word = (said.language, seen.name), says.get(seen.name, NOTHING)
            made = self._made.get(key)
            if (
                made is None or made.about.seen is not seen or now >= made.until
                or made.about.word != word
            ):  # fmt: skip
                made = self._made[key] = _made(made, _about(seen, word, now), said, now)
            found.append(made)
        found.sort(key=lambda made: made.rank)
        return [made.tile for made in found]


def _made(before: _Made | None, about: _About, said: Words, now: int) -> _Made:
    until = _until(about.seen, now)
    if before is not None and before.about == about:
        return replace(before, about=about, until=until)
    tile = _tile(about, said)
    return _Made(about, tile, until, (int(tile.need), *about.seen.order))


def _about(seen: TableSeen, word: Word, now: int) -> _About:
    state = seen.view.state
    slow = bool(seen.began and state is not None and state.hand and now - seen.began > SLOW_MS)
    return _About(
        seen, word, bool(seen.called) and now - seen.called <= CALL_MS,
        slow and state is not None and state.phase != "over",
    )  # fmt: skip


def _until(seen: TableSeen, now: int) -> float:
    """Return the time (ms since 1970) at which a tile changes even if its inputs do not.

    Return infinity if there is no such time.
    """
    turns = (seen.began + SLOW_MS + 1 if seen.began else 0, seen.called + CALL_MS + 1)
    return min((at for at in turns if at > now), default=math.inf)


def _tile(about: _About, said: Words) -> Tile:
    seen, word = about.seen, about.word
    state = seen.view.state
    seats = state.seats if state is not None else ()
    players = sum(seat.status != "empty" for seat in seats)
    told = _lost(seen, word, said)
    if state is not None and about.called:
        caller = said.seat(state, seen.caller)
        told.append(Told(Need.FLOOR, said.say(FLOOR_CALLED, player=caller)))
    told += _of_room(word.notices, said)
    if state is not None:
        told += [*_rulings(state, said), *_troubles(state, said), *_holds(state, word, said)]
        if about.slow:
            told.append(Told(Need.TROUBLE, said.say(N_("This hand is taking a long time"))))
    if state is None or not players:
        told = [one for one in told if one.need is not Need.HELD] or [
            Told(Need.CLOSED, said.say(N_("Nobody is seated at this table")))
        ]
    told.sort(key=lambda one: one.need)
    return Tile(seen, tuple(told), players, len(seats), told[0].need if told else Need.NONE)


def _lost(seen: TableSeen, word: Word, said: Words) -> list[Told]:
    if not seen.view.online:
        return [Told(Need.LOST, said.say(N_("The table is switched off")))]
    if not word.heard:
        return [Told(Need.LOST, said.say(N_("The table is not responding")))]
    return []


def _of_room(notices: tuple[NoticeLine, ...], said: Words) -> list[Told]:
    return [
        Told(OF_TABLE[notice.kind], notice_text(notice, said), ", ".join(notice.articles))
        for notice in notices
        if notice.kind in OF_TABLE
    ]


def _rulings(state: PublicState, said: Words) -> list[Told]:
    told = []
    for ruling in state.rulings:
        waits = ruling.waits_for
        need = Need.RULING if waits is WaitsFor.STEPS else Need.FLOOR
        if waits is WaitsFor.STEPS and state.turn:
            need = Need.TROUBLE
        what = ruled_on(ruling, state, said)
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
        told.append(said.say(N_("Moved while the table was off: {zones}"), zones=zones))
    return [Told(Need.TROUBLE, text) for text in told]


def _holds(state: PublicState, word: Word, said: Words) -> list[Told]:
    """Return the reasons why a table is on hold, or an empty list if it is not.

    If the table itself says what it is waiting for, that is the only reason, along with how long
    it has waited. Otherwise there is one reason for each of the room's holds on the table.
    """
    what = waits(state, said)
    if what:
        return [Told(Need.HELD, what, since(state, said))]
    return [Told(Need.HELD, said.of(HOLDS, one)) for one in word.holds]
