"""Open rulings settled by a clear act of the seat in turn, so that nobody has to decide them."""

from controller.contract.rules import Action, Closing, Kind
from controller.table.remedies.follow_ruling import close
from controller.table.rulings import active
from controller.table.state import Play


def settles(play: Play, seat: int, what: str) -> bool:
    """Settle the open ruling by a word or act of the seat in turn; return whether it was settled.

    Any word settles a hand that lies before the line (tda 40-A). A fold settles the case of a
    player who was skipped by action out of turn: the only question was whether that hand lives (tda
    58).
    """
    ruling = active(play.table)
    if ruling is None or ruling.done or not play.hand.turn == seat == ruling.seat:
        return False
    skipped = ruling.kind is Kind.BET_OUT_OF_TURN and what == Action.FOLD
    if not skipped and ruling.kind is not Kind.HAND_LINE:
        return False
    close(play, ruling, Closing.MOOT, str(seat))
    return True
