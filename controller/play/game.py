"""A table in play: a controller, a sink, a Dealer, and all published events.

The sink is the simulated table on which the Dealer moves cards and chips.
"""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from controller.contract.observations import Observation, TimePassed
from controller.contract.private import PrivateEvent
from controller.contract.public import PublicEvent, PublicState
from controller.contract.scans import AntennaPlan
from controller.houses.loader import house_hash
from controller.journal import Journal, JournalDamaged
from controller.play.people.dealer import Dealer
from controller.play.setup import Depth, Noise, Setup, Shared
from controller.play.sinks.engine_sink import EngineSink
from controller.play.sinks.sensed import SensedSink
from controller.play.sinks.sink import Doubt, HostedSink, Sink
from controller.play.sinks.stock import Stock
from controller.run.loop.runtime import ResultOutput, Runtime, StepResult
from controller.sensing.registry import Registry
from controller.sensing.settings import SETTINGS
from controller.table.betting import answer_due, mucked_until
from controller.table.chips import count_due, less_until
from controller.table.chips_in_front import lifted_until, parts_until
from controller.table.dealing import held_until, lacking_until, passing_until, short_until
from controller.table.engine import Transition
from controller.table.power_loss import Awaited, reading
from controller.table.state import Table, new_table
from controller.table.view import public_state
from hardware.timing.standing_slots import slotted
from hardware.twin.aerials.air import Air
from hardware.twin.aerials.turn_air import TurnAir
from hardware.twin.layout import Equipment, reference_layout
from hardware.twin.table import Twin

if TYPE_CHECKING:
    from controller.play.sinks.wiring import Wiring

__all__ = ["DealtGame", "Depth", "Noise", "Setup", "Shared", "Watch"]

Watch = Callable[[Observation, Transition], object]
"""Receives every observation and its effects."""


class Told(NamedTuple):
    """The effects of one observation, as passed to the `watch` function of a `DealtGame`.

    `table` is the table's state afterwards. `public` and `private` are the events. `wake_at` is the
    table time (ms) at which the engine asks to be woken, or None. `refused` is the id of the reason
    if a command was refused, otherwise "".
    """

    table: Table
    public: tuple[PublicEvent, ...]
    private: tuple[PrivateEvent, ...]
    wake_at: int | None
    refused: str


def _air_of(setup: Setup) -> tuple[TurnAir | None, Sequence[AntennaPlan]]:
    """Return the time-slot model of the antennas (None if they have no slots), and the antennas.

    With time slots, each antenna's scan period is adjusted to its slots.
    """
    plans = list(setup.plans) or reference_layout(
        setup.seats, Equipment(shoe=setup.shoe, button=setup.button, stacks=setup.stacks)
    )
    if setup.air != "slots":
        return None, plans
    turns = TurnAir(plans)
    return turns, slotted(plans, turns.rounds.standing)


