"""Opens the drivers and the ring that a table's config requires, and loads the tags."""

import contextlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.config.model import TableConfig
from controller.config.ring import FloorButtonConfig
from controller.contract.public import PublicState
from controller.contract.scans import AntennaPlan
from controller.houses.loader import load_house
from controller.run.access.badge_key import load_badge_key
from controller.run.lights.ring_motion import FADE_MS
from controller.run.lights.ring_output import Leds, RingOutput
from controller.run.loop.failing_drivers import RetriedDriver, RetriedLeds
from controller.run.loop.shoe_gate import due
from controller.sensing.registry import Registry, load_registry
from hardware.ports import PINS, Clock, DeviceStatus, Driver, Put, problem_of

if TYPE_CHECKING:
    from hardware.node.link import Link
    from hardware.node.ring_node import RingNode
    from hardware.node.shoe_node import Allow
    from hardware.readers.card_authentication import Proof
    from hardware.timing.dynamic_slots import Rounds


Drivers = Callable[[TableConfig, Registry, Clock], Sequence[Driver]]
"""A function that opens a table's drivers, as `open_drivers` does."""


class ByTurns:
    """Wraps the schedule by which antennas take turns, so that the daemon finds it as a driver."""

    name = "turns"

    def __init__(self, rounds: "Rounds") -> None:
        self.rounds = rounds

    def start(self, put: Put) -> None:
        """Do nothing, because this is not a device."""

    def stop(self) -> None:
        """Do nothing, because this is not a device."""


def ring_status(config: TableConfig, ring: RingOutput | None) -> tuple[DeviceStatus, ...]:
    """Return a tuple with the status of the ring on the Pi's own pins, or () if there is none."""
    if config.hardware != "devices" or config.ring.kind != "apa102":
        return ()
    port = f"GPIO{config.ring.clock} and GPIO{config.ring.data}"
    why = ring.problem if ring is not None else ""
    problem = problem_of("ring", why) if why else ""
    return (DeviceStatus("ring", port, not problem, problem, kind=PINS),)


def open_registry(config: TableConfig) -> Registry:
    """Return the table's enrolled tags.

    A simulated table without a tag file has complete decks. A table that reads no cards needs no
    tag file. Raises `FileProblems`, which lists every mistake in the file.
    """
    path = Path(config.cards.registry)
    if not config.cards.read and not path.exists():
        return Registry()
    if config.hardware == "twin" and not path.exists():
        from hardware.twin.bank import new_registry

        return new_registry(decks=config.cards.decks)
    return load_registry(path)


def open_drivers(
    config: TableConfig, registry: Registry, clock: Clock, *, speed: float = 1.0
) -> Sequence[Driver]:
    """Return the drivers for all devices of a table, not yet started.

    A simulated or recorded table has a single driver. All PC/SC readers share one driver; every
    other device has its own. The clock may run at up to `speed` times the pace of the wall clock.
    Raises `FileProblems`.
    """
    if config.recording:
        from hardware.twin.recording import RecordedDriver

        return (RecordedDriver(Path(config.recording), clock),)
    if config.hardware == "twin":
        from hardware.twin.driver import TwinDriver
        from hardware.twin.table import Twin

        return (TwinDriver(Twin(config.plans(), config.noise, seed=0), clock),)
    del registry
    drivers: list[Driver] = []
    for open_kind in OPENERS.values():
        drivers += open_kind(config, clock, speed)
    if config.floor_button is not None:
        drivers.append(open_floor_button(config.floor_button, clock))
    return tuple(drivers)


