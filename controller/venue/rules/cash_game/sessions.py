"""Players' sessions and seats, shared by all parts of a cash game."""

from typing import Any

import msgspec

from controller.contract.venue.outputs import ClearSeat
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.cash_books import Session
from controller.venue.rules.books.room import Player, Room
from controller.venue.rules.books.work import Work
from controller.venue.rules.tournament import CashGame


def session_of(work: Work, player: str) -> Session:
    """Return the session of a player who has joined the game."""
    return work.room.cash.sessions[player]


def hands_left(game: CashGame | None, session: Session) -> int | None:
    """Return how many more hands a player may play today, or None if there is no limit."""
    if game is None or (session.owner and game.owner_unlimited.value):
        return None
    quota = game.hands_a_day.value
    return quota[session.level] - session.hands if session.level < len(quota) else None


def put_session(work: Work, player: str, **fields: Any) -> None:
    """Update fields of a player's session."""
    session = msgspec.structs.replace(session_of(work, player), **fields)
    put_books(work, sessions={**work.room.cash.sessions, player: session})


def put_books(work: Work, **fields: Any) -> None:
    """Update fields of the cash game's books."""
    work.change(cash=msgspec.structs.replace(work.room.cash, **fields))


def clear(work: Work, player: Player, why: str) -> None:
    """Order a player to leave their seat after the hand, unless they already have such an order.

    `why` is recorded as the reason.
    """
    assert player.seat is not None
    before = session_of(work, player.id).order
    order = before or work.order_at(ClearSeat, player.seat, player=player.id)
    put_session(work, player.id, leaving=why, order=order, to=None)


def kept_seats(room: Room) -> dict[Seat, str]:
    """Return {seat: player} for each seat reserved for a player.

    The player has been offered the seat from the waiting list, or is changing to it.
    """
    kept = {one.seat: one.player for one in room.cash.waiting if one.seat is not None}
    changing = {
        one.to: player for player, one in room.cash.sessions.items() if one.to is not None
    }  # fmt: skip
    return kept | changing


def free_seats(room: Room, table: int) -> list[Seat]:
    """Return the seats at a table that are neither occupied nor reserved."""
    kept = kept_seats(room)
    free = (Seat(table, number) for number in room.view(table).free)
    return [seat for seat in free if seat not in kept]
