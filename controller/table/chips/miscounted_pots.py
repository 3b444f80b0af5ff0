"""A wrong pot, reported by a call for the floor or detected by an antenna."""

from typing import Final

from msgspec.structs import replace

from controller.contract.observations import Declared
from controller.contract.public import FloorCalled
from controller.contract.rules import Kind
from controller.table.chips_in_front import swept_change
from controller.table.dealing import late
from controller.table.rulings import found, stops_play
from controller.table.showdown import ask_no_more
from controller.table.state import (
    Betting,
    BoardDue,
    Hand,
    Over,
    Paying,
    Play,
    Showdown,
    Table,
    beyond_ledger,
    lacking,
    without,
)

BACK_MS: Final = 5_000
"""How long chips bet this round may take to return from the pot to their seats (ms)."""


def floor_called(play: Play, said: Declared) -> None:
    """Report that a seat calls the floor; between hands, the call concerns the pot just awarded.

    Once the next hand is in progress, a player who disputes the previous pot must say so: the
    declaration then has the target `pot` (ppc 23, fidpa 75-5).
    """
    over = bool(play.hand.awards)
    about = said.target or ("pot" if over else "")
    play.say(FloorCalled(said.seat, about))
    if about == "pot" and play.hand.number >= 2 - over:
        ask_no_more(play)
        _report(play, noticed(play), said.seat)


def swept_in(play: Play) -> bool:
    """Rule on change that was gathered into the pot with the bets; return whether there was any."""
    hand = play.hand
    if not hand.change or not (hand.gathered or type(hand.stage) in {Betting, Over}):
        return False
    if hand.awaits.swept:
        # The change is on its way together with bets, which are credited first.
        return False
    more = beyond_ledger(play.table, hand)
    if more <= 0:
        return False
    found(play, Kind.POT_WRONG, seat=hand.change[-1], tags={"during-hand"}, amount=more)
    play.hand = replace(play.hand, change=(), surplus=more)
    return True


def swept_in_early(play: Play, added: int) -> int:
    """Rule on change that was drawn into the pot with its bet before the round was over.

    `added` is the value of the chips that arrived in the pot, excluding any bets among them.
    Returns `added` minus the value of the change.
    """
    while added > 0 and (swept := swept_change(play))[0]:
        seat, change = swept[0], min(swept[1], added)
        added -= change
        play.due_of(seat, swept=0)
        change_in_pot(play, seat, change)
    return added


def change_in_pot(play: Play, seat: int, chips: int) -> None:
    """Rule on a seat's change that is in the pot; `chips` is its value."""
    hand = play.hand
    others = without(hand.change, seat)
    play.hand = replace(hand, change=others, surplus=hand.surplus + chips)
    found(play, Kind.POT_WRONG, seat=seat, tags={"during-hand"}, amount=chips)


def taken_out(play: Play) -> None:
    """Detect chips taken out of the pot during a hand, and report them.

    Nothing is reported if the pot contains at least what the table expects. The report waits if the
    chips may be change, because a seat has chips in excess of its bet. It also waits if chips were
    thrown straight into the pot in this round, because they may be on their way back to their
    seats.
    """
    hand, stage = play.hand, type(play.hand.stage)
    if hand.surplus:
        surplus = min(hand.surplus, max(beyond_ledger(play.table, hand), 0))
        play.hand = hand = replace(hand, surplus=surplus)
    to_come = stage is Showdown and len(hand.board) < hand.game.board[-1]
    if not to_come and stage not in {Betting, Paying, BoardDue}:
        return
    lacks = lacking(play.table, hand)
    if lacks and not hand.splashed:
        _report(play, "lacking", amount=-lacks)
    elif lacks or (not hand.splashed and beyond_ledger(play.table, hand) < 0):
        # Bets that were drawn in too soon may be on their way back.
        play.due(less=play.at)


def less_until(table: Table, hand: Hand) -> int | None:
    """Return when to rule on chips that have left the pot during a round (ms of table time).

    Return None if no such chips are missing, if a ruling stops the table, or if chips are in motion
    at the pot.
    """
    less = hand.awaits.less
    if not less or stops_play(table) or "pot" in table.moving or not lacking(table, hand):
        return None
    return less + BACK_MS


def judge_less(play: Play) -> None:
    """Report a wrong pot if chips have left the pot and have not arrived in front of a seat.

    The chips are given `BACK_MS` to reach their seats.
    """
    hand = play.hand
    if hand.gathered or beyond_ledger(play.table, hand) >= 0:
        play.due(less=0)
        return
    if less_until(play.table, hand) is None or not lacking(play.before, play.before.hand):
        play.due(less=play.at)
    if play.must_wait(less_until(play.table, play.hand)):
        return
    play.due(less=0)
    _report(play, "lacking", amount=-lacking(play.table, hand))


def _report(play: Play, tag: str, seat: int = 0, amount: int = 0) -> None:
    """Rule on a wrong pot, unless such a ruling is already open."""
    if not any(ruling.kind is Kind.POT_WRONG for ruling in play.table.rulings):
        found(play, Kind.POT_WRONG, seat=seat, tags={tag}, amount=amount)


def noticed(play: Play) -> str:
    """Return when a wrong pot was noticed, as one of the words used in `Remedy.when`.

    The word is `between-hands`, `next-hand` or, once the next hand can no longer be a misdeal,
    `substantial-action`.
    """
    if not play.hand.running:
        return "between-hands"
    return "substantial-action" if late(play.hand, play.house) else "next-hand"
