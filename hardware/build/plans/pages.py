"""The page and files for a kit: shopping list, boards, and the steps up to the first hand."""

from collections.abc import Iterator

from hardware.build.kit import AS_OF, BOUGHT, KITS, Kit, role_file
from hardware.build.plans import match
from hardware.build.plans.bought import DOCS, DRAWING, MADE, bought_drawing, bought_page
from hardware.build.plans.schematic import schematic
from hardware.build.plans.tables import ABOUT, antenna_rows, load_rows, part_rows
from hardware.build.plans.template import pages, sizes


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
        yield f"schematics/{name}.svg", schematic(about, role_file(name))


def page(kit: Kit) -> str:
    """Return a kit's page, as Markdown."""
    plans = kit.plans
    lines = [f"# {kit.title}", "", MADE, "", kit.about, "", "## Parts", "", PRICES, ""]
    lines += [*part_rows(kit, "about"), *_boards(kit)]
    lines += ["", "## Coils at full size", "", *_coils(kit)]
    lines += ["", "## Coil positions", "", WHERE, *antenna_rows(plans)]
    lines += load_rows(plans, kit.schedule)
    return "\n".join([*lines, "", *_walk(kit), ""])


WHERE = (
    "Positions are in millimetres from the centre of the felt to the centre of the coil, x to the"
    " right and y towards seat 1. *No.* is the antenna's number on its board's switch. *Nearest* is"
    " the nearest other coil, and the distance between the two. On another felt the positions may"
    " differ: the software only needs to know which coil is which, and `tapis setup` asks for that."
)


PRICES = (
    f"Rough prices in {AS_OF}, in euros for single pieces, including tax: figures for"
    " planning, not offers. Nobody has bought all of these parts yet. An estimate is ours: what"
    " such parts usually cost."
)


def _boards(kit: Kit) -> list[str]:
    lines = ["", "## Boards", "", "| board | function | role file | antennas |"]
    lines.append("| --- | --- | --- | --- |")
    for name, file in kit.files.items():
        mine = ", ".join(f"`{plan.name}`" for plan in kit.plans if plan.device == name)
        does = f"[{ABOUT[file]}](schematics/{file}.svg)"
        lines.append(f"| `{name}` | {does} | [{file}](roles/{file}.json) | {mine} |")
    files = dict.fromkeys(kit.files.values())
    lines += [
        "",
        f"`tapis build table {kit.name} --to DIR` writes the table's config, and for each board a"
        " role file with its name and antennas. [wiring.md](wiring.md) lists every pin.",
    ]
    for file in files:
        lines += ["", f"![{ABOUT[file]}](schematics/{file}.svg)"]
    return lines


def _coils(kit: Kit) -> list[str]:
    lines = ["Print these at 100 % on A4. Then check the scale: the bar must be 100 mm long.", ""]
    for (width, depth), zones in sizes(kit.plans).items():
        names = [name for name, _ in pages(kit.plans) if name.startswith(f"coil-{width}x{depth}")]
        links = ", ".join(f"[{name}](coils/{name})" for name in names)
        lines.append(f"- {', '.join(zones)}, {width} × {depth} mm: {links}")
    return lines


def _walk(kit: Kit) -> list[str]:
    steps = [
        f"Install Tapis on the Pi ([INSTALL.md]({DOCS}/INSTALL.md)).",
        f"Run `tapis build table {kit.name} --to parts`, then for each board `tapis firmware"
        " install PORT --role-file parts/roles/NAME.json` ([FIRMWARE.md]("
        + DOCS
        + "/FIRMWARE.md)).",
        f"Run `tapis setup` ([SETUP.md]({DOCS}/SETUP.md)). It asks which board is on which port,"
        " and which coil belongs to which zone. Skip zones that this table doesn't have with `s`."
        f" It writes this table's [table.toml](kits/{kit.name}.toml) with the actual ports.",
        "Run `tapis enroll deck 1`, and lay one card after another on the board's coil"
        + (". Then run `tapis enroll chips VALUE`." if kit.draft.chips == "rfid" else "."),
        "Run `tapis calibrate` and `tapis doctor`, then"
        " `sudo systemctl start tapis tapis-display`.",
    ]
    lines = ["## From the box to the first ruling", ""]
    lines += [f"{number}. {step}" for number, step in enumerate(steps, 1)]
    return [
        *lines,
        "",
        f"`tapis bench rehearsal --kit {kit.name}` runs all of these steps from a script, on"
        " simulated boards with this config: the questions, a card on each coil, enrolling a deck,"
        " a calibration, and a hand with its first ruling.",
    ]
