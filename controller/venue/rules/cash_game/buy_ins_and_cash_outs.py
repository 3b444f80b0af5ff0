"""A cash game: buying in, topping up, cashing out and counting hands.

After every input, the books must balance: the chips bought equal the players' chips, plus those
back in the bank, plus those that the house took as rake and time charge. References such as
`ramponneau IV.3` name a house and an article of its rules.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from controller.contract.venue import inputs as i
from controller.contract.venue import outputs as o
from controller.contract.venue.cash_game import cash as c
from controller.contract.venue.kinds import RoomInput
from controller.houses.model import CashRules
from controller.venue.rules.books.cash_books import CASH_OUT, CHANGE, HANDS, REMOVED, Session
from controller.venue.rules.books.room import Player
from controller.venue.rules.books.work import Refused, Work, needed, refuse_if
from controller.venue.rules.cash_game import waiting_list
from controller.venue.rules.cash_game.sessions import (
    clear,
    hands_left,
    put_books,
    put_session,
    session_of,
)
from controller.venue.rules.tournament import CashGame


def take(work: Work, said: RoomInput) -> None:
    """Process an input for a cash game; raises `Refused` for one that only tournaments accept."""
    refuse_if(work.room.ended, "ended-already")
    needed(_TAKEN.get(type(said)), "not-in-a-cash-game")(work, said)


def _rules(work: Work) -> tuple[CashGame, CashRules]:
    assert work.rules.cash is not None
    return work.rules.cash, work.rules.stakes


def _big_blind(work: Work) -> int:
    return work.room.levels[work.room.clock.at].big_blind


# -- at the desk ------------------------------------------------------------------------


def _enters(work: Work, said: i.PlayerEntered) -> None:
    """Record a player who joins the game, their player level, and whether they own the house."""
    known = work.room.players.get(said.player)
    refuse_if(not said.player, "no-such-player")
    refuse_if(known is not None and known.standing == "removed", "out-already")
    refuse_if(known is not None, "entered-already")
    refuse_if(said.level < 0, "no-such-level")
    work.put(Player(said.player, needs_ear=said.needs_ear))
    session = Session(level=said.level, owner=said.owner)
    put_books(work, sessions={**work.room.cash.sessions, said.player: session})


def _buys_in(work: Work, said: c.BoughtIn) -> None:
    """Seat a player who buys in within the limits (ramponneau IV.3: 10 to 100 big blinds)."""
    game, stakes = _rules(work)
    player = work.player(said.player)
    refuse_if(player.standing != "entered" or player.stack, "seated-already")
    session = session_of(work, said.player)
    left = hands_left(game, session)
    refuse_if(left is not None and left <= 0, "no-hands-left")  # ramponneau IV.7
    refuse_if(said.seat.table not in work.room.tables or not work.free(said.seat), "seat-is-taken")
    waiting_list.may_have(work, player.id, said.seat)
    if player.needs_ear and said.seat.seat not in work.room.tables[said.seat.table].ears:
        raise Refused("seat-has-no-ear")
    soon = work.room.at - session.left_at < game.return_minutes.value * waiting_list.MINUTE
    _may_buy_in(work, said.chips, session.left_with if soon else 0)
    work.put(player, standing="seated", seat=said.seat, stack=said.chips)
    _issue(work, said.player, said.chips)
    work.order_at(c.SellSeat, said.seat, player=said.player, chips=said.chips, entry=said.entry)
    money = said.chips * game.worth
    waiting_list.seated(work, said.player)
    article = stakes.buy_in_most.article
    work.say(c.SeatSold(said.player, said.seat, said.chips, money, article))


def _may_buy_in(work: Work, chips: int, back: int = 0) -> None:
    """Raise `Refused` if a stack is outside the house's limits (ramponneau IV.3).

    A player who returns soon must bring at least `back`, the chips that they left with, even if
    these exceed the maximum.
    """
    _, stakes = _rules(work)
    least = max(stakes.buy_in_least.value * _big_blind(work), back)
    most = stakes.buy_in_most.value * _big_blind(work)
    refuse_if(chips <= 0 or chips < least, "buy-in-too-small")
    refuse_if(most and chips > max(most, back), "buy-in-too-large")


def _tops_up(work: Work, said: i.ChipsBought) -> None:
    """Sell more chips to a seated player; they count at the table from its next hand."""
    player, (_, stakes) = work.player(said.player), _rules(work)
    refuse_if(said.chips <= 0, "no-chips")
    seat = needed(player.seat, "not-seated")
    refuse_if(session_of(work, player.id).leaving, "on-the-way")
    if not player.stack:
        _may_buy_in(work, said.chips)  # a player who has lost everything buys in again
    most = stakes.top_up_most.value
    refuse_if(most and player.stack + said.chips > most * _big_blind(work), "top-up-too-large")
    work.put(player, stack=player.stack + said.chips)
    _issue(work, player.id, said.chips)
    work.order_at(o.GiveChips, seat, player=player.id, chips=said.chips)
    work.say(o.ChipsGiven(player.id, said.chips, player.stack + said.chips))


def _issue(work: Work, player: str, chips: int) -> None:
    work.change(issued=work.room.issued + chips)
    put_session(work, player, bought=session_of(work, player).bought + chips)


def _cashes_out(work: Work, said: c.CashedOut) -> None:
    """Cash out a player; a seated player is ordered to leave, and cashed out once they have."""
    player = work.player(said.player)
    if player.seat is not None:
        refuse_if(session_of(work, player.id).leaving in (CASH_OUT, REMOVED), "on-the-way")
        waiting_list.off(work, player.id, "gone")
        clear(work, player, CASH_OUT)
    elif player.stack:
        _pay(work, player)
    else:
        raise Refused("no-chips")


def _pay(work: Work, player: Player) -> None:
    """Cash out all of a player's chips, which return to the bank (ramponneau IV.5)."""
    game, _ = _rules(work)
    session = session_of(work, player.id)
    work.change(removed=work.room.removed + player.stack)
    put_books(work, bank=work.room.cash.bank + player.stack)
    put_session(
        work, player.id, cashed=session.cashed + player.stack, left_with=player.stack,
        left_at=work.room.at,
    )  # fmt: skip
    work.put(player, stack=0)
    worth = player.stack * game.worth
    work.say(c.CashPaid(player.id, player.stack, worth, game.cash_out.article))


