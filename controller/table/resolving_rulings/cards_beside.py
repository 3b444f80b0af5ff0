"""Cards that have nothing to do with the open ruling, which are judged as usual."""

from typing import Final

from controller.contract.observations import CardAt
from controller.contract.rules import MIXED, Kind, Subject
from controller.table.rulings import goals_of, settled_board
from controller.table.state import BEFORE_BETTING, IN_A_HAND, Betting, Play, Ruling

_PILES: Final = frozenset({"board", "burn"})


def is_beside(play: Play, ruling: Ruling, seen: CardAt, *, fresh: bool, off_board: bool) -> bool:
    """Return whether a card that comes to rest has nothing to do with an open ruling.

    `fresh` means that the card comes from the stub. Such a card has nothing to do with the ruling
    if it reaches the board or the burns during a betting round or a ruling about chips, and no step
    left to do deals to the board or the burns. The card begins its street too early, and everybody
    has seen it.

    `off_board` means that the card has left the board. Such a card, or one that comes to the board
    from a hand, has nothing to do with a ruling about chips, or with one that waits for the floor.
    The same holds for a card that comes to a hand.
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
        runs = of_a_bet or type(hand.stage) is Betting
        return runs and seen.zone in _PILES and all(goal.leaves_street for goal in goals)
    return asks_for_none and (off_board or (seen.zone == "board" and bool(hand.holder(seen.card))))


def _comes_to_other_hand(play: Play, ruling: Ruling, seen: CardAt) -> bool:
    """Return whether a card in a hand zone is neither a ruling's own card nor its substitute.

    The second card of a swap belongs to the ruling on the first. During the initial deal, the card
    always belongs to the ruling.
    """
    if type(play.hand.stage) in BEFORE_BETTING or seen.card in ruling.cards:
        return False
    if ruling.kind in MIXED and play.hand.holder(seen.card):
        return False
    return not ruling.cards or ruling.seat != IN_A_HAND[seen.zone]
