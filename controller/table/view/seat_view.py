"""A seat's private view: its cards, the hand they make, and its chips."""

from msgspec.structs import replace

from controller.contract.private import SeatSecret
from controller.table.dealing import in_doubt
from controller.table.state import DECK, Betting, Table, low_of, on_first, one_board, to_call, worth

_KNOWN = frozenset(DECK)


def secret(table: Table, seat: int) -> SeatSecret:
    """Return the private view for the player in seat number `seat`.

    It has no cards if the hand is over, or if the seat's hand can no longer win.
    """
    hand, owner = table.hand, table.seats[seat]
    stack = owner.stack if owner.taken else None
    own = SeatSecret(seat, hand.number, stack=stack, hole_cards=hand.game.hole_cards)
    if not hand.running or not hand.can_win(seat):
        return own
    known = _KNOWN - in_doubt(table)
    cards = tuple(card for card in hand.holes[seat] if card in known)
    call = to_call(table, hand, seat) if type(hand.stage) is Betting else None
    own = replace(own, cards=cards, call=call)
    game, (first, board) = one_board(hand.game), hand.boards()
    own = replace(own, first=on_first(game, cards, first))
    if (made := worth(game, cards, board)) is None:
        return own
    low = low_of(game, cards, board)
    return replace(own, hand_name=made.name, hand_ranks=made.ranks, best=made.best, low=low.best)
