"""Hands that die: mucked out of turn, taken in by the dealer, left, phoned away, timed out."""

from controller.houses.model import House
from controller.table.actions import advance, kill, return_uncalled
from controller.table.irregular import found
from controller.table.state import ALL_IN, LIVE, Out, Table


def hand_gone(table: Table, house: House, out: Out, seat: int, *, known: bool = False) -> Table:
    """Kill a live hand that lies in the muck though it is not its turn.

    Who has still to act has folded out of turn; whose action is done has had his hand taken in:
    no redress, but a raise that nobody has called goes back (ppc 16, fidpa 32).
    """
    hand = table.hand
    assert hand is not None
    kind = "hand.taken"
    if not known:
        kind = "bet.out-of-turn" if seat in hand.to_act else "hand.taken"
        tags = (
            {"fold"}
            if kind == "bet.out-of-turn"
            else {"uncalled" if hand.aggressor == seat else "called"}
        )
        table, _ = found(table, house, out, kind, seat=seat, tags=tags)
    return kill_now(table, house, out, seat, kind.partition(".")[2])


def kill_now(
    table: Table, house: House, out: Out, seat: int, reason: str, article: str = ""
) -> Table:
    """Kill a live hand at once and let the hand go on without it."""
    hand = table.hand
    assert hand is not None
    if hand.status[seat] not in (LIVE, ALL_IN):
        return table
    if hand.aggressor == seat and hand.level_bet == hand.bets[seat]:
        table = return_uncalled(table, out)
    in_turn = hand.turn == seat
    table = kill(table, out, seat, reason, article)
    hand = table.hand or hand
    if hand.phase == "betting" and (in_turn or len(hand.live()) == 1):
        return advance(table, house, out)
    if hand.phase in {"board", "showdown"} and len(hand.live()) == 1:
        return advance(table, house, out)
    return table
