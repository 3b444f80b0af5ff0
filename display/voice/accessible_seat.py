"""The accessible seat: an earpiece for the player's own cards and the game, controlled by keys.

It follows the table over MQTT like any display. Private facts arrive on a connection that only this
seat has, and go to the seat's own earpiece.
"""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, Self

from controller.contract.private import EarSaid, SeatSecret
from controller.contract.public import Envelope, PublicState
from controller.contract.readings.legal_actions import within
from display.feed import Feed, View
from display.voice.answers import NO_TABLE, PRIVATE, answer
from display.voice.key_bindings import PadEntry, SeatTurn, heard
from display.voice.page import PrintedEar
from display.voice.seat_connection import PrivateLine
from display.voice.speaking.sound import Ear, PrivatePhrase, PublicPhrase
from display.voice.speaking.speech_queue import Mouth
from display.voice.speaking.spoken import Spoken
from display.voice.speaking.tones import Beeps, Signal
from display.voice.spoken_events import LEVELS, Verbosity, announce
from display.words.locale import N_
from display.words.names import seat_of

Mode = Literal["speech", "beeps", "both"]
MODES: tuple[Mode, ...] = ("speech", "beeps", "both")
Phrase = PublicPhrase | PrivatePhrase | Beeps


DEGREE_NAMES = {
    "terse": N_("Few announcements"),
    "normal": N_("Normal announcements"),
    "full": N_("All announcements"),
}
OWN_SIGNALS: dict[str, Signal] = {
    "turn.started": "turn", "pot.awarded": "won", "action.refused": "error",
}  # fmt: skip
"""The signal for each type of event that concerns the listener's own seat."""

TABLE_BACK = N_("The table is connected again.")
ENDS_A_TURN = frozenset(
    {
        "action.made", "turn.started", "clock.expired", "hand.started", "hand.ended", "hand.voided",
        "ruling.opened", "action.undone",
    }
)  # fmt: skip


TOLD_AT = (10, 5, 4, 3, 2, 1)
"""The numbers of seconds left to act that the countdown announces."""


class Countdown:
    """Decides when to announce the seconds that a player has left to act.

    Times are in seconds, from any monotonic clock.
    """

    def __init__(self) -> None:
        self._end: float | None = None
        self._said = TOLD_AT[0] + 1

    @property
    def runs(self) -> bool:
        """Whether a countdown is running."""
        return self._end is not None

    def start(self, now: float, left: float) -> None:
        """Start the countdown with `left` seconds."""
        self._end = now + left
        self._said = TOLD_AT[0] + 1

    def stop(self) -> None:
        """Stop the countdown."""
        self._end = None

    def due(self, now: float) -> int:
        """Return the number of seconds left if it should be announced now, else 0.

        Each number is returned at most once. If several are overdue, only the smallest is returned,
        and the larger ones are skipped.
        """
        if self._end is None:
            return 0
        left = self._end - now
        if left <= 0:
            self._end = None
            return 0
        passed = [second for second in TOLD_AT if left <= second < self._said]
        if not passed:
            return 0
        self._said = passed[-1]
        return self._said


