"""Burns and board cards: the streets as they should come, and every way in which they don't."""

from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.contract.private import CardBurnedFace
from controller.contract.public import BoardChanged, BoardDealt, CardBurned, Street
from controller.houses.model import House
from controller.table.actions import gather, open_street
from controller.table.irregular import found, in_order, order_known, street_cards
from controller.table.rulings import active, re_rule
from controller.table.state import BOARD_CARDS, STREETS, Hand, Out, Ruling, Table


def burn_due(hand: Hand, house: House) -> bool:
    """Return whether a card is burned before the next street is dealt."""
    return house.deal.burn.value and hand.street < 3 and hand.burned_for <= hand.street


def next_street(hand: Hand) -> Street:
    """Return the street that comes next; the river stays the river."""
    return STREETS[min(hand.street + 1, 3)]


def between_rounds(hand: Hand) -> bool:
    """Return whether a street is due: the betting of the last one is over."""
    return hand.phase in {"board", "showdown"} and hand.street < 3


def burned(table: Table, house: House, out: Out, card: str) -> Table:
    """Take a card of the stub that has come to the burns.

    One that is burned while a betting round runs is the burn of the next street, come early:
    nothing has been shown by it.
    """
    hand = table.hand
    assert hand is not None
    if between_rounds(hand):
        table = gather(table, out)
        hand = table.hand or hand
    burns = house.deal.burn.value and hand.street < 3
    too_many = not burns or hand.burned_for > hand.street
    street = next_street(hand)
    out.say(CardBurned(street))
    out.whisper(CardBurnedFace(card))
    hand = replace(hand, burned_for=max(hand.burned_for, hand.street + 1))
    table = replace(table, hand=hand)
    return find_board(table, house, out, "board.extra-burn", street) if too_many else table


def board_card(table: Table, house: House, out: Out) -> Table:
    """Take a card of the stub that has come to the board."""
    hand = table.hand
    assert hand is not None
    if not between_rounds(hand):
        return _unexpected(table, house, out)
    table = gather(table, out)
    hand = table.hand or hand
    street = next_street(hand)
    if burn_due(hand, house) and "burn" not in table.blind_zones:
        return find_board(table, house, out, "board.no-burn", street)
    if len(hand.board) < BOARD_CARDS[hand.street + 1]:
        return table
    return lay_street(table, house, out)


def lay_street(table: Table, house: House, out: Out) -> Table:
    """Open the street whose cards lie on the board now."""
    hand = table.hand
    assert hand is not None
    street = hand.street + 1
    hand = replace(hand, board=_in_deck_order(hand, street), street=street)
    out.say(BoardDealt(STREETS[street], hand.board[BOARD_CARDS[street - 1] :], hand.board))
    if hand.mended:
        out.say(BoardChanged(hand.board))
        hand = replace(hand, mended=False)
    return open_street(replace(table, hand=hand), house, out)


def _in_deck_order(hand: Hand, street: int) -> tuple[str, ...]:
    """Return the board with a mended street's cards as they came from the deck."""
    if not hand.mended:
        return hand.board
    before = BOARD_CARDS[street - 1]
    fresh = list(hand.board[before:])
    deck = hand.left_shoe if all(card in hand.left_shoe for card in fresh) else hand.seen
    fresh.sort(key=deck.index)
    return (*hand.board[:before], *fresh)


def _unexpected(table: Table, house: House, out: Out) -> Table:
    """Rule on a board card that is not due: one too many, or a street before its time."""
    hand = table.hand
    assert hand is not None
    untouched = hand.phase == "betting" and not hand.acts and hand.burned_for <= hand.street
    if hand.street == 3 or (hand.street > 0 and untouched):
        return find_board(table, house, out, "board.extra-card", STREETS[hand.street])
    return find_board(table, house, out, "board.premature", next_street(hand))


