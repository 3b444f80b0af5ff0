"""Carries rulings through to their end, and lets the players continue once play may resume."""

from msgspec.structs import replace

from controller.contract.public import (
    ActionMade,
    ActionRefused,
    RulingClosed,
    TurnStarted,
)
from controller.contract.rules import BOARD_ERRORS, CHANGE, Action, Closing, Kind, Subject
from controller.table.betting import (
    end_round,
    forget_early,
    let_go,
    mucked,
    put_in_short,
    waive_debt,
)
from controller.table.board import BURNS_COUNT, after_mending, find_board, next_street
from controller.table.chips import in_front_now
from controller.table.dealing import (
    deal_as_it_lies,
    deal_in_the_dark,
    end_deal,
    still_due,
    tell_kept,
)
from controller.table.rulings import (
    active,
    goals_of,
    in_hand,
    is_moot,
    next_goal,
    put_ruling,
    ready,
    something_moved,
    step_done,
    stops_play,
    unvoid,
    waits_for_players,
)
from controller.table.state import (
    FOLDED,
    GIVEN_UP,
    PLACE,
    Dealing,
    Paying,
    Play,
    Ruling,
    call_told,
    in_order,
)

_AS_IT_LIES = frozenset({Closing.WAIVED, Closing.AGREED})
"""The ways of closing a ruling that leave cards and chips as they are."""


def follow(play: Play, card: str = "", zone: str = "") -> None:
    """Check which ruling steps are now done or undone, and continue if a ruling is finished.

    The card `card` has just come to rest in `zone`, or has left all zones if `zone` is empty.
    """
    if not play.table.rulings:
        return
    if card:
        something_moved(play, card, zone)
    _close_if_agreed(play)
    while (ruling := ready(play, zone)) is not None:
        if is_moot(play, ruling):
            close(play, ruling, Closing.MOOT)
            continue
        goal = next_goal(ruling)
        if goal is not None:
            ruling = step_done(play, goal)
            goal = next_goal(ruling)
        if goal is None:
            close(play, ruling, Closing.DONE)
            zone = ""
        elif goal.played:
            resume(play)


def resume(play: Play, ruled: int = 0) -> None:
    """Let the players continue the hand, if no ruling stops them.

    The chips in front of seat `ruled` have already been ruled on, and are not ruled on again.
    """
    hand = play.hand
    if not hand.running or stops_play(play.table):
        return
    street = hand.street
    if hand.cards.gone:
        _gone_meanwhile(play)
        hand = play.hand
    if type(hand.stage) is Dealing:
        if all(hand.status[seat] is FOLDED for seat in still_due(hand)):
            end_deal(play)
        return
    after_mending(play)
    hand = play.hand
    if hand.turn and hand.street == street:
        play.say(TurnStarted(hand.turn, call_told(play.table, hand, play.house, hand.turn)))
        # Players who have put chips in meanwhile have acted.
        in_front_now(play, but=ruled)
    elif type(hand.stage) is Paying:
        in_front_now(play, but=ruled)


def _gone_meanwhile(play: Play) -> None:
    """Handle the hands that were mucked or pushed forward while a ruling stopped the table."""
    gone = play.hand.cards.gone
    play.cards(gone=())
    for seat in gone:
        if not play.hand.running or stops_play(play.table):
            return
        if any(play.table.places.get(card) in GIVEN_UP for card in play.hand.holes[seat]):
            mucked(play, seat)
        else:
            let_go(play, seat, play.at)


def tick(play: Play) -> None:
    """Handle the dealer's `done` key: mark the next step as done, if no sensor can detect it.

    If the deal is to be finished, the cards for seats that can't be read count as dealt.
    """
    goal = next_goal(in_hand(play.table))
    if goal is not None and goal.finishes_deal:
        deal_in_the_dark(play)
        follow(play)
        return
    if goal is not None and goal.unsensed(play) and goal.tickable(play):
        step_done(play, goal)
        follow(play)


def agree(play: Play, seat: int) -> None:
    """Record that a player agrees to let things stand.

    The ruling is closed once all players in the hand who are at the table agree. A player who may
    choose to keep an exposed card keeps it by agreeing, which closes the ruling on that card
    immediately. Any other agreement is refused at a table with a floor person present.
    """
    ruling, hand = active(play.table), play.hand
    if ruling is None or not hand.can_win(seat):
        return
    for waiting in play.table.rulings:
        if waiting.owner == seat:
            # An exposed card that its owner keeps was never exposed (ppc 14).
            exposed = play.hand.cards.exposed
            play.cards(exposed=tuple(card for card in exposed if card not in waiting.cards))
            close(play, waiting, Closing.KEPT, str(seat))
            return
    if play.table.fittings.floor == "present":
        play.say(ActionRefused(seat, "agree", "ask-the-floor"))
        return
    put_ruling(play, replace(ruling, agreed=(*(s for s in ruling.agreed if s != seat), seat)))
    _close_if_agreed(play)


def _close_if_agreed(play: Play) -> None:
    """Close the active ruling if every player who must agree has done so.

    The last player who had not agreed may have left the table, or their hand may have been killed.
    """
    ruling = active(play.table)
    if ruling is not None and ruling.agreed and all_agree(play, ruling.agreed):
        close(play, ruling, Closing.AGREED, "seats")


