"""Chips that are due: amounts announced by seats, and gathered chips that must reach the pot.

A player who is slow to pay is given time; after the house's time limit, the floor is called.
"""

from typing import Final

from msgspec.structs import replace

from controller.contract.rules import Kind
from controller.table.betting import round_over
from controller.table.chips.miscounted_pots import swept_in
from controller.table.rulings import found, stops_play
from controller.table.state import (
    AFTER_BETTING,
    BET_ZONES,
    STACK_ZONES,
    BoardDue,
    Count,
    Hand,
    Paying,
    Play,
    Table,
    beyond_ledger,
    first_owing,
    lacking,
    lying,
    not_gathered,
    unpaid,
)

COUNT_MS: Final = 8_000
"""The pot is counted this long after its last change (ms)."""
ARRIVE_MS: Final = 20_000
"""How long gathered chips may be on their way before the pot is counted without them (ms).

They are carried by hand, and the pot's antenna is read every second or two.
"""
ARRIVE_SCANS: Final = 200
"""How long gathered chips may be on their way to the pot, in scans of a card antenna.

`ARRIVE_MS` is the limit in milliseconds; the longer of the two counts. If antennas take turns,
a pot of 50 chips is read within 13 s. Two such readings are needed, because the first may have
begun before the chips arrived.
"""
A_CHIP: Final = ARRIVE_SCANS // 50
"""How many scans to allow for each chip if the pot has more than 50 chips."""
GATHER_MS: Final = 4_000
"""How long bets may stay in front of seats after the first card of the next street (ms).

They may have been lifted before that card: an antenna needs a dozen scans to tell that chips left.
"""
READ_MS: Final = 1_000
"""The interval between checks while the awaited chips are still being read (ms)."""
STANDS: Final = -1
"""The value of `Due.owed`, in place of a time, while the time limit for owed chips is suspended."""


def look_for_debts(play: Play) -> bool:
    """Continue the hand if no seat owes chips; otherwise, wait, and eventually call the floor.

    Returns whether the hand has continued or an irregularity was found.
    """
    hand, table, since = play.hand, play.table, play.hand.awaits.owed
    if seat := first_owing(table, hand):
        _wait_for_chips(play, seat, 0 if since and _has_paid(play) else since)
    else:
        if since:
            play.due(owed=0)
        if type(hand.stage) is Paying and not stops_play(table):
            round_over(play)
    if (count := play.hand.awaits.count) is not None:
        _count_pot(play, count)
    return play.hand.stage is not hand.stage or play.table.record is not table.record


def owes_after_all(play: Play, seat: int) -> None:
    """Resume waiting for a seat's announced chips, because its bet can be read again.

    A betting round can end even if a bet that no antenna reads is unpaid. The bet is owed if it is
    neither in front of the seat nor in the pot, unless it was read and has been taken away. This is
    only checked while bets are in front of seats and no next street or showdown has begun.
    """
    hand, table = play.hand, play.table
    left, lie = hand.awaits.left or (0,) * len(hand.bets), lying(table)
    if hand.gathered or type(hand.stage) not in AFTER_BETTING or _has_begun(hand):
        return
    gathered = sum(bet for bet, at in zip(hand.bets, left, strict=True) if at)
    in_the_pot = beyond_ledger(table, hand) - hand.surplus - gathered
    debt = hand.bets[seat] - lie[seat]
    if left[seat] or debt <= max(in_the_pot, 0):
        return
    came = [bet if left[s] else lie[s] for s, bet in enumerate(hand.bets)]
    play.hand = replace(hand, stage=Paying(tuple(came)), rounds=hand.rounds - 1)


def _has_begun(hand: Hand) -> bool:
    """Return whether the next street or the showdown has begun after a betting round."""
    dealt = len(hand.board) > hand.game.board[hand.street] or hand.cards.burned_for > hand.street
    return dealt or any(hand.shown) or bool(hand.mucked)


def _has_paid(play: Play) -> bool:
    """Return whether a bet was made or chips were put in as part of this observation."""
    hand, before = play.hand, play.before
    bet = hand.bets is not before.hand.bets or hand.splashed != before.hand.splashed
    return bet or play.moved or play.table.base is not before.base


def _wait_for_chips(play: Play, seat: int, since: int) -> None:
    """Wait for a seat's announced chips, and call the floor when the house's time limit expires.

    `since` is when the wait began (ms of table time). If it is 0 (no wait yet) or `STANDS` (wait
    suspended), the wait starts now. A ruling that stops the table suspends the wait, which starts
    again after the ruling. The floor is not called while chips that may be the payment are still
    being read.
    """
    if stops_play(play.table):
        if since != STANDS:
            play.due(owed=STANDS)
        return
    if since <= 0:
        since = play.at
        play.due(owed=since)
    until = since + 1000 * play.house.betting.payment_seconds.value
    coming = not play.table.moving.keys().isdisjoint(("pot", BET_ZONES[seat]))
    if play.at < until or coming:
        play.wake(max(until, play.at + READ_MS))
        return
    found(play, Kind.BET_UNPAID, seat=seat, amount=unpaid(play.table, play.hand)[seat])
    play.due(owed=STANDS)


