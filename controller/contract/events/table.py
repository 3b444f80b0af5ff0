"""Public events: seats, levels, devices, deck and shoe."""

from typing import ClassVar, Literal

from controller.contract.events.event import PublicEvent
from controller.contract.rules import BlindForm, Entry, NoticeText, Street, Structure, Variant
from controller.contract.state import StackChange


class SeatTaken(PublicEvent, frozen=True):
    """Somebody sits down: the name that is shown, and the id that the room has for them.

    `stack` is None where the house hides it. `order` is the room's order that this came of. `name`
    is "" where the seat was waited for until a hand was over: the state has it.
    """

    type: ClassVar[str] = "seat.taken"
    seat: int
    name: str
    stack: int | None
    player: str = ""
    order: str = ""


class SeatLeft(PublicEvent, frozen=True):
    """A seat is empty now; what its stack was (None where the house hides it).

    What travels with the player: whether they were away, what is left of a penalty (`3h`, `10m`),
    chips that they owe. `order` is the room's order that this came of.
    """

    type: ClassVar[str] = "seat.left"
    seat: int
    stack: int | None
    player: str = ""
    order: str = ""
    absent: bool = False
    penalty: str = ""
    owes: int = 0


class SeatStays(PublicEvent, frozen=True):
    """Who was to leave a seat when the hand is over stays; seat 0 where it was nobody's yet."""

    type: ClassVar[str] = "seat.stays"
    seat: int
    player: str = ""
    order: str = ""


class SeatBusted(PublicEvent, frozen=True):
    """A seat has no chips left at the end of a hand; it may buy in again before the next one.

    `had` is what it had at the beginning of the hand (None where the house hides it), `by` the seat
    that has won all of it, 0 where it is not one alone.
    """

    type: ClassVar[str] = "seat.busted"
    seat: int
    hand: int
    had: int | None
    player: str = ""
    by: int = 0


class SeatOut(PublicEvent, frozen=True):
    """A seat that had no chips left after `hand` is out for good: the next hand has begun."""

    type: ClassVar[str] = "seat.out"
    seat: int
    hand: int
    player: str = ""


class SeatAbsent(PublicEvent, frozen=True):
    """A seated player is away."""

    type: ClassVar[str] = "seat.absent"
    seat: int


class SeatBack(PublicEvent, frozen=True):
    """A player who was away is back."""

    type: ClassVar[str] = "seat.back"
    seat: int


class EntryChosen(PublicEvent, frozen=True):
    """A seat comes into the game that runs with the next hand and posts, or waits for its blind."""

    type: ClassVar[str] = "entry.chosen"
    seat: int
    entry: Entry


class LevelChanged(PublicEvent, frozen=True):
    """Blinds and antes from the next hand on, and the game where the level names one."""

    type: ClassVar[str] = "level.changed"
    small_blind: int
    big_blind: int
    ante: int = 0
    big_blind_ante: int = 0
    number: int = 0
    game: Variant | None = None
    structure: Structure | None = None
    blinds: BlindForm | None = None


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


class TableHeld(PublicEvent, frozen=True):
    """The table is at rest and starts no hand: the names of the holds in force."""

    type: ClassVar[str] = "table.held"
    holds: tuple[str, ...]


class TableReleased(PublicEvent, frozen=True):
    """A hold has ended; `holds` are those that are still in force, none when play goes on.

    With `one_hand` it has not ended: one hand is played, and then the table is held again; with
    `to_street` it is played up to the end of that street's betting.
    """

    type: ClassVar[str] = "table.released"
    hold: str
    holds: tuple[str, ...] = ()
    one_hand: bool = False
    to_street: Street | None = None


class StreetHeld(PublicEvent, frozen=True):
    """A betting round is over, and the next street is not dealt yet: the names of the holds."""

    type: ClassVar[str] = "street.held"
    street: Street
    holds: tuple[str, ...]


class TableOpened(PublicEvent, frozen=True):
    """The table plays a tournament, with these chips."""

    type: ClassVar[str] = "table.opened"
    tournament: str
    house: str
    denominations: tuple[int, ...] = ()
    button: int = 0


class TableClosed(PublicEvent, frozen=True):
    """The table deals nothing until it is opened again."""

    type: ClassVar[str] = "table.closed"
    tournament: str = ""


class ChipsColoured(PublicEvent, frozen=True):
    """Small chips are out of play: the chips that are left, and each stack before and after."""

    type: ClassVar[str] = "chips.coloured"
    denominations: tuple[int, ...]
    stacks: tuple[StackChange, ...] = ()


class NoticeGiven(PublicEvent, frozen=True):
    """The table, or one seat of it, is told something; where a player moves to, for a move."""

    type: ClassVar[str] = "notice.given"
    notice: str
    text: NoticeText
    seat: int = 0
    to_table: int = 0
    to_seat: int = 0
    ack: bool = False


class NoticeSeen(PublicEvent, frozen=True):
    """A seat has acknowledged a notice by its key."""

    type: ClassVar[str] = "notice.seen"
    notice: str
    seat: int


class NoticeEnded(PublicEvent, frozen=True):
    """A notice is taken off."""

    type: ClassVar[str] = "notice.ended"
    notice: str


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
