"""Simulated devices for setting up a table, and a box of items to put on its antennas.

Cards, stacks of chips and badges have the same tags each time, so items enrolled today are still
recognised tomorrow. A phone has a different tag each time it is put down, as real phones do. This
module knows nothing of the questions asked by the setup; it only puts items down and reads them.
"""

import random
import threading
from collections import deque
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Final

import msgspec

from controller.config.model import TableConfig
from controller.contract.errors import TapisError
from controller.contract.scans import AntennaPlan
from controller.sensing.registry import FRESH_PACK, Registry
from display.words.locale import N_
from hardware.ports import Clock, Driver
from hardware.twin.driver import TwinDriver
from hardware.twin.table import Twin

PORTS: Final = "/dev/serial/by-id/usb-rehearsal-"
"""The prefix of simulated nodes' ports, which no real port has."""

READERS: Final = "Rehearsal reader, "
BOX: Final = "box"
"""The place of all items that are not on an antenna."""

STACK: Final = 20
STACKS: Final = 2
PHONE: Final = "phone"
BADGES: Final = ("badge:floor", "badge:player")
MOST_SAID: Final = 4


class NotThere(TapisError):
    """An item or place that is unknown or can't be used now."""


class Workplace(msgspec.Struct, frozen=True):
    """The arrangement of the simulated items.

    `plans` are the antennas. `lies` maps each item on an antenna to the antenna's zone; the items
    in a zone are in order, bottom one first. `piles` contains, for each deck, the next card to
    enrol. `stacks` contains the stacks of chips to enrol. `said` contains the last messages shown
    in the terminal. `pulled` contains the unplugged nodes.
    """

    plans: tuple[AntennaPlan, ...] = ()
    lies: dict[str, str] = {}
    piles: tuple[str, ...] = ()
    stacks: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    pulled: tuple[str, ...] = ()

    def lying(self, zone: str) -> tuple[str, ...]:
        """Return the items in a zone, bottom one first."""
        return tuple(thing for thing, place in self.lies.items() if place == zone)


