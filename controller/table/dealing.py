"""The initial deal, card by card; a card whose turn it is not is judged once its order is known."""

from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.houses.model import House
from controller.table import deal_errors
from controller.table.hands import deal_card, due_seat, end_deal, still_due
from controller.table.irregular import SCAN_MS
from controller.table.rulings import LOST_CARD
from controller.table.state import Hand, Held, Out, Table

HOLD_MS = 600
"""How long the card that was due may be read after the one that came before it (ms)."""
IN_DOUBT_MS = 4 * SCAN_MS
"""How much later than the next card's the first read of the card that was due may be (ms).

It came to another antenna, which may have missed it while the next one read at once: more than
the two scans that tell the order of cards in one zone, less than a dealer needs to go back.
"""
AHEAD = 3
"""How many cards dealt after the one that is due may be read before it."""


def take_card(table: Table, house: House, out: Out, seen: CardAt, seat: int, due: int) -> Table:
    """Take a card of the stub that has come to a seat in the initial deal; `due` gets the next."""
    hand = table.hand
    assert hand is not None
    card, since = seen.card, seen.since
    if table.blind_zones:
        table = in_the_dark(table, out, seat)
        hand = table.hand or hand
        due = due_seat(hand)
    if seat == due and not hand.held:
        table = deal_card(table, out, card, seat)
        if hand.dealt + 1 < 2 * len(hand.entitled):
            return table
        return _complete(table, house, out)
    if LOST_CARD in hand.holes[seat] and seat != due:
        return deal_errors.found_again(table, out, card, seat)
    others = tuple([held for held in hand.held if held.card != card])
    hand = replace(hand, held=(*others, Held(card, seat, since, out.at)))
    table = replace(table, hand=hand, places={**table.places, card: f"hand.{seat}"})
    return judge_held(table, house, out)


def in_the_dark(table: Table, out: Out, seat: int) -> Table:
    """Take for dealt what was due to seats whose zones are blind, up to the next that is not.

    `seat` has a card now, which says where the deal has come to; 0 when play begins.
    """
    while (hand := table.hand) is not None and (due := due_seat(hand)) and due != seat:
        if f"hand.{due}" not in table.blind_zones:
            break
        table = deal_errors.lost_card(table, out, due)
    return table


def _complete(table: Table, house: House, out: Out) -> Table:
    """End the deal when all cards are dealt, and no ruling has something to do first."""
    hand = table.hand
    assert hand is not None
    if hand.dealt < 2 * len(hand.entitled) or table.rulings:
        return table
    return end_deal(table, house, out)


def held_until(hand: Hand) -> int:
    """Return the time at which the first card that is held is judged (ms)."""
    return min(held.at for held in hand.held) + HOLD_MS


def judge_held(table: Table, house: House, out: Out) -> Table:
    """Deal the cards that are held, or find the error, as far as their order is known."""
    while (hand := table.hand) is not None and hand.held:
        first = min(hand.held, key=lambda held: held.since)
        due = due_seat(hand)
        card = next((held for held in hand.held if held.seat == due), None)
        if card is None and _may_be_swapped(hand, first) and out.at < held_until(hand):
            return table
        if card is None or _came_after(hand, card, first):
            return _accuse(table, house, out, first)
        rest = tuple([held for held in hand.held if held is not card])
        table = deal_card(replace(table, hand=replace(hand, held=rest)), out, card.card, due)
        table = _complete(table, house, out)
    return table


def _came_after(hand: Hand, card: Held, first: Held) -> bool:
    """Give whether it is certain that a card was dealt after another: out of the shoe, or later."""
    shoe = hand.left_shoe
    if card.card in shoe and first.card in shoe:
        return shoe.index(card.card) > shoe.index(first.card)
    return card.since - first.since >= IN_DOUBT_MS


def _may_be_swapped(hand: Hand, held: Held) -> bool:
    """Return whether the card that was due may lie there already, and only be read later."""
    if held.card in hand.left_shoe:
        before = hand.left_shoe[: hand.left_shoe.index(held.card)]
        return any(card not in hand.seen for card in before)
    after = still_due(hand)[1 : 1 + AHEAD]
    return held.seat in after


def _accuse(table: Table, house: House, out: Out, wrong: Held) -> Table:
    """Rule on a card of the deal that came to the wrong place; what came with it is dealt."""
    hand = table.hand
    assert hand is not None
    rest = tuple([held for held in hand.held if held is not wrong])
    hand = replace(hand, held=())
    kind, concerned = deal_errors.deal_error(hand, wrong.seat)
    table = deal_card(replace(table, hand=hand), out, wrong.card, wrong.seat)
    for held in rest:
        table = deal_card(table, out, held.card, held.seat)
    if kind:
        return deal_errors.wrong_deal(table, house, out, kind, concerned, wrong.card)
    return _complete(table, house, out)