class AccessibleSeat:
    """One seat's voice and keys: `look` announces what has happened, `press` handles a key."""

    def __init__(
        self, seat: int, feed: Feed, line: Path, ear: Ear | PrintedEar, said: Spoken, *,
        verbosity: Verbosity = "normal", mode: Mode = "speech", greets: bool = False,
    ) -> None:  # fmt: skip
        """Follow the table over `feed`, which must be open, and over the seat's own socket `line`.

        `verbosity` is how much is announced. `mode` says what the player hears: `speech`, `beeps`
        or `both`. If `greets` is true, the seat is announced at the start.
        """
        self.seat = seat
        self.verbosity: Verbosity = verbosity
        self._feed = feed
        self._line = PrivateLine(line, seat, self.whispered)
        self._ear = ear
        self._said = said
        self._mode = mode
        self._greets = greets
        self._pad = PadEntry()
        self._seq: int | None = None
        self._epoch = ""
        self._last = ""
        self._there = True
        self._cards: tuple[str, ...] = ()
        self._lock = threading.Lock()
        self._clock = Countdown()
        self.mouth: Mouth[Phrase] = Mouth(self._sound, ear.stop, self._heard, ear.there)

    def __enter__(self) -> Self:
        """Start listening and speaking."""
        self.mouth.__enter__()
        if self._greets:
            # Greet before the private connection opens, so that private messages come afterwards.
            self._greet()
        self._line.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        """Close the private connection, and stop speaking."""
        self._line.__exit__()
        self.mouth.__exit__()

    # -- out ------------------------------------------------------------------------------

    def _sound(self, phrase: Phrase) -> bool:
        if isinstance(phrase, Beeps):
            return self._ear.beep(phrase)
        if self._mode == "beeps":
            return True
        return self._ear.say(phrase)

    def _heard(self, well: bool) -> None:
        self._line.send(EarSaid(well))

    def _greet(self) -> None:
        """Say which seat this earpiece belongs to, as a sound check."""
        text = self._said.say(N_("Seat {seat}. You are listening to your table."), seat=self.seat)
        self.mouth.then(PublicPhrase(text))
        if self._mode != "speech":
            self.mouth.then(Beeps("turn"))

    def whispered(self, own: SeatSecret) -> None:
        """Process a private message from the table, which may bring new hole cards.

        If beeps are on, new cards are signalled as they arrive. If speech is on, the hole cards
        are announced once all of them have arrived.
        """
        with self._lock:
            before, self._cards = self._cards, own.cards
        new = [card for card in own.cards if card not in before]
        if not new:
            return
        if self._mode != "speech":
            self.mouth.then(Beeps("card", len(own.cards)))
        if len(own.cards) == own.hole_cards:
            self.mouth.then(PrivatePhrase(self._said.cards(own.cards)))

    def look(self, view: View) -> None:
        """Announce what has happened since the last call to `look`."""
        self._tell_link(view)
        state = view.state
        if state is None:
            return
        if self._seq is not None and self._epoch not in ("", view.epoch):
            self._seq = 0  # the numbering restarted: every recent event is new
        self._epoch = view.epoch
        if self._seq is None:
            # A listener who joins during a hand does not hear what has already happened in it.
            self._seq = view.seq
            if state.earphones:
                text = N_(
                    "Under these house rules, an earpiece requires the floor's permission: "
                    "{article}."
                )
                self.mouth.then(PublicPhrase(self._said.say(text, article=state.earphones)))
            if state.clock_seat == self.seat:
                self._clock.start(time.monotonic(), state.clock_left / 1000)
            return
        for event in view.recent:
            if event.seq <= self._seq:
                continue
            about = int(event.data.get("seat", 0) or 0)
            self._begin_anew(event, about)
            self._signal(event.type, about)
            text = announce(event, state, self.seat, self.verbosity, self._said)
            if text:
                self._last = text
                self.mouth.then(PublicPhrase(text))
        self._seq = max(self._seq, view.seq)

    def tick(self, now: float) -> None:
        """Announce the last seconds of this seat's time to act; `now` is `time.monotonic()`."""
        left = self._clock.due(now)
        if left:
            text = self._said.count("{n} second", "{n} seconds", left)
            self.mouth.now(PublicPhrase(text if left > 5 else self._said.amount(left)))
            if self._mode != "speech":
                self.mouth.then(Beeps("time"))

    @property
    def hurried(self) -> bool:
        """Whether a time limit for this seat to act is running."""
        return self._clock.runs

    def _begin_anew(self, event: Envelope, about: int) -> None:
        if event.type in {"clock.started", "clock.extended"} and about == self.seat:
            self._clock.start(time.monotonic(), float(event.data["seconds"]))
        elif event.type in ENDS_A_TURN:
            self._clock.stop()
            # An entry begun in one turn must not be confirmed in another.
            self._pad = PadEntry()

    def _signal(self, kind: str, about: int) -> None:
        if self._mode == "speech":
            return
        if about == self.seat and kind in OWN_SIGNALS:
            self.mouth.then(Beeps(OWN_SIGNALS[kind]))
        elif kind == "ruling.opened":
            self.mouth.then(Beeps("ruling"))

    def _tell_link(self, view: View) -> None:
        there = view.link == "up" and view.online
        if there == self._there or (not there and self._seq is None):
            return
        if self._seq is not None:
            self.mouth.then(PublicPhrase(self._said.say(TABLE_BACK if there else NO_TABLE)))
        self._there = there

    # -- in -------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Handle a key pressed at the seat."""
        state = self._feed.view.state
        meant = heard(self._pad, key, self._turn(state), self._said)
        self._pad = meant.pad
        if meant.ask:
            text = answer(meant.ask, self.seat, state, self._line.own, self._said)
            phrase = PrivatePhrase(text) if meant.ask in PRIVATE else PublicPhrase(text)
            self.mouth.now(phrase)
        elif meant.press is not None:
            if not self._line.send(meant.press):
                deaf = self._said.say(
                    N_("Your key presses are not reaching the table: tell the dealer.")
                )
                self.mouth.now(PublicPhrase(deaf))
        elif meant.again:
            self.mouth.now(
                PublicPhrase(self._last or self._said.say(N_("Nothing has been announced yet.")))
            )
        elif meant.verbosity:
            self._other_degree()
        elif meant.say:
            # A player's typing is private until it is confirmed.
            self.mouth.now(PrivatePhrase(meant.say))
        elif meant.pad == PadEntry():
            self.mouth.hush()

    def _other_degree(self) -> None:
        degrees = tuple(LEVELS)
        self.verbosity = degrees[(degrees.index(self.verbosity) + 1) % len(degrees)]
        self.mouth.now(PublicPhrase(self._said.say(DEGREE_NAMES[self.verbosity])))

    def _turn(self, state: PublicState | None) -> SeatTurn:
        """Return the seat's legal actions, and its stack plus the chips in front of it.

        If the house hides stacks, the stack is known only from the private connection.
        """
        if state is None or state.turn != self.seat:
            return SeatTurn()
        view, own = seat_of(state, self.seat), self._line.own.stack
        stack = view.stack if own is None else own
        whole = stack + (view.bet or 0) if stack is not None else 0
        return SeatTurn(within(state.legal, whole), whole)


def serve(seat: AccessibleSeat, feed: Feed, keys: Iterator[str], ended: threading.Event) -> None:
    """Handle the seat's keys until `keys` is exhausted; a second thread makes announcements.

    Setting `ended` stops the second thread; this function also sets it before it returns.
    """

    def follow() -> None:
        version = -1
        while not ended.is_set():
            version, view = feed.wait(version, 0.1 if seat.hurried else 0.5)
            seat.look(view)
            seat.tick(time.monotonic())

    watching = threading.Thread(target=follow, name="table", daemon=True)
    watching.start()
    try:
        for key in keys:
            seat.press(key)
    finally:
        ended.set()
        watching.join(5)
