"""Money in rooms that play for it: the bank, debts to players, and second approvals.

Amounts are whole numbers in the unit that the room plays for. The structs are tagged like all
inputs and outputs of a room.
"""

from typing import Literal

import msgspec

from controller.contract.venue.kinds import Ask, Do, RoomEvent, RoomInput

Money = Literal["none", "points", "lots", "currency"]


class BankOpened(RoomInput, frozen=True, tag="bank-opened"):
    """A cashier's session begins, with this amount in the till."""

    amount: int = 0
    cashier: str = ""


class BankClosed(RoomInput, frozen=True, tag="bank-closed"):
    """A cashier's session ends, with this amount counted in the till."""

    amount: int = 0
    cashier: str = ""


class PaidOut(RoomInput, frozen=True, tag="paid-out"):
    """A player is paid all that they are owed."""

    player: str = ""
    cashier: str = ""


class MoneyApproved(RoomInput, frozen=True, tag="money-approved"):
    """A second person approves or refuses a pending payment, which is identified by its number."""

    number: int = 0
    agrees: bool = True
    cashier: str = ""


BankWord = BankOpened | BankClosed | PaidOut | MoneyApproved
"""The inputs that concern the bank: opening or closing the till, making or approving a payment."""


class KeepBank(Do, frozen=True, tag="keep-bank"):
    """Open or close the till, pay a player, or approve a payment, in a room that plays for money.

    `said` is the room input that records this action, such as `PaidOut`.
    """

    said: BankWord


class BankBegun(RoomEvent, frozen=True, tag="bank.opened"):
    """A cashier has taken over the till, with this amount in it."""

    amount: int
    cashier: str


class BankCounted(RoomEvent, frozen=True, tag="bank.closed"):
    """A cashier's session is over: the amount according to the books, and the amount counted."""

    expected: int
    counted: int
    cashier: str


class SecondWanted(RoomEvent, frozen=True, tag="second.wanted"):
    """A payment needs a second person's approval because of its amount."""

    number: int
    what: str
    player: str
    amount: int
    article: str


class SecondNeeded(msgspec.Struct, frozen=True):
    """The answer to a payment request if a second person must approve the payment.

    `second` is the number by which that person identifies the payment.
    """

    second: int


class SecondSaid(RoomEvent, frozen=True, tag="second.said"):
    """A second person has approved or refused a payment."""

    number: int
    yes: bool


class MoneyPaid(RoomEvent, frozen=True, tag="money.paid"):
    """A player has been paid what they were owed."""

    player: str
    amount: int


class AskBank(Ask, frozen=True, tag="bank"):
    """Request the state of the room's money accounts. Answered with `Bank`."""


class AskDeal(Ask, frozen=True, tag="deal"):
    """Request each player's share in a deal on the remaining prizes. Answered with `DealOffers`.

    `left` lists the prizes still to be played for, by place, starting with first place.
    """

    left: tuple[int, ...] = ()


AnyAskOfMoney = AskBank | AskDeal


class SecondLine(msgspec.Struct, frozen=True):
    """A payment awaiting a second person: its number, kind, player, amount and cashier."""

    number: int
    what: str
    player: str
    amount: int
    cashier: str


class Bank(msgspec.Struct, frozen=True):
    """The room's money: account balances (which sum to 0), debts to players, pending payments.

    `money` is the unit that the room plays for; `cashier` is the cashier who has the till, or ""
    while the till is closed.
    """

    money: Money
    accounts: dict[str, int] = {}
    owed: dict[str, int] = {}
    waiting: tuple[SecondLine, ...] = ()
    cashier: str = ""


class DealLine(msgspec.Struct, frozen=True):
    """A player's share in a deal: by chip count, and by ICM."""

    player: str
    stack: int
    chips: int
    icm: int


class DealOffers(msgspec.Struct, frozen=True):
    """The remaining players' shares, biggest stack first.

    `to_share` is the total of the remaining prizes. Nobody receives less than `least`, which is the
    prize for the next player who goes out. `left` lists the prizes, by place, that are left to play
    for instead of being shared. `proposed` is each player's share in the proposed deal, `agreed`
    the players who have agreed to that deal, and `playing_for` the prizes that it leaves to play
    for, by place. `in_force` means that all have agreed.
    """

    lines: tuple[DealLine, ...]
    to_share: int
    least: int
    left: tuple[int, ...] = ()
    proposed: dict[str, int] = {}
    agreed: tuple[str, ...] = ()
    playing_for: tuple[int, ...] = ()
    in_force: bool = False
