"""House rulings on unclear bets: illegal amounts, and a check when facing a bet."""

from msgspec.structs import replace

from controller.contract.public import ActionRefused
from controller.contract.rules import Action, Kind, Outcome
from controller.houses.model import Remedy
from controller.table.betting.actions import act
from controller.table.rulings import found
from controller.table.state import (
    Betting,
    Legal,
    Play,
    call_to,
    least_raise,
    lies,
    put,
    without,
)


def put_in(may: Legal, amount: int) -> int | None:
    """Return `amount` if it is the total of a legal bet, raise or call, otherwise None."""
    if may.call is not None and amount == may.call:
        return amount
    if amount == may.whole and (may.all_in is not None or may.most == may.whole):
        return amount
    if may.multiple and amount % may.multiple:
        return None
    if may.least is not None and may.most is not None and may.least <= amount <= may.most:
        return amount
    return None


def raising(may: Legal) -> Action:
    """Return the action that puts in more than a call: a bet if nobody has bet, else a raise."""
    return Action.BET if may.opens else Action.RAISE


def read_wrong(play: Play, may: Legal, front: int) -> None:
    """Apply the house rule on chips that are not a legal bet, call or raise.

    `may` lists the legal actions of the seat to act. `front` is the amount in front of it.
    """
    if may.opens:
        if may.least is None or front < may.least:
            remedy = found(play, Kind.BET_SHORT, seat=may.seat)
            reading(play, remedy, may, front)
        else:
            _beyond(play, may, front)
        return
    hand = play.hand
    call = may.call if may.call is not None else hand.round.level_bet
    if front < call:
        tags = {
            "heads-up" if hand.hands_left() == 2 else "several",
            "opening" if hand.round.level_bet == hand.round.opened else "raised",
        }
        if _behind_a_short_call(play, may.seat):
            tags.add("in-a-row")
        remedy = found(play, Kind.BET_SHORT_CALL, seat=may.seat, tags=tags)
        reading(play, remedy, may, front)
    elif may.least is None and may.all_in is None:
        refuse_raise(play, may)
    elif front < (least := may.least or least_raise(hand, play.house)):
        half = 2 * (front - call) >= least - call
        tags = {"half" if half else "less-than-half"}
        remedy = found(play, Kind.BET_SHORT_RAISE, seat=may.seat, tags=tags)
        reading(play, remedy, may, front)
    else:
        _beyond(play, may, front)


def refuse_raise(play: Play, may: Legal, what: str = Action.RAISE) -> None:
    """Refuse a bet or raise by a seat in turn that may not make one.

    `may` lists the legal actions of the seat, and `what` is the action to refuse. If the seat faces
    a bet, its raise binds it to a call (tda 51-A, fidpa 52-4).
    """
    play.say(ActionRefused(may.seat, what, "may-not-raise"))
    if may.call:
        act(play, Action.CALL, min(may.call, may.whole))


def checked_facing_bet(play: Play, seat: int) -> None:
    """Rule on a player who has announced a check when facing a bet (tda 55).

    If the house has a rule for this, the player may then only call or fold. Otherwise, nothing is
    done.
    """
    if play.house.betting.check_facing_bet.value == "call-or-fold":
        play.betting(fresh=without(play.hand.betting.fresh, seat))


def _behind_a_short_call(play: Play, seat: int) -> bool:
    """Return whether another seat has yet to put in the rest of a short call (tda 51)."""
    noted, hand = play.table.record.noted, play.hand
    if noted is None or noted.hand != hand.number or noted.found.kind is not Kind.BET_SHORT_CALL:
        return False
    before = noted.found.seat
    lacks = lies(play.table, before) < hand.bets[before]
    return noted.round == hand.rounds and before != seat and lacks


def _beyond(play: Play, may: Legal, front: int) -> None:
    """Rule on a bet that is not a multiple of the house's unit, or reduce a bet above the maximum.

    A bet above the pot limit is ruled on if the house has a rule for that (tda 52-B).
    """
    most = may.most if may.most is not None else may.whole
    if may.multiple and front <= most:
        said = front if front > lies(play.table, may.seat) else 0
        found(play, Kind.BET_NOT_MULTIPLE, seat=may.seat, amount=said)
        return
    tags = frozenset({"beyond-pot"})
    beyond = play.hand.game.structure == "pot-limit" and front > most
    if beyond and "beyond-pot" in play.house.remedy(Kind.BET_OVERSIZED, tags).when:
        found(play, Kind.BET_OVERSIZED, seat=may.seat, tags=tags)
    act(play, raising(may), most)


def reading(play: Play, remedy: Remedy, may: Legal, front: int) -> None:
    """Carry out the action that unclear chips amount to under the house rules.

    The outcome of `remedy` decides. The chips count as a full bet, raise or call, or merely as a
    call or check, or else the player may choose. `may` lists the seat's legal actions. `front` is
    the amount in front of it.
    """
    match remedy.outcome:
        case Outcome.MADE_FULL if may.opens or remedy.kind is Kind.BET_SHORT_RAISE:
            act(play, raising(may), may.least if may.least is not None else may.whole)
        case Outcome.MADE_FULL | Outcome.CALL if may.call is not None:
            act(play, Action.CALL, may.call)
        case Outcome.CALL:
            act(play, Action.CHECK)
        case Outcome.CHOOSE:
            _leave_the_choice(play, may.seat, front)


def put_in_short(play: Play, seat: int) -> None:
    """Accept the chips in front of a seat, although they are less than a call (tda 51-B).

    The player must complete the call, or fold and forfeit them, and can no longer raise.
    """
    hand = play.hand
    if type(hand.stage) is not Betting or seat not in hand.stage.to_act:
        return
    front, bet = lies(play.table, seat), hand.bets[seat]
    call = min(call_to(hand, seat), bet + play.table.seats[seat].stack)
    if front <= bet:
        return
    if front < call and hand.turn == seat:
        _leave_the_choice(play, seat, front)
    elif front < call:
        play.pay(seat, bet - front)
        play.hand = replace(hand, bets=put(hand.bets, seat, front))
        play.betting(fresh=without(hand.stage.fresh, seat))
    elif hand.turn == seat:
        act(play, Action.CALL, call)


def _leave_the_choice(play: Play, seat: int, front: int) -> None:
    """Let a seat complete its bet, or fold and forfeit its chips (ppc 22, fidpa 57-9)."""
    bound_for(play, seat, front)
    stage = play.hand.stage
    if type(stage) is Betting:
        play.hand = replace(play.hand, stage=replace(stage, completes=True))


def bound_for(play: Play, seat: int, front: int) -> None:
    """Make `front` the bet of a seat that has yet to act; it forfeits that much if it folds."""
    hand = play.hand
    play.pay(seat, hand.bets[seat] - front)
    play.hand = replace(hand, bets=put(hand.bets, seat, front))