def all_agree(play: Play, agreed: tuple[int, ...]) -> bool:
    """Return whether all players in the hand who are at the table have agreed.

    A player whose hand has come to the muck since play stopped is no longer in the hand.
    """
    hand, seats, places = play.hand, play.table.seats, play.table.places
    given_up = {
        s for s in hand.cards.gone if any(places.get(card) in GIVEN_UP for card in hand.holes[s])
    }
    return all(s in agreed for s in hand.live() if not seats[s].absent and s not in given_up)


def close(play: Play, ruling: Ruling, outcome: Closing, by: str = "") -> None:
    """Close a ruling, and let the players continue the hand."""
    rulings = tuple([r for r in play.table.rulings if r.id != ruling.id])
    play.table = replace(play.table, rulings=rulings)
    play.say(RulingClosed(ruling.id, outcome, by))
    if outcome is Closing.MOOT and not play.hand.can_win(ruling.seat):
        _closed_by_the_last_act(play, ruling)
    goals = goals_of(ruling)
    if outcome is Closing.WAIVED:
        if ruling.before is not None:
            unvoid(play, ruling.before)
        deal_as_it_lies(play)
    tell_kept(play, ruling)
    if play.hand.running:
        _as_it_lies(play, ruling, outcome)
        if ruling.kind is Kind.BET_OUT_OF_TURN:
            forget_early(play, ruling.seat)
        elif ruling.kind is Kind.BET_SHORT_CALL:
            put_in_short(play, ruling.seat)
        elif ruling.kind is Kind.BET_UNPAID and (
            outcome in _AS_IT_LIES or any(goal.lets_stand for goal in goals)
        ):
            _counts_as_put_in(play, ruling.seat)
    asked = any(goal.decides for goal in goals)
    if outcome is not Closing.DONE or ruling.kind not in CHANGE or asked:
        judged_again = outcome is Closing.DONE and (
            ruling.kind.subject is not Subject.BET or any(goal.moves_back for goal in goals)
        )
        resume(play, 0 if judged_again else ruling.seat)
    deals_on = type(play.hand.stage) is Dealing and not stops_play(play.table)
    if outcome is Closing.WAIVED and ruling.kind is Kind.DEAL_TOO_FEW and deals_on:
        end_deal(play)


def _closed_by_the_last_act(play: Play, ruling: Ruling) -> None:
    """Make sure that undoing the last action reopens a ruling that the action had settled."""
    past = play.table.past
    if past and all(one.id != ruling.id for one in past[-1].rulings):
        before = replace(past[-1], rulings=(*past[-1].rulings, ruling))
        play.table = replace(play.table, past=(*past[:-1], before))


def _as_it_lies(play: Play, ruling: Ruling, outcome: Closing) -> None:
    """Adopt the board as it now is, because its ruling has been closed with this outcome.

    If the floor or the players waived a burn, the burn is no longer required. Cards in excess of
    the street no longer count as board cards. If they belong to a street that was dealt too early
    and allowed to stand, they count again once that street is due. After a ruling on burns or on an
    incomplete deal has been carried out, excess cards stay on the board and are a separate error.
    """
    hand = play.hand
    cards, seen, sizes = hand.cards, hand.seen, hand.game.board
    if outcome is not Closing.DONE and ruling.street:
        cards = replace(cards, burned_for=max(cards.burned_for, PLACE[ruling.street]))
    whole = sizes[hand.street + hand.street_due]
    board = hand.board
    if len(board) > whole and outcome is Closing.DONE and ruling.kind is Kind.DEAL_TOO_FEW:
        # The card that revealed the incomplete deal.
        find_board(play, Kind.BOARD_PREMATURE, next_street(hand))
    elif len(board) > whole and _settles_board(play, ruling, outcome):
        before = sizes[max(hand.street - 1, 0)]
        laid = (*board[:before], *in_order(play, board[before:]))
        board, early = laid[:whole], laid[whole:]
        cards = replace(cards, mended=True)
        if ruling.kind is Kind.BOARD_PREMATURE or ruling.kind not in BOARD_ERRORS:
            seen = tuple(card for card in seen if card not in early)
            cards = replace(cards, waiting=early)
    play.hand = replace(hand, board=board, seen=seen, cards=cards)


def _settles_board(play: Play, ruling: Ruling, outcome: Closing) -> bool:
    """Return whether a ruling that has been closed decides what becomes of excess board cards.

    It does not if it was about a single misplaced card, or if another ruling is moving board cards.
    """
    if outcome is Closing.DONE and ruling.kind in BURNS_COUNT:
        return False
    moving = {one.kind for one in play.table.rulings if not waits_for_players(one)}
    return ruling.kind is not Kind.BOARD_MISPLACED and moving & BOARD_ERRORS <= {
        Kind.BOARD_MISPLACED
    }


def _counts_as_put_in(play: Play, seat: int) -> None:
    """Limit a seat's bet to the chips put in, and end the round if it was waiting for the rest."""
    if not waive_debt(play, seat):
        return
    action, to = play.hand.last[seat]
    if action in set(Action):
        play.say(ActionMade(seat, Action(action), to=to, amended=True))
    if type(play.hand.stage) is Paying:
        end_round(play)