class DealtGame:
    """A table in play, and the Dealer who acts for the people at it.

    `events` are all events published since the start. `refused` lists the reason ids of all refused
    commands.
    """

    def __init__(
        self,
        setup: Setup,
        watch: Watch | None = None,
        wiring: "Wiring | None" = None,
        hosted: Callable[[ResultOutput, Doubt], HostedSink] | None = None,
    ) -> None:
        """Set up a table; `watch` is called with every observation and its effects.

        Depth `wire` needs a `wiring`, which stays open after the game is closed. If `hosted` is
        given, the game is played on the simulated table that it returns, which has a complete
        controller.
        """
        self.setup = setup
        self.house = setup.house
        self._turns, self._plans = _air_of(setup)
        self.events: list[PublicEvent] = []
        self.refused: list[str] = []
        self._watch = watch
        self._wiring = wiring
        self._broker_away = False
        self._hosted: HostedSink | None = None
        own = hosted is None and (setup.depth != "wire" or setup.cards_keyed)
        journal = setup.journal and own
        self._folder = tempfile.TemporaryDirectory(prefix="tapis-") if journal else None
        self._own: Runtime | None = None
        self._stock: Stock | None = None
        self._looked: tuple[Table, int, PublicState] | None = None
        """The result of the last call to `look`: the table, the number of events, and the view."""
        try:
            if own:
                self._own = self._runtime()
                self.sink: Sink = self._sink()
            else:
                make = hosted or self._wire
                self.sink = self._hosted = make(self.heard, self.doubt_until)
        except BaseException:
            self.close()
            raise
        self.dealer = Dealer(self.sink, self.look, setup)
        self.dealer.burns = self.house.deal.burn.value
        if setup.stacks:
            self._stock = Stock(self.sink, self.dealer.pieces)
            self.dealer.carry = self._stock.carry

    @property
    def runtime(self) -> Runtime:
        """The controller's live table; a power cut replaces it with a new object."""
        if self._hosted is not None:
            return self._hosted.runtime
        assert self._own is not None
        return self._own

    @property
    def table(self) -> Table:
        """The table's state as the controller sees it."""
        return self.runtime.table

    @property
    def journal(self) -> Journal | None:
        """The journal, or None if the controller writes none; a simulated power cut replaces it."""
        return self.runtime.journal

    def _runtime(self) -> Runtime:
        setup = self.setup
        unit = min(setup.denominations)
        table = new_table(
            setup.seats, keyed=setup.keyed, unit=unit, checks=setup.counts, decks=setup.decks,
            cards_keyed=setup.cards_keyed,
        )  # fmt: skip
        if setup.plans or self._turns is not None:
            table = reading(table, self._plans)
        if self._folder is None:
            return Runtime(setup.house, table, name=setup.name)
        journal = Journal(
            Path(self._folder.name) / f"{setup.name}.db",
            house=setup.house.name,
            house_hash=house_hash(setup.house),
            table=setup.name,
        )
        try:
            return Runtime(setup.house, table, name=setup.name, journal=journal)
        except BaseException:
            journal.close()
            raise

    def _sink(self) -> Sink:
        setup = self.setup
        if setup.depth == "engine" or setup.cards_keyed:
            return EngineSink(
                self.observe,
                setup,
                wake_at=lambda: self.runtime.wake_at,
                doubt_until=self.doubt_until,
            )
        air = self._turns or (Air(self._plans, setup.seed) if setup.air == "free" else None)
        sink = SensedSink(
            Twin(self._plans, setup.noise, setup.seed, air=air),
            Registry(),
            SETTINGS[setup.noise],
            self.observe,
            wake_at=lambda: self.runtime.wake_at,
            doubt_until=self.doubt_until,
            denominations=setup.denominations,
        )
        sink.awaited = Awaited(lambda: self.table)
        return sink

    def _wire(self, heard: ResultOutput, doubt: Doubt) -> HostedSink:
        from controller.play.sinks.wire import WireSink

        if self._wiring is None:
            raise ValueError("depth wire needs wiring")
        return WireSink(self._wiring, self.setup, heard, doubt_until=doubt)

    def heard(self, observation: Observation, result: StepResult) -> None:
        """Record an observation made by the sink's own controller, along with its effects."""
        self._note(observation, _told(self.table, result))

    def doubt_until(self) -> int | None:
        """Return the table time (ms) at which the engine next decides on an unclear reading.

        An unclear reading is, for example, the order of two cards, or a pot that is short of chips.
        Return None if no reading is unclear. A player's running clock does not count.
        """
        table = self.table
        hand = table.hand
        judged = (
            held_until(table, hand),
            short_until(table, hand),
            passing_until(table, hand),
            lacking_until(table, hand),
            count_due(table, hand),
            lifted_until(table, hand),
            parts_until(table, hand),
            mucked_until(table, hand),
            less_until(table, hand),
            answer_due(table, hand, self.house),
        )
        return min((at for at in judged if at is not None), default=None)

    def shown(self) -> PublicState:
        """Return the public view as displays receive it, without amounts that the house hides."""
        return public_state(self.table, self.house, len(self.events), self.setup.name)

    def look(self) -> PublicState:
        """Return the public view, including the amounts that the house hides."""
        table, seq = self.table, len(self.events)
        if self._looked is None or self._looked[0] is not table or self._looked[1] != seq:
            view = public_state(table, self.house, seq, self.setup.name, disclose=True)
            self._looked = table, seq, view
        return self._looked[2]

    def observe(self, observation: Observation) -> None:
        """Pass an observation to the controller, and record its effects.

        The controller first handles any wake-up that was due before the observation.
        """
        runtime, told = self.runtime, list[tuple[Observation, Transition]]()
        runtime.results.append(
            lambda seen, result: told.append((seen, _told(runtime.table, result)))
        )
        try:
            if isinstance(observation, TimePassed):
                runtime.wake(observation.at, observation.told)
            else:
                runtime.observe(observation)
        finally:
            runtime.results.pop()
        for seen, done in told:
            self._note(seen, done)

    def _note(self, observation: Observation, done: Transition) -> None:
        self.events += done.public
        if done.refused:
            self.refused.append(done.refused)
        self.dealer.hear(done.public)
        if self._stock is not None:
            self._stock.hear(done.public, self.look())
        if self._watch is not None:
            self._watch(observation, done)

    def cut_power(self) -> None:
        """Kill the controller, then restart it from its journal.

        After the restart, the controller compares the cards and chips on the table with its saved
        state. Raises `ValueError` if there is no journal, and `JournalDamaged` if the journal can't
        be replayed to its end.
        """
        if self._hosted is not None:
            self._hosted.restart(lambda: (self.table, self.runtime.moving))
            return
        before = self.runtime
        if before.journal is None:
            raise ValueError("a power cut needs a journal, and this table has none")
        before.journal.close()
        self._own = self._runtime()
        if self.runtime.aside:
            raise JournalDamaged(f"{before.journal.path}: the replayed table is different")
        self.runtime.public, self.runtime.private = before.public, before.private
        self.sink.restart(lambda: (self.table, self.runtime.moving))

    def broker_away(self) -> None:
        """Stop the broker at depth `wire`; do nothing at other depths, which have no broker."""
        if self._wiring is not None and not self._broker_away:
            self._broker_away = True
            self._wiring.broker.stop()

    def broker_back(self) -> None:
        """Restart the broker if it was stopped, and wait until it has received every message."""
        if self._wiring is not None and self._broker_away:
            self._broker_away = False
            self._wiring.broker.start()
            if self._hosted is not None:
                self._hosted.all_heard()

    def close(self) -> None:
        """Close the controller, and delete the journal's temporary folder if there is one."""
        self.broker_back()
        if self._hosted is not None:
            self._hosted.close()
        if self._folder is not None:
            if self._own is not None and self._own.journal is not None:
                self._own.journal.close()
            self._folder.cleanup()

    def since(self, mark: int) -> Sequence[PublicEvent]:
        """Return the events published after the first `mark` events."""
        return self.events[mark:]


def _told(table: Table, result: StepResult) -> Told:
    return Told(table, result.public, result.private, result.wake_at, result.refused)
