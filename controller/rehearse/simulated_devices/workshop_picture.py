"""SVG picture of the simulated devices during setup: antennas to scale, and a box of items.

Coordinates are in millimetres from the centre of the felt, as in `AntennaPlan`. The box, and any
readers off the felt, are drawn above the felt.
"""

from collections.abc import Sequence
from html import escape
from typing import Final

from controller.contract.scans import AntennaPlan, zone_seat
from controller.rehearse.browser.picture import AROUND, CARD_H, CARD_W, CHIP, PLACES, WIDE, figure
from controller.rehearse.simulated_devices.workshop import BADGES, BOX, PHONE, STACK, Workplace
from display.felt.drawing.layout import Box
from display.felt.drawing.palette import chip_of
from display.web.pictures import svg
from display.words.names import C_, N_, Words
from hardware.twin.layout import RIM_OVAL, seat_places

TOP: Final = -1150
TALL: Final = 1950
ROW: Final = Box(-1300, TOP + 20, 2600, 330)
READERS: Final = {"desk": 1000, "floor-badge": 740}
"""The positions of readers off the felt: the left edge of each, in mm."""

NAMES: Final = PLACES | {
    BOX: C_("of things", "Box"), "badge": N_("Badge reader"), "button": N_("Button spot"),
    "desk": N_("Enrolment desk"), "floor-badge": N_("Floor badge reader"),
    "spare": N_("Spare antenna"),
}  # fmt: skip


def place_name(zone: str, said: Words) -> str:
    """Return the name of a zone, as shown to users."""
    name, seat = said.say(NAMES.get(zone.partition(".")[0], zone)), zone_seat(zone)
    return said.say(N_("{place}, seat {seat}"), place=name, seat=seat) if seat else name


def thing_name(thing: str, said: Words) -> str:
    """Return the name of an item, as shown to users."""
    kind, _, rest = thing.partition(":")
    what, _, number = rest.partition(":")
    match kind:
        case "card":
            return said.say(N_("{card}, deck {deck}"), card=said.cards(number), deck=what)
        case "stack":
            # The visible text must be part of the accessible name.
            chips = f"{figure(int(what), said)}×{STACK}"
            return said.say(N_("Chips {value}, stack {number}"), value=chips, number=number)
        case "badge":
            floor = what == "floor"
            return said.say(N_("Floor badge") if floor else N_("A player's badge"))
        case _:
            return said.say(N_("A phone"))


def boxes_of(plans: Sequence[AntennaPlan]) -> dict[str, Box]:
    """Return the rectangle in which each zone is drawn."""
    boxes = {BOX: ROW}
    for plan in plans:
        kind = plan.zone.partition(".")[0]
        if kind in READERS:
            boxes[plan.zone] = Box(READERS[kind], ROW.y + 60, 230, 230)
            continue
        wide, deep = max(plan.width, 50) + 2 * AROUND, max(plan.depth, 50) + 2 * AROUND
        here = Box(plan.x - wide // 2, plan.y - deep // 2, wide, deep)
        before = boxes.get(plan.zone, here)
        left, top = min(before.x, here.x), min(before.y, here.y)
        right, low = max(before.right, here.right), max(before.bottom, here.bottom)
        boxes[plan.zone] = Box(left, top, right - left, low - top)
    return boxes


def picture(shown: Workplace, said: Words) -> str:
    """Return a picture of a table's devices and the items on them."""
    boxes = boxes_of(shown.plans)
    rim = Box(-1290, -750, 2580, 1500)
    felt = svg.panel(rim, "rim", 750) + svg.panel(rim.inset(28), "cloth", 722)
    zones = "".join(_zone(zone, box, shown, said) for zone, box in boxes.items())
    things = "".join(_lying(zone, box, shown, said) for zone, box in boxes.items())
    label = escape(said.say(N_("The antennas, seen from above, and a box of cards and chips")))
    return (
        f'<svg class="felt rehearsal" viewBox="{-WIDE // 2} {TOP} {WIDE} {TALL}" role="group"'
        f' aria-label="{label}">{felt}{zones}{_seats(shown)}{things}{_in_the_box(shown, said)}'
        "</svg>"
    )


def _seats(shown: Workplace) -> str:
    seats = max((zone_seat(plan.zone) for plan in shown.plans), default=0)
    return "".join(
        svg.text(str(seat), Box(x - 40, y + (24 if y > 0 else -64), 80, 60), "name")
        for seat, (x, y) in enumerate(seat_places(seats, RIM_OVAL), start=1)
    )


def _zone(zone: str, box: Box, shown: Workplace, said: Words) -> str:
    pulled = {plan.zone for plan in shown.plans if plan.device in shown.pulled}
    names = "zone zone-blind" if zone in pulled else "zone"
    short = said.say(NAMES.get(zone.partition(".")[0], zone))
    where = box.y if zone == BOX else box.bottom - 26
    label = svg.text(short, Box(box.x + 4, where, min(box.w, 400) - 8, 24), "zone-name", share=0.9)
    name, frame = escape(place_name(zone, said)), svg.panel(box, "zone-box", 14)
    return (
        f'<g class="{names}" id="z-{zone}" data-place="{zone}"><title>{name}</title>'
        f"{frame}{label}</g>"
    )


def _lying(zone: str, box: Box, shown: Workplace, said: Words) -> str:
    things = shown.lying(zone)
    x, y = box.centre
    drawn = [
        _thing(thing, Box(x - CARD_W // 2 + 14 * nth, y - CARD_H // 2, CARD_W, CARD_H), said)
        for nth, thing in enumerate(things)
    ]
    return "".join(drawn)


def _in_the_box(shown: Workplace, said: Words) -> str:
    loose = [one for one in (*shown.piles, *shown.stacks, *BADGES, PHONE) if one not in shown.lies]
    step = min(112, (min(READERS.values()) - ROW.x - 120) // max(1, len(loose)))
    return "".join(
        _thing(thing, Box(ROW.x + 24 + nth * step, ROW.y + 100, CARD_W, CARD_H), said)
        for nth, thing in enumerate(loose)
    )


def _thing(thing: str, box: Box, said: Words) -> str:
    name = escape(thing_name(thing, said))
    return (
        f'<g class="thing" id="t-{thing}" data-thing="{thing}" role="button" tabindex="0"'
        f' aria-label="{name}"><g aria-hidden="true">{_drawn(thing, box, said)}</g></g>'
    )


def _drawn(thing: str, box: Box, said: Words) -> str:
    kind, _, rest = thing.partition(":")
    what, _, number = rest.partition(":")
    if kind == "card":
        return svg.card(box, number)
    if kind == "stack":
        value = int(what)
        x, y = box.centre
        top, below = Box(x - 27, y - 24, 54, 30), Box(x - 27, y + 4, 54, 22)
        shown = figure(value, said)
        return (
            f'<g class="chip-{chip_of(value)}">'
            f'<circle class="chip-disc" cx="{x}" cy="{y}" r="{CHIP // 2 + 8}"/>'
            f"{svg.text(shown, top, 'chip-text')}{svg.text(f'×{STACK}', below, 'chip-text')}</g>"
        )
    letter = {"floor": said.say(C_("badge", "Floor")), "player": said.say(C_("badge", "Player"))}
    text = letter.get(what) or said.say(C_("badge", "Phone"))
    return svg.panel(box, "plate", 12) + svg.text(text, box.inset(6, 40), "name")
