"""Money in rooms that play for it: sales and payouts, and approval by a second person."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from controller.contract.venue import inputs as i
from controller.contract.venue.cash_game.cash import (
    BoughtIn,
    CashPaid,
    RakeBooked,
    SeatSold,
    TimeBooked,
)
from controller.contract.venue.kinds import RoomEvent
from controller.contract.venue.outputs import ChipsBack, ChipsGiven, TournamentEnded
from controller.contract.venue.prizes import money as m
from controller.contract.venue.prizes.bounties import (
    BountyBack,
    BountyWon,
    HeadPut,
    HeadReturned,
    HeadsUnclaimed,
)
from controller.contract.venue.prizes.registration import Refunded
from controller.contract.venue.tournament_formats.days import DayOver, DayTakenUp
from controller.contract.venue.tournament_formats.satellites import (
    RestShared,
    SeatsTied,
    SeatWon,
    TicketReturned,
    TicketTaken,
)
from controller.venue.rules.books.money_books import (
    CHIPS,
    DIFFERENCE,
    FORWARD,
    HEADS,
    HOUSE,
    OWED,
    POOL,
    SAFE,
    TICKETS,
    TILL,
    MoneyBooks,
    SecondDue,
    booked,
    owed,
)
from controller.venue.rules.books.work import Refused, Work
from controller.venue.rules.prizes.payouts import prizes_of

Moved = dict[str, int]
ByTwo = BoughtIn | i.ChipsBought | m.PaidOut
"""The inputs that a second person must approve if they move more money than the house's limit."""


def first(work: Work, said: i.AnyRoomInput) -> i.AnyRoomInput | None:
    """Return the input to carry out now, or None if it must wait for a second approval.

    If `said` is a second person's answer, the result is the input that they approved, or None if
    they rejected it. Raises `Refused` for a bank input in a room without money, or while the bank
    is closed.
    """
    if work.rules.money == "none":
        if isinstance(said, m.BankWord):
            raise Refused("no-money-here")
        return said
    if isinstance(said, m.MoneyApproved):
        return _second(work, said)
    amount = _worth(work, said)
    if amount and work.rules.bank.sessions.value and not work.room.money.cashier:
        raise Refused("bank-is-closed")
    if isinstance(said, ByTwo) and needs_a_second(work, said):
        _wait(work, said, amount)
        return None
    return said


def needs_a_second(work: Work, said: i.AnyRoomInput) -> bool:
    """Return whether an input moves more money than one person may approve."""
    if work.rules.money == "none" or not isinstance(said, ByTwo):
        return False
    most = work.rules.bank.second_above.value
    return bool(most) and _worth(work, said) > most


def take(work: Work, said: i.AnyRoomInput) -> bool:
    """Process an input about the bank itself; return False for any other input."""
    match said:
        case m.BankOpened():
            _open(work, said)
        case m.BankClosed():
            _close(work, said)
        case m.PaidOut():
            _pay(work, said.player)
        case _:
            return False
    return True


def book(work: Work, said: i.AnyRoomInput, events: Iterable[RoomEvent]) -> None:
    """Book the money that the events of one step have moved; `said` is that step's input."""
    if work.rules.money == "none":
        return
    enters = isinstance(said, i.PlayerEntered) and not work.paid_already
    if enters and work.rules.cash is None:
        _move(work, _entry(work))
    for event in tuple(events):
        do = _BOOKED.get(type(event))
        if do is not None:
            do(work, event)


def _entry(work: Work) -> Moved:
    entry, fee = work.rules.bank.entry.value, work.rules.bank.fee.value
    return {TILL: entry + fee, POOL: -entry, HOUSE: -fee}


def _move(work: Work, moved: Moved) -> None:
    _put(work, accounts=booked(work.room.money.accounts, moved))


def _put(work: Work, **fields: Any) -> None:
    work.change(money=msgspec.structs.replace(work.room.money, **fields))


