"""One table in play: a controller, a sink of some depth, a Dealer, and all that was published."""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from controller.contract.observations import Observation
from controller.contract.public import PublicEvent, PublicState
from controller.houses.model import House
from controller.play.dealer import DENOMINATIONS, Dealer
from controller.play.engine_sink import EngineSink
from controller.play.sensed import SensedSink
from controller.play.sink import Sink
from controller.sensing.registry import Registry
from controller.table.engine import Step, step
from controller.table.state import Table, new_table
from controller.table.view import public_state
from hardware.twin.layout import reference_layout

Depth = Literal["engine", "sensed"]
Noise = Literal["clean", "typical", "harsh"]


class Setup(msgspec.Struct, frozen=True):
    """What a table is before its first hand; `unit` is the smallest chip in play."""

    house: House
    seats: int = 10
    keyed: bool = False
    denominations: tuple[int, ...] = DENOMINATIONS
    shoe: bool = False
    depth: Depth = "engine"
    noise: Noise = "typical"
    seed: int = 0


class Game:
    """A table that a Dealer plays on. `events` is everything published since the start."""

    def __init__(
        self, setup: Setup, watch: Callable[[Observation, Step], object] | None = None
    ) -> None:
        """Set a table up; `watch` is shown every observation and what it brought."""
        self.setup = setup
        self.house = setup.house
        self.table: Table = new_table(setup.seats, keyed=setup.keyed, unit=min(setup.denominations))
        self.events: list[PublicEvent] = []
        self.refused: list[str] = []
        self._wake_at: int | None = None
        self._watch = watch
        self.sink: Sink = self._sink()
        self.dealer = Dealer(
            self.sink,
            self.look,
            denominations=setup.denominations,
            keyed=setup.keyed,
            shoe=setup.shoe,
            seed=setup.seed,
        )

    def _sink(self) -> Sink:
        setup = self.setup
        if setup.depth == "engine":
            return EngineSink(
                self.observe, setup.denominations, keyed=setup.keyed, wake_at=self._wake
            )
        return SensedSink(
            reference_layout(setup.seats, shoe=setup.shoe),
            Registry(),
            setup.noise,
            setup.seed,
            self.observe,
            wake_at=self._wake,
            denominations=setup.denominations,
        )

    def _wake(self) -> int | None:
        return self._wake_at

    def look(self) -> PublicState:
        """Give the public view, with the amounts that the house hides."""
        return public_state(self.table, self.house, len(self.events), "play", disclose=True)

    def observe(self, observation: Observation) -> None:
        """Give the controller an observation."""
        done = step(self.table, observation, self.house)
        self.table = done.table
        self._wake_at = done.wake_at
        self.events += done.public
        if done.refused:
            self.refused.append(done.refused)
        self.dealer.hear(done.public)
        if self._watch is not None:
            self._watch(observation, done)

    def since(self, mark: int) -> Sequence[PublicEvent]:
        """Give the events published after the first `mark` ones."""
        return self.events[mark:]
