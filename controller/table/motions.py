"""Chips that come to rest in front of a seat, read as what the seat does."""

from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.public import ActionName
from controller.contract.scans import zone_seat
from controller.houses.model import House
from controller.table.actions import act, gather
from controller.table.betting import Legal, legal
from controller.table.hands import post_from_chips
from controller.table.state import Hand, Out, Table, Tentative, put, restore


def chips_at(table: Table, seen: ChipsAt, house: House, out: Out) -> Table:
    """Take what lies in a chip zone now."""
    table = replace(table, chips={**table.chips, seen.zone: seen.chips})
    seat = zone_seat(seen.zone)
    if not seat or not seen.zone.startswith("bet."):
        return table
    total = sum(seen.chips)
    if total < table.base[seat]:
        table = replace(table, base=put(table.base, seat, total))
    hand = table.hand
    if hand is None or hand.phase == "over":
        return table
    front = total - table.base[seat]
    if hand.phase == "posting":
        return post_from_chips(table, out, seat, front)
    if hand.phase == "betting":
        return _read_bet(table, seen, house, out, seat, front)
    if not hand.gathered and not any(
        table.chips.get(f"bet.{s}", ()) for s, bet in enumerate(hand.bets) if bet
    ):
        return gather(table, out)
    return table


def _read_bet(table: Table, seen: ChipsAt, house: House, out: Out, seat: int, front: int) -> Table:
    hand = table.hand
    assert hand is not None
    if front == hand.bets[seat]:
        if hand.tentative and hand.tentative.seat == seat and not seen.provisional:
            return replace(table, hand=replace(hand, tentative=None))
        return table
    if hand.turn == seat and front > hand.bets[seat]:
        return _read_action(table, hand, seen, house, out, seat, front)
    started = hand.tentative
    if (
        started
        and started == Tentative(seat, seen.since)
        and table.past
        and table.past[-1].seat == seat
    ):
        # A tag of the same motion, read late: the action is read again from the start.
        past = table.past[-1]
        table = replace(restore(table, past), past=table.past[:-1])
        return _read_action(table, past.hand, seen, house, out, seat, front, amended=True)
    return table


def _read_action(
    table: Table,
    hand: Hand,
    seen: ChipsAt,
    house: House,
    out: Out,
    seat: int,
    front: int,
    *,
    amended: bool = False,
) -> Table:
    may = legal(table, hand, house, seat)
    if not hand.announced and front == may.call:
        tentative = Tentative(seat, seen.since) if seen.provisional else None
        return act(table, house, out, seat, "call", front, amended=amended, tentative=tentative)
    if seen.provisional and not amended:
        return table
    to = put_in(may, front)
    if to is None:
        return table
    if to == may.call:
        return act(table, house, out, seat, "call", to, amended=amended)
    tentative = Tentative(seat, seen.since) if seen.provisional else None
    action: ActionName = "bet" if may.opens else "raise"
    return act(table, house, out, seat, action, to, amended=amended, tentative=tentative)


def put_in(may: Legal, amount: int) -> int | None:
    """Give what a legal bet, raise or call of this amount comes to, None when it is none."""
    if may.call is not None and amount == may.call:
        return amount
    if amount == may.whole and (may.all_in is not None or may.most == may.whole):
        return amount
    if may.multiple and amount % may.multiple:
        return None
    if may.least is not None and may.most is not None and may.least <= amount <= may.most:
        return amount
    return None
