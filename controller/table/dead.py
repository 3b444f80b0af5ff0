"""Hands that die: mucked out of turn, taken in by the dealer, left, phoned away, timed out."""

from msgspec.structs import replace

from controller.contract.public import BetReturned
from controller.houses.model import House
from controller.table import showdown
from controller.table.actions import advance, kill, remembered
from controller.table.betting import can_act, to_call
from controller.table.irregular import found
from controller.table.state import ALL_IN, CAN_WIN, LIVE, Hand, Out, Past, Table, put


def hand_gone(table: Table, house: House, out: Out, seat: int) -> Table:
    """Rule on a live hand of which a card lies in the muck though it is not its turn.

    The cards of who has still to act are in the muck before his turn. Whose action is done has
    had his hand taken in: no redress, but a raise that nobody has called goes back (ppc 16,
    fidpa 32). An all-in hand is what the house makes of one that is mucked before the others are
    tabled.
    """
    hand = table.hand
    assert hand is not None
    if hand.phase == "betting" and seat in hand.to_act:
        return _muck_out_of_turn(table, hand, house, out, seat)
    raised = _before_raise(table, hand, seat)
    asked = bool(house.remedy("hand.muck", frozenset({"all-in"})).steps)
    if hand.status[seat] == ALL_IN and (asked or raised is None):
        table, remedy = found(table, house, out, "hand.muck", seat=seat, tags={"all-in"})
        return _die(table, house, out, seat, "muck", remedy.outcome, remedy.article)
    case = "uncalled" if raised is not None else "called"
    table, remedy = found(table, house, out, "hand.taken", seat=seat, tags={case})
    if raised is not None and remedy.outcome == "dead":
        table = _take_raise_back(table, out, seat, raised)
    return _die(table, house, out, seat, "taken", remedy.outcome, remedy.article)


def _muck_out_of_turn(table: Table, hand: Hand, house: House, out: Out, seat: int) -> Table:
    """Take cards that come to the muck before their turn; a fold that was said is told already."""
    if any(early.seat == seat and early.what == "fold" for early in hand.early):
        fold = house.remedy("bet.out-of-turn", frozenset({"fold", "passive", "unchanged"}))
        muck = house.remedy("hand.muck", frozenset({"out-of-turn"}))
        # Whatever the floor makes of the fold, the cards lie in the muck.
        remedy = fold if fold.outcome == "binds" else muck
        return _die(table, house, out, seat, "out-of-turn", remedy.outcome, remedy.article)
    table, remedy = found(table, house, out, "hand.muck", seat=seat, tags={"out-of-turn"})
    return _die(table, house, out, seat, "muck", remedy.outcome, remedy.article)


def beyond_line(table: Table, house: House, out: Out, seat: int) -> Table:
    """Rule on a live hand that lies beyond the line, in turn or not (fidpa 50-3, tda 14)."""
    hand = table.hand
    assert hand is not None
    case = "in-turn" if hand.turn == seat else "out-of-turn"
    table, remedy = found(table, house, out, "hand.line", seat=seat, tags={case})
    return _die(table, house, out, seat, "line", remedy.outcome, remedy.article)


def mucked_at_showdown(table: Table, house: House, out: Out, seat: int) -> Table:
    """Take a hand that is mucked at the showdown and has not been shown.

    Who has lost need not show where the house says so; an all-in hand is another matter.
    """
    hand = table.hand
    assert hand is not None
    all_in = hand.status[seat] == ALL_IN or hand.face_up
    rule = house.showdown
    if rule.all_in_may_muck.value if all_in else rule.loser_may_muck.value:
        table = replace(table, past=(*table.past, remembered(table, hand, seat)))
        return showdown.muck_hand(table, house, out, seat)
    case = "all-in" if all_in else "showdown"
    table, remedy = found(table, house, out, "hand.muck", seat=seat, tags={case})
    return _die(table, house, out, seat, "muck", remedy.outcome, remedy.article)


