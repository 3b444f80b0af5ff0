"""Markdown tables for builders: antennas and their positions, load and wiring.

They are generated from the layout of the simulated table and from the role files in `roles/`.
"""

from collections.abc import Sequence
from typing import Any, Final

from controller.config.ring import RingConfig
from controller.contract.scans import AntennaPlan
from controller.sensing.reach import gap
from firmware.places.seat import KEYS
from firmware.reading.antennas import SELECT
from firmware.reading.readers import PINS
from hardware.build.kit import Kit, role_file
from hardware.build.plans.draw import full_layout
from hardware.build.plans.load import NodeLoad, node_loads
from hardware.timing.scan_time import TOO_MUCH
from hardware.timing.standing_slots import TAGS, Schedule


def antenna_tables(seats: int) -> str:
    """Return the antennas of a table, node by node, as Markdown."""
    plans = full_layout(seats)
    lines = [
        f"# Antennas of a table for {seats}",
        "",
        "<!-- Made by `tapis build drawings` from hardware/twin/layout.py: change that, not this."
        " -->",
        "",
        "Positions are in millimetres from the centre of the felt to the centre of the coil, x to"
        " the right and y towards seat 1. *No.* is the antenna's number on its node's multiplexer."
        " *Nearest* is the nearest other coil, and the distance between the two.",
    ]
    return "\n".join([*lines, *antenna_rows(plans), *load_rows(plans), ""])


def antenna_rows(plans: list[AntennaPlan]) -> list[str]:
    """Return the antennas, node by node, as lines of Markdown."""
    lines: list[str] = []
    for device in dict.fromkeys(plan.device for plan in plans):
        own = [plan for plan in plans if plan.device == device]
        lines += ["", f"## Node `{device}`", "", *position_rows(own, plans)]
    return lines


