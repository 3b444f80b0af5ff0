"""What one seat may know and nobody else: its own cards, what they make, and its own chips."""

from msgspec.structs import replace

from controller.contract.private import SeatSecret
from controller.table.betting import to_call
from controller.table.ranking import DECK, ranking
from controller.table.state import CAN_WIN, Table

_KNOWN = frozenset(DECK)


def secret(table: Table, seat: int) -> SeatSecret:
    """Return what the table may whisper to a seat (from 1): no cards once its hand is over."""
    hand, owner = table.hand, table.seats[seat]
    own = SeatSecret(seat, hand.number if hand else 0, stack=owner.stack if owner.taken else None)
    if hand is None or hand.phase == "over" or hand.status[seat] not in CAN_WIN:
        return own
    cards = tuple(card for card in hand.holes[seat] if card in _KNOWN)
    call = to_call(table, hand, seat) if hand.phase == "betting" else None
    own = replace(own, cards=cards, call=call)
    if len(cards) != 2 or len(hand.board) < 3:
        return own
    worth = ranking((*cards, *hand.board[:5]))
    return replace(own, hand_name=worth.name, hand_ranks=worth.ranks, best=worth.best)
