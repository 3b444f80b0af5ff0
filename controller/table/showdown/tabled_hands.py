"""The hands that are tabled or mucked, at the showdown or once nobody can bet any more.

The pots are awarded as soon as every live hand has been shown, or only one is left.
"""

from msgspec.structs import replace

from controller.contract.cards_become_public import Door
from controller.contract.public import CardsTabled
from controller.table.showdown.awards import award
from controller.table.showdown.request_hand import tell
from controller.table.showdown.run_it_twice import second_board
from controller.table.state import (
    FOLDED,
    BoardDue,
    Hand,
    Play,
    Showdown,
    can_act,
    low_of,
    on_first,
    one_board,
    put,
    worth,
)


def after_round(play: Play) -> None:
    """Continue after a betting round with several live hands.

    If no more betting is possible, the house rules may require the hands to be turned up. The
    showdown, the second board or the next street follows.
    """
    hand = play.hand
    no_action = len(can_act(play.table, hand)) < 2
    last = hand.street == hand.game.last_street
    shows = play.house.showdown.face_up_when_no_action.value
    face_up = hand.face_up or (no_action and shows)
    if last and hand.extras is not None and second_board(play, hand.extras):
        return
    if last or (face_up and not _all_shown(hand)):
        play.hand = replace(hand, stage=Showdown(), face_up=face_up)
        resolve(play)
    elif face_up and not hand.face_up:
        play.hand = replace(hand, face_up=True)


def _all_shown(hand: Hand) -> bool:
    return all(hand.shown[s] for s in hand.live())


def table_hand(play: Play, seat: int, door: Door) -> None:
    """Table a live hand face up, and award the pots if that is now possible.

    `door` is the reason why the cards may become public.
    """
    hand = play.hand
    if hand.shown[seat] != hand.holes[seat]:
        lay_open(play, seat, door)
        resolve(play)


def lay_open(play: Play, seat: int, door: Door) -> None:
    """Publish a seat's cards and their ranking, because they are face up for all to see.

    `door` is the reason why the cards may become public.
    """
    hand = play.hand
    article = play.house.showdown.face_up_when_no_action.article if door is Door.ALL_IN else ""
    cards = hand.holes[seat]
    game, (first, board) = one_board(hand.game), hand.boards()
    made = worth(game, cards, board)
    if made is None:
        play.say(CardsTabled(seat, cards, door=door, article=article))
    else:
        low, on_one = low_of(game, cards, board).best, on_first(game, cards, first)
        play.say(
            CardsTabled(seat, cards, made.name, made.ranks, made.best, low, on_one, door, article)
        )
    play.hand = replace(hand, shown=put(hand.shown, seat, cards))


def muck_hand(play: Play, seat: int) -> None:
    """Record that a hand is mucked without being shown, and award the pots if now possible.

    If another player has asked to see the hand, reveal it first.
    """
    hand = play.hand
    status = put(hand.status, seat, FOLDED)
    play.hand = replace(hand, status=status, mucked=(*hand.mucked, seat))
    if type(hand.stage) is Showdown and seat in hand.stage.asked:
        tell(play, seat)
    resolve(play)


def resolve(play: Play) -> None:
    """Award the pots if only one hand is left, or once every live hand has been shown.

    If hands have been shown but board cards are missing, those cards are dealt first.
    """
    hand = play.hand
    sizes = hand.game.board
    if hand.alone():
        award(play)
    elif not _all_shown(hand):
        return
    elif len(hand.board) < sizes[-1]:
        # A street with missing cards is dealt again.
        street = max(s for s, cards in enumerate(sizes) if cards <= len(hand.board))
        play.hand = replace(hand, stage=BoardDue(), street=min(street, hand.street))
    else:
        award(play)
