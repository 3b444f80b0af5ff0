"""Burns and board cards: the regular streets, and every way in which they can go wrong."""

from collections.abc import Collection, Iterable
from typing import Final

from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.contract.private import CardBurnedFace
from controller.contract.public import (
    BoardChanged,
    BoardDealt,
    CardBurned,
    IrregularityFound,
    RulingClosed,
)
from controller.contract.rules import BOARD_ERRORS, Closing, Kind, Street
from controller.houses.model import House
from controller.table.betting import gather, open_street
from controller.table.between_hands import on_street
from controller.table.chips import in_front_now
from controller.table.rulings import active, burns_unread, found, in_hand, next_goal, re_rule
from controller.table.state import (
    GIVEN_UP,
    LET_GO,
    LOST_CARD,
    PLACE,
    STREETS,
    Betting,
    Cards,
    Hand,
    Play,
    Ruling,
    in_order,
    order_known,
    side_by_side,
    street_cards,
    without,
)

ASTRAY_MS: Final = 5_000
"""How long after a missing-burn ruling a card may be moved from the board to the burns (ms).

If that happens, the card was the burn, and was first put on the board by mistake.
"""
IN_A_ROW_MS: Final = 1_500
"""The longest time (ms) between the third flop card and a fourth card dealt in the same row."""
BURN: Final = "burn"
BURNS_COUNT = frozenset({Kind.BOARD_NO_BURN, Kind.BOARD_EXTRA_BURN})


def burn_due(hand: Hand, house: House) -> bool:
    """Return whether a card must be burned before the next street is dealt."""
    return (
        house.deal.burn.value
        and hand.cards.burned_for <= hand.street
        and hand.street < hand.game.last_street
    )


def next_street(hand: Hand) -> Street:
    """Return the street after the current one, or the game's last street if there is none."""
    return STREETS[min(hand.street + 1, hand.game.last_street)]


def burned(play: Play, card: str) -> None:
    """Handle a card from the stub that has been burned.

    During a betting round, it counts as an early burn for the next street. If an earlier burn was
    not read when it was made, the card counts as that burn. A burn that is not needed is ruled on.
    """
    if _read_late(play, card):
        return
    if play.hand.street_due:
        gather(play)
    hand = play.hand
    too_many = not burn_due(hand, play.house)
    street = next_street(hand)
    play.say(CardBurned(street))
    play.whisper(CardBurnedFace(card))
    play.cards(burned_for=max(hand.cards.burned_for, hand.street + 1))
    count_as_burn(play, card)
    if too_many:
        find_board(play, Kind.BOARD_EXTRA_BURN, street)


def _read_late(play: Play, card: str) -> bool:
    """Return whether a card is an earlier burn that was not read; if so, count it as that burn.

    If a burn is due now, the card is that burn, not an earlier one.
    """
    hand = play.hand
    burns = hand.cards.burns
    if LOST_CARD not in burns or (hand.street_due and burn_due(hand, play.house)):
        return False
    play.cards(burns=(*without(without(burns, LOST_CARD), card), card))
    play.whisper(CardBurnedFace(card))
    return True


def burn_laid_astray(play: Play, seen: CardAt) -> None:
    """Withdraw a ruling on a missing burn if its board card is soon moved to the burns.

    That card was meant as the burn, and was put on the board by mistake. The ruling stays open if
    one of its steps has been done, or if its next step is to move that card to the burns anyway.
    """
    ruling, card = in_hand(play.table), seen.card
    if ruling is None or seen.zone != BURN or ruling.cards != (card,):
        return
    if ruling.kind is not Kind.BOARD_NO_BURN:
        return
    goal = next_goal(ruling)
    if ruling.done or goal is None or goal.burns_cards or play.at - ruling.since > ASTRAY_MS:
        return
    rulings = tuple([one for one in play.table.rulings if one is not ruling])
    play.table = replace(play.table, rulings=rulings)
    play.say(RulingClosed(ruling.id, Closing.MOOT))
    hand = play.hand
    play.hand = replace(hand, board=without(hand.board, card), seen=without(hand.seen, card))
    play.lay(card, "")


