"""Dealt cards that slide over another seat's zone before they reach their own seat."""

from typing import Final

from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.contract.private import HoleCardSeen
from controller.contract.public import RulingClosed
from controller.contract.rules import Closing, Kind
from controller.table.dealing.deal import deal_card, deal_ends_short
from controller.table.dealing.hand_start import due_seat
from controller.table.rulings import unvoid
from controller.table.state import IN_A_HAND, Dealing, Hand, Play, Ruling, Table, put, without

SLIDE_MS: Final = 5_000
"""How long after a ruling a card may still slide on to the seat it was dealt to (ms)."""
OVER_ANOTHER: Final = frozenset(
    {
        Kind.DEAL_NOT_ENTITLED,
        Kind.DEAL_ORDER,
        Kind.DEAL_SKIPPED,
        Kind.DEAL_TOO_MANY,
        Kind.DEAL_WRONG_SEAT,
    }
)
"""The kinds of ruling on a card that are withdrawn if it was only sliding past a seat."""


def in_doubt(table: Table) -> frozenset[str]:
    """Return the cards under an open ruling that are perhaps just sliding past another seat."""
    open_now = (one for one in table.rulings if one.kind in OVER_ANOTHER)
    return frozenset(card for ruling in open_now for card in ruling.cards)


def tell_kept(play: Play, ruling: Ruling) -> None:
    """Reveal a card to the seat that keeps it, now that the ruling on the card has ended."""
    if ruling.kind not in OVER_ANOTHER or not play.hand.running:
        return
    for card in ruling.cards:
        if seat := play.hand.holder(card):
            play.private += (HoleCardSeen(seat, card),)


def slid_on(play: Play, seen: CardAt) -> bool:
    """Withdraw the ruling on a card that has slid on to the seat to which it was dealt.

    Returns whether it was withdrawn; the hand then continues as if the card had gone there
    directly.
    """
    ruling = next((one for one in play.table.rulings if _may_slide(one, seen)), None)
    if ruling is None or play.at - ruling.since > SLIDE_MS:
        return False
    hand = ruling.before.hand if ruling.before is not None else play.hand
    undealt = _undealt(hand, seen.card)
    if undealt is None or due_seat(undealt) != IN_A_HAND[seen.zone]:
        return False
    if ruling.before is not None:
        unvoid(play, ruling.before)
        if play.hand is not hand:
            return False
    play.hand = replace(undealt, stage=Dealing())
    others = tuple([one for one in play.table.rulings if one is not ruling])
    play.table = replace(play.table, rulings=others)
    play.say(RulingClosed(ruling.id, Closing.MOOT))
    deal_card(play, seen.card, IN_A_HAND[seen.zone])
    if not due_seat(play.hand):
        deal_ends_short(play)
    return True


def _may_slide(ruling: Ruling, seen: CardAt) -> bool:
    """Return whether a ruling was perhaps made only because this card slid past another seat.

    The ruling must concern this card alone, and none of its steps may be done yet. A ruling on an
    incomplete deal also qualifies, because a card that first rests mid-table seems to be missing
    from its hand.
    """
    kinds = {*OVER_ANOTHER, Kind.DEAL_TOO_FEW}
    return ruling.kind in kinds and ruling.cards == (seen.card,) and ruling.done == 0


def _undealt(hand: Hand, card: str) -> Hand | None:
    """Return the hand as it was before a card was dealt, or None if the deal is over."""
    seat = hand.holder(card)
    if type(hand.stage) is not Dealing:
        return None
    if not seat:
        cards = replace(hand.cards, burns=without(hand.cards.burns, card))
        board, seen = without(hand.board, card), without(hand.seen, card)
        return replace(hand, board=board, seen=seen, cards=cards)
    holes = put(hand.holes, seat, without(hand.holes[seat], card))
    return replace(hand, holes=holes, seen=without(hand.seen, card), dealt=hand.dealt - 1)
