"""Cards that come to rest somewhere, or leave: which of it is play, and which is not."""

from msgspec.structs import replace

from controller.contract.observations import CardAt, CardLeft
from controller.contract.private import HoleCardSeen
from controller.contract.public import CardDealt, TurnStarted
from controller.contract.scans import zone_seat
from controller.houses.model import House
from controller.table import deal_errors
from controller.table.actions import act, note_mucked
from controller.table.betting import to_call
from controller.table.board import (
    after_mending,
    between_rounds,
    board_card,
    burn_due,
    burned,
    is_more_of_it,
    more_of_it,
)
from controller.table.dead import hand_gone
from controller.table.deck import deck_error
from controller.table.hands import can_start, deal_card, due_seat, end_deal, start_hand
from controller.table.irregular import found
from controller.table.rulings import active, progress, stops_play
from controller.table.showdown import muck_hand, table_hand
from controller.table.state import ALL_IN, FOLDED, LIVE, Hand, Out, Table, put


def resume(table: Table, house: House, out: Out) -> Table:
    """Give the hand back to the players, now that no ruling stops them."""
    hand = table.hand
    if hand is None or hand.phase == "over" or stops_play(table):
        return table
    if hand.phase == "dealing":
        return table if due_seat(hand) else end_deal(table, house, out)
    street = hand.street
    table = after_mending(table, house, out)
    hand = table.hand or hand
    if hand.phase == "betting" and hand.street == street and hand.turn:
        out.say(TurnStarted(hand.turn, to_call(table, hand, hand.turn)))
    return table


def card_at(table: Table, seen: CardAt, house: House, out: Out) -> Table:
    """Take a card that has come to rest in a zone."""
    hand = table.hand
    running = hand is not None and hand.phase != "over"
    if seen.deck != 1:
        if not running:
            return table
        return found(table, house, out, deck_error(table, seen), seat=zone_seat(seen.zone))[0]
    fresh = hand is not None and seen.card not in hand.seen
    if fresh and running and not table.rulings and seen.zone.startswith("hand."):
        return _dealt(table, seen, house, out)
    came_from = table.places.get(seen.card, "")
    table = _placed(table, seen, fresh=fresh and running)
    if not running:
        if table.rulings:
            table = progress(table, house, out, resume, seen.card, seen.zone)
        return _first_card(table, seen, house, out)
    ruling = active(table) if table.rulings else None
    if ruling is not None and stops_play(table):
        if is_more_of_it(ruling, seen, fresh):
            table = more_of_it(table, house, out, ruling)
        elif fresh and seen.zone.startswith("hand."):
            table = _replacement(table, seen, out)
    else:
        table = _in_play(table, seen, house, out, came_from, fresh=fresh)
    if not table.rulings:
        return table
    return progress(table, house, out, resume, seen.card, seen.zone)


def card_left(table: Table, seen: CardLeft, house: House, out: Out) -> Table:
    """Note that a card is in no antenna's field any more."""
    if seen.deck != 1:
        return table
    hand = table.hand
    if hand is not None and hand.phase != "over":
        hand = _lying(hand, seen.card, "", fresh=False)
    table = replace(table, hand=hand, places={**table.places, seen.card: ""})
    if table.rulings:
        return progress(table, house, out, resume, seen.card, "")
    return table


def _placed(table: Table, seen: CardAt, *, fresh: bool) -> Table:
    """Note where a card lies now, and since when; board and burns in their order."""
    card, zone, hand, since = seen.card, seen.zone, table.hand, table.since
    if zone in ("board", "burn"):
        since = {**since, card: seen.since}
    if hand is not None and hand.phase != "over":
        hand = _lying(hand, card, zone, fresh=fresh)
    return replace(table, hand=hand, places={**table.places, card: zone}, since=since)


def _lying(hand: Hand, card: str, zone: str, *, fresh: bool) -> Hand:
    """Give the hand with a card in a zone, the last of those that lie there."""
    changes: dict[str, object] = {}
    if zone == "board" or card in hand.board:
        others = tuple([c for c in hand.board if c != card])
        changes["board"] = (*others, card) if zone == "board" else others
    if zone == "burn" or card in hand.burns:
        others = tuple([c for c in hand.burns if c != card])
        changes["burns"] = (*others, card) if zone == "burn" else others
    if zone == "shoe":
        changes["left_shoe"] = (*hand.left_shoe, card)
    elif fresh:
        changes["seen"] = (*hand.seen, card)
    return replace(hand, **changes) if changes else hand


def _first_card(table: Table, seen: CardAt, house: House, out: Out) -> Table:
    """Start a hand with the first card that is dealt once the table is clean."""
    if not seen.zone.startswith("hand."):
        return table
    clean = all(not zone or card == seen.card for card, zone in table.places.items())
    if not clean or can_start(table, house):
        return table
    table = start_hand(table, house, out)
    hand = table.hand
    assert hand is not None
    return _dealt(table, seen, house, out)


