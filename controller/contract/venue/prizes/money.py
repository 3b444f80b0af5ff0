"""Money of a room that has chosen to have any: its bank, what is owed to players, who says yes.

Amounts are whole units of what the room plays for. Tagged as everything else of a room.
"""

from typing import Literal

import msgspec

from controller.contract.venue.kinds import Ask, Do, RoomEvent, RoomInput

Money = Literal["none", "points", "lots", "currency"]


class BankOpened(RoomInput, frozen=True, tag="bank-opened"):
    """A cashier's session begins, with so much in the till."""

    amount: int = 0
    cashier: str = ""


class BankClosed(RoomInput, frozen=True, tag="bank-closed"):
    """A cashier's session ends: so much was counted in the till."""

    amount: int = 0
    cashier: str = ""


class PaidOut(RoomInput, frozen=True, tag="paid-out"):
    """A player gets all that they are owed."""

    player: str = ""
    cashier: str = ""


class MoneyApproved(RoomInput, frozen=True, tag="money-approved"):
    """A second person agrees to what waits for one, by its number, or does not."""

    number: int = 0
    agrees: bool = True
    cashier: str = ""


BankWord = BankOpened | BankClosed | PaidOut | MoneyApproved
"""What is said at the bank."""


class KeepBank(Do, frozen=True, tag="keep-bank"):
    """Keep the bank of a room that plays for something."""

    said: BankWord


class BankBegun(RoomEvent, frozen=True, tag="bank.opened"):
    """A cashier has the till, with so much in it."""

    amount: int
    cashier: str


class BankCounted(RoomEvent, frozen=True, tag="bank.closed"):
    """A cashier's session is over: what the books say, and what was counted."""

    expected: int
    counted: int
    cashier: str


class SecondWanted(RoomEvent, frozen=True, tag="second.wanted"):
    """So much money is more than one person moves alone: another one says yes, or no."""

    number: int
    what: str
    player: str
    amount: int
    article: str


class SecondNeeded(msgspec.Struct, frozen=True):
    """Answers what was asked for and is not done yet: it waits for a `second` person, as that."""

    second: int


class SecondSaid(RoomEvent, frozen=True, tag="second.said"):
    """A second person has said yes or no."""

    number: int
    yes: bool


class MoneyPaid(RoomEvent, frozen=True, tag="money.paid"):
    """A player has what they were owed."""

    player: str
    amount: int


MoneyEvent = BankBegun | BankCounted | SecondWanted | SecondSaid | MoneyPaid


class AskBank(Ask, frozen=True, tag="bank"):
    """The books of money. Answered with `Bank`."""


class AskDeal(Ask, frozen=True, tag="deal"):
    """What the prizes that are left are worth to who is left. Answered with `DealOffers`.

    So much is `left` to be played for by places, from the first on.
    """

    left: tuple[int, ...] = ()


AnyAskOfMoney = AskBank | AskDeal


class SecondLine(msgspec.Struct, frozen=True):
    """What waits for a second person: its number, what it is, whose, how much, who asked."""

    number: int
    what: str
    player: str
    amount: int
    cashier: str


class Bank(msgspec.Struct, frozen=True):
    """The books: what is in each account (they sum to 0), who is owed what, what waits.

    `money` is what is played for; `cashier` has the till, "" while it is closed.
    """

    money: Money
    accounts: dict[str, int] = {}
    owed: dict[str, int] = {}
    waiting: tuple[SecondLine, ...] = ()
    cashier: str = ""


class DealLine(msgspec.Struct, frozen=True):
    """What a player would get by a deal: by chips, and by ICM; `least` is the next prize."""

    player: str
    stack: int
    chips: int
    icm: int


class DealOffers(msgspec.Struct, frozen=True):
    """What those who are left would get, most chips first; nobody gets less than the `least`.

    `proposed` is what each gets by the deal that is on the table, `agreed` who agrees to it, and
    `playing_for` what places get besides. `in_force`: all have agreed.
    """

    lines: tuple[DealLine, ...]
    to_share: int
    least: int
    left: tuple[int, ...] = ()
    proposed: dict[str, int] = {}
    agreed: tuple[str, ...] = ()
    playing_for: tuple[int, ...] = ()
    in_force: bool = False
