"""The page and files for a kit: shopping list, boards, and the steps up to the first ruling."""

import json
from collections.abc import Iterator

from hardware.build.kit import AS_OF, BOUGHT, KITS, Kit
from hardware.build.plans import match
from hardware.build.plans.bought import DRAWING, bought_drawing, bought_page
from hardware.build.plans.schematic import schematic
from hardware.build.plans.tables import ABOUT, ROLES, antenna_rows, load_rows
from hardware.build.plans.template import pages, sizes

MADE = "<!-- Made by `tapis build drawings` from hardware/build/kit.py: change that, not this. -->"
DOCS = "../../docs"


def kit_documents() -> Iterator[tuple[str, str]]:
    """Yield the file name and text of each document generated from the kits."""
    yield "matching.md", match.page()
    coils: dict[str, str] = {}
    for kit in KITS.values():
        yield f"kits/{kit.name}.toml", kit.config()
        if kit.files:
            yield f"{kit.name}.md", page(kit)
            coils.update(pages(kit.plans))
    yield f"{BOUGHT.name}.md", bought_page(BOUGHT)
    yield DRAWING, bought_drawing(BOUGHT)
    for name, text in coils.items():
        yield f"coils/{name}", text
    for name, about in ABOUT.items():
        role = json.loads((ROLES / f"{name}.json").read_text("utf-8"))
        yield f"schematics/{name}.svg", schematic(about, role)


def page(kit: Kit) -> str:
    """Return a kit's page, as Markdown."""
    plans = kit.plans
    lines = [f"# {kit.title}", "", MADE, "", kit.about, "", *_parts(kit), *_boards(kit)]
    lines += ["", "## Coils at full size", "", *_coils(kit)]
    lines += ["", "## Where each coil lies", "", WHERE, *antenna_rows(plans)]
    lines += load_rows(plans, kit.schedule)
    return "\n".join([*lines, "", *_walk(kit), ""])


WHERE = (
    "Millimetres from the middle of the felt, x to the right and y towards seat 1, to the middle of"
    " the coil. *No.* is the antenna's number on its board's switch. *Next to* is the nearest other"
    " coil, and the felt between the two. Another felt is another place: what counts for the"
    " software is which coil is which, and that `tapis setup` asks for."
)


def _parts(kit: Kit) -> list[str]:
    lines = [
        "## Parts",
        "",
        f"Rough prices of {AS_OF}, single pieces in euros with tax: what to plan with, no offers."
        " Nobody has bought this list yet. A guess is ours: what such parts usually cost.",
        "",
        "| part | number | pieces | each | together | what replaces it | where its price is from |",
        "| --- | --- | ---: | ---: | ---: | --- | --- |",
    ]
    lines += [
        f"| {part.what} | {part.number} | {part.pieces} | {part.each:g} |"
        f" {part.pieces * part.each:g} | {part.instead} | {part.source or 'a guess'} |"
        for part in kit.parts
        if part.each is not None
    ]
    return [*lines, f"| **about** | | | | **{round(kit.cost, -1):.0f}** | | |"]


def _boards(kit: Kit) -> list[str]:
    lines = ["", "## Boards", "", "| board | what it does | role file | antennas |"]
    lines.append("| --- | --- | --- | --- |")
    for name, file in kit.files.items():
        mine = ", ".join(f"`{plan.name}`" for plan in kit.plans if plan.device == name)
        does = f"[{ABOUT[file]}](schematics/{file}.svg)"
        lines.append(f"| `{name}` | {does} | [{file}](roles/{file}.json) | {mine} |")
    files = dict.fromkeys(kit.files.values())
    lines += [
        "",
        f"`tapis build table {kit.name} --to DIR` writes a role file for each board, with its name"
        " and its antennas, and the table's config. Every pin stands in [wiring.md](wiring.md).",
    ]
    for file in files:
        lines += ["", f"![{ABOUT[file]}](schematics/{file}.svg)"]
    return lines


def _coils(kit: Kit) -> list[str]:
    lines = ["Print these at 100 % on A4; the bar is 100 mm long then.", ""]
    for (width, depth), zones in sizes(kit.plans).items():
        names = [name for name, _ in pages(kit.plans) if name.startswith(f"coil-{width}x{depth}")]
        links = ", ".join(f"[{name}](coils/{name})" for name in names)
        lines.append(f"- {', '.join(zones)}, {width} × {depth} mm: {links}")
    return lines


def _walk(kit: Kit) -> list[str]:
    steps = [
        f"Install ([INSTALL.md]({DOCS}/INSTALL.md)) on the Pi.",
        f"`tapis build table {kit.name} --to parts`, and for each board `tapis firmware install"
        " PORT --role-file parts/roles/NAME.json` ([FIRMWARE.md](" + DOCS + "/FIRMWARE.md)).",
        f"`tapis setup` ([SETUP.md]({DOCS}/SETUP.md)): which port is which board, which coil is"
        " which zone. A zone that this table has not is skipped with `s`. It writes the"
        f" [table.toml](kits/{kit.name}.toml) of this table with its true ports.",
        "`tapis enroll deck 1`, one card after the other on the board's coil"
        + ("; `tapis enroll chips VALUE`." if kit.draft.chips == "rfid" else "."),
        "`tapis calibrate`, `tapis doctor`, and `sudo systemctl start tapis tapis-display`.",
    ]
    lines = ["## From the box to the first ruling", ""]
    lines += [f"{number}. {step}" for number, step in enumerate(steps, 1)]
    return [
        *lines,
        "",
        f"`tapis bench rehearsal --kit {kit.name}` does all of that by a script on simulated boards"
        " with this config: questions, cards laid on each coil, a deck, a measurement, a hand and"
        " its first ruling.",
    ]