def holder(hand: Hand, card: str) -> int:
    """Give the seat that a hole card was dealt to, 0 for any other card."""
    for seat, held in enumerate(hand.holes):
        if card in held:
            return seat
    return 0


def _in_play(
    table: Table, seen: CardAt, house: House, out: Out, came_from: str, *, fresh: bool
) -> Table:
    hand = table.hand
    assert hand is not None
    zone = seen.zone
    if zone == "muck" and (owner := holder(hand, seen.card)):
        return _mucked(table, hand, house, out, owner)
    if zone == "burn" or (zone == "muck" and fresh and burn_due(hand, house)):
        return burned(table, house, out, seen.card) if fresh else table
    if zone == "board":
        if fresh:
            return board_card(table, house, out)
        return _misplaced(table, house, out, seen.card, came_from)
    seat = zone_seat(zone)
    if zone.startswith("hand."):
        if fresh:
            return _dealt(table, seen, house, out)
        if holder(hand, seen.card) not in {0, seat}:
            return deal_errors.mixed(table, house, out, seat, seen.card)
        return table
    if zone.startswith("bet."):
        return _beyond_line(table, hand, house, out, seat)
    return table


def _misplaced(table: Table, house: House, out: Out, card: str, came_from: str) -> Table:
    hand = table.hand
    assert hand is not None
    if came_from in {"", "board"} and not holder(hand, card):
        return table
    street = hand.street if not between_rounds(hand) else hand.street + 1
    names = ("preflop", "flop", "turn", "river")
    return found(table, house, out, "board.misplaced", street=names[min(street, 3)], cards=(card,))[
        0
    ]


def _dealt(table: Table, seen: CardAt, house: House, out: Out) -> Table:
    """Take a card of the stub that has come to a seat's hand."""
    hand = table.hand
    assert hand is not None
    seat, due = zone_seat(seen.zone), due_seat(hand)
    if hand.phase not in {"posting", "dealing"} or not due:
        table = _placed(table, seen, fresh=True)
        table = deal_errors.extra_card(table, house, out, seat, seen.card)
        return progress(table, house, out, resume, seen.card, seen.zone)
    kind, concerned = ("", 0) if seat == due else deal_errors.deal_error(hand, seat)
    table = deal_card(table, out, seen.card, seat)
    if kind:
        table = deal_errors.wrong_deal(table, house, out, kind, concerned, seen.card)
        return progress(table, house, out, resume, seen.card, seen.zone)
    if hand.dealt + 1 < 2 * len(hand.entitled) or table.rulings:
        return table
    return end_deal(table, house, out)


def _replacement(table: Table, seen: CardAt, out: Out) -> Table:
    """Take the card that a seat gets in the place of one that was taken from it."""
    hand = table.hand
    assert hand is not None
    seat = zone_seat(seen.zone)
    ruling = active(table)
    if ruling is None or ruling.step is None or ruling.step.word != "deal":
        return table
    if ruling.step.seat != seat or seat not in hand.entitled:
        return table
    table = deal_errors.replaced(table, seat, seen.card)
    out.say(CardDealt(seat, len((table.hand or hand).holes[seat])))
    out.whisper(HoleCardSeen(seat, seen.card))
    return table


def _mucked(table: Table, hand: Hand, house: House, out: Out, seat: int) -> Table:
    if hand.status[seat] in (LIVE, ALL_IN):
        if hand.turn == seat:
            table = act(table, house, out, seat, "fold")
        elif hand.phase == "showdown" and not hand.shown[seat] and len(hand.live()) > 1:
            all_in = hand.status[seat] == ALL_IN or hand.face_up
            rule = house.showdown
            if rule.all_in_may_muck.value if all_in else rule.loser_may_muck.value:
                return note_mucked(muck_hand(table, house, out, seat), out, seat)
            return found(
                table, house, out, "hand.muck", seat=seat, tags={"all-in" if all_in else "showdown"}
            )[0]
        elif not hand.shown[seat]:
            table = hand_gone(table, house, out, seat)
    after = table.hand
    if after is not None and after.status[seat] == FOLDED:
        table = note_mucked(table, out, seat)
    return table


def _beyond_line(table: Table, hand: Hand, house: House, out: Out, seat: int) -> Table:
    if hand.status[seat] not in (LIVE, ALL_IN) or not hand.holes[seat]:
        return table
    if not all(table.places.get(card) == f"bet.{seat}" for card in hand.holes[seat]):
        return table
    if hand.phase == "showdown" or hand.face_up:
        return table_hand(table, house, out, seat)
    meaning = house.cards.beyond_line.value
    if meaning == "live":
        return table
    if meaning == "folded" and hand.turn == seat:
        return act(table, house, out, seat, "fold")
    table, remedy = found(table, house, out, "hand.line", seat=seat)
    if remedy.outcome == "dead":
        return hand_gone(table, house, out, seat, known=True)
    return table


def covered(hand: Hand, seat: int) -> Hand:
    """Give the hand with a seat's cards covered again."""
    return replace(hand, shown=put(hand.shown, seat, ()))
