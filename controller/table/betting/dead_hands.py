"""Dead hands: mucked out of turn, taken by the dealer, abandoned, or ruled dead (phone, clock)."""

from typing import Final

from msgspec.structs import replace

from controller.contract.public import BetReturned
from controller.contract.rules import Action, Kind, Outcome
from controller.houses.model import Remedy
from controller.table.betting.actions import (
    act,
    advance,
    end_round,
    go_on,
    has_let_go,
    kill,
    note_mucked,
    note_owed,
)
from controller.table.betting.waived_debts import limited
from controller.table.rulings import found, stops_play
from controller.table.showdown import awards, tabled_hands
from controller.table.state import (
    ALL_IN,
    FOLDED,
    GIVEN_UP,
    LIVE,
    Betting,
    BoardDue,
    Hand,
    Past,
    Paying,
    Play,
    Showdown,
    Table,
    can_act,
    legal,
    put,
    to_call,
    without,
)

DIES = frozenset({Outcome.DEAD, Outcome.BINDS})
TOGETHER_MS: Final = 400
TOGETHER_SCANS: Final = 4
"""How many scans to wait, once a mucked hand is read, for a late read of an earlier action.

`TOGETHER_MS` is the limit in milliseconds; the longer of the two counts.
"""


def mucked(play: Play, seat: int) -> None:
    """Handle a hole card that has reached the muck.

    Depending on the player and the timing, the hand is folded in turn, was mucked out of turn or at
    the showdown, or was tabled and then mucked before the pot was awarded.
    """
    hand = play.hand
    status = hand.status[seat]
    if status is LIVE or status is ALL_IN:
        if hand.turn == seat:
            fold_in_turn(play, seat)
        elif hand.shown[seat]:
            _killed_though_tabled(play, seat)
            return
        elif type(hand.stage) is Showdown:
            _mucked_at_showdown(play, seat)
        elif _may_be_in_turn(play, seat):
            _acts_before_it(play, seat)
        else:
            _hand_gone(play, seat)
    if play.hand.status[seat] is FOLDED:
        note_mucked(play, seat)


def _may_be_in_turn(play: Play, seat: int) -> bool:
    """Return whether a hand mucked out of turn may yet prove to be a fold in turn.

    That is possible unless the player has announced a fold, because earlier actions of other
    players may not have been read yet.
    """
    hand = play.hand
    if type(hand.stage) is not Betting or hand.status[seat] is not LIVE or play.unseen:
        return False
    return not _has_said_fold(hand, seat)


def _has_said_fold(hand: Hand, seat: int) -> bool:
    return any(one.seat == seat and one.what == Action.FOLD for one in hand.betting.early)


def _acts_before_it(play: Play, seat: int) -> None:
    """Record a hand mucked out of turn, to be handled once earlier actions have been read.

    Actions in quick succession, such as two folds or a bet and a fold, may be read in any order.
    """
    held = play.hand.awaits.mucked
    if all(one != seat for one, _ in held):
        play.due(mucked=(*held, (seat, play.at)))


def mucked_until(table: Table, hand: Hand) -> int | None:
    """Return when to handle the first hand mucked out of turn (ms of table time), or None."""
    held = hand.awaits.mucked
    together = table.fittings.within(TOGETHER_MS, TOGETHER_SCANS)
    return min(at for _, at in held) + together if held else None


def next_to_judge(play: Play) -> int:
    """Return a seat whose hand, mucked out of turn, must be handled now, or 0 if there is none.

    A hand is handled once all actions before it have been read, or as soon as its player's turn
    comes. While a ruling stops the table, the hands wait until it is over.
    """
    while held := play.hand.awaits.mucked:
        if stops_play(play.table):
            known = play.hand.cards.gone
            play.cards(gone=(*known, *[seat for seat, _ in held if seat not in known]))
            play.due(mucked=())
            return 0
        hand, places = play.hand, play.table.places
        over = play.at - play.table.fittings.within(TOGETHER_MS, TOGETHER_SCANS)
        gone = next(((s, at) for s, at in held if s == hand.turn or at <= over), None)
        gone = gone or next(((s, at) for s, at in held if not hand.can_win(s)), None)
        if gone is None:
            return 0
        seat = gone[0]
        play.due(mucked=without(held, gone))
        if hand.running and any(places.get(card) in GIVEN_UP for card in hand.holes[seat]):
            return seat
    return 0


def judge_gone(play: Play, seat: int) -> None:
    """Fold a mucked hand whose player's turn has come; rule on any other mucked hand."""
    if not play.hand.can_win(seat):
        return
    if play.hand.turn == seat:
        fold_in_turn(play, seat)
    else:
        _hand_gone(play, seat)
    if play.hand.status[seat] is FOLDED:
        note_mucked(play, seat)


