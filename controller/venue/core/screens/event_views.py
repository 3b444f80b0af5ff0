"""Views and notices for multi-day events, satellites and mixed games."""

from collections.abc import Callable, Iterator

from sqlalchemy import Connection

from controller.contract.venue.tournament_formats.days import BagLine, Bags, FlightLine
from controller.contract.venue.tournament_formats.satellites import TicketLine, Tickets
from controller.contract.venue.views import NoticeKind, NoticeLine
from controller.venue.core.refusals import evening_of
from controller.venue.core.take_input import Core, Evening
from controller.venue.store import bags, tickets

Shown = Callable[[str], str]
"""Returns a player's public name."""


def event_notices(evening: Evening, wall: int, shown: Shown) -> Iterator[NoticeLine]:
    """Yield the current notices about days, satellites and a dealer's choice of game.

    There may be a notice that the day is ending, one for each player who has won a seat or is tied
    for one, and one for each table whose dealer must choose the next game.
    """
    room, rules = evening.room, evening.rules
    if room.day.ending:
        yield NoticeLine("day-ends", NoticeKind.DAY_ENDS, wall)
    for name in room.seats_won.winners:
        yield NoticeLine(f"seat-{name}", NoticeKind.SEAT_WON, wall, name, shown(name))
    for name in room.seats_won.tied:
        yield NoticeLine(
            f"tied-{name}", NoticeKind.SEATS_TIED, wall, name, shown(name),
            reason=str(room.seats_won.open),
        )  # fmt: skip
    if room.ended or rules.mixed.change.value != "choice" or not rules.mixed.hands.value:
        return
    for number in room.occupied:
        if room.tables[number].game is None:
            yield NoticeLine(f"game-{number}", NoticeKind.GAME_DUE, wall, table=number)


def bags_of(core: Core, connection: Connection) -> Bags:
    """Return which stacks have been put into bags, and which flights' bags can enter this day.

    Raises `No` if no tournament is open.
    """
    evening = evening_of(core)
    room, series = evening.room, evening.rules.days.series
    if not series:
        return Bags()
    day = room.day
    lines, phase = [], "over" if day.over else "ending" if day.ending else ""
    if phase:
        for one in sorted(room.left, key=lambda one: (one.seat or (0, 0), one.id)):
            bag = day.bags.get(one.id)
            lines.append(
                BagLine(one.id, one.stack) if bag is None
                else BagLine(one.id, bag.chips, bag.counted, bag.seal, bag.floor)
            )  # fmt: skip
    elif day.brought and not room.started:
        phase = "brought"
        lines = [
            BagLine(name, one.chips, None, one.seal, one.floor, name in day.opened)
            for name, one in day.brought.items() if name in room.players
        ]  # fmt: skip
    found = () if room.started or day.brought else bags.flights(connection, series)
    flights = tuple(
        FlightLine(one.id, one.title, len(one.bags), sum(bag.chips for bag in one.bags))
        for one in found if one.id != evening.id
    )  # fmt: skip
    return Bags(phase, tuple(lines), flights, series)


def tickets_of(core: Core, connection: Connection) -> Tickets:
    """Return all tickets, and the players who are tied for the last seats in this satellite."""
    won = core.room.seats_won
    return Tickets(
        tuple(
            TicketLine(one.id, one.player, one.title, one.target, one.worth, one.used_in)
            for one in tickets.every(connection)
        ),
        won.tied, won.open,
    )  # fmt: skip
