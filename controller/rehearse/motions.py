"""Turns a drag on a page into a scenario statement.

A dragged item is written `top` (the next card in the deck), `button`, `card:<mark>` (`mark` is the
card's id on the web pages), or `chips:<zone>:<value>`. Several chips are separated by commas. The
place to which an item is dragged is a zone.
"""

import re
from collections import Counter
from collections.abc import Sequence

from controller.contract.scans import AntennaPlan, zone_seat
from controller.play.script import outside
from controller.play.script import statements as s
from controller.play.script.language import parse
from controller.play.script.words import ScenarioError
from controller.rehearse.floor import POCKET, READER
from controller.rehearse.table import NotDone, Seen
from display.words.locale import N_

CHIPS = re.compile(r"chips:([a-z]+(?:\.[0-9]{1,2})?):([0-9]{1,10})")
MOST_CHIPS = 200
UNPLAYED = (READER, "desk", "spare")


def moved(seen: Seen, thing: str, place: str, count: int = 1) -> s.Statement:
    """Return the statement that moves the item `thing` to a place.

    `count` is the number of chips that move for each chip in `thing`. Raises `NotDone` if the item
    is no longer there, or if it can't go to that place.
    """
    if thing == "top":
        return _dealt(place)
    if thing == "button":
        seat = zone_seat(place)
        if not seat:
            raise NotDone(N_("the button must go in front of a seat"))
        return s.PlaceButton(seat)
    if thing.startswith("chips:"):
        return _carried(seen, thing.split(","), place, count)
    card = seen.card(thing.removeprefix("card:"))
    if card is None:
        raise NotDone(N_("this card is no longer there"))
    if card.deck != 1:
        raise NotDone(N_("a foreign card stays where it is until the cards are collected"))
    if place.startswith("stack.") or place in (card.zone, READER, POCKET):
        raise NotDone(N_("no card can go there"))
    return s.MoveCard(card.face, card.zone, place)


def _dealt(place: str) -> s.Statement:
    if place == "board":
        return s.DealBoard()
    if place == "burn":
        return s.BurnCards()
    if place.startswith("hand."):
        return s.DealTo(zone_seat(place))
    raise NotDone(N_("the next card must go to a seat, the board or the burn pile"))


def _carried(seen: Seen, things: Sequence[str], place: str, count: int) -> s.Statement:
    found = [CHIPS.fullmatch(thing) for thing in things[:MOST_CHIPS]]
    zones = {one[1] for one in found if one is not None}
    if len(zones) != 1 or None in found or not 1 <= count <= MOST_CHIPS:
        raise NotDone(N_("these chips are not all in the same place"))
    zone = zones.pop()
    values = Counter(int(one[2]) for one in found if one is not None)
    pieces = tuple((number * count, value) for value, number in sorted(values.items())[::-1])
    amount = sum(number * value for number, value in pieces)
    if sum(seen.chips.get(zone, ())) < amount:
        text = N_("there is less than {amount} in the place you are taking these chips from")
        raise NotDone(text, amount=amount)
    if place == zone or (place != "pot" and not place.startswith(("bet.", "stack."))):
        raise NotDone(N_("no chips can go there"))
    seat = zone_seat(zone)
    match zone.partition(".")[0], place:
        case "stack", _ if place == f"bet.{seat}":
            return s.Puts(seat, amount, pieces)
        case "bet", _ if place == f"stack.{seat}":
            return s.Takes(seat, amount, pieces)
        case "stack", "pot":
            return s.Splashes(seat, amount, pieces)
        case _:
            return s.MoveChips(amount, pieces, zone, place)


def said(text: str) -> tuple[s.Statement, ...]:
    """Return the statements in a line of text in the scenario language.

    Raises `NotDone` if there are none, or if they include an expectation.
    """
    try:
        found = parse(text)
    except ScenarioError as error:
        raise _not_said(error) from None
    if not found or any(isinstance(one, s.Expectation) for one in found):
        raise NotDone(N_("expected a statement in the scenario language"))
    return tuple(found)


def _not_said(error: ScenarioError) -> NotDone:
    """Return an exception that explains why a line is not valid, for the person who typed it."""
    if not error.word:
        return NotDone(N_("the statement is missing a word"))
    if not error.nearest.isalnum():
        return NotDone(N_('a scenario can\'t use "{word}" at this point'), word=error.word)
    return NotDone(
        N_("a scenario can't use \"{word}\" at this point; did you mean \"{nearest}\"?"),
        word=error.word, nearest=error.nearest,
    )  # fmt: skip


def is_played(plan: AntennaPlan) -> bool:
    """Return whether tables in scenarios also have this antenna of a rehearsal table.

    Tables in scenarios have no antennas for the dealer button, badges or enrolment, and no spare
    ones.
    """
    return not plan.zone.startswith(("button.", "badge.")) and plan.zone not in UNPLAYED


def cable(plans: Sequence[AntennaPlan], node: str, lost: Sequence[str]) -> tuple[s.Statement, ...]:
    """Return the statements that unplug a node's cable, or that plug it in if it is unplugged.

    `lost` names the antennas that are disconnected now.
    """
    mine = [plan.name for plan in plans if plan.device == node and is_played(plan)]
    if mine and all(name in lost for name in mine):
        return tuple(outside.RestoreDevice(name) for name in mine)
    return tuple(outside.LoseDevice(name) for name in mine if name not in lost)
