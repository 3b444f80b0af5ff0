"""Observations, sensed or reported: the only input to the hand engine.

Observations are private by nature (they name cards that nobody has shown): they go into the journal
and nowhere else. Each has `at`, integer milliseconds of table time, which never decreases.
"""

from typing import Literal

import msgspec

Declaration = Literal[
    "fold", "check", "call", "bet", "raise", "all-in",
    "time", "seen", "off-table", "shown", "phone", "away", "back", "agree", "done", "floor",
    "time-bank", "see", "pot", "straddle", "run-twice", "post", "wait",
    "stream-yes", "stream-no",
]  # fmt: skip


class CardAt(msgspec.Struct, frozen=True, tag="card-at", omit_defaults=True):
    """A card has come to rest in a zone.

    `since` is the time of its first read there, which decides the order of cards. `deck` is the
    number of the enrolled deck, from 1; 0 means a tag that was never enrolled, and `card` is then
    the tag's uid.
    """

    at: int
    card: str
    zone: str
    since: int
    deck: int = 1


class CardLeft(msgspec.Struct, frozen=True, tag="card-left", omit_defaults=True):
    """A card has left its zone and is in no antenna's field (somebody is holding it)."""

    at: int
    card: str
    zone: str
    deck: int = 1


class CardTwice(msgspec.Struct, frozen=True, tag="card-twice", omit_defaults=True):
    """One card's tag is being read in two zones whose antennas can't both reach it.

    One of the two is a copy. The observation repeats every few seconds while both are read;
    meanwhile, the card's actual place is unknown.
    """

    at: int
    card: str
    zones: tuple[str, ...]
    deck: int = 1


class ChipsAt(msgspec.Struct, frozen=True, tag="chips-at", omit_defaults=True):
    """All the chips that a zone holds now: a snapshot, so a lost one does no harm.

    `chips` are denominations, highest first. `since` is the first read of the first chip of the
    current motion; `provisional` means that the motion has not come to rest. `foreign` counts the
    chips of another set. `brought` is the value of the chips that have come straight from in front
    of a seat or from the pot since the last snapshot, by the zone that they came from.
    """

    at: int
    zone: str
    chips: tuple[int, ...]
    since: int
    provisional: bool = False
    foreign: int = 0
    brought: dict[str, int] = {}


class Declared(msgspec.Struct, frozen=True, tag="declared", omit_defaults=True):
    """A key press at a seat: an announcement, or a fact that antennas can't see.

    `amount` is the total of a bet or raise. `target` is the seat or object concerned ("5" for a
    clock called on seat 5, or for a hand that a seat asks to see; "stub" for a card seen there).
    """

    at: int
    seat: int
    what: Declaration
    target: str = ""
    amount: int = 0


class Knocked(msgspec.Struct, frozen=True, tag="knocked", omit_defaults=True):
    """A seat has knocked on the table `count` times."""

    at: int
    seat: int
    count: int = 2


class BadgeAt(msgspec.Struct, frozen=True, tag="badge-at", omit_defaults=True):
    """A badge is on a seat's badge reader; `badge` is its owner's enrolled name."""

    at: int
    seat: int
    badge: str


class BadgeLeft(msgspec.Struct, frozen=True, tag="badge-left", omit_defaults=True):
    """The badge has left a seat's badge reader."""

    at: int
    seat: int


class ButtonAt(msgspec.Struct, frozen=True, tag="button-at", omit_defaults=True):
    """The tagged dealer button has come to rest in front of a seat."""

    at: int
    seat: int


class ShoeSaid(msgspec.Struct, frozen=True, tag="shoe-said", omit_defaults=True):
    """A status report from the shoe; a card that leaves the shoe is a `CardAt` in zone `shoe`.

    `count` means that the cards that left the shoe are not the ones that it released.
    """

    at: int
    what: Literal["loaded", "shuffling", "ready", "empty", "jam", "open", "closed", "count"]


class DeckRead(msgspec.Struct, frozen=True, tag="deck-read", omit_defaults=True):
    """All cards in the shoe, counted during the shuffle between two hands.

    `cards` are sorted by name, so their order is not recorded. `extra` lists duplicates and cards
    from another deck; `strangers` counts tags that were never enrolled.
    """

    at: int
    cards: tuple[str, ...]
    extra: tuple[str, ...] = ()
    strangers: int = 0


class FloorSaid(msgspec.Struct, frozen=True, tag="floor-said", omit_defaults=True):
    """A command that the controller has authenticated (the floor, the desk, or a local user).

    `command` is one of `contract.commands` as JSON (not MessagePack); the engine decodes it.
    """

    at: int
    by: str
    command: str


class DeviceLost(msgspec.Struct, frozen=True, tag="device-lost", omit_defaults=True):
    """A device no longer answers; if it is an antenna, its zone is blind from now on."""

    at: int
    device: str
    zone: str = ""


class DeviceBack(msgspec.Struct, frozen=True, tag="device-back", omit_defaults=True):
    """A lost device answers again."""

    at: int
    device: str
    zone: str = ""


class FoundMoved(msgspec.Struct, frozen=True, tag="found-moved", omit_defaults=True):
    """The differences between the table and the journal, found when the controller restarted."""

    at: int
    news: tuple[CardAt | CardLeft | ChipsAt, ...]


class JournalCut(msgspec.Struct, frozen=True, tag="journal-cut", omit_defaults=True):
    """The journal ends, or was repaired, before the last published event; numbering restarts."""

    at: int
    after: int
    lost: int = 0
    reason: Literal["rolled-back", "replaced", "restored", "mended"] = "rolled-back"


class StreamDue(msgspec.Struct, frozen=True, tag="stream-due", omit_defaults=True):
    """The delay for a hand's cards is over: they are streamed once this is on disk."""

    at: int
    hand: int


class TimePassed(msgspec.Struct, frozen=True, tag="time-passed", omit_defaults=True):
    """The engine's wake-up time has come.

    Every card that was in front of a seat at `told` (ms) has been observed; 0 means unknown.
    """

    at: int
    told: int = 0


Observation = (
    CardAt
    | CardLeft
    | CardTwice
    | ChipsAt
    | Declared
    | Knocked
    | BadgeAt
    | BadgeLeft
    | ButtonAt
    | ShoeSaid
    | DeckRead
    | FloorSaid
    | DeviceLost
    | DeviceBack
    | FoundMoved
    | JournalCut
    | StreamDue
    | TimePassed
)
