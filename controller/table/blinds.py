"""Blinds against the chips that lie in front: missing, short, or put in by who owes none."""

from controller.houses.model import House
from controller.table.irregular import found
from controller.table.state import BET_ZONES, Out, Table, in_front


def check_blinds(table: Table, house: House, out: Out) -> Table:
    """See, now that the deal is over, whether the blinds lie where they were posted.

    They count as posted in any case. A table that has read no chips at all can't say.
    """
    hand = table.hand
    assert hand is not None
    if table.keyed or not table.chips:
        return table
    for seat in dict.fromkeys((hand.small_blind, hand.big_blind)):
        owed = hand.bets[seat]
        if not owed or hand.gathered or BET_ZONES[seat] in table.blind_zones:
            continue
        there = sum(table.chips.get(BET_ZONES[seat], ())) - table.base[seat]
        if there < owed:
            kind = "blind.short" if there > 0 else "blind.missing"
            table, _ = found(table, house, out, kind, seat=seat, tags={"before-action"})
    return table


def not_owed(table: Table, house: House, out: Out, seat: int) -> Table:
    """Rule on chips that come to rest, before the betting, in front of who owes none (any more)."""
    hand = table.hand
    assert hand is not None
    front = in_front(table)[seat] - table.base[seat]
    if front <= hand.bets[seat] or hand.antes_due[seat] or hand.blinds_due[seat]:
        return table
    if any(r.kind == "blind.wrong-seat" and r.seat == seat for r in table.rulings):
        return table
    return found(table, house, out, "blind.wrong-seat", seat=seat, tags={"before-action"})[0]
