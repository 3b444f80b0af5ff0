"""Open rulings that a clear act of the seat in turn settles, so that nobody has to decide them."""

from controller.contract.rules import Action, Closing, Kind
from controller.table.remedies.follow_ruling import close
from controller.table.rulings import active
from controller.table.state import Play


def settles(play: Play, seat: int, what: str) -> bool:
    """Settle the open ruling by what the seat in turn says or does; return whether it did.

    Any word settles a hand that lies before the line (tda 40-A). A fold settles what becomes of a
    player behind whom others have acted: it asked nothing but whether that hand lives (tda 58).
    """
    ruling = active(play.table)
    if ruling is None or ruling.done or not play.hand.turn == seat == ruling.seat:
        return False
    skipped = ruling.kind is Kind.BET_OUT_OF_TURN and what == Action.FOLD
    if not skipped and ruling.kind is not Kind.HAND_LINE:
        return False
    close(play, ruling, Closing.MOOT, str(seat))
    return True