def put_out(work: Work, player: Player) -> None:
    """Remove a player from the game for good, and cash out their chips."""
    refuse_if(player.standing == "removed", "out-already")
    waiting_list.off(work, player.id, "gone")
    if player.seat is not None:
        clear(work, player, REMOVED)
        return
    if player.stack:
        _pay(work, player)
    work.put(work.player(player.id), standing="removed")


def _ends(work: Work, said: i.TournamentCancelled) -> None:
    """End the game and its waiting list. Raises `Refused` while a player still has chips."""
    refuse_if(work.room.chips, "chips-are-out")
    for one in work.room.cash.waiting:
        waiting_list.off(work, one.player, "gone")
    work.change(ended=True)
    work.close_all()
    work.say(o.Cancelled(said.why, ""))


def _day(work: Work, said: c.DayBegan) -> None:
    """Start a new day by resetting the players' counts of hands.

    Raises `Refused` unless the date is later than that of the current day.
    """
    books = work.room.cash
    refuse_if(said.day <= books.day, "same-day")
    sessions = {name: msgspec.structs.replace(one, hands=0) for name, one in books.sessions.items()}
    put_books(work, day=said.day, sessions=sessions)


# -- reports from tables ----------------------------------------------------------------


def _hand(work: Work, said: i.HandReported) -> None:
    """Process a finished hand: stacks, the house's share, and the players' counts of hands.

    If the floor reverses the end of the last hand, a second report of it replaces the first one. A
    report that does not match the books is discarded, and the difference is published.
    """
    table = work.table(said.table)
    if said.hand < table.hand or not said.hand:
        return
    again = said.hand == table.hand
    booked = (table.raked, table.timed) if again else (0, 0)
    seated = work.room.seated(said.table)
    expected = sum(one.stack for one in seated.values()) + sum(booked)
    reported = sum(said.stacks.values()) + said.raked + sum(said.timed.values())
    least = min((said.raked, *said.timed.values()))
    if expected != reported or set(said.stacks) != set(seated) or least < 0:
        work.differ(said.table, expected, reported)
        return
    game, _ = _rules(work)
    if game.archive.value and table.hand and said.hand > table.hand + 1:  # ramponneau IV.2
        work.say(c.HandsMissing(said.table, table.hand + 1, said.hand - 1, game.archive.article))
    work.put_table(
        said.table, hand=said.hand, small_blind=said.small_blind, big_blind=said.big_blind,
        differs=False, raked=said.raked, timed=sum(said.timed.values()),
    )  # fmt: skip
    _house_takes(work, said, *booked)
    _transfers(work, said, seated, again=again)
    for seat, player in seated.items():
        if said.stacks[seat] != player.stack:
            work.put(player, stack=said.stacks[seat])
        if seat in said.played and not again:
            _played(work, work.player(player.id))