def burn_undone(play: Play, card: str) -> None:
    """Handle a burn that was put back into the stub and dealt again as the board card `card`.

    It no longer counts as a burn, and the next street needs another one. Nothing changes if enough
    burns are left without it.
    """
    hand = play.hand
    burns = without(hand.cards.burns, card)
    if card in hand.cards.burns and len(burns) <= hand.street:
        play.cards(burns=burns, burned_for=hand.street)


def count_as_burn(play: Play, card: str) -> None:
    """Record a card as a burn, even if the burns share a zone with the muck."""
    burns = play.hand.cards.burns
    if card not in burns:
        play.cards(burns=(*burns, card))


def board_card(play: Play) -> None:
    """Handle a card from the stub that has reached the board: open a street or rule on an error."""
    if not play.hand.street_due:
        _unexpected(play)
        return
    gather(play)
    hand = play.hand
    if burn_due(hand, play.house) and not burns_unread(play) and not _burned_beside(play):
        if _came_with_the_street(play):
            find_board(play, Kind.BOARD_EXTRA_CARD, STREETS[hand.street])
        else:
            find_board(play, Kind.BOARD_NO_BURN, next_street(hand))
        return
    if burn_due(play.hand, play.house):
        # The due burn was made, though unread, because its street is now being dealt.
        play.cards(burns=(*play.hand.cards.burns, LOST_CARD), burned_for=hand.street + 1)
    hand = play.hand
    if len(hand.board) >= hand.game.board[hand.street + 1] and not on_street(play.table, hand):
        lay_street(play)


def _burned_beside(play: Play) -> bool:
    """Count a single stub card on the pot or beyond a betting line as the burn due.

    Returns whether a card was counted. In home games, the burn is often put under the pot or in
    front of the dealer. If there are several such cards, they are assumed to be the stub, put down
    there by the dealer, and none is counted.
    """
    hand = play.hand
    lie = [c for c, zone in play.table.places.items() if zone in LET_GO and c not in hand.seen]
    if len(lie) != 1 or hand.holder(lie[0]):
        return False
    before, last = hand.seen[:-1], hand.seen[-1:]
    play.hand = replace(hand, seen=(*before, *lie, *last))
    burned(play, lie[0])
    return True


