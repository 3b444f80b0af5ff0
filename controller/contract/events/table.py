"""Public events: seats, levels, devices, the deck and the shoe."""

from typing import ClassVar, Literal

from controller.contract.events.event import PublicEvent
from controller.contract.rules import BlindForm, Entry, NoticeText, Street, Structure, Variant
from controller.contract.state import StackChange


class SeatTaken(PublicEvent, frozen=True):
    """A player has taken a seat: their displayed name, and the room's id for them.

    `stack` is None where the house hides it. `order` is the id of the room's order that caused
    this. If the player had to wait for the seat's previous player to leave, `name` is "", and the
    name appears only in the state.
    """

    type: ClassVar[str] = "seat.taken"
    seat: int
    name: str
    stack: int | None
    player: str = ""
    order: str = ""


class SeatLeft(PublicEvent, frozen=True):
    """A seat is now empty; `stack` is its last stack (None where the house hides it).

    For the player's next table, the event includes whether they were away, the unserved part of a
    penalty (`3h`: three hands, `10m`: ten minutes), and the chips that they owe. `order` is the id
    of the room's order that caused this.
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
    """A player who was due to leave after the hand will stay.

    `seat` is 0 if it had not yet been determined which player would leave.
    """

    type: ClassVar[str] = "seat.stays"
    seat: int
    player: str = ""
    order: str = ""


class SeatBusted(PublicEvent, frozen=True):
    """A seat has no chips left at the end of a hand; it may rebuy before the next hand.

    `had` is the seat's stack at the start of the hand (None where the house hides it). `by` is the
    seat that won the whole stack, or 0 if several seats won parts of it.
    """

    type: ClassVar[str] = "seat.busted"
    seat: int
    hand: int
    had: int | None
    player: str = ""
    by: int = 0


class SeatOut(PublicEvent, frozen=True):
    """A seat has been eliminated: it had no chips left after `hand`, and a new hand has begun."""

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
    """A player has chosen how to enter the running game.

    They either post a big blind in the next hand, or wait until they are the big blind.
    """

    type: ClassVar[str] = "entry.chosen"
    seat: int
    entry: Entry


class LevelChanged(PublicEvent, frozen=True):
    """New blinds and antes, and possibly a new game, are in force from the next hand on."""

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
    """The current level, or the break if `on_break` is true, lasts this many more seconds.

    `seconds` is 0 if its time is up or if it has no end.
    """

    type: ClassVar[str] = "level.timed"
    seconds: int
    on_break: bool = False


class TablePaused(PublicEvent, frozen=True):
    """No hand starts until play resumes."""

    type: ClassVar[str] = "table.paused"
    reason: str = ""


class TableResumed(PublicEvent, frozen=True):
    """Hands may start again."""

    type: ClassVar[str] = "table.resumed"


class TableHeld(PublicEvent, frozen=True):
    """The table is on hold and starts no hand; `holds` names the holds in force."""

    type: ClassVar[str] = "table.held"
    holds: tuple[str, ...]


class TableReleased(PublicEvent, frozen=True):
    """A hold has been released; `holds` names those still in force, or none if play resumes.

    If `one_hand` is true, the hold stays in force, but allows one hand to be played. With
    `to_street`, that hand is played up to the end of that street's betting round.
    """

    type: ClassVar[str] = "table.released"
    hold: str
    holds: tuple[str, ...] = ()
    one_hand: bool = False
    to_street: Street | None = None


class StreetHeld(PublicEvent, frozen=True):
    """A betting round is over, and `holds` names the holds that delay the next street."""

    type: ClassVar[str] = "street.held"
    street: Street
    holds: tuple[str, ...]


class TableOpened(PublicEvent, frozen=True):
    """A room has opened the table for a tournament, with chips of these values."""

    type: ClassVar[str] = "table.opened"
    tournament: str
    house: str
    denominations: tuple[int, ...] = ()
    button: int = 0


class TableClosed(PublicEvent, frozen=True):
    """The table deals no hands until it is opened again."""

    type: ClassVar[str] = "table.closed"
    tournament: str = ""


class ChipsColoured(PublicEvent, frozen=True):
    """A colour-up is done: the small chips are now out of play.

    `denominations` are the remaining chip values. `stacks` lists each stack before and after.
    """

    type: ClassVar[str] = "chips.coloured"
    denominations: tuple[int, ...]
    stacks: tuple[StackChange, ...] = ()


class NoticeGiven(PublicEvent, frozen=True):
    """A notice to the table or to one seat, with the destination if it announces a move."""

    type: ClassVar[str] = "notice.given"
    notice: str
    text: NoticeText
    seat: int = 0
    to_table: int = 0
    to_seat: int = 0
    ack: bool = False


class NoticeSeen(PublicEvent, frozen=True):
    """A seat has acknowledged a notice by pressing a key."""

    type: ClassVar[str] = "notice.seen"
    notice: str
    seat: int


class NoticeEnded(PublicEvent, frozen=True):
    """A notice has been taken down."""

    type: ClassVar[str] = "notice.ended"
    notice: str


class ActionUndone(PublicEvent, frozen=True):
    """The floor has undone the last action; the state is exactly what it was before."""

    type: ClassVar[str] = "action.undone"
    seat: int
    by: str


class DeviceLostSeen(PublicEvent, frozen=True):
    """A device no longer answers."""

    type: ClassVar[str] = "device.lost"
    device: str


class DeviceBackSeen(PublicEvent, frozen=True):
    """A device answers again."""

    type: ClassVar[str] = "device.back"
    device: str


class ZoneBlind(PublicEvent, frozen=True):
    """A zone can no longer be read (`blind` is true), or can be read again.

    While it can't be read, the players must declare what happens there.
    """

    type: ClassVar[str] = "zone.blind"
    zone: str
    blind: bool = True


class DeckChecked(PublicEvent, frozen=True):
    """The deck has been counted and is complete, with no duplicates and no unknown tags."""

    type: ClassVar[str] = "deck.checked"
    cards: int


class DeckFouled(PublicEvent, frozen=True):
    """The deck is fouled: cards are missing, duplicated or foreign.

    When the shoe counts the deck before a hand, `missing_cards` and `extra_cards` list the cards; a
    card that was never enrolled has no name. No hand starts with this deck.
    """

    type: ClassVar[str] = "deck.fouled"
    missing: int = 0
    extra: int = 0
    missing_cards: tuple[str, ...] = ()
    extra_cards: tuple[str, ...] = ()


class ShoeReported(PublicEvent, frozen=True):
    """The shoe is `loaded`, `empty` or jammed (`jam`), or let out too many cards (`count`)."""

    type: ClassVar[str] = "shoe.reported"
    what: Literal["loaded", "empty", "jam", "count"]


class MovedWhileOff(PublicEvent, frozen=True):
    """The zones whose contents changed while the controller was off; no player is blamed.

    The changes must be confirmed by the floor (`confirm`) or by all players in the hand (`agree`).
    Otherwise they must be reversed. An empty list means that nothing is left to confirm.
    """

    type: ClassVar[str] = "moved.while-off"
    zones: tuple[str, ...]


class EpochBegun(PublicEvent, frozen=True):
    """A new epoch has begun, in which event numbers greater than `after` are reused.

    Either the end of the journal was lost (`rolled-back`), another journal has taken its place
    (`replaced`), a backup was restored (`restored`), or the journal was damaged (`mended`). Events
    after number `after` of the previous epoch are void; `lost` is the number of events known to be
    lost. The floor must compare the stacks with the chips on the table.
    """

    type: ClassVar[str] = "epoch.begun"
    after: int
    lost: int = 0
    reason: Literal["rolled-back", "replaced", "restored", "mended"] = "rolled-back"
