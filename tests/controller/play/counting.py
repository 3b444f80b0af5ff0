"""Counts the chips of a table at whatever is observed, for whoever plays on it."""

from controller.contract import commands as c
from controller.contract.observations import FloorSaid, Observation
from controller.contract.public import SeatLeft, SeatTaken
from controller.houses.model import House
from controller.table.engine import Transition
from controller.table.observations import floor_commands
from controller.table.view.public_view import public_state
from tests.controller.table.random_table import chips_on, chips_seen

MOVES_CHIPS = (c.SitDown, c.StandUp, c.Rebuy, c.SetStack)


class Count:
    """Counts the chips on a table at every observation, and those that the public view shows."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.whole = 0

    def __call__(self, observation: Observation, done: Transition) -> None:
        """Hold the chips on the table against those that were there."""
        there = chips_on(done.table)
        if isinstance(observation, FloorSaid) and moves_chips(observation):
            self.whole = there
        self.whole -= sum(e.stack or 0 for e in done.public if isinstance(e, SeatLeft))
        # Who waited for the seat of somebody that left with the hand.
        self.whole += sum(e.stack or 0 for e in done.public if isinstance(e, SeatTaken))
        if isinstance(observation, FloorSaid) and moves_chips(observation):
            self.whole = there
        assert there == self.whole, (observation, done.public)
        view = public_state(done.table, self.house, 0, "", disclose=True)
        elsewhere = sum(seat.rebuy for seat in done.table.seats) + done.table.at_rest.raked
        assert chips_seen(view) + elsewhere == there, (observation, view)


def moves_chips(said: FloorSaid) -> bool:
    """Return whether a command brings chips to the table or takes them away."""
    return isinstance(floor_commands.decode(said.command), MOVES_CHIPS)
