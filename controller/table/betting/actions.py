"""Carries out actions in turn, and decides who acts next."""

from msgspec.structs import replace

from controller.contract.cards_become_public import Door
from controller.contract.public import (
    ActionMade,
    BetReturned,
    CardsMucked,
    HandKilled,
    PotChanged,
    PotView,
    StreetOpened,
    TurnStarted,
)
from controller.contract.rules import Action, Kind, Outcome
from controller.table.betting.reopening import raised
from controller.table.betting.straddles import opening
from controller.table.between_hands import on_street, tell_street
from controller.table.chips_in_front import end_lifted, of_others
from controller.table.rulings import found
from controller.table.showdown import awards, tabled_hands
from controller.table.state import (
    ALL_IN,
    BET_ZONES,
    CAN_WIN,
    FOLDED,
    GIVEN_UP,
    LET_GO,
    LIVE,
    NOBODY_ACTS,
    NOTHING_DUE,
    STREETS,
    Betting,
    BoardDue,
    Count,
    Due,
    Hand,
    Past,
    Paying,
    Play,
    Round,
    Showdown,
    Tentative,
    another_can_act,
    beyond_ledger,
    call_told,
    can_act,
    clockwise,
    first_owing,
    in_front,
    lifted_since,
    lying,
    pots,
    put,
    unpaid,
    without,
)

FOLD, _, CALL, BET, RAISE, _ = Action


def act(
    play: Play,
    action: Action,
    to: int | None = None,
    *,
    amended: bool = False,
    tentative: Tentative | None = None,
) -> None:
    """Carry out a legal action by the seat to act, then pass the action to the next seat.

    `to` is the seat's total bet after the action. It is None for a fold or check, which leaves the
    bet as it is. `amended` means that the action replaces one that was published earlier.
    `tentative` is set if the chips are still in motion, so that a late read may amend the action.
    """
    hand, table = play.hand, play.table
    stage, current = hand.stage, hand.round
    betting = stage if type(stage) is Betting else NOBODY_ACTS
    seat, seats = betting.turn, table.seats
    status, bets = hand.status, hand.bets
    last_caller, before = current.last_caller, bets[seat]
    if to is None:
        to = before
        if action is FOLD:
            status = put(status, seat, FOLDED)
    else:
        owner = seats[seat]
        stack = owner.stack + before - to
        seats = put(seats, seat, replace(owner, stack=stack))
        bets = put(bets, seat, to)
        if not stack:
            status = put(status, seat, ALL_IN)
        if action is CALL:
            last_caller = seat
    # The seat in turn is the first of the seats that must act.
    waiting = betting.to_act[1:]
    if action is BET or action is RAISE:
        others = clockwise(len(status) - 1, seat)[:-1]
        waiting = tuple([s for s in others if status[s] is LIVE])
        current, fresh = raised(hand, betting, play.house, seat, to, waiting)
    else:
        fresh = without(betting.fresh, seat)
    then = Betting(
        turn=waiting[0] if waiting else 0,
        to_act=waiting,
        fresh=fresh,
        early=betting.early,
        undone=without(betting.undone, seat),
    )
    after = replace(
        hand,
        status=status,
        bets=bets,
        last=put(hand.last, seat, (action, to)),
        round=replace(
            current,
            acts=current.acts + 1,
            last_caller=last_caller,
            tentative=tentative,
        ),
        stage=then,
    )
    serving = table.serving if table.timed else ()
    holds = table.at_rest.holds
    past = Past(hand, table.seats, seat, table.base, table.carried, serving, holds)
    play.hand = after
    play.table = replace(table, hand=after, seats=seats, past=(*table.past, past))
    made = ActionMade(seat, action, to - before, to, status[seat] is ALL_IN, amended)
    play.public += (made,)
    _give_turn(play, then)


def advance(play: Play) -> None:
    """Pass the action to the next seat that must act, or end the betting round."""
    _give_turn(play, play.hand.betting)


def _give_turn(play: Play, betting: Betting) -> None:
    hand, table = play.hand, play.table
    status, to_act = hand.status, betting.to_act
    # The last live hand can't act: it has nothing to call.
    for seat in to_act:
        if status[seat] is not LIVE:
            continue
        cost = call_told(table, hand, play.house, seat)
        if (cost and table.seats[seat].stack) or another_can_act(table, hand, seat):
            play.public += (TurnStarted(seat, cost),)
            if seat != betting.turn:
                then = replace(betting, turn=seat, to_act=to_act[to_act.index(seat) :])
                play.hand = replace(hand, stage=then)
            return
    end_round(play)


