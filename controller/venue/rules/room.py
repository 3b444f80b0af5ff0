"""A room at an instant: its players, tables, moves and chips. What happens to it is in `step`."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from controller.contract.venue.seats import Seat
from controller.venue.rules.hand_for_hand import Round
from controller.venue.rules.levels import Clock, Level
from controller.venue.rules.places import Out
from controller.venue.rules.seats import TableView

Standing = Literal["entered", "seated", "moving", "waiting", "out", "removed"]
"""Where a player is: `waiting` is out of chips before a rebuy that everybody gets."""


class Player(msgspec.Struct, frozen=True):
    """A player: an opaque id, where they are, and what they have.

    `place` is (first, last) of those who are out; `entries` are those they have bought.
    """

    id: str
    standing: Standing = "entered"
    seat: Seat | None = None
    stack: int = 0
    needs_ear: bool = False
    granted: Seat | None = None
    place: tuple[int, int] | None = None
    entries: int = 1


class Table(msgspec.Struct, frozen=True):
    """A table as the room knows it; `hand` is the last that was reported."""

    number: int
    seats: int
    ears: frozenset[int] = frozenset()
    hand: int = 0
    small_blind: int = 0
    big_blind: int = 0
    silent: bool = False
    holds: frozenset[str] = frozenset()


class Moving(msgspec.Struct, frozen=True):
    """A player on the way: `left` once the chips have left the first seat.

    `by_table`: the table says who it is. `given` are chips that the books have more than what was
    said of them at the seat they come from or go to; `refused` is why nobody seats them.
    """

    order: str
    player: str
    source: Seat
    target: Seat
    left: bool = False
    by_table: bool = False
    given: int = 0
    refused: str = ""


class Room(msgspec.Struct, frozen=True):
    """All of it. `removed` are chips that left play; `n` numbers what happened, for ids of orders.

    `last_out` is the table of the player who went out last, `stuck` one that should break and
    can't. `synchronised` is the round of hand for hand that runs, None when tables don't wait for
    each other; `why_together` is what began it, `gone` are those who went out in it, without a
    place yet. `rebought`: the rebuy that everybody gets has been.
    """

    n: int = 0
    at: int = 0
    players: Mapping[str, Player] = {}
    tables: Mapping[int, Table] = {}
    moves: tuple[Moving, ...] = ()
    levels: tuple[Level, ...] = ()
    clock: Clock = Clock()
    said_level: int = -1
    started: bool = False
    issued: int = 0
    removed: int = 0
    last_out: int = 0
    synchronised: Round | None = None
    proposed: str = ""
    stuck: int = 0
    why_together: str = ""
    gone: tuple[Out, ...] = ()
    halted: tuple[int, ...] = ()
    rebought: bool = False
    ended: bool = False
    final: int = 0

    @property
    def left(self) -> tuple[Player, ...]:
        """Return who is still in, seated, on the way, or waiting for a rebuy."""
        inside = ("seated", "moving", "waiting")
        return tuple(one for one in self.players.values() if one.standing in inside)

    @property
    def chips(self) -> int:
        """Return the chips of everybody, wherever these are: those issued less those removed."""
        return sum(player.stack for player in self.players.values())

    def seated(self, table: int) -> dict[int, Player]:
        """Return who sits at a table, by seat, in the order of seats."""
        found = {
            one.seat.seat: one
            for one in self.players.values()
            if one.standing in ("seated", "waiting") and one.seat and one.seat.table == table
        }
        return dict(sorted(found.items()))

    def view(self, number: int) -> TableView:
        """Return a table as the rules of moving see it: who is to leave has left, who comes sits.

        Nobody is moved who is on the way already; a table that is silent stays out of it.
        """
        table = self.tables[number]
        players = {seat: one.id for seat, one in self.seated(number).items() if one.stack}
        coming = {
            move.target.seat: move.player for move in self.moves if move.target.table == number
        }
        for move in self.moves:
            if move.source.table == number:
                players.pop(move.source.seat, None)
        return TableView(
            number, table.seats, players | coming, table.small_blind, table.big_blind,
            held=table.silent, fixed=frozenset(coming.values()), ears=table.ears,
            kept=frozenset(self.seated(number)) - players.keys(),
        )  # fmt: skip
