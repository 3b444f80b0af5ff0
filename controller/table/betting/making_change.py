"""Making change: a seat that has put in too much takes its change from other seats' bets."""

from collections.abc import Iterable

from controller.contract.rules import CHANGE, Kind
from controller.table.betting.blinds import owed, post_from_chips
from controller.table.chips_in_front import Motion, lie_before
from controller.table.rulings import found
from controller.table.state import (
    BET_ZONES,
    Betting,
    BoardDue,
    Hand,
    Paying,
    Play,
    Posting,
    Table,
    beyond_ledger,
    lying,
)

_BETS_LIE_THERE = frozenset({Betting, Paying, BoardDue})


def change_due(table: Table, hand: Hand) -> list[int]:
    """Return how much each seat has in front of it beyond its bet, as a list by seat number.

    The amount is 0 for seats that still have to act this round, and for seats whose bet zone can't
    be read.
    """
    stage, seats = type(hand.stage), len(hand.bets)
    if stage not in _BETS_LIE_THERE or hand.gathered or table.fittings.keyed:
        return [0] * seats
    front, waiting = lying(table), set(hand.betting.to_act)
    blind = table.devices.blind_zones
    return [
        0 if seat in waiting or f"bet.{seat}" in blind else max(front[seat] - bet, 0)
        for seat, bet in enumerate(hand.bets)
    ]


def next_change(table: Table, hand: Hand) -> tuple[int, int]:
    """Return the first seat that must take its change from other bets, and the amount.

    A seat that can take its change from the chips in front of it is skipped. Returns (0, 0) if
    there is no such seat.
    """
    due = change_due(table, hand)
    if any(due):
        # After the round, chips that leave the bets may be change that was already given.
        lies = sum(lying(table)) + beyond_ledger(table, hand) - sum(hand.bets)
        for seat, chips in enumerate(due):
            amount = min(chips, lies)
            if amount > 0 and chips not in _sums(table.chips.get(BET_ZONES[seat], ())):
                return seat, amount
    return 0, 0


def change_of_posts(table: Table, hand: Hand, due: Posting) -> tuple[int, int]:
    """Return the first seat that has put in more than its ante and blind, and the change it is due.

    `due` contains the posts still due. Returns (0, 0) if there is no such seat.
    """
    if not table.fittings.keyed:
        front, blind = lying(table), table.devices.blind_zones
        for seat in hand.entitled:
            owes = due.antes[seat] + due.blinds[seat]
            if 0 < owes < front[seat] and BET_ZONES[seat] not in blind:
                return seat, front[seat] - owes
    return 0, 0


def is_change_of_posts(play: Play, motion: Motion) -> bool:
    """Return whether chips taken from a blind are change for another seat; if so, count them.

    They are change if exactly one other seat has posted with too large a chip, and they are worth
    exactly the change due to that seat. The same amount in front of that other seat then counts
    towards the blind from which they were taken.
    """
    hand, table, seat = play.hand, play.table, motion.seat
    gone = motion.lay_before - motion.front
    if gone <= 0 or motion.lay_before != _post(hand, seat):
        return False
    front = lying(table)
    due = [other for other in hand.entitled if front[other] - _post(hand, other) == gone]
    if len(due) != 1 or not _post(hand, due[0]):
        return False
    lie_before(play, due[0], seat, gone)
    if type(hand.stage) is Posting:
        post_from_chips(play, hand.stage, due[0], front[due[0]] - gone)
    return True


def _post(hand: Hand, seat: int) -> int:
    """Return a seat's bet plus the ante and blind that it still owes, in chips."""
    return hand.bets[seat] + sum(owed(hand, seat))


def _sums(pieces: Iterable[int]) -> set[int]:
    """Return the sums that can be made from some or all of these chips."""
    sums = {0}
    for piece in pieces:
        sums |= {one + piece for one in sums}
    return sums


def is_change(play: Play, motion: Motion) -> bool:
    """Return whether chips taken from a bet are change for another seat; if so, count them.

    They are change if exactly one other seat is due change. The same amount in front of that seat
    then counts towards the bet from which the chips were taken. If more was taken than that seat is
    due, an irregularity is reported, and that seat must put the difference back. No change is due
    for chips that a ruling is about.
    """
    hand, table = play.hand, play.table
    gone = motion.lay_before - motion.front
    due = change_due(table, hand)
    due[motion.seat] = 0
    ruled_on = {ruling.seat for ruling in table.rulings if ruling.kind not in CHANGE}
    takers = [seat for seat, chips in enumerate(due) if chips and seat not in ruled_on]
    if gone <= 0 or len(takers) != 1:
        return False
    taker = takers[0]
    lie_before(play, taker, motion.seat, gone)
    if gone > due[taker]:
        found(play, Kind.BET_TAKEN_BACK, seat=taker, tags={"announced"})
        play.note_faulty(taker)
    return True
