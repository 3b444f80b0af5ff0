"""Split pots: the halves of a high-low pot, the winners' shares, and odd chips."""

from collections.abc import Sequence

from controller.houses.model import House
from controller.table.state.hand import Share
from controller.table.state.side_pots import Pot


def halves(pot: Pot, unit: int, house: House) -> tuple[int, int]:
    """Return the high half and the low half of a pot; `unit` is the smallest chip in play.

    The odd chip goes to the high half (tda 20-C), or to the low half by house rule.
    """
    small = pot.amount // unit // 2 * unit
    large = pot.amount - small
    return (large, small) if house.pots.high_low_odd.value == "high" else (small, large)


def odd_article(house: House, awards: Sequence[Share], part: Share) -> str:
    """Return the article by which a seat received odd chips, or "" if it received none.

    `part` is the seat's share, and `awards` are all shares. If only this seat won a half, its odd
    chip comes from the division into halves, and the result is the article on that division.
    """
    if not part.odd:
        return ""
    of_half = [
        one for one in awards if (one.pot, one.half, one.run) == (part.pot, part.half, part.run)
    ]
    by_half = part.half and len(of_half) == 1
    return (house.pots.high_low_odd if by_half else house.pots.odd_chip).article


def share(
    pot: Pot, index: int, winners: Sequence[int], unit: int, house: House
) -> tuple[tuple[Share, ...], int]:
    """Divide a pot among its winners; return their shares, and the amount kept for the next pot.

    `index` is the pot's number; 0 is the main pot. `winners` are in order, starting to the left of
    the button. `unit` is the smallest chip in play; an amount below it counts as an odd chip. The
    first winners receive one odd chip each (fidpa 76-2a, ppc 25, tda 20), or all odd chips are kept
    for the next pot (redcactus B.b).
    """
    if len(winners) == 1:
        return (Share(index, winners[0], pot.amount, pot.amount % unit),) if pot.amount else (), 0
    units, rest = divmod(pot.amount, unit)
    each, odd = divmod(units, len(winners))
    carried = 0
    if house.pots.odd_chip.value == "next-pot":
        carried, odd, rest = odd * unit + rest, 0, 0
    awards: list[Share] = []
    for place, seat in enumerate(winners):
        extra = unit if place < odd else 0
        if place == 0:
            extra += rest
        awards.append(Share(index, seat, each * unit + extra, extra))
    return tuple([a for a in awards if a.amount]), carried