def open_street(play: Play) -> None:
    """Open the betting round of the current street, or skip it if nobody can bet."""
    hand = play.hand
    to_act = acting = can_act(play.table, hand)
    if hand.street == 0:
        order = clockwise(len(play.table.seats) - 1, hand.big_blind)
        if not play.house.betting.big_blind_option.value:
            order = order[:-1]
        blind = hand.level.big_blind
        posted = play.house.blinds.short_big_blind.value == "posted"
        blind = max(hand.bets) if posted and any(hand.bets) else blind
        begun = Round(level_bet=blind, last_raise=hand.level.big_blind, opened=blind, raises=1)
        last = hand.last
        if hand.extras is not None:
            order, begun = opening(hand, hand.extras, play.house, order, begun)
        to_act = tuple([s for s in order if s in acting])
    else:
        begun, none = Round(), ("", 0)
        last = tuple(
            [none if status is LIVE else hand.last[seat] for seat, status in enumerate(hand.status)]
        )
    if hand.street == 0 or len(acting) > 1:
        play.say(StreetOpened(STREETS[hand.street]))
    first = Betting(turn=to_act[0] if to_act else 0, to_act=to_act, fresh=acting)
    due = Due(count=hand.awaits.count) if hand.awaits.count else None
    play.hand = replace(hand, stage=first, round=begun, gathered=False, last=last, due=due)
    _give_turn(play, first)


def end_round(play: Play) -> None:
    """Return any uncalled bet at the end of a betting round, and continue the hand.

    If announced chips are still owed (see `unpaid`), the hand first waits for them.
    """
    note_owed(play)
    return_uncalled(play)
    if play.hand.awaits.left:
        end_lifted(play)
    if not play.unseen and first_owing(play.table, play.hand):
        hand = play.hand
        came = tuple(
            [
                bet if lifted_since(hand, seat) else there
                for seat, (bet, there) in enumerate(zip(hand.bets, lying(play.table), strict=True))
            ]
        )
        play.hand = replace(play.hand, stage=Paying(came))
        return
    round_over(play)


def note_owed(play: Play) -> None:
    """Record what each seat owed before the last action, in case that action is undone."""
    past = play.table.past
    if past and any(owed := unpaid(play.table, past[-1].hand)):
        before = replace(past[-1], owed=tuple(owed))
        play.table = replace(play.table, past=(*past[:-1], before))


def round_over(play: Play) -> None:
    """Continue with the next street, the showdown or the award, once all bets of a round are in."""
    hand = play.hand
    if hand.cards.astray and not hand.street:
        _kill_short_hands(play)
        hand = play.hand
    play.hand = hand = replace(hand, stage=BoardDue(), rounds=hand.rounds + 1)
    if hand.alone():
        gather(play)
        awards.award(play)
        return
    drawn_in = hand.splashed >= sum(hand.bets) or any(hand.awaits.left)
    if play.table.fittings.keyed or not any(hand.bets) or (drawn_in and not bets_lie_there(play)):
        gather(play)
    elif not play.unseen:
        gather_unseen(play)
    go_on(play)
    if play.table.at_rest.holds:
        tell_street(play)


def _kill_short_hands(play: Play) -> None:
    """Rule on hands that were played with too few cards after a faulty deal (tda 37, 38)."""
    for seat in play.hand.live():
        hand = play.hand
        lacking = hand.game.hole_cards - len(hand.holes[seat])
        if lacking <= 0 or hand.alone():
            continue
        case = {
            "late",
            "dealt",
            "one" if lacking == 1 else "more",
            "button" if seat == hand.button else "not-button",
        }
        remedy = found(play, Kind.HAND_COUNT, seat=seat, tags=case)
        if remedy.outcome is Outcome.DEAD:
            kill(play, seat, Kind.HAND_COUNT.fault, remedy.article)


def go_on(play: Play) -> None:
    """Continue to the next street or the showdown, after a round that left several live hands."""
    if play.house.showdown.held_face_down.value and on_street(play.table, play.hand):
        return
    tabled_hands.after_round(play)
    if type(play.hand.stage) is Showdown:
        _begin_showing(play)


def _begin_showing(play: Play) -> None:
    """Begin the showdown: rule on absent players' hands, and treat pushed-forward hands as tabled.

    Absent players can't show their hands (ppc 19). A hand counts as pushed forward if all its cards
    are beyond the betting line or on the pot. It counts as tabled only if no more betting is
    possible, in which case all live hands are turned up.
    """
    for seat in play.hand.live():
        hand, table = play.hand, play.table
        if type(hand.stage) is not Showdown or hand.alone():
            break
        if table.seats[seat].absent and not hand.shown[seat]:
            remedy = found(play, Kind.HAND_LEFT, seat=seat, tags={"showdown"})
            if remedy.outcome is Outcome.DEAD:
                kill(play, seat, "left", remedy.article)
                tabled_hands.resolve(play)
        elif hand.face_up and has_let_go(play, seat):
            tabled_hands.table_hand(play, seat, Door.ALL_IN)


