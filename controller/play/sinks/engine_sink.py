"""The sink for depth `engine`, which turns each movement directly into an observation."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from controller.contract.observations import (
    ButtonAt,
    CardAt,
    CardLeft,
    CardTwice,
    ChipsAt,
    DeckRead,
    Declaration,
    Declared,
    DeviceBack,
    DeviceLost,
    FloorSaid,
    Knocked,
    Observation,
    ShoeSaid,
    TimePassed,
)
from controller.play.setup import Setup
from controller.play.sinks.sink import ControllerFailed, Doubt, Remembered, ShoeWord

CARD_MS = 400
CHIPS_MS = 800
KEY_MS = 200
DOUBT_MS = 5_000
"""The longest time (ms) that the engine takes to decide on an unclear observation.

If the engine asks to be woken later than that, the reason is a player's running clock.
"""
SLOW_DOUBT_MS = 22_000
"""The limit (ms) that replaces `DOUBT_MS` if unclear observations of the pot are included."""

_SEATED = ("hand", "bet", "stack", "badge", "button")
_READ_CARDS = ("hand", "bet", "board", "burn", "muck", "shoe", "pot")
MOST_CHIPS: Final = 1_000_000
"""The maximum number of chips of one value in an amount; more would take too much memory."""
FEWER: Final = 4
"""The number of attempts to make up an amount with each chip value.

