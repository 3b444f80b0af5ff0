"""Cards that have nothing to do with the open ruling, which are judged as usual."""

from typing import Final

from controller.contract.observations import CardAt
from controller.contract.rules import Kind, Subject
from controller.table.rulings import goals_of
from controller.table.state import Betting, Play, Ruling

_PILES: Final = frozenset({"board", "burn"})


def is_beside(play: Play, ruling: Ruling, seen: CardAt, *, fresh: bool, off_board: bool) -> bool:
    """Return whether a card that comes to rest has nothing to do with an open ruling.

    During a betting round, such a card is a stub card (`fresh`) that reaches the board or the
    burns: its street is dealt too early, and everybody has seen the card. While the floor is
    deciding, or if the ruling is about chips, such a card comes to the board from a hand, or
    leaves the board (`off_board`).
    """
    goals, hand = goals_of(ruling)[ruling.done :], play.hand
    if not goals or (ruling.street is not None and ruling.kind is not Kind.BOARD_MISPLACED):
        return False
    of_a_bet = ruling.kind.subject is Subject.BET
    if fresh:
        runs = of_a_bet or type(hand.stage) is Betting
        return runs and seen.zone in _PILES and all(goal.leaves_street for goal in goals)
    if not (goals[0].decides or of_a_bet):
        return False
    return off_board or (seen.zone == "board" and hand.holder(seen.card) > 0)
