"""Main pot and side pots: the seats that can win each one, and the odd chips."""

from collections.abc import Sequence

import msgspec

from controller.houses.model import House
from controller.table.state.hand import Hand, Share
from controller.table.state.table import Table, clockwise, in_front


class Pot(msgspec.Struct, frozen=True, gc=False):
    """A pot and the seats that can win it, in dealing order."""

    amount: int
    seats: tuple[int, ...]


def pots(hand: Hand, contributions: Sequence[int], carried: int = 0) -> tuple[Pot, ...]:
    """Divide the contributions into a main pot and side pots, the main pot first.

    `contributions` are by seat. Each seat that can still win, or has mucked at the showdown, limits
    a pot by its contribution. Chips of folded hands beyond the highest limit stay in the last pot.
    `carried` and dead money (the big blind ante) go into the main pot.
    """
    live = hand.live()
    if hand.mucked:
        live = tuple([s for s in hand.entitled if s in live or s in hand.mucked])
    loose = hand.dead_money + carried
    limits = {contributions[s] for s in live}
    if len(limits) < 2:
        return (Pot(sum(contributions) + loose, live),)
    return _main_and_side_pots(contributions, live, sorted(limits), loose)


def _main_and_side_pots(
    contributions: Sequence[int], live: tuple[int, ...], limits: list[int], loose: int
) -> tuple[Pot, ...]:
    """Divide the contributions at each of the limits, lowest first."""
    made: list[Pot] = []
    below = 0
    for limit in limits:
        last = limit == limits[-1]
        amount = sum((c if last else min(c, limit)) - below for c in contributions if c > below)
        winners = tuple(s for s in live if contributions[s] >= limit)
        if made and made[-1].seats == winners:
            made[-1] = Pot(made[-1].amount + amount, winners)
        elif amount or not made:
            made.append(Pot(amount, winners))
        below = limit
    made[0] = Pot(made[0].amount + loose, made[0].seats)
    return tuple(pot for pot in made if pot.amount) or tuple(made[:1])


def beyond_ledger(table: Table, hand: Hand) -> int:
    """Return how much more the pot holds than was gathered, or than remains to be pushed."""
    due = sum(hand.paid) + hand.dead_money + hand.splashed
    if not hand.running:
        due = sum(won.amount for won in hand.awards)
    return sum(table.chips.get("pot", ())) - due - table.carried


def lacking(table: Table, hand: Hand) -> int:
    """Return how much less the pot holds than was gathered, 0 where that is unknown.

    Chips that were exchanged for change lie in front of a seat, beyond its bet. Once the bets are
    gathered nobody has change to take.
    """
    less = -beyond_ledger(table, hand)
    if less <= 0:
        return 0
    if hand.gathered:
        return less
    front = in_front(table)
    changed = sum(max(front[s] - table.base[s] - bet, 0) for s, bet in enumerate(hand.bets))
    return max(less - changed, 0)


def halves(pot: Pot, unit: int, house: House) -> tuple[int, int]:
    """Return the high half and the low half of a pot, in whole chips.

    The odd chip goes to the high half (tda 20-C), or to the low half by house rule.
    """
    small = pot.amount // unit // 2 * unit
    large = pot.amount - small
    return (large, small) if house.pots.high_low_odd.value == "high" else (small, large)


def odd_article(house: House, awards: Sequence[Share], part: Share) -> str:
    """Return the article by which a seat got odd chips, "" when it got none.

    The sole winner of a half also gets the chip that makes it the larger half.
    """
    if not part.odd:
        return ""
    of_half = [
        one for one in awards if (one.pot, one.half, one.run) == (part.pot, part.half, part.run)
    ]
    by_half = part.half and len(of_half) == 1
    return (house.pots.high_low_odd if by_half else house.pots.odd_chip).article


def share(
    pot: Pot, index: int, winners: Sequence[int], unit: int, house: House, hand: Hand, seats: int
) -> tuple[tuple[Share, ...], int]:
    """Divide one pot among its winners; return the awards and the amount carried to the next pot.

    `unit` is the smallest chip in play; no smaller amount is paid out. The odd chips go one each to
    the winners from the left of the button (fidpa 76-2a, ppc 25, tda 20), or they all stay for the
    next pot (redcactus B.b).
    """
    if len(winners) == 1:
        return (Share(index, winners[0], pot.amount, pot.amount % unit),) if pot.amount else (), 0
    order = [s for s in clockwise(seats, hand.button) if s in winners]
    units, rest = divmod(pot.amount, unit)
    each, odd = divmod(units, len(order))
    carried = 0
    if house.pots.odd_chip.value == "next-pot" and len(order) > 1:
        carried, odd, rest = odd * unit + rest, 0, 0
    awards: list[Share] = []
    for place, seat in enumerate(order):
        extra = unit if place < odd else 0
        if place == 0:
            extra += rest
        awards.append(Share(index, seat, each * unit + extra, extra))
    return tuple([a for a in awards if a.amount]), carried