def _house_takes(work: Work, said: i.HandReported, raked: int, timed: int) -> None:
    """Record a hand's rake and time charge, less those booked from an earlier report of it."""
    _, stakes = _rules(work)
    books = work.room.cash
    rake, time = said.raked - raked, sum(said.timed.values()) - timed
    work.change(removed=work.room.removed + rake + time)
    put_books(work, raked=books.raked + rake, timed=books.timed + time)
    if rake:
        work.say(c.RakeBooked(said.table, said.hand, rake, stakes.rake.article))
    if time:
        work.say(c.TimeBooked(said.table, said.hand, time, stakes.time.article))


def _played(work: Work, player: Player) -> None:
    """Count a hand for a player, and have them leave once they reach the house's daily limit.

    The limit depends on the player's rank (`level`); players of high ranks have none.
    """
    game, session = work.rules.cash, session_of(work, player.id)
    put_session(work, player.id, hands=session.hands + 1)
    left = hands_left(game, session_of(work, player.id))
    plays_on = session.leaving in ("", CHANGE)
    if game is not None and left is not None and left <= 0 and plays_on:
        work.say(c.HandsReached(player.id, session.hands + 1, game.hands_a_day.article))
        waiting_list.off(work, player.id, "gone")
        clear(work, player, HANDS)


def _transfers(work: Work, said: i.HandReported, seated: dict[int, Player], *, again: bool) -> None:
    """Add up what players lose to one another, and publish a sum that reaches the house's limit.

    Only losses in hands with a single winner count, minus the chips won back. After a sum is
    published, it starts again from 0. If the hand is reported `again`, what its first report added
    does not count.
    """
    game, _ = _rules(work)
    if not game.transfer.value:
        return
    books = work.room.cash
    for player, won, chips in books.last_flows.get(said.table, ()) if again else ():
        _flows(work, won, player, chips)
    more = {
        seat: said.stacks[seat] + said.timed.get(seat, 0) - said.began.get(seat, player.stack)
        for seat, player in seated.items()
    }
    winners = [seat for seat, chips in more.items() if chips > 0]
    lost = [(seat, -chips) for seat, chips in more.items() if chips < 0 and len(winners) == 1]
    flows = tuple((seated[seat].id, seated[winners[0]].id, chips) for seat, chips in lost)
    told = [_flows(work, *flow) for flow in flows]
    kept = tuple(flow for flow, noticed in zip(flows, told, strict=True) if not noticed)
    put_books(work, last_flows={**books.last_flows, said.table: kept})


def _flows(work: Work, player: str, to: str, chips: int) -> bool:
    """Add chips that one player has lost to another; return whether the sum was published."""
    game, _ = _rules(work)
    flows = dict(work.room.cash.flows)
    there, back = f"{player} {to}", f"{to} {player}"
    less = min(flows.get(back, 0), chips)
    flows[back] = flows.get(back, 0) - less
    flows[there] = flows.get(there, 0) + chips - less
    noticed = flows[there] >= game.transfer.value * _big_blind(work)
    if noticed:
        work.say(c.TransferNoticed(player, to, flows.pop(there), game.transfer.article))
    put_books(work, flows={pair: sum_ for pair, sum_ in sorted(flows.items()) if sum_})
    return noticed


