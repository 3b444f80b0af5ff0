"""Removes chips from a stack and from play, as ordered by the venue's software.

The reason may be a penalty or a correction. Stacks change only between hands, so an order given
during a hand is carried out at its end.
"""

from msgspec.structs import replace

from controller.contract.commands import TakeChips
from controller.contract.public import StackChanged
from controller.table.state import Play


def take_chips(play: Play, command: TakeChips) -> str:
    """Take chips now, or at the end of the current hand; return the refusal reason, or ""."""
    if command.chips <= 0:
        return "bad-amount"
    if not _sits(play, command):
        return "seat-empty"
    if play.hand.running:
        play.rest(taking=(*play.table.at_rest.taking, command))
    else:
        _take(play, command)
    return ""


def at_rest(play: Play) -> None:
    """Remove the chips that were to be taken at the end of the hand."""
    due = play.table.at_rest.taking
    play.rest(taking=())
    for command in due:
        if _sits(play, command):
            _take(play, command)


def _sits(play: Play, command: TakeChips) -> bool:
    seat = play.table.seats[command.seat]
    return seat.taken and command.player in ("", seat.player)


def _take(play: Play, command: TakeChips) -> None:
    stack = play.table.seats[command.seat].stack
    taken = command.chips if command.chips < stack else 0
    play.pay(command.seat, -taken)
    play.say(StackChanged(command.seat, stack - taken, "taken", taken=taken, order=command.order))
    play.table = replace(play.table, past=())