def has_let_go(play: Play, seat: int) -> bool:
    """Return whether all of a seat's cards are beyond the betting line or on the pot."""
    held, places = play.hand.holes[seat], play.table.places
    return bool(held) and all(places.get(card) in LET_GO for card in held)


def return_uncalled(play: Play) -> None:
    """Give back the part of the highest bet that nobody has matched (ramponneau III.C.3).

    What a dead hand has bet stays in, except for what all-in hands can't win (redcactus 5).
    """
    hand = play.hand
    highest = max(hand.bets)
    if hand.bets.count(highest) > 1:
        return
    matched = sorted(hand.bets)[-2]
    seat, status = hand.bets.index(highest), hand.status
    if status[seat] not in CAN_WIN and ALL_IN not in status:
        return
    if status[seat] == ALL_IN:
        status = put(status, seat, LIVE)
    play.say(BetReturned(seat, highest - matched))
    play.pay(seat, highest - matched)
    play.hand = replace(hand, bets=put(hand.bets, seat, matched), status=status)


def bets_lie_there(play: Play) -> bool:
    """Return whether antennas still read chips from this round's bets in front of any seat."""
    chips, blind = play.table.chips, play.table.devices.blind_zones
    for seat, bet in enumerate(play.hand.bets):
        lies = chips.get(BET_ZONES[seat]) and BET_ZONES[seat] not in blind
        if lies and (bet or of_others(play, seat)):
            return True
    return False


def gather_unseen(play: Play) -> None:
    """Count the bets as gathered once the pot contains them, if no antenna saw them leave."""
    hand = play.hand
    to_come = sum(hand.bets) - hand.splashed
    there = beyond_ledger(play.table, hand) - hand.surplus
    if not hand.gathered and 0 < to_come <= there and not bets_lie_there(play):
        gather(play)


def gather(play: Play) -> None:
    """Gather the bets into the pots; chips still in front of seats now belong to the pots."""
    hand = play.hand
    if hand.gathered:
        return
    table = play.table
    if not any(hand.bets):
        play.hand = hand = replace(hand, gathered=True)
        play.table = replace(table, hand=hand, base=in_front(table))
        if beyond_ledger(table, hand) > hand.surplus and not table.fittings.keyed:
            none = (0,) * len(hand.bets)
            play.due(count=Count(play.at, none, none, play.at))
        return
    paid, due = hand.put_in(), hand.awaits
    none = (0,) * len(paid)
    if not table.fittings.keyed and not hand.alone():
        chips = due.chips + (due.count.chips if due.count is not None else 0)
        count = Count(play.at, hand.bets, due.left or none, due.pot_at, chips)
        due = replace(due, chips=0, count=count)
    play.hand = hand = replace(
        hand,
        bets=none,
        gathered=True,
        paid=paid,
        splashed=0,
        due=None if due == NOTHING_DUE else due,
    )
    play.table = replace(table, hand=hand, base=in_front(table))
    made = pots(hand, paid, table.carried)
    play.say(PotChanged(tuple([PotView(pot.amount, pot.seats) for pot in made])))


def kill(play: Play, seat: int, reason: str, article: str = "", by: str = "") -> None:
    """Kill a hand, so that it can no longer win; its bets stay in the pot.

    `reason` is the id of the reason. `article` is the article of the house rules that applies, or
    "" if none does. `by` is the floor person who killed the hand, or "" if a rule did so.
    """
    play.say(HandKilled(seat, reason, article, by))
    play.hand = replace(
        out_of_action(play.hand, seat),
        status=put(play.hand.status, seat, FOLDED),
        dead=(*play.hand.dead, (seat, reason)),
    )


def out_of_action(hand: Hand, seat: int) -> Hand:
    """Return the hand after removing `seat` from those still to act."""
    betting = hand.stage
    if type(betting) is not Betting:
        return hand
    to_act, fresh = without(betting.to_act, seat), without(betting.fresh, seat)
    return replace(hand, stage=replace(betting, to_act=to_act, fresh=fresh))


def note_mucked(play: Play, seat: int) -> None:
    """Announce a mucked hand once all its cards are in the muck or on the burns."""
    places = play.table.places
    for card in play.hand.holes[seat]:
        if places.get(card) not in GIVEN_UP:
            return
    play.say(CardsMucked(seat))
