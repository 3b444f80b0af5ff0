"""A hand before the line in turn, with a bet to call: its player is asked before it is folded."""

from typing import Final

from msgspec.structs import replace

from controller.table.dead import fold_in_turn
from controller.table.hand import Betting, Hand
from controller.table.play import Play
from controller.table.rulings import stops_play
from controller.table.state import BET_ZONES, Table

ASK_MS: Final = 5_000
"""How long a hand before the line waits for a word before it is a fold (ms)."""


def answer_due(table: Table, hand: Hand) -> int | None:
    """Return when a hand before the line is folded (ms), None when nobody is asked."""
    return hand.round.asked + ASK_MS if hand.round.asked and not stops_play(table) else None


def fold_unsaid(play: Play) -> None:
    """Fold the hand before the line whose player has said nothing and has not taken it up."""
    hand, places = play.hand, play.table.places
    seat = hand.turn
    there = seat and all(places.get(card) == BET_ZONES[seat] for card in hand.holes[seat])
    due = answer_due(play.table, hand)
    if type(hand.stage) is not Betting or not there:
        play.hand = replace(hand, round=replace(hand.round, asked=0))
    elif due is not None and play.at < due:
        play.wake_at = due if play.wake_at is None else min(play.wake_at, due)
    elif due is not None:
        play.hand = replace(hand, round=replace(hand.round, asked=0))
        fold_in_turn(play, seat)


def said_shown(play: Play, seat: int) -> None:
    """Take the word of a player that the hand before the line is shown, and not given up."""
    hand = play.hand
    if hand.turn == seat and hand.round.asked:
        play.hand = replace(hand, round=replace(hand.round, asked=0))
