"""Markdown tables for builders: antennas and their positions, load, wiring.

They are generated from the layout of the simulated table and from the role files in `roles/`.
"""

import json
from pathlib import Path
from typing import Any, Final

from controller.config.ring import RingConfig
from controller.contract.scans import AntennaPlan
from controller.sensing.reach import gap
from firmware.places.seat import KEYS
from firmware.reading.antennas import SELECT
from firmware.reading.readers import PINS
from hardware.build.plans.draw import full_layout
from hardware.build.plans.load import NodeLoad, node_loads
from hardware.timing.scan_time import TOO_MUCH
from hardware.timing.slots import TAGS, Schedule

ROLES: Final = Path(__file__).parents[1] / "roles"


def antenna_tables(seats: int) -> str:
    """Return the antennas of a table, node by node, as Markdown."""
    plans = full_layout(seats)
    lines = [
        f"# Antennas of a table of {seats}",
        "",
        "<!-- Made by `tapis build drawings` from hardware/twin/layout.py: not by hand. -->",
        "",
        "Millimetres from the middle of the felt, x to the right and y towards seat 1, to the"
        " middle of the coil. *No.* is the antenna's number on its node's multiplexer. *Next to* is"
        " the nearest other coil, and the felt between the two.",
    ]
    return "\n".join([*lines, *antenna_rows(plans), *load_rows(plans), ""])


def antenna_rows(plans: list[AntennaPlan]) -> list[str]:
    """Return the antennas, node by node, as lines of Markdown."""
    lines: list[str] = []
    for device in dict.fromkeys(plan.device for plan in plans):
        own = [plan for plan in plans if plan.device == device]
        lines += [
            "",
            f"## Node `{device}`",
            "",
            "| no. | antenna | x | y | width | depth | every | next to |",
            "| ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |",
        ]
        for number, plan in enumerate(own):
            others = [other for other in plans if other.name != plan.name]
            near = min(others, key=lambda other: gap(plan, other))
            lines.append(
                f"| {number} | `{plan.name}` | {plan.x} | {plan.y} | {plan.width} | {plan.depth} "
                f"| {plan.period} ms | `{near.name}`, {gap(plan, near):.0f} |"
            )
    return lines


def load_rows(plans: list[AntennaPlan], schedule: Schedule | None = None) -> list[str]:
    """Return the load on each node, as lines of Markdown.

    If a `schedule` is given, the antennas are read in turns.
    """
    lines = ["", "## What reading takes", "", _loads_head() + (BY_TURNS if schedule else ""), ""]
    lines += ["| node | of its time | of which |", "| --- | ---: | --- |"]
    alike: dict[tuple[tuple[str, int], ...], list[NodeLoad]] = {}
    for node in node_loads(plans, schedule=schedule):
        zones = ((zone.antenna.partition(".")[0], zone.period) for zone in node.zones)
        alike.setdefault(tuple(zones), []).append(node)
    for nodes in alike.values():
        first, last = nodes[0].device, nodes[-1].device
        names = f"`{first}`" if first == last else f"`{first}` … `{last}`"
        much = ", **too much**" if nodes[0].too_much else ""
        of = ", ".join(
            f"{zone.antenna.partition('.')[0]} {zone.share:.0%}"
            + (f" (each {zone.period} ms)" if schedule else "")
            for zone in nodes[0].zones
        )
        lines.append(f"| {names} | {nodes[0].share:.0%}{much} | {of} |")
    return lines


BY_TURNS: Final = (
    " The boards of this table radiate by turns, so none has too much to do: how often each antenna"
    " is read with so many tags, while nothing has news, stands in brackets."
)


def _loads_head() -> str:
    full = ", ".join(f"{kind} {tags}" for kind, tags in TAGS.items())
    return (
        "One radio hears one antenna at a time. This is the share of a node's time that scans"
        " take, replies, questions and the driver's waits, with these tags in the field:"
        f" {full}. A node beyond {TOO_MUCH:.0%} reads all of it, but later than its periods say."
        " `tapis build load` says the same of a table of one's own."
    )


def wiring() -> str:
    """Return the wiring for each kind of node, pin by pin, as Markdown."""
    lines = [
        "# Wiring of the nodes",
        "",
        "<!-- Made by `tapis build drawings` from the firmware and hardware/build/roles/*.json:"
        " change those, not this. -->",
        "",
        "GP numbers are those of a Raspberry Pi Pico (RP2040). The role file goes on the board with"
        " `tapis firmware install --role-file`. All signals are 3.3 V.",
    ]
    for name, about in ABOUT.items():
        role = json.loads((ROLES / f"{name}.json").read_text("utf-8"))
        lines += ["", f"## {about}", "", f"`hardware/build/roles/{name}.json`", ""]
        lines += ["| Pico | to | note |", "| --- | --- | --- |"]
        lines += [f"| GP{pin} | {to} | {note} |" for pin, to, note in pins_of(role)]
    lines += ["", "## The Pi's own pins", "", "BCM numbers, as in `table.toml`.", ""]
    lines += ["| Pi | to | note |", "| --- | --- | --- |"]
    lines += [f"| GPIO{pin} | {to} | {note} |" for pin, to, note in pins_of_the_pi(RingConfig())]
    return "\n".join([*lines, ""])


def pins_of_the_pi(ring: RingConfig) -> list[tuple[int, str, str]]:
    """Return the Pi's own pins for a ring and a floor button, in the same form as `pins_of`."""
    through = '`[ring] kind = "apa102"`; through a 74AHCT125 (5 V)'
    return [
        (ring.data, "APA102 or SK9822 ring, DI", through),
        (ring.clock, "APA102 or SK9822 ring, CI", through),
        (FLOOR_BUTTON, "floor button, to ground", f"`[floor_button] pin = {FLOOR_BUTTON}`, or any"),
    ]


FLOOR_BUTTON: Final = 17
"""A pin of the Pi that has no other use."""

ABOUT: Final = {
    "antennas": "Antennas: PN5180 and a multiplexer",
    "seat": "Seat: seven keys, knock sensor, buzzer, display",
    "shoe": "Shoe: antenna, light barrier, gate, feeder, shuffler",
    "ring": "Ring: WS2812",
    "place": "Place: a seat's pad and its reader on one Pico",
    "switch": "Switch: one PN5180 and a switch of 16 ways",
}
"""The role files, and the parts that each one wires."""


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
            (pins["busy"], f"{chip} BUSY", "not on a PN532"),
            (pins["reset"], f"{chip} RST", ""),
        ]
        rows += [
            (pin, f"multiplexer S{bit}", "lowest bit of the antenna's number" if not bit else "")
            for bit, pin in enumerate(role.get("mux", SELECT))
        ]
    rows += [
        (pin, f"key `{KEYS[at]}`", "to ground when pressed; pulled up on the board")
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
    ("gate", "servo of the gate, signal", "50 Hz; the servo's 5 V does not come from the Pico"),
    ("barrier", "light barrier at the exit", "high while a card stands in the light"),
    ("data", "DIN of the first LED", "through a 74AHCT125 (5 V); 330 Ω in series"),
)
GROUPED: Final = {
    "motor": (
        ("step", "stepper driver STEP", "A4988, TMC2209 or the like"),
        ("direction", "stepper driver DIR", ""),
        ("enable", "stepper driver EN", "low: on"),
    ),
    "shuffler": (
        ("hopper", "shuffler: cards lie in the hopper", "high: yes; pulled down"),
        ("busy", "shuffler: it works", "high: yes; pulled down"),
        ("fault", "shuffler: it has a fault", "high: yes; pulled down"),
    ),
}
