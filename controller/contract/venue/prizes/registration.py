"""What happens at registration, and what comes of it: refunds, and rebuys that are to be paid."""

from controller.contract.venue.kinds import RoomEvent, RoomInput
from controller.contract.venue.seats import Seat


class EntryRefunded(RoomInput, frozen=True, tag="entry-refunded"):
    """The director gives an entry back, and why; its player leaves the list."""

    player: str = ""
    why: str = ""


class RebuyAnnounced(RoomInput, frozen=True, tag="rebuy-announced"):
    """A player says that they rebuy: the chips play at once, and are still to be paid."""

    player: str = ""
    chips: int = 0


class RebuyPaid(RoomInput, frozen=True, tag="rebuy-paid"):
    """The money for a rebuy that was announced is there."""

    player: str = ""


class BetBehind(RoomInput, frozen=True, tag="bet-behind"):
    """A player has put so many chips into the hand that runs."""

    player: str = ""
    chips: int = 0


class AddOnForAll(RoomInput, frozen=True, tag="add-on-for-all"):
    """Everybody who is in adds so many chips, `but` for those who don't."""

    chips: int = 0
    but: tuple[str, ...] = ()


class BonusGiven(RoomInput, frozen=True, tag="bonus-given"):
    """A player gets the chips of a `bonus` that the tournament's file knows by this word."""

    player: str = ""
    bonus: str = ""


class BonusTold(RoomEvent, frozen=True, tag="bonus.given"):
    """A player has got a bonus."""

    player: str
    bonus: str
    chips: int
    article: str


class ReEntered(RoomEvent, frozen=True, tag="player.re-entered"):
    """A player who was out is in again, for the `number`th time."""

    player: str
    number: int
    article: str


class Refunded(RoomEvent, frozen=True, tag="entry.refunded"):
    """An entry was given back."""

    player: str
    why: str
    article: str


class RebuyDue(RoomEvent, frozen=True, tag="rebuy.due"):
    """A player has bet chips that are not paid yet: the money comes before the action is done."""

    player: str
    chips: int
    article: str


class RebuySettled(RoomEvent, frozen=True, tag="rebuy.paid"):
    """A rebuy that was announced is paid."""

    player: str
    chips: int


class SeatCardIssued(RoomEvent, frozen=True, tag="seat-card.issued"):
    """A player gets a new seat card, for the seat that they move to by this order."""

    player: str
    order: str
    seat: Seat
    article: str


class StackWrong(RoomEvent, frozen=True, tag="stack.wrong"):
    """What lies at a seat before the start is not the stack that everybody begins with."""

    seat: Seat
    expected: dict[int, int]
    counted: dict[int, int]
    article: str


class StackRight(RoomEvent, frozen=True, tag="stack.right"):
    """What lies at a seat before the start is what everybody begins with."""

    seat: Seat
