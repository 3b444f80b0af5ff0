"""Keys and knocks: actions announced by a seat, and reports of facts that antennas can't detect."""

from collections.abc import Callable

from msgspec.structs import replace

from controller.contract.observations import Declared, Knocked
from controller.contract.public import ActionRefused, FloorCalled
from controller.contract.rules import Action, Kind
from controller.table.betting import (
    act,
    acted_early,
    call_clock,
    checked_facing_bet,
    mucks_by_word,
    note_begun,
    play_time_bank,
    put_in,
    raising,
    reading,
    refuse_raise,
    said_at_once,
    said_too_late,
    straddle,
)
from controller.table.between_hands import (
    acknowledge,
    agree_to_stream,
    mark_back,
    post_or_wait,
    refuse_stream,
)
from controller.table.board import as_if_dealt
from controller.table.chips import floor_called
from controller.table.dealing import (
    away,
    declared_seen,
    next_hand,
    off_table,
    phone,
    shown,
    start_hand,
)
from controller.table.observations.card_moves import play_begins
from controller.table.observations.keyed_cards import deal_unseen
from controller.table.resolving_rulings import agree, folds_beside, follow, settles, shows, tick
from controller.table.rulings import (
    active,
    end_void,
    found,
    held_at_once,
    next_goal,
    stops_play,
)
from controller.table.showdown import agree_to_run_twice, ask_to_see, has_share
from controller.table.state import (
    ALL_IN,
    Betting,
    Dealing,
    Legal,
    Play,
    dealer_of,
    least_opening,
    least_raise,
    legal,
    most_bet,
    next_dealer,
    only_raise,
    to_call,
    usual_dealer,
)

_GIVES_UP = frozenset({"fold", "check", "call"})
_WITH_CHIPS = frozenset({"call", "bet", "raise", "all-in"})
_OF_THE_DECK = frozenset({"deck-fouled", "too-many-players"})


def declared(play: Play, said: Declared) -> None:
    """Handle a key pressed at a seat, and note when an action made with it began."""
    before = play.table
    announced(play, said)
    note_begun(play, said.seat, said.at, before)


def announced(play: Play, said: Declared) -> None:
    """Handle what a seat announces; seat 0 is the table's own key, which calls the floor."""
    if not 1 <= said.seat < len(play.table.seats):
        if not said.seat and said.what == "floor":
            play.say(FloorCalled(0, said.target))
    elif (told := _TOLD.get(said.what)) is not None:
        told(play, said)


def _announced(play: Play, said: Declared) -> None:
    """Handle an action announced by a seat."""
    if said.what != "fold" and play.table.seats[said.seat].absent:
        # A player who bets, calls or checks is present; a fold may be pressed by somebody else.
        mark_back(play, said.seat)
    if type(play.hand.stage) is Dealing:
        play_begins(play, said)
    if said.what == "raise":
        said_too_late(play, said.seat)
    if play.table.rulings:
        settles(play, said.seat, said.what)
    table = play.table
    if table.paused and held_at_once(table) and not table.rulings:
        play.say(ActionRefused(said.seat, said.what, "held"))
    elif table.rulings and not folds_beside(play, said.seat, said.what) and _is_stopped(play):
        play.say(ActionRefused(said.seat, said.what, "ruling-open"))
    else:
        _action(play, said)


def _is_stopped(play: Play) -> bool:
    """Return whether the table is stopped, so that an announced action does not count.

    If the house lets a faulty street stand once somebody acts on it, that rule is applied first.
    """
    if stops_play(play.table):
        # By house rule, a faulty street may stand once somebody has acted on it.
        as_if_dealt(play)
        follow(play)
    return stops_play(play.table)


def _named(said: Declared) -> int:
    """Return the seat that a key press names, or 0 if it names none."""
    return int(said.target) if said.target.isdecimal() else 0


def _done(play: Play, said: Declared) -> None:
    """Handle the `done` key: mark a ruling's undetectable step as done, or start the next hand.

    Only the next hand's dealer may start it. The key of an absent dealer may be pressed by others.
    """
    goal = next_goal(active(play.table))
    if goal is not None and goal.unsensed(play):
        tick(play)
        return
    if play.table.rulings and said.seat == next_dealer(play.table, play.house):
        end_void(play)
    why, positions = next_hand(play)
    if why in _OF_THE_DECK:
        play.say(ActionRefused(said.seat, "done", why))
    if positions is None:
        return
    if said.seat in {dealer_of(play.table, positions), usual_dealer(play.table, positions)}:
        start_hand(play, positions)
        deal_unseen(play)
    else:
        play.say(ActionRefused(said.seat, "done", "not-the-dealer"))


