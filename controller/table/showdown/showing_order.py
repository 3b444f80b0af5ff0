"""The order in which players show their hands at the showdown (tda 17)."""

from controller.houses.model import House
from controller.table.state import Hand, Table, clockwise, pots


def showing_order(table: Table, hand: Hand, house: House) -> tuple[int, ...]:
    """Return the live seats in showing order under the house rules."""
    order = _order_of_showing(table, hand, house)
    if house.pots.award_order.value == "innermost-first":
        return order
    # The players of a side pot show before those of the pots inside it (fidpa 70-2d, 77-4).
    made = pots(hand, hand.put_in(), table.carried)
    outermost = {s: index for index, pot in enumerate(made) for s in pot.seats}
    return tuple(sorted(order, key=lambda s: -outermost.get(s, 0)))


def next_to_show(table: Table, hand: Hand, house: House) -> int:
    """Return the seat that must show or muck next at the showdown, or 0 if all have done so."""
    return next((s for s in showing_order(table, hand, house) if not hand.shown[s]), 0)


def _order_of_showing(table: Table, hand: Hand, house: House) -> tuple[int, ...]:
    seats, live, last = len(table.seats) - 1, hand.live(), hand.round
    if hand.street < hand.game.last_street:
        return tuple(s for s in clockwise(seats, hand.button) if s in live)
    kind = house.showdown.first_to_show.value
    first = 0
    if kind == "last-aggressor" or (kind == "last-called" and last.aggressor):
        first = last.aggressor
    elif kind == "left-of-last-caller" and last.last_caller:
        first = next(s for s in clockwise(seats, last.last_caller) if s in live)
    order = clockwise(seats, hand.button)
    if first:  # if they have mucked, the next one clockwise shows (ppc 19, fidpa 70-2)
        order = (first, *clockwise(seats, first)[:-1])
    return tuple(s for s in order if s in live)
