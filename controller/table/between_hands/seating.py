"""Seating: players who take or give up seats, immediately or at the end of a hand.

Commands return the id of the reason for a refusal, or "" if they are carried out.
"""

from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import (
    Leaver,
    LeaveWhen,
    NoticeEnded,
    NoticeText,
    NoticeView,
    SeatAbsent,
    SeatLeft,
    SeatStays,
    SeatTaken,
)
from controller.contract.rules import Entry
from controller.table.between_hands.buy_in_limits import not_sold
from controller.table.between_hands.missed_blinds import MINUTE, forget
from controller.table.between_hands.notices import give_notice, take_off
from controller.table.between_hands.penalties import bring, left_to_serve, longest, read
from controller.table.between_hands.stream_consent import ask_for_stream, forget_agreement
from controller.table.state import Leaving, Play, Seat, Table, next_positions, put

MOST = 20


def sit_down(play: Play, command: c.SitDown) -> str:
    """Seat a player, with the penalty and blinds that they bring from another table.

    Returns the id of the reason for a refusal, or "".
    """
    if not command.name or command.stack < 0 or command.owes < 0:
        return "bad-player"
    if command.penalty and read(command.penalty) is None:
        return "bad-penalty"
    if command.bought and (why := not_sold(play.house, play.table, command.stack)):
        return why
    if not play.table.seats[command.seat].taken:
        _sits(play, command, command.name)
        return ""
    rest = play.table.at_rest
    goes = any(one.seat == command.seat for one in rest.leaving)
    awaited = any(one.seat == command.seat for one in rest.coming)
    if not goes or awaited or command.when is not LeaveWhen.AT_REST:
        return "seat-taken"
    play.rest(coming=(*rest.coming, command))
    return ""


def _sits(play: Play, command: c.SitDown, told: str) -> None:
    """Seat a player.

    `told` is the name to store in the event, or "" to leave it out of the event.
    """
    table, hand = play.table, play.hand
    entry = _entry(play, command)
    play.say(SeatTaken(command.seat, told, command.stack, command.player, command.order))
    seat = Seat(
        name=command.name,
        stack=command.stack,
        joined=hand.number if hand.running else table.played.hands,
        player=command.player,
        entry=entry,
        owes=command.owes,
    )
    play.table = replace(table, seats=put(table.seats, command.seat, seat))
    _take_off(play, command.seat)
    ask_for_stream(play, command.seat)
    if command.owes or entry is Entry.POST_NOW:
        play.rest(entering=True)
    if command.absent:
        play.say(SeatAbsent(command.seat))
        play.seat(command.seat, absent=True, away_since=play.at)
    if command.penalty:
        bring(play, command.seat, command.penalty)


def _entry(play: Play, command: c.SitDown) -> Entry:
    """Return how a newcomer enters the game: as the command orders, or else by house rule.

    The house rule applies only in a cash game whose first hand has begun. In a tournament, or
    before the first hand, a newcomer for whom the command orders nothing is dealt in.
    """
    table = play.table
    runs = table.played.hands > 0 or play.hand.running
    if command.entry is not Entry.DEALT_IN or table.at_rest.tournament or not runs:
        return command.entry
    return play.house.blinds.entry.value


def stand_up(play: Play, command: c.StandUp) -> str:
    """Have a player give up their seat, now or at the end of the hand.

    The command names a seat, or asks for the player who will have the big blind in the next hand.
    Returns the id of the reason for a refusal, or "".
    """
    named = command.who is Leaver.SEAT
    if named == (command.seat == 0):
        return "no-such-seat"
    seat = play.table.seats[command.seat]
    if named and not seat.taken:
        return "seat-empty"
    if (command.to_table, command.to_seat) != (0, 0) and not (
        command.order and command.to_table > 0 and command.to_seat > 0
    ):
        return "bad-notice"
    who = _newcomer(play.table, command.seat) or seat
    leaving = Leaving(
        command.seat, who.name, who.player, command.order, command.to_table, command.to_seat
    )
    if command.when is LeaveWhen.AT_REST and (play.hand.running or _is_redealt(play.table)):
        return _later(play, leaving)
    if play.hand.running and (not named or play.hand.stacks[command.seat]):
        return "hand-running"
    return "" if _goes(play, leaving) else "too-few-players"


def _newcomer(table: Table, seat: int) -> c.SitDown | None:
    """Return the player who will take a seat at the end of the hand, if there is one."""
    return next((one for one in table.at_rest.coming if one.seat == seat), None)


def newcomer_buys(play: Play, number: int, amount: int) -> bool:
    """Add chips to the stack of a seat's newcomer, and return whether the seat has one."""
    newcomer = _newcomer(play.table, number)
    if newcomer is None:
        return False
    more = replace(newcomer, stack=newcomer.stack + amount)
    coming = play.table.at_rest.coming
    play.rest(coming=tuple([more if one is newcomer else one for one in coming]))
    return True


