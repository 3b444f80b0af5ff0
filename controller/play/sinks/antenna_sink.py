"""Base classes for sinks that move cards and chips on a simulated table."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from controller.contract.observations import (
    BadgeAt,
    BadgeLeft,
    Declaration,
    Declared,
    FloorSaid,
    Knocked,
    Observation,
)
from controller.contract.scans import AntennaPlan
from controller.play.people.movements import Movements
from controller.play.sinks.engine_sink import doubt_ms
from hardware.twin.table import Twin


class AntennaSink(ABC):
    """The part of a `Sink` that antennas sense: cards, chips, the button, and the deck count."""

    _doubt_until: Callable[[], int | None]

    @property
    @abstractmethod
    def now(self) -> int:
        """See `Sink`."""

    def __init__(self, twin: Twin, move: Movements) -> None:
        """Use `move` to move cards and chips on `twin`."""
        self.twin = twin
        self._move = move

    def _in_doubt(self, slow: bool) -> bool:
        """Return whether the engine will soon settle a doubt about something already sensed."""
        wake = self._doubt_until()
        return wake is not None and self.now < wake <= self.now + doubt_ms(slow)

    def in_one_breath(self) -> AbstractContextManager[None]:
        """See `Sink`."""
        return self._move.in_one_breath()

    def card(self, card: str, zone: str, deck: int = 1) -> None:
        """See `Sink`."""
        self._move.card(card, zone, deck)

    def cards(
        self, moves: Sequence[tuple[str, str]], together: bool = False, deck: int = 1
    ) -> None:
        """See `Sink`."""
        self._move.cards(moves, together, deck)

    def lift(self, card: str, deck: int = 1) -> None:
        """See `Sink`."""
        self._move.lift(card, deck)

    def unknown_tag(self, zone: str) -> str:
        """See `Sink`."""
        return self._move.unknown_tag(zone)

    def clone(self, card: str, zone: str, deck: int = 1) -> None:
        """See `Sink`."""
        self._move.clone(card, zone, deck)

    def chips(self, zone_from: str, zone_to: str, pieces: Sequence[int], chip_set: int = 1) -> None:
        """See `Sink`."""
        self._move.chips(zone_from, zone_to, pieces, chip_set)

    def sweep(self, zones: Sequence[str]) -> None:
        """See `Sink`."""
        self._move.sweep(zones)

    def chips_in(self, zone: str) -> tuple[int, ...]:
        """See `Sink`."""
        return self._move.chips_in(zone)

    def button(self, seat: int) -> None:
        """See `Sink`."""
        zone = f"button.{seat}"
        if self.twin.reads(zone):
            self._move.button(zone)

    def count_deck(self, cards: Sequence[str], extra: Sequence[str], unknown: int) -> None:
        """See `Sink`."""
        self._move.pass_shoe(cards, extra, unknown)


class SaidSink(AntennaSink):
    """The part of a `Sink` that observes declarations directly, because there is no firmware."""

    @property
    def now(self) -> int:
        """The table time in ms."""
        return self.twin.now

    def _plan(self, device: str) -> AntennaPlan | None:
        return next((plan for plan in self.twin.plans if plan.name == device), None)

    @abstractmethod
    def _say(self, observation: Observation) -> None:
        """Pass an observation to the controller at once."""

    def press(self, seat: int, what: Declaration, target: str = "", amount: int = 0) -> None:
        """See `Sink`."""
        self._say(Declared(self.now, seat, what, target, amount))

    def knock(self, seat: int, count: int = 2) -> None:
        """See `Sink`."""
        self._say(Knocked(self.now, seat, count))

    def badge(self, seat: int, name: str) -> None:
        """See `Sink`. If no simulated antenna reads badges, the badge is observed immediately."""
        zone = f"badge.{seat}"
        if self.twin.reads(zone):
            self._move.badge(zone, name)
        else:
            self._say(BadgeAt(self.now, seat, name) if name else BadgeLeft(self.now, seat))

    def floor(self, by: str, command: str) -> None:
        """See `Sink`."""
        self._say(FloorSaid(self.now, by, command))
