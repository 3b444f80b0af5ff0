"""Main pot and side pots: who can win each pot, and whether chips are missing from them."""

from collections.abc import Sequence

import msgspec

from controller.table.state.hand import ALL_IN, AT_REST, LIVE, Hand
from controller.table.state.table import Table, in_front


class Pot(msgspec.Struct, frozen=True, gc=False):
    """A pot: its `amount` in chips, and the `seats` that can win it, in dealing order."""

    amount: int
    seats: tuple[int, ...]


def pots(hand: Hand, contributions: Sequence[int], carried: int) -> tuple[Pot, ...]:
    """Divide the contributions into pots, main pot first.

    `contributions` is indexed by seat. Each different amount put in by a seat that can still win,
    or that has mucked at the showdown, is the upper limit of one pot. Chips from folded hands
    beyond the highest limit stay in the last pot, unless an all-in hand could win it (`_beyond`).
    The main pot also receives `carried`, the chips from earlier hands, and dead money such as a big
    blind ante.
    """
    live = hand.live()
    if hand.mucked:
        live = tuple([s for s in hand.entitled if s in live or s in hand.mucked])
    loose = hand.dead_money + carried
    limits = sorted({contributions[s] for s in live})
    claims = [(limit, tuple([s for s in live if contributions[s] >= limit])) for limit in limits]
    if claims:
        claims += _beyond(hand, contributions, *claims[-1])
    if len(claims) < 2:
        return (Pot(sum(contributions) + loose, live),)
    made: list[Pot] = []
    below = 0
    for limit, winners in claims:
        last = limit == claims[-1][0]
        amount = sum((c if last else min(c, limit)) - below for c in contributions if c > below)
        made.append(Pot(amount, winners))
        below = limit
    made[0] = Pot(made[0].amount + loose, made[0].seats)
    return tuple(pot for pot in made if pot.amount)


def _beyond(
    hand: Hand, contributions: Sequence[int], limit: int, winners: tuple[int, ...]
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the limits of the pots beyond `limit`, each with the seats that can win it.

    `winners` are the live seats with the highest limit. An all-in hand among them can't win chips
    that folded hands have put in beyond its own (fidpa 77, redcactus B.f). They belong to the
    winners that are not all-in, or else to the seat whose hand died last among those that have put
    them in.
    """
    status, most = hand.status, max(contributions)
    if most == limit or all(status[s] != ALL_IN for s in winners):
        return []
    if able := tuple([s for s in winners if status[s] == LIVE]):
        return [(most, able)]
    claims: list[tuple[int, tuple[int, ...]]] = []
    for seat, _ in reversed(hand.dead):
        if contributions[seat] > limit:
            limit = contributions[seat]
            claims.append((limit, (seat,)))
    return claims


def beyond_ledger(table: Table, hand: Hand) -> int:
    """Return how much more the pot contains than expected; a shortfall is negative.

    During a hand, the pot should contain the chips gathered or thrown into it. After the hand, it
    should contain the awarded shares. Chips carried over from earlier hands are expected in both
    cases.
    """
    if type(hand.stage) in AT_REST:
        due = sum(won.amount for won in hand.awards)
    else:
        due = sum(hand.paid) + hand.dead_money + hand.splashed
    return sum(table.chips.get("pot", ())) - due - table.carried


def lacking(table: Table, hand: Hand) -> int:
    """Return the value of the chips missing from the pot, or 0 if none are missing.

    While bets from a finished round are in front of the seats, any chips in front of a seat on
    top of its bet are taken to be change from the pot, and do not count as missing.
    """
    less = -beyond_ledger(table, hand)
    if less <= 0:
        return 0
    if hand.gathered:
        return less
    front = in_front(table)
    changed = sum(max(front[s] - table.base[s] - bet, 0) for s, bet in enumerate(hand.bets))
    return max(less - changed, 0)
