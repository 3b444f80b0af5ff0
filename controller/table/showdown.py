"""Who shows, who wins which pot, and the end of a hand."""

from msgspec.structs import replace

from controller.contract.public import (
    CardsTabled,
    ChipsCarried,
    HandEnded,
    PotAwarded,
    SeatStack,
    StackChanged,
)
from controller.houses.model import House
from controller.table.betting import can_act
from controller.table.penalties import hand_over
from controller.table.pots import Pot, pots, share
from controller.table.ranking import rank_of, ranking
from controller.table.state import (
    BOARD_CARDS,
    FOLDED,
    Award,
    Hand,
    Out,
    Table,
    clockwise,
    put,
)


def after_round(table: Table, house: House, out: Out) -> Table:
    """Go on after a betting round with several live hands: face up, next street or showdown."""
    hand = table.hand
    assert hand is not None
    no_action = len(can_act(table, hand)) < 2
    last = hand.street == 3
    face_up = hand.face_up or (no_action and house.showdown.face_up_when_no_action.value)
    if last or (face_up and not _all_shown(hand)):
        table = replace(table, hand=replace(hand, phase="showdown", face_up=face_up))
        return resolve(table, house, out)
    return replace(table, hand=replace(hand, phase="board", face_up=face_up))


def _all_shown(hand: Hand) -> bool:
    return all(hand.shown[s] for s in hand.live())


def showing_order(table: Table, house: House) -> tuple[int, ...]:
    """Return the live seats in the order in which they show, by the house's own rule."""
    hand = table.hand
    assert hand is not None
    order = _order_of_showing(table, hand, house)
    if house.pots.award_order.value == "innermost-first":
        return order
    # The players of a side pot show before those of the pots within it (fidpa 70-2d, 77-4).
    made = pots(hand, hand.put_in(), table.carried)
    outermost = {s: index for index, pot in enumerate(made) for s in pot.seats}
    return tuple(sorted(order, key=lambda s: -outermost.get(s, 0)))


def _order_of_showing(table: Table, hand: Hand, house: House) -> tuple[int, ...]:
    seats, live = len(table.seats) - 1, hand.live()
    if hand.street < 3:
        return tuple(s for s in clockwise(seats, hand.button) if s in live)
    kind = house.showdown.first_to_show.value
    first = 0
    if kind == "last-aggressor" or (kind == "last-called" and hand.aggressor):
        first = hand.aggressor
    elif kind == "left-of-last-caller" and hand.last_caller:
        first = next(s for s in clockwise(seats, hand.last_caller) if s in live)
    order = clockwise(seats, hand.button)
    if first in live:
        order = (first, *clockwise(seats, first)[:-1])
    return tuple(s for s in order if s in live)


def table_hand(table: Table, house: House, out: Out, seat: int) -> Table:
    """Lay a live hand face up, and see whether the pots can be awarded."""
    hand = table.hand
    assert hand is not None
    if hand.shown[seat] == hand.holes[seat]:
        return table
    return resolve(lay_open(table, out, seat), house, out)


def lay_open(table: Table, out: Out, seat: int) -> Table:
    """Tell which cards a seat has and what they are worth: they lie face up for all."""
    hand = table.hand
    assert hand is not None
    cards = hand.holes[seat]
    name = ""
    ranks: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    if len(hand.board) >= BOARD_CARDS[1] and len(cards) == 2:
        worth = ranking((*cards, *hand.board[:5]))
        name, ranks, best = worth.name, worth.ranks, worth.best
    out.say(CardsTabled(seat, cards, name, ranks, best))
    return replace(table, hand=replace(hand, shown=put(hand.shown, seat, cards)))


def muck_hand(table: Table, house: House, out: Out, seat: int) -> Table:
    """Take a hand that is not shown out of the showdown."""
    hand = table.hand
    assert hand is not None
    hand = replace(hand, status=put(hand.status, seat, FOLDED), mucked=(*hand.mucked, seat))
    return resolve(replace(table, hand=hand), house, out)


def resolve(table: Table, house: House, out: Out) -> Table:
    """Award the pots once every live hand is shown, or go on dealing where the board is short."""
    hand = table.hand
    assert hand is not None
    live = hand.live()
    if len(live) == 1:
        return award(table, house, out)
    if not _all_shown(hand):
        return table
    if len(hand.board) < BOARD_CARDS[3]:
        # A street that cards are lacking of is dealt again.
        street = max(s for s, cards in enumerate(BOARD_CARDS) if cards <= len(hand.board))
        return replace(table, hand=replace(hand, phase="board", street=min(street, hand.street)))
    return award(table, house, out)


def award(table: Table, house: House, out: Out) -> Table:
    """Return every pot to its winners and end the hand; each pot by itself (ppc 25, fidpa 77)."""
    hand = table.hand
    assert hand is not None
    made = pots(hand, hand.put_in(), table.carried)
    order = list(enumerate(made))
    if house.pots.award_order.value == "outermost-first":
        order.reverse()
    carried = 0
    awards: list[Award] = []
    ranks = _ranks(hand)
    for index, pot in order:
        shares, rest = share(
            pot, index, _winners(hand, pot, ranks), table.unit, house, hand, len(table.seats) - 1
        )
        for part in shares:
            article = house.pots.odd_chip.article if part.odd else ""
            out.say(PotAwarded(part.pot, part.seat, part.amount, part.odd, article))
        awards += shares
        carried += rest
    if carried:
        out.say(ChipsCarried(carried, house.pots.odd_chip.article))
    return _pay_out(table, out, tuple(awards), carried)


def leads(hand: Hand, seat: int) -> bool:
    """Return whether a tabled hand may win a pot as far as is known: no tabled one beats it."""
    ranks = _ranks(hand)
    return not ranks or ranks.get(seat, 0) == min(ranks.values())


def _ranks(hand: Hand) -> dict[int, int]:
    if len(hand.board) < BOARD_CARDS[3]:
        return {}
    return {s: rank_of((*hand.shown[s][:2], *hand.board[:5])) for s in hand.live() if hand.shown[s]}


def _winners(hand: Hand, pot: Pot, ranks: dict[int, int]) -> tuple[int, ...]:
    claimants = tuple([s for s in pot.seats if s not in hand.mucked])
    if not claimants:
        return tuple(s for s in hand.mucked if s in pot.seats)[-1:]
    if len(claimants) == 1 or not ranks:
        return claimants
    best = min(ranks[s] for s in claimants)
    return tuple([s for s in claimants if ranks[s] == best])


def _pay_out(table: Table, out: Out, awards: tuple[Award, ...], carried: int) -> Table:
    hand = table.hand
    assert hand is not None
    seats = list(table.seats)
    for part in awards:
        owner = seats[part.seat]
        seats[part.seat] = replace(owner, stack=owner.stack + part.amount)
    for seat in sorted({part.seat for part in awards}):
        out.say(StackChanged(seat, seats[seat].stack, "award"))
    none = (0,) * len(seats)
    hand = replace(
        hand,
        phase="over",
        turn=0,
        to_act=(),
        bets=none,
        paid=none,
        dead_money=0,
        awards=awards,
    )
    dealt_in = [SeatStack(s, seats[s].stack) for s, stack in enumerate(hand.stacks) if stack]
    out.say(HandEnded(tuple(dealt_in)))
    table = replace(table, seats=tuple(seats), hand=hand, carried=carried, hands=hand.number)
    return hand_over(table, out, played=True) if table.serving else table
