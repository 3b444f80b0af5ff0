"""Chips that come to rest somewhere: blinds, bets, and what lies where it should not."""

from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.contract.scans import zone_seat
from controller.houses.model import House
from controller.table.actions import gather
from controller.table.bets import Motion, read_bet, take_splash
from controller.table.blinds import not_owed
from controller.table.floor_called import pushed_wrong
from controller.table.hands import post_from_chips
from controller.table.irregular import found
from controller.table.state import ALL_IN, BET_ZONES, Hand, Out, Table, put

BEFORE_BETTING = frozenset({"posting", "dealing"})


def chips_at(table: Table, seen: ChipsAt, house: House, out: Out) -> Table:
    """Take what lies in a chip zone now."""
    zone = seen.zone
    settled = table.moving.get(zone)
    if settled is None:
        settled = table.chips.get(zone, ())
    table = replace(table, chips={**table.chips, zone: seen.chips})
    if seen.provisional or zone in table.moving:
        table = _in_motion(table, seen, settled)
    hand = table.hand
    if not zone.startswith("bet."):
        return _elsewhere(table, seen, settled, house, out)
    seat = zone_seat(zone)
    if seen.foreign or zone in table.foreign:
        table = _foreign(table, seen, house, out, seat)
    if hand is None or hand.phase == "over":
        # What lies in front then is counted anew when the next hand begins.
        return table
    total = sum(seen.chips)
    if total < table.base[seat]:
        table = replace(table, base=put(table.base, seat, total))
    front = total - table.base[seat]
    phase = hand.phase
    if phase == "betting":
        if front == hand.bets[seat] and not hand.tentative and not hand.faulty:
            return table
        return read_bet(table, Motion(seen, seat, front, settled), house, out)
    if phase == "posting":
        table = post_from_chips(table, out, seat, front)
    if phase in BEFORE_BETTING:
        return table if seen.provisional else not_owed(table, house, out, seat)
    if total > sum(settled) and _is_late(hand, seen, seat, front):
        return read_bet(table, Motion(seen, seat, front, settled), house, out)
    if not hand.gathered and not any(
        bet and table.chips.get(BET_ZONES[s]) for s, bet in enumerate(hand.bets)
    ):
        return gather(table, out)
    return table


def _elsewhere(
    table: Table, seen: ChipsAt, settled: tuple[int, ...], house: House, out: Out
) -> Table:
    """Take what lies in the pot, or in a stack that has an antenna."""
    hand = table.hand
    if seen.provisional or hand is None:
        return table
    if seen.zone == "pot" and hand.phase == "betting":
        return take_splash(table, seen, settled, house, out)
    if seen.zone.startswith("stack.") and hand.phase == "over":
        return pushed_wrong(table, house, out, zone_seat(seen.zone), sum(seen.chips))
    return table


def _is_late(hand: Hand, seen: ChipsAt, seat: int, front: int) -> bool:
    """Return whether chips that are not the bet have come to a round that is over, not gathered."""
    return front != hand.bets[seat] and not seen.provisional and not hand.gathered


def _in_motion(table: Table, seen: ChipsAt, settled: tuple[int, ...]) -> Table:
    """Remember what lay in a zone before its running motion, until that comes to rest."""
    moving = {zone: chips for zone, chips in table.moving.items() if zone != seen.zone}
    if seen.provisional:
        moving[seen.zone] = settled
    return replace(table, moving=moving)


def _foreign(table: Table, seen: ChipsAt, house: House, out: Out, seat: int) -> Table:
    """Find chips of another set in front of a seat: they are taken back."""
    known = table.foreign.get(seen.zone, 0)
    if seen.foreign == known or seen.provisional:
        return table
    others = {zone: count for zone, count in table.foreign.items() if zone != seen.zone}
    table = replace(table, foreign={**others, seen.zone: seen.foreign} if seen.foreign else others)
    if seen.foreign < known:
        return table
    hand = table.hand
    tags = {"all-in"} if hand is not None and hand.status[seat] == ALL_IN else set()
    return found(table, house, out, "bet.foreign", seat=seat, tags=tags)[0]
