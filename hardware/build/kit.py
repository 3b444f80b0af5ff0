"""The four tables that people can build, with their antennas, boards and parts.

A kit contains the same draft as `tapis setup` creates, so both write the same config. Role files
come from `roles/`, with each board's name and number of antennas added. `pages` generates the
documentation.
"""

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from controller.contract.scans import AntennaPlan
from controller.setup.draft import Draft, Machine, Under, antennas_of, zones_of
from controller.setup.table_file import table_text
from hardware.timing.rounds import Rounds
from hardware.timing.scan_time import usual_slots
from hardware.timing.slots import Schedule

ROLES: Final = Path(__file__).parent / "roles"
PORTS: Final = "/dev/serial/by-id/usb-"
"""Prefix of placeholder ports, until `tapis setup` has found the real ones."""

AS_OF: Final = "November 2026"


CARDS_PAGE: Final = "http://alexhedley.com/blog/posts/poker-tracking-cards"
PI_PRICE: Final = (
    "the board alone: 45 dollars in 2021"
    " ([The Register](https://www.theregister.com/2021/10/21/raspberry_pi_price_rise/)),"
    " more since memory is dear"
    " ([tekkix, 2026](https://tekkix.com/articles/hardware/2026/02/another-manifestation-of-ram-shortage-raspber))"
)
PICO_PRICE: Final = "4 dollars in 2021 ([Sub-Etha Software](https://subethasoftware.com/2021/01/21/raspberry-pi-pico/))"
DIODE_PRICE: Final = (
    "a guess; a diode like it costs 0.06"
    " ([novapart](https://novapart.co/products/BAR6503WE6327HTSA1/"
    "rf-pin-diode-single-056-ohm-30-v-sod-323-2-045-pf/))"
)
STICKER_PRICE: Final = (
    f"a guess; 50 of another kind (NTAG215) were £9 in 2023 ([A. Hedley]({CARDS_PAGE}))"
)
DECK_PRICE: Final = f"£93 and £105 in 2023, at two shops ([A. Hedley]({CARDS_PAGE}))"
"""The sources of prices, where any are published."""


class Part(NamedTuple):
    """A part: its name, the manufacturer's part number, the quantity and the unit price (euros).

    The unit price is None if none was found. `instead` names a replacement, and `source` tells
    where the price was found; if it is empty, the price is an estimate.
    """

    what: str
    number: str
    pieces: int
    each: float | None
    instead: str
    source: str = ""


class Kit(NamedTuple):
    """A table to build. `files` maps each of its boards to a role file.

    Commercial readers have no role files. A kit without boards does not need any coils, either.
    """

    name: str
    title: str
    about: str
    draft: Draft
    files: dict[str, str]
    parts: tuple[Part, ...]

    @property
    def plans(self) -> list[AntennaPlan]:
        """Return the kit's antennas, in the numbering order of each board."""
        return list(antennas_of(self.draft))

    @property
    def schedule(self) -> Schedule | None:
        """Return the time slots for typical fields, or None if the antennas don't need slots."""
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
            role = json.loads((ROLES / f"{file}.json").read_text("utf-8"))
            mine = sum(plan.device == name for plan in plans)
            made[name] = {**role, "node": name} | ({"antennas": mine} if mine else {})
        return made


