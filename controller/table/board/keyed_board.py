"""Board cards that were keyed while no antenna read the board, until its antenna is back."""

from msgspec.structs import replace

from controller.contract.observations import CardAt
from controller.table.board.streets import tell_board
from controller.table.state import Hand, Play, put, without


def note_keyed(play: Play, cards: tuple[str, ...]) -> None:
    """Record board cards that were keyed and that no antenna has read yet."""
    known = play.hand.cards
    keyed = tuple([card for card in known.keyed if card in play.hand.board])
    later = tuple([card for card in cards if card not in keyed])
    play.hand = replace(play.hand, cards=replace(known, keyed=(*keyed, *later)))


def read_of_keyed(play: Play, seen: CardAt) -> bool:
    """Let the board's antenna confirm or correct a keyed card; return whether it did.

    The cards that it reads are the board. A keyed card that it does not read was a wrong entry.
    """
    hand, card = play.hand, seen.card
    keyed = hand.cards.keyed
    if seen.zone != "board" or not keyed or "board" in play.table.devices.blind_zones:
        return False
    if card in keyed:
        play.hand = replace(hand, cards=replace(hand.cards, keyed=without(keyed, card)))
        return True
    if card in hand.seen:
        return False
    wrong = keyed[-1]
    play.lay(wrong, "")
    play.lay_since(card, "board", seen.since)
    hand = in_place_of(hand, wrong, card)
    board = put(hand.board, hand.board.index(wrong), card)
    cards = replace(hand.cards, keyed=keyed[:-1])
    play.hand = replace(hand, board=board, cards=cards)
    tell_board(play)
    return True


def in_place_of(hand: Hand, was: str, card: str) -> Hand:
    """Return the hand with the seen card `was`, possibly an unknown one, replaced by `card`."""
    if was not in hand.seen:
        return hand
    return replace(hand, seen=put(hand.seen, hand.seen.index(was), card))