def find_board(table: Table, house: House, out: Out, kind: str, street: Street) -> Table:
    """Find a board error and rule on it by what is known of it now."""
    tags = board_tags(table, house, kind, street)
    cards = street_cards(table, street)
    return found(table, house, out, kind, street=street, tags=tags, cards=cards)[0]


def board_tags(table: Table, house: House, kind: str, street: Street) -> frozenset[str]:
    """Describe a board error in the words of `Remedy.when`."""
    hand = table.hand
    assert hand is not None
    cards = street_cards(table, street)
    judged = cards
    if kind == "board.extra-burn":
        judged = (*in_order(table, hand.burns)[-2:], *cards)
    known = order_known(table, judged)
    acted = bool(hand.acts) and STREETS[hand.street] == street
    burned_for = hand.burned_for >= STREETS.index(street) or not house.deal.burn.value
    return frozenset(
        {
            street,
            "order-known" if known else "order-unknown",
            "acted" if acted else "not-acted",
            "burned" if burned_for else "not-burned",
            "on-board" if cards else "before-board",
        }
    )


def more_of_it(table: Table, house: House, out: Out, ruling: Ruling) -> Table:
    """Rule again on a board error to which another card of the same motion belongs."""
    hand = table.hand
    assert hand is not None
    street = next_street(hand) if ruling.kind == "board.extra-burn" else ruling.street
    if street_cards(table, street) and not between_rounds(hand) and "burn" in ruling.kind:
        # A street has come before its time, besides the burn.
        return _unexpected(table, house, out)
    tags = board_tags(table, house, ruling.kind, ruling.street)  # type: ignore[arg-type]
    cards = street_cards(table, ruling.street)
    return re_rule(table, house, out, ruling, tags, cards)[0]


def is_more_of_it(ruling: Ruling, seen: CardAt, fresh: bool) -> bool:
    """Return whether a card belongs to the board error that has just been ruled on."""
    if not ruling.kind.startswith("board.") or ruling.done or not fresh:
        return False
    if ruling.kind == "board.misplaced":
        return False
    step = ruling.step
    if seen.zone == "burn":
        return ruling.kind == "board.extra-burn" and "before-board" in ruling.tags
    awaited = step is not None and (step.word == "burn" or (step.word == "deal" and step.count))
    return seen.zone == "board" and not awaited


def after_mending(table: Table, house: House, out: Out) -> Table:
    """Go on with the board as it lies now that its ruling lets play go on."""
    hand = table.hand
    assert hand is not None
    if between_rounds(hand) and len(hand.board) == BOARD_CARDS[hand.street + 1]:
        return lay_street(table, house, out)
    if hand.mended:
        out.say(BoardChanged(hand.board))
        return replace(table, hand=replace(hand, mended=False))
    return table


def as_if_dealt(table: Table, house: House, out: Out) -> Table:
    """Rule again on a board error because somebody has acted on it, where that counts."""
    ruling = active(table)
    hand = table.hand
    if ruling is None or hand is None or ruling.done or hand.phase == "over":
        return table
    if not ruling.kind.startswith("board.") or "not-acted" not in ruling.tags:
        return table
    due = between_rounds(hand)
    if due and len(hand.board) < BOARD_CARDS[hand.street + 1]:
        return table
    if not due and (hand.phase != "betting" or STREETS[hand.street] != ruling.street):
        return table
    if due and len(hand.board) > BOARD_CARDS[hand.street + 1]:
        ruling = replace(ruling, kind="board.extra-card")
    tags = board_tags(table, house, ruling.kind, ruling.street)  # type: ignore[arg-type]
    acted = (tags - {"not-acted"}) | {"acted"}
    row = house.remedy(ruling.kind, acted)
    if row == house.remedy(ruling.kind, acted - {"acted"} | {"not-acted"}):
        return table
    table = re_rule(table, house, out, ruling, acted, ruling.cards)[0]
    return lay_street(table, house, out) if due else table
