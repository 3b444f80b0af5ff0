"""Statements about anything outside the hand: levels, time, devices, power and the broker."""

from controller.play.script.statements import LEVEL, Level, Statement


class BurnsGo(Statement, frozen=True):
    """The pile on which this table's dealer puts burn cards: `burn` or `muck`."""

    form = "burns {zone}"
    zone: str


class NextLevel(Level, frozen=True):
    """The floor sets a new level, which begins with the next hand."""

    form = f"level {LEVEL}"


class AskBombPot(Statement, frozen=True):
    """The floor asks for a bomb pot in the next hand or, if `off`, cancels the request.

    An `ante` or `boards` of 0 means the default of the house.
    """

    form = "bomb-pot[ off][ {ante}][ boards {boards}]"
    ante: int = 0
    off: bool = False
    boards: int = 0


class Wait(Statement, frozen=True):
    """Table time advances by `ms` milliseconds."""

    ms: int

    def __str__(self) -> str:
        for unit, size in (("m", 60_000), ("s", 1000)):
            if self.ms and self.ms % size == 0:
                return f"wait {self.ms // size}{unit}"
        return f"wait {self.ms}ms"


class LoseDevice(Statement, frozen=True):
    """A device stops responding; `device` is its name."""

    form = "device-lost {device}"
    device: str


class RestoreDevice(Statement, frozen=True):
    """A lost device responds again."""

    form = "device-back {device}"
    device: str


class PowerCut(Statement, frozen=True):
    """The controller is killed at this point and restarted from its journal."""

    form = "power-cut"


class BrokerDown(Statement, frozen=True):
    """The broker becomes unreachable."""

    form = "broker-down"


class BrokerUp(Statement, frozen=True):
    """The broker is reachable again."""

    form = "broker-up"
