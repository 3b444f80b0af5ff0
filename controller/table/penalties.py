"""Penalties: given by the floor, counted by the table where they are hands or minutes.

Who serves one is dealt in and killed, or left out, as the house treats who is absent.
"""

import re

from msgspec.structs import replace

from controller.contract.public import PenaltyGiven, PenaltyServed, SeatLeft
from controller.houses.model import House
from controller.table.presence import MINUTE
from controller.table.state import Out, Seat, Serving, Table, put, with_seat

FORM = re.compile(r"(?P<word>warning|out)|(?P<count>\d{1,4})(?P<unit>m|min|r|h)")
_SCALES = {
    "any": re.compile(r".*"),
    "rounds-and-tens": re.compile(r"warning|out|[1-4]r|\d*0m"),
    "five-ten-twenty": re.compile(r"warning|out|(5|10|20)m"),
}


def read(penalty: str) -> re.Match[str] | None:
    """Return the parts of a penalty as it is written, None when it is none."""
    return FORM.fullmatch(penalty)


def give(
    table: Table, seat: int, penalty: str, by: str, house: House, out: Out
) -> tuple[Table, str]:
    """Record a penalty, from the next hand on; the second value says why it can't be given.

    `Nr` are rounds of as many hands as there are players (fidpa 9-2b), `Nh` hands, `Nm` minutes;
    nought of them lifts what is being served. Who is put `out` plays no more.
    """
    if not table.seats[seat].taken:
        return table, "seat-empty"
    parts = read(penalty)
    if parts is None:
        return table, "bad-penalty"
    count, unit = int(parts["count"] or 0), parts["unit"] or ""
    hands = count * (_players(table) if unit == "r" else 1) if unit in {"r", "h"} else 0
    scale = house.penalties.scale
    article = scale.article if _SCALES[scale.value].fullmatch(penalty) else ""
    out.say(PenaltyGiven(seat, penalty, article, hands, by))
    table = replace(table, penalties=(*table.penalties, (seat, penalty)))
    if unit and not count:
        return _lifted(table, seat, out), ""
    if parts["word"] == "warning":
        return table, ""
    first = table.hands + 1 + _running(table)
    ms = 0 if hands or not unit else count * MINUTE
    table = replace(table, serving=(*table.serving, Serving(seat, penalty, hands, first, ms)))
    return (table if _running(table) else begin(table, out)), ""


def _running(table: Table) -> bool:
    return table.hand is not None and table.hand.phase != "over"


def _players(table: Table) -> int:
    hand = table.hand
    if hand is not None and _running(table):
        return sum(1 for stack in hand.stacks if stack)
    return sum(1 for seat in table.seats if seat.taken and seat.stack)


def _lifted(table: Table, seat: int, out: Out) -> Table:
    served = any(one.seat == seat for one in table.serving)
    table = replace(table, serving=tuple(one for one in table.serving if one.seat != seat))
    if served:
        out.say(PenaltyServed(seat))
    return with_seat(table, seat, excluded=False)


def begin(table: Table, out: Out) -> Table:
    """Let penalties begin, now that no hand is running: minutes from now; who is out leaves."""
    for one in table.serving:
        if one.penalty == "out":
            seat = table.seats[one.seat]
            out.say(SeatLeft(one.seat, seat.stack + seat.rebuy))
            table = replace(table, seats=put(table.seats, one.seat, Seat()), past=())
        elif table.seats[one.seat].taken:
            table = with_seat(table, one.seat, excluded=True)
    serving = tuple(
        replace(one, until=out.at + one.ms) if one.ms and not one.until else one
        for one in table.serving
        if table.seats[one.seat].taken
    )
    return replace(table, serving=serving)


def hand_over(table: Table, out: Out, *, played: bool) -> Table:
    """Count the hand that is over for who has missed it; a voided one does not count."""
    number = table.hands
    counted = []
    for one in table.serving:
        missed = played and one.hands and one.first <= number
        if not missed:
            counted.append(one)
        elif one.hands > 1:
            counted.append(replace(one, hands=one.hands - 1))
    table = _served(table, tuple(counted), out)
    return begin(table, out)


def next_hand(table: Table, out: Out) -> Table:
    """Let who has served his minutes play the hand that begins now."""
    left = tuple(one for one in table.serving if not (one.until and one.until <= out.at))
    return _served(table, left, out)


def _served(table: Table, left: tuple[Serving, ...], out: Out) -> Table:
    still = {one.seat for one in left}
    for seat in sorted({one.seat for one in table.serving} - still):
        out.say(PenaltyServed(seat))
        table = with_seat(table, seat, excluded=False)
    return replace(table, serving=left)


def left_to_serve(table: Table, seat: int) -> str:
    """Tell what a seat has still to serve: `3h`, `10m`, `out`, or nothing."""
    for one in table.serving:
        if one.seat == seat:
            return f"{one.hands}h" if one.hands else one.penalty
    return ""
