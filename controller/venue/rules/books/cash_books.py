"""What a room's books say of a cash game: who bought and turned back how much, and the house."""

from collections.abc import Mapping

import msgspec

from controller.contract.venue.seats import Seat

CASH_OUT, HANDS, REMOVED, CHANGE = "cash-out", "hands", "removed", "change"
"""Why somebody leaves a seat: their own word, no hands left today, the floor's, another seat."""


class Session(msgspec.Struct, frozen=True):
    """A player of a cash game: their `level`, whether the house is theirs, their `hands` today.

    `bought` and `cashed` are chips in all; `leaving` is why they are to leave their seat, `order`
    the one by which a table lets them go, `to` the seat that they go to then. `sat` says who has
    sat longest: the lowest.
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
    """Who is on the waiting list, `since` when (room ms), and at which `tables` (none: any).

    Who is called has a `seat` kept `until` then (0: until they sit); `missed` are calls let pass.
    Who `comes` has said so, and was not seen at the desk yet.
    """

    player: str
    tables: tuple[int, ...] = ()
    since: int = 0
    seat: Seat | None = None
    until: int = 0
    missed: int = 0
    comes: bool = False


class CashBooks(msgspec.Struct, frozen=True):
    """All of it: chips that are in the `bank` again, and those that the house `raked` and `timed`.

    `flows` are the chips that went from one player to another (`a b`), less what came back.
    `waiting` is the list, the first who came first; a table `feeds` another.
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
    """Return what does not hold in the books of a game whose players have `chips`, or nothing."""
    bought = sum(one.bought for one in books.sessions.values())
    cashed = sum(one.cashed for one in books.sessions.values())
    house = books.raked + books.timed
    if bought != issued or cashed != books.bank or books.bank + house != removed:
        return f"bought {bought} of {issued}, cashed {cashed} of {books.bank}"
    if chips + books.bank + house != bought:
        return f"{chips} chips, {books.bank} in the bank, {house} of the house of {bought} bought"
    return ""
