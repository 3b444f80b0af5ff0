"""The beginning of a hand: button, antes, blinds and the deal."""

from msgspec.structs import replace

from controller.contract.private import HoleCardSeen
from controller.contract.public import (
    AntePosted,
    BlindPosted,
    ButtonMoved,
    CardDealt,
    HandStarted,
    LevelChanged,
    LevelView,
    SeatStack,
    StackChanged,
)
from controller.houses.model import House
from controller.table.actions import advance, kill, open_street
from controller.table.blinds import check_blinds
from controller.table.irregular import found
from controller.table.penalties import next_hand
from controller.table.positions import Positions, dealing_order, next_positions
from controller.table.presence import away_too_long
from controller.table.state import (
    ALL_IN,
    LIVE,
    OUT,
    Hand,
    Out,
    Seat,
    Shoe,
    Status,
    Table,
    in_front,
    put,
    with_seat,
)


def can_start(table: Table, house: House) -> str:
    """Return why no hand can start now: `paused`, `hand-running`, `deck-fouled`, ... or nothing."""
    why = stopped(table)
    return why or ("" if next_positions(table, house) else "too-few-players")


def stopped(table: Table) -> str:
    """Tell what keeps a next hand from starting, the number of players apart."""
    if table.hand is not None and table.hand.phase != "over":
        return "hand-running"
    if table.rulings:
        return "ruling-open"
    if table.paused:
        return "paused"
    if table.level.big_blind <= 0 and table.next_level is None:
        return "no-level"
    return "deck-fouled" if table.shoe.fouled else ""


def start_hand(table: Table, house: House, out: Out, positions: Positions | None = None) -> Table:
    """Start the next hand: rebuys and a new level count from here (ppc 20, fidpa 46).

    `positions` are those of the next hand, where they are known already.
    """
    if table.serving:
        # Who has served his penalty by now may change who is dealt in.
        positions = None
    table = _before_hand(table, out)
    positions = positions or next_positions(table, house)
    assert positions is not None
    seats = tuple(
        [
            replace(seat, waits=n in positions.waiting)
            if seat.waits or n in positions.waiting
            else seat
            for n, seat in enumerate(table.seats)
        ]
    )
    entitled = dealing_order(table, house, positions)
    level, size = table.level, len(seats)
    none = (0,) * size
    plays = {s for s in entitled if seats[s].name and seats[s].stack > 0}
    stacks = tuple([seat.stack if s in plays else 0 for s, seat in enumerate(seats)])
    antes = tuple([min(level.ante, stack) for stack in stacks]) if level.ante else none
    if level.big_blind_ante:
        big = positions.big_blind
        antes = put(antes, big, min(level.big_blind_ante, seats[big].stack))
    blinds = none
    for place, blind in (
        (positions.small_blind, level.small_blind),
        (positions.big_blind, level.big_blind),
    ):
        if place in plays:
            blinds = put(blinds, place, min(blind, seats[place].stack - antes[place]))
    live: Status = LIVE
    out_of_it: Status = OUT
    status = tuple([live if stack else out_of_it for stack in stacks])
    empty: tuple[tuple[str, ...], ...] = ((),) * size
    hand = Hand(
        number=table.hands + 1,
        level=level,
        button=positions.button,
        small_blind=positions.small_blind,
        big_blind=positions.big_blind,
        entitled=entitled,
        stacks=stacks,
        status=status,
        bets=none,
        paid=none,
        antes_due=antes,
        blinds_due=blinds,
        holes=empty,
        shown=empty,
        last=(("", 0),) * size,
        places_before=(table.button, table.small_blind, table.big_blind),
    )
    table = replace(
        table,
        seats=seats,
        hand=hand,
        past=(),
        base=in_front(table),
        button=positions.button,
        small_blind=positions.small_blind,
        big_blind=positions.big_blind,
        small_blind_posted=blinds[positions.small_blind] > 0,
        shoe=table.shoe if table.shoe.counted is None else Shoe(checks=table.shoe.checks),
    )
    _announce(house, out, hand)
    away_too_long(table, house, out)
    if table.keyed:
        return post_all(table, out)
    return _posted(table)


def _announce(house: House, out: Out, hand: Hand) -> None:
    level = hand.level
    plays = tuple([s for s, stack in enumerate(hand.stacks) if stack])
    posts = hand.blinds_due[hand.small_blind] if hand.small_blind != hand.big_blind else 0
    out.say(
        HandStarted(
            button=hand.button,
            small_blind=hand.small_blind if posts else 0,
            big_blind=hand.big_blind,
            stacks=tuple([SeatStack(s, hand.stacks[s]) for s in plays]),
            level=LevelView(
                level.small_blind, level.big_blind, level.ante, level.big_blind_ante, level.number
            ),
            house=house.name,
        )
    )
    out.say(ButtonMoved(hand.button, dead=hand.button not in plays))


def _before_hand(table: Table, out: Out) -> Table:
    if table.next_level is not None:
        level = table.next_level
        table = replace(table, level=level, next_level=None)
        out.say(LevelChanged(level.small_blind, level.big_blind, level.ante, level.big_blind_ante))
    if table.serving:
        table = next_hand(table, out)
    for number, seat in enumerate(table.seats):
        if seat.rebuy:
            stack = seat.stack + seat.rebuy
            table = with_seat(table, number, stack=stack, rebuy=0)
            out.say(StackChanged(number, stack, "rebuy"))
    return table


def _take(table: Table, seat: int, amount: int) -> tuple[Seat, bool]:
    owner = table.seats[seat]
    return replace(owner, stack=owner.stack - amount), owner.stack == amount


