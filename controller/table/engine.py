"""The hand engine: one observation in, the next table and the events out.

`step` is pure: no clock, no chance, no I/O. The same observations give the same events.
"""

from controller.contract.observations import FoundMoved, Observation
from controller.houses.model import House
from controller.table.course import Step, begin, end, take
from controller.table.moved import found_moved, while_held
from controller.table.play import play_on
from controller.table.state import Table

__all__ = ["Step", "step"]


def step(table: Table, observation: Observation, house: House) -> Step:
    """Return the table after an observation, and what there is to say about it."""
    play = play_on(table, house, observation.at)
    begin(play)
    if isinstance(observation, FoundMoved):
        found_moved(play, observation)
    elif not (table.moved and while_held(play, observation)):
        take(play, observation)
    return end(play)
