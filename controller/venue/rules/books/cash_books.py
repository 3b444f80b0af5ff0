"""A cash game's books: the chips each player bought and cashed out, and the house's income."""

from collections.abc import Mapping

import msgspec

from controller.contract.venue.seats import Seat

CASH_OUT, HANDS, REMOVED, CHANGE = "cash-out", "hands", "removed", "change"
"""Reasons for leaving a seat: the player's wish, no more hands, the floor, or a seat change."""


class Waits(msgspec.Struct, frozen=True):
    """A player on the waiting list of a cash game.

    `tables` are the tables that they are waiting for; empty means any. `since` is the room time
    (ms) at which they joined the list. `seat` is the seat reserved for a player who has been
    called. `until` is the room time (ms) at which that call expires, or 0 if it does not. `missed`
    counts their missed calls. `comes` is true if they have said that they are coming, but the
    desk has not seen them yet.
    """

    player: str
    tables: tuple[int, ...] = ()
    since: int = 0
    seat: Seat | None = None
    until: int = 0
    missed: int = 0
    comes: bool = False


class Session(msgspec.Struct, frozen=True):
    """A player's state in a cash game.

    `level` is the player's level in the house, which sets their daily limit on hands. `owner` is
    true if they own the house. `hands` counts the hands that they have played today. `sat` ranks
    players by time at the table: the player with the lowest value has sat longest.
    Chips: `bought` and `cashed` are the totals that they bought and cashed out. `left_with` is the
    amount of the last cash-out, and `left_at` its room time (ms).
    Leaving a seat: `leaving` is the reason why they are leaving, or "". `order` is the id of the
    order that makes the table release them. `to` is the seat that they move to next, or None.
    `absent`, `penalty` and `owes` (missed blinds) are what they brought from their last seat.
    `waited` was their line on the waiting list when they sat down, or None.
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
    absent: bool = False
    penalty: str = ""
    owes: int = 0
    waited: Waits | None = None


class CashBooks(msgspec.Struct, frozen=True):
    """A cash game's books.

    `sessions` maps each player to their state. `day` is the current date. `bank` is the total
    that players have cashed out. `raked` and `timed` are the chips that the house has taken as rake
    and as time charge. `flows` maps a pair of players (`a b`) to the net chips that the first lost
    to the second, and `last_flows` maps a table to what its last hand added to them, as (player,
    winner, chips). `waiting` is the waiting list, in order of arrival. `feeds` maps a table to the
    table that its players must move to when a seat becomes free there.
    """

    sessions: Mapping[str, Session] = {}
    day: str = ""
    bank: int = 0
    raked: int = 0
    timed: int = 0
    flows: Mapping[str, int] = {}
    waiting: tuple[Waits, ...] = ()
    feeds: Mapping[int, int] = {}
    last_flows: Mapping[int, tuple[tuple[str, str, int], ...]] = {}


def imbalance(books: CashBooks, chips: int, issued: int, removed: int) -> str:
    """Return a sentence about the imbalance in a cash game's books, or "" if they balance.

    `chips` are the chips that players now hold. `issued` and `removed` are the room's totals of
    chips that came into play and left it.
    """
    bought = sum(one.bought for one in books.sessions.values())
    cashed = sum(one.cashed for one in books.sessions.values())
    house = books.raked + books.timed
    if bought != issued or cashed != books.bank or books.bank + house != removed:
        return f"bought {bought} of {issued}, cashed {cashed} of {books.bank}"
    if chips + books.bank + house != bought:
        return f"{chips} chips, {books.bank} in the bank, {house} of the house of {bought} bought"
    return ""
