"""Observations, sensed or reported, which are the hand engine's only input.

Observations are private by nature (they name cards that nobody has shown): they go into the journal
and nowhere else. Each has `at`, the table time in integer milliseconds, which never decreases.
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

    `since` is the time at which it was first read there; cards are ordered by this time. `deck` is
    the number of the enrolled deck, from 1; 0 means a tag that was never enrolled, and `card` is
    then the tag's uid.
    """

    at: int
    card: str
    zone: str
    since: int
    deck: int = 1


class CardLeft(msgspec.Struct, frozen=True, tag="card-left", omit_defaults=True):
    """A card has left its zone and is not over any antenna (somebody is holding it)."""

    at: int
    card: str
    zone: str
    deck: int = 1


class CardTwice(msgspec.Struct, frozen=True, tag="card-twice", omit_defaults=True):
    """A card's tag is being read in two zones at once, although one tag can't reach both antennas.

    One of the two tags is a copy. The observation is repeated every few seconds while both tags are
    read. During that time, the card's actual place is unknown.
    """

    at: int
    card: str
    zones: tuple[str, ...]
    deck: int = 1


class ChipsAt(msgspec.Struct, frozen=True, tag="chips-at", omit_defaults=True):
    """All the chips now in a zone. Each report is complete, so losing one does no harm.

    `chips` are denominations, highest first. `since` is the time at which the first chip of the
    current motion was first read; `provisional` means that the chips are still in motion. `foreign`
    counts the chips from another set. `brought` lists, by zone of origin, the value of the chips
    that have come directly from the pot or from in front of a seat since the last report.
    """

    at: int
    zone: str
    chips: tuple[int, ...]
    since: int
    provisional: bool = False
    foreign: int = 0
    brought: dict[str, int] = {}


class Declared(msgspec.Struct, frozen=True, tag="declared", omit_defaults=True):
    """A key press at a seat: an announcement, or a fact that antennas can't detect.

    `what` is the key. `amount` is the total of a bet or raise. `target` is the seat or object
    concerned: "5" for a clock called on seat 5 or a request to see seat 5's hand, "stub" for a card
    seen in the stub.
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
    """A status report from the shoe; a card leaving it is reported as a `CardAt` in zone `shoe`.

    `count` means that a card left the shoe although none was due, or that two left it together.
    """

    at: int
    what: Literal["loaded", "shuffling", "ready", "empty", "jam", "open", "closed", "count"]


class DeckRead(msgspec.Struct, frozen=True, tag="deck-read", omit_defaults=True):
    """All cards in the shoe, as counted during the shuffle between two hands.

    `cards` are sorted by name, so their order is not recorded. `extra` lists duplicates and cards
    from another deck; `strangers` counts tags that were never enrolled.
    """

    at: int
    cards: tuple[str, ...]
    extra: tuple[str, ...] = ()
    strangers: int = 0


class FloorSaid(msgspec.Struct, frozen=True, tag="floor-said", omit_defaults=True):
    """A command from an authenticated sender (the floor, the desk, or a local user).

    `command` is one of `contract.commands` as JSON (not MessagePack); the engine decodes it.
    """

    at: int
    by: str
    command: str


class DeviceLost(msgspec.Struct, frozen=True, tag="device-lost", omit_defaults=True):
    """A device has stopped answering; if it is an antenna, its zone is blind from now on."""

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
    """A new epoch has begun, because published events are, or may be, missing from the journal.

    Events after number `after` of the previous epoch are void, and their numbers are reused.
    `lost` is the number of events known to be lost.
    """

    at: int
    after: int
    lost: int = 0
    reason: Literal["rolled-back", "replaced", "restored", "mended"] = "rolled-back"


class StreamDue(msgspec.Struct, frozen=True, tag="stream-due", omit_defaults=True):
    """The streaming delay for a hand's cards has passed.

    The cards are streamed once this observation is on disk.
    """

    at: int
    hand: int


class TimePassed(msgspec.Struct, frozen=True, tag="time-passed", omit_defaults=True):
    """The table time at which the engine asked to be woken has been reached.

    All cards that reached a seat up to time `told` (ms) have been reported; 0 means unknown.
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