The first attempt uses as many chips of that value as fit, the second one chip fewer, and so on.
"""


def make_up(amount: int, denominations: Sequence[int]) -> tuple[int, ...]:
    """Return the values of a few chips that add up to an amount, highest first.

    Raises `ValueError` if these denominations can't add up to the amount, or if more than
    `MOST_CHIPS` chips of one value would be needed.
    """
    values = sorted(denominations, reverse=True)
    pieces = _made_of(amount, values)
    if pieces is None:
        raise ValueError(f"{amount} can't be made up in chips of {values[-1]} or more")
    return tuple(pieces)


def _made_of(amount: int, values: Sequence[int]) -> list[int] | None:
    """Return the values of chips that make up an amount, or None if no combination is found.

    `values` are the denominations, highest first. As many high chips as possible are used. With
    chips of 25 and 20, an amount of 60 takes three 20s, because the 10 left after two 25s can't
    be made up.
    """
    if not values:
        return None if amount else []
    most = amount // values[0]
    if most > MOST_CHIPS:
        raise ValueError(f"{amount} in chips of {values[0]} is more than a table can hold")
    for count in range(most, max(most - FEWER, -1), -1):
        others = _made_of(amount - count * values[0], values[1:])
        if others is not None:
            return [values[0]] * count + others
    return None


def _zone_of(device: str) -> str:
    """Return the zone read by an antenna of the reference table, given the antenna's name.

    A number after the dot belongs to the zone only if it is a seat: `hand.3` reads the zone
    `hand.3`, but `board.1` reads the zone `board`.
    """
    name, _, number = device.partition(".")
    return device if number and name in _SEATED else name


class EngineSink:
    """A table without antennas, where every movement is observed immediately and reliably."""

    def __init__(
        self,
        deliver: Callable[[Observation], object],
        setup: Setup,
        *,
        wake_at: Callable[[], int | None],
        doubt_until: Doubt,
    ) -> None:
        """Pass observations of a table with this `setup` to `deliver`.

        `wake_at` returns the table time (ms) at which the engine asks to be woken, or None.
        """
        self._deliver = deliver
        self._denominations = setup.denominations
        self._keyed = setup.keyed
        self._chip_zones = ("pot", "bet", "stack") if setup.stacks else ("pot", "bet")
        self._read_cards = () if setup.cards_keyed else _READ_CARDS
        self._wake_at = wake_at
        self._doubt_until = doubt_until
        self._now = 0
        self._places: dict[tuple[str, int], str] = {}
        self._clones: dict[tuple[str, int], str] = {}
        self._chips: dict[str, list[int]] = {}
        self._foreign: dict[str, Counter[int]] = defaultdict(Counter)
        self._unread: dict[str, bool] = {}
        self._unknown = 0
        self._breath = False

    @property
    def now(self) -> int:
        """The table time in ms."""
        return self._now

    @contextmanager
    def in_one_breath(self) -> Iterator[None]:
        """Return a context in which all moves happen at the same instant; see `Sink`."""
        self.wait(CHIPS_MS)
        self._breath = True
        try:
            yield
        finally:
            self._breath = False

    def wait(self, ms: int) -> None:
        """Advance table time by `ms`, waking the engine at each time it asked for."""
        if self._breath:
            return
        until = self._now + ms
        while (wake := self._wake_at()) is not None and wake <= until:
            self._now = max(self._now, wake)
            self._deliver(TimePassed(self._now))
        self._now = until

    def settle(self, slow: bool = False) -> None:
        """Advance time until the engine has decided on all unclear observations.

        With `slow`, this includes observations of the pot. Raises `ControllerFailed` if an
        observation stays unclear because the engine has not asked to be woken for it.
        """
        if self._breath:
            return
        longest = SLOW_DOUBT_MS if slow else DOUBT_MS
        while (wake := self._doubt_until()) is not None and wake <= self._now + longest:
            self.wait(max(wake - self._now, 0))
            if self._doubt_until() == wake:
                raise ControllerFailed(f"the engine does not ask to be woken at {wake} ms")

    def card(self, card: str, zone: str, deck: int = 1) -> None:
        """Move one card to a zone; see `Sink.card`."""
        self.wait(CARD_MS)
        self._land(card, zone, deck)

    def cards(
        self, moves: Sequence[tuple[str, str]], together: bool = False, deck: int = 1
    ) -> None:
        """Move several cards, each given as (card, zone); see `Sink.cards`.

        If `together` is true, they all arrive at the same instant, otherwise one after another.
        """
        for place, (card, zone) in enumerate(moves):
            if not together or place == 0:
                self.wait(CARD_MS)
            self._land(card, zone, deck)

    def _land(self, card: str, zone: str, deck: int) -> None:
        before = self._places.get((card, deck), "")
        read = zone.partition(".")[0] in self._read_cards
        self._places[card, deck] = zone if read else ""
        if read and self._clones.get((card, deck), zone) != zone:
            self._twice(card, deck)
        elif read and before != zone:
            self._deliver(CardAt(self._now, card, zone, self._now, deck))
        elif not read and before:
            self._deliver(CardLeft(self._now, card, before, deck))

    def clone(self, card: str, zone: str, deck: int = 1) -> None:
        """Put a second card with a copy of this card's tag into a zone; see `Sink.clone`.

        If `zone` is "", the second card is removed instead.
        """
        self.wait(CARD_MS)
        lies, copied = self._places.get((card, deck), ""), self._clones.pop((card, deck), "")
        read = zone.partition(".")[0] in self._read_cards
        if read:
            self._clones[card, deck] = zone
        if read and lies:
            if lies != zone:
                self._twice(card, deck)
        elif read:
            self._deliver(CardAt(self._now, card, zone, self._now, deck))
        elif lies:
            # Once only one of the two tags is read, the card is considered at rest.
            self._deliver(CardAt(self._now, card, lies, self._now, deck))
        elif copied:
            self._deliver(CardLeft(self._now, card, copied, deck))

    def _twice(self, card: str, deck: int) -> None:
        zones = sorted((self._places[card, deck], self._clones[card, deck]))
        self._deliver(CardTwice(self._now, card, tuple(zones), deck))

    def lift(self, card: str, deck: int = 1) -> None:
        """Pick up a card; if its zone is read, an observation reports that the card has left it."""
        self.card(card, "hands", deck)

    def unknown_tag(self, zone: str) -> str:
        """Put an unenrolled card into a zone; return the uid of its tag.

        In a zone for chips, nothing is observed.
        """
        self._unknown += 1
        uid = f"E0040150{self._unknown:08X}"
        if self._is_read(zone):
            # In a zone for chips, sensing does not assume that an unknown tag is a card.
            self.wait(CARD_MS)
        else:
            self.card(uid, zone, 0)
        return uid

    def chips(self, zone_from: str, zone_to: str, pieces: Sequence[int], chip_set: int = 1) -> None:
        """Move chips with the values `pieces` from one zone to another; see `Sink.chips`."""
        if not pieces:
            return
        self.wait(CHIPS_MS)
        if self._keyed:
            return
        if self._is_read(zone_from):
            if chip_set == 1:
                self._take(zone_from, pieces)
            elif Counter(pieces) - self._foreign[zone_from]:
                raise ValueError(f"{zone_from} does not hold these foreign chips")
            else:
                self._foreign[zone_from] -= Counter(pieces)
            self._report(zone_from)
        if self._is_read(zone_to):
            brought: dict[str, int] = {}
            if chip_set != 1:
                self._foreign[zone_to] += Counter(pieces)
            else:
                self._chips.setdefault(zone_to, []).extend(pieces)
                if zone_from == "pot" or zone_from.startswith("bet."):
                    brought[zone_from] = sum(pieces)
            self._report(zone_to, brought)

    def sweep(self, zones: Sequence[str]) -> None:
        """Move all chips in these zones into the pot, with a separate motion for each zone."""
        for zone in zones:
            self.chips(zone, "pot", self.chips_in(zone))

    def _is_read(self, zone: str) -> bool:
        return zone.partition(".")[0] in self._chip_zones

    def _take(self, zone: str, pieces: Sequence[int]) -> None:
        there = self._chips.get(zone, [])
        if sum(there) < sum(pieces):
            raise ValueError(f"{zone} holds {sum(there)}, less than {sum(pieces)}")
        left = Counter(there)
        left.subtract(pieces)
        if min(left.values(), default=0) >= 0:
            self._chips[zone] = list(left.elements())
        else:
            rest = sum(there) - sum(pieces)
            self._chips[zone] = list(make_up(rest, self._denominations))

    def _report(self, zone: str, brought: dict[str, int] | None = None) -> None:
        if zone in self._unread:
            self._unread[zone] = True
            return
        chips = tuple(sorted(self._chips.get(zone, ()), reverse=True))
        foreign = self._foreign[zone].total()
        in_front = (brought or {}) if zone.startswith("bet.") else {}
        self._deliver(ChipsAt(self._now, zone, chips, self._now, foreign=foreign, brought=in_front))

    def chips_in(self, zone: str, chip_set: int = 1) -> tuple[int, ...]:
        """Return the value of each chip of a set in a zone, highest first; see `Sink.chips_in`."""
        there = self._chips.get(zone, ()) if chip_set == 1 else self._foreign[zone].elements()
        return tuple(sorted(there, reverse=True))

    def button(self, seat: int) -> None:
        """Put the dealer button in front of a seat; see `Sink.button`."""
        self.wait(KEY_MS)
        self._deliver(ButtonAt(self._now, seat))

    def press(self, seat: int, what: Declaration, target: str = "", amount: int = 0) -> None:
        """Press the key that announces `what` at a seat; see `Sink.press`.

        `target` is the seat or object that the announcement concerns. `amount` is the total of a
        bet or raise.
        """
        self.wait(KEY_MS)
        self._deliver(Declared(self._now, seat, what, target, amount))

    def knock(self, seat: int, count: int = 2) -> None:
        """Knock on the table at a seat, `count` times."""
        self.wait(KEY_MS)
        self._deliver(Knocked(self._now, seat, count))

    def shoe(self, what: ShoeWord) -> None:
        """Have the shoe report the status `what`, such as `shuffling` or `empty`."""
        self.wait(KEY_MS)
        self._deliver(ShoeSaid(self._now, what))

    def count_deck(self, cards: Sequence[str], extra: Sequence[str], unknown: int) -> None:
        """Have the shoe report these cards as the result of its count; see `Sink.count_deck`."""
        self._deliver(DeckRead(self._now, tuple(sorted(cards)), tuple(sorted(extra)), unknown))

    def floor(self, by: str, command: str) -> None:
        """Give a command, as JSON, with the floor's rights; `by` is the person who gives it."""
        self._deliver(FloorSaid(self._now, by, command))

    def lose(self, device: str) -> None:
        """Disconnect a device; movements of chips in its zone are no longer observed."""
        zone = _zone_of(device)
        self._deliver(DeviceLost(self._now, device, zone))
        if self._is_read(zone):
            self._unread[zone] = False

    def back(self, device: str) -> None:
        """Reconnect a device; if chips have moved in its zone, they are observed now."""
        zone = _zone_of(device)
        self._deliver(DeviceBack(self._now, device, zone))
        if self._unread.pop(zone, False):
            self._report(zone)

    def restart(self, remembered: Remembered) -> None:
        """Do nothing, because nothing can have moved while the controller was off."""
