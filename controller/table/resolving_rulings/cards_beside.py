"""Cards that have nothing to do with the open ruling, which are judged as usual."""

from typing import Final

from controller.contract.observations import CardAt
from controller.contract.rules import Kind, Subject
from controller.table.rulings import goals_of
from controller.table.state import Betting, Play, Ruling

_PILES: Final = frozenset({"board", "burn"})


def is_beside(play: Play, ruling: Ruling, seen: CardAt, *, fresh: bool, off_board: bool) -> bool:
    """Return whether a card that comes to rest has nothing to do with an open ruling.

    `fresh` means that the card comes from the stub. Such a card has nothing to do with the ruling
    if it reaches the board or the burns during a betting round or a ruling about chips, and no step
    left to do deals to the board or the burns. The card begins its street too early, and everybody
    has seen it.

    `off_board` means that the card has left the board. Such a card, or one that comes to the board
    from a hand, has nothing to do with a ruling about chips, or with one that waits for the floor.
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
    return off_board or (seen.zone == "board" and bool(hand.holder(seen.card)))
