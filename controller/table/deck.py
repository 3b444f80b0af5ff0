"""The deck: cards that can't be in it, and cards that are not in it though they should be."""

from msgspec.structs import replace

from controller.contract.observations import CardAt, DeckRead, ShoeSaid
from controller.contract.public import DeckChecked, DeckFouled, ShoeReported
from controller.houses.model import House
from controller.table.deal_errors import window
from controller.table.irregular import found
from controller.table.ranking import DECK
from controller.table.state import Out, Shoe, Table

DECK_SIZE = 52


def deck_error(table: Table, seen: CardAt) -> str:
    """Return the kind of the irregularity that a card is by itself, "" for one of the deck.

    A tag that was never enrolled, or a card of another deck, is a stranger; one whose face has
    been seen in this hand already makes a double.
    """
    if seen.deck == 1:
        return ""
    hand = table.hand
    if hand is not None and seen.deck != 0 and seen.card in hand.seen:
        return "deck.double"
    return "deck.stranger"


def stranger(table: Table, seen: CardAt, house: House, out: Out, seat: int) -> Table:
    """Rule on a card that can't be in the deck, once for each."""
    hand = table.hand
    assert hand is not None
    name = f"{seen.card}/{seen.deck}"
    if name in hand.strangers:
        return table
    table = replace(table, hand=replace(hand, strangers=(*hand.strangers, name)))
    out.say(DeckFouled(extra=1))
    kind = deck_error(table, seen)
    return found(table, house, out, kind, seat=seat, tags={window(hand, house)})[0]


def shoe_empty(table: Table, house: House, out: Out) -> Table:
    """Count the cards of a running hand: the shoe is empty, so all of them have been seen."""
    hand = table.hand
    if hand is None or hand.phase == "over":
        return table
    seen = len({*hand.seen, *hand.left_shoe}) + len(hand.strangers)
    if seen == DECK_SIZE:
        return table
    kind = "deck.missing" if seen < DECK_SIZE else "deck.count"
    out.say(DeckFouled(missing=max(DECK_SIZE - seen, 0), extra=max(seen - DECK_SIZE, 0)))
    return found(table, house, out, kind, tags={window(hand, house)})[0]


def shoe_said(table: Table, said: ShoeSaid, out: Out) -> Table:
    """Record what is wrong with the shoe, and tell it; shuffling begins a new count of the deck."""
    shoe, what = table.shoe, said.what
    if what in {"jam", "empty", "count", "loaded"}:
        out.say(ShoeReported(what))
    wrong = what if what in {"jam", "empty", "count"} else "" if what != "closed" else shoe.wrong
    shoe = replace(shoe, wrong=wrong)
    if what == "shuffling" and (table.hand is None or table.hand.phase == "over"):
        shoe = Shoe(checks=shoe.checks)
    return table if shoe == table.shoe else replace(table, shoe=shoe)


def awaits_count(table: Table) -> bool:
    """Return whether no hand starts before the shoe has counted its deck; a blind one can't."""
    return table.shoe.checks and table.shoe.counted is None and "shoe" not in table.blind_zones


def deck_read(table: Table, read: DeckRead, out: Out) -> Table:
    """Hold the cards that the shoe holds against a deck of 52, and say what is wrong with them."""
    there = set(read.cards)
    missing = tuple([card for card in DECK if card not in there])
    shoe = Shoe(
        checks=table.shoe.checks,
        counted=len(read.cards) + len(read.extra) + read.strangers,
        missing=missing,
        extra=tuple(sorted(read.extra)),
        strangers=read.strangers,
        wrong=table.shoe.wrong,
    )
    if shoe.fouled:
        extra = len(read.extra) + read.strangers
        out.say(DeckFouled(len(missing), extra, missing, shoe.extra))
    else:
        out.say(DeckChecked(DECK_SIZE))
    return replace(table, shoe=shoe)
