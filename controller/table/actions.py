"""What a seat does in its turn, and whose turn it is then."""

from msgspec.structs import replace

from controller.contract.public import (
    Action,
    ActionMade,
    BetReturned,
    CardsMucked,
    HandKilled,
    PotChanged,
    PotView,
    StreetOpened,
    TurnStarted,
)
from controller.houses.model import House
from controller.table import showdown
from controller.table.betting import another_can_act, can_act, raised, to_call
from controller.table.irregular import found
from controller.table.pots import pots
from controller.table.state import (
    ALL_IN,
    CAN_WIN,
    FOLDED,
    LIVE,
    STREETS,
    Hand,
    Out,
    Past,
    Table,
    Tentative,
    clockwise,
    in_front,
    put,
)


def act(
    table: Table,
    house: House,
    out: Out,
    seat: int,
    action: str,
    to: int = 0,
    *,
    amended: bool = False,
    tentative: Tentative | None = None,
) -> Table:
    """Carry out a legal action of the seat in turn; `to` is its total in front afterwards."""
    hand = table.hand
    assert hand is not None
    past = (*table.past, remembered(table, hand, seat))
    seats, status, bets = table.seats, hand.status, hand.bets
    before = bets[seat]
    if action in ("call", "bet", "raise"):
        owner = seats[seat]
        stack = owner.stack + before - to
        seats = put(seats, seat, replace(owner, stack=stack))
        bets = put(bets, seat, to)
        if not stack:
            status = put(status, seat, ALL_IN)
    else:
        to = before
        if action == "fold":
            status = put(status, seat, FOLDED)
    # The seat in turn is the first of those that have to act.
    waiting = hand.to_act[1:]
    if action in ("bet", "raise"):
        waiting = tuple([s for s in clockwise(len(seats) - 1, seat)[:-1] if status[s] == LIVE])
        hand = raised(hand, house, seat, to, waiting)
    hand = replace(
        hand,
        status=status,
        bets=bets,
        turn=waiting[0] if waiting else 0,
        to_act=waiting,
        fresh=tuple([s for s in hand.fresh if s != seat]),
        last_caller=seat if action == "call" else hand.last_caller,
        announced="",
        choice="",
        acts=hand.acts + 1,
        tentative=tentative,
        last=put(hand.last, seat, (action, to)),
    )
    all_in = status[seat] == ALL_IN
    out.public.append(ActionMade(seat, Action(action), to - before, to, all_in, amended))
    return advance(replace(table, seats=seats, hand=hand, past=past), house, out)


def remembered(table: Table, hand: Hand, seat: int) -> Past:
    """Return what an undo of what a seat does now goes back to."""
    return Past(hand, table.seats, seat, table.base, table.carried, table.serving)


def advance(table: Table, house: House, out: Out) -> Table:
    """Return the turn to the next seat that must act, or end the betting round."""
    hand = table.hand
    assert hand is not None
    if hand.alone():
        return end_round(table, house, out)
    for place, seat in enumerate(hand.to_act):
        if hand.status[seat] != LIVE:
            continue
        cost = to_call(table, hand, seat)
        if cost or another_can_act(table, hand, seat):
            out.public.append(TurnStarted(seat, cost))
            if seat == hand.turn:
                # The action before has passed the turn on already.
                return table
            hand = replace(hand, phase="betting", turn=seat, to_act=hand.to_act[place:])
            return replace(table, hand=hand)
    return end_round(table, house, out)


def open_street(table: Table, house: House, out: Out) -> Table:
    """Open the betting of the street that lies on the board, or pass on where nobody can bet."""
    hand = table.hand
    assert hand is not None
    acting = can_act(table, hand)
    seats = len(table.seats) - 1
    if hand.street == 0:
        order = clockwise(seats, hand.big_blind)
        if not house.betting.big_blind_option.value:
            order = order[:-1]
        level_bet, last_raise = hand.level.big_blind, hand.level.big_blind
        raises, aggressor = 1, 0
    else:
        order = clockwise(seats, hand.button)
        level_bet = last_raise = raises = aggressor = 0
    if hand.street == 0 or len(acting) > 1:
        out.say(StreetOpened(STREETS[hand.street]))
    to_act = tuple([s for s in order if s in acting])
    hand = replace(
        hand,
        phase="betting",
        turn=to_act[0] if to_act else 0,
        to_act=to_act,
        fresh=acting,
        level_bet=level_bet,
        last_raise=last_raise,
        raises=raises,
        aggressor=aggressor,
        last_caller=0,
        acts=0,
        early=(),
        faulty=(),
        gathered=False,
        last=hand.last
        if hand.street == 0
        else tuple(
            [
                last if status in (FOLDED, ALL_IN) else ("", 0)
                for status, last in zip(hand.status, hand.last, strict=True)
            ]
        ),
    )
    return advance(replace(table, hand=hand), house, out)


