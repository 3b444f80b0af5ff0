"""Registration: entries, rebuys, add-ons and bonuses, refunds, and starting stacks."""

from controller.contract.venue.kinds import RoomEvent, RoomInput
from controller.contract.venue.seats import Seat


class EntryRefunded(RoomInput, frozen=True, tag="entry-refunded"):
    """The director refunds an entry for the reason `why`, and the player is taken off the list.

    If the tournament was cancelled, all of the player's entries are refunded.
    """

    player: str = ""
    why: str = ""


class RebuyAnnounced(RoomInput, frozen=True, tag="rebuy-announced"):
    """A player announces a rebuy; its chips are in play immediately, before they are paid for."""

    player: str = ""
    chips: int = 0


class RebuyPaid(RoomInput, frozen=True, tag="rebuy-paid"):
    """The money for an announced rebuy has been received."""

    player: str = ""


class BetBehind(RoomInput, frozen=True, tag="bet-behind"):
    """A player with an unpaid rebuy has put this number of chips into the current hand."""

    player: str = ""
    chips: int = 0


class AddOnForAll(RoomInput, frozen=True, tag="add-on-for-all"):
    """All remaining players except those in `but` take an add-on."""

    chips: int = 0
    but: tuple[str, ...] = ()


class BonusGiven(RoomInput, frozen=True, tag="bonus-given"):
    """A player receives the chips for a bonus, which is named in the tournament file."""

    player: str = ""
    bonus: str = ""


class BonusTold(RoomEvent, frozen=True, tag="bonus.given"):
    """A player has received a bonus."""

    player: str
    bonus: str
    chips: int
    article: str


class ReEntered(RoomEvent, frozen=True, tag="player.re-entered"):
    """A player who was out has re-entered, for the `number`th time."""

    player: str
    number: int
    article: str


class Refunded(RoomEvent, frozen=True, tag="entry.refunded"):
    """A player's entry has been refunded; if the tournament was cancelled, all their `entries`."""

    player: str
    why: str
    article: str
    entries: int = 1


class RebuyDue(RoomEvent, frozen=True, tag="rebuy.due"):
    """A player has bet unpaid chips, so payment is due before the action is complete."""

    player: str
    chips: int
    article: str


class RebuySettled(RoomEvent, frozen=True, tag="rebuy.paid"):
    """An announced rebuy has been paid."""

    player: str
    chips: int


class SeatCardIssued(RoomEvent, frozen=True, tag="seat-card.issued"):
    """A player who is being moved has been given a card that shows their new seat.

    `order` is the id of the room's order to move the player.
    """

    player: str
    order: str
    seat: Seat
    article: str


class StackWrong(RoomEvent, frozen=True, tag="stack.wrong"):
    """The chips counted at a seat before the start differ from the starting stack."""

    seat: Seat
    expected: dict[int, int]
    counted: dict[int, int]
    article: str


class StackRight(RoomEvent, frozen=True, tag="stack.right"):
    """The chips counted at a seat before the start match the starting stack."""

    seat: Seat