def count_due(table: Table, hand: Hand) -> int | None:
    """Return when to stop waiting for gathered chips and count the pot (ms of table time).

    Return None if no count is due, or if a ruling stops the table. Once all bets have left their
    seats, also return None while chips are in motion at the pot.
    """
    count = hand.awaits.count
    if count is None or stops_play(table):
        return None
    if any(_lying(table, count)):
        # If nobody has gathered anything, the pot is counted only after the next street is dealt.
        forgotten = any(count.left) and type(hand.stage) is not BoardDue
        return count.since + GATHER_MS if forgotten else None
    # The pot is read seldom: until its motion has ended, it may contain unread chips.
    if "pot" in table.moving:
        return None
    if count.pot_at >= max(count.left):
        return count.since + COUNT_MS
    return count.since + arrive_ms(table, count.chips)


def arrive_ms(table: Table, chips: int) -> int:
    """Return how long gathered chips may take to reach the pot and be read there (ms).

    `chips` is their number. The time depends on the size that the pot will have: a pile that is
    read for the first time takes two scans of a card antenna for each chip.
    """
    pile = chips + len(table.chips.get("pot", ()))
    return table.fittings.within(ARRIVE_MS, max(ARRIVE_SCANS, A_CHIP * pile))


def _count_pot(play: Play, count: Count) -> None:
    """Compare the chips read in the pot with the bets put into it, and report any difference.

    While chips may still be on their way, wait for them.
    """
    hand, table = play.hand, play.table
    blind = "pot" in table.devices.blind_zones
    beyond = 0 if blind else beyond_ledger(table, hand)
    if hand.running and beyond < 0 and play.must_wait(count.since + GATHER_MS):
        # The chips are still on their way: it is too soon to ask where they are.
        return
    if not hand.running:
        play.due(count=None)
        return
    lies = _lying(table, count)
    lacks = 0 if blind else lacking(table, hand) - sum(lies)
    more = 0 if any(lies) else beyond - _coming(hand)
    if not any(lies) and lacks <= 0 and more <= hand.surplus:
        if not blind:
            # The pot is as expected, so nobody's change is in it.
            play.hand = replace(hand, change=())
        play.due(count=None)
        return
    if play.must_wait(count_due(table, hand)):
        return
    play.due(count=None)
    if any(lies):
        seat = next(seat for seat, chips in enumerate(lies) if chips)
        found(play, Kind.BET_NOT_GATHERED, seat=seat, amount=lies[seat])
    elif more > 0:
        if not swept_in(play):
            _too_much(play, more)
    else:
        _too_little(play, count, lacks)


def _too_little(play: Play, count: Count, lacks: int) -> None:
    """Rule on a bet taken back or, if it is unclear whose, on a pot that lacks `lacks`."""
    if seat := _took_back(play.table, play.hand, count, lacks):
        found(play, Kind.BET_TAKEN_BACK, seat=seat, tags={"after-round"}, amount=lacks)
    else:
        found(play, Kind.POT_WRONG, tags={"lacking"}, amount=-lacks)


def _coming(hand: Hand) -> int:
    """Return the total of the bets that were picked up but have not all been gathered yet.

    They may reach the pot while the previous round's chips are still being counted there.
    """
    rows = zip(hand.bets, hand.awaits.left, strict=False)
    return 0 if hand.gathered else sum(bet for bet, at in rows if at)


def _too_much(play: Play, more: int) -> None:
    """Report once that the pot exceeds the expected amount by `more`.

    If exactly one seat's stack is short by that amount, the report names that seat.
    """
    seats = [seat for seat in range(1, len(play.table.seats)) if _grown(play.table, seat) == -more]
    seat = seats[0] if len(seats) == 1 else 0
    play.hand = replace(play.hand, surplus=more)
    found(play, Kind.POT_WRONG, seat=seat, tags={"surplus"}, amount=more)


def _lying(table: Table, count: Count) -> list[int]:
    """Return, for each seat, the amount in front of it that has not been gathered.

    Seats whose bet has left since the count began are counted as 0.
    """
    return [
        0 if left else chips for chips, left in zip(not_gathered(table), count.left, strict=True)
    ]


def _took_back(table: Table, hand: Hand, count: Count, lacks: int) -> int:
    """Return the seat whose bet is missing from the pot, or 0 if that is unclear.

    `lacks` is the missing amount. If several seats bet that amount, return the only one whose
    stack has grown by it or, failing that, whose chips left after the others had reached the pot
    or, failing that, whose chips left before the round was over. If change was taken from the bets
    at the same time, a seat is returned only if its stack has grown by the amount.
    """
    seats = [seat for seat, bet in enumerate(count.bets) if bet == lacks and count.left[seat]]
    grown = [seat for seat in seats if _grown(table, seat) >= lacks]
    if hand.awaits.mixed:
        return grown[0] if len(grown) == 1 else 0
    late = [seat for seat in seats if count.left[seat] > count.pot_at]
    early = [seat for seat in seats if seat in hand.round.faulty]
    found = next((some for some in (grown, late, early) if len(some) == 1), seats)
    return found[0] if len(found) == 1 else 0


def _grown(table: Table, seat: int) -> int:
    """Return a stack's excess over its recorded amount, or 0 if no antenna reads the stack."""
    zone = STACK_ZONES[seat]
    return sum(table.chips[zone]) - table.seats[seat].stack if zone in table.chips else 0
