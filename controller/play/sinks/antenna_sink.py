"""Base classes for sinks that move cards and chips on a simulated table with antennas."""

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
    """Base class for sinks whose cards, chips, button and deck count are read by antennas."""

    _doubt_until: Callable[[], int | None]

    @property
    @abstractmethod
    def now(self) -> int:
        """The table time in ms."""

    def __init__(self, twin: Twin, move: Movements) -> None:
        """Move cards and chips on the simulated table `twin`, using `move`."""
        self.twin = twin
        self._move = move

    def _in_doubt(self, slow: bool) -> bool:
        """Return whether the engine will soon decide about an unclear observation.

        With `slow`, this includes observations of the pot, which the engine takes longer to decide.
        """
        wake = self._doubt_until()
        return wake is not None and self.now < wake <= self.now + doubt_ms(slow)

    def in_one_breath(self) -> AbstractContextManager[None]:
        """Return a context in which all moves happen at the same instant; see `Sink`."""
        return self._move.in_one_breath()

    def card(self, card: str, zone: str, deck: int = 1) -> None:
        """Move one card to a zone; see `Sink.card`."""
        self._move.card(card, zone, deck)

    def cards(
        self, moves: Sequence[tuple[str, str]], together: bool = False, deck: int = 1
    ) -> None:
        """Move several cards, each given as (card, zone); see `Sink.cards`.

        If `together` is true, they all arrive at the same instant, otherwise one after another.
        """
        self._move.cards(moves, together, deck)

    def lift(self, card: str, deck: int = 1) -> None:
        """Pick up a card and hold it, so that it is in no zone; see `Sink.lift`."""
        self._move.lift(card, deck)

    def unknown_tag(self, zone: str) -> str:
        """Put a card that was never enrolled into a zone; return its uid."""
        return self._move.unknown_tag(zone)

    def clone(self, card: str, zone: str, deck: int = 1) -> None:
        """Put a second card with a copy of this card's tag into a zone; see `Sink.clone`.

        If `zone` is "", the second card is removed instead.
        """
        self._move.clone(card, zone, deck)

    def chips(self, zone_from: str, zone_to: str, pieces: Sequence[int], chip_set: int = 1) -> None:
        """Move chips with the values `pieces` from one zone to another; see `Sink.chips`.

        All chips move in one motion. If `chip_set` is not 1, they are foreign chips.
        """
        self._move.chips(zone_from, zone_to, pieces, chip_set)

    def sweep(self, zones: Sequence[str]) -> None:
        """Move all chips in these zones into the pot; see `Sink.sweep`."""
        self._move.sweep(zones)

    def chips_in(self, zone: str) -> tuple[int, ...]:
        """Return the value of each chip in a zone, highest first; see `Sink.chips_in`."""
        return self._move.chips_in(zone)

    def button(self, seat: int) -> None:
        """Put the dealer button in front of a seat; see `Sink.button`."""
        zone = f"button.{seat}"
        if self.twin.reads(zone):
            self._move.button(zone)

    def count_deck(self, cards: Sequence[str], extra: Sequence[str], unknown: int) -> None:
        """Move these cards past the shoe's antenna, which counts the deck; see `Sink.count_deck`.

        `cards` are from the deck in play, and `extra` are from another deck. `unknown` is the
        number of cards with tags that were never enrolled.
        """
        self._move.pass_shoe(cards, extra, unknown)


class SaidSink(AntennaSink):
    """Base class for sinks without firmware.

    Key presses, knocks and floor commands are observed at once, without any device that reads them.
    """

    @property
    def now(self) -> int:
        """The table time in ms."""
        return self.twin.now

    def _plan(self, device: str) -> AntennaPlan | None:
        return next((plan for plan in self.twin.plans if plan.name == device), None)

    @abstractmethod
    def _say(self, observation: Observation) -> None:
        """Pass an observation to the controller immediately."""

    def press(self, seat: int, what: Declaration, target: str = "", amount: int = 0) -> None:
        """Press the key that announces `what` at a seat; see `Sink.press`.

        `target` is the seat or object that the announcement concerns. `amount` is the total of a
        bet or raise.
        """
        self._say(Declared(self.now, seat, what, target, amount))

    def knock(self, seat: int, count: int = 2) -> None:
        """Knock on the table at a seat, `count` times."""
        self._say(Knocked(self.now, seat, count))

    def badge(self, seat: int, name: str) -> None:
        """Put a badge on a seat's reader, or remove it if `name` is "".

        If no simulated antenna reads badges, the badge is observed at once.
        """
        zone = f"badge.{seat}"
        if self.twin.reads(zone):
            self._move.badge(zone, name)
        else:
            self._say(BadgeAt(self.now, seat, name) if name else BadgeLeft(self.now, seat))

    def floor(self, by: str, command: str) -> None:
        """Give a command, as JSON, with the floor's rights; `by` is the person who gives it."""
        self._say(FloorSaid(self.now, by, command))
