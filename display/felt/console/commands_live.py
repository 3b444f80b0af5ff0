"""The running console: turns keys and touches into orders, sends them, and shows the answers."""

import time
from typing import Self

from msgspec.structs import replace

from controller.contract.public import PublicState
from display.ask import DEADLINE_S, Asker, Token
from display.feed import FeedSource
from display.felt.console.commands import Console, Reaction, Room, followed, heard, press, tap
from display.felt.console.touched_boxes import target_at
from display.felt.drawing.layout import Layout
from display.orders import Order
from display.words.names import words

ABANDONED_S = 45.0
"""Seconds after which an untouched panel closes, because it covers the felt."""


def settled(console: Console, now: float) -> Console:
    """Return the console without expired notices, and without panels that nobody has used lately.

    If nothing changes, the same object is returned.
    """
    if console.notice is not None and now >= console.notice.until:
        console = replace(console, notice=None)
    abandoned = now >= console.touched + ABANDONED_S
    if (console.panel or console.line is not None) and abandoned:
        console = replace(console, panel=None, line=None)
    if console.refused is not None and now >= console.refused.until:
        console = replace(console, refused=None)
    if (console.floor or (console.pad and not console.pad.own)) and abandoned:
        console = replace(console, pad=None, floor=None, refused=None)
    return console


class LiveConsole:
    """The console on one screen; without a token it sends nothing and opens no connection."""

    def __init__(
        self, source: FeedSource, token: Token | None, language: str, *, seconds: float = DEADLINE_S
    ) -> None:
        """Set up the console for the table at `source`.

        `seconds` is how long it waits for the answer to an order. Raises `LookupError` for a
        language without texts.
        """
        self.console = Console()
        self._words = words(language)
        self._asked: dict[str, Order] = {}
        self._asker = None if token is None else Asker(source, token, seconds=seconds)

    def __enter__(self) -> Self:
        """Start connecting."""
        if self._asker is not None:
            self._asker.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        """Disconnect from the broker."""
        if self._asker is not None:
            self._asker.__exit__()

    @property
    def able(self) -> bool:
        """Whether there is a token for sending orders."""
        return self._asker is not None

    def speak(self, language: str) -> None:
        """Switch all of the console's text to another language."""
        self._words = words(language)

    def press(self, key: str, state: PublicState | None) -> None:
        """Apply a keypress, given the table's state."""
        self._after(press(self.console, key, self._room(state)))

    def tap(self, at: tuple[int, int], places: Layout, state: PublicState | None) -> None:
        """Apply a touch at the pixel `at`; `places` are the boxes on the screen."""
        target = target_at(places, self.console, state, at, self._words)
        self._after(tap(self.console, target, self._room(state)))

    def free(self, at: tuple[int, int], places: Layout, state: PublicState | None) -> bool:
        """Return whether a touch at the pixel `at` is meant for the picture below the console.

        It never is while a panel or the command line is open.
        """
        target = target_at(places, self.console, state, at, self._words)
        panel = self.console.panel is not None or self.console.line is not None
        return not (panel or target.startswith("page:"))

    def settle(self, state: PublicState | None) -> Console:
        """Apply the answers received and remove expired notices; return the current console."""
        if self._asked and self._asker is not None:
            for one, reply in self._asker.answers().items():
                if (order := self._asked.pop(one, None)) is not None:
                    self.console = heard(self.console, order, reply, self._room(state))
        self.console = settled(self.console, time.monotonic())
        if self.able or (state is not None and state.keyed_unit):
            self.console = followed(self.console, state)
        return self.console

    def _room(self, state: PublicState | None) -> Room:
        return Room(state, self._words, time.monotonic(), self.able)

    def _after(self, step: Reaction) -> None:
        self.console, orders = step
        for order in orders:
            if self._asker is not None:
                self._asked[self._asker.ask(order.name, order.data)] = order
