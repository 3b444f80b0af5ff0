"""Turns the room's orders into commands for a table; no other module does so.

A command's content is fixed when the order is given. A table carries out each id only once, so a
repeated command must have the same content. A player's name is filled in when the command is sent
(`sending.py`).
"""

from collections.abc import Callable
from typing import assert_never

import msgspec

from controller.contract import commands
from controller.contract.rules import HoldReason, Leaver, LeaveWhen, Structure, Variant
from controller.contract.venue import outputs as o
from controller.contract.venue.cash_game.cash import SellSeat
from controller.contract.venue.floor.chips import TakeChips
from controller.contract.venue.floor.direction import LimitTime
from controller.contract.venue.prizes.bounties import TellHead
from controller.venue.rules.books.room import Room
from controller.venue.rules.calculations import levels
from controller.venue.rules.calculations.levels import Level
from controller.venue.store.outbox import Order

REASONS = (
    HoldReason.BREAK, HoldReason.HAND_FOR_HAND, HoldReason.BALANCE, HoldReason.COLOUR_UP,
    HoldReason.DISPUTE,
)  # fmt: skip
"""The hold reasons that the room also uses as the names of its holds.

A hold with any other name has the reason `HoldReason.VENUE`."""


class Playing(msgspec.Struct, frozen=True):
    """The facts about the open tournament that commands to tables contain.

    `tournament` is its id. `house` is the house whose rules apply, and `house_hash` the hash of
    that house's file. `wire` returns the id that tables use for one of the room's orders.
    `languages` are the official languages. `chips` are the values of the chips with which it began,
    or () for a cash game, which is played with the table's own.
    """

    tournament: str
    house: str
    house_hash: str
    wire: Callable[[str], str]
    languages: tuple[str, ...] = ()
    chips: tuple[int, ...] = ()


def command_of(order: o.AnyRoomOrder, room: Room, playing: Playing) -> Order:
    """Return the command for an order; `room` is the room's state when the order was given."""
    command = _command(order, room, playing)
    kind = str(order.__struct_config__.tag)
    name = str(command.__struct_config__.tag)
    data = msgspec.to_builtins(command)
    data.pop("type", None)
    return Order(order.id, order.table, kind, name, data)


def _command(order: o.AnyRoomOrder, room: Room, playing: Playing) -> commands.Command:
    match order:
        case o.HoldTable():
            reason = next((one for one in REASONS if one == order.name), HoldReason.VENUE)
            return commands.Hold(_hold(order.name), reason, order.clock_runs, order.at_once)
        case o.ReleaseTable():
            return commands.Release(_hold(order.name))
        case o.DealOne():
            return commands.DealOne(_hold(order.name), order.by_street)
        case SellSeat():
            return commands.SitDown(
                seat=order.seat, name="", stack=order.chips, player=order.player,
                entry=order.entry, order=playing.wire(order.id), bought=True,
            )  # fmt: skip
        case o.StandUp() | o.SitDown() | o.ClearSeat() | o.StayThere():
            return _seat(order, room, playing)
        case o.SetButton():
            return commands.SetButton(order.seat)
        case o.SetBlinds():
            return structure(room, order.table)
        case o.OpenTable():
            return commands.OpenTable(
                playing.tournament, playing.house, playing.house_hash,
                denominations=tuple(one for one in playing.chips if one not in room.chips_gone),
                languages=playing.languages,
            )  # fmt: skip
        case o.CloseTable():
            return commands.CloseTable()
        case o.Notify():
            to = order.target or (0, 0)
            name = playing.wire(order.notice or order.id)
            return commands.Notice(name, order.text, order.seat, *to)
        case o.NotifyOff():
            return commands.NoticeOff(playing.wire(order.notice or order.id))
        case o.Penalise():
            return commands.Penalty(order.seat, order.penalty)
        case LimitTime():
            return commands.LimitTime(order.seat, order.seconds)
        case TellHead():
            return commands.ShowHead(order.seat, order.worth, order.player)
        case o.GiveChips():
            return commands.Rebuy(order.seat, order.chips)
        case o.ColourTable():
            changes = [commands.SeatChange(seat, *stacks) for seat, stacks in order.stacks.items()]
            return commands.ColorUp(order.denominations, tuple(changes))
        case TakeChips():
            wire = playing.wire(order.id)
            return commands.TakeChips(order.seat, order.chips, order.player, wire)
        case _:
            assert_never(order)


def _hold(name: str) -> str:
    """Return the name that a table uses for one of the room's holds.

    A table has two holds of its own, and refuses orders about them.
    """
    return f"room-{name}" if name in ("pause", "level-break") else name


Seated = o.StandUp | o.SitDown | o.ClearSeat | o.StayThere


def _seat(order: Seated, room: Room, playing: Playing) -> commands.Command:
    wire = playing.wire(order.id)
    match order:
        case o.StayThere():
            return commands.Stay(order.seat, order=playing.wire(order.order))
        case o.SitDown():
            # The order that made a player leave their old seat also completes the move.
            moves = {move.player: move.order for move in room.moves}
            return commands.SitDown(
                seat=order.seat, name="", stack=order.stack, player=order.player,
                absent=order.absent, penalty=order.penalty, owes=order.owes,
                order=playing.wire(moves.get(order.player, order.id)), when=LeaveWhen.AT_REST,
            )  # fmt: skip
        case o.StandUp(next_big_blind=True):
            who = Leaver.NEXT_BIG_BLIND
            return commands.StandUp(0, who, LeaveWhen.AT_REST, wire, *order.target)
        case o.StandUp():
            return commands.StandUp(order.seat, Leaver.SEAT, LeaveWhen.AT_REST, wire, *order.target)
        case o.ClearSeat():
            return commands.StandUp(seat=order.seat, when=LeaveWhen.AT_REST, order=wire)


def structure(room: Room, table: int) -> commands.Structure:
    """Return all levels and breaks as a table command, including the current clock position.

    Once play has started, only holds stop the clock. The table has each of them too, and starts its
    clock itself when the last one is released.
    If the table's dealer has chosen a game, it replaces the game of every level.
    """
    own = room.tables.get(table)
    game = own.game if own is not None else None
    now = levels.read(room.clock, room.levels, room.at)
    left = -(-now.left // 1000) if now.left else 0
    return commands.Structure(
        tuple(structure_level(level, game) for level in room.levels), now.at, left,
        running=room.started,
    )  # fmt: skip


def structure_level(
    level: Level, chosen: tuple[Variant, Structure] | None = None
) -> commands.StructureLevel:
    """Return a level in table command form; a `chosen` game replaces the level's own."""
    game, betting = chosen or (level.game, level.structure)
    if level.is_break:
        game, betting = level.game, level.structure
    return commands.StructureLevel(
        level.number, level.small_blind, level.big_blind, level.ante, seconds=level.ms // 1000,
        game=game, structure=betting,
    )  # fmt: skip
