"""The books of money, by double entry: what is booked is in two accounts or more, and sums to 0."""

from collections.abc import Mapping

import msgspec

from controller.contract.venue.cash_game.cash import BoughtIn
from controller.contract.venue.inputs import ChipsBought
from controller.contract.venue.prizes.money import PaidOut

TILL, SAFE, CHIPS, POOL, HOUSE, DIFFERENCE = "till", "safe", "chips", "pool", "house", "difference"
HEADS, TICKETS, FORWARD = "heads", "tickets", "forward"
"""Where money lies, and whose it is: chips in play, prizes, the house's, what a count missed,
bounties that nobody has won yet, tickets that were won here (below 0) or taken, and what goes on to
another day (below 0) or came from one."""

OWED = "owed "
"""Stands before a player's id: what they have won or turned back, and have not got yet."""


class SecondDue(msgspec.Struct, frozen=True):
    """What waits for a second person, and who asked for it."""

    number: int
    said: BoughtIn | ChipsBought | PaidOut
    amount: int
    cashier: str


class MoneyBooks(msgspec.Struct, frozen=True):
    """All of it. `cashier` has the till; `number` counts what has waited for a second person."""

    accounts: Mapping[str, int] = {}
    waiting: tuple[SecondDue, ...] = ()
    cashier: str = ""
    number: int = 0


def booked(accounts: Mapping[str, int], moved: Mapping[str, int]) -> Mapping[str, int]:
    """Return accounts after a booking; one with nothing in it is none.

    >>> booked({"till": 5, "pool": -5}, {"till": -5, "pool": 5})
    {}
    """
    found = dict(accounts)
    for name, amount in moved.items():
        found[name] = found.get(name, 0) + amount
    return {name: amount for name, amount in sorted(found.items()) if amount}


def owed(books: MoneyBooks) -> dict[str, int]:
    """Return who is owed what."""
    return {
        name.removeprefix(OWED): -amount
        for name, amount in books.accounts.items() if name.startswith(OWED)
    }  # fmt: skip


def money_lost(books: MoneyBooks, chips_worth: int) -> str:
    """Return what does not hold: accounts that don't sum to 0, chips that are worth something else.

    `chips_worth` is what all chips in play of a cash game are worth, 0 in a tournament.
    """
    total = sum(books.accounts.values())
    if total:
        return f"the accounts sum to {total}"
    if books.accounts.get(CHIPS, 0) != -chips_worth:
        return f"chips for {-books.accounts.get(CHIPS, 0)} are booked, and {chips_worth} in play"
    return ""
