"""The floor's decisions: to confirm, waive or replace a ruling, kill or void a hand, or penalise.

Each function returns the id of the reason why a decision can't be carried out, or "".
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import RulingConfirmed
from controller.contract.rules import Closing, Kind
from controller.houses.model import MISDEAL, Remedy
from controller.table.betting import floor_clock
from controller.table.between_hands import give_penalty
from controller.table.dealing import deal_as_it_lies
from controller.table.resolving_rulings.follow_ruling import close, follow, resume
from controller.table.resolving_rulings.rule_on_bets import kill_by_floor, rule_on_bet
from controller.table.resolving_rulings.undo_acts import before_the_end
from controller.table.rulings import (
    OVER,
    active,
    amend,
    goal_named,
    goals_of,
    is_valid,
    make_sense,
    may_take_awards_back,
    open_ruling,
    put_ruling,
    stops_play,
    unvoid,
    void_hand,
    voids,
    waits_for_decision,
)
from controller.table.state import Play, Ruling

_CHIPS_IN_TURN: Final = frozenset({Kind.BET_SHORT_CALL, Kind.BET_NOT_MULTIPLE})
"""The irregularities in which the floor decides on chips that the seat in turn has put in."""


def _waive(play: Play, by: str) -> str:
    ruling = active(play.table)
    if ruling is None:
        return "no-ruling"
    close(play, ruling, Closing.WAIVED, by)
    return ""


def _confirm(play: Play, by: str) -> str:
    """Confirm the open ruling; if it is waiting for a decision, the decision counts as made.

    The other steps of the ruling still have to be done. Returns the id of the reason for a refusal,
    or "".
    """
    ruling = active(play.table)
    if ruling is None:
        return "no-ruling"
    play.say(RulingConfirmed(ruling.id, by))
    if ruling.step is not None and not waits_for_decision(ruling):
        return ""
    if ruling.done + 1 < len(ruling.steps):
        # The floor has agreed to the steps after its decision: they are still to be done.
        put_ruling(play, replace(ruling, done=ruling.done + 1))
        follow(play)
    else:
        close(play, ruling, Closing.CONFIRMED, by)
    return ""


def _rule(play: Play, steps: tuple[str, ...], by: str) -> str:
    ruling = active(play.table)
    if ruling is None:
        return "no-ruling"
    if not steps or not all(is_valid(play, step, ruling.seat) for step in steps):
        return "unknown-step"
    table, hand = play.table, play.hand
    asked = table.rulings if ruling.before is None else ()
    if ruling.before is not None and not any(goal_named(step).voids for step in steps):
        unvoid(play, ruling.before)
        ruling = replace(ruling, before=None)
        deal_as_it_lies(play)
    if not make_sense(play, ruling, steps):
        play.table, play.hand = table, hand
        return "unknown-step"
    rule_on_bet(play, ruling, steps)
    remedy = Remedy(ruling.kind, ruling.article, steps=steps)
    stopped = stops_play(play.table)
    better = amend(play, ruling, remedy, tags=ruling.tags, cards=ruling.cards, by=by)
    if voids(better):
        _void(play, ruling, by)
    for goal in goals_of(better):
        if goal.killed() and play.hand.running:
            kinds = frozenset({ruling.kind} if goal.killed() == ruling.seat else set())
            kill_by_floor(play, goal.killed(), kinds, "floor", ruling.article, by)
    _asks_again(play, len(table.past), asked)
    if stopped and not stops_play(play.table):
        # The players finish the betting round first.
        resume(play, ruling.seat)
    follow(play)
    return ""


def _void(play: Play, ruling: Ruling, by: str) -> None:
    """Void the running hand, or the decided hand that the ruling is about, as the floor decides."""
    if not play.hand.running:
        if not _is_about_decided(play, ruling):
            return
        if not may_take_awards_back(play) and not before_the_end(play, by):
            return
    void_hand(play, ruling.kind, ruling.article, by)


def _is_about_decided(play: Play, ruling: Ruling | None) -> bool:
    """Return whether a ruling is about a hand whose pots have been awarded."""
    return ruling is not None and OVER in ruling.tags and bool(play.hand.awards)


def _asks_again(play: Play, depth: int, asked: Iterable[Ruling]) -> None:
    """Have these rulings opened again if the floor's decision is undone.

    `depth` is the number of actions before the decision. A ruling on chips that the seat in turn
    put in without announcing the amount is left out: after an undo, the seat takes the chips back
    and acts again.
    """
    past = play.table.past
    if len(past) > depth:
        again = tuple(one for one in asked if one.kind not in _CHIPS_IN_TURN or one.amount)
        before = replace(past[depth], rulings=again)
        play.table = replace(play.table, past=(*past[:depth], before, *past[depth + 1 :]))


def _kill(play: Play, seat: int, by: str) -> str:
    hand = play.hand
    if not hand.running or not hand.can_win(seat):
        return "no-live-hand"
    if hand.alone():
        return "last-hand"
    asked = _asked_about(play, seat)
    _put_out(play, seat, "floor", asked[0].article if asked else "", by)
    return ""


def _asked_about(play: Play, seat: int) -> list[Ruling]:
    """Return the open rulings about a seat that are waiting for a decision."""
    return [r for r in play.table.rulings if r.seat == seat and waits_for_decision(r)]


def _put_out(play: Play, seat: int, reason: str, article: str, by: str) -> None:
    """Kill a seat's hand for a reason, and close the floor's pending rulings about it."""
    asked = _asked_about(play, seat)
    rulings, depth = play.table.rulings, len(play.table.past)
    kinds = frozenset(ruling.kind for ruling in asked)
    kill_by_floor(play, seat, kinds, reason, article, by)
    _asks_again(play, depth, rulings)
    for ruling in asked:
        if any(r.id == ruling.id for r in play.table.rulings):
            close(play, ruling, Closing.KILLED, by)
    follow(play)


def _misdeal(play: Play, by: str) -> str:
    ruling = active(play.table)
    if not play.hand.running and not _is_about_decided(play, ruling):
        return "no-hand"
    if ruling is None:
        ruling = open_ruling(play, Remedy(Kind.FLOOR, "", steps=MISDEAL), seat=0, by=by)
    else:
        remedy = Remedy(ruling.kind, ruling.article, steps=MISDEAL)
        amend(play, ruling, remedy, tags=(), cards=(), by=by)
    _void(play, ruling, by)
    follow(play)
    return ""


def _punish(play: Play, command: c.Penalty, by: str) -> str:
    """Give a penalty; the hand of a player put out of the game is killed immediately.

    Returns the id of the reason for a refusal, or "".
    """
    running = play.hand.running
    why = give_penalty(play, command.seat, command.penalty, by)
    if why or command.penalty != "out" or not running:
        return why
    _put_out(play, command.seat, "penalty", play.house.penalties.scale.article, by)
    return ""


DECISIONS: Final[dict[type[c.Command], Callable[[Play, Any, str], str]]] = {
    c.CallClock: lambda play, said, _: floor_clock(play, said.seat),
    c.Confirm: lambda play, _, by: _confirm(play, by),
    c.KillHand: lambda play, said, by: _kill(play, said.seat, by),
    c.Misdeal: lambda play, _, by: _misdeal(play, by),
    c.Penalty: _punish,
    c.Rule: lambda play, said, by: _rule(play, said.steps, by),
    c.Waive: lambda play, _, by: _waive(play, by),
}
"""For each type of decision, the function that carries it out.

It takes the `Play`, the command and the floor person. It returns the id of the refusal reason, or
"".
"""
