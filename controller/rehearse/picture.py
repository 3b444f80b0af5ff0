"""The table from above as SVG, to the scale of its antennas: zones, and what lies in them.

Coordinates are millimetres from the middle of the felt, as those of `AntennaPlan`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from html import escape
from typing import Final

import msgspec
from msgspec.structs import replace

from controller.contract.scans import AntennaPlan, zone_seat
from controller.rehearse.floor import BADGE, POCKET, READER
from controller.rehearse.rights import knows
from controller.rehearse.table import CardLies, Seen
from display.felt.layout import Box
from display.web import svg
from display.words.keypad import KEYPAD
from display.words.names import C_, N_, Words
from hardware.seat_node import lines
from hardware.twin.layout import HAND_OVAL, RIM_OVAL, seat_places

WIDE, TALL = 2640, 1560
CARD_W, CARD_H = 84, 118
CHIP = 62
AROUND = 12

PLACES: Final = {
    "board": N_("Board"), "burn": N_("Burned card"), "muck": N_("Muck"), "pot": N_("Pot"),
    "shoe": N_("Shoe"), "stub": N_("Deck"), "hand": N_("Hand"), "bet": N_("Bet"),
    "stack": N_("Chips"), READER: N_("Floor's badge reader"), POCKET: N_("The floor's pocket"),
}  # fmt: skip


class Viewer(msgspec.Struct, frozen=True):
    """For whom a picture is: a seat, or 0 for the table's own page; in which words."""

    said: Words
    seat: int = 0
    taken: frozenset[int] = frozenset()


class Zone(msgspec.Struct, frozen=True):
    """A place that things are laid in: its name, and its box in mm."""

    name: str
    box: Box


def turned(seat: int, seats: int, near: int) -> int:
    """Return at whose place a seat is drawn, where seat `near` is to be the nearest (0: seat 1).

    >>> [turned(seat, 4, 3) for seat in (1, 2, 3, 4)]
    [3, 4, 1, 2]
    """
    return (seat - near) % seats + 1 if near else seat