def _ring_and_nodes(config: TableConfig, clock: Clock, speed: float) -> Sequence[Driver]:
    """Return the ring, the schedule of the antennas, and the links to all nodes, in this order.

    The ring is left out unless a node drives it, and the schedule unless antennas take turns. The
    table stops drivers in this order, because the ring needs its node's link until it has stopped.
    """
    rounds = rounds_of(config)
    by_turns = () if rounds is None else (ByTurns(rounds),)
    if config.ring.kind != "node":
        return (*by_turns, *open_nodes(config, clock, speed=speed, rounds=rounds))
    from hardware.node.ring_node import RingNode

    leds = RingNode(config.ring.leds, config.ring.percent())
    # The ring must be stopped before the link over which it draws.
    ring = RingOutput(leds, clock, config.ring.first)
    return (ring, *by_turns, *open_nodes(config, clock, leds, speed=speed, rounds=rounds))


def _readers(config: TableConfig, clock: Clock, speed: float) -> Sequence[Driver]:
    readers = {device.name: device.port for device in config.devices if device.kind == "pcsc"}
    if not readers:
        return ()
    proofs, plans = badge_proofs(config), config.plans()

    def opened() -> Driver:
        from hardware.readers.pcsc import PcscDriver

        return PcscDriver(readers, plans, clock, speed=speed, proofs=proofs)

    with contextlib.suppress(Exception):
        return (opened(),)
    missing = [DeviceStatus(name, port, False, "", kind="pcsc") for name, port in readers.items()]
    zones = [(plan.device, plan.zone) for plan in plans if plan.device in readers]
    driver = RetriedDriver(missing, opened, clock, zones=zones)
    driver.try_to_open()
    return (driver,)


def badge_proofs(config: TableConfig) -> "Mapping[str, Proof]":
    """Return how floor badges must prove their identity, by the antenna that reads them.

    Return {} if the config requires no proof. Raises `FileProblems` for an unusable key.
    """
    if config.floor_badge != "challenge":
        return {}
    from hardware.readers.ntag424 import BadgeProof

    proof = BadgeProof(load_badge_key(Path(config.badge_key)))
    return {plan.name: proof for plan in config.plans() if plan.zone == "floor-badge"}


def _lines(config: TableConfig, clock: Clock, _speed: float) -> Sequence[Driver]:
    from hardware.json_lines import LinesDriver

    plans = config.plans()
    return tuple(
        LinesDriver(device.name, device.port, plans, clock, baud=device.baud)
        for device in config.devices if device.kind == "lines"
    )  # fmt: skip


def _peppers(config: TableConfig, clock: Clock, speed: float) -> Sequence[Driver]:
    """Return a driver for each Pepper C1, a type of RFID reader."""
    from hardware.pepper import Pace, PepperDriver

    plans, pace = config.plans(), Pace(speed)
    return tuple(
        PepperDriver(device.name, device.port, plans, clock, baud=device.baud, pace=pace)
        for device in config.devices if device.kind == "pepper"
    )  # fmt: skip


OPENERS: Final[dict[str, Callable[[TableConfig, Clock, float], Sequence[Driver]]]] = {
    "node": _ring_and_nodes,
    "pcsc": _readers,
    "lines": _lines,
    "pepper": _peppers,
}
"""For each kind of device in a config, the function that opens all devices of that kind."""