def _books(work: Work) -> MoneyBooks:
    return work.room.money


def _worth(work: Work, said: i.AnyRoomInput) -> int:
    """Return the amount that an input would move between a player and the till, or 0."""
    match said:
        case BoughtIn() | i.ChipsBought():
            return said.chips * (work.rules.cash.worth if work.rules.cash is not None else 0)
        case m.PaidOut():
            return owed(_books(work)).get(said.player, 0)
        case i.PlayerEntered() if work.rules.cash is None:
            rules = work.rules.bounties
            head = rules.head.value if rules.kind.value != "none" else 0
            return _entry(work)[TILL] + head
    return 0


# -- a second person ---------------------------------------------------------------------


def _wait(work: Work, said: ByTwo, amount: int) -> None:
    work.player(said.player)
    if any(one.said.player == said.player for one in _books(work).waiting):
        raise Refused("waits-for-a-second")
    number = _books(work).number + 1
    due = SecondDue(number, said, amount, said.cashier)
    _put(work, number=number, waiting=(*_books(work).waiting, due))
    what, article = str(said.__struct_config__.tag), work.rules.bank.second_above.article
    work.say(m.SecondWanted(number, what, said.player, amount, article))


def _second(work: Work, said: m.MoneyApproved) -> i.AnyRoomInput | None:
    """Return the input that a second person has approved, or None if they rejected it.

    Raises `Refused` if no such input is waiting, if the person who approves it also entered it, or
    if its amount has grown since it was entered.
    """
    due = next((one for one in _books(work).waiting if one.number == said.number), None)
    if due is None:
        raise Refused("nothing-waits")
    if said.agrees and due.cashier == said.cashier:
        raise Refused("another-person")
    _put(work, waiting=tuple(one for one in _books(work).waiting if one.number != said.number))
    work.say(m.SecondSaid(said.number, said.agrees))
    if said.agrees and _worth(work, due.said) > due.amount:
        raise Refused("amount-changed")
    return due.said if said.agrees else None


# -- the till ----------------------------------------------------------------------------


def _open(work: Work, said: m.BankOpened) -> None:
    if _books(work).cashier:
        raise Refused("bank-is-open")
    _put(work, cashier=said.cashier)
    _move(work, {SAFE: -said.amount, TILL: said.amount})
    work.say(m.BankBegun(said.amount, said.cashier))


def _close(work: Work, said: m.BankClosed) -> None:
    if not _books(work).cashier:
        raise Refused("bank-is-closed")
    expected = _books(work).accounts.get(TILL, 0)
    _move(work, {TILL: -expected, SAFE: said.amount, DIFFERENCE: expected - said.amount})
    work.say(m.BankCounted(expected, said.amount, _books(work).cashier))
    _put(work, cashier="")


def _pay(work: Work, player: str) -> None:
    amount = owed(_books(work)).get(player, 0)
    if amount <= 0:
        raise Refused("nothing-owed")
    _move(work, {f"{OWED}{player}": amount, TILL: -amount})
    work.say(m.MoneyPaid(player, amount))


# -- bookings ---------------------------------------------------------------------------


def _sold(work: Work, event: SeatSold) -> None:
    _move(work, {TILL: event.money, CHIPS: -event.money})


def _given(work: Work, event: ChipsGiven | ChipsBack) -> None:
    """Book the price of chips bought in a cash game, or its return if the purchase failed."""
    if work.rules.cash is None:
        return
    money = event.chips * work.rules.cash.worth * (-1 if isinstance(event, ChipsBack) else 1)
    _move(work, {TILL: money, CHIPS: -money})


def _cashed(work: Work, event: CashPaid) -> None:
    """Book cashed-out chips as money owed to the player; pay it if one person may approve that."""
    _move(work, {CHIPS: event.money, f"{OWED}{event.player}": -event.money})
    most, closed = work.rules.bank.second_above.value, not _books(work).cashier
    if not event.money or (work.rules.bank.sessions.value and closed):
        return
    if not most or owed(_books(work))[event.player] <= most:
        _pay(work, event.player)


