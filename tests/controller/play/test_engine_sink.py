"""How long a table without antennas waits: until no doubt is left, and never for ever."""

import pytest

from controller.contract.observations import Observation
from controller.houses.loader import load_house
from controller.play.setup import Setup
from controller.play.sinks.engine_sink import DOUBT_MS, SLOW_DOUBT_MS, EngineSink
from controller.play.sinks.sink import ControllerFailed


class Doubting:
    """An engine with a doubt until `until`, which asks to be woken then, or never."""

    def __init__(self, until: int, *, asks: bool = True) -> None:
        self.doubt: int | None = until
        self.asks = asks
        setup = Setup(load_house("ppc"), denominations=(1,))
        self.sink = EngineSink(self.see, setup, wake_at=self.wakes, doubt_until=lambda: self.doubt)

    def wakes(self) -> int | None:
        """Return when it asks to be woken."""
        return self.doubt if self.asks else None

    def see(self, observation: Observation) -> None:
        """Settle the doubt if its time has come."""
        if self.doubt is not None and observation.at >= self.doubt:
            self.doubt = None


def test_a_table_settles_when_the_engine_is_woken_for_its_doubt() -> None:
    for until in (0, 700, DOUBT_MS):
        engine = Doubting(until)
        engine.sink.settle()
        assert (engine.doubt, engine.sink.now) == (None, until)


def test_a_doubt_about_the_pot_is_waited_for_if_that_is_asked() -> None:
    engine = Doubting(DOUBT_MS + 1)
    engine.sink.settle()
    assert (engine.doubt, engine.sink.now) == (DOUBT_MS + 1, 0)
    engine.sink.settle(slow=True)
    assert (engine.doubt, engine.sink.now) == (None, DOUBT_MS + 1)
    later = Doubting(SLOW_DOUBT_MS + 1)
    later.sink.settle(slow=True)
    assert later.sink.now == 0


def test_a_doubt_that_the_engine_does_not_ask_to_be_woken_for_is_a_failure() -> None:
    with pytest.raises(ControllerFailed, match="to be woken at 700 ms"):
        Doubting(700, asks=False).sink.settle()
