"""Running it twice: two boards are completed if no more betting is possible and all players agree.

This is common card room practice, but no house rules included in Tapis cover it. Half of each pot
is decided by the first board and half by the second; an odd chip goes to the half of the first
board. A board antenna shows which cards have been dealt, and in what order, but not to which of
the two boards. So the first board is completed before any card of the second is dealt. Each street
has its own burn.
"""

from msgspec.structs import replace

from controller.contract.public import ActionRefused, RunTwice, SecondBoard
from controller.houses.model import House
from controller.table.state import BoardDue, Extras, Hand, Play, Table, can_act, deck_of


def may_agree(table: Table, hand: Hand, house: House) -> tuple[int, ...]:
    """Return the seats that may still agree to a second board, or () if there can't be one."""
    if not house.showdown.run_twice.value or not hand.street_due or hand.alone():
        return ()
    if hand.game.boards > 1:
        return ()
    extras = hand.extras or Extras()
    begun = hand.cards.burned_for > hand.street or len(hand.board) > hand.game.board[hand.street]
    if begun or extras.twice or len(can_act(table, hand)) > 1 or not _enough(hand, house):
        return ()
    return tuple([seat for seat in hand.live() if seat not in extras.agreed])


def _enough(hand: Hand, house: House) -> bool:
    """Return whether the stub has enough cards for two boards."""
    game = hand.game
    burns = (game.last_street - hand.street) * house.deal.burn.value
    rest = game.board[-1] - game.board[hand.street] + burns
    return len(deck_of(game.lowest)) - len(hand.seen) >= 2 * rest


def agree_to_run_twice(play: Play, seat: int) -> None:
    """Record a seat's agreement to a second board; every seat that can win must agree."""
    hand = play.hand
    left = may_agree(play.table, hand, play.house)
    if seat not in left:
        play.say(ActionRefused(seat, "run-twice", "no-second-board"))
        return
    extras, settled = hand.extras or Extras(), len(left) == 1
    extras = replace(extras, agreed=(*extras.agreed, seat), twice=settled, parted=hand.street)
    play.hand = replace(hand, extras=extras)
    play.say(RunTwice(seat, settled))


def second_board(play: Play, extras: Extras) -> bool:
    """Start the second board after the first, if agreed; return whether it has started."""
    hand = play.hand
    if not extras.twice or extras.first_board:
        return False
    common = hand.board[: hand.game.board[extras.parted]]
    play.hand = replace(
        hand,
        stage=BoardDue(),
        board=common,
        street=extras.parted,
        cards=replace(hand.cards, burned_for=extras.parted),
        extras=replace(extras, first_board=hand.board),
    )
    play.say(SecondBoard(common))
    return True
