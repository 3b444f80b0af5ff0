"""Board cards that were keyed, i.e. entered by hand, because no antenna read the board.

A keyed card may be a wrong entry, so it is recorded only on the board, without a zone. If an
antenna reads the same card elsewhere, the place where it was read takes precedence, and the
conflict is not reported.
"""

from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.table.board.burns_and_streets import board_card, tell_board
from controller.table.state import Play, put, without


def lay_keyed(play: Play, cards: tuple[str, ...]) -> None:
    """Record manually entered cards on the board, as cards of the street that is due."""
    for card in cards:
        hand = play.hand
        known = replace(hand.cards, keyed=(*hand.cards.keyed, card))
        play.hand = replace(hand, board=(*hand.board, card), cards=known)
        board_card(play)


def key_again(play: Play, before: tuple[str, ...], cards: tuple[str, ...]) -> bool:
    """Replace cards that were entered by hand for the last street.

    Return False if an antenna has read any of the cards to be replaced. `before` lists the board
    cards of the earlier streets, and `cards` the new cards of the last one.
    """
    hand = play.hand
    last = hand.board[len(before) :]
    if not {*last} - {*cards} <= {*hand.cards.keyed}:
        return False
    others = tuple([card for card in hand.cards.keyed if card not in last])
    read = [card for card in last if card not in hand.cards.keyed]
    known = replace(hand.cards, keyed=(*others, *(card for card in cards if card not in read)))
    play.hand = replace(hand, board=(*before, *cards), cards=known)
    tell_board(play)
    return True


def read_of_keyed(play: Play, seen: CardAt) -> bool:
    """Use an antenna's read of a board card to confirm or correct a card entered by hand.

    A read of a card that was entered by hand confirms it. A read of any other new card replaces the
    last card entered by hand, unless one of the board's antennas is lost. Returns whether a card
    was confirmed or corrected.
    """
    hand, card = play.hand, seen.card
    keyed = hand.cards.keyed
    if seen.zone != "board" or not keyed or card in hand.seen:
        return False
    if card not in keyed and "board" in play.table.devices.blind_zones:
        return False
    wrong = card if card in keyed else keyed[-1]
    board = put(hand.board, hand.board.index(wrong), card)
    known = replace(hand.cards, keyed=without(keyed, wrong))
    play.hand = replace(hand, board=board, seen=(*hand.seen, card), cards=known)
    play.lay(card, "board", seen.since)
    if card != wrong:
        tell_board(play)
    return True
