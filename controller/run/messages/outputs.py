"""Passes the public state to its outputs: the broker, the seats and the table's devices."""

import logging
import time
from collections.abc import Callable

from controller.contract.public import NextStep, PublicState
from controller.run.loop.runtime import Runtime
from controller.run.messages.broker import Broker
from controller.run.sockets.seat_sockets import SeatSockets
from controller.table.state import Table, unpaid
from controller.table.view import next_step
from hardware.ports import Clock

log = logging.getLogger(__name__)

TELL_TIME_EVERY = 20.0
"""The interval (s) at which the state is republished during a timed level, a break or a pause."""


class Outputs:
    """Passes the state to all outputs whenever it has changed, even if one of them fails.

    The functions in `on_state` are called with every new public state.
    """

    def __init__(
        self,
        runtime: Runtime,
        broker: Broker | None,
        seats: SeatSockets,
        clock: Clock,
        speed: float,
    ) -> None:
        """Prepare to output the state of `runtime`; `clock` returns the time (ms) for its clocks.

        `speed` is the ratio of table time to wall-clock time.
        """
        self.on_state: list[Callable[[PublicState], None]] = []
        self._runtime = runtime
        self._broker = broker
        self._seats = seats
        self._clock = clock
        self._tell_every = TELL_TIME_EVERY / speed
        self._shown, self._shown_at = -1, 0.0
        self._seen: Table | None = None
        self._waits: tuple[NextStep | None, tuple[bool, ...]] = (None, ())

    def show(self) -> None:
        """Pass the current state to the outputs, unless they have already received it."""
        self._seats.show(self._runtime.table)
        waits_else = self._waits_for_another()
        if self._runtime.seq == self._shown and not waits_else and not self._is_stale():
            return
        self._shown, self._shown_at = self._runtime.seq, time.monotonic()
        state = self._runtime.published(self._clock())
        if self._broker is not None:
            self._broker.show_state(state)
        for show in self.on_state:
            try:
                show(state)
            except Exception:
                log.exception("an output of the public state failed")

    def _waits_for_another(self) -> bool:
        """Return whether what the table is waiting for has changed since the last call.

        That can happen without any event, for example when chips are moved.
        """
        table = self._runtime.table
        if table is self._seen:
            return False
        owing = tuple(map(bool, unpaid(table, table.hand)))
        asked = table.hand.awaits.asked is not None
        waits = next_step(table, self._runtime.house), (*owing, asked)
        self._seen, before, self._waits = table, self._waits, waits
        return waits != before

    def _is_stale(self) -> bool:
        """Return whether the published state shows a time that is out of date."""
        table = self._runtime.table
        runs = table.level_clock is not None and table.level_clock.until > 0
        return (runs or table.paused) and time.monotonic() >= self._shown_at + self._tell_every
