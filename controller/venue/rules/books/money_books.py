"""The money accounts, in double entry: each transaction changes several accounts and sums to 0."""

from collections.abc import Mapping

import msgspec

from controller.contract.venue.cash_game.cash import BoughtIn
from controller.contract.venue.inputs import ChipsBought
from controller.contract.venue.prizes.money import PaidOut

TILL, SAFE, CHIPS, POOL, HOUSE, DIFFERENCE = "till", "safe", "chips", "pool", "house", "difference"
HEADS, TICKETS, FORWARD = "heads", "tickets", "forward"
"""The names of the accounts; `till` to `difference` are defined before these three.
`till` and `safe` hold cash. `chips` is for chips in play, `pool` for prizes, `house` for the
house's share, `difference` for count differences, and `heads` for bounties not won yet.
`tickets` is for entry tickets. A ticket won here lowers it, and one that pays for an entry here
raises it.
`forward` is for amounts carried from day to day. An amount carried to another day lowers it,
and one brought from another day raises it."""

OWED = "owed "
"""The start of the name of each account for money owed to a player; the player's id follows."""


class SecondDue(msgspec.Struct, frozen=True):
    """An action that is waiting for a second person's approval.

    `number` identifies it. `said` is the input to carry out, `amount` the money that it moves, and
    `cashier` the person who requested it.
    """

    number: int
    said: BoughtIn | ChipsBought | PaidOut
    amount: int
    cashier: str


class MoneyBooks(msgspec.Struct, frozen=True):
    """All money accounts of a room.

    `accounts` maps each account that is not empty to its balance. `waiting` lists the actions that
    need a second person's approval. `cashier` is the person now running the till, or "". `number`
    counts the actions that have ever waited for approval.
    """

    accounts: Mapping[str, int] = {}
    waiting: tuple[SecondDue, ...] = ()
    cashier: str = ""
    number: int = 0


def booked(accounts: Mapping[str, int], moved: Mapping[str, int]) -> Mapping[str, int]:
    """Return the accounts after a transaction; accounts that reach 0 are dropped.

    `moved` holds the amount by which each account changes.

    >>> booked({"till": 5, "pool": -5}, {"till": -5, "pool": 5})
    {}
    """
    found = dict(accounts)
    for name, amount in moved.items():
        found[name] = found.get(name, 0) + amount
    return {name: amount for name, amount in sorted(found.items()) if amount}


def owed(books: MoneyBooks) -> dict[str, int]:
    """Return the amount owed to each player."""
    return {
        name.removeprefix(OWED): -amount
        for name, amount in books.accounts.items() if name.startswith(OWED)
    }  # fmt: skip


def money_lost(books: MoneyBooks, chips_worth: int) -> str:
    """Return a sentence about the imbalance in the accounts, or "" if they balance.

    They must sum to 0, and the account for chips must show that the chips sold are worth
    `chips_worth`: the value of all chips in play in a cash game, or 0 in a tournament.
    """
    total = sum(books.accounts.values())
    if total:
        return f"the accounts sum to {total}"
    sold = -books.accounts.get(CHIPS, 0)
    if sold != chips_worth:
        return f"chips for {sold} are booked, but {chips_worth} in play"
    return ""
