"""A hand that is voided: every chip goes back, and it is dealt again as it was."""

from msgspec.structs import replace

from controller.contract.public import Closing, HandVoided, Kind, Refund, RulingClosed
from controller.table.penalties import hand_over
from controller.table.state import Out, Past, Table


def void_hand(table: Table, out: Out, reason: str, article: str, by: str = "") -> Table:
    """Void the hand: every stack is what it was before it, and it is dealt again as it was.

    What else was open in it is moot. `by` is who of the floor voids it.
    """
    hand = table.hand
    assert hand is not None
    back = [Refund(s, hand.stacks[s] - table.seats[s].stack) for s in sorted(hand.entitled)]
    refunds = tuple(part for part in back if part.amount > 0)
    seats = tuple(
        replace(seat, stack=hand.stacks[n]) if hand.stacks[n] else seat
        for n, seat in enumerate(table.seats)
    )
    out.say(HandVoided(Kind(reason), article, refunds, by))
    none = (0,) * len(seats)
    button, small, big = hand.places_before
    before = Past(hand, table.seats, 0, serving=table.serving)
    hand = replace(
        hand,
        phase="over",
        voided=True,
        turn=0,
        to_act=(),
        bets=none,
        paid=none,
        dead_money=0,
        held=(),
    )
    rulings = []
    for ruling in table.rulings:
        if any(step.word == "void_hand" for step in ruling.steps):
            rulings.append(replace(ruling, before=before))
        else:
            out.say(RulingClosed(ruling.id, Closing.MOOT))
    table = replace(
        table,
        seats=seats,
        hand=hand,
        hands=hand.number,
        past=(),
        rulings=tuple(rulings),
        clock=None,
        button=button,
        small_blind=small,
        big_blind=big,
    )
    return hand_over(table, out, played=False) if table.serving else table


def unvoid(table: Table, before: Past) -> Table:
    """Return the table with the hand that was voided going on as it was.

    It stays void where a player of it has left since, or his stack is another.
    """
    hand = before.hand
    if any(stack and table.seats[n].stack != stack for n, stack in enumerate(hand.stacks)):
        return table
    seats = tuple(
        replace(seat, stack=was.stack, excluded=was.excluded) if hand.stacks[n] else seat
        for n, (seat, was) in enumerate(zip(table.seats, before.seats, strict=True))
    )
    return replace(
        table,
        seats=seats,
        hand=hand,
        hands=hand.number - 1,
        serving=before.serving,
        button=hand.button,
        small_blind=hand.small_blind,
        big_blind=hand.big_blind,
    )
