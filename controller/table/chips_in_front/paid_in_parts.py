"""Announced amounts put in by several motions; nothing is ruled on while more chips may follow."""

from typing import Final

from controller.contract.rules import Action, Kind
from controller.table.rulings import found, stops_play
from controller.table.state import (
    NOTHING_DUE,
    Betting,
    Hand,
    Paying,
    Play,
    Table,
    lies,
    put,
)

PARTS_MS: Final = 5_000
"""The maximum time (ms) between one part of an announced amount and the next."""


def pays_in_part(play: Play, seat: int) -> None:
    """Wait for the rest of the chips that a seat has announced."""
    parts = (play.hand.due or NOTHING_DUE).parts or (0,) * len(play.hand.bets)
    play.due(parts=put(parts, seat, play.at))


def parts_until(table: Table, hand: Hand) -> int | None:
    """Return when to rule on the first partial payment (ms of table time), or None."""
    parts = hand.due.parts if hand.due is not None else ()
    since = [at for at in parts if at]
    return min(since) + PARTS_MS if since and not stops_play(table) else None


def judge_parts(play: Play) -> None:
    """Rule on each seat that has put in only part of its announced amount and adds nothing more.

    A seat is given `PARTS_MS` after its last chips. That time starts again after a ruling.
    """
    due = play.hand.due
    for seat, since in enumerate(due.parts if due is not None else ()):
        if not since:
            continue
        if not _lacks(play, seat):
            _forget(play, seat)
        elif stops_play(play.table):
            pays_in_part(play, seat)
        elif play.at >= since + PARTS_MS:
            _forget(play, seat)
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


def _forget(play: Play, seat: int) -> None:
    parts = put((play.hand.due or NOTHING_DUE).parts, seat, 0)
    play.due(parts=parts if any(parts) else ())
