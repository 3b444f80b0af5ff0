"""The node at a seat: its keys and knocks become the seat's declarations, and its pad responds."""

import threading
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from controller.contract.observations import Declared, Knocked
from controller.contract.public import PublicState
from firmware.link import messages
from firmware.places.seat import HELD, REPEATED
from hardware.node.link import Happened, Joined, Link, Said
from hardware.pads import keypad
from hardware.pads.keypad import KEYS, KeypadDisplay, Tone
from hardware.ports import Report

WIDE = 16
"""Characters in a line of a pad's display."""

Words = Mapping[str, str]
"""The text that a pad's display shows for each id, in the table's language and in ASCII, because
the display can draw no other characters. An id without an entry is shown unchanged."""


class SeatNode:
    """The pad at one seat. The link's thread calls `hear` and `tick`, the table's thread `show`."""

    def __init__(
        self, seat: int, denominations: Sequence[int], *, keyed: bool = False,
        words: Words | None = None,
    ) -> None:  # fmt: skip
        """Set up the pad of a seat (from 1) at a table with these chip denominations.

        If `keyed` is true, no antenna reads chips, so raises need an amount. `words` holds the
        texts for the display.
        """
        self.seat = seat
        self._pad = keypad.new_pad(seat, denominations, keyed=keyed)
        self._words = words or {}
        self._shown: KeypadDisplay | None = None
        self._link: Link | None = None
        self._lock = threading.Lock()

    def hear(self, link: Link, said: Said) -> Iterable[Report]:
        """Return the reports that result from a key press or a knock."""
        self._link = link
        match said:
            case Joined():
                with self._lock:
                    self._shown = None
                    self._answer("")
            case Happened(what="knock", value=int(count)):
                return (Knocked(said.at, self.seat, count),)
            case Happened(what="key", value=int(value)):
                return self._key(value, said.at)
        return ()

    def show(self, state: PublicState) -> None:
        """Process a new public state of the table; returns immediately."""
        with self._lock:
            seen = keypad.see(self._pad, state)
            self._pad = seen.pad
            self._answer(seen.tone)

    def tick(self, now: int) -> None:
        """Close a question that has been unanswered for too long, and update the display."""
        with self._lock:
            pad = keypad.lapse(self._pad, now)
            if pad != self._pad:
                self._pad = pad
                self._answer("")

    def _key(self, value: int, at: int) -> tuple[Report, ...]:
        number = value & ~(HELD | REPEATED)
        if value & HELD or not 1 <= number <= len(KEYS):
            return ()
        with self._lock:
            repeated = bool(value & REPEATED)
            pressed = keypad.press(self._pad, KEYS[number - 1], at, repeated=repeated)
            self._pad = pressed.pad
            self._answer(pressed.tone)
        said = pressed.said
        if said is None:
            return ()
        return (Declared(at, self.seat, said.what, said.target, said.amount),)

    def _answer(self, tone: Tone) -> None:
        """Send the pad the tone, if any, and its display's lines if they have changed."""
        shown = keypad.shown(self._pad)
        changed = shown != self._shown
        self._shown = shown
        if self._link is None or not self._link.up or not (tone or changed):
            return
        asked: dict[str, object] = {"tone": tone} if tone else {}
        if changed:
            asked["lines"] = lines(shown, self._words)
        text = msgspec.json.encode(asked).decode()
        self._link.send(messages.Command("config", 0, text))


def lines(shown: KeypadDisplay, words: Words) -> list[str]:
    """Return the text for a display with four lines of 16 characters.

    A prompt for confirmation is on the last line.
    """

    def word(name: str) -> str:
        return words.get(name, name.replace("-", " "))

    def target(name: str) -> str:
        return f"{word('seat')} {name}" if name.isdecimal() else word(name or "nothing")

    match shown.mode:
        case "confirm":
            figure = shown.amount or (shown.call if shown.what == "call" else 0)
            about = str(figure) if figure else target(shown.target) if shown.target else ""
            question = _fitted(word(shown.what), about, "?")
            out = [*question, word(shown.warning), words.get("ok", "OK?")]
        case "amount":
            amount = str(shown.amount) if shown.amount else word("by-chips")
            steps = [f"+/- {shown.chip}", word(shown.warning)]
            out = [*_fitted(word(shown.what), amount), *steps]
        case "menu":
            out = [f"> {word(shown.what)}"]
        case "target":
            out = [word(shown.what), f"> {target(shown.target)}"]
        case _ if shown.what == "has":
            out = [*_fitted(word("has"), str(shown.amount), "?"), f"{word('ok')} {word('agree')}"]
        case _ if shown.amount and not shown.what:
            out = _fitted(word("put-in"), str(shown.amount))
        case _:
            out = [word("your-turn") if shown.what == "turn" else ""]
            if shown.call:
                out += _fitted(word("call"), str(shown.call))
    return [line[:WIDE] for line in out]


def _fitted(what: str, about: str, end: str = "") -> list[str]:
    """Return a declaration as the lines to display: one line if it fits, otherwise two.

    `what` is the text of the declaration, and `about` that of its amount or target, such as
    "seat 5". `end` is added at the end, such as "?".
    """
    one = f"{what} {about}".strip() + end
    return [one] if len(one) <= WIDE else [what, about + end]