def open_nodes(
    config: TableConfig, clock: Clock, leds: "RingNode | None" = None, *,
    speed: float = 1.0, rounds: "Rounds | None" = None,
) -> "Sequence[Link]":  # fmt: skip
    """Return the links to a table's nodes, not yet started, in the order of `[[devices]]`.

    `leds` are the LEDs of the ring, if the ring is on a node. `rounds` is the schedule by which the
    antennas take turns, or None. Raises `FileProblems` for an unreadable key file.
    """
    from display.words.keypad import keypad_words
    from hardware.firmware_files import our_files
    from hardware.keys import keyring, load_keys
    from hardware.node.nodes import Roll, hear_nothing, open_node
    from hardware.node.seat_node import SeatNode
    from hardware.node.shoe_node import ShoeNode
    from hardware.serial_ports import Whereabouts

    wanted = {
        device.name: device.node or device.name
        for device in config.devices
        if device.node or device.by_name
    }
    homes = {wanted[device.name]: device.port for device in config.devices if device.by_name}
    where = Whereabouts(homes, (one.port for one in config.devices if not one.by_name))
    keys = keyring(load_keys(Path(config.links.key_file)), required=config.links.keys == "required")
    roll = Roll(keys, wanted, rounds, where=where, gauge=config.links.gauge)
    plans, links = plans_read(config), []
    # Computed before any link runs, because it takes a while.
    our_files()
    words = keypad_words(config.display.language)
    for device in config.devices:
        if device.kind != "node":
            continue
        opened = partial(
            open_node, device.name, device.port, device.role, clock, roll,
            plans=plans, baud=device.baud, speed=speed,
        )  # fmt: skip
        match device.role:
            case "antennas":
                link = opened()
            case "seat":
                pad = SeatNode(
                    device.seat, config.denominations, keyed=config.chips == "keyed", words=words,
                )  # fmt: skip
                link = opened(hear=pad.hear, show=pad.show, tick=pad.tick)
            case "shoe":
                shoe = ShoeNode(_allow(config) if config.shoe.gate else None)
                link = opened(hear=shoe.hear, show=shoe.show)
            case "ring":
                link = opened(hear=leds.hear if leds is not None else hear_nothing)
        if device.by_name:
            link.look_elsewhere(partial(where.elsewhere, wanted[device.name]))
        links.append(link)
    return tuple(links)


def rounds_of(config: TableConfig) -> "Rounds | None":
    """Return the schedule by which the nodes' antennas take turns, or None if they don't."""
    from hardware.timing.dynamic_slots import Rounds

    nodes = {device.name for device in config.devices if device.kind == "node"}
    plans = [plan for plan in config.plans() if plan.device in nodes]
    return Rounds(plans) if config.links.slots and plans else None


def plans_read(config: TableConfig) -> tuple[AntennaPlan, ...]:
    """Return a table's antennas with the periods at which they are actually scanned.

    If antennas take turns, each period is a whole number of cycles of their schedule.
    """
    from hardware.timing.standing_slots import slotted

    rounds = rounds_of(config)
    return config.plans() if rounds is None else tuple(slotted(config.plans(), rounds.standing))


def _allow(config: TableConfig) -> "Allow":
    """Return a function that decides how many cards may leave the shoe in a given state.

    The function returns that number and the purpose of the cards, as in `Leaving`.
    """
    burns = load_house(config.house).deal.burn.value

    def allow(state: PublicState) -> tuple[int, str]:
        may = due(state, burns=burns)
        return may.cards, may.what

    return allow


def open_floor_button(button: FloorButtonConfig, clock: Clock) -> Driver:
    """Return the driver for the floor button.

    If the button's pin can't be opened now, the driver tries again later.
    """

    def opened() -> Driver:
        from hardware.pins.gpio import FloorButton, pin_factory

        return FloorButton(button.pin, clock, pins=pin_factory(button.pins))

    missing = DeviceStatus("floor-button", f"GPIO{button.pin}", False, "", kind=PINS)
    driver = RetriedDriver((missing,), opened, clock)
    driver.try_to_open()
    return driver


def open_ring(config: TableConfig, clock: Clock) -> RingOutput | None:
    """Return the table's LED ring, or None if it has none or the ring is on a node.

    A simulated table has a simulated ring. If the LEDs can't be opened now, the ring reports that,
    and tries again later.
    """
    ring, twin = config.ring, config.hardware == "twin"
    if ring.kind == "none" or (ring.kind == "node" and not twin):
        return None
    mock = twin or ring.pins == "mock"

    def opened() -> Leds:
        from hardware.pins.gpio import Apa102Ring, global_brightness, pin_factory

        pins = pin_factory("mock" if mock else "auto")
        brightness = global_brightness(ring.percent())
        return Apa102Ring(ring.leds, ring.clock, ring.data, pins=pins, brightness=brightness)

    leds = RetriedLeds(ring.leds, opened)
    return RingOutput(leds, clock, config.ring.first, 0 if mock else FADE_MS)
