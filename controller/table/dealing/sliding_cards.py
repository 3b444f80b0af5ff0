"""Dealt cards that slide over a seat's zone before they reach their own seat, or the board."""

from typing import Final

from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.contract.private import HoleCardSeen
from controller.contract.public import RulingClosed
from controller.contract.rules import Closing, Kind
from controller.table.dealing import dealing_errors
from controller.table.dealing.deal import deal_card, deal_ends_short
from controller.table.dealing.dealing_order import due_seat
from controller.table.rulings import stops_play, stray, unvoid
from controller.table.state import (
    IN_A_HAND,
    BoardDue,
    Dealing,
    Hand,
    Play,
    Ruling,
    Table,
    put,
    without,
)

SLIDE_MS: Final = 5_000
"""How long after a ruling a card may still slide on to the seat it was dealt to (ms)."""
PASSING_MS: Final = 2_000
"""How long a burn or board card that slides over a seat's hand may rest there (ms)."""
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
    """Return the cards under an open ruling that may just be sliding past another seat."""
    return frozenset(c for one in table.rulings if one.kind in OVER_ANOTHER for c in one.cards)


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
    """Return whether a ruling may have been made only because this card slid past another seat.

    The ruling must concern this card alone, with none of its steps carried out yet. A ruling on an
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


def pass_by(play: Play, seen: CardAt) -> None:
    """Record a stub card that rests in a seat's hand zone while a burn or a street is due.

    It may just be sliding past, because the dealer deals over the players' cards.
    """
    passing = play.hand.cards.passing
    play.cards(passing=(*without(passing, seen.card), seen.card))
    play.lay(seen.card, seen.zone, seen.since)


def passing_until(table: Table, hand: Hand) -> int | None:
    """Return when to rule on the first stub card at rest at a hand (ms of table time), or None."""
    passing = hand.cards.passing
    if not passing or stops_play(table):
        return None
    return min(table.since.get(card, 0) for card in passing) + PASSING_MS


def judge_passing(play: Play) -> None:
    """Rule on stub cards that came to rest at a seat instead of sliding past it in `PASSING_MS`.

    This happens sooner if the next card has been dealt, or if another stub card has reached the
    seat, which means that the stub was spilled. Cards that have slid on are forgotten. While play
    is stopped, only spilled cards are handled, as stray cards.
    """
    rest = [play.table.places.get(card) for card in play.hand.cards.passing]
    for card in play.hand.cards.passing:
        hand, table = play.hand, play.table
        zone = table.places.get(card)
        since = table.since.get(card, 0)
        until = since + PASSING_MS
        dealt_on = bool(hand.seen) and table.since.get(hand.seen[-1], 0) > since
        may_slide = type(hand.stage) is BoardDue and rest.count(zone) == 1 and not dealt_on
        if zone not in IN_A_HAND or card in hand.seen or not hand.running:
            play.cards(passing=without(hand.cards.passing, card))
        elif stops_play(table) and rest.count(zone) == 1:
            return
        elif may_slide and play.at < until:
            play.wake(until)
        else:
            known = replace(hand.cards, passing=without(hand.cards.passing, card))
            play.hand = replace(hand, seen=(*hand.seen, card), cards=known)
            if stops_play(table):
                # It is another card of the stub that was spilled there.
                stray(play, card, zone, fresh=True)
            else:
                dealing_errors.extra_card(play, IN_A_HAND[zone], card)
