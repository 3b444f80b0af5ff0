"""A pot that went to the wrong seat: somebody calls the floor, or a stack's antenna sees it."""

from controller.contract.observations import Declared
from controller.contract.public import FloorCalled
from controller.houses.model import House
from controller.table.deal_errors import late
from controller.table.irregular import found
from controller.table.state import Hand, Out, Table


def floor_called(table: Table, said: Declared, house: House, out: Out) -> Table:
    """Announce that a seat calls the floor; between hands, that is about the pot just awarded.

    Once the next hand runs, `pot` as the target says so (ppc 23, fidpa 75-5).
    """
    hand = table.hand
    over = hand is not None and hand.phase == "over" and bool(hand.awards)
    about = said.target or ("pot" if over else "")
    out.say(FloorCalled(said.seat, about))
    if about != "pot" or hand is None or hand.number < 2 - over:
        return table
    return _wrong_pot(table, hand, house, out, said.seat)


def pushed_wrong(table: Table, house: House, out: Out, seat: int, lies: int) -> Table:
    """Find chips in a stack that its player has not won, now that the pots are being pushed."""
    hand, owner = table.hand, table.seats[seat]
    if hand is None or not hand.awards or not owner.taken or lies <= owner.stack + owner.rebuy:
        return table
    return _wrong_pot(table, hand, house, out, seat)


def _wrong_pot(table: Table, hand: Hand, house: House, out: Out, seat: int) -> Table:
    if any(ruling.kind == "pot.wrong" for ruling in table.rulings):
        return table
    return found(table, house, out, "pot.wrong", seat=seat, tags={_noticed(hand, house)})[0]


def _noticed(hand: Hand, house: House) -> str:
    """Return the word of `Remedy.when` for when a wrong pot is noticed."""
    if hand.phase == "over":
        return "between-hands"
    return "substantial-action" if late(hand, house) else "next-hand"
