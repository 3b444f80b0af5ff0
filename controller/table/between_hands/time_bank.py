"""Time-bank cards for shot-clock play, and how many a player has left in a level."""

from msgspec.structs import replace

from controller.houses.model import House
from controller.table.state import Play, Shots, Table


def time_decisions(play: Play) -> None:
    """Start timing decisions in the new hand.

    At a new level, each player gets new time-bank cards.
    """
    shots, level = play.table.timed and play.table.timed.shots, play.table.level
    if not shots or shots.level != level:
        play.time(shots=Shots(level))


def cards_left(table: Table, house: House, seat: int) -> int:
    """Return how many time-bank cards a player has left in this level.

    Return 0 if decisions are not timed.
    """
    shots = table.timed.shots if table.timed else None
    if shots is None:
        return 0
    return max(house.clock.time_bank.value - dict(shots.used).get(_who(table, seat), 0), 0)


def take_card(play: Play, seat: int) -> None:
    """Record that a seat has played a time-bank card."""
    shots = play.table.timed.shots if play.table.timed else None
    if shots is not None:
        used = dict(shots.used)
        who = _who(play.table, seat)
        used[who] = used.get(who, 0) + 1
        play.time(shots=replace(shots, used=tuple(used.items())))


def _who(table: Table, seat: int) -> str:
    owner = table.seats[seat]
    return owner.player or owner.name