def _shown(play: Play, said: Declared) -> None:
    shown(play, said)
    if not said.target:
        shows(play, said.seat)


def _agree(play: Play, said: Declared) -> None:
    if active(play.table) is None and (acknowledge(play, said.seat) or has_share(play, said.seat)):
        return
    agree(play, said.seat)


def _pot(play: Play, said: Declared) -> None:
    """Handle the bet "pot" as the house interprets it; in pot-limit, it is the maximum."""
    hand, seat = play.hand, said.seat
    limited = hand.game.structure == "pot-limit"
    means = play.house.betting.pot_said.value
    if hand.running and not limited and means == "refused":
        play.say(ActionRefused(seat, "pot", "no-pot-bet"))
        return
    what = "raise" if hand.round.level_bet else "bet"
    least = means == "least" or play.table.fittings.keyed
    amount = _most_or_least(play, seat, most=limited) if limited or least else 0
    _announced(play, replace(said, what=what, amount=amount))


def _most_or_least(play: Play, seat: int, *, most: bool) -> int:
    """Return a seat's maximum or minimum bet or raise, even out of turn, or 0 if it has none."""
    hand, house = play.hand, play.house
    if hand.turn == seat:
        may = legal(play.table, hand, house, seat)
        return (may.most if most else may.least) or may.whole
    if not hand.can_win(seat):
        return 0
    if most:
        return most_bet(play.table, hand, house, seat)
    return least_raise(hand, house) if hand.round.level_bet else least_opening(hand, house)


def _run_twice(play: Play, said: Declared) -> None:
    if stops_play(play.table):
        play.say(ActionRefused(said.seat, "run-twice", "ruling-open"))
    else:
        agree_to_run_twice(play, said.seat)


_TOLD: dict[str, Callable[[Play, Declared], object]] = {
    **dict.fromkeys(Action, _announced),
    "seen": declared_seen,
    "off-table": off_table,
    "shown": _shown,
    "phone": lambda play, said: phone(play, said.seat),
    "time": lambda play, said: call_clock(play, said.seat, _named(said) or said.seat),
    "agree": _agree,
    "done": _done,
    "away": lambda play, said: away(play, said.seat),
    "back": lambda play, said: mark_back(play, said.seat),
    "floor": floor_called,
    "time-bank": lambda play, said: play_time_bank(play, said.seat),
    "see": lambda play, said: ask_to_see(play, said.seat, _named(said)),
    "pot": _pot,
    "straddle": lambda play, said: straddle(play, said.seat),
    "run-twice": _run_twice,
    "post": lambda play, said: post_or_wait(play, said.seat, said.what),
    "wait": lambda play, said: post_or_wait(play, said.seat, said.what),
    "stream-yes": lambda play, said: agree_to_stream(play, said.seat),
    "stream-no": lambda play, said: refuse_stream(play, said.seat),
}


def knocked(play: Play, heard: Knocked) -> None:
    """Handle several knocks as a check or, facing a bet, as the house interprets them."""
    turn, seat, before = play.hand.turn, heard.seat, play.table
    if heard.count < 2 or type(play.hand.stage) is not Betting or stops_play(play.table):
        return
    if turn != seat:
        facing = play.hand.can_win(seat) and to_call(play.table, play.hand, seat)
        folds = facing and play.house.betting.knock_facing_bet.value == "fold"
        acted_early(play, seat, Action.FOLD if folds else Action.CHECK, 0)
    elif why := _bound_otherwise(play, "check"):
        play.say(ActionRefused(seat, "knock", why))
    elif _had_no_bet(play, seat) and said_at_once(play, seat, Action.CHECK):
        return
    elif legal(play.table, play.hand, play.house, seat).check:
        act(play, Action.CHECK)
    else:
        _knocked_facing_bet(play, seat)
    note_begun(play, seat, heard.at, before)


def _had_no_bet(play: Play, seat: int) -> bool:
    """Return whether a seat could have checked before the last action."""
    past = play.table.past
    return bool(past) and not to_call(play.table, past[-1].hand, seat)


def _knocked_facing_bet(play: Play, seat: int) -> None:
    means = play.house.betting.knock_facing_bet.value
    if means == "fold":
        act(play, Action.FOLD)
        return
    if means == "check":
        checked_facing_bet(play, seat)
    play.say(ActionRefused(seat, "knock", "bet-to-call"))


