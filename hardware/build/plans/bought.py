"""The page and drawing for a kit that has ready-made readers and needs no winding or soldering."""

from typing import Final

from hardware.build.kit import AS_OF, WHOLE, Kit
from hardware.build.plans.schematic import TOP, box, head, line, written
from hardware.build.plans.tables import part_rows, position_rows
from hardware.pepper import READ_MS
from hardware.pepper_protocol import ANTENNAS

MADE: Final = (
    "<!-- Made by `tapis build drawings` from hardware/build/kit.py: change that, not this. -->"
)
DOCS: Final = "../../docs"
DRAWING: Final = "schematics/bought.svg"

CANT: Final = (
    f"**It reads slowly.** A reader scans its antennas in turn. At {READ_MS} ms per antenna, each"
    f" of {ANTENNAS} antennas is read twice a second. The {READ_MS} ms are our estimate, because no"
    " figure has been published. The tables with coils read five to ten times a second. A card that"
    " stays in one place for less than about a second may be missed, and a ruling comes a second or"
    " two after its cause.",
    "**It reads no chips.** Amounts are keyed in on the table's screen or on phones. To read a bet,"
    " an antenna has to read a whole stack, and no source says whether a bought one can.",
    "**Its two readers don't take turns.** Two antennas of the same reader never radiate at the"
    " same time, but two antennas of different readers can. The tables below give the distance"
    " between them.",
    "**Its antennas come only in the sizes that are sold.** The sizes below are those of the coils"
    " that they replace. If a bought antenna is smaller, mark its area on the felt, because a card"
    " outside it isn't read.",
    "**It has no shoe, no keys at the seats and no ring.** Nodes with those can be added: see [the"
    f" whole table]({WHOLE.name}.md).",
    "**It has not been tried with a real reader yet.** The driver has been checked against the"
    " manufacturer's documents, the manufacturer's Python package, and a simulated reader"
    f" ([LINES.md]({DOCS}/LINES.md#pepper-c1-mux)).",
)
"""The limitations of this table, which come first on its page."""


def bought_page(kit: Kit) -> str:
    """Return the kit's page, as Markdown."""
    lines = [f"# {kit.title}", "", MADE, "", kit.about, "", "## What it can't do", ""]
    lines += [f"- {one}" for one in CANT]
    lines += ["", "## Parts", "", PRICES, "", *part_rows(kit, "about, excluding the readers")]
    lines += ["", "## Antenna positions", "", WHERE]
    plans = kit.plans
    for device in dict.fromkeys(plan.device for plan in plans):
        own = [plan for plan in plans if plan.device == device]
        others = [plan for plan in plans if plan.device != device]
        lines += ["", f"### Reader `{device}`", "", *position_rows(own, others, first=1)]
    return "\n".join([*lines, "", *_wiring(), "", *_walk(kit), ""])


WHERE: Final = (
    "Positions are in millimetres from the centre of the felt to the centre of the antenna, x to"
    " the right and y towards seat 1. *No.* is the antenna's number on its reader, from 1."
    " *Nearest* is the nearest antenna of the other reader, and the distance between the two."
    " [table-8.svg](table-8.svg) shows the positions to scale; printed at 100 % it is a template."
    " The board's five antennas are side by side, where the drawing has one long coil."
)


PRICES: Final = (
    f"Rough prices in {AS_OF}, in euros for single pieces, including tax. Nobody has bought"
    " all of these parts yet. An estimate is ours: what such parts usually cost."
)


def _wiring() -> list[str]:
    return [
        "## Wiring",
        "",
        "A USB cable connects each reader to the Pi, and a separate cable connects each antenna to"
        " its reader. There must be no metal under an antenna. A reader can also be on the network:"
        ' `port = "socket://192.168.100.1:1234"`.',
        "",
        f"![Two readers and their antennas]({DRAWING})",
    ]


def _walk(kit: Kit) -> list[str]:
    steps = [
        f"Install Tapis on the Pi ([INSTALL.md]({DOCS}/INSTALL.md)). The readers need no firmware"
        " from us.",
        f"Run `tapis setup` ([SETUP.md]({DOCS}/SETUP.md)). It finds the readers and asks which"
        " antenna belongs to which zone; lay a card on each antenna. It writes this table's"
        f" [table.toml](kits/{kit.name}.toml) with the actual ports.",
        "Run `tapis enroll deck 1`, and lay one card after another on one of the board's antennas.",
        "Run `tapis calibrate`, which reports how often each antenna is actually read. If that is"
        " less often than its `period`, write the reported value into `table.toml`.",
        "Run `tapis doctor`, then `sudo systemctl start tapis tapis-display`.",
    ]
    lines = ["## From the box to the first ruling", ""]
    return [*lines, *(f"{number}. {step}" for number, step in enumerate(steps, 1))]


def bought_drawing(kit: Kit) -> str:
    """Return a drawing of the readers, their antennas and the Pi, as SVG."""
    devices = list(dict.fromkeys(plan.device for plan in kit.plans))
    tall, high = 30, 30 * ANTENNAS + 40
    height = TOP + (high + 30) * len(devices)
    parts = [
        *head(kit.title, 40, height),
        box(40, TOP - 20, 190, height - TOP - 10),
        written(54, TOP + 6, "Raspberry Pi", 16, bold=True),
    ]
    for count, device in enumerate(devices):
        top = TOP - 20 + count * (high + 30)
        own = [plan.name for plan in kit.plans if plan.device == device]
        parts += [
            line(230, 360, top + high / 2),
            written(246, top + high / 2 - 8, "USB", 14),
            box(360, top, 230, high),
            written(374, top + 26, f"Pepper C1 MUX: {device}", 15, bold=True),
        ]
        for number, name in enumerate([*own, *[""] * (ANTENNAS - len(own))], 1):
            y = top + 30 + tall * number - 4
            parts.append(written(578, y + 5, str(number), 14, anchor="end"))
            if name:
                parts += [line(590, 700, y), written(712, y + 5, name, 14)]
            else:
                parts.append(written(712, y + 5, "unused", 14, colour="#777777"))
    return "\n".join([*parts, "</svg>", ""])
