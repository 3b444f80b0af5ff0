"""How a scene begins at the table that the one before has left."""

from controller.contract.observations import Observation
from controller.contract.public import HandStarted, StackChanged
from controller.demo.script import HOUSE, SEATS, Show
from controller.demo.table import DENOMINATIONS
from controller.demo.tour import tour
from controller.houses.loader import load_house
from controller.play.game import DealtGame, Setup
from controller.table.engine import Transition

LONGEST_MIX_MS = 300
"""So long may a new stack stand beside what was won before, in table time."""


def test_no_new_stack_stands_beside_what_was_won_before() -> None:
    """Where a scene of the tour begins with other stacks, its hand begins with them."""
    changed: int | None = None
    waited: list[int] = []

    def watch(seen: Observation, came: Transition) -> None:
        nonlocal changed
        for event in came.public:
            if isinstance(event, StackChanged) and event.reason == "correction":
                changed = seen.at if changed is None else changed
            elif isinstance(event, HandStarted) and changed is not None:
                waited.append(seen.at - changed)
                changed = None

    setup = Setup(load_house(HOUSE), SEATS, denominations=DENOMINATIONS, depth="sensed", name="1")
    show = Show(DealtGame(setup, watch), 3)
    for script in (*tour(), *tour()[:1]):
        show.play(script)
    assert len(waited) == 2, "scenes no longer begin with other stacks"
    assert max(waited) <= LONGEST_MIX_MS
