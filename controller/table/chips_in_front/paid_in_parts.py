"""Announced amounts put in by several motions; nothing is ruled on while more chips may follow."""

from typing import Final

from controller.contract.rules import Action, Kind
from controller.table.rulings import found, stops_play
from controller.table.state import Betting, Hand, Paying, Play, Table, lies

PARTS_MS: Final = 5_000
"""The maximum time (ms) between one part of an announced amount and the next."""


def pays_in_part(play: Play, seat: int) -> None:
    """Wait for the rest of the chips that a seat has announced."""
    play.due_of(seat, parts=play.at)


def parts_until(table: Table, hand: Hand) -> int | None:
    """Return when to rule on the first partial payment (ms of table time), or None."""
    since = [at for at in hand.awaits.parts if at]
    return min(since) + PARTS_MS if since and not stops_play(table) else None


def judge_parts(play: Play) -> None:
    """Rule on each seat that has put in only part of its announced amount and adds nothing more.

    A seat is given `PARTS_MS` after its last chips. That time starts again after a ruling.
    """
    for seat, since in enumerate(play.hand.awaits.parts):
        if not since:
            continue
        if not _lacks(play, seat):
            play.due_of(seat, parts=0)
        elif stops_play(play.table):
            pays_in_part(play, seat)
        elif play.at >= since + PARTS_MS:
            play.due_of(seat, parts=0)
            called = play.hand.last[seat][0] == Action.CALL
            kind = Kind.BET_SHORT_CALL if called else Kind.BET_CONTRADICTS
            found(play, kind, seat=seat, tags={"announced"})
            play.note_faulty(seat)
    play.wake(parts_until(play.table, play.hand))


def _lacks(play: Play, seat: int) -> bool:
    """Return whether a live seat has put in less than it announced in the current round."""
    hand = play.hand
    in_a_round = type(hand.stage) in {Betting, Paying} and not hand.alone()
    return in_a_round and hand.can_win(seat) and lies(play.table, seat) < hand.bets[seat]
