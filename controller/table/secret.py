"""What one seat may know and nobody else: its own cards, and what they make."""

from controller.contract.private import SeatSecret
from controller.table.ranking import DECK, ranking
from controller.table.state import CAN_WIN, Table

_KNOWN = frozenset(DECK)


def secret(table: Table, seat: int) -> SeatSecret:
    """Give what the table may whisper to a seat (from 1): no cards once its hand is over."""
    hand = table.hand
    if hand is None or hand.phase == "over" or hand.status[seat] not in CAN_WIN:
        return SeatSecret(seat, hand.number if hand else 0)
    cards = tuple(card for card in hand.holes[seat] if card in _KNOWN)
    if len(cards) != 2 or len(hand.board) < 3:
        return SeatSecret(seat, hand.number, cards)
    worth = ranking((*cards, *hand.board[:5]))
    return SeatSecret(seat, hand.number, cards, worth.name, worth.ranks, worth.best)
