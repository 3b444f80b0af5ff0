"""Actions out of turn, which are recorded and may be binding when the player's turn comes."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from controller.contract.public import ActionRefused
from controller.contract.rules import Action, Kind, Outcome
from controller.houses.model import FLOOR_DECIDES
from controller.table.betting.actions import act
from controller.table.betting.dead_hands import judge_gone, kill_now, next_to_judge
from controller.table.betting.illegal_amounts import (
    bound_for,
    checked_facing_bet,
    put_in,
    raising,
    read_wrong,
    reading,
    refuse_raise,
)
from controller.table.betting.string_bets import open_strung
from controller.table.chips_in_front import Motion, all_needed, one_too_large
from controller.table.rulings import found, note, open_ruling, stops_play
from controller.table.state import (
    LIVE,
    Betting,
    Early,
    Hand,
    Legal,
    Play,
    Table,
    call_to,
    legal,
    lies,
    only_raise,
    to_call,
    without,
)

AT_ONCE_MS: Final = 200
"""Two players' chips that begin to arrive less than this apart (ms) were put in simultaneously.

This is the time that a player needs to react, and the time between two scans of a bet.
"""
PASSIVE = frozenset({Action.FOLD, Action.CHECK, Action.CALL})
SKIPPED: dict[str, str] = {Action.CHECK: "checks", Action.CALL: "calls", Action.FOLD: "folds"}


def acted_early(play: Play, seat: int, what: str, to: int, *, said: bool = False) -> None:
    """Record an action out of turn; it is still the skipped player's turn (ppc 4).

    `what` is fold, check, call, bet, raise or all-in. `to` is the total announced or put in, or 0
    if none was given. `said` is true if the action was announced.
    """
    hand = play.hand
    betting = hand.stage
    if type(betting) is not Betting or hand.status[seat] != LIVE or seat not in betting.to_act:
        play.say(ActionRefused(seat, what, "not-your-turn"))
        return
    before = next((early for early in betting.early if early.seat == seat), None)
    if before is not None and said and not before.yields(what):
        play.say(ActionRefused(seat, what, "not-your-turn"))
        return
    others = tuple(early for early in betting.early if early.seat != seat)
    # The player in turn may have announced a raise without an amount (tda 59).
    unsaid = betting.announced is not None
    alone = _players(hand) == "heads-up"
    level = hand.round.level_bet
    if what != Action.CHECK:
        level = max(level, bet_before(play, seat))
    stands = before is not None and before.stands
    early = Early(seat, what, to, level, betting.turn, unsaid, said, alone, stands=stands)
    play.betting(early=(*others, early))
    if before is None and _is_reported(play, early):
        _skipped_by_three(play, betting.turn)


def _is_reported(play: Play, early: Early) -> bool:
    """Report a new action out of turn; return whether it is ruled on when the player's turn comes.

    Return False if the house leaves all such actions to the floor, which then decides immediately.
    """
    tags = frozenset({_group(early.what), early.what, _players(play.hand)})
    remedy = play.house.remedy
    always = all(
        remedy(Kind.BET_OUT_OF_TURN, tags | later).steps == FLOOR_DECIDES
        for later in ({"unchanged", "skipped-checks"}, {"changed", "skipped-raises"})
    )
    if always:
        found(play, Kind.BET_OUT_OF_TURN, seat=early.seat, tags=tags)
        return False
    usual = remedy(Kind.BET_OUT_OF_TURN, tags | {"unchanged"})
    note(play, usual, Outcome.WAITS, seat=early.seat)
    return True


def is_at_once(play: Play, seat: int, since: int, *, chips: bool = True) -> bool:
    """Return whether the seat in turn began to act at the same time as the seat before it.

    `since` is when the seat in turn began to put in chips (ms) or, without `chips`, announced its
    action. The two acted together if the chips of both began to arrive less than `AT_ONCE_MS`
    apart, or if both announced at the same instant. The later player can't have seen the earlier
    action, and has acted out of turn (ppc 4). Chips are not compared with announcements, because
    putting in chips takes longer.
    """
    current = play.hand.round
    act, begun, by_chips = current.begun
    if not begun or act != current.acts or by_chips is not chips or not play.table.past:
        return False
    return seat == play.hand.turn and since < begun + (AT_ONCE_MS if chips else 1)


def note_begun(play: Play, seat: int, since: int, before: Table, *, chips: bool = False) -> None:
    """Record when a seat began its action (`since`, in ms), if it has acted since `before`.

    `chips` means that the seat acted with chips, not with an announcement.
    """
    past = play.table.past
    if past is not before.past and past[-1:] and past[-1].seat == seat and not play.unseen:
        # Nobody saw an action that is only presumed, so its beginning is unknown.
        current = play.hand.round
        play.hand = replace(play.hand, round=replace(current, begun=(current.acts, since, chips)))


def put_in_at_once(play: Play, motion: Motion) -> bool:
    """Record chips put in at the same instant as the previous action as an action out of turn.

    Returns False if the order makes no difference: the chips are a call of the same bet either way.
    """
    hand, seat = play.table.past[-1].hand, motion.seat
    level, call = hand.round.level_bet, call_to(hand, seat)
    what, to = meant(play, motion, call, level)
    return _at_once(play, seat, what, to, laid=motion.front)


def meant(play: Play, motion: Motion, call: int, level: int) -> tuple[Action, int]:
    """Return the action out of turn that chips amount to, and its total.

    `call` is the total required for a call, and `level` the highest bet that the seat faces.
    """
    to = motion.front
    if to > call and (one_too_large(motion, call) or all_needed(play, motion, call)):
        to = call
    if to <= level:
        return Action.CALL, to
    return Action.RAISE if level else Action.BET, to


def said_at_once(play: Play, seat: int, what: str, to: int = 0) -> bool:
    """Record an announcement made at the same instant as the previous one as out of turn.

    `what` is an action, and `to` the total announced (0: none). Returns False if the seat has heard
    the previous announcement, or if the order makes no difference.
    """
    if play.hand.betting.announced is not None or not is_at_once(play, seat, play.at, chips=False):
        return False
    return _at_once(play, seat, what, to, said=True)


def _at_once(
    play: Play, seat: int, what: str, to: int, *, said: bool = False, laid: int = 0
) -> bool:
    past = play.table.past[-1]
    level, betting = past.hand.round.level_bet, play.hand.betting
    same = level == play.hand.round.level_bet and what in {Action.CHECK, Action.CALL}
    if same or what == Action.FOLD:
        return False
    unsaid = past.hand.betting.announced is not None
    alone = _players(past.hand) == "heads-up"
    early = Early(seat, what, to, level, past.seat, unsaid, said, alone, laid=laid)
    play.betting(early=(*betting.early, early))
    _is_reported(play, early)
    return True


def judge_mucked(play: Play) -> None:
    """Handle the hands mucked out of turn, once all actions before them have been read."""
    while seat := next_to_judge(play):
        given_up(play, seat, judge_gone)


def given_up(play: Play, seat: int, judge: Callable[[Play, int], None]) -> None:
    """Handle a hand given up without a word; if it dies out of turn, record a fold out of turn.

    That fold counts as one of the actions behind a skipped player (ppc 4, tda 36). `judge` is the
    function that decides whether the hand dies.
    """
    betting = play.hand.betting
    waits = seat in betting.to_act[1:] and all(early.seat != seat for early in betting.early)
    judge(play, seat)
    hand = play.hand
    if waits and not hand.can_win(seat) and hand.turn == betting.turn:
        fold = Early(seat, Action.FOLD, 0, hand.round.level_bet, betting.turn)
        play.hand = replace(hand, stage=replace(hand.betting, early=(*hand.betting.early, fold)))
        _skipped_by_three(play, betting.turn)


def bet_before(play: Play, seat: int) -> int:
    """Return the highest bet out of turn by a seat that acts before `seat`, or 0 if there is none.

    A player who acts out of turn behind such a bet has seen it, and faces it.
    """
    hand, seats = play.hand, play.table.seats
    before = hand.betting.to_act[: hand.betting.to_act.index(seat)]
    highest = 0
    for early in hand.betting.early:
        if early.seat in before and _group(early.what) == "raise":
            whole = hand.bets[early.seat] + seats[early.seat].stack
            highest = max(highest, whole if early.what == Action.ALL_IN else early.to)
    return highest


def laid_early(play: Play, seat: int, front: int) -> None:
    """Record `front` as the amount that is in front of a seat for its action out of turn."""
    early = play.hand.betting.early
    play.betting(early=tuple(replace(e, laid=front) if e.seat == seat else e for e in early))


def forget_early(play: Play, seat: int) -> None:
    """Remove an action out of turn that has been decided, so that it is not applied again.

    An action that the floor has let stand is kept until its player's turn comes.
    """
    early = play.hand.betting.early
    play.betting(early=tuple(one for one in early if one.seat != seat or one.stands))


def let_stand(play: Play, seat: int) -> None:
    """Make an action out of turn binding, as the floor has ruled.

    It is applied immediately if it is that player's turn, and otherwise when their turn comes.
    """
    early = next((one for one in play.hand.betting.early if one.seat == seat), None)
    if early is None:
        return
    others = tuple(one for one in play.hand.betting.early if one is not early)
    if play.hand.turn == seat:
        _bind(play, early)
        forget_early(play, seat)
    else:
        play.betting(early=(*others, replace(early, stands=True)))


def _players(hand: Hand) -> str:
    return "heads-up" if hand.hands_left() == 2 else "several"


def _group(what: str) -> str:
    return "passive" if what in PASSIVE else "raise"


def _skipped_by_three(play: Play, skipped: int) -> None:
    """Rule on a skipped player after three actions (ppc 4) or substantial action (tda 53-B).

    Depending on the house rules, the floor decides, the hand is dead, or the player may not raise.
    """
    hand, betting = play.hand, play.hand.betting
    behind = [early for early in betting.early if early.skipped == skipped]
    words = _how_many(behind)
    opened = hand.round.level_bet or any(_group(early.what) == "raise" for early in behind)
    tags = words | {"opened" if opened else "unopened"}
    remedy = play.house.remedy(Kind.BET_OUT_OF_TURN, tags)
    if words.isdisjoint(remedy.when):
        return
    if remedy.steps == FLOOR_DECIDES:
        if words.isdisjoint(_how_many(behind[:-1]) & set(remedy.when)):
            open_ruling(play, remedy, seat=skipped, tags=frozenset(remedy.when))
    elif remedy.outcome is Outcome.DEAD:
        kill_now(play, skipped, "skipped", remedy.article)
    else:
        play.betting(fresh=without(betting.fresh, skipped))


def _how_many(behind: list[Early]) -> frozenset[str]:
    """Return words of `Remedy.when` for the amount of action that followed a skipped player.

    Action is substantial after two actions with chips in at least one of them, or after any three
    actions (tda 36).
    """
    if len(behind) >= 3:
        return frozenset({"skipped-by-three", "substantial-action"})
    chips = any(early.what not in {Action.FOLD, Action.CHECK} for early in behind)
    return frozenset({"substantial-action"} if len(behind) == 2 and chips else ())


def honour(play: Play) -> None:
    """Apply each action out of turn when its player's turn comes, as the house rules require."""
    while (betting := play.hand.betting).early:
        if stops_play(play.table):
            return
        early = next((e for e in betting.early if e.seat == betting.turn), None)
        if early is None:
            _fold_at_once(play)
            return
        if any(r.kind is Kind.BET_OUT_OF_TURN and r.seat == early.seat for r in play.table.rulings):
            return
        play.betting(early=without(betting.early, early))
        _count(play, early)