class Workshop:
    """The simulated devices, the box of items, and the functions that move items.

    `on_change` is called after each change, from any thread.
    """

    def __init__(self, clock: Clock | None = None, seed: int | None = None) -> None:
        """Use `clock` (ms) or, if it is None, the clock of the program that opens the drivers.

        `seed` determines the noise.
        """
        self.on_change: Callable[[], None] = lambda: None
        self._clock = clock
        self._chance = random.Random(seed)
        self._lock = threading.RLock()
        self._driver: TwinDriver | None = None
        self._plans: tuple[AntennaPlan, ...] = ()
        self._lies: dict[str, str] = {}
        self._pulled: set[str] = set()
        self._said: deque[str] = deque(maxlen=MOST_SAID)
        self._decks = 1
        self._denominations: tuple[int, ...] = ()
        self._phone = ""
        self._registry = Registry()

    # -- called by the programs that set up a table --------------------------------------------

    def open(self, config: TableConfig, registry: Registry, clock: Clock) -> Sequence[Driver]:
        """Return the driver for a config's antennas, as `open_drivers` does for real antennas."""
        with self._lock:
            self._registry = registry
            self._decks, self._denominations = config.cards.decks, config.denominations
        return (self.plug(config.plans(), config.noise, clock),)

    def plug(self, plans: Sequence[AntennaPlan], noise: str, clock: Clock) -> Driver:
        """Return a driver for the antennas in `plans`, simulated with the noise level `noise`.

        Items already in the antennas' zones stay there; all others go back to the box.
        """
        twin = Twin(plans, noise, self._chance.getrandbits(32))
        driver = TwinDriver(twin, self._clock or clock)
        with self._lock:
            self._plans, self._driver = tuple(plans), driver
            zones = {plan.zone for plan in plans}
            self._lies = {thing: zone for thing, zone in self._lies.items() if zone in zones}
            for thing, zone in self._lies.items():
                for uid in self._uids(thing):
                    twin.put(uid, zone)
            for node in self._pulled & {plan.device for plan in plans}:
                twin.fault("drop", node)
        self.on_change()
        return driver

    def nodes(self) -> tuple[str, ...]:
        """Return the nodes that are plugged in."""
        with self._lock:
            names = dict.fromkeys(plan.device for plan in self._plans)
            return tuple(name for name in names if name not in self._pulled)

    def say(self, text: str) -> None:
        """Show on the page a message that is also shown in the terminal."""
        if text.strip():
            with self._lock:
                self._said.append(text)
            self.on_change()

    # -- called by the page on which a person moves items --------------------------------------

    def lay(self, thing: str, place: str) -> None:
        """Put an item in a place, on top of any others, or back in the box. Raises `NotThere`."""
        with self._lock:
            if place != BOX and place not in {plan.zone for plan in self._plans}:
                raise NotThere(N_("there is no such place"))
            if thing not in self._things():
                raise NotThere(N_("there is no such object"))
            self._take(thing)
            if thing == PHONE:
                self._phone = f"08{self._chance.getrandbits(24):06X}"
            if place != BOX:
                self._lies[thing] = place
                for uid in self._uids(thing):
                    self._on_twin(Twin.put, uid, place)
        self.on_change()

    def next_card(self, deck: int, place: str) -> None:
        """Remove the cards from a place, and put the next card from a deck there.

        Raises `NotThere` if all cards of the deck are enrolled, or if a card in that place is not
        yet enrolled.
        """
        with self._lock:
            top, lying = self._top(deck), self.shown.lying(place)
            if not top:
                raise NotThere(N_("all cards in this deck are already enrolled"))
            if any(uid_of(thing) not in self._registry for thing in lying):
                raise NotThere(N_("the terminal has not enrolled the card on this antenna yet"))
            for thing in lying:
                self.lay(thing, BOX)
            self.lay(top, place)

    def pull(self, node: str) -> None:
        """Unplug a node's cable, or plug it in again if it is unplugged. Raises `NotThere`."""
        with self._lock:
            if node not in {plan.device for plan in self._plans}:
                raise NotThere(N_("there is no such node"))
            if node in self._pulled:
                self._pulled.discard(node)
                self._on_twin(Twin.mend, node)
            else:
                self._pulled.add(node)
                self._on_twin(Twin.fault, "drop", node)
        self.on_change()

    @property
    def shown(self) -> Workplace:
        """Return the current arrangement."""
        with self._lock:
            tops = tuple(filter(None, map(self._top, self._every_deck())))
            stacks = tuple(one for one in self._things() if one.startswith("stack:"))
            return Workplace(
                self._plans, dict(self._lies), tops, stacks, tuple(self._said),
                tuple(sorted(self._pulled)),
            )  # fmt: skip

    # -- the box -------------------------------------------------------------------------------

    def _every_deck(self) -> range:
        return range(1, self._decks + 1)

    def _top(self, deck: int) -> str:
        """Return the first card of a deck that is neither enrolled nor on an antenna, or ""."""
        for card in FRESH_PACK:
            thing = f"card:{deck}:{card}"
            if thing not in self._lies and uid_of(thing) not in self._registry:
                return thing
        return ""

    def _things(self) -> dict[str, None]:
        cards = [f"card:{deck}:{card}" for deck in self._every_deck() for card in FRESH_PACK]
        stacks = [
            f"stack:{value}:{number}"
            for value in self._denominations
            for number in range(1, STACKS + 1)
        ]
        return dict.fromkeys([*cards, *stacks, *BADGES, PHONE])

    def _uids(self, thing: str) -> tuple[str, ...]:
        if thing == PHONE:
            return (self._phone,)
        if thing.startswith("stack:"):
            return tuple(uid_of(f"{thing}:{nth}") for nth in range(STACK))
        return (uid_of(thing),)

    def _take(self, thing: str) -> None:
        if self._lies.pop(thing, None) is not None:
            for uid in self._uids(thing):
                self._on_twin(Twin.take, uid)

    def _on_twin(self, deed: Callable[..., object], *values: str) -> None:
        if self._driver is not None:
            with self._driver.hands_on() as twin:
                deed(twin, *values)


def uid_of(thing: str) -> str:
    """Return the uid of an item's tag, which is the same on every machine.

    >>> uid_of("card:1:As")
    'E004015CF2E366D3'
    """
    return f"E00401{blake2b(thing.encode(), digest_size=5).hexdigest().upper()}"


def is_rehearsed(config: TableConfig) -> bool:
    """Return whether a config has devices and all of them are simulated."""
    ports = [device.port for device in config.devices]
    return bool(ports) and all(port.startswith((PORTS, READERS)) for port in ports)
