"""A cash game's books: each player's chips bought and cashed out, and the house's take."""

from collections.abc import Mapping

import msgspec

from controller.contract.venue.seats import Seat

CASH_OUT, HANDS, REMOVED, CHANGE = "cash-out", "hands", "removed", "change"
"""Reasons for leaving a seat: the player's wish, no hands left today, the floor, a seat change."""


class Session(msgspec.Struct, frozen=True):
    """A player in a cash game: their `level`, whether they own the house, and their `hands` today.

    `bought` and `cashed` are total chips. `leaving` is the reason why they are to leave their seat,
    `order` the order by which the table lets them go, and `to` the next seat. `sat` orders players
    by time at the table: the lowest has sat longest.
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


class Waits(msgspec.Struct, frozen=True):
    """A player waiting `since` (room ms), and the `tables` that they want (none: any).

    For a called player, a `seat` is held until `until` (0: until they sit); `missed` counts missed
    calls. `comes` means that the player has announced their arrival, but has not been seen at the
    desk yet.
    """

    player: str
    tables: tuple[int, ...] = ()
    since: int = 0
    seat: Seat | None = None
    until: int = 0
    missed: int = 0
    comes: bool = False


class CashBooks(msgspec.Struct, frozen=True):
    """A cash game's books: chips back in the `bank`, chips `raked` and `timed` by the house.

    `flows` are the chips that one player lost to another (`a b`), less those won back. `waiting` is
    the waiting list, in order of arrival; `feeds` maps a table to the table that it feeds.
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
    """Return the imbalance in a game's books when its players have `chips`, "" if there is none."""
    bought = sum(one.bought for one in books.sessions.values())
    cashed = sum(one.cashed for one in books.sessions.values())
    house = books.raked + books.timed
    if bought != issued or cashed != books.bank or books.bank + house != removed:
        return f"bought {bought} of {issued}, cashed {cashed} of {books.bank}"
    if chips + books.bank + house != bought:
        return f"{chips} chips, {books.bank} in the bank, {house} of the house of {bought} bought"
    return ""