def fold_in_turn(play: Play, seat: int) -> None:
    """Fold the hand of the seat to act, whose cards have reached the muck or the burn zone.

    A player who has announced a raise, or has picked up chips from an earlier bet, can no longer
    fold. The house rules then decide whether the hand is dead.
    """
    if not bound(play):
        act(play, Action.FOLD)
        return
    remedy = found(play, Kind.HAND_MUCK, seat=seat, tags={"bound"})
    if remedy.outcome in DIES:
        kill_now(play, seat, "muck", remedy.article)


def act_as_bound(play: Play, seat: int) -> bool:
    """Make the bet, raise or call that the seat to act is committed to, for the smallest amount.

    Return whether there is one.
    """
    announced = play.hand.betting.announced
    may = legal(play.table, play.hand, play.house, seat)
    if announced is not None and (to := may.least or may.all_in):
        act(play, announced, to)
    elif bound(play) and may.call is not None:
        act(play, Action.CALL, may.call)
    else:
        return False
    return True


def bound(play: Play) -> bool:
    """Return whether the seat to act is committed to putting in chips, and so can't fold."""
    betting = play.hand.betting
    return betting.announced is not None or betting.pulled > 0


def _hand_gone(play: Play, seat: int) -> None:
    """Rule on a live hand that was mucked while it was another player's turn to act.

    If the player has yet to act, the hand was mucked out of turn. If the player has already
    acted, the dealer must have taken the hand: the player can't claim it back, but recovers an
    uncalled raise (ppc 16, fidpa 32). An all-in hand falls under the house's rule for hands
    mucked before the others are tabled.
    """
    hand = play.hand
    if seat in hand.betting.to_act:
        _muck_out_of_turn(play, seat)
        return
    raised = _before_raise(play, seat)
    asked = bool(play.house.remedy(Kind.HAND_MUCK, frozenset({"all-in"})).steps)
    if hand.status[seat] == ALL_IN and (asked or raised is None):
        _die(play, seat, "muck", found(play, Kind.HAND_MUCK, seat=seat, tags={"all-in"}))
        return
    case = "uncalled" if raised is not None else "called"
    remedy = found(play, Kind.HAND_TAKEN, seat=seat, tags={case})
    _die(play, seat, "taken", remedy, raised)


def _muck_out_of_turn(play: Play, seat: int) -> None:
    """Rule on a hand mucked out of turn.

    If the player had announced the fold, it was reported as out of turn at that time, and is not
    reported again.
    """
    if _has_said_fold(play.hand, seat):
        tags = frozenset({"fold", "passive", "unchanged"})
        fold = play.house.remedy(Kind.BET_OUT_OF_TURN, tags)
        muck = play.house.remedy(Kind.HAND_MUCK, frozenset({"out-of-turn"}))
        # Whatever the floor decides about the fold, the cards are already in the muck.
        remedy = fold if fold.outcome is Outcome.BINDS else muck
        _die(play, seat, "out-of-turn", remedy)
        return
    _die(play, seat, "muck", found(play, Kind.HAND_MUCK, seat=seat, tags={"out-of-turn"}))


def to_be_paid(hand: Hand) -> bool:
    """Return whether the last betting round is over, but a seat still owes announced chips.

    Once those chips have been put in, the hands are shown. A round is the last one if no street
    follows, or if no two players have chips left to bet.
    """
    if type(hand.stage) is not Paying:
        return False
    return hand.street == hand.game.last_street or hand.status.count(LIVE) < 2


def beyond_line(play: Play, seat: int) -> None:
    """Rule on a live hand whose cards are beyond the betting line (fidpa 50-3, tda 14).

    The ruling depends on whether it is the player's turn. Nothing is done if the last betting round
    is over and the hands will be shown as soon as all announced chips have been put in.
    """
    if to_be_paid(play.hand):
        return
    case = "in-turn" if play.hand.turn == seat else "out-of-turn"
    _die(play, seat, "line", found(play, Kind.HAND_LINE, seat=seat, tags={case}))


def _mucked_at_showdown(play: Play, seat: int) -> None:
    """Handle a hand mucked at the showdown without being shown.

    Some houses let a losing player muck; a separate house rule applies to all-in hands.
    """
    hand, rule = play.hand, play.house.showdown
    every = hand.face_up or (rule.all_in_shows_all.value and ALL_IN in hand.status)
    all_in = hand.status[seat] == ALL_IN or every
    if rule.all_in_may_muck.value if all_in else rule.loser_may_muck.value:
        play.remember(seat)
        tabled_hands.muck_hand(play, seat)
        return
    tags = {"all-in" if all_in else "showdown"}
    _die(play, seat, "muck", found(play, Kind.HAND_MUCK, seat=seat, tags=tags))


def mucks_by_word(play: Play, seat: int) -> bool:
    """Treat an announced fold at the showdown as a muck, if the hand will not be read in the muck.

    That is so if no antenna reads the muck, or if the hand has been pushed forward and is left
    where it lies. Return whether the fold was treated as a muck.
    """
    hand = play.hand
    if type(hand.stage) is not Showdown or not hand.can_win(seat) or hand.shown[seat]:
        return False
    if not has_let_go(play, seat) and "muck" not in play.table.devices.blind_zones:
        return False
    _mucked_at_showdown(play, seat)
    return True


