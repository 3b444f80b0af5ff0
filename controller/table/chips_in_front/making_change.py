"""Making change: a seat that has put in too much takes its change from other seats' bets."""

from collections.abc import Iterable

from msgspec.structs import replace

from controller.contract.rules import CHANGE, Kind
from controller.table.chips_in_front.chips_of_others import BETS_LIE_THERE, lie_before
from controller.table.chips_in_front.oversized_chips import Motion
from controller.table.rulings import found
from controller.table.state import BET_ZONES, Hand, Play, Table, beyond_ledger, lies, lying


def change_due(table: Table, hand: Hand) -> list[int]:
    """Return how much each seat has in front of it beyond its bet, as a list by seat number.

    The amount is 0 for seats that still have to act this round, and for seats whose bet zone can't
    be read.
    """
    stage, seats = type(hand.stage), len(hand.bets)
    if stage not in BETS_LIE_THERE or hand.gathered or table.fittings.keyed:
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


def _sums(pieces: Iterable[int]) -> set[int]:
    """Return the sums that can be made from some or all of these chips."""
    sums = {0}
    for piece in pieces:
        sums |= {one + piece for one in sums}
    return sums


def is_change(play: Play, motion: Motion) -> bool:
    """Count chips taken from a bet as change for another seat; return whether they are change.

    They are change if another seat is due change (`_takers`), they are not worth more than that,
    and part of the bet is still in place. A whole bet may be on its way to the pot. The same amount
    in front of the other seat then counts towards the bet from which the chips were taken.
    """
    gone = motion.lay_before - motion.front
    takers, due = _takers(play, motion.seat, gone)
    if not takers or not 0 < gone <= due or motion.front <= 0:
        return False
    for taker, chips in takers.items():
        lie_before(play, taker, motion.seat, chips)
    return True


def took_change(play: Play, seat: int) -> bool:
    """Count chips missing from a seat's bet as change for another seat; return whether they are.

    The chips are change if another seat is due change (`_takers`). If that seat has taken more, an
    irregularity is reported, and the seat must put the difference back.
    """
    gone = play.hand.bets[seat] - lies(play.table, seat)
    takers, due = _takers(play, seat, gone)
    if not takers or gone <= 0:
        return False
    for taker, chips in takers.items():
        lie_before(play, taker, seat, chips)
    if gone <= due:
        return True
    found(play, Kind.BET_TAKEN_BACK, seat=taker, tags={"announced"}, amount=gone - due)
    play.note_faulty(taker)
    return True


def change_comes_back(play: Play, motion: Motion) -> bool:
    """Return whether a seat gets back change that was taken from its bet; if so, count it there.

    The player who took the change returns it after their action has been undone, for instance.
    """
    hand, seat, base = play.hand, motion.seat, list(play.table.base)
    more = motion.front - max(motion.lay_before, hand.bets[seat])
    if hand.splashed or not 0 < more <= -base[seat]:
        return False
    base[seat] += more
    for other in range(1, len(base)):
        back = min(max(base[other], 0), more) if other != seat else 0
        base[other] -= back
        more -= back
    play.table = replace(play.table, base=tuple(base))
    return True


def _takers(play: Play, seat: int, gone: int) -> tuple[dict[int, int], int]:
    """Return {seat: amount}, the seats that take change from this seat's bet, and what is due.

    `gone` is the value of the chips that have left the bet. If several seats are due change, the
    taker is the first that is due exactly that much: the others are due the same amount as before.
    If there is none, it is the seat that is due the least of those due more. If no seat is due that
    much, several seats have taken their change. The result is ({}, 0) if there is no taker. A seat
    is left out if the extra chips in front of it are its own uncalled bet, or if an open ruling on
    anything but surplus chips concerns it.
    """
    hand, table = play.hand, play.table
    ruled_on = {ruling.seat for ruling in table.rulings if ruling.kind not in CHANGE}
    due = {
        other: chips
        for other, chips in enumerate(change_due(table, hand))
        if other not in {seat, *ruled_on} and chips and lies(table, other) > hand.last[other][1]
    }
    if not due:
        due = _due_unread(play, gone)
    if len(due) == 1:
        return dict.fromkeys(due, gone), sum(due.values())
    if enough := [other for other, chips in due.items() if chips >= gone]:
        taker = min(enough, key=due.__getitem__)
        return {taker: gone}, due[taker]
    return _spread(due, gone)


def _due_unread(play: Play, gone: int) -> dict[int, int]:
    """Return {seat: amount} for a seat that was due `gone` or more when its antenna was lost.

    The result is empty if there is no such seat, or more than one.
    """
    hand, table = play.hand, play.table
    if type(hand.stage) not in BETS_LIE_THERE or hand.gathered or gone <= 0:
        return {}
    seats = [
        seat
        for seat, bet in enumerate(hand.bets)
        if BET_ZONES[seat] in table.devices.blind_zones
        and seat not in hand.betting.to_act
        and bet
        and lies(table, seat) - bet >= gone
    ]
    return dict.fromkeys(seats, gone) if len(seats) == 1 else {}


def _spread(due: dict[int, int], gone: int) -> tuple[dict[int, int], int]:
    """Return {seat: amount}, the change in `due` that makes up `gone`, and the total due.

    The result is ({}, 0) if less than `gone` is due.
    """
    total = sum(due.values())
    if total < gone:
        return {}, 0
    takers = {}
    for other, chips in due.items():
        takers[other] = min(chips, gone)
        gone -= takers[other]
    return {other: chips for other, chips in takers.items() if chips}, total