def killed_though_tabled(table: Table, house: House, out: Out, seat: int) -> Table:
    """Take a tabled hand that comes to the muck before the pots are awarded.

    It is paid all the same when it wins (ppc 19, fidpa 71): its cards are known. Of a beaten one
    nothing is said.
    """
    hand = table.hand
    assert hand is not None
    if not showdown.leads(hand, seat):
        return table
    if sum(table.places.get(card) == "muck" for card in hand.holes[seat]) > 1:
        # Its other card has been told of already.
        return table
    table, remedy = found(table, house, out, "hand.taken", seat=seat, tags={"tabled"})
    return _die(table, house, out, seat, "taken", remedy.outcome, remedy.article)


def _die(
    table: Table, house: House, out: Out, seat: int, reason: str, outcome: str, article: str
) -> Table:
    if outcome in {"dead", "binds"}:
        return kill_now(table, house, out, seat, reason, article)
    return table


def kill_now(
    table: Table,
    house: House,
    out: Out,
    seat: int,
    reason: str,
    article: str = "",
    by: str = "",
) -> Table:
    """Kill a live hand at once and let the hand go on without it; the last one never dies."""
    hand = table.hand
    assert hand is not None
    if hand.status[seat] not in CAN_WIN or hand.alone():
        return table
    if hand.phase not in {"posting", "dealing"}:
        # An undo goes back to the start of the betting, and no further.
        table = replace(table, past=(*table.past, remembered(table, hand, seat)))
    in_turn = hand.turn == seat
    if in_turn:
        table = replace(table, hand=replace(hand, announced="", choice="", tentative=None))
    return _without(kill(table, out, seat, reason, article, by), house, out, in_turn=in_turn)


def _without(table: Table, house: House, out: Out, *, in_turn: bool) -> Table:
    """Go on without a hand that has just died."""
    hand = table.hand
    assert hand is not None
    if hand.phase == "showdown":
        return showdown.resolve(table, house, out)
    if hand.phase == "board":
        return advance(table, house, out) if hand.alone() else table
    if hand.phase != "betting":
        return table
    nothing_left = not to_call(table, hand, hand.turn) and len(can_act(table, hand)) < 2
    if in_turn or hand.alone() or nothing_left:
        return advance(table, house, out)
    return table


def _before_raise(table: Table, hand: Hand, seat: int) -> Past | None:
    """Return the table before the last raise of a seat, None when it is not its, or was called."""
    if hand.aggressor != seat or hand.phase != "betting":
        return None
    past = next((p for p in reversed(table.past) if p.seat == seat), None)
    if past is None or past.hand.street != hand.street:
        return None
    called = any(
        hand.bets[s] > past.hand.level_bet and hand.status[s] in CAN_WIN
        for s in hand.entitled
        if s != seat
    )
    return None if called else past


def _take_raise_back(table: Table, out: Out, seat: int, past: Past) -> Table:
    """Return an uncalled raise back: the betting is what it was before it."""
    hand, before = table.hand, past.hand
    assert hand is not None
    keeps = max(min(before.level_bet, hand.bets[seat]), before.bets[seat])
    back = hand.bets[seat] - keeps
    owner = table.seats[seat]
    out.say(BetReturned(seat, back))
    hand = replace(
        hand,
        bets=put(hand.bets, seat, keeps),
        level_bet=before.level_bet,
        last_raise=before.last_raise,
        raises=before.raises,
        aggressor=before.aggressor,
        to_act=tuple(
            s
            for s in hand.to_act
            if s in before.to_act or (hand.status[s] == LIVE and hand.bets[s] < before.level_bet)
        ),
        fresh=tuple(s for s in hand.fresh if s in before.fresh),
    )
    return replace(
        table, seats=put(table.seats, seat, replace(owner, stack=owner.stack + back)), hand=hand
    )
