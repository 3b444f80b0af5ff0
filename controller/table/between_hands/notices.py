"""Notices to the table and its seats, shown until removed; seats can acknowledge them.

Commands return the id of the reason for a refusal, or "" if they are carried out.
"""

from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import (
    NoticeEnded,
    NoticeGiven,
    NoticeSeen,
    NoticeText,
    NoticeView,
)
from controller.table.state import Play

MOST = 20
"""The maximum number of notices on a table."""


def give_notice(play: Play, command: c.Notice) -> str:
    """Show a notice to the table or to a seat, replacing any notice with the same name.

    Returns the id of the reason for a refusal, or "".
    """
    table = play.table
    others = tuple([one for one in table.at_rest.notices if one.notice != command.notice])
    before = next((one for one in table.at_rest.notices if one.notice == command.notice), None)
    to_table, to_seat, seat = command.to_table, command.to_seat, command.seat
    moves = command.text is NoticeText.MOVE
    if not command.notice or (moves and not (seat and to_table > 0 and to_seat > 0)):
        return "bad-notice"
    if command.ack and not seat:
        return "bad-notice"
    name = before.name if before is not None and before.seat == seat else ""
    if seat and not (table.seats[seat].taken or name):
        return "seat-empty"
    if len(others) >= MOST:
        return "too-many"
    told = (command.notice, command.text, seat, to_table, to_seat, command.ack)
    play.say(NoticeGiven(*told))
    play.rest(notices=(*others, NoticeView(*told, name=name)))
    return ""


def take_off(play: Play, name: str) -> str:
    """Remove the notice `name`, if there is one; always return ""."""
    left = tuple([one for one in play.table.at_rest.notices if one.notice != name])
    if len(left) < len(play.table.at_rest.notices):
        play.say(NoticeEnded(name))
        play.rest(notices=left)
    return ""


def acknowledge(play: Play, seat: int) -> bool:
    """Record a seat's acknowledgement of its notices; return whether any was pending."""
    asked = [
        one for one in play.table.at_rest.notices if one.seat == seat and one.ack and not one.seen
    ]
    for one in asked:
        play.say(NoticeSeen(one.notice, seat))
    if asked:
        notices = [
            replace(one, seen=True) if one in asked else one for one in play.table.at_rest.notices
        ]
        play.rest(notices=tuple(notices))
    return bool(asked)
