"""A cash game's books: chips that each player bought and cashed out, and the house's income."""

from collections.abc import Mapping

import msgspec

from controller.contract.venue.seats import Seat

CASH_OUT, HANDS, REMOVED, CHANGE = "cash-out", "hands", "removed", "change"
"""Reasons for leaving a seat: the player's wish, no hands left today, the floor, a seat change."""


class Session(msgspec.Struct, frozen=True):
    """A player in a cash game: their `level`, whether they own the house, and their `hands` today.

    `bought` and `cashed` are total chips. `leaving` is the reason why they must leave their seat,
    `order` the order that makes the table release them, and `to` their next seat. `sat` ranks
    players by time at the table: the player with the lowest value has sat longest. They last cashed
    out `left_with` chips, at room time `left_at` (ms).
    """

    level: int = 1
    owner: bool = False
    bought: int = 0
    cashed: int = 0
    hands: int = 0
    leaving: str = ""
    order: str = ""
    to: Seat | None = None
    sat: int = 0
    left_with: int = 0
    left_at: int = 0


class Waits(msgspec.Struct, frozen=True):
    """A player on the waiting list since room time `since` (ms); empty `tables` means any table.

    For a called player, `seat` is the seat reserved until `until` (0: until they sit); `missed`
    counts missed calls. `comes` means that the player has announced that they are coming, but has
    not been seen at the desk yet.
    """

    player: str
    tables: tuple[int, ...] = ()
    since: int = 0
    seat: Seat | None = None
    until: int = 0
    missed: int = 0
    comes: bool = False


class CashBooks(msgspec.Struct, frozen=True):
    """A cash game's books: chips back in the `bank`, and chips `raked` and `timed` by the house.

    `flows` maps a pair of players (`a b`) to the net chips that the first lost to the second.
    `waiting` is the waiting list, in order of arrival; `feeds` maps a table to the table it feeds.
    """

    sessions: Mapping[str, Session] = {}
    day: str = ""
    bank: int = 0
    raked: int = 0
    timed: int = 0
    flows: Mapping[str, int] = {}
    waiting: tuple[Waits, ...] = ()
    feeds: Mapping[int, int] = {}


def imbalance(books: CashBooks, chips: int, issued: int, removed: int) -> str:
    """Describe the imbalance in a game's books, or return ""; players now hold `chips`."""
    bought = sum(one.bought for one in books.sessions.values())
    cashed = sum(one.cashed for one in books.sessions.values())
    house = books.raked + books.timed
    if bought != issued or cashed != books.bank or books.bank + house != removed:
        return f"bought {bought} of {issued}, cashed {cashed} of {books.bank}"
    if chips + books.bank + house != bought:
        return f"{chips} chips, {books.bank} in the bank, {house} of the house of {bought} bought"
    return ""