def _fold_at_once(play: Play) -> None:
    """Let folds out of turn count immediately if they leave a single hand, which wins (tda 53)."""
    hand = play.hand
    folds = [e for e in hand.betting.early if e.what == Action.FOLD and hand.can_win(e.seat)]
    if hand.hands_left() - len(folds) != 1:
        return
    found_for = [play.house.remedy(Kind.BET_OUT_OF_TURN, early_tags(hand, e)) for e in folds]
    if all(remedy.outcome is Outcome.BINDS and not remedy.steps for remedy in found_for):
        for early in folds:
            # An undo of the fold must not apply it again.
            forget_early(play, early.seat)
        for early, remedy in zip(folds, found_for, strict=True):
            kill_now(play, early.seat, "out-of-turn", remedy.article)


def _count(play: Play, early: Early) -> None:
    tags = early_tags(play.hand, early)
    remedy = play.house.remedy(Kind.BET_OUT_OF_TURN, tags)
    if early.stands:
        _bind(play, early)
        return
    if remedy.outcome is Outcome.CHECK and not to_call(play.table, play.hand, early.seat):
        act(play, Action.CHECK)
    if remedy.steps:
        if remedy.steps == FLOOR_DECIDES:
            # The floor may let it stand.
            play.betting(early=(*play.hand.betting.early, early))
        open_ruling(play, remedy, seat=early.seat, tags=tags)
    elif remedy.outcome is Outcome.CALL_OR_FOLD:
        play.betting(fresh=without(play.hand.betting.fresh, early.seat))
    elif remedy.outcome is Outcome.BINDS:
        _bind(play, early)
    if early.strung and not remedy.steps:
        open_strung(play, early.seat)


