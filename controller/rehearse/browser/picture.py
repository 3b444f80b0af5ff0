"""The table from above as HTML: the felt, the seats with cards and chips, and all other items.

A style sheet (`places`) sets the positions for a landscape felt and for a portrait felt.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from html import escape
from typing import Final

import msgspec

from controller.contract.public import HandStatus, SeatView, StepWord, Street, Task
from controller.contract.readings.current_task import now
from controller.contract.scans import AntennaPlan, zone_seat
from controller.rehearse.floor import BADGE, POCKET, READER
from controller.rehearse.rights import knows
from controller.rehearse.table import CardLies, Seen
from display.felt.drawing.layout import Box
from display.felt.drawing.palette import chip_of
from display.web.pictures import svg
from display.words.keypad import KEYPAD
from display.words.names import C_, N_, Words, won_by
from hardware.node.seat_node import lines

WIDE = 2640
CARD_W, CARD_H = 84, 118
CHIP = 62
AROUND = 12

PLACES: Final = {
    "board": N_("Board"), "burn": N_("Burns"), "muck": N_("Muck"), "pot": N_("Pot"),
    "shoe": N_("Shoe"), "stub": N_("Deck"), "hand": N_("Hand"), "bet": N_("Bet"),
    "stack": N_("Chips"), READER: N_("Floor badge reader"), POCKET: N_("Floor's pocket"),
}  # fmt: skip


TAKES: Final = {
    "pot": "chips", "stack": "chips", "bet": "chips card", READER: "badge", POCKET: "badge",
    "hand": "card button",
}  # fmt: skip
"""The kinds of items that may be put in each kind of place."""


class Viewer(msgspec.Struct, frozen=True):
    """The viewer of a picture of the table.

    `said` provides texts in the viewer's language. `seat` is the viewer's seat, or 0 for the
    table's own page. `taken` lists the seats that players have taken.
    """

    said: Words
    seat: int = 0
    taken: frozenset[int] = frozenset()


class Thing(msgspec.Struct, frozen=True):
    """A movable item: its id on the web pages, its displayed name, and its picture."""

    id: str
    name: str
    svg: str


def turned(seat: int, seats: int, near: int) -> int:
    """Return a seat's position on the page, counted clockwise from 1, which is nearest the viewer.

    `near` is the seat at position 1, or 0 for seat 1. `seats` is the number of seats.

    >>> [turned(seat, 4, 3) for seat in (1, 2, 3, 4)]
    [3, 4, 1, 2]
    """
    return (seat - near) % seats + 1 if near else seat


def zones_of(plans: Sequence[AntennaPlan], seats: int, near: int = 0) -> tuple[str, ...]:
    """Return the places where items can be: the antennas' zones, all stacks, and the deck.

    If the table has a reader for the floor's badge, the table's own page (`near` is 0) also has
    that reader and the floor's pocket. A seat's page has neither: a player can't reach them.
    """
    found = dict.fromkeys(plan.zone for plan in plans if plan.zone != READER)
    found |= dict.fromkeys(f"stack.{seat}" for seat in range(1, seats + 1))
    found |= {"stub": None}
    if not near and any(plan.zone == READER for plan in plans):
        found |= dict.fromkeys((READER, POCKET))
    return tuple(name for name in found if name.partition(".")[0] in PLACES and name != "shoe")


def place_name(zone: str, said: Words, seen: Seen) -> str:
    """Return the name of a zone, as shown to users."""
    name = said.say(PLACES.get(zone.partition(".")[0], zone))
    seat = zone_seat(zone)
    return f"{name}, {seat} {said.seat(seen.state, seat)}" if seat else name


def picture(seen: Seen, zones: Sequence[str], viewer: Viewer) -> str:
    """Return the table as HTML, showing the faces of only the cards that the viewer may see."""
    said, state = viewer.said, seen.state
    seats = "".join(_seat(view, seen, viewer) for view in state.seats)
    label = escape(said.say(N_("The table, seen from above")))
    badge = ""
    if READER in zones:
        badge = _zone(READER, seen, viewer) + _zone(POCKET, seen, viewer)
    return (
        f'<div class="felt-box"><div class="felt table-felt" role="group" aria-label="{label}">'
        f'<div class="rail"></div>{_middle(seen, viewer)}{seats}{badge}</div></div>'
    )


def _due_places(seen: Seen) -> set[str]:
    """Return the zones that the next action uses, such as `board` and `stub`; may be empty."""
    due = now(seen.state)
    if due.task is not None:
        match due.task.task:
            case Task.BURN:
                return {"burn", "stub"}
            case Task.DEAL if due.task.street is not None:
                return {"board", "stub"}
            case Task.DEAL:
                return {f"hand.{due.task.seat}", "stub"}
            case Task.CHANGE | Task.GATHER | Task.PUSH:
                return {"pot"}
            case _:
                return set()
    if due.step is None:
        return set()
    word, seat = due.step.word, due.step.seat
    if word is StepWord.BURN or word is StepWord.USE_AS_BURN:
        return {"burn"}
    if word is StepWord.TO_STUB or word is StepWord.SHUFFLE:
        return {"stub"}
    if seat:
        return {f"hand.{seat}"}
    return {"board"} if due.step.street in tuple(Street) or word is StepWord.DEAL else set()


def _middle(seen: Seen, viewer: Viewer) -> str:
    """Return the middle of the table as HTML.

    The board is between the deck and the burned cards. The pot and the muck are below.
    """
    state, said = seen.state, viewer.said
    pots = [(nth, pot.amount) for nth, pot in enumerate(state.pots) if pot.amount]
    told = [
        f"{said.pot_on_felt(nth, len(state.pots))} {said.amount(chips or 0)}" for nth, chips in pots
    ]
    bets = [view.bet or 0 for view in state.seats]
    hidden = any(pot.amount is None for pot in state.pots)
    if not hidden and any(bets):
        whole = sum(bets) + sum(chips or 0 for _, chips in pots)
        told = [said.say(N_("Pot {amount}"), amount=said.amount(whole))]
    sums = "".join(f'<span class="sum">{escape(text)}</span>' for text in told)
    left = 5 - sum(card.zone == "board" for card in seen.cards)
    slots = '<span class="slot-card"></span>' * max(left, 0)
    return (
        f'<div class="middle">{_zone("stub", seen, viewer)}'
        f"{_zone('board', seen, viewer, after=slots)}{_zone('burn', seen, viewer)}</div>"
        f'<div class="below">{_zone("pot", seen, viewer, after=sums)}'
        f"{_zone('muck', seen, viewer)}</div>"
    )


def _zone(name: str, seen: Seen, viewer: Viewer, *, after: str = "", more: str = "") -> str:
    """Return a zone and the items in it, as HTML.

    `after` is HTML that follows the items. `more` contains additional CSS classes.
    """
    kind, _, _ = name.partition(".")
    own = bool(viewer.seat) and zone_seat(name) == viewer.seat
    names = ["zone", f"zone-{kind}"] + ["zone-own"] * own + [more] * bool(more)
    names += ["zone-blind"] * (name in seen.state.blind_zones)
    names += ["zone-due"] * (name in _due_places(seen))
    title = escape(place_name(name, viewer.said, seen))
    label = escape(viewer.said.say(PLACES[kind]))
    # Cards in a bet zone have been pushed forward, and are drawn at their seat instead.
    found = _chips(seen, name, viewer.said) if kind == "bet" else things(seen, name, viewer)
    inside = "".join(one.svg for one in found)
    takes = TAKES.get(kind, "card")
    return (
        f'<div class="{" ".join(names)}" id="z-{name}" data-place="{name}" data-takes="{takes}"'
        f' title="{title}"><span class="zone-name" aria-hidden="true">{label}</span>'
        f"{inside}{after}</div>"
    )


def _seat(view: SeatView, seen: Seen, viewer: Viewer) -> str:
    state, said, seat = seen.state, viewer.said, view.seat
    at = turned(seat, len(state.seats), viewer.seat)
    if view.status is HandStatus.EMPTY:
        return (
            f'<div class="seat empty at-{at}" id="s-{seat}"><div class="plate">'
            f'<span class="who">{escape(said.doing(view))}</span></div></div>'
        )
    won = view.won or won_by(state, seat)
    turn = state.turn == seat
    out = view.status in (HandStatus.FOLDED, HandStatus.DEAD) or view.absent
    names = ["seat", f"at-{at}"] + ["turn"] * turn + ["out"] * out + ["won"] * bool(won)
    names += ["own"] * (viewer.seat == seat) + ["shown"] * bool(view.shown)
    names += ["asked"] * (now(state).seat == seat and not turn)
    doing = said.say(N_("To act")) if turn else said.doing(view)
    gain = f'<b class="gain">+{said.amount(won)}</b> ' if won else ""
    stack = "" if view.stack is None else said.amount(view.stack)
    name = escape(said.seat(state, seat))
    place = escape(place_name(f"stack.{seat}", said, seen))
    bet = view.bet or 0
    lying = [card for card in seen.cards if card.zone == f"bet.{seat}"]
    forward = "".join(one.svg for one in _cards(lying, seen, f"bet.{seat}", viewer))
    sums = f'<span class="sum">{said.amount(bet)}</span>' if bet else ""
    return (
        f'<div class="{" ".join(names)}" id="s-{seat}">'
        f"{_zone(f'hand.{seat}', seen, viewer, after=forward)}"
        f'<div class="zone plate" id="z-stack.{seat}" data-place="stack.{seat}"'
        f' data-takes="chips" title="{place}">'
        f'<span class="who"><span class="nr">{seat}</span> {name}</span>'
        f'<span class="stack">{stack}</span><span class="doing">{gain}{escape(doing)}</span></div>'
        f"{_button(seen, viewer, seat)}{_blind(seen, viewer, seat)}</div>"
        f"{_zone(f'bet.{seat}', seen, viewer, after=sums, more=f'bet at-{at}')}"
    )


def _button(seen: Seen, viewer: Viewer, seat: int) -> str:
    """Return the dealer button as a picture if it is at this seat, otherwise "".

    If nobody has moved the button, it is at the seat required by the rules.
    """
    if seat != (seen.button or seen.state.button):
        return ""
    return _dealer_button(seen, viewer.said).svg


def _dealer_button(seen: Seen, said: Words) -> Thing:
    letter, seat = said.marks()[0], seen.button or seen.state.button
    name = said.say(N_("{letter}: dealer button, seat {seat}"), letter=letter, seat=seat)
    return _thing("button", "t-button", name, f'<span class="disc">{escape(letter)}</span>')


def _blind(seen: Seen, viewer: Viewer, seat: int) -> str:
    state, (_, small, big) = seen.state, viewer.said.marks()
    letter = {state.big_blind: big, state.small_blind: small}.get(seat, "")
    return f'<span class="disc blind">{escape(letter)}</span>' if letter else ""


def things_of(seen: Seen, zones: Sequence[str], viewer: Viewer) -> list[Thing]:
    """Return all items on the table, in drawing order."""
    button = [_dealer_button(seen, viewer.said)] if seen.button or seen.state.button else []
    return [one for zone in zones for one in things(seen, zone, viewer)] + button


def things(seen: Seen, zone: str, viewer: Viewer) -> list[Thing]:
    """Return the items in a zone, bottom one first."""
    found: list[Thing] = []
    if zone == "stub":
        found += _deck(seen, viewer.said)
    if zone == (READER if seen.badge else POCKET):
        word = escape(viewer.said.say(C_("badge", "Floor")))
        name = viewer.said.say(N_("Floor badge"))
        found.append(_thing(BADGE, "t-badge", name, f'<span class="badge">{word}</span>'))
    found += _cards([card for card in seen.cards if card.zone == zone], seen, zone, viewer)
    found += _chips(seen, zone, viewer.said)
    return found


def _deck(seen: Seen, said: Words) -> list[Thing]:
    if not seen.stub:
        return []
    name = said.say(N_("Next card from the deck, {n} left"), n=seen.stub)
    return [_thing("top", "t-top", name, _face("") + f'<span class="left">{seen.stub}</span>')]


def _face(card: str) -> str:
    """Return the picture of a card, or of its back if the card is unknown."""
    box = Box(2, 2, CARD_W - 4, CARD_H - 4)
    drawn = svg.card(box, card) if card else svg.back(box)
    return f'<svg class="felt card-face" viewBox="0 0 {CARD_W} {CARD_H}">{drawn}</svg>'


def _cards(cards: Sequence[CardLies], seen: Seen, zone: str, viewer: Viewer) -> list[Thing]:
    said, found = viewer.said, []
    where = place_name(zone, said, seen)
    for card in cards:
        known = knows(seen, viewer.seat, viewer.taken, card)
        drawn = _face(card.face if known else "")
        name = said.cards(card.face) if known else said.say(N_("Card face down"))
        if card.deck == 1:
            name = said.say("{name}: {what}", name=name, what=where)
            found.append(_thing(f"card:{card.mark}", f"c-{card.mark}", name, drawn))
        else:
            kind = f'class="strange lies" id="c-{card.mark}" title="{escape(name)}"'
            found.append(Thing("", name, f"<span {kind}>{drawn}</span>"))
    return found


def _chips(seen: Seen, zone: str, said: Words) -> list[Thing]:
    count = Counter(seen.chips.get(zone, ()))
    stack = zone.startswith("stack.")
    amount = sum(seen.chips.get(zone, ()))
    values = [value for value in count if count[value]]
    if stack:
        # No antenna reads these chips: change for them comes from the bank as needed.
        values = [value for value in seen.denominations if value <= amount]
    found = []
    for value in sorted(values, reverse=True):
        many = not stack and count[value] > 1
        # The visible text must be part of the accessible name.
        shown = figure(value, said)
        what = said.say(N_("Chips {value}"), value=f"{shown}×{count[value]}")
        what = what if many else said.say(N_("{value} chip"), value=shown)
        name = said.say("{name}: {what}", name=what, what=place_name(zone, said, seen))
        drawn = f'<span class="chip chip-{chip_of(value)}">{escape(shown)}</span>'
        drawn += f'<span class="times">×{count[value]}</span>' if many else ""
        found.append(_thing(f"chips:{zone}:{value}", f"p-{zone}-{value}", name, drawn))
    return found


def figure(value: int, said: Words) -> str:
    """Return a chip's value as printed on it."""
    return said.amount(value) if value < 1000 else said.short_amount(value)


def _thing(thing: str, at: str, name: str, drawn: str) -> Thing:
    return Thing(
        thing,
        name,
        f'<span class="thing" id="{at}" data-thing="{thing}" role="button" tabindex="0"'
        f' aria-label="{escape(name)}"><span aria-hidden="true">{drawn}</span></span>',
    )


def pad_lines(seen: Seen, seat: int, said: Words) -> list[str]:
    """Return the lines on the display of a seat's pad.

    If the display is blank, and the player is absent or out of the hand, a line states that status.
    """
    shown = seen.pads.get(seat)
    say: Callable[[str], str] = said.say
    known = {name: say(text) for name, text in KEYPAD.items()}
    told = lines(shown, known) if shown is not None else []
    view = seen.state.seats[seat - 1]
    out = view.status in (HandStatus.FOLDED, HandStatus.DEAD) or view.absent
    return [*told, said.doing(view)] if out and not any(told) else told
