"""What the table has sensed or been told: the only input of the hand engine.

Observations are private by nature (they name cards that nobody has shown): they go into
the journal and nowhere else. Every one carries `at`, integer milliseconds of table time,
which never goes back.
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

    `since` is the time of its first read there: the order of cards is judged by it.
    `deck` is the number of the enrolled deck, from 1; 0 is a tag that was never enrolled,
    whose `card` is then its uid.
    """

    at: int
    card: str
    zone: str
    since: int
    deck: int = 1


class CardLeft(msgspec.Struct, frozen=True, tag="card-left", omit_defaults=True):
    """A card that lay in a zone is in no antenna's field any more (a hand holds it)."""

    at: int
    card: str
    zone: str
    deck: int = 1


class CardTwice(msgspec.Struct, frozen=True, tag="card-twice", omit_defaults=True):
    """One card's tag is read in two zones at once whose antennas can't both hear it.

    One of the two is a copy. It is said again every few seconds while both are read; where the
    card lies is not known then.
    """

    at: int
    card: str
    zones: tuple[str, ...]
    deck: int = 1


class ChipsAt(msgspec.Struct, frozen=True, tag="chips-at", omit_defaults=True):
    """All the chips that a zone holds now: a snapshot, so a lost one does no harm.

    `chips` are denominations, highest first. `since` is the first read of the first chip of
    the running motion; `provisional` says that the motion has not come to rest.
    `foreign` counts the chips that belong to another set.
    """

    at: int
    zone: str
    chips: tuple[int, ...]
    since: int
    provisional: bool = False
    foreign: int = 0


class Declared(msgspec.Struct, frozen=True, tag="declared", omit_defaults=True):
    """A key of a seat: an announcement, or what the antennas can't see.

    `amount` is the total that a bet or raise goes to. `target` is the seat or the thing that
    the declaration is about ("5" for a clock called on seat 5, or for a hand that a seat asks to
    see; "stub" for a card seen there).
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
    """A badge lies on a seat's badge reader; `badge` is the enrolled name of its owner."""

    at: int
    seat: int
    badge: str


class BadgeLeft(msgspec.Struct, frozen=True, tag="badge-left", omit_defaults=True):
    """No badge lies on a seat's badge reader any more."""

    at: int
    seat: int


class ButtonAt(msgspec.Struct, frozen=True, tag="button-at", omit_defaults=True):
    """The tagged dealer button has come to rest in front of a seat."""

    at: int
    seat: int


class ShoeSaid(msgspec.Struct, frozen=True, tag="shoe-said", omit_defaults=True):
    """What the shoe reports of itself; a card that leaves it is a `CardAt` in zone `shoe`.

    `count`: other cards have left it than were let out.
    """

    at: int
    what: Literal["loaded", "shuffling", "ready", "empty", "jam", "open", "closed", "count"]


class DeckRead(msgspec.Struct, frozen=True, tag="deck-read", omit_defaults=True):
    """All the cards that the shoe holds, counted while they were shuffled, between two hands.

    `cards` are sorted by name, so that nothing of their order is kept. `extra` are cards whose
    face is there already, or that are of another deck; `strangers` counts tags that were never
    enrolled.
    """

    at: int
    cards: tuple[str, ...]
    extra: tuple[str, ...] = ()
    strangers: int = 0


class FloorSaid(msgspec.Struct, frozen=True, tag="floor-said", omit_defaults=True):
    """A command that the controller has authenticated (the floor, the desk, or a local user).

    `command` is the MessagePack-free JSON of one of `contract.commands`; the engine decodes it.
    """

    at: int
    by: str
    command: str


class DeviceLost(msgspec.Struct, frozen=True, tag="device-lost", omit_defaults=True):
    """A device does not answer any more; an antenna's zone is blind from now on."""

    at: int
    device: str
    zone: str = ""


class DeviceBack(msgspec.Struct, frozen=True, tag="device-back", omit_defaults=True):
    """A lost device answers again."""

    at: int
    device: str
    zone: str = ""


class FoundMoved(msgspec.Struct, frozen=True, tag="found-moved", omit_defaults=True):
    """What lies otherwise than the journal remembers, now that the controller is back."""

    at: int
    news: tuple[CardAt | CardLeft | ChipsAt, ...]


class JournalCut(msgspec.Struct, frozen=True, tag="journal-cut", omit_defaults=True):
    """The journal ends, or was mended, before what was told last; numbering begins anew."""

    at: int
    after: int
    lost: int = 0
    reason: Literal["rolled-back", "replaced", "restored", "mended"] = "rolled-back"


class StreamDue(msgspec.Struct, frozen=True, tag="stream-due", omit_defaults=True):
    """The delay of a hand's cards is over: they leave for the stream once this is on disk."""

    at: int
    hand: int


class TimePassed(msgspec.Struct, frozen=True, tag="time-passed", omit_defaults=True):
    """It is now a time that the engine asked to be woken at.

    Each card that lay before a seat at `told` (ms) has been observed; 0 where nobody knows.
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