def _killed_though_tabled(play: Play, seat: int) -> None:
    """Handle a tabled hand whose cards reach the muck before the pots are awarded.

    A winning hand may still be paid, because its cards are known: the house rules decide (ppc 19,
    fidpa 71). A beaten hand needs no ruling.
    """
    hand, places = play.hand, play.table.places
    if not awards.leads(hand, seat):
        return
    if sum(places.get(card) == "muck" for card in hand.holes[seat]) > 1:
        # Another of its cards has already been reported.
        return
    _die(play, seat, "taken", found(play, Kind.HAND_TAKEN, seat=seat, tags={"tabled"}))


def _die(play: Play, seat: int, reason: str, remedy: Remedy, raised: Past | None = None) -> None:
    if remedy.outcome in DIES:
        kill_now(play, seat, reason, remedy.article, raised=raised)


def kill_now(
    play: Play,
    seat: int,
    reason: str,
    article: str = "",
    by: str = "",
    raised: Past | None = None,
) -> None:
    """Kill a live hand immediately, and continue play without it.

    Nothing is done if it is the only live hand. A bet, raise or call that its player is committed
    to still stands, unless the floor kills the hand (ppc 3, tda 46, 50). `reason` is the id of the
    reason. `article` is the article of the house rules that applies, or "" if none does. `by` is
    the floor person who kills the hand, or "" if a rule does so. `raised` is the state before an
    uncalled raise that is given back, or None.
    """
    if not play.hand.can_win(seat) or play.hand.alone():
        return
    if play.hand.turn == seat and not by:
        act_as_bound(play, seat)
    hand = play.hand
    if not hand.before_betting:
        # An undo goes back to the start of the betting at the earliest.
        # A fold out of turn that kills the hand now must not be applied later, should it be undone.
        early = hand.betting.early
        play.betting(early=tuple(e for e in early if (e.seat, e.what) != (seat, Action.FOLD)))
        play.remember(seat)
        play.hand = hand
        note_owed(play)
    if raised is not None:
        _take_raise_back(play, seat, raised)
        hand = play.hand
    if hand.turn == seat:
        stage = replace(hand.betting, announced=None, completes=False, pulled=0)
        play.hand = replace(hand, stage=stage, round=replace(hand.round, tentative=None))
    kill(play, seat, reason, article, by)
    _go_on_without(play)


def _go_on_without(play: Play) -> None:
    """Continue just after a hand has died.

    The seat in turn may have nothing left to do: the hand was its own, or a raise was returned.
    """
    hand = play.hand
    match hand.stage:
        case Showdown():
            tabled_hands.resolve(play)
        case Paying() if hand.alone():
            end_round(play)
        case Paying():
            pass  # other seats still have to put in chips
        case BoardDue() if hand.alone():
            advance(play)
        case BoardDue():
            # All other players may be all-in now, so that nobody can bet (tda 16, fidpa 69).
            go_on(play)
        case Betting(turn=turn, to_act=to_act):
            idle = not to_call(play.table, hand, turn) and len(can_act(play.table, hand)) < 2
            if turn not in to_act or hand.alone() or idle:
                advance(play)


def _before_raise(play: Play, seat: int) -> Past | None:
    """Return the state before a seat's raise, if nobody has called all of the raise.

    Return None if it was called, or if it is not the last raise of the round. It counts as called
    if the player in turn is bound to call or raise (tda 46, 50).
    """
    hand = play.hand
    if bound(play) or hand.round.aggressor != seat or type(hand.stage) is not Betting:
        return None
    past = next((p for p in reversed(play.table.past) if p.seat == seat), None)
    if past is None or past.hand.street != hand.street:
        return None
    return past if _called_up_to(hand, seat) < hand.bets[seat] else None


def _called_up_to(hand: Hand, seat: int) -> int:
    """Return the highest bet of the other live hands."""
    return max((hand.bets[s] for s in hand.live() if s != seat), default=0)


def _take_raise_back(play: Play, seat: int, past: Past) -> None:
    """Give the uncalled part of a raise back to its player.

    Restore `past`, the state before the raise, unless short all-in hands have called part of it.
    """
    hand, before = play.hand, past.hand
    called, level = _called_up_to(hand, seat), before.round.level_bet
    now = limited(before.round, hand.round, called)
    keeps = max(min(now.level_bet, hand.bets[seat]), before.bets[seat])
    back = hand.bets[seat] - keeps
    play.say(BetReturned(seat, back))
    play.pay(seat, back)
    betting, was = hand.betting, before.betting
    to_act = tuple(
        s
        for s in betting.to_act
        if s in was.to_act or (hand.status[s] == LIVE and hand.bets[s] < now.level_bet)
    )
    fresh = tuple(s for s in betting.fresh if s in was.fresh or called > level)
    play.hand = replace(
        hand,
        bets=put(hand.bets, seat, keeps),
        round=now,
        stage=replace(betting, to_act=to_act, fresh=fresh),
    )
