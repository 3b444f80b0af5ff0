"""Handles cards that move after one hand is over and before the next has begun."""

from controller.contract.public import IrregularityFound
from controller.contract.rules import Kind
from controller.table.board.burns_and_streets import next_street
from controller.table.state import Play


def looked_on(play: Play) -> None:
    """Report rabbit hunting: somebody looks at undealt board cards (fidpa 33, redcactus M.d).

    This is reported only if the house has a rule for it.
    """
    hand = play.hand
    row = play.house.remedy(Kind.BOARD_EXTRA_CARD, frozenset({"over"}))
    lying = sum(zone == "board" for zone in play.table.places.values())
    first = hand.extras.first_board if hand.extras is not None else ()
    told = lying > len({*first, *hand.board}) + 1
    if "over" in row.when and not told and not hand.voided:
        play.say(IrregularityFound(Kind.BOARD_EXTRA_CARD, row.article, next_street(hand)))
