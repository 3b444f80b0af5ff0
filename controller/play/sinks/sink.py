"""The sink: every action that a Dealer can take at a table, at any depth.

The Dealer is always the same. The sinks differ in how a movement leads to observations: directly
(`engine`), through noisy antennas (`sensed`), or through the real firmware as well (`wire`).

These rules apply at every depth. A call takes table time, as a person's movement does. It returns
when the card or chips are where they should be, or the key is down. The resulting observations are
passed to `deliver` in order of `at`; some are passed only during later calls, so they are complete
only after `settle()`. The sink delivers `TimePassed` when its clock passes the time at which the
engine asked to be woken. A place that no antenna reads counts as a zone too: `stub`, `bank`,
`floor`, and `stack.N` at a table without stack antennas. Items moved there are no longer read.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Literal, Protocol

from controller.contract.errors import TapisError
from controller.contract.observations import Declaration
from controller.run.loop.runtime import Runtime
from controller.table.state import Table

Remembered = Callable[[], tuple[Table, Mapping[str, int]]]
"""A function that returns what a controller has saved: its table, and the zones with moving chips.

Each of these zones maps to the table time (ms) at which its motion began.
"""

Doubt = Callable[[], int | None]
"""Returns the table time (ms) at which the engine next decides on an unclear reading, or None.

An unclear reading is, for example, the order of two cards, or a pot that is short of chips.
"""

ShoeWord = Literal["loaded", "shuffling", "ready", "empty", "jam", "open", "closed"]


class ControllerFailed(TapisError, RuntimeError):
    """The controller of a simulated table failed; the message explains how."""


class Sink(Protocol):
    """A table at which a Dealer plays.

    Cards are written like `Kh`, seats count from 1, and amounts are in chips.
    """

    @property
    def now(self) -> int:
        """The table time in ms; it never goes backwards."""

    def in_one_breath(self) -> AbstractContextManager[None]:
        """Return a context in which all moves and announcements happen at the same instant."""

    def card(self, card: str, zone: str, deck: int = 1) -> None:
        """Move one card from wherever it is, as a dealer does by hand.

        Causes one `CardAt(card, zone)`, or `CardLeft` if no antenna reads `zone`, or nothing if the
        card is already there. A card that has never been moved comes from the stub. Two successive
        calls put cards down at least 300 ms apart, so their order is known.
        """

    def cards(
        self, moves: Sequence[tuple[str, str]], together: bool = False, deck: int = 1
    ) -> None:
        """Move several cards, each given as `(card, zone)`.

        They move one after another as with `card`. If `together` is true, they all leave and arrive
        at the same instant, so the order of arrival can't be known.
        """

    def lift(self, card: str, deck: int = 1) -> None:
        """Pick up a card and hold it; `CardLeft` is observed some time later."""

    def unknown_tag(self, zone: str) -> str:
        """Put an unenrolled card into a zone; return the uid of its tag.

        Causes `CardAt(card=uid, zone, deck=0)`. Each call creates another card, which
        `card(uid, zone, deck=0)` and `lift(uid, deck=0)` can then move.
        """

    def clone(self, card: str, zone: str, deck: int = 1) -> None:
        """Put a second card with a copy of this card's tag into a zone; remove it if `zone` is "".

        If this card itself is in another zone that is read, this causes `CardTwice`, which names
        both zones. If only one of the two cards is in a zone that is read, it is observed as if it
        were this card.
        """

    def chips(self, zone_from: str, zone_to: str, pieces: Sequence[int], chip_set: int = 1) -> None:
        """Move chips of the values `pieces` from one zone to another in one motion.

        For each of the two zones that has an antenna, causes at least one final `ChipsAt`, which
        lists all chips in the zone after the move. A place that is not read, such as `bank`, always
        has the requested chips. If a zone that is read lacks one of the chips, change is made
        without being observed: other chips from the zone are exchanged at the bank within the same
        motion. The zone's total then falls by exactly the sum of `pieces`.

        Moving no chips does nothing. If `chip_set` is not 1, foreign chips move, from the bank or
        back to it. Raises `ValueError` if `zone_from` is read and contains less than the sum of
        `pieces`, or lacks these foreign chips.
        """

    def sweep(self, zones: Sequence[str]) -> None:
        """Move all chips in these zones into the pot in one motion, observed as with `chips`."""

    def chips_in(self, zone: str, chip_set: int = 1) -> tuple[int, ...]:
        """Return the value of each chip of a set that is actually in a zone now, highest first.

        Returns `()` for a place that is not read. If `chip_set` is not 1, they are foreign chips.
        """

    def button(self, seat: int) -> None:
        """Put the dealer button in front of a seat. Causes `ButtonAt` if the button is read."""

    def press(self, seat: int, what: Declaration, target: str = "", amount: int = 0) -> None:
        """Press a key at a seat. Causes `Declared` immediately, before later chip moves are read.

        `what` is the announcement. `target` is the seat or object that it concerns, or "". `amount`
        is the total of a bet or raise, or 0.
        """

    def knock(self, seat: int, count: int = 2) -> None:
        """Knock on the table at a seat, `count` times. Causes `Knocked` immediately."""

    def shoe(self, what: ShoeWord) -> None:
        """Have the shoe report the status `what`. Causes `ShoeSaid` immediately."""

    def count_deck(self, cards: Sequence[str], extra: Sequence[str], unknown: int) -> None:
        """Have the shoe read all its cards during the shuffle. Causes `DeckRead`.

        Afterwards the shoe is ready. `cards` are those in the deck in play, in deck order. `extra`
        lists cards from another deck. `unknown` is the number of cards with tags that were never
        enrolled.
        """

    def floor(self, by: str, command: str) -> None:
        """Give a command with the floor's rights. Causes `FloorSaid`.

        `by` is the name of the person who gives the command. `command` is one of
        `contract.commands` as JSON.
        """

    def wait(self, ms: int) -> None:
        """Advance table time by `ms` without moving anything."""

    def settle(self, slow: bool = False) -> None:
        """Advance time until every movement has been read and nothing is moving.

        With `slow`, this includes zones that are scanned at most once a second (pot, stacks).
        """

    def lose(self, device: str) -> None:
        """Disconnect an antenna or another device; return once `DeviceLost` has been delivered."""

    def back(self, device: str) -> None:
        """Reconnect a device; return once `DeviceBack` has been delivered."""

    def restart(self, remembered: Remembered) -> None:
        """Have a restarted controller compare the zones with its saved state.

        An observation is delivered for every item that is no longer where it was. `remembered`
        returns the saved state.
        """


class HostedSink(Sink, Protocol):
    """A sink that contains a complete controller with its own journal and broker."""

    @property
    def runtime(self) -> Runtime:
        """The controller's live table; a restart replaces it."""

    def all_heard(self) -> bool:
        """Return whether the broker has received every event; may wait until it has."""

    def close(self) -> None:
        """Stop the controller."""
