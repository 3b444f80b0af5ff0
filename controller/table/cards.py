"""Cards that come to rest somewhere, or leave: which of it is play, and which is not."""

from msgspec.structs import replace

from controller.contract.observations import CardAt, CardLeft
from controller.contract.private import HoleCardSeen
from controller.contract.public import CardDealt, TurnStarted
from controller.contract.scans import zone_seat
from controller.houses.model import House
from controller.table import deal_errors
from controller.table.actions import act, note_mucked
from controller.table.after_hand import looked_on
from controller.table.betting import to_call
from controller.table.board import (
    after_mending,
    between_rounds,
    board_card,
    board_tags,
    burn_due,
    burned,
    is_more_of_it,
    more_of_it,
    next_street,
)
from controller.table.dead import (
    beyond_line,
    hand_gone,
    killed_though_tabled,
    mucked_at_showdown,
)
from controller.table.dealing import in_the_dark, take_card
from controller.table.deck import stranger
from controller.table.hands import can_start, due_seat, end_deal, start_hand
from controller.table.irregular import found
from controller.table.rulings import LOST_CARD, active, progress, stops_play, stray
from controller.table.showdown import table_hand
from controller.table.state import ALL_IN, BOARD_CARDS, FOLDED, LIVE, STREETS, Hand, Out, Table, put
from controller.table.two_decks import in_play

_OF_THE_MUCK = frozenset({"hand.muck", "hand.taken"})


def resume(table: Table, house: House, out: Out) -> Table:
    """Return the hand back to the players, now that no ruling stops them."""
    hand = table.hand
    if hand is None or hand.phase == "over" or stops_play(table):
        return table
    if hand.phase == "dealing":
        return table if due_seat(hand) else end_deal(table, house, out)
    street = hand.street
    if hand.gone:
        table = _gone_meanwhile(table, house, out)
    table = after_mending(table, house, out)
    hand = table.hand or hand
    if hand.phase == "betting" and hand.street == street and hand.turn:
        out.say(TurnStarted(hand.turn, to_call(table, hand, hand.turn)))
    return table


def _gone_meanwhile(table: Table, house: House, out: Out) -> Table:
    """Rule on the hands that have come to the muck while a ruling stopped the table."""
    hand = table.hand
    assert hand is not None
    gone = hand.gone
    table = replace(table, hand=replace(hand, gone=()))
    for seat in gone:
        hand = table.hand
        if hand is None or hand.phase == "over" or stops_play(table):
            return table
        if any(table.places.get(card) == "muck" for card in hand.holes[seat]):
            table = _mucked(table, hand, house, out, seat)
    return table


def card_at(table: Table, seen: CardAt, house: House, out: Out) -> Table:
    """Take a card that has come to rest in a zone."""
    table, seen = in_play(table, seen)
    hand = table.hand
    running = hand is not None and hand.phase != "over"
    if seen.deck != 1:
        return stranger(table, seen, house, out, zone_seat(seen.zone)) if running else table
    fresh = hand is not None and seen.card not in hand.seen
    if fresh and running and not table.rulings and seen.zone.startswith("hand."):
        return _dealt(table, seen, house, out)
    came_from = table.places.get(seen.card, "")
    table = _placed(table, seen, came_from, fresh=fresh and running)
    if not running:
        if table.rulings:
            table = progress(table, house, out, resume, seen.card, seen.zone)
        if fresh and hand is not None and seen.zone == "board":
            looked_on(table, hand, house, out)
        return _first_card(table, seen, house, out)
    ruling = active(table) if table.rulings else None
    if ruling is not None and stops_play(table):
        # Of several, the one that was found last is the one that grows.
        growing = next((r for r in table.rulings[::-1] if is_more_of_it(r, seen, fresh)), None)
        if growing is not None:
            table = more_of_it(table, house, out, growing)
        elif fresh and deal_errors.is_one_more(ruling, zone_seat(seen.zone)):
            table = deal_errors.one_more(table, house, out, ruling, zone_seat(seen.zone))
        else:
            if fresh and seen.zone.startswith("hand."):
                table = _replacement(table, seen, out)
            if seen.zone == "muck":
                table = _muck_stopped(table, seen.card)
            table = stray(table, out, seen.card, seen.zone, fresh=fresh)
    else:
        table = _in_play(table, seen, house, out, came_from, fresh=fresh)
    if not table.rulings:
        return table
    return progress(table, house, out, resume, seen.card, seen.zone)