def _under(draft: Draft, boards: dict[str, str], places: int = 1) -> Draft:
    """Return the draft with its zones assigned to `boards`, by the first part of the zone.

    The board has as many antennas as `places`.
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
    "A table with nothing read",
    "",
    Draft(house="tda", seats=SEATS, chips="keyed", read=False, extras=(), decks=1, floor="either"),
    {},
    (),
)

CORE: Final = (
    Part("Raspberry Pi 4, 2 GB, with card and supply", "SC0193", 1, 75,
         "a Pi 3 or 5, or any computer with Debian 12: 0", PI_PRICE),
    Part("Raspberry Pi Pico", "SC0915", 1, 5,
         "better, for a dollar more: Pico 2 (RP2350), on the same pins; any board with one of the"
         " two chips that brings GP0 to GP22 out", PICO_PRICE),
    Part("USB serial adapter, 3.3 V, with a number of its own", "FT232RL", 1, 5,
         "none, with the line on USB (`line` in the role file); CP2102, CH340"),
    Part("PN5180 board with its antenna taken off", "PN5180A0HN/C3", 1, 9,
         "none: a PN532 reads no ISO 15693 and freezes on stacked cards"),
)  # fmt: skip

ONE_READER: Final = Kit(
    "one-reader",
    "The 300-euro table",
    "Cards are read where they count, at the seats and on the board; amounts are keyed, on the"
    " table's screen or on telephones. One Pico, one PN5180, and a switch of 16 ways that gives it"
    " one coil at a time. Burns and muck are not read: that nobody burned, this table can't see.",
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
        Part("switch of 16 ways: decoder", "CD74HC154", 1, 2, "74HCT154; two 74HC138"),
        Part("switch of 16 ways: a PIN diode and two chokes a coil, 9 coils", "BAR64-02V", 9, 2,
             "two MOSFETs a coil as in NXP's AN11314", DIODE_PRICE),
        Part("coils: wire, capacitors, coaxial cable RG174", "", 9, 5, "coils etched on a board"),
        Part("5 V supply for the reader, 2 A", "", 1, 12, "a good telephone's"),
        Part("52 stickers ISO 15693 on a deck of one's own", "NXP ICODE SLIX2", 52, 0.6,
             "a deck made with such tags: about 110", STICKER_PRICE),
        Part("screen that one can touch", "", 1, 60, "a telephone or a tablet that is there: 0"),
        Part("felt and plywood", "", 1, 30, "a table that is there; no metal under it"),
    ),
)  # fmt: skip

WHOLE: Final = Kit(
    "whole",
    "The whole table",
    "Cards and chips are read, the shoe lets out what is due and reads it, each seat has keys, a"
    " knock sensor and a display. A seat's pad and its reader are one Pico: 11 boards in all.",
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
        Part("powered USB hub, 10 ports", "", 1, 40, "two of 7"),
        Part("switch of two ways: PIN diodes and chokes", "BAR64-02V", 10, 6,
             "MOSFETs as in NXP's AN11314; no relays", DIODE_PRICE),
        Part("coils: wire, capacitors, ferrite sheet", "", 21, 7, "coils etched on a board"),
        Part("seven keys, piezo disc, buzzer", "", SEATS, 9, "any keys that close to ground"),
        Part("display 128×32, I2C", "SSD1306", SEATS, 4, "none: the screen shows the same"),
        Part("shoe: servo, light barrier, stepper and driver", "SG90, A4988", 1, 35,
             "TMC2209; the housing is up to you"),
        Part("LED ring on the Pi's pins, 60 LEDs", "APA102", 1, 20, "WS2812 on a Pico of its own"),
        Part("level shifter", "SN74AHCT125N", 1, 1, "any 74HCT gate"),
        Part("5 V supply, 10 A", "", 2, 30, "one of 20 A"),
        Part("screen that one can touch", "", 1, 60, "any screen with HDMI"),
        Part("two decks with ISO 15693 in the card", "", 2, 110, "stickers: about 30 a deck",
             DECK_PRICE),
        Part("500 chips with ISO 15693", "NXP ICODE SLIX2", 500, 1.8, 'none, with chips = "keyed"'),
        Part("felt, board, wood", "", 1, 250, "no metal under the felt"),
    ),
)  # fmt: skip

BOUGHT: Final = Kit(
    "bought",
    "The table of bought readers",
    "Hole cards, board, burns and muck are read by two Pepper C1 MUX with antennas as they are"
    " sold: no coil is wound, nothing is soldered and no firmware is installed. Amounts are keyed,"
    " on the table's screen or on telephones.",
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
             "any reader with a program that prints lines ([LINES.md](../../docs/LINES.md))"),
        Part("finished antennas that its maker sells with it, with cables", "", 15, None,
             "none: another antenna has to be matched, as a coil has"),
        Part("USB cables", "", 2, 5, "none over the network"),
        Part("52 stickers ISO 15693 on a deck of one's own", "NXP ICODE SLIX2", 52, 0.6,
             "a deck made with such tags: about 110", STICKER_PRICE),
        Part("screen that one can touch", "", 1, 60, "a telephone or a tablet that is there: 0"),
        Part("felt and plywood", "", 1, 30, "a table that is there; no metal under it"),
    ),
)  # fmt: skip

KITS: Final = {kit.name: kit for kit in (KEYED, ONE_READER, BOUGHT, WHOLE)}
"""The kits by name."""