def zones_of(plans: Sequence[AntennaPlan], seats: int, near: int = 0) -> tuple[Zone, ...]:
    """Return the places of a table: what its antennas look at, its stacks and its deck.

    Seat `near` is drawn where seat 1 is.
    """
    boxes: dict[str, Box] = {}
    at = {plan.zone: plan for plan in plans}
    for own in plans:
        seat = zone_seat(own.zone)
        there = f"{own.zone.partition('.')[0]}.{turned(seat, seats, near)}" if seat else ""
        plan = replace(at[there], zone=own.zone) if there in at else own
        wide, deep = plan.width + 2 * AROUND, plan.depth + 2 * AROUND
        if plan.zone == "board":
            wide, deep = max(wide, 5 * (CARD_W + 8) + 16), max(deep, CARD_H + 16)
        elif plan.zone.startswith("hand."):
            wide, deep = max(wide, 2 * CARD_W + 30), max(deep, CARD_H + 16)
        else:
            wide, deep = max(wide, CARD_W + 16), max(deep, CARD_H + 16)
        here = Box(plan.x - wide // 2, plan.y - deep // 2, wide, deep)
        boxes[plan.zone] = _around(boxes[plan.zone], here) if plan.zone in boxes else here
    stacks = seat_places(seats, HAND_OVAL, 190)
    for seat in range(1, seats + 1):
        x, y = stacks[turned(seat, seats, near) - 1]
        boxes.setdefault(f"stack.{seat}", Box(x - 72, y - 104, 144, 208))
    boxes.setdefault("stub", Box(-610, -87, 110, 134))
    if boxes.pop(READER, None) is not None and not near:
        boxes |= {READER: Box(-1310, 612, 170, 162), POCKET: Box(-1130, 612, 170, 162)}
    return tuple(Zone(name, box) for name, box in boxes.items() if _is_place(name))


def _around(one: Box, other: Box) -> Box:
    left, top = min(one.x, other.x), min(one.y, other.y)
    return Box(left, top, max(one.right, other.right) - left, max(one.bottom, other.bottom) - top)


def _is_place(name: str) -> bool:
    return name.partition(".")[0] in PLACES and name != "shoe"


def place_name(zone: str, said: Words, seen: Seen) -> str:
    """Return what a place is called."""
    name = said.say(PLACES.get(zone.partition(".")[0], zone))
    seat = zone_seat(zone)
    return f"{name}, {seat} {said.seat(seen.state, seat)}" if seat else name


def picture(seen: Seen, zones: Sequence[Zone], viewer: Viewer) -> str:
    """Return the table as one viewer sees it; what they may not know is not in it."""
    said = viewer.said
    layers = {
        "felt": _felt(),
        "zones": "".join(_zone(zone, seen, viewer) for zone in zones),
        "plates": _plates(seen, viewer),
        "things": "".join(one.svg for one in things_of(seen, zones, viewer)),
    }
    drawn = "".join(f'<g id="layer-{name}">{inside}</g>' for name, inside in layers.items())
    label = escape(said.say(N_("The table from above")))
    return (
        f'<svg class="felt rehearsal" viewBox="{-WIDE // 2} {-TALL // 2} {WIDE} {TALL}"'
        f' role="group" aria-label="{label}">{drawn}</svg>'
    )


def _felt() -> str:
    rim = Box(-1290, -750, 2580, 1500)
    cloth = rim.inset(28)
    return svg.panel(rim, "rim", 750) + svg.panel(cloth, "cloth", 722)


def _named(label: str, box: Box) -> str:
    """Return what a place is called, at its foot: over two lines where one would be too small."""
    whole, words = Box(box.x + 4, box.bottom - 36, box.w - 8, 34), label.split()
    if svg.best((label, ""), whole.w, 24) or len(words) < 2:
        return svg.text(label, whole, "zone-name", share=0.9)
    half = min(range(1, len(words)), key=lambda at: max(map(len, _halves(words, at))))
    rows = Box(whole.x, box.bottom - 56, whole.w, 54).rows(1, 1)
    return "".join(
        svg.text(part, row, "zone-name", share=0.9)
        for part, row in zip(_halves(words, half), rows, strict=True)
    )


def _halves(words: list[str], at: int) -> tuple[str, str]:
    return " ".join(words[:at]), " ".join(words[at:])


def _zone(zone: Zone, seen: Seen, viewer: Viewer) -> str:
    box, name = zone.box, escape(place_name(zone.name, viewer.said, seen))
    names = "zone"
    names += " zone-own" if viewer.seat and zone_seat(zone.name) == viewer.seat else ""
    names += " zone-blind" if zone.name in seen.state.blind_zones else ""
    seat = zone_seat(zone.name)
    label = viewer.said.say(PLACES[zone.name.partition(".")[0]])
    text = _named(label, box)
    more = "" if seat and not zone.name.startswith("bet.") else text
    return (
        f'<g class="{names}" id="z-{zone.name}" data-place="{zone.name}"><title>{name}</title>'
        f"{svg.panel(box, 'zone-box', 14)}{more}</g>"
    )


def _plates(seen: Seen, viewer: Viewer) -> str:
    state, said, drawn = seen.state, viewer.said, []
    middles = seat_places(len(state.seats), RIM_OVAL)
    for view in state.seats:
        if view.status == "empty":
            continue
        x, y = middles[turned(view.seat, len(state.seats), viewer.seat) - 1]
        names = "seat turn" if state.turn == view.seat else "seat"
        out = 40 if y > 300 else -40 if y < -300 else 0
        box = Box(x - 120, y + out - 34, 240, 68)
        name, what = box.rows(0.55, 0.45)
        doing = said.say(N_("To act")) if state.turn == view.seat else said.doing(view)
        letter = _mark(state.small_blind, state.big_blind, view.seat)
        drawn.append(
            f'<g class="{names}" id="s-{view.seat}">{svg.panel(box, "plate", 14)}'
            f"{svg.text(f'{view.seat} {said.seat(state, view.seat)}', name.inset(8, 2), 'name')}"
            f"{svg.text(doing, what.inset(8, 2), 'quiet')}"
            + (svg.disc(Box(box.x - 30, box.y - 8, 52, 52), letter, _letter(letter, said))
               if letter else "") + "</g>"
        )  # fmt: skip
    return "".join(drawn)


def _mark(small: int, big: int, seat: int) -> str:
    return {big: "mark-big", small: "mark-small"}.get(seat, "")


def _letter(mark: str, said: Words) -> str:
    return dict(zip(("mark-small", "mark-big"), said.marks()[1:], strict=True))[mark]


class Thing(msgspec.Struct, frozen=True):
    """A thing that can be moved: what pages call it, what people call it, how it is drawn."""

    id: str
    name: str
    svg: str


def things_of(seen: Seen, zones: Sequence[Zone], viewer: Viewer) -> list[Thing]:
    """Return all that lies on the table, in the order in which it is drawn."""
    return [one for zone in zones for one in things(seen, zone, viewer)] + _button(seen, viewer)


def _button(seen: Seen, viewer: Viewer) -> list[Thing]:
    """Return the dealer button: where it lies, else where the table has it."""
    seat, said = seen.button or seen.state.button, viewer.said
    if not seat:
        return []
    middles = seat_places(len(seen.state.seats), RIM_OVAL)
    x, y = middles[turned(seat, len(seen.state.seats), viewer.seat) - 1]
    out = 40 if y > 300 else -40 if y < -300 else 0
    letter = said.marks()[0]
    drawn = svg.disc(Box(x + 124, y + out - 32, 64, 64), "mark-button", letter)
    name = said.say(N_("{letter}: dealer button, seat {seat}"), letter=letter, seat=seat)
    return [_thing("button", "t-button", name, drawn)]


def things(seen: Seen, zone: Zone, viewer: Viewer) -> list[Thing]:
    """Return what lies in a place, the lowest first."""
    found: list[Thing] = []
    if zone.name == "stub":
        found += _deck(seen, zone.box, viewer.said)
    cards = [card for card in seen.cards if card.zone == zone.name]
    if zone.name == (READER if seen.badge else POCKET):
        found.append(_badge(zone.box, viewer.said))
    found += _cards(cards, seen, zone, viewer)
    found += _chips(seen, zone, viewer.said)
    return found


def _badge(box: Box, said: Words) -> Thing:
    """Return the floor's badge."""
    place = Box(box.x + (box.w - 110) // 2, box.y + 10, 110, 84)
    word = svg.text(said.say(C_("badge", "Floor")), place.inset(6, 20), "name")
    drawn = svg.panel(place, "plate", 12) + word
    return _thing(BADGE, "t-badge", said.say(N_("The floor's badge")), drawn)


def _deck(seen: Seen, box: Box, said: Words) -> list[Thing]:
    if not seen.stub:
        return []
    place = Box(box.x + (box.w - CARD_W) // 2, box.y + 6, CARD_W, CARD_H)
    count = svg.text(str(seen.stub), Box(place.x, place.y + 40, CARD_W, 40), "stack")
    name = said.say(N_("Next card of the deck, {n} left"), n=seen.stub)
    return [_thing("top", "t-top", name, svg.back(place) + count)]


def _cards(cards: Sequence[CardLies], seen: Seen, zone: Zone, viewer: Viewer) -> list[Thing]:
    box, said, found = zone.box, viewer.said, []
    across = box.w - CARD_W - 16
    step = min(CARD_W + 8, across // max(1, len(cards) - 1)) if len(cards) > 1 else 0
    left = box.x + (box.w - CARD_W - step * (len(cards) - 1)) // 2
    top = box.y + max(6, (box.h - CARD_H) // 2)
    where = place_name(zone.name, said, seen)
    for nth, card in enumerate(cards):
        place = Box(left + nth * step, top, CARD_W, CARD_H)
        known = knows(seen, viewer.seat, viewer.taken, card)
        drawn = svg.card(place, card.face) if known else svg.back(place)
        name = said.cards(card.face) if known else said.say(N_("Card face down"))
        if card.deck == 1:
            name = said.say("{name}: {what}", name=name, what=where)
            found.append(_thing(f"card:{card.mark}", f"c-{card.mark}", name, drawn))
        else:
            found.append(Thing("", name, f'<g class="strange" id="c-{card.mark}">{drawn}</g>'))
    return found


def _chips(seen: Seen, zone: Zone, said: Words) -> list[Thing]:
    count = Counter(seen.chips.get(zone.name, ()))
    stack = zone.name.startswith("stack.")
    amount = sum(seen.chips.get(zone.name, ()))
    values = [value for value in count if count[value]]
    if stack:
        # No antenna reads what lies here: it is changed at the bank as it is needed.
        values = [value for value in seen.denominations if value <= amount]
    box, found = zone.box, []
    row = 2 if box.w < 3 * CHIP else 3
    for nth, value in enumerate(sorted(values, reverse=True)):
        x = box.x + 8 + (nth % row) * (CHIP + 6)
        y = box.y + 6 + (nth // row) * (CHIP + 4)
        drawn = _chip(Box(x, y, CHIP, CHIP), value, 1 if stack else count[value], said)
        # What is read on them has to be in what they are called.
        shown = figure(value, said)
        many = not stack and count[value] > 1
        what = said.say(N_("Chips {value}"), value=f"{shown}×{count[value]}")
        what = what if many else said.say(N_("Chip of {value}"), value=shown)
        where = place_name(zone.name, said, seen)
        name = said.say("{name}: {what}", name=what, what=where)
        found.append(_thing(f"chips:{zone.name}:{value}", f"p-{zone.name}-{value}", name, drawn))
    return found


def figure(value: int, said: Words) -> str:
    """Return the value of a chip as it stands on it."""
    return said.amount(value) if value < 1000 else said.short_amount(value)


def _chip(box: Box, value: int, many: int, said: Words) -> str:
    x, y = box.centre
    label = figure(value, said)
    top, below = box.inset(7, 10).rows(0.6, 0.4) if many > 1 else (box.inset(7), box)
    count = svg.text(f"×{many}", below, "chip-text", share=0.9) if many > 1 else ""
    return (
        f'<circle class="chip-disc value-{value % 7}" cx="{x}" cy="{y}" r="{box.w / 2:g}"/>'
        + svg.text(label, top, "chip-text", share=0.42 if many < 2 else 0.75)
        + count
    )


def _thing(thing: str, at: str, name: str, drawn: str) -> Thing:
    label = escape(name)
    return Thing(
        thing,
        name,
        f'<g class="thing" id="{at}" data-thing="{thing}" role="button" tabindex="0"'
        f' aria-label="{label}"><g aria-hidden="true">{drawn}</g></g>',
    )


def pad_lines(seen: Seen, seat: int, said: Words) -> list[str]:
    """Return what the display of a seat's pad says."""
    shown = seen.pads.get(seat)
    say: Callable[[str], str] = said.say
    known = {name: say(text) for name, text in KEYPAD.items()}
    return lines(shown, known) if shown is not None else []
