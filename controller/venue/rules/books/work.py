"""The working state while a room processes one input: its data, its events and its orders."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from controller.contract.errors import TapisError
from controller.contract.venue.floor.chips import ChipsDiffer
from controller.contract.venue.inputs import PlayerLeft
from controller.contract.venue.kinds import RoomEvent, RoomOrder
from controller.contract.venue.outputs import ClearSeat, CloseTable, SetBlinds, SitDown
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.cash_books import Session
from controller.venue.rules.books.deeds import Deed
from controller.venue.rules.books.room import Moving, Player, Room, Table
from controller.venue.rules.calculations.levels import Clock
from controller.venue.rules.tournament import Tournament

T = TypeVar("T")

MOST_DEEDS = 20
"""The number of staff actions that can be undone."""


class Refused(TapisError):
    """An input that can't be carried out; the reason is an id, such as `no-such-player`."""

    def __init__(self, reason: str) -> None:
        """Store the reason."""
        super().__init__(reason)
        self.reason = reason


def refuse_if(wrong: object, reason: str) -> None:
    """Raise `Refused` with the reason if `wrong` is true."""
    if wrong:
        raise Refused(reason)


def needed(found: T | None, reason: str) -> T:
    """Return a value that an input needs; raises `Refused` with the reason if it is None."""
    if found is None:
        raise Refused(reason)
    return found


