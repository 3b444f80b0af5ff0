"""Money in rooms that play for it: sales and payouts, and approval by a second person."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from controller.contract.venue import inputs as i
from controller.contract.venue.cash_game import cash as c
from controller.contract.venue.kinds import RoomEvent, RoomInput
from controller.contract.venue.outputs import ChipsBack, ChipsGiven, TournamentEnded
from controller.contract.venue.prizes import bounties as b
from controller.contract.venue.prizes import money as m
from controller.contract.venue.prizes.registration import EntryRefunded, Refunded
from controller.contract.venue.tournament_formats import satellites as s
from controller.contract.venue.tournament_formats.days import DayOver, DayTakenUp
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
    SecondDue,
    booked,
    owed,
)
from controller.venue.rules.books.work import Refused, Work, needed, refuse_if
from controller.venue.rules.prizes.payouts import prizes_of

Moved = dict[str, int]
ByTwo = c.BoughtIn | i.ChipsBought | m.PaidOut
"""The inputs that a second person must approve if they move more money than the house's limit."""


def first(work: Work, said: RoomInput) -> RoomInput | None:
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
    refuse_if(amount and _closed(work), "bank-is-closed")
    if isinstance(said, ByTwo) and needs_a_second(work, said):
        _wait(work, said, amount)
        return None
    return said


def needs_a_second(work: Work, said: RoomInput) -> bool:
    """Return whether an input moves more money than one person may approve."""
    if work.rules.money == "none" or not isinstance(said, ByTwo):
        return False
    most = work.rules.bank.second_above.value
    return bool(most) and _worth(work, said) > most


def take(work: Work, said: RoomInput) -> bool:
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


def book(work: Work, said: RoomInput, events: Iterable[RoomEvent]) -> None:
    """Record in the accounts the money moved by one step's events; `said` is the step's input."""
    if work.rules.money == "none":
        return
    enters = isinstance(said, i.PlayerEntered) and not work.paid_already
    if enters and work.rules.cash is None:
        _move(work, _entry(work))
    cash = work.rules.cash
    for event in tuple(events):
        moved = _of_tournament(work, event) if cash is None else _of_cash(work, cash.worth, event)
        if moved:
            _move(work, moved)
        if isinstance(event, c.CashPaid):
            _pay_at_once(work, event)


def _entry(work: Work) -> Moved:
    entry, fee = work.rules.bank.entry.value, work.rules.bank.fee.value
    return {TILL: entry + fee, POOL: -entry, HOUSE: -fee}


def _move(work: Work, moved: Moved) -> None:
    _put(work, accounts=booked(work.room.money.accounts, moved))


def _put(work: Work, **fields: Any) -> None:
    work.change(money=msgspec.structs.replace(work.room.money, **fields))


def _closed(work: Work) -> bool:
    """Return whether no money may move because no cashier has opened the bank."""
    return work.rules.bank.sessions.value and not work.room.money.cashier


def _worth(work: Work, said: RoomInput) -> int:
    """Return the amount that an input would move between a player and the till, or 0."""
    match said:
        case c.BoughtIn() | i.ChipsBought():
            return said.chips * (work.rules.cash.worth if work.rules.cash is not None else 0)
        case m.PaidOut():
            return owed(work.room.money).get(said.player, 0)
        case i.PlayerEntered() | EntryRefunded() if work.rules.cash is None:
            rules = work.rules.bounties
            head = rules.head.value if rules.kind.value != "none" else 0
            return _entry(work)[TILL] + head
    return 0


# -- a second person ---------------------------------------------------------------------


def _wait(work: Work, said: ByTwo, amount: int) -> None:
    work.player(said.player)
    if any(one.said.player == said.player for one in work.room.money.waiting):
        raise Refused("waits-for-a-second")
    number = work.room.money.number + 1
    due = SecondDue(number, said, amount, said.cashier)
    _put(work, number=number, waiting=(*work.room.money.waiting, due))
    what, article = str(said.__struct_config__.tag), work.rules.bank.second_above.article
    work.say(m.SecondWanted(number, what, said.player, amount, article))


def _second(work: Work, said: m.MoneyApproved) -> RoomInput | None:
    """Return the input that a second person has approved, or None if they rejected it.

    Raises `Refused` if no such input is waiting, if the bank is closed, if the person who approves
    it also entered it, or if its amount has grown since it was entered.
    """
    found = (one for one in work.room.money.waiting if one.number == said.number)
    due = needed(next(found, None), "nothing-waits")
    refuse_if(said.agrees and _closed(work), "bank-is-closed")
    refuse_if(said.agrees and due.cashier == said.cashier, "another-person")
    _put(work, waiting=tuple(one for one in work.room.money.waiting if one.number != said.number))
    work.say(m.SecondSaid(said.number, said.agrees))
    refuse_if(said.agrees and _worth(work, due.said) > due.amount, "amount-changed")
    return due.said if said.agrees else None


# -- the till ----------------------------------------------------------------------------