def post_ante(table: Table, out: Out, seat: int) -> Table:
    """Post what a seat owes as ante; the big blind's ante for all is dead money."""
    hand = table.hand
    assert hand is not None
    amount = hand.antes_due[seat]
    full = hand.level.big_blind_ante or hand.level.ante
    owner, broke = _take(table, seat, amount)
    out.say(AntePosted(seat, amount, short=amount < full))
    hand = replace(hand, antes_due=put(hand.antes_due, seat, 0))
    if hand.level.big_blind_ante:
        hand = replace(hand, dead_money=hand.dead_money + amount)
    else:
        hand = replace(hand, paid=put(hand.paid, seat, hand.paid[seat] + amount))
    if broke:
        hand = replace(hand, status=put(hand.status, seat, ALL_IN))
    return replace(table, seats=put(table.seats, seat, owner), hand=hand)


def post_blind(table: Table, out: Out, seat: int) -> Table:
    """Post what a seat owes as blind."""
    hand = table.hand
    assert hand is not None
    amount = hand.blinds_due[seat]
    big = seat == hand.big_blind
    full = hand.level.big_blind if big else hand.level.small_blind
    owner, broke = _take(table, seat, amount)
    out.say(BlindPosted(seat, amount, "big" if big else "small", short=amount < full))
    hand = replace(
        hand,
        blinds_due=put(hand.blinds_due, seat, 0),
        bets=put(hand.bets, seat, amount),
        gathered=False,
        last=put(hand.last, seat, ("big-blind" if big else "small-blind", amount)),
    )
    if broke:
        hand = replace(hand, status=put(hand.status, seat, ALL_IN))
    return replace(table, seats=put(table.seats, seat, owner), hand=hand)


def post_all(table: Table, out: Out) -> Table:
    """Post every ante and blind that is still due, small blind first."""
    hand = table.hand
    assert hand is not None
    for seat in posting_order(hand):
        if hand.antes_due[seat]:
            table = post_ante(table, out, seat)
    for seat in posting_order(hand):
        if hand.blinds_due[seat]:
            table = post_blind(table, out, seat)
    return _posted(table)


def posting_order(hand: Hand) -> tuple[int, ...]:
    """Return the seats in the order in which they post: the small blind first."""
    if hand.small_blind not in hand.entitled:
        return hand.entitled
    first = hand.entitled.index(hand.small_blind)
    return hand.entitled[first:] + hand.entitled[:first]


def post_from_chips(table: Table, out: Out, seat: int, front: int) -> Table:
    """Take chips that have come to a bet zone as the ante or blind that its seat owes."""
    hand = table.hand
    assert hand is not None
    ante, blind = hand.antes_due[seat], hand.blinds_due[seat]
    if ante and front in {ante, ante + blind}:
        table = post_ante(table, out, seat)
        table = replace(table, base=put(table.base, seat, table.base[seat] + ante))
        front -= ante
    if blind and front == blind:
        table = post_blind(table, out, seat)
    return _posted(table)


def _posted(table: Table) -> Table:
    hand = table.hand
    assert hand is not None
    if hand.phase == "posting" and not any(hand.antes_due) and not any(hand.blinds_due):
        return replace(table, hand=replace(hand, phase="dealing"))
    return table


def due_seat(hand: Hand) -> int:
    """Return the seat that gets the next card of the initial deal, 0 when it is complete.

    After an error in it that was let stand, it is the first of those who have fewest.
    """
    if hand.astray:
        first = min(hand.entitled, key=lambda seat: len(hand.holes[seat]))
        return first if len(hand.holes[first]) < 2 else 0
    count = len(hand.entitled)
    return hand.entitled[hand.dealt % count] if hand.dealt < 2 * count else 0


def still_due(hand: Hand) -> tuple[int, ...]:
    """Return the seats that the rest of the initial deal goes to, in order."""
    if not hand.astray:
        return (hand.entitled * 2)[hand.dealt :]
    lack = [len(hand.holes[seat]) for seat in hand.entitled]
    return tuple(
        [s for had in (0, 1) for s, held in zip(hand.entitled, lack, strict=True) if held <= had]
    )


def deal_card(table: Table, out: Out, card: str, seat: int) -> Table:
    """Record a hole card of the stub that has come to a seat, and lies there now."""
    hand = table.hand
    assert hand is not None
    if hand.phase == "posting":
        table = post_all(table, out)
        hand = table.hand or hand
    held = (*hand.holes[seat], card)
    hand = replace(
        hand,
        phase="dealing",
        holes=put(hand.holes, seat, held),
        dealt=hand.dealt + 1,
        seen=(*hand.seen, card),
    )
    out.public.append(CardDealt(seat, len(held)))
    out.private.append(HoleCardSeen(seat, card))
    return replace(table, hand=hand, places={**table.places, card: f"hand.{seat}"})


def end_deal(table: Table, house: House, out: Out) -> Table:
    """End the deal: the hands of who is not there are dead before the first betting round."""
    table = check_blinds(table, house, out)
    hand, seats = table.hand, table.seats
    assert hand is not None
    missing = [s for s in hand.live() if seats[s].absent or seats[s].excluded]
    if missing and len(missing) == len(hand.live()):
        # With nobody at the table the blinds go to the big blind, as if all the others folded.
        missing.remove(hand.big_blind if hand.big_blind in missing else missing[-1])
    for seat in missing:
        if seats[seat].excluded:
            table = kill(table, out, seat, "penalty", house.penalties.scale.article)
            continue
        table, remedy = found(table, house, out, "hand.absent", seat=seat)
        if remedy.outcome == "dead":
            table = kill(table, out, seat, "absent", remedy.article)
    if (table.hand or hand).alone():
        return advance(table, house, out)
    return open_street(table, house, out)
