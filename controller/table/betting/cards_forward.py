"""Hands pushed forward: the player is asked whether the hand is folded or shown.

A hand is pushed forward if its cards are beyond the betting line or on the pot. No antenna can tell
which side of a card is up, so the player is asked. If the player in turn does not answer, the house
rules may require that the hand be folded. If there is no answer in any other case, the hand is
ruled on as a hand beyond the line.

At the showdown, a hand pushed forward is not revealed. Its player is asked to show or muck, and if
there is no answer, the floor is called.
"""

from typing import Final

from msgspec.structs import replace

from controller.contract.cards_become_public import Asks, Door
from controller.contract.public import FloorCalled, WordAsked
from controller.houses.model import House
from controller.table.betting.actions import has_let_go
from controller.table.betting.dead_hands import beyond_line, fold_in_turn, to_be_paid
from controller.table.betting.out_of_turn import given_up
from controller.table.rulings import stops_play
from controller.table.showdown import next_to_show, table_hand
from controller.table.state import Asked, Hand, Play, Showdown, Table

WITH_CHIPS_MS: Final = 900
"""If a hand is pushed forward within this time (ms) after chips, the two count as one gesture."""


def answer_due(table: Table, hand: Hand, house: House) -> int | None:
    """Return when to stop waiting for an answer about a hand pushed forward (ms of table time).

    Return None if no player is being asked whether to fold, or if a ruling stops the table.
    """
    asked = hand.awaits.asked
    if asked is None or asked.about is not Asks.FOLD or stops_play(table):
        return None
    return asked.since + 1000 * house.cards.ask_seconds.value


def came_with_chips(play: Play, seat: int, since: int) -> bool:
    """Return whether a hand pushed forward at `since` (ms of table time) came with chips.

    Nobody folds and pays in the same gesture, so the player is not asked about such a hand. Returns
    False for the player whose turn it is.
    """
    paid, at = play.hand.round.put_in
    return paid == seat != play.hand.turn and at >= since - WITH_CHIPS_MS


def let_go(play: Play, seat: int, since: int) -> None:
    """Handle a hand pushed over the line or to the pot, even in front of another seat.

    If live hands are turned up because nobody can bet, the hand is tabled. Otherwise, before the
    showdown, its player is asked whether they fold. If another question is already open, the hand
    is ruled on instead. During the initial deal, a complete hand is noted for later. Nothing is
    done if the house keeps such a hand live, or if the hand was pushed forward along with chips.
    `since` is when the last of the hand's cards was first read over the line or on the pot (ms of
    table time).
    """
    if play.hand.before_betting:
        _note_pushed(play, seat)
    elif play.hand.can_win(seat):
        _judge_let_go(play, seat, since)


def _note_pushed(play: Play, seat: int) -> None:
    """Note a complete live hand that is pushed forward before the initial deal is over."""
    hand, gone = play.hand, play.hand.cards.gone
    complete = len(hand.holes[seat]) == hand.game.hole_cards and has_let_go(play, seat)
    if complete and hand.can_win(seat) and seat not in gone:
        play.cards(gone=(*gone, seat))


def _judge_let_go(play: Play, seat: int, since: int) -> None:
    hand = play.hand
    if type(hand.stage) is Showdown or hand.face_up:
        # No antenna tells which side is up: the player must say so, or be required to show.
        # Such a hand is tabled even in front of another seat (tda 65-B).
        for one in hand.live() if hand.face_up else ():
            if not play.hand.shown[one] and has_let_go(play, one):
                table_hand(play, one, Door.ALL_IN)
        return
    if not has_let_go(play, seat) or came_with_chips(play, seat, since):
        return
    if play.house.cards.beyond_line.value == "live":
        return
    if hand.awaits.asked is not None:
        beyond_line(play, seat)
    elif not to_be_paid(hand):
        # A hand may be face up, which is no fold. The player may say so, or put chips in with it.
        play.due(asked=Asked(seat, Asks.FOLD, play.at, in_turn=hand.turn == seat))
        play.say(WordAsked(seat, Asks.FOLD))


def judge_pushed(play: Play) -> None:
    """Handle the hands pushed forward during the initial deal, now that it is over.

    While a ruling stops the table, they wait.
    """
    gone = play.hand.cards.gone
    if gone and play.hand.running and not stops_play(play.table):
        play.cards(gone=())
        for seat in gone:
            let_go(play, seat, play.at)


def wait_for_word(play: Play) -> None:
    """Act if a question about a hand pushed forward has not been answered in time.

    During a betting round, the hand is folded or ruled on. At the showdown, its player is asked to
    show it; if there is still no answer, the floor is called.
    """
    asked = play.hand.awaits.asked
    if type(play.hand.stage) is Showdown and not play.unseen:
        _wait_to_show(play, asked)
    elif asked is not None:
        _fold_unsaid(play, asked)


def _fold_unsaid(play: Play, asked: Asked) -> None:
    hand, seat = play.hand, asked.seat
    answered = (asked.in_turn and hand.turn != seat) or came_with_chips(play, seat, asked.since)
    if answered or not hand.can_win(seat) or not has_let_go(play, seat):
        play.due(asked=None)
        return
    if _was_stopped(play):
        play.due(asked=replace(asked, since=play.at))
    if play.must_wait(answer_due(play.table, play.hand, play.house)):
        return
    play.due(asked=None)
    if hand.turn == seat and play.house.cards.beyond_line.value == "folded":
        fold_in_turn(play, seat)
    else:
        given_up(play, seat, beyond_line)


def _was_stopped(play: Play) -> bool:
    """Return whether the table is stopped now, or was stopped just before this observation.

    The time allowed for an answer does not run while the table is stopped.
    """
    return stops_play(play.table) or stops_play(play.before)


def _wait_to_show(play: Play, asked: Asked | None) -> None:
    hand = play.hand
    seat = None if hand.face_up else next_to_show(play.table, hand, play.house)
    if not seat or not has_let_go(play, seat):
        if asked is not None:
            play.due(asked=None)
        return
    if asked is None or asked.seat != seat or asked.about is not Asks.SHOW or _was_stopped(play):
        asked = Asked(seat, Asks.SHOW, play.at)
        play.due(asked=asked)
    patience = play.house.showdown.patience_seconds
    waits = (play.house.cards.ask_seconds.value, patience.value)
    if asked.told >= len(waits):
        return
    if play.must_wait(asked.since + 1000 * waits[asked.told]):
        return
    if asked.told:
        play.say(FloorCalled(seat, "show", patience.article))
    else:
        play.say(WordAsked(seat, Asks.SHOW))
        play.wake(asked.since + 1000 * patience.value)
    play.due(asked=replace(asked, told=asked.told + 1))


def said_shown(play: Play, seat: int) -> None:
    """Withdraw the question about a hand beyond the line, because its player says it is shown."""
    asked = play.hand.awaits.asked
    if asked is not None and asked.seat == seat:
        play.due(asked=None)
