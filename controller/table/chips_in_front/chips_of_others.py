"""Chips in front of one seat that belong to another seat's bet.

Such chips count for the other seat.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from controller.table.chips_in_front.oversized_chips import Motion
from controller.table.state import (
    IN_FRONT,
    Betting,
    BoardDue,
    Paying,
    Play,
    beyond_ledger,
    call_to,
    lies,
    unpaid,
)

BETS_LIE_THERE = frozenset({Betting, Paying, BoardDue})


def brought_along(play: Play, seat: int, brought: Mapping[str, int]) -> None:
    """Credit chips now in front of `seat` if they came from another seat's bet or from the pot.

    `brought` maps each zone that the chips came from to their value. Chips from another seat's bet
    still count for that seat, up to the amount that its bet lacks, and the rest count for `seat`.
    Chips from the pot count as taken back by `seat`, up to the amount that it threw in.
    """
    if type(play.hand.stage) not in BETS_LIE_THERE or play.hand.gathered:
        return
    for zone, chips in brought.items():
        if zone == "pot":
            _back_from_the_pot(play, seat, chips)
        elif (owner := IN_FRONT.get(zone, 0)) and owner != seat:
            lacks = max(play.hand.bets[owner] - lies(play.table, owner), 0)
            lie_before(play, seat, owner, min(chips, lacks))
            if chips > lacks and seat not in play.hand.betting.to_act:
                # Moving chips from one bet to another is not an action.
                play.note_faulty(seat)


def _back_from_the_pot(play: Play, seat: int, chips: int) -> None:
    """Record that a seat has taken back chips that it threw straight into the pot.

    If the seat must act, other chips that it took from the pot do not count as its action.
    """
    hand, base = play.hand, list(play.table.base)
    back = min(chips, hand.splashed, max(-base[seat], 0))
    more = chips if seat in hand.betting.to_act else back
    if more:
        base[seat] += more
        play.hand = replace(hand, splashed=hand.splashed - back)
        play.table = replace(play.table, base=tuple(base))


def lie_before(play: Play, seat: int, owner: int, chips: int) -> None:
    """Count the amount `chips`, now in front of `seat`, as part of the bet of seat `owner`."""
    base = list(play.table.base)
    base[seat] += chips
    base[owner] -= chips
    play.table = replace(play.table, base=tuple(base))


def laid_back(play: Play, motion: Motion) -> bool:
    """Return whether chips have returned from the pot to a seat's bet; if so, count them there.

    Chips added in front of the seat have come back if chips were thrown straight into the pot in
    this round, and the pot is now short by at least the added amount.
    """
    hand, seat = play.hand, motion.seat
    more = motion.front - max(motion.lay_before, hand.bets[seat])
    if not hand.splashed or not 0 < more <= -beyond_ledger(play.table, hand):
        return False
    before = hand.splashed
    _back_from_the_pot(play, seat, more)
    return play.hand.splashed < before


def pays_for_others(play: Play, motion: Motion) -> bool:
    """Return whether chips that a seat adds beyond its own bet pay what other seats owe.

    They do if exactly one other seat owes this amount, or if the debts of all other seats add up to
    it. The chips are then credited to those seats.
    """
    hand, seat = play.hand, motion.seat
    more = motion.front - max(motion.lay_before, hand.bets[seat])
    debts = {s: debt for s, debt in enumerate(unpaid(play.table, hand)) if debt and s != seat}
    whole = [s for s, debt in debts.items() if debt == more]
    if len(whole) == 1:
        debts = {whole[0]: more}
    if more <= 0 or sum(debts.values()) != more:
        return False
    for owner, debt in debts.items():
        lie_before(play, seat, owner, debt)
    stage = play.hand.stage
    if type(stage) is Paying:
        came = list(stage.came)
        came[seat] = hand.bets[seat]
        play.hand = replace(play.hand, stage=replace(stage, came=tuple(came)))
    return True


def ends_a_payment(play: Play, motion: Motion) -> bool:
    """Return whether chips in front of the seat in turn complete another seat's bet.

    They complete it if only one partly paid bet is short by exactly this amount, and the amount
    does not cover a call by the seat in turn. They are then credited to that bet.
    """
    hand, seat = play.hand, motion.seat
    more = motion.front - max(motion.lay_before, hand.bets[seat])
    parts = {s for s, since in enumerate(hand.awaits.parts) if since}
    in_part = (parts | set(hand.round.faulty)) - {seat}
    debts = unpaid(play.table, hand)
    owners = [owner for owner in in_part if debts[owner] == more]
    if more <= 0 or len(owners) != 1 or motion.front >= call_to(hand, seat):
        return False
    lie_before(play, seat, owners[0], more)
    return True


def of_others(play: Play, seat: int) -> int:
    """Return the amount in front of a seat that counts towards other seats' bets."""
    hand, base = play.hand, play.table.base
    if base[seat] <= 0 or type(hand.stage) not in BETS_LIE_THERE or hand.gathered:
        return 0
    # Chips that count for a seat may also be in the pot, not in front of another seat.
    elsewhere = sum(-moved for moved in base if moved < 0) - hand.splashed
    return max(min(base[seat], elsewhere), 0)


def given_back(play: Play, seat: int, less: int) -> tuple[int, ...]:
    """Record that chips worth `less` were taken away from in front of a seat.

    Chips of other seats' bets may have lain among them. Return those seats, whose bets are now
    too small.
    """
    others = min(less, of_others(play, seat))
    base = list(play.table.base)
    base[seat] -= less
    owners: list[int] = []
    if others:
        less = others
        for owner, moved in enumerate(base):
            back = min(-moved, less)
            if back > 0:
                base[owner] += back
                less -= back
                owners.append(owner)
    play.table = replace(play.table, base=tuple(base))
    return tuple(owners)
