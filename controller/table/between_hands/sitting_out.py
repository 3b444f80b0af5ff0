"""Sitting out: players who leave the table temporarily and come back.

Floor commands return the id of the reason for a refusal, or "" if they are carried out.
"""

from controller.contract.public import FloorCalled, SeatAbsent, SeatBack
from controller.table.between_hands.missed_blinds import come_back
from controller.table.state import Play

MINUTE = 60_000


def mark_absent(play: Play, number: int) -> None:
    """Record that a player is away."""
    seat = play.table.seats[number]
    if seat.taken and not seat.absent:
        play.say(SeatAbsent(number))
        play.seat(number, absent=True, away_since=play.at)


def away_too_long(play: Play) -> None:
    """Call the floor about players away for longer than the house allows (ppc 6)."""
    limit = play.house.deal.absence_minutes
    if not limit.value:
        return
    for number, seat in enumerate(play.table.seats):
        if seat.absent and play.at - seat.away_since > limit.value * MINUTE:
            play.say(FloorCalled(number, "absence", limit.article))


def mark_back(play: Play, number: int) -> str:
    """Record that a player is back; if they missed blinds, make them post or wait by house rule.

    Returns the id of the reason for a refusal, or "".
    """
    seat = play.table.seats[number]
    if not seat.taken:
        return "seat-empty"
    if seat.absent:
        play.say(SeatBack(number))
        play.seat(number, absent=False)
        if play.table.at_rest.missed:
            come_back(play, number)
    return ""
