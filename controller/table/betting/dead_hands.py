"""Hands that die: mucked out of turn, taken in by the dealer, left, phoned away, timed out."""

from msgspec.structs import replace

from controller.contract.public import BetReturned
from controller.contract.rules import Action, Kind, Outcome
from controller.table.betting.actions import act, advance, forgive, go_on, kill, note_mucked
from controller.table.rulings import found
from controller.table.showdown import awards
from controller.table.state import (
    ALL_IN,
    CAN_WIN,
    FOLDED,
    LIVE,
    Betting,
    BoardDue,
    Past,
    Paying,
    Play,
    Showdown,
    can_act,
    legal,
    put,
    to_call,
)

DIES = frozenset({Outcome.DEAD, Outcome.BINDS})


def mucked(play: Play, seat: int) -> None:
    """Take a hole card of a seat that has come to the muck."""
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
        else:
            _hand_gone(play, seat)
    if play.hand.status[seat] is FOLDED:
        note_mucked(play, seat)


def fold_in_turn(play: Play, seat: int) -> None:
    """Take the cards of the seat in turn that lie where a hand is given up.

    Who has said a raise, or has taken up chips that lay before a bet, can't fold any more: the
    house says what becomes of the cards, and the raise stands all the same (ppc 3, tda 46, 50).
    """
    betting = play.hand.betting
    if not bound(play):
        act(play, Action.FOLD)
        return
    remedy = found(play, Kind.HAND_MUCK, seat=seat, tags={"bound"})
    if remedy.outcome in DIES:
        may = legal(play.table, play.hand, play.house, seat)
        if betting.announced is not None and (to := may.least or may.all_in):
            act(play, betting.announced, to)
        elif may.call is not None:
            act(play, Action.CALL, may.call)
        kill_now(play, seat, "muck", remedy.article)


def bound(play: Play) -> bool:
    """Return whether the seat in turn must put chips in: it can't fold any more."""
    betting = play.hand.betting
    return betting.announced is not None or betting.pulled > 0


def _hand_gone(play: Play, seat: int) -> None:
    """Rule on a live hand of which a card lies in the muck though it is not its turn.

    The cards of who has still to act are in the muck before their turn. Whose action is done has
    had the hand taken in: no redress, but a raise that nobody has called goes back (ppc 16,
    fidpa 32). An all-in hand is what the house makes of one that is mucked before the others are
    tabled.
    """
    hand = play.hand
    if seat in hand.betting.to_act:
        _muck_out_of_turn(play, seat)
        return
    raised = _before_raise(play, seat)
    asked = bool(play.house.remedy(Kind.HAND_MUCK, frozenset({"all-in"})).steps)
    if hand.status[seat] == ALL_IN and (asked or raised is None):
        remedy = found(play, Kind.HAND_MUCK, seat=seat, tags={"all-in"})
        _die(play, seat, "muck", remedy.outcome, remedy.article)
        return
    case = "uncalled" if raised is not None else "called"
    remedy = found(play, Kind.HAND_TAKEN, seat=seat, tags={case})
    if raised is not None and remedy.outcome is Outcome.DEAD:
        _take_raise_back(play, seat, raised)
    _die(play, seat, "taken", remedy.outcome, remedy.article)


def _muck_out_of_turn(play: Play, seat: int) -> None:
    """Take cards that come to the muck before their turn; a fold that was said is told already."""
    early = play.hand.betting.early
    if any(one.seat == seat and one.what == Action.FOLD for one in early):
        tags = frozenset({"fold", "passive", "unchanged"})
        fold = play.house.remedy(Kind.BET_OUT_OF_TURN, tags)
        muck = play.house.remedy(Kind.HAND_MUCK, frozenset({"out-of-turn"}))
        # Whatever the floor makes of the fold, the cards lie in the muck.
        remedy = fold if fold.outcome is Outcome.BINDS else muck
        _die(play, seat, "out-of-turn", remedy.outcome, remedy.article)
        return
    remedy = found(play, Kind.HAND_MUCK, seat=seat, tags={"out-of-turn"})
    _die(play, seat, "muck", remedy.outcome, remedy.article)


def beyond_line(play: Play, seat: int) -> None:
    """Rule on a live hand that lies beyond the line, in turn or not (fidpa 50-3, tda 14)."""
    case = "in-turn" if play.hand.turn == seat else "out-of-turn"
    remedy = found(play, Kind.HAND_LINE, seat=seat, tags={case})
    _die(play, seat, "line", remedy.outcome, remedy.article)


