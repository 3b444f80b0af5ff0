"""The order in which seats receive the cards of the initial deal."""

from controller.table.state import Hand


def due_seat(hand: Hand) -> int:
    """Return the seat that receives the next card in the initial deal, or 0 after the last card.

    If an error in the deal was allowed to stand, the seat is the first of those with the fewest
    cards.
    """
    if hand.cards.astray:
        return next(iter(_due_astray(hand)), 0)
    entitled, dealt = hand.entitled, hand.dealt
    return entitled[dealt % len(entitled)] if dealt < hand.whole_deal else 0


def still_due(hand: Hand) -> tuple[int, ...]:
    """Return the seats that receive the remaining cards in the initial deal, in order."""
    if hand.cards.astray:
        return _due_astray(hand)
    return (hand.entitled * hand.game.hole_cards)[hand.dealt :]


def _due_astray(hand: Hand) -> tuple[int, ...]:
    last = hand.button if hand.cards.button_last else 0
    held = [(seat, len(hand.holes[seat])) for seat in hand.entitled]
    due = [seat for had in range(hand.game.hole_cards) for seat, cards in held if cards <= had]
    return tuple(sorted(due, key=lambda seat: seat == last))
