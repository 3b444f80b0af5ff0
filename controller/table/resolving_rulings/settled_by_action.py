"""Actions by the seat to act that settle an open ruling, or that count despite it."""

from controller.contract.rules import Action, Closing, Kind
from controller.table.resolving_rulings.follow_ruling import close
from controller.table.rulings import active
from controller.table.state import Play


def settles(play: Play, seat: int, what: str) -> bool:
    """Close the open ruling if the action `what` by the seat to act settles it.

    Returns whether the ruling was settled. If the ruling asks whether that player's hand beyond the
    line is folded, any action settles it (tda 40-A). A ruling on an action out of turn is settled
    if the skipped player folds: its only question was whether that player's hand is live (tda 58).
    """
    ruling = active(play.table)
    if ruling is None or ruling.done or not play.hand.turn == seat == ruling.seat:
        return False
    skipped = ruling.kind is Kind.BET_OUT_OF_TURN and what == Action.FOLD
    if not skipped and ruling.kind is not Kind.HAND_LINE:
        return False
    close(play, ruling, Closing.MOOT, str(seat))
    return True


def shows(play: Play, seat: int) -> None:
    """Withdraw the ruling on a hand pushed beyond the line, because its player says it is shown.

    A face-up hand has not been folded (tda 14, 68).
    """
    for ruling in play.table.rulings:
        if ruling.kind is Kind.HAND_LINE and ruling.seat == seat and not ruling.done:
            close(play, ruling, Closing.MOOT, str(seat))
            return


def folds_beside(play: Play, seat: int, what: str) -> bool:
    """Return whether `what` is a fold in turn while a ruling on an action out of turn is open.

    Such a fold counts, because the hand is out whatever is decided about the action out of turn.
    """
    ruling = active(play.table)
    return (
        ruling is not None
        and ruling.kind is Kind.BET_OUT_OF_TURN
        and what == Action.FOLD
        and play.hand.turn == seat
    )
