"""Differences between the chips that the ledger expects and the chips that antennas read."""

from collections.abc import Sequence
from operator import add, ge

from msgspec.structs import replace

from controller.table.state.hand import CAN_WIN, Betting, Hand, Paying
from controller.table.state.play import Play
from controller.table.state.side_pots import beyond_ledger
from controller.table.state.table import BET_ZONES, IN_FRONT, Table, put

_IN_A_ROUND = frozenset({Betting, Paying})
"""The stages in which a betting round's bets are in front of the seats."""


def lying(table: Table) -> list[int]:
    """Return, for each seat, the amount in front of it, excluding chips from finished rounds."""
    chips, base = table.chips, table.base
    return [sum(chips.get(BET_ZONES[seat], ())) - base[seat] for seat in range(len(base))]


def lies(table: Table, seat: int) -> int:
    """Return the amount in front of a seat, excluding chips from finished rounds."""
    return sum(table.chips.get(BET_ZONES[seat], ())) - table.base[seat]


def lifted_since(hand: Hand, seat: int) -> int:
    """Return when chips were last lifted from a seat's bet in the current betting round (ms).

    Return 0 if none have been, or if no betting round is in progress.
    """
    left = hand.awaits.left
    return left[seat] if left and type(hand.stage) is Betting else 0


def unpaid(table: Table, hand: Hand) -> list[int]:
    """Return, for each seat, the amount announced in this round but not yet put in.

    It is 0 for all seats if no antenna reads the bets. It is 0 for a seat whose bet can't be read,
    or whose chips are being lifted. Once only one hand is left, that hand owes nothing, and
    neither does a seat with nothing in front of it whose chips have already been ruled on.
    """
    seats = len(hand.bets)
    if not _in_a_round(table, hand) or _all_there(table, hand):
        return [0] * seats
    return [_owed_by(table, hand, seat) for seat in range(seats)]


def first_owing(table: Table, hand: Hand) -> int:
    """Return the lowest-numbered seat that owes announced chips, or 0 if none does."""
    if not _in_a_round(table, hand) or _all_there(table, hand):
        return 0
    chips, base = table.chips, table.base
    for seat, bet in enumerate(hand.bets):
        if not bet or sum(chips.get(BET_ZONES[seat], ())) - base[seat] >= bet:
            continue
        if _owed_by(table, hand, seat):
            return seat
    return 0


def _in_a_round(table: Table, hand: Hand) -> bool:
    """Return whether a round's bets are in front of the seats and read by antennas."""
    return type(hand.stage) in _IN_A_ROUND and not table.fittings.keyed


def _all_there(table: Table, hand: Hand) -> bool:
    """Return whether the bets of a finished round are complete, in the pot and in front together.

    A bet may have been gathered before its last chips were put in front of the seat.
    """
    if type(hand.stage) is not Paying or "pot" in table.devices.blind_zones:
        return False
    front, bets = lying(table), hand.bets
    rest_in_front = all(map(ge, map(add, front, hand.stage.came), bets))
    gathered = beyond_ledger(table, hand) - hand.surplus
    return rest_in_front and gathered + sum(map(min, front, bets)) == sum(bets)


def _owed_by(table: Table, hand: Hand, seat: int) -> int:
    bet, zone = hand.bets[seat], BET_ZONES[seat]
    front = lies(table, seat)
    there = max(front, hand.stage.came[seat]) if type(hand.stage) is Paying else front
    if there >= bet or zone in table.devices.blind_zones or _is_let_be(hand, seat, front):
        return 0
    if lifted_since(hand, seat):
        return 0
    return bet - there


def _is_let_be(hand: Hand, seat: int, front: int) -> bool:
    """Return whether a seat's debt is waived because only one hand is left.

    The debt of the hand that is left is always waived. The debt of another seat is waived if it has
    nothing in front, and a ruling has already been made on its chips. `front` is the amount in
    front of the seat.
    """
    if not hand.alone():
        return False
    return hand.status[seat] in CAN_WIN or (front <= 0 and seat in hand.round.faulty)


def whose(debts: Sequence[int], added: int) -> dict[int, int]:
    """Return {seat: amount}: the seats whose debts are paid by added chips, and how much of each.

    `debts` is indexed by seat, and `added` is the value of the chips. If it equals the sum of all
    debts, all are paid. If it equals exactly one debt, that debt is paid. If it equals none, but
    exactly one debt is larger, that debt is paid in part. Otherwise the result is empty, because it
    is unclear whose chips were added.
    """
    if sum(debts) == added:
        return {seat: debt for seat, debt in enumerate(debts) if debt}
    whole = [seat for seat, debt in enumerate(debts) if debt == added]
    enough = [seat for seat, debt in enumerate(debts) if debt >= added]
    paid = next((some for some in (whole, enough) if len(some) == 1), ())
    return dict.fromkeys(paid, added)


def lie_in_the_pot(play: Play, seat: int, chips: int) -> None:
    """Record the amount `chips`, which is in the pot, as if it were still in front of `seat`."""
    play.hand = replace(play.hand, splashed=play.hand.splashed + chips)
    base = play.table.base
    play.table = replace(play.table, base=put(base, seat, base[seat] - chips))


def as_it_lies(play: Play) -> None:
    """Record all debts as paid, because the chips on the table are accepted as they are.

    Owed chips that are already in the pot count as chips thrown straight into it.
    """
    hand, table = play.hand, play.table
    owed = unpaid(table, hand)
    if any(owed):
        there = sum(table.chips.get("pot", ())) - table.carried - hand.dead_money - sum(hand.paid)
        drawn = min(sum(owed), max(there - hand.splashed, 0))
        play.hand = replace(hand, splashed=hand.splashed + drawn)
        base = tuple(base - debt for base, debt in zip(table.base, owed, strict=True))
        play.table = replace(table, base=base)


def not_gathered(table: Table) -> list[int]:
    """Return, for each seat, the amount in front of it that belongs to a finished round."""
    chips, blind = table.chips, table.devices.blind_zones
    return [
        min(base, sum(chips.get(zone, ()))) if base > 0 and zone not in blind else 0
        for zone, base in zip(BET_ZONES, table.base, strict=False)
    ]


def front_and_pot(chips: dict[str, tuple[int, ...]]) -> int:
    """Return the total value of the chips in front of all seats and in the pot.

    `chips` maps each chip zone to the denominations of its chips.
    """
    return sum(sum(lies) for zone, lies in chips.items() if zone == "pot" or zone in IN_FRONT)
