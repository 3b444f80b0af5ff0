"""Chips that are due: what seats have said, and what was gathered and is to lie in the pot.

A late payer is waited for; who has not paid after the house's patience is the floor's.
"""

from typing import Final

from msgspec.structs import replace

from controller.contract.rules import Kind
from controller.table.actions import round_over
from controller.table.hand import Betting, BoardDue, Count, Debt, Hand, Over, Paying
from controller.table.irregular import found
from controller.table.owed import not_gathered, unpaid
from controller.table.play import Play
from controller.table.pots import lacking
from controller.table.rulings import stops_play
from controller.table.state import Table

COUNT_MS: Final = 8_000
"""How long after the pot has changed it is counted (ms)."""
ARRIVE_MS: Final = 20_000
"""How long gathered chips may be on their way before the pot is counted without them (ms).

They are carried by hand, and where antennas share the air the pot's may be read each seven seconds.
"""
GATHER_MS: Final = 4_000
"""How long bets may lie in front behind the first card of the next street (ms).

They may have been lifted before it: what has left is known only after a dozen scans.
"""
STANDS: Final = -1
"""Since when a debt lasts for which no time passes."""


def look_for_debts(play: Play) -> bool:
    """Note who owes chips, go on where nobody does any more, and call the floor in the end.

    Returns whether the hand has gone on, or something was found.
    """
    if play.unseen:
        return False
    hand = before = play.hand
    ruled = play.table.record.ruled
    stage = hand.stage
    if type(stage) is Betting or type(stage) is Paying:
        _debts(play)
    elif hand.round.debts:
        play.hand = replace(hand, round=replace(hand.round, debts=()))
    if play.hand.count is not None:
        _count_pot(play, play.hand.count)
    return play.hand.stage is not before.stage or play.table.record.ruled != ruled


def _debts(play: Play) -> None:
    hand = play.hand
    owed = unpaid(play.table, hand)
    if type(hand.stage) is Paying and not any(owed) and not stops_play(play.table):
        play.hand = replace(hand, round=replace(hand.round, debts=()))
        round_over(play)
        return
    before = hand.round.debts
    if not before and not any(owed):
        return
    debts = _noted(play, before, owed)
    if debts and not stops_play(play.table):
        patience = 1000 * play.house.betting.payment_seconds.value
        first = min(debts, key=lambda debt: debt.since)
        if play.at >= first.since + patience:
            debts = tuple([replace(debt, since=STANDS) for debt in debts])
            found(play, Kind.BET_UNPAID, seat=first.seat)
        else:
            _wake(play, first.since + patience)
    if debts != before:
        play.hand = replace(play.hand, round=replace(play.hand.round, debts=debts))


def _noted(play: Play, before: tuple[Debt, ...], owed: list[int]) -> tuple[Debt, ...]:
    """Return the debts there are now; no time passes for them while a ruling stops the table."""
    now = STANDS if stops_play(play.table) else play.at
    known = {debt.seat: debt for debt in before}
    debts = []
    for seat, amount in enumerate(owed):
        if amount:
            debt = known.get(seat)
            if debt is None or debt.amount != amount or STANDS in {debt.since, now}:
                debt = Debt(seat, amount, now)
            debts.append(debt)
    return tuple(debts)


def count_due(table: Table, hand: Hand) -> int | None:
    """Return when the pot is counted, whatever has come to it (ms); None when it is right."""
    count = hand.count
    if count is None or stops_play(table):
        return None
    if any(_lying(table, count)):
        # Where nobody has gathered anything, the next street is dealt before it is.
        forgotten = any(count.left) and type(hand.stage) is not BoardDue
        return count.since + GATHER_MS if forgotten else None
    # A pot is read seldom: until its motion has ended, chips may lie there unread.
    if "pot" in table.moving:
        return None
    arrived = count.pot_at >= max(count.left)
    return count.since + (COUNT_MS if arrived else ARRIVE_MS)


def _count_pot(play: Play, count: Count) -> None:
    """Hold what lies in the pot against what was gathered."""
    hand, table = play.hand, play.table
    lies = _lying(table, count)
    lacks = lacking(table, hand) - sum(lies)
    blind = "pot" in table.devices.blind_zones
    if type(hand.stage) is Over or not hand.running or blind or (lacks <= 0 and not any(lies)):
        play.hand = replace(hand, count=None)
        return
    due = count_due(table, hand)
    if due is None:
        return
    if play.at < due:
        _wake(play, due)
        return
    play.hand = replace(hand, count=None)
    if any(lies):
        seat = next(seat for seat, chips in enumerate(lies) if chips)
        found(play, Kind.BET_NOT_GATHERED, seat=seat)
    elif seat := _took_back(count, lacks):
        found(play, Kind.BET_TAKEN_BACK, seat=seat, tags={"after-round"})
    else:
        found(play, Kind.POT_WRONG, tags={"lacking"})


def _lying(table: Table, count: Count) -> list[int]:
    """Return what still lies in front of each seat whose bet has not left its place since."""
    return [
        0 if left else chips for chips, left in zip(not_gathered(table), count.left, strict=True)
    ]


def _took_back(count: Count, lacks: int) -> int:
    """Return the seat whose bet the pot lacks, 0 where that may be several.

    Of several with the same bet it is the one whose chips left when the others lay in the pot.
    """
    seats = [seat for seat, bet in enumerate(count.bets) if bet == lacks and count.left[seat]]
    late = [seat for seat in seats if count.left[seat] > count.pot_at]
    found = late if len(late) == 1 else seats
    return found[0] if len(found) == 1 else 0


def _wake(play: Play, at: int) -> None:
    play.wake_at = at if play.wake_at is None else min(play.wake_at, at)
