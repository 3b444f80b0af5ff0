"""The driver for a shoe's node: it reports the shoe's state and sets how many cards to release."""

import logging
import threading
from collections.abc import Callable, Iterable

from controller.contract.observations import ShoeSaid
from controller.contract.public import PublicState
from firmware.link import messages
from firmware.places.shoe import OPEN_FROM_US
from hardware.node.link import Happened, Joined, Link, Said
from hardware.ports import Report

OPEN_US = OPEN_FROM_US + 500
SHUT_US = OPEN_FROM_US - 500

WORDS = frozenset(messages.SHOE) - {"card-out"}
"""The shoe's states and events that are passed on to the table. `card-out`, which the shoe reports
for each card that passes its light barrier, is not among them: the antenna reads these cards."""

Allow = Callable[[PublicState], tuple[int, str]]
"""A function that takes the public state, and returns the number of cards that may leave the shoe
now and what they are for (`controller.run.loop.shoe_gate`)."""


class ShoeNode:
    """The driver for one shoe. The link's thread calls `hear`, the table's thread calls `show`.

    A shoe with a feeder releases one card at a time, and each only after the previous one has been
    read at the table. A shoe that can count opens its gate for exactly the cards that are due. Any
    other shoe with a gate keeps it open while cards are due.
    """

    def __init__(self, allow: Allow | None = None) -> None:
        """Set up the driver.

        `allow` returns how many cards are due; if it is None, the shoe's gate is not used.
        """
        self._allow = allow
        self._can: frozenset[str] = frozenset()
        self._link: Link | None = None
        self._due = (0, "")
        self._let: tuple[int, str] | None = None
        self._jammed = False
        self._lock = threading.Lock()

    def hear(self, link: Link, said: Said) -> Iterable[Report]:
        """Return the report about the shoe's state that a message contains, if any."""
        self._link = link
        if isinstance(said, Joined):
            with self._lock:
                self._can = frozenset(said.can)
                # The node has shut the gate in the meantime, and no longer has an order.
                self._let = None
                self._order()
        if not isinstance(said, Happened) or said.what != "shoe" or said.value not in WORDS:
            return ()
        if said.value in {"jam", "empty"}:
            link.note(logging.WARNING, f"the shoe says: {said.value}")
            with self._lock:
                self._jammed = True
        elif said.value in {"loaded", "ready"}:
            with self._lock:
                if self._jammed:
                    # The jam has been cleared, or the empty hopper refilled.
                    self._let, self._jammed = None, False
                    self._order()
        return (ShoeSaid(said.at, said.value),)  # type: ignore[arg-type]

    def show(self, state: PublicState) -> None:
        """Process a new public state, and set the gate accordingly; returns immediately."""
        if self._allow is None:
            return
        with self._lock:
            due = self._allow(state)
            if self._jammed and due != self._due:
                # The table plays on, so somebody has cleared the jam.
                self._let, self._jammed = None, False
            self._due = due
            self._order()

    def _order(self) -> None:
        """Send the node the command for the cards that are due, unless it has already been sent."""
        link, before, now = self._link, self._let, self._due
        if link is None or not link.up or self._allow is None:
            return
        cards, what = now
        if before is not None and before[1] == what and (not cards or before[0] == cards):
            return
        if "feed" in self._can:
            order = messages.Command("feed", 0, min(cards, 1))
        elif "count" in self._can and "gate" in self._can:
            if before is not None and before[1] == what:
                # The cards have left; the gate shuts by itself after the last one.
                self._let = now
                return
            order = messages.Command("feed", 0, cards)
        elif "gate" in self._can:
            order = messages.Command("servo", 0, OPEN_US if cards else SHUT_US)
        else:
            return
        if link.send(order):
            self._let = now
