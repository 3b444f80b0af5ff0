"""A seat calls the floor: a pot that went to the wrong seat can only be said, not sensed."""

from controller.contract.observations import Declared
from controller.contract.public import FloorCalled
from controller.houses.model import House
from controller.table.deal_errors import late
from controller.table.irregular import found
from controller.table.state import Hand, Out, Table


def floor_called(table: Table, said: Declared, house: House, out: Out) -> Table:
    """Say that a seat calls the floor; between hands, that is about the pot just awarded.

    Once the next hand runs, `pot` as the target says so (ppc 23, fidpa 75-5).
    """
    hand = table.hand
    over = hand is not None and hand.phase == "over" and bool(hand.awards)
    about = said.target or ("pot" if over else "")
    out.say(FloorCalled(said.seat, about))
    if about != "pot" or hand is None or hand.number < 2 - over:
        return table
    if any(ruling.kind == "pot.wrong" for ruling in table.rulings):
        return table
    return found(table, house, out, "pot.wrong", seat=said.seat, tags={_noticed(hand, house)})[0]


def _noticed(hand: Hand, house: House) -> str:
    """Give the word of `Remedy.when` for when a wrong pot is noticed."""
    if hand.phase == "over":
        return "between-hands"
    return "substantial-action" if late(hand, house) else "next-hand"
