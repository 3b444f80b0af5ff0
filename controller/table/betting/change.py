"""Change: what a seat has put in beyond its bet comes back to it out of the bets of others."""

from collections.abc import Iterable

from msgspec.structs import replace

from controller.contract.rules import Kind
from controller.table.betting.unannounced_chips import Motion
from controller.table.rulings import found
from controller.table.state import (
    BET_ZONES,
    Betting,
    BoardDue,
    Hand,
    Paying,
    Play,
    Table,
    beyond_ledger,
    lying,
)

_BETS_LIE_THERE = frozenset({Betting, Paying, BoardDue})


def change_due(table: Table, hand: Hand) -> list[int]:
    """Return what each seat that has acted in this betting round has in front beyond its bet."""
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
    """Return the first seat whose change has to come out of the bets of others, and how much.

    Who can take it out of their own chips in front needs nobody for it; (0, 0) for none.
    """
    due = change_due(table, hand)
    if any(due):
        # Once the round is over what leaves the bets may be change that was given already.
        lies = sum(lying(table)) + beyond_ledger(table, hand) - sum(hand.bets)
        for seat, chips in enumerate(due):
            amount = min(chips, lies)
            if amount > 0 and chips not in _sums(table.chips.get(BET_ZONES[seat], ())):
                return seat, amount
    return 0, 0


def _sums(pieces: Iterable[int]) -> set[int]:
    """Return what some of these chips, or all, come to."""
    sums = {0}
    for piece in pieces:
        sums |= {one + piece for one in sums}
    return sums


def is_change(play: Play, motion: Motion) -> bool:
    """Take chips that leave a bet as change of another seat's; return whether they are.

    What the other seat has in front stands for them from now on. Where they are more than its
    change it has taken too much: that is found, and what lacks is its to put back.
    """
    hand, table = play.hand, play.table
    gone = motion.lay_before - motion.front
    due = change_due(table, hand)
    due[motion.seat] = 0
    owed = [seat for seat, chips in enumerate(due) if chips]
    if gone <= 0 or len(owed) != 1:
        return False
    taker = owed[0]
    base = list(table.base)
    base[motion.seat] -= gone
    base[taker] += gone
    play.table = replace(table, base=tuple(base))
    if gone > due[taker]:
        found(play, Kind.BET_TAKEN_BACK, seat=taker, tags={"announced"})
        current = hand.round
        faulty = (*current.faulty, taker)
        play.hand = replace(hand, round=replace(current, faulty=faulty))
    return True