def _house_took(work: Work, event: RakeBooked | TimeBooked) -> None:
    assert work.rules.cash is not None
    worth = work.rules.cash.worth
    _move(work, {CHIPS: event.chips * worth, HOUSE: -event.chips * worth})


def _refunded(work: Work, _: Refunded) -> None:
    _move(work, {account: -amount for account, amount in _entry(work).items()})


def _ended(work: Work, _: TournamentEnded) -> None:
    """Book each player's prize as owed to them, and the rest of the prize pool as the house's.

    If the pool is too small for the prizes, the house pays the difference. A satellite's seats, and
    the money left over after them, are booked elsewhere.
    """
    if work.rules.satellite.worth.value:
        return
    prizes = prizes_of(work.room)
    won = {f"{OWED}{player}": -amount for player, amount in prizes.items() if amount}
    pool = _books(work).accounts.get(POOL, 0)
    _move(work, won | {POOL: -pool, HOUSE: pool - sum(won.values())})


def _head(work: Work, event: HeadPut | HeadReturned) -> None:
    amount = event.amount if isinstance(event, HeadPut) else -event.amount
    _move(work, {TILL: amount, HEADS: -amount})


def _bounty(work: Work, event: BountyWon | BountyBack) -> None:
    amount = event.pocket if isinstance(event, BountyWon) else -event.pocket
    _move(work, {HEADS: amount, f"{OWED}{event.by}": -amount})


def _unclaimed(work: Work, event: HeadsUnclaimed) -> None:
    _move(work, {HEADS: event.amount, f"{OWED}{event.to}" if event.to else HOUSE: -event.amount})


def _seat_won(work: Work, event: SeatWon) -> None:
    _move(work, {POOL: event.worth, TICKETS: -event.worth})


def _shared(work: Work, event: SeatsTied | RestShared) -> None:
    house = event.house if isinstance(event, RestShared) else 0
    owes = {f"{OWED}{player}": -amount for player, amount in event.money.items()}
    _move(work, owes | {POOL: sum(event.money.values()) + house, HOUSE: -house})


def _ticket(work: Work, event: TicketTaken | TicketReturned) -> None:
    """Book a ticket that was used to pay for an entry, or that was returned.

    If it is worth more than the entry, the difference is owed to the player.
    """
    sign = 1 if isinstance(event, TicketTaken) else -1
    over = max(0, -event.paid)
    moved = {TICKETS: event.worth, TILL: over - event.worth, f"{OWED}{event.player}": -over}
    _move(work, {account: amount * sign for account, amount in moved.items()})


def _over(work: Work, event: DayOver) -> None:
    on = event.money + event.heads
    _move(work, {POOL: event.money, HEADS: event.heads, FORWARD: -on})


def _taken_up(work: Work, event: DayTakenUp) -> None:
    on = event.money + event.heads
    _move(work, {POOL: -event.money, HEADS: -event.heads, FORWARD: on})


_BOOKED: dict[type[RoomEvent], Callable[[Work, Any], None]] = {
    SeatSold: _sold,
    ChipsGiven: _given,
    ChipsBack: _given,
    CashPaid: _cashed,
    RakeBooked: _house_took,
    TimeBooked: _house_took,
    Refunded: _refunded,
    TournamentEnded: _ended,
    HeadPut: _head,
    HeadReturned: _head,
    BountyWon: _bounty,
    BountyBack: _bounty,
    HeadsUnclaimed: _unclaimed,
    SeatWon: _seat_won,
    SeatsTied: _shared,
    RestShared: _shared,
    TicketTaken: _ticket,
    TicketReturned: _ticket,
    DayOver: _over,
    DayTakenUp: _taken_up,
}
