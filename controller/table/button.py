"""The dealer button where it lies, against where it should."""

from msgspec.structs import replace

from controller.contract.observations import ButtonAt
from controller.houses.model import House
from controller.table.irregular import found
from controller.table.state import Out, Table


def button_at(table: Table, seen: ButtonAt, house: House, out: Out) -> Table:
    """Take a tagged button that has come to rest in front of a seat.

    It is judged while a hand runs: between hands it is on its way.
    """
    seat = seen.seat
    table = replace(table, button_at=seat)
    hand = table.hand
    if hand is None or hand.phase == "over" or seat == hand.button:
        return table
    if any(ruling.kind == "button.wrong" for ruling in table.rulings):
        return table
    acted = hand.street > 0 or hand.acts > 0
    tags = {"after-action" if acted else "before-action"}
    return found(table, house, out, "button.wrong", seat=seat, tags=tags)[0]