def position_rows(
    own: Sequence[AntennaPlan], others: Sequence[AntennaPlan], first: int = 0
) -> list[str]:
    """Return the antennas `own`, numbered from `first`, as lines of a Markdown table.

    Each line also names the nearest antenna in `others`, apart from the antenna itself.
    """
    lines = [
        "| no. | antenna | x | y | width | depth | period | nearest |",
        "| ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for number, plan in enumerate(own, first):
        around = [other for other in others if other.name != plan.name]
        near = min(around, key=lambda other: gap(plan, other))
        lines.append(
            f"| {number} | `{plan.name}` | {plan.x} | {plan.y} | {plan.width} | {plan.depth} "
            f"| {plan.period} ms | `{near.name}`, {gap(plan, near):.0f} |"
        )
    return lines


def part_rows(kit: Kit, total: str) -> list[str]:
    """Return a kit's parts as lines of a Markdown table; `total` is the heading of the last row."""
    lines = [
        "| part | part number | quantity | each | total | alternative | source of the price |",
        "| --- | --- | ---: | ---: | ---: | --- | --- |",
    ]
    for part in kit.parts:
        each, together, source = "?", "?", "price not found"
        if part.each is not None:
            each, together = f"{part.each:g}", f"{part.pieces * part.each:g}"
            source = part.source or "our estimate"
        lines.append(
            f"| {part.what} | {part.number} | {part.pieces} | {each} | {together} "
            f"| {part.instead} | {source} |"
        )
    return [*lines, f"| **{total}** | | | | **{round(kit.cost, -1):.0f}** | | |"]


def load_rows(plans: list[AntennaPlan], schedule: Schedule | None = None) -> list[str]:
    """Return the load on each node, as lines of Markdown.

    If a `schedule` is given, the antennas are read only in its time slots.
    """
    lines = ["", "## Load on the nodes", "", _loads_head() + (BY_TURNS if schedule else ""), ""]
    lines += ["| node | share of its time | by zone |", "| --- | ---: | --- |"]
    alike: dict[tuple[tuple[str, int], ...], list[NodeLoad]] = {}
    for node in node_loads(plans, schedule):
        zones = ((zone.antenna.partition(".")[0], zone.period) for zone in node.zones)
        alike.setdefault(tuple(zones), []).append(node)
    for nodes in alike.values():
        first, last = nodes[0].device, nodes[-1].device
        names = f"`{first}`" if first == last else f"`{first}` … `{last}`"
        much = ", **too much**" if nodes[0].too_much else ""
        of = ", ".join(
            f"{zone.antenna.partition('.')[0]} {zone.share:.0%}"
            + (f" (every {zone.period} ms)" if schedule else "")
            for zone in nodes[0].zones
        )
        lines.append(f"| {names} | {nodes[0].share:.0%}{much} | {of} |")
    return lines


BY_TURNS: Final = (
    " The boards of this table radiate in turn, so no board is overloaded. The brackets give each"
    " antenna's resulting read interval with these tags while nothing changes on the table."
)


def _loads_head() -> str:
    full = ", ".join(f"{kind} {tags}" for kind, tags in TAGS.items())
    return (
        "A reader reads one antenna at a time. The table gives the share of each node's time that"
        " scans, replies, requests and the driver's waits take, with the following number of tags"
        f" in each field: {full}. A node above {TOO_MUCH:.0%} still reads all its antennas, but"
        " less often than their periods require. `tapis build load` calculates it for your table."
    )


def wiring() -> str:
    """Return the wiring for each kind of node, pin by pin, as Markdown."""
    lines = [
        "# Wiring the nodes",
        "",
        "<!-- Made by `tapis build drawings` from the firmware and hardware/build/roles/*.json:"
        " change those, not this. -->",
        "",
        "GP numbers are those of a Raspberry Pi Pico (RP2040). `tapis firmware install --role-file`"
        " installs the role file on the board. All signals are 3.3 V.",
    ]
    for name, about in ABOUT.items():
        lines += ["", f"## {about}", "", f"`hardware/build/roles/{name}.json`", ""]
        lines += ["| Pico | to | note |", "| --- | --- | --- |"]
        lines += [f"| GP{pin} | {to} | {note} |" for pin, to, note in pins_of(role_file(name))]
    lines += ["", "## The Pi's own pins", "", "BCM numbers, as in `table.toml`.", ""]
    lines += ["| Pi | to | note |", "| --- | --- | --- |"]
    lines += [f"| GPIO{pin} | {to} | {note} |" for pin, to, note in pins_of_the_pi(RingConfig())]
    return "\n".join([*lines, ""])


def pins_of_the_pi(ring: RingConfig) -> list[tuple[int, str, str]]:
    """Return the Pi's own pins for an LED ring and a floor button.

    Each is (GP number, connection, note), as in `pins_of`.
    """
    through = '`[ring] kind = "apa102"`; through a 74AHCT125 (5 V)'
    return [
        (ring.data, "APA102 or SK9822 ring, DI", through),
        (ring.clock, "APA102 or SK9822 ring, CI", through),
        (
            FLOOR_BUTTON,
            "floor button, to ground",
            f"`[floor_button] pin = {FLOOR_BUTTON}`, or any free pin",
        ),
    ]


FLOOR_BUTTON: Final = 17
"""The suggested pin (GPIO number) for the floor button. Nothing else on a table uses this pin."""

ABOUT: Final = {
    "antennas": "Antennas: PN5180 and a multiplexer",
    "seat": "Seat: seven keys, knock sensor, buzzer, display",
    "shoe": "Shoe: antenna, light barrier, gate, feeder, shuffler",
    "ring": "Ring: WS2812",
    "place": "Place: a seat's keypad and its reader on one Pico",
    "switch": "Switch: one PN5180 and a 16-way switch",
}
"""The heading for each role file; it names the parts that the file connects."""


def pins_of(role: dict[str, Any]) -> list[tuple[int, str, str]]:
    """Return the pins in a role file as (GP number, connection, note), lowest number first."""
    rows = [
        (role.get("tx", 0), "RX of a USB serial adapter (3.3 V)", "UART 0"),
        (role.get("rx", 1), "TX of a USB serial adapter (3.3 V)", "UART 0"),
    ]
    if "antennas" in role:
        pins = {**PINS, **role.get("pins", {})}
        chip = role.get("chip", "pn5180").upper()
        rows += [
            (pins["sck"], f"{chip} SCK", "SPI, 4 MHz"),
            (pins["mosi"], f"{chip} MOSI", ""),
            (pins["miso"], f"{chip} MISO", ""),
            (pins["nss"], f"{chip} NSS", ""),
            (pins["busy"], f"{chip} BUSY", "not with a PN532"),
            (pins["reset"], f"{chip} RST", ""),
        ]
        rows += [
            (pin, f"multiplexer S{bit}", "lowest bit of the antenna number" if not bit else "")
            for bit, pin in enumerate(role.get("mux", SELECT))
        ]
    rows += [
        (pin, f"key `{KEYS[at]}`", "to ground when pressed; pull-up on the board")
        for at, pin in enumerate(role.get("keys", ()))
    ]
    for key, to, note in SINGLE:
        if key in role:
            rows.append((role[key], to, note))
    display = role.get("display", {})
    rows += [(display[pin], f"display {pin.upper()}", "I2C, SSD1306 128×32, address 0x3C")
             for pin in ("sda", "scl") if pin in display]  # fmt: skip
    for key, words in GROUPED.items():
        rows += [(role[key][pin], to, note) for pin, to, note in words if pin in role.get(key, {})]
    return sorted(rows)


SINGLE: Final = (
    ("piezo", "piezo disc behind a rectifier", "ADC; clamp it to 3.3 V (two diodes, 1 MΩ)"),
    ("buzzer", "passive buzzer, through a transistor", "PWM"),
    ("gate", "gate servo, signal", "50 Hz; don't take the servo's 5 V from the Pico"),
    ("barrier", "light barrier at the exit", "high while a card interrupts the light"),
    ("data", "DIN of the first LED", "through a 74AHCT125 (5 V); 330 Ω in series"),
)
GROUPED: Final = {
    "motor": (
        ("step", "stepper driver STEP", "A4988, TMC2209 or similar"),
        ("direction", "stepper driver DIR", ""),
        ("enable", "stepper driver EN", "active low"),
    ),
    "shuffler": (
        ("hopper", "shuffler: cards in the hopper", "active high; pull-down"),
        ("busy", "shuffler: busy", "active high; pull-down"),
        ("fault", "shuffler: fault", "active high; pull-down"),
    ),
}
