"""Base classes for sinks that move cards and chips on a simulated table with antennas."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from controller.contract.observations import (
    Declaration,
    Declared,
    DeviceLost,
    FloorSaid,
    Knocked,
    Observation,
)
from controller.contract.scans import AntennaPlan
from controller.play.sinks.engine_sink import DOUBT_MS, SLOW_DOUBT_MS
from controller.play.sinks.sink import Doubt
from controller.sensing.registry import Registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import Settings
from hardware.twin.bank import Bank, change
from hardware.twin.hands import REACH, Hands
from hardware.twin.table import Twin

SLOW = 1000
"""The scan period (ms) at or above which a zone counts as slow.

`settle` waits for slow zones only if its parameter `slow` is true.
"""

LOOK = 200
PATIENCE = 120_000
"""The interval (ms) at which a sink checks what it waits for, and the longest wait."""

CLONED_MS = 3_500
"""How long (ms) to wait after copying a tag; the table reports or ignores a copy within 3 s."""
PASS_MS = 800
"""How long (ms) a shuffler takes to move one card past its antenna."""


class AntennaSink(ABC):
    """Base class for sinks whose cards, chips, button and deck count are read by antennas.

    Chips are exchanged with the bank. Each call returns when the move is done. `quiet_from` has two
    entries, each a table time (ms) by which every move so far will have been read. The entry for
    False is for zones that are scanned often, and the entry for True for those scanned rarely.
    """

    _doubt_until: Doubt

    @property
    @abstractmethod
    def now(self) -> int:
        """The table time in ms."""

    @abstractmethod
    def _twin_until(self, until: int) -> None:
        """Advance the simulated table to the time `until` (ms) on its own clock."""

    def __init__(
        self,
        twin: Twin,
        registry: Registry,
        settings: Settings,
        denominations: Iterable[int],
        reach: int = REACH,
    ) -> None:
        """Move things on the simulated table `twin`, with the enrolled tags in `registry`.

        `settings` are the sensing settings. `denominations` are the values of the chips in play.
        `reach` is the time (ms) from putting one object down to picking up the next.
        """
        self.twin = twin
        self.registry = registry
        self.quiet_from = {False: 0, True: 0}
        self._bank = Bank(registry, twin.rng)
        self._hands = Hands(twin, reach)
        self._settings = settings
        self._advance: Callable[[int], object] = self._twin_until
        self._denominations = tuple(denominations)
        self._later: list[Callable[[], object]] | None = None

    def _in_doubt(self, slow: bool) -> bool:
        """Return whether the engine will soon decide on an unclear observation."""
        wake, longest = self._doubt_until(), SLOW_DOUBT_MS if slow else DOUBT_MS
        return wake is not None and self.now < wake <= self.now + longest

    def _plan(self, device: str) -> AntennaPlan | None:
        return next((plan for plan in self.twin.plans if plan.name == device), None)

    @contextmanager
    def in_one_breath(self) -> Iterator[None]:
        """Collect the movements made in this context, and start them all at the same instant."""
        self._later, ends, advance = [], [self.twin.now], self._advance
        self._advance = ends.append
        try:
            with self._hands.in_one_breath():
                yield
        finally:
            later, self._later, self._advance = self._later, None, advance
            advance(max(ends))
            for done in later:
                done()

    def card(self, card: str, zone: str, deck: int = 1) -> None:
        """Move one card to a zone, unless it is already there."""
        uid = self._card(card, deck)
        if self.twin.where(uid) != zone:
            self._touch(self.twin.where(uid), zone)
            self._advance(self._hands.move_card(uid, zone))
            self._touch(zone)

    def cards(
        self, moves: Sequence[tuple[str, str]], together: bool = False, deck: int = 1
    ) -> None:
        """Move several cards, one after another or (if `together`) at the same instant.

        `moves` are (card, zone) pairs.
        """
        if not together:
            for card, zone in moves:
                self.card(card, zone, deck)
            return
        where = self.twin.where
        things = [(self._card(card, deck), zone) for card, zone in moves]
        things = [(uid, zone) for uid, zone in things if where(uid) != zone]
        if things:
            zones = [zone for _, zone in things] + [where(uid) for uid, _ in things]
            self._advance(self._hands.move_cards_together(things))
            self._touch(*zones)

    def lift(self, card: str, deck: int = 1) -> None:
        """Pick up a card and hold it."""
        uid = self._card(card, deck)
        zone = self.twin.where(uid)
        self._advance(self._hands.lift(uid))
        self._touch(zone)

    def clone(self, card: str, zone: str, deck: int = 1) -> None:
        """Put a second card with a copy of this card's tag into a zone; remove it if `zone` is "".

        The call returns only after the table has had time to report the copy or to dismiss it.
        """
        self._advance(self.twin.now + CLONED_MS)
        self.twin.copy(self._card(card, deck), zone)
        self._touch(zone)
        self._advance(self.twin.now + CLONED_MS)

    def count_deck(self, cards: Sequence[str], extra: Sequence[str], unknown: int) -> None:
        """Move cards past the shoe's antenna one by one, as a shuffler does; see `Sink.count_deck`.

        `cards` are from the deck in play, and `extra` are from another deck. `unknown` is the
        number of cards with tags that were never enrolled.
        """
        uids = [self._bank.card(card, 1) for card in cards]
        uids += [self._bank.card(card, 2) for card in extra]
        uids += [self._bank.new_uid() for _ in range(unknown)]
        for uid in uids:
            self.twin.put(uid, "shoe")
            self._advance(self.twin.now + PASS_MS)
            self.twin.take(uid)
        self._advance(self.twin.now + 2 * PASS_MS)

    def unknown_tag(self, zone: str) -> str:
        """Put an unenrolled card into a zone; return the uid of its tag."""
        uid = self._bank.new_uid()
        self._advance(self._hands.move_card(uid, zone))
        self._touch(zone, scans=self._settings.unknown_window)
        return uid

    def chips(self, zone_from: str, zone_to: str, pieces: Sequence[int], chip_set: int = 1) -> None:
        """Move chips in one motion, making change at the bank if the right chips are missing.

        `pieces` are the values of the chips. A `chip_set` other than 1 means foreign chips. Nothing
        is moved if `pieces` is empty or both zones are the same.
        """
        if not pieces or zone_from == zone_to:
            return
        twin, bank = self.twin, self._bank
        lying: dict[int, list[str]] = {}
        for uid in twin.lying_in(zone_from):
            lying.setdefault(bank.value(uid, chip_set), []).append(uid)
        nothing: list[int] = []
        if twin.reads(zone_from) and chip_set != 1:
            if Counter(pieces) - Counter({value: len(uids) for value, uids in lying.items()}):
                raise ValueError(f"{zone_from} does not hold these foreign chips")
            exchanged = (list(pieces), nothing, nothing, nothing)
        elif twin.reads(zone_from):
            there = self.chips_in(zone_from)
            exchanged = change(there, pieces, self._denominations)
        else:
            exchanged = (nothing, nothing, list(pieces), nothing)
        moved, paid, lacking, returned = exchanged
        uids = [lying[value].pop() for value in moved]
        to_bank = [lying[value].pop() for value in paid]
        uids += [bank.chip(value, chip_set) for value in lacking]
        back = [bank.chip(value) for value in returned]

        def exchange() -> None:
            for uid in to_bank:
                twin.take(uid)
            for uid in back:
                twin.put(uid, zone_from)

        self._advance(self._hands.move_chips(uids, zone_to, exchange))
        self._then(partial(bank.give_back, to_bank))
        if not twin.reads(zone_to):
            self._then(partial(self._to_bank, uids))
        self._touch(zone_from, zone_to)

    def _to_bank(self, uids: Sequence[str]) -> None:
        for uid in uids:
            self.twin.take(uid)
        self._bank.give_back(uids)

    def sweep(self, zones: Sequence[str]) -> None:
        """Move all chips in these zones into the pot in one motion."""
        value, lying = self._bank.value, self.twin.lying_in
        uids = [uid for zone in zones for uid in lying(zone) if value(uid)]
        if uids:
            self._advance(self._hands.move_chips(uids, "pot"))
            self._touch(*zones, "pot")

    def chips_in(self, zone: str, chip_set: int = 1) -> tuple[int, ...]:
        """Return the value of each chip of a set in a zone, highest first; see `Sink.chips_in`."""
        values = (self._bank.value(uid, chip_set) for uid in self.twin.lying_in(zone))
        return tuple(sorted(filter(None, values), reverse=True))

    def button(self, seat: int) -> None:
        """Put the dealer button in front of a seat; see `Sink.button`."""
        zone = f"button.{seat}"
        if self.twin.reads(zone):
            self._advance(self._hands.move_card(self._bank.button(), zone))
            self._touch(zone)

    def _card(self, card: str, deck: int) -> str:
        return self._bank.card(card, deck) if deck else card

    def _touch(self, *zones: str, scans: int = 0) -> None:
        """Extend `quiet_from` by the time that antennas need to read a change in these zones.

        `scans` is the number of scans needed; 0 means as many as the `window` setting of sensing.
        """
        self._then(partial(self._unquiet, zones, scans))

    def _then(self, done: Callable[[], object]) -> None:
        """Call a function once the current movement is complete.

        Within `in_one_breath`, that is when the context ends; otherwise, call it immediately.
        """
        if self._later is None:
            done()
        else:
            self._later.append(done)

    def _unquiet(self, zones: Sequence[str], scans: int) -> None:
        for zone in zones:
            until = self.twin.now + self.twin.takes(zone) * (scans or self._settings.window)
            slow = self.twin.period(zone) >= SLOW
            self.quiet_from[slow] = max(self.quiet_from[slow], until)


class SaidSink(AntennaSink):
    """Base class for sinks without firmware.

    Key presses, knocks and floor commands are observed immediately, with no device to read them.
    """

    @property
    def now(self) -> int:
        """The table time in ms."""
        return self.twin.now

    def wait(self, ms: int) -> None:
        """Advance table time by `ms` without moving anything."""
        self._twin_until(self.twin.now + ms)

    @abstractmethod
    def _say(self, observation: Observation) -> None:
        """Pass an observation to the controller immediately."""

    @abstractmethod
    def _sensing(self) -> Sensing:
        """Return the controller's sensing; a restart replaces it."""

    @abstractmethod
    def _lost_antennas(self) -> Collection[str]:
        """Return the antennas whose loss the controller has observed."""

    def settle(self, slow: bool = False) -> None:
        """Advance time, for at most two minutes, until everything that was moved has been read.

        With `slow`, this includes zones that are scanned rarely; see `Sink.settle`.
        """
        quiet = self.quiet_from
        self._twin_until(max(self.twin.now, quiet[False], quiet[True] if slow else 0))
        self._wait_until(lambda: not (self._sensing().settling(slow) or self._in_doubt(slow)))

    def lose(self, device: str) -> None:
        """Disconnect a device, and return once its loss has been observed."""
        if self._plan(device) is None:
            self._say(DeviceLost(self.now, device))
            return
        self.twin.fault("dead", device)
        self._wait_until(lambda: device in self._lost_antennas())

    def _wait_until(self, condition: Callable[[], bool]) -> None:
        """Advance time, for at most two minutes, until the condition holds."""
        end = self.twin.now + PATIENCE
        while not condition() and self.twin.now < end:
            self._twin_until(self.twin.now + LOOK)

    def press(self, seat: int, what: Declaration, target: str = "", amount: int = 0) -> None:
        """Press the key that announces `what` at a seat; see `Sink.press`.

        `target` is the seat or object that the announcement concerns. `amount` is the total of a
        bet or raise.
        """
        self._take_turns()
        self._say(Declared(self.now, seat, what, target, amount))

    def knock(self, seat: int, count: int = 2) -> None:
        """Knock on the table at a seat, `count` times."""
        self._take_turns()
        self._say(Knocked(self.now, seat, count))

    def _take_turns(self) -> None:
        """Let a moment pass before an announcement, unless it is made within `in_one_breath`."""
        if self._later is None:
            self.wait(1)

    def floor(self, by: str, command: str) -> None:
        """Give a command, as JSON, with the floor's rights; `by` is the person who gives it."""
        self._say(FloorSaid(self.now, by, command))
