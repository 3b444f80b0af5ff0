"""The floor's decisions about a bet: it is completed, stands as it is, or is forfeited."""

from typing import Final

from msgspec.structs import replace

from controller.contract.rules import Action, Kind, Subject
from controller.table.betting import (
    act,
    bound_for,
    kill_now,
    let_stand,
    put_in,
    put_in_short,
    raising,
    waive_debt,
)
from controller.table.rulings import goal_named
from controller.table.state import (
    Betting,
    BoardDue,
    Hand,
    Legal,
    Play,
    Ruling,
    call_to,
    legal,
    lies,
    unpaid,
)

_BEYOND_AN_ACTION: Final = frozenset({Kind.BET_STRING, Kind.BET_OVERSIZED, Kind.BET_SHORT_RAISE})
"""The irregularities that leave chips in front of a player beyond their action."""


def rule_on_bet(play: Play, ruling: Ruling, steps: tuple[str, ...]) -> None:
    """Carry out what the steps ordered by the floor mean for the bet that a ruling concerns.

    `put_in` makes a short call a full call, and rounds a raise up to the next multiple. `keep` lets
    the chips stand as they are, including those added to an action. Either of them makes an action
    out of turn binding.
    """
    goals = [goal_named(step) for step in steps]
    seat, keeps = ruling.seat, any(goal.lets_stand for goal in goals)
    holds = keeps or any(goal.completes for goal in goals)
    if ruling.kind.subject is not Subject.BET or not seat or not holds:
        return
    if ruling.kind is Kind.BET_OUT_OF_TURN:
        let_stand(play, seat)
        return
    if ruling.kind in _BEYOND_AN_ACTION and keeps:
        _raise_stands(play, seat)
    if not _in_turn(play.hand, seat):
        return
    may = legal(play.table, play.hand, play.house, seat)
    front = ruling.amount or lies(play.table, seat)
    if ruling.kind is Kind.BET_SHORT_CALL and not keeps and may.call is not None:
        act(play, Action.CALL, may.call)
    elif ruling.kind is Kind.BET_NOT_MULTIPLE and front > (may.call or 0):
        _stands(play, may, front, full=not keeps)


def kill_by_floor(
    play: Play, seat: int, kinds: frozenset[Kind], reason: str, article: str, by: str
) -> None:
    """Kill a seat's hand by decision of the floor person `by`.

    `kinds` are the kinds of the rulings about the hand. `reason` is the id of the reason, and
    `article` the article that applies. The player forfeits the chips of a bet that is being ruled
    on, and need not put in any more chips. An undo restores the state before the decision, except
    that the player of a short call may then complete it or fold.
    """
    hand, seats, depth = play.hand, play.table.seats, len(play.table.past)
    owed = tuple(unpaid(play.table, hand))
    if owed[seat]:
        waive_debt(play, seat, killed=True)
    elif Kind.BET_SHORT_CALL in kinds:
        put_in_short(play, seat)
    elif Kind.BET_NOT_MULTIPLE in kinds and _in_turn(hand, seat):
        call = min(lies(play.table, seat), call_to(hand, seat))
        bound_for(play, seat, max(call, hand.bets[seat]))
    kill_now(play, seat, reason, article, by)
    past = play.table.past
    if (owed[seat] or Kind.BET_SHORT_CALL not in kinds) and len(past) > depth:
        before = replace(past[depth], hand=hand, seats=seats, owed=owed)
        play.table = replace(play.table, past=(*past[:depth], before, *past[depth + 1 :]))


def _in_turn(hand: Hand, seat: int) -> bool:
    return type(hand.stage) is Betting and hand.turn == seat


def _stands(play: Play, may: Legal, front: int, *, full: bool) -> None:
    """Accept a raise that is not a multiple of the house's unit; if `full`, round it up."""
    to = min(front, may.whole)
    if full and may.multiple:
        to = min(-(-to // may.multiple) * may.multiple, may.whole)
    act(play, raising(may), to)


def _raise_stands(play: Play, seat: int) -> None:
    """Accept chips beyond a call or first motion as a raise, if nobody has acted since."""
    table, hand, past = play.table, play.hand, play.table.past
    over = type(hand.stage) is BoardDue and not hand.gathered
    if not past or past[-1].seat != seat or not (over or type(hand.stage) is Betting):
        return
    front, early = lies(table, seat), hand.betting.early
    play.restore(past[-1])
    play.table = replace(play.table, past=past[:-1])
    may = legal(play.table, play.hand, play.house, seat)
    to = put_in(may, front)
    if to is None or to == may.call:
        play.table, play.hand = table, hand
        return
    play.betting(early=early)
    act(play, raising(may), to, amended=True)
