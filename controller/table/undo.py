"""What was done is taken back: the last action, again and again, to the start of the hand.

Cards stay where they lie. Those that were dealt since count again when the betting comes to
them; chips that were gathered since count as lying in front.
"""

from msgspec.structs import replace

from controller.contract.public import ActionUndone, StackChanged, TurnStarted
from controller.houses.model import House
from controller.table.actions import gather
from controller.table.betting import to_call
from controller.table.board import between_rounds, lay_street
from controller.table.rulings import stops_play
from controller.table.state import BOARD_CARDS, Hand, Out, Past, Serving, Table, in_front


def undo(table: Table, by: str, out: Out) -> tuple[Table, str]:
    """Take the last action back, exactly; the second value says why that can't be."""
    hand = table.hand
    if hand is None or not table.past:
        return table, "nothing-to-undo"
    past = table.past[-1]
    if stops_play(table) or (table.rulings and past.hand.rounds != hand.rounds):
        return table, "ruling-open"
    before = table
    out.say(ActionUndone(past.seat, by))
    table = _as_it_was(table, hand, past)
    for n, seat in enumerate(table.seats):
        if hand.phase == "over" and seat.stack != before.seats[n].stack:
            out.say(StackChanged(n, seat.stack, "undo", by))
    turn = past.hand.turn
    if turn:
        out.say(TurnStarted(turn, to_call(table, past.hand, turn)))
    return table, ""


def _as_it_was(table: Table, now: Hand, past: Past) -> Table:
    was = past.hand
    lying = tuple(c for c in (*now.board, *now.waiting) if c not in was.board)
    # What has been gathered since lies in the pot and is no bet thrown into it.
    in_the_pot = 0 if table.keyed else max(sum(now.paid) - sum(was.paid), 0)
    hand = replace(
        was,
        splashed=was.splashed + in_the_pot,
        burns=now.burns,
        burned_for=max(was.burned_for, now.burned_for),
        seen=tuple(c for c in now.seen if c not in lying),
        left_shoe=now.left_shoe,
        touched=now.touched,
        waiting=lying,
    )
    over = now.phase == "over"
    seats = tuple(
        replace(seat, stack=before.stack, excluded=before.excluded if over else seat.excluded)
        if was.stacks[n]
        else seat
        for n, (seat, before) in enumerate(zip(table.seats, past.seats, strict=True))
    )
    front = in_front(table)
    base = tuple(
        was_base if table.keyed else min(was_base, lies - bet)
        for was_base, lies, bet in zip(past.base, front, was.bets, strict=True)
    )
    return replace(
        table,
        hand=hand,
        seats=seats,
        past=table.past[:-1],
        base=base,
        carried=past.carried,
        serving=_serving(table, past) if over else table.serving,
        hands=was.number - 1,
        clock=None,
    )


def _serving(table: Table, past: Past) -> tuple[Serving, ...]:
    """Return the penalties as they were before the hand was over, and those given since."""
    known = {(one.seat, one.penalty, one.first) for one in past.serving}
    since = tuple(
        replace(one, until=0)
        for one in table.serving
        if (one.seat, one.penalty, one.first) not in known
    )
    return past.serving + since


def _chips_to_come(table: Table, hand: Hand) -> bool:
    """Return whether chips of the round that is over have still to come to rest in front."""
    if table.keyed or hand.gathered:
        return False
    front = in_front(table)
    return any(bet and front[s] - table.base[s] < bet for s, bet in enumerate(hand.bets))


def lay_waiting(table: Table, house: House, out: Out) -> Table:
    """Let the board cards that lie there since before an undo count when their street has come."""
    while (hand := table.hand) is not None and hand.waiting and between_rounds(hand):
        if _chips_to_come(table, hand):
            return table
        lying = tuple(c for c in hand.waiting if table.places.get(c) == "board")
        due = BOARD_CARDS[hand.street + 1] - len(hand.board)
        if len(lying) < due:
            return replace(table, hand=replace(hand, waiting=lying))
        table = gather(table, out)
        hand = table.hand or hand
        hand = replace(
            hand,
            board=(*hand.board, *lying[:due]),
            seen=(*hand.seen, *lying[:due]),
            waiting=lying[due:],
        )
        table = lay_street(replace(table, hand=hand), house, out)
    return table
