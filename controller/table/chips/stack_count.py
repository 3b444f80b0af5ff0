"""Compares stacks read by antennas with their recorded amounts, to find missing or surplus chips.

A difference is reported once, with its amount, and does not stop play, because the chips may be in
somebody's hand.
"""

from typing import Final

from msgspec.structs import replace

from controller.contract.public import IrregularityFound
from controller.contract.rules import Kind
from controller.table.chips.miscounted_pots import noticed
from controller.table.rulings import found, note, stops_play
from controller.table.showdown import for_the_box, shares, stack_is_read
from controller.table.state import (
    AT_REST,
    BEFORE_BETTING,
    BET_ZONES,
    STACK_ZONES,
    Hand,
    Over,
    Play,
    StackCount,
    Table,
    beyond_ledger,
    put,
)

REST_MS: Final = 45_000
"""How long a stack and its recorded amount must be unchanged before they are compared (ms).

The stack's antenna is read every two seconds, and chips count as gone after a dozen scans that miss
them.
"""
REST_SCANS: Final = 450
"""The number of scans for which a stack and its recorded amount must be unchanged.

These are scans of a card antenna. `REST_MS` is the limit in milliseconds; the longer of the two
counts, because antennas in time slots read stacks less often.
"""
CARRY_MS: Final = 120_000
"""How long a stack must be unchanged if a command has changed its recorded amount (ms).

It is longer than `REST_MS`, because somebody has to carry the chips.
"""


def begin_count(play: Play) -> None:
    """Start counting stacks, now that an antenna has read one."""
    if play.table.devices.stacks is None:
        none = (0,) * len(play.table.seats)
        play.devices(stacks=StackCount((play.at,) * len(none), none))


def difference(table: Table, hand: Hand, seat: int) -> int:
    """Return a stack's surplus over its recorded amount; a shortfall is negative.

    Chips that may be on their way between stack and bet count as neither surplus nor shortfall.
    """
    owner, lies = table.seats[seat], _lies(table, STACK_ZONES[seat])
    away = owner.stack - _lies(table, BET_ZONES[seat])
    if hand.running:
        away += hand.bets[seat] + table.base[seat]
    least, most = min(owner.stack, away), max(owner.stack, away) + owner.rebuy
    if hand.over.timed:
        most += for_the_box(hand, seat)
    return max(lies - most, 0) - max(least - lies, 0)


def count_stacks(play: Play) -> None:
    """Check stacks at rest against their recorded amounts, and schedule the next check."""
    _note_changes(play)
    table, hand = play.table, play.hand
    counts = table.devices.stacks
    if counts is None or stops_play(table) or _in_the_middle(table, hand):
        return
    differ: dict[int, int] = {}
    for seat in range(1, len(table.seats)):
        # During a hand, some of a seat's chips may be in its bet zone.
        unread = hand.running and BET_ZONES[seat] in table.devices.blind_zones
        if stack_is_read(table, seat) and not unread:
            lacks = difference(table, hand, seat)
            if lacks != counts.told[seat]:
                differ[seat] = lacks
    if differ:
        _judge(play, counts, differ)


def _judge(play: Play, counts: StackCount, differ: dict[int, int]) -> None:
    """Report all new differences together, once the stacks have been unchanged long enough."""
    told = list(counts.told)
    for seat, lacks in differ.items():
        if not lacks:
            told[seat] = 0
    open_since = [counts.since[seat] for seat, lacks in differ.items() if lacks]
    rest = play.table.fittings.within(REST_MS, REST_SCANS)
    if open_since and not play.must_wait(max(open_since) + rest):
        _say(play, counts, differ)
        told = [differ.get(seat, known) for seat, known in enumerate(told)]
    if tuple(told) != counts.told:
        assert play.table.devices.stacks is not None
        play.devices(stacks=replace(play.table.devices.stacks, told=tuple(told)))


def _say(play: Play, counts: StackCount, differ: dict[int, int]) -> None:
    """Report each stack's difference.

    If one seat has exactly the surplus that a winner lacks, a wrong pot is reported instead.
    `differ` maps each seat to its surplus; a shortfall is negative.
    """
    left = dict(differ)
    for winner, share in counts.won:
        lacks = left.get(winner, 0)
        has = next((seat for seat, more in left.items() if more == -lacks > 0), 0)
        if not has or lacks < -share:
            continue
        del left[winner], left[has]
        if not counts.wrong:
            found(play, Kind.POT_WRONG, seat=has, tags={noticed(play)}, amount=lacks)
    for seat, more in left.items():
        if more:
            kind = Kind.STACK_OVER if more > 0 else Kind.STACK_SHORT
            remedy = play.house.remedy(kind, frozenset())
            note(play, remedy, remedy.outcome, seat=seat, amount=abs(more))


def _note_changes(play: Play) -> None:
    """Record when each stack and its recorded amount last changed."""
    table, hand, before = play.table, play.hand, play.before
    counts = table.devices.stacks
    if counts is None:
        return
    since, won, wrong = counts.since, counts.won, counts.wrong
    at_rest = type(hand.stage) in AT_REST and type(before.hand.stage) in AT_REST
    quiet = type(hand.stage) in AT_REST or type(hand.stage) in BEFORE_BETTING
    back = table.devices.blind_zones is not before.devices.blind_zones
    # Chips moved under a ruling may still be read in their old place.
    ruled = stops_play(before) and not stops_play(table)
    if back or ruled or (quiet and table.chips.get("pot") != before.chips.get("pot")):
        since = (play.at,) * len(since)
    for seat in range(1, len(since)):
        if _figures(table, hand, seat) != _figures(before, before.hand, seat):
            since = put(since, seat, play.at)
            if at_rest and before.seats[seat].stack != table.seats[seat].stack:
                # A command has changed the recorded amount.
                since = put(since, seat, play.at + CARRY_MS - REST_MS)
    if type(hand.stage) is Over and hand.stage is not before.hand.stage and hand.awards:
        share = tuple(shares(hand).items())
        won, wrong = share, wrong and share == won
    wrong = wrong or any(
        isinstance(one, IrregularityFound) and one.kind is Kind.POT_WRONG for one in play.public
    )
    if (since, won, wrong) != (counts.since, counts.won, counts.wrong):
        play.devices(stacks=replace(counts, since=since, won=won, wrong=wrong))


def _figures(table: Table, hand: Hand, seat: int) -> tuple[object, ...]:
    owner, chips = table.seats[seat], table.chips
    front, stack = chips.get(BET_ZONES[seat]), chips.get(STACK_ZONES[seat])
    return owner.stack, owner.rebuy, hand.bets[seat], front, stack


def _in_the_middle(table: Table, hand: Hand) -> bool:
    """Return whether chips are still on their way, so that stacks can't be compared yet.

    During a hand, these are bets being gathered into the pot. Between hands, they are chips in
    front of seats, or chips in the pot that are not carried over.
    """
    if hand.running:
        return hand.awaits.count is not None or beyond_ledger(table, hand) > 0
    lies = sum(_lies(table, zone) for zone in BET_ZONES[: len(table.seats)])
    return lies > 0 or _lies(table, "pot") > table.carried


def _lies(table: Table, zone: str) -> int:
    return sum(table.chips.get(zone, ()))
