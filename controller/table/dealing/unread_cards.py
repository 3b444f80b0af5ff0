"""Hole cards that no antenna read during the deal, recognised when they are read elsewhere.

While a seat's antenna is lost, the cards dealt to that seat are not read and remain unknown. Other
antennas can still read them beyond the seat's line or in the muck, where they count as the seat's
cards, not as cards from the stub.
"""

from typing import Final

from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.table.dealing.deal import found_again
from controller.table.dealing.dealing_errors import extra_card, lacks_cards
from controller.table.rulings import stops_play
from controller.table.showdown import next_to_show
from controller.table.state import (
    BET_ZONES,
    FOLDED,
    GIVEN_UP,
    HAND_ZONES,
    IN_A_HAND,
    IN_FRONT,
    LET_GO,
    LOST_CARD,
    Hand,
    Play,
    Showdown,
    Table,
    put,
    without,
)

LACKING_MS: Final = 5_000
"""The time (ms) after which cards count as missing if a recovered antenna has not read them."""


def comes_to_light(play: Play, seen: CardAt, *, burn_due: bool) -> None:
    """Check a newly read card; if it can be one of a seat's unread cards, count it as that card.

    The conditions depend on the zone. In a seat's own hand zone, the card counts immediately, even
    while a ruling stops the table. Beyond a seat's betting line, all the unread cards of that seat
    must be together, because a single card may be a stub card sliding past. If a complete hand is
    already there at the showdown, the card is ruled on as an extra card. In the muck or on the
    burns, the card is assigned to a seat that has folded, is to act, or must show. It is assigned
    to none if a burn is due there (`burn_due`).
    """
    hand = play.hand
    if hand.before_betting:
        return
    if seen.card not in hand.seen and LOST_CARD in hand.holes[IN_A_HAND.get(seen.zone, 0)]:
        found_again(play, seen.card, IN_A_HAND[seen.zone])
        return
    if seen.zone in IN_FRONT:
        seat = IN_FRONT[seen.zone]
        lie = _unknown_beyond_line(play, seen)
        if lie and _lets_go_of_all(play, seat, seen.card, len(lie)):
            for card in lie:
                found_again(play, card, seat)
                play.lay(card, seen.zone)
        elif lie and _shows_one_too_many(play, seat):
            extra_card(play, seat, seen.card)
    elif burn_due or seen.zone not in GIVEN_UP or seen.card in hand.seen:
        return
    elif seat := _gives_up(play):
        found_again(play, seen.card, seat)


def _unknown_beyond_line(play: Play, seen: CardAt) -> list[str]:
    """Return the cards new in this hand that are in the same bet zone as the card just read.

    The card itself is included if it is new.
    """
    places = {**play.table.places, seen.card: seen.zone}
    return [c for c, at in places.items() if at == seen.zone and c not in play.hand.seen]


def _lets_go_of_all(play: Play, seat: int, last: str, unknown: int) -> bool:
    """Return whether the `unknown` cards beyond a seat's line can be that seat's unread cards.

    There must be exactly as many of them as the seat has unread cards, and its other cards must be
    beyond a line or on the pot. `last` is the card that was just read.
    """
    held, places = play.hand.holes[seat], play.table.places
    others = [card for card in held if card not in {LOST_CARD, last}]
    return unknown == held.count(LOST_CARD) and all(places.get(c) in LET_GO for c in others)


def _shows_one_too_many(play: Play, seat: int) -> bool:
    """Return whether another card beyond a seat's betting line is one too many for its hand.

    That is so at the showdown if the complete hand is already there and the seat's own hand zone
    can't be read.
    """
    if HAND_ZONES[seat] not in play.table.devices.blind_zones or not _no_card_to_come(play.hand):
        return False
    places, in_front = play.table.places, BET_ZONES[seat]
    return all(places.get(card) == in_front for card in play.hand.holes[seat])


def _gives_up(play: Play) -> int:
    """Return the seat presumed to have mucked an unread card, or 0 if no seat qualifies.

    A seat that has folded is preferred, especially one that already has a card in the muck. Next
    are the seat to act and, at the showdown, a seat that must show.
    """
    hand = play.hand
    unread = [seat for seat in hand.entitled if LOST_CARD in hand.holes[seat]]
    if folded := [seat for seat in unread if hand.status[seat] is FOLDED]:
        return max(folded, key=lambda seat: seat in hand.mucked)
    if hand.turn in unread:
        return hand.turn
    return _mucks_at_showdown(play, unread) if _no_card_to_come(hand) else 0


def _no_card_to_come(hand: Hand) -> bool:
    return type(hand.stage) is Showdown and not hand.street_due


def _mucks_at_showdown(play: Play, unread: list[int]) -> int:
    hand = play.hand
    live = [seat for seat in unread if hand.can_win(seat)]
    due = next_to_show(play.table, hand, play.house)
    return due if due in live else live[0] if len(live) == 1 else 0


def lacking_until(table: Table, hand: Hand) -> int | None:
    """Return when to rule on a hand that seems to have too few cards (ms of table time), or None.

    A hand seems to have too few cards if its antenna is back, and reads some of its cards but not
    the others. If it reads none, the player may be holding the whole hand. Return None if a card
    was exposed, because in that case a ruling has completed the deal.
    """
    back = table.devices.back
    if not back or not hand.running or hand.before_betting or stops_play(table):
        return None
    if hand.cards.exposed:
        return None
    since = [at for zone, at in back.items() if _reads_a_part(table, hand, zone)]
    return min(since) + LACKING_MS if since else None


def _reads_a_part(table: Table, hand: Hand, zone: str) -> bool:
    seat = IN_A_HAND.get(zone, 0)
    held = hand.holes[seat]
    if LOST_CARD not in held or not hand.can_win(seat):
        return False
    known = [card for card in held if card != LOST_CARD]
    return bool(known) and all(table.places.get(card) == zone for card in known)


def judge_lacking(play: Play) -> None:
    """Rule on a hand that has too few cards according to its antenna, which has come back."""
    if play.must_wait(lacking_until(play.table, play.hand)):
        return
    hand, back = play.hand, play.table.devices.back
    parts = [zone for zone in back if _reads_a_part(play.table, hand, zone)]
    seat = IN_A_HAND[min(parts, key=lambda zone: back[zone])]
    known, seen = hand.holes[seat], hand.seen
    while LOST_CARD in known:
        known, seen = without(known, LOST_CARD), without(seen, LOST_CARD)
    missing = len(hand.holes[seat]) - len(known)
    play.hand = replace(hand, holes=put(hand.holes, seat, known), seen=seen)
    lacks_cards(play, seat, missing)


def note_moved(play: Play, zone: str) -> None:
    """Restart the wait for unread cards if a card moves in a zone whose antenna has come back."""
    back = play.table.devices.back
    if zone in back and not play.hand.before_betting:
        play.devices(back={**back, zone: play.at})