def _left(work: Work, said: i.PlayerLeft) -> None:
    """Process a player's departure from a seat; a pending seat change or cash-out is completed."""
    player = work.player(said.player)
    seat = needed(player.seat, "not-seated")
    if said.stack != player.stack:
        work.differ(seat.table, player.stack, said.stack)
    why = session_of(work, player.id).leaving
    to = session_of(work, player.id).to
    put_session(
        work, player.id, leaving="", order="", to=None, absent=said.absent, penalty=said.penalty,
        owes=said.owes,
    )  # fmt: skip
    player = work.put(player, standing="entered", seat=None)
    if to is not None:
        waiting_list.arrive(work, player, to)
    elif why and player.stack:
        _pay(work, player)
    elif not player.stack:  # they took no chips along, and may return with any amount
        put_session(work, player.id, left_with=0)
    if why == REMOVED:
        work.put(work.player(player.id), standing="removed")


def _called_off(work: Work, said: i.MoveCalledOff) -> None:
    """Cancel a player's seat change at the floor's request; the table keeps the player.

    Raises `Refused` if there is no seat change. Also raises it for a move from a feeder table to
    the table that it feeds, because that move is compulsory.
    """
    player = work.player(said.player)
    session = session_of(work, player.id)
    if player.seat is None or session.to is None:
        raise Refused("no-move-to-call-off")
    refuse_if(work.room.cash.feeds.get(player.seat.table) == session.to.table, "not-this-move")
    work.order(o.StayThere, player.seat.table, order=session.order)


def _refuses(work: Work, said: i.OrderRefused) -> None:
    """Process a table's refusal of an order; chips that it sold return to the bank."""
    if said.kind in ("sell-seat", "give-chips"):
        player = work.player(said.player)
        refuse_if(not 0 < said.chips <= player.stack, "chips-are-played")
        work.put(player, stack=player.stack - said.chips)
        _issue(work, player.id, -said.chips)
        work.say(o.ChipsBack(player.id, said.chips, said.why))
    if said.kind in ("sell-seat", "sit-down"):
        # Nobody leaves a seat that they did not get, and no other seat is kept for them.
        put_session(work, work.player(said.player).id, leaving="", order="", to=None)
    if said.kind == "sell-seat":
        work.put(work.player(said.player), standing="entered", seat=None)
        waiting_list.wait_again(work, said.player)
    elif said.kind == "sit-down":  # the player keeps their chips, and waits for the floor
        player = work.player(said.player)
        work.say(o.SeatRefused(player.id, needed(player.seat, "not-seated"), said.why))
        work.put(player, standing="entered", seat=None)
    elif said.kind == "clear-seat":
        _stays(work, said.order, said.why)
    elif said.kind == "open-table":
        work.say(o.TableRefused(said.table, said.why))


def _stays(work: Work, order: str, why: str) -> None:
    """Cancel an order for a player to leave, because the table reports that they stay."""
    for player, session in work.room.cash.sessions.items():
        if session.order == order:
            put_session(work, player, leaving="", order="", to=None)
            work.say(o.MoveCancelled(order, player, why))
            return
    raise Refused("no-such-order")


def _nothing(work: Work, said: RoomInput) -> None:
    """Ignore an input that does not apply to a cash game."""


_TAKEN: dict[type[RoomInput], Callable[[Work, Any], None]] = {
    **waiting_list.TAKEN,
    i.PlayerEntered: _enters,
    c.BoughtIn: _buys_in,
    i.ChipsBought: _tops_up,
    c.CashedOut: _cashes_out,
    i.TournamentCancelled: _ends,
    c.DayBegan: _day,
    i.HandReported: _hand,
    i.PlayerLeft: _left,
    i.MoveCalledOff: _called_off,
    i.PlayerStays: lambda work, said: _stays(work, said.order, "called-off"),
    i.OrderRefused: _refuses,
    i.TableHeard: lambda work, said: work.put_table(said.table, silent=not said.heard),
    i.PlayerArrived: _nothing,
    i.StreetEnded: _nothing,
    i.TableHeld: _nothing,
    i.ClockTicked: _nothing,
}
