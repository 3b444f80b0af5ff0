"""Turns a script's statements about the room into the commands that its one table receives."""

from collections.abc import Callable
from typing import Any, Final

from controller.contract import commands as c
from controller.contract.rules import Leaver, LeaveWhen
from controller.houses.model import house_hash
from controller.play.game import DealtGame
from controller.play.script import room
from controller.play.script import statements as s


def _color_up(game: DealtGame, st: room.ColorUp) -> c.Command:
    seats = game.table.seats
    changes = [c.SeatChange(seat, seats[seat].stack, after) for seat, after in st.stacks]
    game.dealer.denominations = tuple(sorted(st.chips, reverse=True))
    return c.ColorUp(st.chips, tuple(changes))


def _open(game: DealtGame, st: room.OpenTable) -> c.Command:
    house = game.house
    return c.OpenTable(st.tournament, house.name, house_hash(house), st.chips, st.button)


def _stand_up(_: DealtGame, st: room.StandUp) -> c.Command:
    who = Leaver.SEAT if st.seat else Leaver.NEXT_BIG_BLIND
    when = LeaveWhen.AT_REST if st.at_rest else LeaveWhen.NOW
    return c.StandUp(st.seat, who, when, st.order, st.to_table, st.to_seat)


def _sit_down(_: DealtGame, st: room.SitDown) -> c.Command:
    return c.SitDown(
        st.seat, st.name, st.stack, st.player, st.entry, st.absent, st.penalty, st.owes,
        bought=st.bought, when=LeaveWhen.AT_REST if st.at_rest else LeaveWhen.NOW,
    )  # fmt: skip


def _notice(_: DealtGame, st: room.GiveNotice) -> c.Command:
    return c.Notice(st.name, st.text, st.seat, st.to_table, st.to_seat, st.ack)


ROOM_COMMANDS: Final[dict[type[s.Statement], Callable[[DealtGame, Any], c.Command]]] = {
    room.FloorPauses: lambda _, st: c.Resume() if st.on else c.Pause(),
    room.HoldTable: lambda _, st: c.Hold(st.name, st.reason, st.clock_runs, st.at_once),
    room.ReleaseTable: lambda _, st: (
        c.DealOne(st.name, st.by_street) if st.one_hand else c.Release(st.name)
    ),
    room.TellStructure: lambda _, st: c.Structure(st.levels, st.at - 1, st.seconds, not st.stands),
    room.ColorUp: _color_up,
    room.GiveNotice: _notice,
    room.TakeNoticeOff: lambda _, st: c.NoticeOff(st.name),
    room.OpenTable: _open,
    room.CloseTable: lambda _, __: c.CloseTable(),
    room.SitDown: _sit_down,
    room.StandUp: _stand_up,
    room.TopUp: lambda _, st: c.Rebuy(st.seat, st.amount),
    room.Stay: lambda _, st: c.Stay(st.seat, st.order),
    s.KeyCards: lambda _, st: c.KeyHand(st.seat, st.cards) if st.seat else c.KeyBoard(st.cards),
}
"""The function that turns a statement into a command, by the statement's class."""
