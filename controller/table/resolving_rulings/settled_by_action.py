"""Actions that settle an open ruling, and actions and cards that it does not affect."""

from typing import Final

from controller.contract.observations import CardAt
from controller.contract.rules import MIXED, Action, Closing, Kind, Subject
from controller.table.resolving_rulings.follow_ruling import close
from controller.table.rulings import active, goals_of, settled_board
from controller.table.state import BEFORE_BETTING, GIVEN_UP, IN_A_HAND, Play, Ruling

_PILES: Final = GIVEN_UP | {"board"}


def settles(play: Play, seat: int, what: str) -> bool:
    """Close the open ruling if the action `what` by the seat to act settles it.

    Returns whether the ruling was settled. If the ruling asks whether that player's hand beyond the
    line is folded, any action settles it (tda 40-A). A ruling on an action out of turn is settled
    if the player whom it concerns folds, which leaves nothing to decide (tda 58).
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
    """Return whether `what` is a fold in turn during an open ruling on an action out of turn.

    Such a fold counts, because the hand is out whatever the decision on the action out of turn.
    """
    ruling = active(play.table)
    return (
        ruling is not None
        and ruling.kind is Kind.BET_OUT_OF_TURN
        and what == Action.FOLD
        and play.hand.turn == seat
    )


def is_beside(play: Play, ruling: Ruling, seen: CardAt, *, fresh: bool, off_board: bool) -> bool:
    """Return whether a card that comes to rest has nothing to do with an open ruling.

    A ruling asks for no card if it is about a bet, or is waiting for a decision. The first of these
    cases that applies decides:

    - The card is in a hand, and the ruling asks for no card: True unless it is one of the ruling's
      own cards or a substitute.
    - The ruling is on a street, and not about a misplaced card: True only if it asks for no card,
      and the card has left the board (`off_board`) but should have stayed there.
    - The card is from the stub (`fresh`): True if it reaches the board, the burns or the muck after
      the deal or in a ruling on a bet, and no remaining step concerns a street or a burn.
    - Any other card: True if it left or reached the board, and the ruling asks for no card.
    """
    goals, hand = goals_of(ruling)[ruling.done :], play.hand
    if not goals:
        return False
    of_a_bet = ruling.kind.subject is Subject.BET
    asks_for_none = of_a_bet or goals[0].decides
    if seen.zone in IN_A_HAND and asks_for_none:
        return _comes_to_other_hand(play, ruling, seen)
    if ruling.street is not None and ruling.kind is not Kind.BOARD_MISPLACED:
        return asks_for_none and off_board and seen.card in settled_board(play)
    if fresh:
        runs = of_a_bet or type(hand.stage) not in BEFORE_BETTING
        return runs and seen.zone in _PILES and all(goal.leaves_street for goal in goals)
    return asks_for_none and (off_board or seen.zone == "board")


def _comes_to_other_hand(play: Play, ruling: Ruling, seen: CardAt) -> bool:
    """Return whether a card in a hand zone is neither a ruling's own card nor its substitute.

    The second card of a swap belongs to the ruling on the first. During the initial deal, a card
    that no player has been dealt always belongs to the ruling.
    """
    held = bool(play.hand.holder(seen.card))
    if seen.card in ruling.cards or (ruling.kind in MIXED and held):
        return False
    if not held and type(play.hand.stage) in BEFORE_BETTING:
        return False
    return not ruling.cards or ruling.seat != IN_A_HAND[seen.zone]
