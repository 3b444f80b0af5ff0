"""Who comes to a table and goes: seats taken and given up, also by a table's own choice at rest.

What is asked for returns why it can't be (an id), nothing when it is done.
"""

from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import (
    Leaver,
    LeaveWhen,
    NoticeEnded,
    SeatAbsent,
    SeatLeft,
    SeatTaken,
)
from controller.contract.rules import Entry
from controller.table.penalties import bring, left_to_serve, read
from controller.table.play import Play
from controller.table.positions import next_positions
from controller.table.presence import MINUTE
from controller.table.rake import not_sold
from controller.table.state import Leaving, Seat, put

MOST = 20


def sit_down(play: Play, command: c.SitDown) -> str:
    """Give a seat to a player, with what they bring from another table."""
    table, hand = play.table, play.hand
    if table.seats[command.seat].taken:
        return "seat-taken"
    if not command.name or command.stack < 0 or command.owes < 0:
        return "bad-player"
    if command.penalty and read(command.penalty) is None:
        return "bad-penalty"
    if command.bought and (why := not_sold(play.house, table, command.stack)):
        return why
    play.say(SeatTaken(command.seat, command.name, command.stack, command.player, command.order))
    seat = Seat(
        name=command.name,
        stack=command.stack,
        joined=hand.number if hand.running else table.hands,
        player=command.player,
        entry=command.entry,
        owes=command.owes,
    )
    play.table = replace(table, seats=put(table.seats, command.seat, seat))
    if command.owes or command.entry is Entry.POST_NOW:
        play.rest(entering=True)
    if command.absent:
        play.say(SeatAbsent(command.seat))
        play.seat(command.seat, absent=True, away_since=play.at)
    if command.penalty:
        bring(play, command.seat, command.penalty)
    return ""


def stand_up(play: Play, command: c.StandUp) -> str:
    """Give up a seat, or whichever has the next big blind; now, or when the table is at rest."""
    named = command.who is Leaver.SEAT
    if named == (command.seat == 0):
        return "no-such-seat"
    seat = play.table.seats[command.seat]
    if named and not seat.taken:
        return "seat-empty"
    leaving = Leaving(command.seat, seat.name, seat.player, command.order)
    if play.hand.running and command.when is LeaveWhen.AT_REST:
        return _later(play, leaving)
    if play.hand.running and (not named or play.hand.stacks[command.seat]):
        return "hand-running"
    return "" if _goes(play, leaving) else "too-few-players"


def _later(play: Play, leaving: Leaving) -> str:
    others = [
        one for one in play.table.at_rest.leaving if not leaving.seat or one.seat != leaving.seat
    ]
    if len(others) >= MOST:
        return "too-many"
    play.rest(leaving=(*others, leaving))
    return ""


def at_rest(play: Play) -> None:
    """Let those stand up who were to when the hand is over; who can't be known yet, later."""
    waiting = play.table.at_rest.leaving
    play.rest(leaving=())
    left = tuple([one for one in waiting if not _goes(play, one)])
    if left:
        play.rest(leaving=left)


def _goes(play: Play, leaving: Leaving) -> bool:
    """Let one stand up; return whether it is settled: the player has left, now or before."""
    number = leaving.seat
    if not number:
        places = next_positions(play.table, play.house)
        if places is None:
            return False
        number = places.big_blind
    elif (leaving.name, leaving.player) != _who(play.table.seats[number]):
        return True
    leave(play, number, leaving.order)
    return True


def _who(seat: Seat) -> tuple[str, str]:
    return seat.name, seat.player


def leave(play: Play, number: int, order: str = "") -> None:
    """Empty a seat; what is known of its player goes with them."""
    table = play.table
    seat = table.seats[number]
    play.say(
        SeatLeft(
            number,
            seat.stack + seat.rebuy,
            seat.player,
            order,
            absent=seat.absent,
            penalty=_penalty(play, number),
            owes=seat.owes,
        )
    )
    for notice in table.at_rest.notices:
        if notice.seat == number:
            play.say(NoticeEnded(notice.notice))
    play.table = replace(
        table,
        seats=put(table.seats, number, Seat()),
        past=table.past if play.hand.running else (),
        serving=tuple([one for one in table.serving if one.seat != number]),
    )
    play.rest(notices=tuple([one for one in table.at_rest.notices if one.seat != number]))


def _penalty(play: Play, number: int) -> str:
    """Return what a player has still to serve elsewhere; of minutes that run, those left."""
    for one in play.table.serving:
        if one.seat == number and one.until:
            left = max(one.until - play.at, 0)
            return f"{-(-left // MINUTE)}m" if left else ""
    return left_to_serve(play.table, number)