def card_left(table: Table, seen: CardLeft, house: House, out: Out) -> Table:
    """Record that a card is in no antenna's field any more."""
    table, seen = in_play(table, seen)
    if seen.deck != 1:
        return table
    hand = table.hand
    if hand is not None and hand.phase != "over":
        hand = _lying(table, hand, seen.card, "", fresh=False)
        if seen.zone.startswith("hand.") and seen.card not in hand.touched:
            hand = replace(hand, touched=(*hand.touched, seen.card))
    table = replace(table, hand=hand, places={**table.places, seen.card: ""})
    if table.rulings:
        return progress(table, house, out, resume, seen.card, "")
    return table


def _placed(table: Table, seen: CardAt, came_from: str, *, fresh: bool) -> Table:
    """Record where a card lies now, and since when; board and burns in their order."""
    card, zone, hand, since = seen.card, seen.zone, table.hand, table.since
    if zone in ("board", "burn"):
        since = {**since, card: seen.since}
    if hand is not None and hand.phase != "over":
        # A card thrown where it does not belong is neither a board card nor a burn.
        belongs = fresh or zone not in ("board", "burn") or _belongs(table, hand, card, came_from)
        hand = _lying(table, hand, card, zone if belongs else "", fresh=fresh)
    return replace(table, hand=hand, places={**table.places, card: zone}, since=since)


def _belongs(table: Table, hand: Hand, card: str, came_from: str) -> bool:
    if any(card in step.cards for ruling in table.rulings for step in ruling.steps):
        return True
    return came_from in ("", "board", "shoe") and not holder(hand, card)


def _lying(table: Table, hand: Hand, card: str, zone: str, *, fresh: bool) -> Hand:
    """Return the hand with a card in a zone, the last of those that lie there.

    The cards of a street that has been opened are the board wherever they lie, as long as no
    ruling takes them from there.
    """
    if zone == "muck" and not fresh and card not in hand.board and card not in hand.burns:
        return hand
    changes: dict[str, object] = {}
    if card in hand.board[: BOARD_CARDS[hand.street]] and not _board_is_mended(table):
        pass
    elif zone == "board" or card in hand.board:
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


def _board_is_mended(table: Table) -> bool:
    """Return whether a ruling on the board stops play now: its cards may be taken away."""
    ruling = active(table)
    return ruling is not None and bool(ruling.street) and stops_play(table)


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
    """Return the seat that a hole card was dealt to, 0 for any other card."""
    for seat, held in enumerate(hand.holes):
        if card in held:
            return seat
    return 0


def _in_play(
    table: Table, seen: CardAt, house: House, out: Out, came_from: str, *, fresh: bool
) -> Table:
    hand = table.hand
    assert hand is not None
    zone, card = seen.zone, seen.card
    if zone == "muck" and (owner := holder(hand, card)):
        return _mucked(table, hand, house, out, owner)
    if zone.startswith("hand."):
        if fresh:
            return _dealt(table, seen, house, out)
        return _in_a_hand(table, hand, house, out, seen, came_from)
    if zone.startswith("bet."):
        return _beyond_line(table, hand, house, out, zone_seat(zone))
    if fresh and zone in ("burn", "board") and deal_errors.begun_too_soon(table):
        if table.blind_zones:
            table = _deal_in_the_dark(table, house, out)
        if deal_errors.begun_too_soon(table):
            return deal_errors.too_few(table, house, out)
    if came_from == "board" and zone in ("burn", "muck"):
        return _misplaced(table, house, out, card, "from-board")
    if zone == "burn" or (zone == "muck" and fresh and burn_due(hand, house)):
        return burned(table, house, out, card) if fresh else table
    if zone == "board":
        if fresh:
            return board_card(table, house, out)
        if card in hand.board[: BOARD_CARDS[hand.street]]:
            return table
        if came_from in ("", "board", "shoe") and not holder(hand, card):
            # It has been seen before, and has come out of the stub again.
            return board_card(table, house, out) if came_from != "board" else table
        return _misplaced(table, house, out, card, "to-board")
    return table