class Work:
    """The working state while one input is processed.

    The functions in `rules/` read it and change it.
    """

    def __init__(self, room: Room, rules: Tournament) -> None:
        self.room = room
        self.rules = rules
        self.stack = rules.start.starting_stack.value
        self.values = tuple(sorted({value for _, value in rules.start.chips.value}))
        self.events: list[RoomEvent] = []
        self.orders: list[RoomOrder] = []
        self.seats_changed = False
        self.paid_already = False

    def say(self, event: RoomEvent) -> None:
        """Add an event to publish."""
        self.events.append(event)

    def order_id(self) -> str:
        """Return the next order's id: the input's number, a dot, and the order's index."""
        return f"{self.room.n}.{len(self.orders)}"

    def order(self, kind: type[RoomOrder], table: int, **fields: Any) -> str:
        """Give a table an order of type `kind`, with these fields; return the order's id."""
        name = self.order_id()
        self.orders.append(kind(name, table, **fields))
        return name

    def order_all(self, kind: type[RoomOrder], tables: Iterable[int], **fields: Any) -> None:
        """Give several tables the same order."""
        for table in tables:
            self.order(kind, table, **fields)

    def tell_level(self, table: int) -> None:
        """Order a table to play the current level, for the time that is left of it."""
        level = self.room.levels[self.room.clock.at]
        self.order(
            SetBlinds, table, number=level.number,
            small_blind=level.small_blind, big_blind=level.big_blind,
        )  # fmt: skip

    def order_at(self, kind: type[RoomOrder], seat: Seat, **fields: Any) -> str:
        """Give a table an order about one of its seats; return the order's id."""
        return self.order(kind, seat.table, seat=seat.seat, **fields)

    def sit_down(self, seat: Seat, player: Player, carried: Moving | PlayerLeft | Session) -> None:
        """Order a table to seat a player with their stack.

        `carried` holds the player's absence, penalty and missed blinds, which move with them.
        """
        self.order_at(
            SitDown, seat, player=player.id, stack=player.stack, absent=carried.absent,
            penalty=carried.penalty, owes=carried.owes,
        )  # fmt: skip

    def clear_seat(self, seat: Seat, player: str) -> None:
        """Order a table to clear the seat of a player who has finished playing."""
        self.note_cleared(player, self.order_at(ClearSeat, seat, player=player))

    def note_cleared(self, player: str, order: str) -> None:
        """Store the order that clears a player's seat."""
        self.change(cleared={**self.room.cleared, player: order})

    def forget_cleared(self, player: str) -> None:
        """Forget the order that cleared an earlier seat of a player."""
        if player in self.room.cleared:
            rest = {name: order for name, order in self.room.cleared.items() if name != player}
            self.change(cleared=rest)

    def was_cleared(self, player: str, order: str) -> bool:
        """Return whether an order concerns an earlier seat of a player, which has been cleared.

        The table may have emptied it under an order to move that it was given before.
        """
        both = (order.split("."), self.room.cleared.get(player, "").split("."))
        if not all(part.isdecimal() for name in both for part in name):
            return False
        given, cleared = ([int(part) for part in name] for name in both)
        return given <= cleared

    def change(self, **fields: Any) -> None:
        """Update fields of the room."""
        self.room = msgspec.structs.replace(self.room, **fields)

    def put_clock(self, change: Callable[[Clock], Clock]) -> None:
        """Change the room's clock, and the clock that an undo would restore, in the same way.

        This is for changes that the room makes itself: an undo reverses only those of staff.
        """
        room, undo = self.room, self.room.undo
        clock = change(room.clock)
        if undo is not None:
            holds = clock.holds if undo.holds == room.clock.holds else undo.holds
            undo = msgspec.structs.replace(undo, before=change(undo.before), holds=holds)
        self.change(clock=clock, undo=undo)

    def player(self, name: str) -> Player:
        """Return a player by id; raises `Refused` for an unknown one."""
        return needed(self.room.players.get(name), "no-such-player")

    def table(self, number: int) -> Table:
        """Return a table by number; raises `Refused` for an unknown one."""
        return needed(self.room.tables.get(number), "no-such-table")

    def put(self, player: Player, **fields: Any) -> Player:
        """Update fields of a player, and return the new player stored in the room."""
        self.seats_changed |= not fields or not fields.keys().isdisjoint(("seat", "standing"))
        new = msgspec.structs.replace(player, **fields)
        self.change(players={**self.room.players, new.id: new})
        return new

    def put_move(self, move: Moving, **fields: Any) -> None:
        """Update fields of a move, and store it in place of its earlier version."""
        new = msgspec.structs.replace(move, **fields)
        self.change(moves=tuple(new if one.order == new.order else one for one in self.room.moves))

    def put_table(self, number: int, **fields: Any) -> None:
        """Update fields of a table in the room; raises `Refused` for an unknown one."""
        new = msgspec.structs.replace(self.table(number), **fields)
        self.change(tables={**self.room.tables, number: new})

    def close_table(self, number: int) -> None:
        """Close a table that is no longer in play."""
        self.order(CloseTable, number)
        self.put_table(number, closed=True)

    def close_if_left(self, number: int) -> None:
        """Close a table at which nobody sits, and to which nobody is being moved.

        Nobody is moved to a table that has been closed while it kept a player.
        """
        open_still = not self.room.tables[number].closed
        awaited = open_still and any(move.target.table == number for move in self.room.moves)
        if not awaited and not self.room.seated(number):
            self.close_table(number)

    def close_all(self) -> None:
        """Have everybody stand up, and close their tables, which another evening may then open.

        The players keep their seats and chips in the books of this one.
        """
        for player in self.room.players.values():
            arriving = (one for one in self.room.moves if one.player == player.id and one.left)
            move = next(arriving, None)
            seat = player.seat if move is None else move.target
            if seat is not None:
                self.order_at(ClearSeat, seat, player=player.id)
        self.order_all(CloseTable, self.room.occupied)

    def chips_leave(self, player: Player, at: Seat | None) -> None:
        """Take a player's chips out of play, and note in `going` the seat `at` which they are.

        A hand that includes these chips may be running at the table. Chips that were held back for
        the next seat, or that the table has been ordered to take, are not in it.
        """
        self.change(removed=self.room.removed + player.stack)
        if at is not None:
            table, seat = at
            own = (one for one in self.room.moves if one.player == player.id and not one.left)
            taken = (one for one in self.room.taking if one.player == player.id and not one.booked)
            there = player.stack - sum(one.given for one in own) - sum(one.chips for one in taken)
            going = {seat: there, **self.room.going.get(table, {})}
            self.change(going={**self.room.going, table: going})

    def forget_going(self, at: Seat) -> None:
        """Forget the chips of a player who was taken out of a seat, because another sits there."""
        table, seat = at
        rest = {one: n for one, n in self.room.going.get(table, {}).items() if one != seat}
        if rest != self.room.going.get(table, {}):
            self.change(going={**self.room.going, table: rest})

    def differ(self, table: int, expected: int, reported: int) -> None:
        """Publish that a table's chips differ from the books, and set `differs` on the table."""
        self.say(ChipsDiffer(table, expected, reported))
        self.put_table(table, differs=True)

    def remember(self, deed: Deed) -> None:
        """Store a staff action so that it can be undone; the last `MOST_DEEDS` are kept."""
        self.change(deeds=(*self.room.deeds, deed)[-MOST_DEEDS:])

    def free(self, seat: Seat) -> bool:
        """Return whether a seat exists and is free, with no player in it or on the way to it."""
        table = self.room.tables.get(seat.table)
        if table is None or table.closed:
            return False
        return seat.seat in self.room.view(seat.table).free
