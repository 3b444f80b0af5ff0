"""Public events: seats, levels, devices, deck and shoe."""

from typing import ClassVar, Literal

from controller.contract.events.event import PublicEvent


class SeatTaken(PublicEvent, frozen=True):
    """Somebody sits down."""

    type: ClassVar[str] = "seat.taken"
    seat: int
    name: str
    stack: int


class SeatLeft(PublicEvent, frozen=True):
    """A seat is empty now; what its stack was."""

    type: ClassVar[str] = "seat.left"
    seat: int
    stack: int


class SeatAbsent(PublicEvent, frozen=True):
    """A seated player is away."""

    type: ClassVar[str] = "seat.absent"
    seat: int


class SeatBack(PublicEvent, frozen=True):
    """A player who was away is back."""

    type: ClassVar[str] = "seat.back"
    seat: int


class LevelChanged(PublicEvent, frozen=True):
    """Blinds and antes from the next hand on."""

    type: ClassVar[str] = "level.changed"
    small_blind: int
    big_blind: int
    ante: int = 0
    big_blind_ante: int = 0


class LevelTimed(PublicEvent, frozen=True):
    """The level, or with `on_break` the break, lasts so many seconds from now on.

    With 0 its time is over, or it has none.
    """

    type: ClassVar[str] = "level.timed"
    seconds: int
    on_break: bool = False


class TablePaused(PublicEvent, frozen=True):
    """No hand starts until play goes on."""

    type: ClassVar[str] = "table.paused"
    reason: str = ""


class TableResumed(PublicEvent, frozen=True):
    """Hands may start again."""

    type: ClassVar[str] = "table.resumed"


class ActionUndone(PublicEvent, frozen=True):
    """The floor has taken back the last action; the state is exactly what it was before."""

    type: ClassVar[str] = "action.undone"
    seat: int
    by: str


class DeviceLostSeen(PublicEvent, frozen=True):
    """A device does not answer."""

    type: ClassVar[str] = "device.lost"
    device: str


class DeviceBackSeen(PublicEvent, frozen=True):
    """A device answers again."""

    type: ClassVar[str] = "device.back"
    device: str


class ZoneBlind(PublicEvent, frozen=True):
    """A zone can't be read (or can again): what happens there must be declared."""

    type: ClassVar[str] = "zone.blind"
    zone: str
    blind: bool = True


class DeckChecked(PublicEvent, frozen=True):
    """The deck has been counted: complete, no double, no unknown tag."""

    type: ClassVar[str] = "deck.checked"
    cards: int


class DeckFouled(PublicEvent, frozen=True):
    """The deck is not the deck it should be.

    Before a hand, where the shoe counts it, `missing_cards` and `extra_cards` are named; a card
    that was never enrolled has no name. No hand starts with it.
    """

    type: ClassVar[str] = "deck.fouled"
    missing: int = 0
    extra: int = 0
    missing_cards: tuple[str, ...] = ()
    extra_cards: tuple[str, ...] = ()


class ShoeReported(PublicEvent, frozen=True):
    """The shoe has been `loaded`, is `empty`, is in a `jam`, or has let out a wrong `count`."""

    type: ClassVar[str] = "shoe.reported"
    what: Literal["loaded", "empty", "jam", "count"]


class MovedWhileOff(PublicEvent, frozen=True):
    """Where things lie otherwise than when the controller went off; nobody is accused.

    It is to be confirmed (`confirm`, `agree`) or put back. Without zones, that has been done.
    """

    type: ClassVar[str] = "moved.while-off"
    zones: tuple[str, ...]


class EpochBegun(PublicEvent, frozen=True):
    """Numbering begins anew, in the epoch of this event.

    The end of the journal was lost (`rolled-back`), another journal lies in its place (`replaced`),
    a backup was put back (`restored`), or it was damaged (`mended`). Events behind number `after`
    of the epoch before are void; `lost` events are known to be lost. The floor compares the stacks
    with what lies on the table.
    """

    type: ClassVar[str] = "epoch.begun"
    after: int
    lost: int = 0
    reason: Literal["rolled-back", "replaced", "restored", "mended"] = "rolled-back"
