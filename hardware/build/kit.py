"""The four tables that people can build, with their antennas, boards and parts.

A kit contains a `Draft`, the answers that a builder of this table would give to `tapis setup`. Its
config is generated from the draft, as in `tapis setup`. Role files come from `roles/`, with each
board's name and number of antennas added. `plans/pages.py` generates the documentation.
"""

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from controller.contract.scans import AntennaPlan
from controller.setup.draft import Draft, Machine, Under, antennas_of, zones_of
from controller.setup.table_file import table_text
from hardware.timing.dynamic_slots import Rounds
from hardware.timing.scan_time import usual_slots
from hardware.timing.standing_slots import Schedule

ROLES: Final = Path(__file__).parent / "roles"
PORTS: Final = "/dev/serial/by-id/usb-"
"""Prefix of the placeholders used as port names until `tapis setup` has found the real ports."""

AS_OF: Final = "November 2026"


CARDS_PAGE: Final = "http://alexhedley.com/blog/posts/poker-tracking-cards"
PI_PRICE: Final = (
    "the board alone: 45 dollars in 2021"
    " ([The Register](https://www.theregister.com/2021/10/21/raspberry_pi_price_rise/)),"
    " more since memory prices rose"
    " ([tekkix, 2026](https://tekkix.com/articles/hardware/2026/02/another-manifestation-of-ram-shortage-raspber))"
)
PICO_PRICE: Final = "4 dollars in 2021 ([Sub-Etha Software](https://subethasoftware.com/2021/01/21/raspberry-pi-pico/))"
DIODE_PRICE: Final = (
    "our estimate; a similar diode costs 0.06"
    " ([novapart](https://novapart.co/products/BAR6503WE6327HTSA1/"
    "rf-pin-diode-single-056-ohm-30-v-sod-323-2-045-pf/))"
)
STICKER_PRICE: Final = (
    f"our estimate; 50 of another type (NTAG215) cost £9 in 2023 ([A. Hedley]({CARDS_PAGE}))"
)
DECK_PRICE: Final = f"£93 and £105 at two shops in 2023 ([A. Hedley]({CARDS_PAGE}))"
"""The source of a deck's price, as printed in the shopping lists.

The other constants whose names end in `_PRICE` are the sources of other parts' prices."""


class Part(NamedTuple):
    """A part to buy for a kit.

    `what` is its name. `number` is the manufacturer's part number. `pieces` is the quantity. `each`
    is the unit price in euros, or None if no price was found. `instead` names a replacement.
    `source` states where the price was found; if it is empty, the price is an estimate.
    """

    what: str
    number: str
    pieces: int
    each: float | None
    instead: str
    source: str = ""


class Kit(NamedTuple):
    """A table to build.

    `name` is the kit's id, `title` its heading and `about` its description. `draft` is the draft
    that `tapis setup` would create. `files` maps each board to the name of its role file. A kit
    with ready-made readers has no boards and no coils, so its `files` is empty. `parts` is the
    shopping list.
    """

    name: str
    title: str
    about: str
    draft: Draft
    files: dict[str, str]
    parts: tuple[Part, ...]

    @property
    def plans(self) -> list[AntennaPlan]:
        """Return the kit's antennas; those of each board are in numerical order."""
        return list(antennas_of(self.draft))

    @property
    def schedule(self) -> Schedule | None:
        """Return the kit's time slots, computed for typical numbers of tags.

        Return None if all antennas are on one device, which needs no time slots.
        """
        several = len({plan.device for plan in self.plans}) > 1
        return usual_slots(self.plans, Rounds(self.plans)) if several else None

    @property
    def cost(self) -> float:
        """Return the total cost of the parts with a known price, in euros."""
        return sum(part.pieces * part.each for part in self.parts if part.each is not None)

    def config(self) -> str:
        """Return the text of the kit's table.toml."""
        return table_text(self.draft)

    def roles(self) -> dict[str, dict[str, Any]]:
        """Return the role file for each of the kit's boards."""
        plans, made = self.plans, {}
        for name, file in self.files.items():
            mine = sum(plan.device == name for plan in plans)
            made[name] = {**role_file(file), "node": name} | ({"antennas": mine} if mine else {})
        return made


