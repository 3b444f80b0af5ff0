"""A hand before the line in turn, with a bet to call: its player is asked before it is folded."""

from typing import Final

from controller.table.dead import fold_in_turn
from controller.table.hand import Hand
from controller.table.play import Play
from controller.table.rulings import stops_play
from controller.table.state import LET_GO, Table

ASK_MS: Final = 5_000
"""How long a hand before the line waits for a word before it is a fold (ms)."""


def answer_due(table: Table, hand: Hand) -> int | None:
    """Return when a hand before the line is folded (ms), None when nobody is asked."""
    if hand.due is None or not hand.due.asked[0] or stops_play(table):
        return None
    return hand.due.asked[1] + ASK_MS


def has_let_go(play: Play, seat: int) -> bool:
    """Return whether all cards of a seat's hand lie beyond the line or on the pot."""
    held, places = play.hand.holes[seat], play.table.places
    return bool(held) and all(places.get(card) in LET_GO for card in held)


def fold_unsaid(play: Play, seat: int) -> None:
    """Fold a hand before the line whose player has said nothing and has not taken it up."""
    hand = play.hand
    due = answer_due(play.table, hand)
    if hand.turn != seat or not has_let_go(play, seat):
        play.due(asked=(0, 0))
    elif due is not None and play.at < due:
        play.wake_at = due if play.wake_at is None else min(play.wake_at, due)
    elif due is not None:
        play.due(asked=(0, 0))
        fold_in_turn(play, seat)


def said_shown(play: Play, seat: int) -> None:
    """Take the word of a player that the hand before the line is shown, and not given up."""
    due = play.hand.due
    if due is not None and due.asked[0] == seat:
        play.due(asked=(0, 0))