def end_round(table: Table, house: House, out: Out) -> Table:
    """End a betting round: an uncalled bet goes back, then the board, the showdown or the pot."""
    table = return_uncalled(table, out)
    hand = table.hand
    assert hand is not None
    hand = replace(
        hand, turn=0, to_act=(), fresh=(), announced="", phase="board", rounds=hand.rounds + 1
    )
    table = replace(table, hand=hand)
    if hand.alone():
        return showdown.award(gather(table, out), house, out)
    if table.keyed or not any(hand.bets):
        table = gather(table, out)
    table = showdown.after_round(table, house, out)
    hand = table.hand
    if hand is not None and hand.phase == "showdown":
        return _begin_showing(table, house, out)
    return table


def _begin_showing(table: Table, house: House, out: Out) -> Table:
    """Begin the showdown: who is away can't show (ppc 19), and some cards may lie there already."""
    hand = table.hand
    assert hand is not None
    for seat in hand.live():
        hand = table.hand or hand
        if hand.phase != "showdown" or hand.alone():
            break
        if table.seats[seat].absent and not hand.shown[seat]:
            table, remedy = found(table, house, out, "hand.left", seat=seat, tags={"showdown"})
            if remedy.outcome == "dead":
                table = kill(table, out, seat, "left", remedy.article)
                table = showdown.resolve(table, house, out)
        elif hand.holes[seat] and all(
            table.places.get(card) == f"bet.{seat}" for card in hand.holes[seat]
        ):
            table = showdown.table_hand(table, house, out, seat)
    return table


def return_uncalled(table: Table, out: Out) -> Table:
    """Return back the part of the highest bet that nobody has matched (ramponneau III.C.3)."""
    hand = table.hand
    assert hand is not None
    matched, highest = sorted(hand.bets)[-2:]
    if highest == matched:
        return table
    seat = hand.bets.index(highest)
    excess = highest - matched
    if hand.status[seat] not in CAN_WIN:
        return table
    owner = table.seats[seat]
    status = hand.status
    if status[seat] == ALL_IN:
        status = put(status, seat, LIVE)
    out.say(BetReturned(seat, excess))
    return replace(
        table,
        seats=put(table.seats, seat, replace(owner, stack=owner.stack + excess)),
        hand=replace(hand, bets=put(hand.bets, seat, matched), status=status),
    )


def gather(table: Table, out: Out) -> Table:
    """Gather the bets into the pots; what still lies in front belongs to them from now on."""
    hand = table.hand
    assert hand is not None
    if hand.gathered:
        return table
    moved = any(hand.bets)
    paid = hand.put_in()
    hand = replace(hand, paid=paid, bets=(0,) * len(paid), gathered=True)
    base = in_front(table)
    table = replace(table, hand=hand, base=base)
    if moved:
        made = pots(hand, paid, table.carried)
        out.say(PotChanged(tuple([PotView(pot.amount, pot.seats) for pot in made])))
    return table


def kill(table: Table, out: Out, seat: int, reason: str, article: str = "", by: str = "") -> Table:
    """Kill a hand: it can't win any more; its bets stay in."""
    hand = table.hand
    assert hand is not None
    out.say(HandKilled(seat, reason, article, by))
    return replace(
        table,
        hand=replace(
            hand,
            status=put(hand.status, seat, FOLDED),
            dead=(*hand.dead, (seat, reason)),
            to_act=tuple(s for s in hand.to_act if s != seat),
            fresh=tuple(s for s in hand.fresh if s != seat),
        ),
    )


def note_mucked(table: Table, out: Out, seat: int) -> Table:
    """Announce that a hand lies in the muck once all its cards do."""
    hand = table.hand
    assert hand is not None
    places = table.places
    for card in hand.holes[seat]:
        if places.get(card) != "muck":
            return table
    out.say(CardsMucked(seat))
    return table
