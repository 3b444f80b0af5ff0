"""What a seat does in its turn, and whose turn it is then."""

from msgspec.structs import replace

from controller.contract.public import (
    ActionMade,
    ActionName,
    BetReturned,
    CardsMucked,
    HandKilled,
    PotChanged,
    StreetOpened,
    TurnStarted,
)
from controller.houses.model import House
from controller.table import showdown
from controller.table.betting import after_raise, call_to, can_act, is_full, to_call
from controller.table.pots import pots
from controller.table.state import (
    ALL_IN,
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


def pay(table: Table, hand: Hand, seat: int, to: int) -> tuple[Table, Hand]:
    """Bring what a seat has in front to `to`, out of its stack; all-in when nothing is left."""
    amount = to - hand.bets[seat]
    owner = table.seats[seat]
    table = replace(table, seats=put(table.seats, seat, replace(owner, stack=owner.stack - amount)))
    hand = replace(hand, bets=put(hand.bets, seat, to))
    if owner.stack == amount:
        hand = replace(hand, status=put(hand.status, seat, ALL_IN))
    return table, hand


def act(
    table: Table,
    house: House,
    out: Out,
    seat: int,
    action: ActionName,
    to: int = 0,
    *,
    amended: bool = False,
    tentative: Tentative | None = None,
) -> Table:
    """Carry out a legal action of the seat in turn; `to` is its total in front afterwards."""
    hand = table.hand
    assert hand is not None
    past = (*table.past, Past(hand, table.seats, seat))
    before = hand.bets[seat]
    waiting = tuple([s for s in hand.to_act if s != seat])
    fresh = tuple([s for s in hand.fresh if s != seat])
    if action == "fold":
        hand = replace(hand, status=put(hand.status, seat, FOLDED))
        to = before
    elif action == "call":
        table, hand = pay(table, hand, seat, to)
        hand = replace(hand, last_caller=seat)
    elif action in {"bet", "raise"}:
        full = is_full(hand, house, to)
        fresh = after_raise(hand, house, seat, to)
        step = to - hand.level_bet
        table, hand = pay(table, hand, seat, to)
        waiting = tuple(
            s for s in clockwise(len(table.seats) - 1, seat) if s != seat and hand.status[s] == LIVE
        )
        hand = replace(
            hand,
            level_bet=to,
            last_raise=step if full else hand.last_raise,
            raises=hand.raises + (1 if full else 0),
            aggressor=seat,
        )
    else:
        to = before
    hand = replace(
        hand,
        to_act=waiting,
        fresh=fresh,
        announced="",
        acts=hand.acts + 1,
        tentative=tentative,
        last=put(hand.last, seat, (action, to)),
    )
    out.say(
        ActionMade(
            seat=seat,
            action=action,
            amount=to - before,
            to=to,
            all_in=hand.status[seat] == ALL_IN,
            amended=amended,
        )
    )
    return advance(replace(table, hand=hand, past=past), house, out)


def advance(table: Table, house: House, out: Out) -> Table:
    """Give the turn to the next seat that must act, or end the betting round."""
    hand = table.hand
    assert hand is not None
    if hand.alone():
        return end_round(table, house, out)
    for place, seat in enumerate(hand.to_act):
        if hand.status[seat] == LIVE and _must_act(table, hand, seat):
            hand = replace(hand, phase="betting", turn=seat, to_act=hand.to_act[place:])
            table = replace(table, hand=hand)
            out.say(TurnStarted(seat, to_call(table, hand, seat)))
            return table
    return end_round(table, house, out)


def _must_act(table: Table, hand: Hand, seat: int) -> bool:
    if call_to(hand, seat) > hand.bets[seat]:
        return True
    return len(can_act(table, hand)) > 1


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
    hand = replace(
        hand,
        phase="betting",
        to_act=tuple(s for s in order if s in acting),
        fresh=acting,
        level_bet=level_bet,
        last_raise=last_raise,
        raises=raises,
        aggressor=aggressor,
        last_caller=0,
        acts=0,
        gathered=False,
        last=hand.last
        if hand.street == 0
        else tuple(
            last if hand.status[s] in (FOLDED, ALL_IN) else ("", 0)
            for s, last in enumerate(hand.last)
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
    if len(hand.live()) == 1:
        return showdown.award(gather(table, out), house, out)
    if table.keyed or not any(hand.bets):
        table = gather(table, out)
    return showdown.after_round(table, house, out)


def return_uncalled(table: Table, out: Out) -> Table:
    """Give back the part of the highest bet that nobody has matched (ramponneau III.C.3)."""
    hand = table.hand
    assert hand is not None
    highest = max(hand.bets)
    if not highest or hand.bets.count(highest) > 1:
        return table
    seat = hand.bets.index(highest)
    matched = max(bet for s, bet in enumerate(hand.bets) if s != seat)
    excess = highest - matched
    if hand.status[seat] not in (LIVE, ALL_IN):
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
    paid = tuple(a + b for a, b in zip(hand.paid, hand.bets, strict=True))
    hand = replace(hand, paid=paid, bets=(0,) * len(paid), gathered=True)
    base = in_front(table)
    table = replace(table, hand=hand, base=base)
    if moved:
        made = pots(hand, paid, table.carried)
        out.say(PotChanged(tuple(p.amount for p in made), tuple(p.seats for p in made)))
    return table


def kill(table: Table, out: Out, seat: int, reason: str, article: str) -> Table:
    """Kill a hand: it can't win any more; its bets stay in."""
    hand = table.hand
    assert hand is not None
    out.say(HandKilled(seat, reason, article))
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
    """Say that a hand lies in the muck once all its cards do."""
    hand = table.hand
    assert hand is not None
    places = table.places
    for card in hand.holes[seat]:
        if places.get(card) != "muck":
            return table
    out.say(CardsMucked(seat))
    return table
