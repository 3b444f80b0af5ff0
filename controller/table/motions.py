"""Chips that come to rest somewhere: blinds, bets, and what lies where it should not."""

from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.scans import zone_seat
from controller.houses.model import House
from controller.table.actions import gather
from controller.table.bets import read_bet, take_splash
from controller.table.hands import post_from_chips
from controller.table.irregular import found
from controller.table.state import ALL_IN, Hand, Out, Table, put


def chips_at(table: Table, seen: ChipsAt, house: House, out: Out) -> Table:
    """Take what lies in a chip zone now."""
    zone = seen.zone
    table = replace(table, chips={**table.chips, zone: seen.chips})
    hand = table.hand
    running = hand is not None and hand.phase != "over"
    if not zone.startswith("bet."):
        if zone == "pot" and running and not seen.provisional:
            table = take_splash(table, seen, house, out)
        return _at_rest(table, seen)
    seat = zone_seat(zone)
    total = sum(seen.chips)
    if total < table.base[seat]:
        table = replace(table, base=put(table.base, seat, total))
    if seen.foreign or zone in table.foreign:
        table = _foreign(table, seen, house, out, seat)
    if hand is None or not running:
        return _at_rest(table, seen)
    front = total - table.base[seat]
    if hand.phase == "posting":
        table = post_from_chips(table, out, seat, front)
    elif hand.phase == "betting" or _added_late(hand, seen, seat, front):
        table = read_bet(table, seen, house, out, seat, front)
    elif not hand.gathered and not any(
        table.chips.get(f"bet.{s}", ()) for s, bet in enumerate(hand.bets) if bet
    ):
        table = gather(table, out)
    return _at_rest(table, seen)


def _added_late(hand: Hand, seen: ChipsAt, seat: int, front: int) -> bool:
    """Say whether chips have come to a bet of a round that is over but not gathered."""
    return front > hand.bets[seat] and not seen.provisional and not hand.gathered


def _at_rest(table: Table, seen: ChipsAt) -> Table:
    if seen.provisional:
        return table
    return replace(table, rest={**table.rest, seen.zone: seen.chips})


def _foreign(table: Table, seen: ChipsAt, house: House, out: Out, seat: int) -> Table:
    """Find chips of another set in front of a seat: they are taken back."""
    known = table.foreign.get(seen.zone, 0)
    if seen.foreign == known:
        return table
    others = {zone: count for zone, count in table.foreign.items() if zone != seen.zone}
    table = replace(table, foreign={**others, seen.zone: seen.foreign} if seen.foreign else others)
    if seen.foreign < known:
        return table
    hand = table.hand
    tags = {"all-in"} if hand is not None and hand.status[seat] == ALL_IN else set()
    return found(table, house, out, "bet.foreign", seat=seat, tags=tags)[0]