def _action(play: Play, said: Declared) -> None:
    stage, seat, what = play.hand.stage, said.seat, said.what
    if what in _WITH_CHIPS and _is_known(play, said):
        return
    if type(stage) is not Betting:
        if what != "fold" or not mucks_by_word(play, seat):
            play.say(ActionRefused(seat, what, "no-betting"))
    elif stage.turn != seat:
        acted_early(play, seat, what, said.amount, said=True)
    elif said_at_once(play, seat, what, said.amount):
        return
    elif why := _bound_otherwise(play, what):
        play.say(ActionRefused(seat, what, why))
    elif what == "fold":
        act(play, Action.FOLD)
    elif what in ("check", "call"):
        _check_or_call(play, seat, what)
    else:
        may = legal(play.table, play.hand, play.house, seat)
        if what == "all-in":
            _all_in(play, may)
        else:
            _raise(play, said, may)


def _is_known(play: Play, said: Declared) -> bool:
    """Return whether a seat announces an action that it has already taken with its chips."""
    hand, seat, what = play.hand, said.seat, said.what
    if seat in hand.betting.to_act:
        return False
    if what == "all-in":
        return hand.status[seat] is ALL_IN
    last, to = hand.last[seat]
    return last == what and said.amount in (0, to)


def _bound_otherwise(play: Play, what: str) -> str:
    """Return why the seat in turn may not take the action `what` (as an id), or "" if it may.

    A raise that the seat has announced is binding (ppc 3, fidpa 52-4, redcactus A.a, tda 50). A
    player whose opening bet is too small must complete it or fold (ppc 22). A player who has picked
    up chips from an earlier bet can't fold (tda 46).
    """
    betting = play.hand.betting
    if betting.announced is not None and what in _GIVES_UP:
        return "raise-announced"
    if betting.completes and what in ("check", "call"):
        opens = not to_call(play.table, play.hand, betting.turn)
        return "bet-incomplete" if opens else ""
    return "chips-taken-up" if betting.pulled and what == "fold" else ""


def _check_or_call(play: Play, seat: int, what: str) -> None:
    cost = to_call(play.table, play.hand, seat)
    if not cost:
        act(play, Action.CHECK)
    elif what == "call":
        act(play, Action.CALL, play.hand.bets[seat] + cost)
    else:
        checked_facing_bet(play, seat)
        play.say(ActionRefused(seat, Action.CHECK, "bet-to-call"))


def _all_in(play: Play, may: Legal) -> None:
    """Put in the whole stack as a bet, raise or call, up to the betting structure's maximum."""
    raises = may.most is not None or may.all_in is not None
    if may.call is not None and (may.whole <= may.call or not raises):
        act(play, Action.CALL, min(may.call, may.whole))
    elif not raises:
        play.say(ActionRefused(may.seat, Action.ALL_IN, "may-not-raise"))
    else:
        most = may.whole if may.most is None else min(may.whole, may.most)
        act(play, raising(may), most)


def _raise(play: Play, said: Declared, may: Legal) -> None:
    if said.amount > may.whole:
        # A player who announces more than their stack bets all of it.
        _all_in(play, may)
        return
    least = may.least or may.all_in
    if least is None:
        refuse_raise(play, may, said.what)
        return
    figure = said.amount or only_raise(play.hand, may)
    if not figure:
        play.betting(announced=raising(may))
        return
    to = put_in(may, figure)
    if to is None:
        to = _meant(play, may, figure, least)
    if to is None or (may.call is not None and to <= may.call):
        _raise_wrong(play, said, may, least)
    else:
        act(play, raising(may), to)


def _meant(play: Play, may: Legal, figure: int, least: int) -> int | None:
    """Return the bet that a bare figure means, or None if it means what it says.

    A figure below the smallest chip in play is ambiguous: "five" may mean five hundred or five
    thousand (tda 57). If the house has a rule for this, such a figure means the highest possible
    bet within the pot or, if none is within the pot, the lowest possible bet. Returns None for any
    other figure, and if the house has no such rule.
    """
    within = play.house.betting.bare_figure.value == "highest-within-pot"
    if not within or figure >= play.table.fittings.unit:
        return None
    pot, meant, most = sum(play.hand.put_in()), None, may.most or may.whole
    while (figure := 10 * figure) <= most:
        if figure >= least and (meant is None or figure <= pot):
            meant = figure
    return meant


def _raise_wrong(play: Play, said: Declared, may: Legal, least: int) -> None:
    """Handle an announced amount that is not a legal bet or raise."""
    most = may.most or may.whole
    if said.amount < least:
        kind = Kind.BET_SHORT if may.opens else Kind.BET_SHORT_RAISE
        remedy = found(play, kind, seat=said.seat, tags={"announced"})
        reading(play, remedy, may, said.amount)
    elif may.multiple and said.amount <= most:
        tags = {"announced"}
        found(play, Kind.BET_NOT_MULTIPLE, seat=said.seat, tags=tags, amount=said.amount)
    else:
        # A bet above the pot becomes the pot (tda 52-B); limit has one raise size (tda 55-B).
        act(play, raising(may), most)