def _mucked_at_showdown(play: Play, seat: int) -> None:
    """Take a hand that is mucked at the showdown and has not been shown.

    Who has lost need not show where the house says so; an all-in hand is another matter.
    """
    hand, rule = play.hand, play.house.showdown
    every = hand.face_up or (rule.all_in_shows_all.value and ALL_IN in hand.status)
    all_in = hand.status[seat] == ALL_IN or every
    if rule.all_in_may_muck.value if all_in else rule.loser_may_muck.value:
        play.remember(seat)
        awards.muck_hand(play, seat)
        return
    remedy = found(play, Kind.HAND_MUCK, seat=seat, tags={"all-in" if all_in else "showdown"})
    _die(play, seat, "muck", remedy.outcome, remedy.article)


def _killed_though_tabled(play: Play, seat: int) -> None:
    """Take a tabled hand that comes to the muck before the pots are awarded.

    It is paid all the same when it wins (ppc 19, fidpa 71): its cards are known. Of a beaten one
    nothing is said.
    """
    hand, places = play.hand, play.table.places
    if not awards.leads(hand, seat):
        return
    if sum(places.get(card) == "muck" for card in hand.holes[seat]) > 1:
        # Another card of it has been told of already.
        return
    remedy = found(play, Kind.HAND_TAKEN, seat=seat, tags={"tabled"})
    _die(play, seat, "taken", remedy.outcome, remedy.article)


def _die(play: Play, seat: int, reason: str, outcome: Outcome, article: str) -> None:
    if outcome in DIES:
        kill_now(play, seat, reason, article)


def kill_now(play: Play, seat: int, reason: str, article: str = "", by: str = "") -> None:
    """Kill a live hand at once and let the hand go on without it; the last one never dies."""
    hand = play.hand
    if not hand.can_win(seat) or hand.alone():
        return
    if not hand.before_betting:
        # An undo goes back to the start of the betting, and no further.
        play.remember(seat)
    in_turn = hand.turn == seat
    if in_turn:
        stage = replace(hand.betting, announced=None, completes=False, pulled=0)
        play.hand = replace(hand, stage=stage, round=replace(hand.round, tentative=None))
    kill(play, seat, reason, article, by)
    _go_on_without(play, in_turn=in_turn)


def _go_on_without(play: Play, *, in_turn: bool) -> None:
    """Go on without a hand that has just died."""
    hand = play.hand
    match hand.stage:
        case Showdown():
            awards.resolve(play)
        case Paying():
            forgive(play)
        case BoardDue() if hand.alone():
            advance(play)
        case BoardDue():
            # The others may all be all-in now: nobody can bet any more (tda 16, fidpa 69).
            go_on(play)
        case Betting(turn=turn):
            idle = not to_call(play.table, hand, turn) and len(can_act(play.table, hand)) < 2
            if in_turn or hand.alone() or idle:
                advance(play)


def _before_raise(play: Play, seat: int) -> Past | None:
    """Return the table before the last raise of a seat, None when not its own, or called."""
    hand = play.hand
    if hand.round.aggressor != seat or type(hand.stage) is not Betting:
        return None
    past = next((p for p in reversed(play.table.past) if p.seat == seat), None)
    if past is None or past.hand.street != hand.street:
        return None
    before = past.hand.round.level_bet
    called = any(
        hand.bets[s] > before and hand.status[s] in CAN_WIN for s in hand.entitled if s != seat
    )
    return None if called else past


def _take_raise_back(play: Play, seat: int, past: Past) -> None:
    """Give an uncalled raise back: the betting is what it was before it."""
    hand, before = play.hand, past.hand
    level = before.round.level_bet
    keeps = max(min(level, hand.bets[seat]), before.bets[seat])
    back = hand.bets[seat] - keeps
    play.say(BetReturned(seat, back))
    play.pay(seat, back)
    betting, was = hand.betting, before.betting
    to_act = tuple(
        s
        for s in betting.to_act
        if s in was.to_act or (hand.status[s] == LIVE and hand.bets[s] < level)
    )
    play.hand = replace(
        hand,
        bets=put(hand.bets, seat, keeps),
        round=replace(
            hand.round,
            level_bet=level,
            last_raise=before.round.last_raise,
            opened=before.round.opened,
            raises=before.round.raises,
            aggressor=before.round.aggressor,
        ),
        stage=replace(
            betting, to_act=to_act, fresh=tuple(s for s in betting.fresh if s in was.fresh)
        ),
    )
