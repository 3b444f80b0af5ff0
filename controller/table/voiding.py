"""A hand that is voided: every chip goes back, and it is dealt again as it was."""

from msgspec.structs import replace

from controller.contract.public import HandVoided
from controller.table.state import Out, Past, Table


def void_hand(table: Table, out: Out, reason: str, article: str) -> Table:
    """Void the hand: every stack is what it was before it, and it is dealt again as it was."""
    hand = table.hand
    assert hand is not None
    back = tuple((s, hand.stacks[s] - table.seats[s].stack) for s in sorted(hand.entitled))
    back = tuple((s, amount) for s, amount in back if amount > 0)
    seats = tuple(
        replace(seat, stack=hand.stacks[n]) if hand.stacks[n] else seat
        for n, seat in enumerate(table.seats)
    )
    out.say(HandVoided(reason, article, tuple(s for s, _ in back), tuple(a for _, a in back)))
    none = (0,) * len(seats)
    button, small, big = hand.places_before
    before = Past(hand, table.seats, 0)
    hand = replace(
        hand, phase="over", voided=True, turn=0, to_act=(), bets=none, paid=none, dead_money=0
    )
    rulings = tuple(
        replace(ruling, before=before)
        for ruling in table.rulings
        if any(step.word == "void_hand" for step in ruling.steps)
    )
    return replace(
        table,
        seats=seats,
        hand=hand,
        hands=hand.number,
        past=(),
        rulings=rulings,
        button=button,
        small_blind=small,
        big_blind=big,
    )
