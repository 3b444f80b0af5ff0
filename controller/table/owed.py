"""Chips that the books count and that do not lie where they are counted."""

from msgspec.structs import replace

from controller.table.hand import CAN_WIN, Hand, Paying
from controller.table.play import Play
from controller.table.state import BET_ZONES, Table


def lying(table: Table) -> list[int]:
    """Return what lies in front of each seat for the betting round."""
    chips, base = table.chips, table.base
    return [sum(chips.get(BET_ZONES[seat], ())) - base[seat] for seat in range(len(base))]


def unpaid(table: Table, hand: Hand) -> list[int]:
    """Return what each seat has said in this betting round and has still to put in.

    Nobody owes where no antenna reads what lies in front, and the last hand owes nothing to a pot
    that is its own. A bet that was taken back whole was found when it was, and is not waited for
    when the hand is over.
    """
    owed = [0] * len(hand.bets)
    if table.fittings.keyed or hand.gathered:
        return owed
    came = hand.stage.came if type(hand.stage) is Paying else owed
    blind = table.devices.blind_zones
    alone = hand.alone()
    for seat, bet in enumerate(hand.bets):
        if not bet or (alone and hand.status[seat] in CAN_WIN):
            continue
        zone = BET_ZONES[seat]
        lies = sum(table.chips.get(zone, ())) - table.base[seat]
        if alone and lies <= 0 and seat in hand.round.faulty:
            continue
        if lies < bet and came[seat] < bet and zone not in blind:
            owed[seat] = bet - max(lies, came[seat])
    return owed


def as_it_lies(play: Play) -> None:
    """Take what seats owe for paid, wherever it lies: somebody says that all lies right."""
    hand, table = play.hand, play.table
    owed = unpaid(table, hand)
    if any(owed):
        there = sum(table.chips.get("pot", ())) - table.carried - hand.dead_money - sum(hand.paid)
        drawn = min(sum(owed), max(there - hand.splashed, 0))
        play.hand = replace(hand, splashed=hand.splashed + drawn)
        base = tuple(base - debt for base, debt in zip(table.base, owed, strict=True))
        play.table = replace(table, base=base)


def not_gathered(table: Table) -> list[int]:
    """Return what lies in front of each seat and belongs to a round that is over."""
    chips, blind = table.chips, table.devices.blind_zones
    return [
        0 if zone in blind else max(min(base, sum(chips.get(zone, ()))), 0)
        for zone, base in zip(BET_ZONES, table.base, strict=False)
    ]