def early_tags(hand: Hand, early: Early) -> frozenset[str]:
    """Return the words, as used in `Remedy.when`, that describe an action out of turn.

    They describe the situation when the turn reaches the player who acted out of turn.
    """
    done = hand.last[early.skipped][0] if early.skipped else ""
    skipped = SKIPPED.get(done, "raises")
    if hand.status[early.skipped] != LIVE and done not in {Action.BET, Action.RAISE, Action.CALL}:
        skipped = "folds"
    words = {
        _group(early.what),
        early.what,
        "heads-up" if early.heads_up else "several",
        "unchanged" if hand.round.level_bet == early.level else "changed",
        f"skipped-{skipped}",
    }
    return frozenset(words | {"amount-open"} if early.unsaid else words)


def _bind(play: Play, early: Early) -> None:
    may = legal(play.table, play.hand, play.house, early.seat)
    match early.what:
        case Action.FOLD:
            act(play, Action.FOLD)
        case Action.CHECK | Action.CALL if may.check:
            act(play, Action.CHECK)
        case Action.CALL if may.call is not None:
            _bind_call(play, may, early, may.call)
        case Action.CHECK if early.level == play.hand.round.level_bet:
            checked_facing_bet(play, early.seat)
        case Action.CHECK | Action.CALL:
            return
        case _:
            _bind_raise(play, may, early)


