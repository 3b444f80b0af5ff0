"""What is done with cards once a hand is over and the next has not begun."""

from controller.contract.public import IrregularityFound, Kind
from controller.houses.model import House
from controller.table.state import STREETS, Hand, Out, Table

KIND = Kind.BOARD_EXTRA_CARD


def looked_on(table: Table, hand: Hand, house: House, out: Out) -> None:
    """Tell that somebody looks at the cards that would have come (fidpa 33, redcactus M.d).

    Only where the house says something of it: otherwise it is nobody's business.
    """
    row = house.remedy(KIND, frozenset({"over"}))
    told = sum(zone == "board" for zone in table.places.values()) > len(hand.board) + 1
    if "over" in row.when and not told and not hand.voided:
        out.say(IrregularityFound(KIND, row.article, STREETS[min(hand.street + 1, 3)]))