def _open(work: Work, said: m.BankOpened) -> None:
    refuse_if(work.room.money.cashier, "bank-is-open")
    _put(work, cashier=said.cashier)
    _move(work, {SAFE: -said.amount, TILL: said.amount})
    work.say(m.BankBegun(said.amount, said.cashier))


def _close(work: Work, said: m.BankClosed) -> None:
    refuse_if(not work.room.money.cashier, "bank-is-closed")
    expected = work.room.money.accounts.get(TILL, 0)
    _move(work, {TILL: -expected, SAFE: said.amount, DIFFERENCE: expected - said.amount})
    work.say(m.BankCounted(expected, said.amount, work.room.money.cashier))
    _put(work, cashier="")


def _pay(work: Work, player: str) -> None:
    amount = owed(work.room.money).get(player, 0)
    refuse_if(amount <= 0, "nothing-owed")
    _move(work, {f"{OWED}{player}": amount, TILL: -amount})
    work.say(m.MoneyPaid(player, amount))


# -- bookings ---------------------------------------------------------------------------


def _of_cash(work: Work, worth: int, event: RoomEvent) -> Moved:
    """Return a cash game event's change to each account; `worth` is the value of one chip.

    While the bank is closed, the price of chips that a table refused is owed to the player.
    """
    match event:
        case c.SeatSold(money=money):
            return {TILL: money, CHIPS: -money}
        case ChipsGiven(chips=chips):
            return {TILL: chips * worth, CHIPS: -chips * worth}
        case ChipsBack(chips=chips):
            back = f"{OWED}{event.player}" if _closed(work) else TILL
            return {back: -chips * worth, CHIPS: chips * worth}
        case c.CashPaid():
            # It is owed to the player until it is paid out.
            return {CHIPS: event.money, f"{OWED}{event.player}": -event.money}
        case c.RakeBooked(chips=chips) | c.TimeBooked(chips=chips):
            return {CHIPS: chips * worth, HOUSE: -chips * worth}
    return {}


def _pay_at_once(work: Work, event: c.CashPaid) -> None:
    """Pay out cashed-out chips, if the bank is open and one person may approve the amount."""
    most = work.rules.bank.second_above.value
    if not event.money or _closed(work):
        return
    if not most or owed(work.room.money)[event.player] <= most:
        _pay(work, event.player)


def _of_tournament(work: Work, event: RoomEvent) -> Moved:
    match event:
        case Refunded(entries=entries):
            return {account: -amount * entries for account, amount in _entry(work).items()}
        case TournamentEnded():
            return _prizes(work)
        case b.HeadPut(amount=amount):
            return {TILL: amount, HEADS: -amount}
        case b.HeadReturned(amount=amount):
            return {TILL: -amount, HEADS: amount}
        case b.BountyWon(by=by, pocket=pocket):
            return {HEADS: pocket, f"{OWED}{by}": -pocket}
        case b.BountyBack(by=by, pocket=pocket):
            return {HEADS: -pocket, f"{OWED}{by}": pocket}
        case b.HeadsUnclaimed(amount=amount, to=to):
            return {HEADS: amount, f"{OWED}{to}" if to else HOUSE: -amount}
        case s.SeatWon(worth=worth):
            return {POOL: worth, TICKETS: -worth}
        case s.SeatsTied(money=money):
            return _shared(money, 0)
        case s.RestShared(money=money, house=house):
            return _shared(money, house)
        case s.TicketTaken():
            return _ticket(event)
        case s.TicketReturned():
            return {account: -amount for account, amount in _ticket(event).items()}
        case DayOver(money=money, heads=heads):
            return {POOL: money, HEADS: heads, FORWARD: -money - heads}
        case DayTakenUp(money=money, heads=heads):
            return {POOL: -money, HEADS: -heads, FORWARD: money + heads}
    return {}


def _prizes(work: Work) -> Moved:
    """Return the change to each account when the prizes are awarded.

    Each player is owed their prize, and the house gets the rest of the prize pool.

    If the pool is too small for the prizes, the house pays the difference. A satellite's seats, and
    the money left over after them, are recorded elsewhere.
    """
    if work.rules.satellite.worth.value:
        return {}
    prizes = prizes_of(work.room)
    won = {f"{OWED}{player}": -amount for player, amount in prizes.items() if amount}
    pool = work.room.money.accounts.get(POOL, 0)
    return won | {POOL: -pool, HOUSE: pool - sum(won.values())}


def _shared(money: Mapping[str, int], house: int) -> Moved:
    owes = {f"{OWED}{player}": -amount for player, amount in money.items()}
    return owes | {POOL: sum(money.values()) + house, HOUSE: -house}


def _ticket(event: s.TicketTaken | s.TicketReturned) -> Moved:
    """Return the change to each account when a ticket is used; a returned ticket reverses it.

    If the ticket is worth more than the entry, the difference is owed to the player.
    """
    over = max(0, -event.paid)
    return {TICKETS: event.worth, TILL: over - event.worth, f"{OWED}{event.player}": -over}