def role_file(name: str) -> dict[str, Any]:
    """Return the contents of a file in `roles/`, without the name of a board."""
    role: dict[str, Any] = json.loads((ROLES / f"{name}.json").read_text("utf-8"))
    return role


def _under(draft: Draft, boards: dict[str, str], places: int = 1) -> Draft:
    """Return the draft with its zones assigned to boards; zones without a board are left out.

    `boards` maps the first part of a zone's name, such as `bet` in `bet.3`, to its board. The zone
    of the community cards, `board`, gets at most `places` antennas.
    """
    counted: dict[str, int] = {}
    under = []
    for zone in zones_of(draft):
        head, _, number = zone.partition(".")
        board = boards.get(head, "")
        if not board or (head == "board" and int(number) > places):
            continue
        port = PORTS + board.format(number)
        under.append(Under(zone, port, counted.get(port, 0)))
        counted[port] = counted.get(port, 0) + 1
    return replace(draft, under=tuple(under))


def _machine(name: str, role: str = "antennas", seat: int = 0) -> Machine:
    return Machine(name, "node", PORTS + name, role, seat)


SEATS: Final = 8

KEYED: Final = Kit(
    "keyed",
    "A table without readers",
    "",
    Draft(house="tda", seats=SEATS, chips="keyed", read=False, extras=(), decks=1, floor="either"),
    {},
    (),
)

CORE: Final = (
    Part("Raspberry Pi 4, 2 GB, with SD card and power supply", "SC0193", 1, 75,
         "a Pi 3 or 5, or any computer with Debian 12 that you already have (0)", PI_PRICE),
    Part("Raspberry Pi Pico", "SC0915", 1, 5,
         "better, for a dollar more: Pico 2 (RP2350), with the same pinout; any board with one of"
         " these two chips and GP0 to GP22 on its pins", PICO_PRICE),
    Part("USB serial adapter, 3.3 V, with a unique serial number", "FT232RL", 1, 5,
         "not needed if the link uses USB (`line` in the role file); CP2102, CH340"),
    Part("PN5180 board, antenna removed", "PN5180A0HN/C3", 1, 9,
         "none: a PN532 can't read ISO 15693 and freezes on stacked cards"),
)  # fmt: skip

ONE_READER: Final = Kit(
    "one-reader",
    "The 300-euro table",
    "Cards are read where it matters most, at the seats and on the board. Amounts are keyed in on"
    " the table's screen or on phones. There is one Pico, one PN5180, and a 16-way switch that"
    " connects one coil at a time. Burned and mucked cards are not read, so this table can't detect"
    " a missing burn.",
    _under(
        Draft(
            house="tda", seats=SEATS, chips="keyed", extras=(), decks=1, floor="either",
            machines=(_machine("centre"),),
        ),
        {"hand": "centre", "board": "centre"},
    ),
    {"centre": "switch"},
    (
        *CORE,
        Part("16-way switch: decoder", "CD74HC154", 1, 2, "74HCT154; two 74HC138"),
        Part("16-way switch: a PIN diode and two chokes per coil, 9 coils", "BAR64-02V", 9, 2,
             "two MOSFETs per coil, as in NXP's AN11314", DIODE_PRICE),
        Part("coils: wire, capacitors, coaxial cable RG174", "", 9, 5, "coils etched on a PCB"),
        Part("5 V supply for the reader, 2 A", "", 1, 12, "a good phone charger"),
        Part("52 ISO 15693 stickers for a deck that you already have", "NXP ICODE SLIX2", 52, 0.6,
             "a deck manufactured with such tags: about 110", STICKER_PRICE),
        Part("touchscreen", "", 1, 60, "a phone or tablet that you already have: 0"),
        Part("felt and plywood", "", 1, 30, "a table that you already have; no metal under it"),
    ),
)  # fmt: skip