def _in_a_hand(
    table: Table, hand: Hand, house: House, out: Out, seen: CardAt, came_from: str
) -> Table:
    """Judge a card that has been seen before and lies before a seat now."""
    seat, owner = zone_seat(seen.zone), holder(hand, seen.card)
    if owner == seat:
        return table
    if owner:
        return deal_errors.mixed(table, house, out, seat, seen.card, owner)
    if came_from == "board":
        return _misplaced(table, house, out, seen.card, "from-board")
    if hand.holes[seat] and seen.card in (*hand.exposed, *hand.burns):
        return deal_errors.mixed_with_dead(table, house, out, seat, seen.card)
    return table


def _misplaced(table: Table, house: House, out: Out, card: str, way: str) -> Table:
    """Rule on a card that lies on the board and does not belong there, or the other way round."""
    hand = table.hand
    assert hand is not None
    street = next_street(hand) if between_rounds(hand) else STREETS[max(hand.street, 1)]
    tags = board_tags(table, house, "board.misplaced", street) | {way}
    kind = "board.misplaced"
    return found(table, house, out, kind, street=street, tags=tags, cards=(card,))[0]


def _dealt(table: Table, seen: CardAt, house: House, out: Out) -> Table:
    """Take a card of the stub that has come to a seat's hand."""
    hand = table.hand
    assert hand is not None
    seat = zone_seat(seen.zone)
    due = due_seat(hand) if hand.phase in ("dealing", "posting") else 0
    if not due:
        if LOST_CARD in hand.holes[seat]:
            return deal_errors.found_again(table, out, seen.card, seat)
        table = _placed(table, seen, "", fresh=True)
        table = deal_errors.extra_card(table, house, out, seat, seen.card)
        if len(hand.holes[seat]) < 2 and hand.holes[seat] and table.rulings:
            table = _replacement(table, seen, out)
    else:
        table = take_card(table, house, out, seen, seat, due)
    if not table.rulings:
        return table
    return progress(table, house, out, resume, seen.card, seen.zone)


def _deal_in_the_dark(table: Table, house: House, out: Out) -> Table:
    """Let a deal be complete whose last cards went to seats that can't be read."""
    table = in_the_dark(table, out, 0)
    hand = table.hand
    complete = hand is not None and hand.phase == "dealing" and not due_seat(hand)
    return end_deal(table, house, out) if complete else table


def play_begins(table: Table, house: House, out: Out) -> Table:
    """Find that the deal is not complete though somebody acts."""
    if table.blind_zones:
        table = _deal_in_the_dark(table, house, out)
    if not deal_errors.begun_too_soon(table):
        return table
    return progress(deal_errors.too_few(table, house, out), house, out, resume)


def _replacement(table: Table, seen: CardAt, out: Out) -> Table:
    """Take the card that a seat gets in the place of one that was taken from it."""
    hand = table.hand
    assert hand is not None
    seat = zone_seat(seen.zone)
    ruling = active(table)
    if ruling is None or ruling.step is None or seat not in hand.entitled:
        return table
    if not any(s.word == "deal" and s.seat == seat for s in ruling.steps[ruling.done :]):
        return table
    table = deal_errors.replaced(table, seat, seen.card)
    out.say(CardDealt(seat, len((table.hand or hand).holes[seat])))
    out.whisper(HoleCardSeen(seat, seen.card))
    return table


def _mucked(table: Table, hand: Hand, house: House, out: Out, seat: int) -> Table:
    if hand.status[seat] in (LIVE, ALL_IN):
        if hand.turn == seat:
            table = act(table, house, out, seat, "fold")
        elif hand.shown[seat]:
            return killed_though_tabled(table, house, out, seat)
        elif hand.phase == "showdown":
            table = mucked_at_showdown(table, house, out, seat)
        else:
            table = hand_gone(table, house, out, seat)
    after = table.hand
    if after is not None and after.status[seat] == FOLDED:
        table = note_mucked(table, out, seat)
    return table


def _muck_stopped(table: Table, card: str) -> Table:
    """Record a live hand that comes to the muck while a ruling stops the table."""
    hand = table.hand
    seat = holder(hand, card) if hand is not None else 0
    if hand is None or not seat or hand.status[seat] not in (LIVE, ALL_IN) or seat in hand.gone:
        return table
    if any(r.seat == seat and r.kind in _OF_THE_MUCK for r in table.rulings):
        # Its first card is what the ruling is about.
        return table
    return replace(table, hand=replace(hand, gone=(*hand.gone, seat)))


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
    return beyond_line(table, house, out, seat)


def covered(hand: Hand, seat: int) -> Hand:
    """Return the hand with a seat's cards covered again."""
    return replace(hand, shown=put(hand.shown, seat, ()))
