"""Acts of the seat in turn that settle an open ruling, or that count beside it."""

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


def folds_beside(play: Play, seat: int, what: str) -> bool:
    """Return whether this is a fold in turn while the floor decides on an act out of turn.

    No decision on that act keeps a player who was passed over in the hand.
    """
    ruling = active(play.table)
    return (
        ruling is not None
        and ruling.kind is Kind.BET_OUT_OF_TURN
        and what == Action.FOLD
        and play.hand.turn == seat
    )