WHOLE: Final = Kit(
    "whole",
    "The whole table",
    "Cards and chips are read. The shoe releases the cards that are due and reads them. Each seat"
    " has keys, a knock sensor and a display. One Pico serves a seat's keypad and its reader, so"
    " there are 11 boards in all.",
    _under(
        Draft(
            house="tda", seats=SEATS, chips="rfid", extras=("burn",), shoe=True, gate=True,
            floor="either",
            machines=(
                *(_machine(f"seat-{seat}", "seat", seat) for seat in range(1, SEATS + 1)),
                _machine("board"), _machine("muck"), _machine("shoe", "shoe"),
            ),
        ),
        {"hand": "seat-{}", "bet": "seat-{}", "board": "board", "burn": "board", "muck": "muck",
         "pot": "muck", "shoe": "shoe"},
    ),
    {**{f"seat-{seat}": "place" for seat in range(1, SEATS + 1)},
     "board": "antennas", "muck": "antennas", "shoe": "shoe"},
    (
        CORE[0],
        *(part._replace(pieces=SEATS + 3) for part in CORE[1:]),
        Part("powered USB hub, 10 ports", "", 1, 40, "two with 7 ports"),
        Part("two-way switch: PIN diodes and chokes", "BAR64-02V", 10, 6,
             "MOSFETs, as in NXP's AN11314; not relays", DIODE_PRICE),
        Part("coils: wire, capacitors, ferrite sheet", "", 21, 7, "coils etched on a PCB"),
        Part("seven keys, piezo disc, buzzer", "", SEATS, 9, "any keys that switch to ground"),
        Part("display 128×32, I2C", "SSD1306", SEATS, 4, "optional: the screen shows the same"),
        Part("shoe: servo, light barrier, stepper motor and driver", "SG90, A4988", 1, 35,
             "TMC2209; you build the housing yourself"),
        Part("LED ring on the Pi's pins, 60 LEDs", "APA102", 1, 20, "WS2812 on a separate Pico"),
        Part("level shifter", "SN74AHCT125N", 1, 1, "any 74HCT gate"),
        Part("5 V supply, 10 A", "", 2, 30, "one with 20 A"),
        Part("touchscreen", "", 1, 60, "any screen with HDMI"),
        Part("two decks with ISO 15693 tags in the cards", "", 2, 110,
             "stickers: about 30 per deck", DECK_PRICE),
        Part("500 chips with ISO 15693 tags", "NXP ICODE SLIX2", 500, 1.8,
             'not needed with chips = "keyed"'),
        Part("felt, table top, wood", "", 1, 250, "anything without metal under the felt"),
    ),
)  # fmt: skip

BOUGHT: Final = Kit(
    "bought",
    "The table with bought readers",
    "Two Pepper C1 MUX readers with ready-made antennas read hole cards, the board, burns and the"
    " muck. There are no coils to wind, there is nothing to solder, and no firmware to install."
    " Amounts are keyed in on the table's screen or on phones.",
    _under(
        Draft(
            house="tda", seats=SEATS, chips="keyed", extras=("burn",), decks=1, floor="either",
            machines=(
                Machine("hands", "pepper", PORTS + "hands"),
                Machine("centre", "pepper", PORTS + "centre"),
            ),
        ),
        {"hand": "hands", "board": "centre", "burn": "centre", "muck": "centre"},
        places=5,
    ),
    {},
    (
        CORE[0],
        Part("reader with eight antenna ports", "Eccel Pepper C1 MUX", 2, None,
             "any reader with a program that prints the line format"
             " ([LINES.md](../../docs/LINES.md))"),
        Part("ready-made antennas from the reader's manufacturer, with cables", "", 15, None,
             "none: any other antenna has to be matched, like a coil"),
        Part("USB cables", "", 2, 5, "not needed over the network"),
        Part("52 ISO 15693 stickers for a deck that you already have", "NXP ICODE SLIX2", 52, 0.6,
             "a deck manufactured with such tags: about 110", STICKER_PRICE),
        Part("touchscreen", "", 1, 60, "a phone or tablet that you already have: 0"),
        Part("felt and plywood", "", 1, 30, "a table that you already have; no metal under it"),
    ),
)  # fmt: skip

KITS: Final = {kit.name: kit for kit in (KEYED, ONE_READER, BOUGHT, WHOLE)}
"""The kits by name."""
