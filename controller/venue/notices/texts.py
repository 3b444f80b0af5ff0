"""The texts of a room's notices: one sentence for each event worth a notice."""

from collections.abc import Callable, Iterator, Mapping

from controller.contract.venue import outputs as o
from controller.contract.venue.cash_game.waiting import CalledUp
from controller.contract.venue.inputs import PlayStarted
from controller.venue.core.take_input import Happened
from controller.venue.rules.books.room import Room
from controller.venue.rules.prizes.league_points import placed
from display.words.names import N_, Words

Told = tuple[str, Mapping[str, object]]
"""A text from the catalogue of translations, and the values for its placeholders."""


def for_players(happened: Happened, room: Room) -> Iterator[tuple[str, Told]]:
    """Yield (player id, text) for each player to notify about an input that has been applied.

    `room` is the room after that input.
    """
    for event in happened[1]:
        match event:
            case o.SeatGiven(player=player, seat=seat):
                text = N_("Your seat: table {table}, seat {seat}.")
                yield player, (text, {"table": seat.table, "seat": seat.seat})
            case o.MovePlanned(player=player, target=seat):
                text = N_("Please move to table {table}, seat {seat}.")
                yield player, (text, {"table": seat.table, "seat": seat.seat})
            case CalledUp(player=player, seat=seat):
                text = N_(
                    "A seat is reserved for you: table {table}, seat {seat}. Please come "
                    "and take it."
                )
                yield player, (text, {"table": seat.table, "seat": seat.seat})
            case o.LevelBegan(number=number) if number and _after_a_break(room):
                text = N_("The break is over: level {number}, blinds {small} / {big}.")
                known = {"number": number, "small": event.small_blind, "big": event.big_blind}
                for one in room.left:
                    yield one.id, (text, known)


def _after_a_break(room: Room) -> bool:
    at = room.said_level
    return 0 < at < len(room.levels) and not room.levels[at - 1].big_blind


def for_channel(
    happened: Happened, room: Room, shown: Callable[[str], str], said: Words
) -> Iterator[str]:
    """Yield the texts for the league's channel: the start, the final table and the results.

    `room` is the room after the input, `shown` returns a player's public name, and `said`
    translates.
    """
    told, events = happened
    if isinstance(told, PlayStarted):
        yield said.say(N_("Play has started. Players: {players}"), players=len(room.left))
    for event in events:
        match event:
            case o.FinalTable(table=table):
                names = ", ".join(sorted(shown(one.id) for one in room.left))
                text = N_("The final table is table {table}: {names}")
                yield said.say(text, table=table, names=names)
            case o.TournamentEnded(points=points):
                yield said.say(N_("Results")) + "\n" + "\n".join(_places(room, points, shown))


def _places(room: Room, points: Mapping[str, int], shown: Callable[[str], str]) -> Iterator[str]:
    for one in placed(room):
        place = f"{one.first}" if one.first == one.last else f"{one.first}-{one.last}"
        worth = points.get(one.player, 0)
        yield f"{place}. {shown(one.player)}" + (f" ({worth})" if worth else "")