def _later(play: Play, leaving: Leaving) -> str:
    """Let a player leave at the end of the hand, instead of by an earlier order about them.

    The order is about the newcomer if the seat has one, who sits down first.
    """
    rest, awaited = play.table.at_rest, _newcomer(play.table, leaving.seat) is not None
    about = [one for one in rest.leaving if leaving.seat and one.seat == leaving.seat]
    replaced = about[1:] if awaited else about
    others = [one for one in rest.leaving if one not in replaced]
    if len(others) >= MOST:
        return "too-many"
    play.rest(leaving=(*others, leaving))
    if leaving.seat and not awaited:
        _tell(play, leaving.seat, leaving)
    return ""


def _of_newcomers(leaving: tuple[Leaving, ...]) -> list[Leaving]:
    """Return the departures of players who have yet to sit down: the second one for a seat."""
    first = {one.seat: one for one in reversed(leaving)}
    return [one for one in leaving if one.seat and one is not first[one.seat]]


def stay(play: Play, command: c.Stay) -> str:
    """Cancel a player's departure that is due at the end of the hand.

    Returns the id of the reason for a refusal, or "".
    """
    rest = play.table.at_rest
    meant = next((one for one in rest.leaving if _is_meant(one, command)), None)
    if meant is None:
        return "not-leaving"
    left = tuple([one for one in rest.leaving if one is not meant])
    stays = meant not in _of_newcomers(rest.leaving)
    coming = tuple([one for one in rest.coming if not stays or one.seat != meant.seat])
    play.rest(leaving=left, coming=coming)
    play.say(SeatStays(meant.seat, meant.player, meant.order))
    if meant.to_table:
        take_off(play, meant.order)
    return ""


def _is_meant(one: Leaving, command: c.Stay) -> bool:
    if command.order:
        return one.order == command.order
    return bool(command.seat) and one.seat == command.seat


def at_rest(play: Play) -> None:
    """Carry out the departures due at the end of the hand, then seat the replacements.

    A departure may be ordered for the player who will have the next big blind. It stays queued if
    the positions in the next hand can't be determined. Nothing is done while a voided hand is about
    to be redealt to the same players.
    """
    waiting, coming = play.table.at_rest.leaving, play.table.at_rest.coming
    if not waiting or _is_redealt(play.table):
        return
    play.rest(leaving=(), coming=())
    behind = _of_newcomers(waiting)
    left = tuple([one for one in waiting if one not in behind and not _goes(play, one)])
    if left:
        play.rest(leaving=left)
    # Events are kept for good, so they omit the newcomer's name, which nobody needs here.
    for one in coming:
        _sits(play, one, "")
    for newcomer in behind:
        _goes(play, newcomer)


def _is_redealt(table: Table) -> bool:
    """Return whether a voided hand is redealt next, with the same players (tda 35-C).

    Return False if a hold postpones the redeal, because players may leave in the meantime.
    """
    return table.played.redeal is not None and not table.paused


def _goes(play: Play, leaving: Leaving) -> bool:
    """Let a player leave, and return whether their departure is settled.

    It is settled if they leave now, or if they are no longer in the seat. The departure of the
    player with the next big blind stays open if the positions in the next hand can't be determined.
    """
    number, table = leaving.seat, play.table
    if not number:
        places = next_positions(table, play.house)
        if places is None:
            return False
        number = places.big_blind
    elif (leaving.name, leaving.player) != (table.seats[number].name, table.seats[number].player):
        take_off(play, leaving.order)
        return True
    if leaving.to_table:
        _tell(play, number, leaving)
    leave(play, number, leaving.order)
    return True


def _tell(play: Play, number: int, leaving: Leaving) -> None:
    """Tell a leaving player where to go, unless they have already been told."""
    known = any(one.notice == leaving.order for one in play.table.at_rest.notices)
    if leaving.to_table and not known:
        to = leaving.to_table, leaving.to_seat
        give_notice(play, c.Notice(leaving.order, NoticeText.MOVE, number, *to))


def leave(play: Play, number: int, order: str = "") -> None:
    """Empty a seat, and report the stack that the player takes with them.

    `order` is the id of the order that this departure completes, or "" if there is none.
    """
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
    _take_off(play, number, but=order)
    if table.at_rest.missed:
        forget(play, number)
    play.table = replace(
        play.table,
        seats=put(table.seats, number, Seat()),
        past=table.past if play.hand.running else (),
    )
    play.time(serving=tuple([one for one in table.serving if one.seat != number]))
    forget_agreement(play, number)


def _take_off(play: Play, number: int, but: str = "") -> None:
    """Remove a seat's notices.

    The notice named `but` is kept if it shows the player where to move.
    """
    kept: list[NoticeView] = []
    for one in play.table.at_rest.notices:
        if one.seat != number:
            kept.append(one)
        elif one.notice == but and one.text is NoticeText.MOVE:
            kept.append(replace(one, name=play.table.seats[number].name))
        else:
            play.say(NoticeEnded(one.notice))
    if tuple(kept) != play.table.at_rest.notices:
        play.rest(notices=tuple(kept))


def _penalty(play: Play, number: int) -> str:
    """Return what remains of a player's penalty, to be served elsewhere, or "" for nothing.

    Minutes that are already running are rounded up.
    """
    one = longest(play.table, number)
    if one is not None and one.until:
        left = max(one.until - play.at, 0)
        return f"{-(-left // MINUTE)}m" if left else ""
    return left_to_serve(play.table, number)