def lay_street(play: Play) -> None:
    """Open the street that is due with the cards now on the board, and begin its betting round."""
    hand = play.hand
    street = hand.street + 1
    board = _in_deck_order(hand, street)
    before = hand.game.board[street - 1]
    play.hand = replace(hand, board=board, street=street)
    for run, one in _each_board(play.hand):
        play.say(BoardDealt(STREETS[street], one[before // hand.game.boards :], one, run))
    _tell_mended(play)
    open_street(play)
    if meanwhile := hand.awaits.meanwhile:
        play.due(meanwhile=meanwhile)
        in_front_now(play)


def _tell_mended(play: Play) -> None:
    """Announce the board if it has been corrected since it was last announced."""
    if play.hand.cards.mended:
        tell_board(play)
        play.cards(mended=False)


def _came_with_the_street(play: Play) -> bool:
    """Return whether the last board card may have been put down along with the current street.

    If nobody can bet, no action separates two streets, so a turn card dealt immediately without a
    burn looks like a fourth flop card. A card that lands within `IN_A_ROW_MS` of the third flop
    card may be a fourth flop card, too, because a flop is dealt in one go. Return False if the card
    clearly came later.
    """
    hand, since = play.hand, play.table.since
    if not hand.street:
        return False
    before = hand.game.board[hand.street]
    last, following = hand.board[before - 1 : before + 1]
    a_flop = hand.street == 1 and not hand.round.acts
    if a_flop and since.get(following, 0) - since.get(last, 0) <= IN_A_ROW_MS:
        return True
    return not order_known(play, (last, following))


def tell_board(play: Play) -> None:
    """Announce all cards now on the board, or on each of two boards separately."""
    for run, one in _each_board(play.hand):
        play.say(BoardChanged(one, run))


def _each_board(hand: Hand) -> Iterable[tuple[int, tuple[str, ...]]]:
    """Return the number of each board (0 for a single board), with its cards."""
    if hand.game.boards == 1:
        return [(0, hand.board)]
    return enumerate(side_by_side(hand.game, hand.board), start=1)


def _in_deck_order(hand: Hand, street: int) -> tuple[str, ...]:
    """Return the board, with the cards of `street` and of later streets in deck order.

    If no correction of the board is waiting to be announced, return the board unchanged. A card
    that was never read when it left the deck comes last. `street` is the number of the corrected
    street (1 for the flop).
    """
    cards: Cards = hand.cards
    if not cards.mended:
        return hand.board
    before = hand.game.board[street - 1]
    fresh = list(hand.board[before:])
    deck = cards.left_shoe if all(card in cards.left_shoe for card in fresh) else hand.seen
    fresh.sort(key=lambda card: deck.index(card) if card in deck else len(deck))
    return (*hand.board[:before], *fresh)


def _unexpected(play: Play) -> None:
    """Rule on a board card that is not due: an extra card, or one from a street dealt too early."""
    hand = play.hand
    untouched = (
        type(hand.stage) is Betting and not hand.round.acts and hand.cards.burned_for <= hand.street
    )
    if hand.street == hand.game.last_street or (hand.street > 0 and untouched):
        find_board(play, Kind.BOARD_EXTRA_CARD, STREETS[hand.street])
    else:
        find_board(play, Kind.BOARD_PREMATURE, next_street(hand))


def find_board(play: Play, kind: Kind, street: Street) -> None:
    """Report a board error and open a ruling on it, based on what is known now."""
    tags = board_tags(play, kind, street)
    found(play, kind, street=street, tags=tags, cards=street_cards(play, street))


def board_tags(play: Play, kind: Kind, street: Street) -> frozenset[str]:
    """Return the `Remedy.when` words that describe a board error."""
    hand = play.hand
    cards = street_cards(play, street)
    judged = cards
    if kind is Kind.BOARD_EXTRA_BURN:
        judged = (*in_order(play, hand.cards.burns)[-2:], *cards)
    acted = bool(hand.round.acts) and STREETS[hand.street] == street
    burned_for = hand.cards.burned_for >= PLACE[street] or not play.house.deal.burn.value
    whole = hand.game.board[PLACE[street]] - hand.game.board[PLACE[street] - 1]
    known = order_known(play, judged, _that_matter(kind, whole, len(judged)))
    many = {"one" if len(cards) <= whole + 1 else "more"}
    more = many if kind is Kind.BOARD_EXTRA_CARD else set()
    if kind is Kind.BOARD_EXTRA_BURN:
        more = {"finished" if len(cards) >= whole else "unfinished"}
    return frozenset(
        more
        | {
            street,
            "order-known" if known else "order-unknown",
            "acted" if acted else "not-acted",
            "burned" if burned_for else "not-burned",
            "before-board" if not cards or _burned_amid(hand, kind, whole, cards) else "on-board",
        }
    )


def _burned_amid(hand: Hand, kind: Kind, whole: int, cards: tuple[str, ...]) -> bool:
    """Return whether a second burn was made in the middle of a street, with no board card since.

    `kind` is the board error, `whole` the number of cards in the street, and `cards` those dealt.
    """
    amid = kind is Kind.BOARD_EXTRA_BURN and len(cards) < whole
    return amid and bool(hand.seen) and hand.seen[-1] not in hand.board


def _that_matter(kind: Kind, whole: int, count: int) -> Collection[int] | None:
    """Return how much must be known about the order of the cards to apply the remedy.

    The order is the one in which they left the deck. The result is the argument `first` of
    `order_known`: a number n in it means that the remedy depends on which n cards left first, and
    None means that it depends on the whole order. `kind` is the board error, `whole` the number of
    cards in the street, and `count` the number of cards concerned. A remedy may depend on the
    missing burn, the second of two burns, the last card, or the cards in excess of the street.
    """
    match kind:
        case Kind.BOARD_NO_BURN:
            return (1,)
        case Kind.BOARD_EXTRA_BURN:
            return (1, 2, count - 1)
        case Kind.BOARD_EXTRA_CARD:
            return range(whole, count)
    return None


def more_of_it(play: Play, ruling: Ruling) -> None:
    """Rule on a board error again, because another card from the same motion has arrived."""
    hand, street = play.hand, ruling.street
    assert street is not None  # a board error is about a street
    coming = next_street(hand) if ruling.kind is Kind.BOARD_EXTRA_BURN else street
    if ruling.kind in BURNS_COUNT and not hand.street_due and street_cards(play, coming):
        # In addition to the error with the burn, a street has been dealt too early.
        _unexpected(play)
        return
    tags = board_tags(play, ruling.kind, street)
    re_rule(play, ruling, tags, street_cards(play, street))


def is_more_of_it(ruling: Ruling, seen: CardAt, *, fresh: bool) -> bool:
    """Return whether a card is part of the board error on which a ruling has just been opened.

    `fresh` means that the card comes from the stub.
    """
    if ruling.kind not in BOARD_ERRORS or ruling.done or not fresh:
        return False
    if ruling.kind is Kind.BOARD_MISPLACED:
        return False
    if seen.zone in GIVEN_UP:
        return ruling.kind is Kind.BOARD_EXTRA_BURN and "before-board" in ruling.tags
    goal = next_goal(ruling)
    awaited = goal is not None and goal.deals_street
    return seen.zone == "board" and not awaited


def after_mending(play: Play) -> None:
    """Continue with the board as it is, once the ruling on it lets play continue.

    Nothing is done while a hold delays the street. A street that is due and complete is opened.
    Cards beyond the street are a separate error, which is reported once. During a betting round,
    they are ruled on as extra cards, or as a street that was dealt too early.
    """
    hand = play.hand
    if type(hand.stage) is Betting and len(hand.board) > hand.game.board[hand.street]:
        _unexpected(play)
        return
    if on_street(play.table, hand):
        return
    if hand.street_due and len(hand.board) > (whole := hand.game.board[hand.street + 1]):
        if not any(ruling.kind is Kind.BOARD_EXTRA_CARD for ruling in play.table.rulings):
            find_board(play, Kind.BOARD_EXTRA_CARD, next_street(hand))
            return
        hand = play.hand = replace(hand, board=hand.board[:whole])
    if hand.street_due and len(hand.board) == hand.game.board[hand.street + 1]:
        lay_street(play)
    else:
        _tell_mended(play)


def as_if_dealt(play: Play) -> None:
    """Rule on a board error again, if somebody has acted as though the street were in order.

    This is done only if the house has a different remedy once somebody has acted.
    """
    ruling, hand = active(play.table), play.hand
    street = ruling.street if ruling is not None else None
    if ruling is None or street is None or ruling.done or not hand.running:
        return
    if ruling.kind not in BOARD_ERRORS or "not-acted" not in ruling.tags:
        return
    due = hand.street_due
    whole = hand.game.board[hand.street + due]
    if due and len(hand.board) < whole:
        return
    if not due and not (type(hand.stage) is Betting and STREETS[hand.street] == ruling.street):
        return
    if due and len(hand.board) > whole:
        ruling = replace(ruling, kind=Kind.BOARD_EXTRA_CARD)
    tags = board_tags(play, ruling.kind, street)
    acted = (tags - {"not-acted"}) | {"acted"}
    remedy = play.house.remedy
    if remedy(ruling.kind, acted) == remedy(ruling.kind, acted - {"acted"} | {"not-acted"}):
        return
    re_rule(play, ruling, acted, ruling.cards)
    if due:
        lay_street(play)


def looked_on(play: Play) -> None:
    """Report rabbit hunting: somebody looks at undealt board cards (fidpa 33, redcactus M.d).

    This is reported only if the house has a rule for it.
    """
    hand = play.hand
    row = play.house.remedy(Kind.BOARD_EXTRA_CARD, frozenset({"over"}))
    lying = sum(zone == "board" for zone in play.table.places.values())
    first = hand.extras.first_board if hand.extras is not None else ()
    told = lying > len({*first, *hand.board}) + 1
    if "over" in row.when and not told and not hand.voided:
        street = next_street(hand)
        play.say(IrregularityFound(Kind.BOARD_EXTRA_CARD, row.article, street, outcome=row.outcome))