def _bind_call(play: Play, may: Legal, early: Early, call: int) -> None:
    """Apply a call out of turn as a call in turn; rule on missing chips or an oversized chip."""
    if not early.said and early.to < min(call, early.level):
        read_wrong(play, may, early.to)
        return
    if lies(play.table, early.seat) > call and not early.strung:
        found(play, Kind.BET_OVERSIZED, seat=early.seat, tags={"facing-bet", "one-chip"})
    act(play, Action.CALL, call)


def _bind_raise(play: Play, may: Legal, early: Early) -> None:
    to = may.whole if early.what == Action.ALL_IN else early.to or only_raise(play.hand, may)
    if may.least is None and may.all_in is None:
        refuse_raise(play, may)
        return
    if not to:
        play.betting(announced=raising(may))
        return
    if may.call is not None and to < may.call and early.level != play.hand.round.level_bet:
        # The chips do not cover the skipped player's bet. They stand: their player may fold and
        # leave them in the pot, call or raise (ppc 4).
        bound_for(play, early.seat, max(to, play.hand.bets[early.seat]))
        return
    most = may.most if early.said and may.most is not None else may.whole
    to = min(to, most)
    legal_to = put_in(may, to)
    if legal_to is None and early.said and may.least is not None and to < may.least:
        kind = Kind.BET_SHORT if may.opens else Kind.BET_SHORT_RAISE
        reading(play, found(play, kind, seat=may.seat, tags={"announced"}), may, to)
    elif legal_to is None:
        read_wrong(play, may, to)
    else:
        act(play, Action.CALL if legal_to == may.call else raising(may), legal_to)
