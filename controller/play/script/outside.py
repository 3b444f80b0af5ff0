"""Statements about anything outside the hand: the floor, time, devices, power and the broker."""

from controller.contract.rules import BlindForm, Structure, Variant
from controller.play.script.statements import NamedStep, Statement, antes, quoted, what


class BurnsGo(Statement, frozen=True):
    """The pile on which this table's dealer puts burn cards: `burn` or `muck`."""

    form = "burns {zone}"
    zone: str


class FloorConfirms(Statement, frozen=True):
    """The floor confirms the open ruling."""

    form = "floor confirms"


class FloorWaives(Statement, frozen=True):
    """The floor waives the open ruling, so that its steps need not be carried out."""

    form = "floor waives"


class FloorRules(Statement, frozen=True):
    """The floor decides the open ruling, replacing its steps with these."""

    steps: tuple[NamedStep, ...]

    def __str__(self) -> str:
        return " ".join(("floor rules", *map(str, self.steps)))


class FloorKills(Statement, frozen=True):
    """The floor declares a seat's hand dead."""

    form = "floor kills {seat}"
    seat: int


class FloorMisdeal(Statement, frozen=True):
    """The floor voids the hand."""

    form = "floor misdeal"


class FloorUndoes(Statement, frozen=True):
    """The floor undoes the last action."""

    form = "floor undoes"


class FloorStack(Statement, frozen=True):
    """The floor corrects a seat's stack."""

    form = "floor stack {seat} {stack}"
    seat: int
    stack: int


class FloorPlacesButton(Statement, frozen=True):
    """The floor places the button for the next hand."""

    form = "floor button {seat}"
    seat: int


class FloorPenalty(Statement, frozen=True):
    """The floor gives a player a penalty.

    `penalty` is `warning`, a duration such as `10m` or `1r` (rounds), or `out`.
    """

    form = "floor penalty {seat} {penalty}"
    seat: int
    penalty: str


class NextLevel(Statement, frozen=True):
    """The floor sets a new level, which begins with the next hand."""

    small_blind: int
    big_blind: int
    ante: int = 0
    big_blind_ante: int = 0
    game: Variant | None = None
    structure: Structure | None = None
    blinds: BlindForm | None = None

    def __str__(self) -> str:
        more = antes(self.ante, self.big_blind_ante) + what(self.game, self.structure, self.blinds)
        return f"level {self.small_blind} {self.big_blind}{more}"


class AskBombPot(Statement, frozen=True):
    """The floor asks for a bomb pot in the next hand or, if `off`, cancels the request.

    An `ante` or `boards` of 0 means the default of the house.
    """

    ante: int = 0
    off: bool = False
    boards: int = 0

    def __str__(self) -> str:
        if self.off:
            return "bomb-pot off"
        said = f"bomb-pot {self.ante}" if self.ante else "bomb-pot"
        return f"{said} boards {self.boards}" if self.boards else said


class AskKillPot(Statement, frozen=True):
    """A seat makes the next hand a kill pot; seat 0 cancels the kill pot."""

    seat: int = 0

    def __str__(self) -> str:
        return f"kill-pot {self.seat or 'off'}"


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

    device: str

    def __str__(self) -> str:
        return f"device-lost {quoted(self.device)}"


class RestoreDevice(Statement, frozen=True):
    """A lost device responds again."""

    device: str

    def __str__(self) -> str:
        return f"device-back {quoted(self.device)}"


class PowerCut(Statement, frozen=True):
    """The controller is killed at this point and restarted from its journal."""

    form = "power-cut"


class BrokerDown(Statement, frozen=True):
    """The broker becomes unreachable."""

    form = "broker-down"


class BrokerUp(Statement, frozen=True):
    """The broker is reachable again."""

    form = "broker-up"
