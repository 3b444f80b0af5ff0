"""One step of a room: from one input to the room's next state, the events and the orders to tables.

All functions are pure. Every step conserves chips: the players' chips always equal the chips issued
minus those that left play.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from controller.contract.errors import TapisError
from controller.contract.venue import inputs as i
from controller.contract.venue.floor import direction as d
from controller.contract.venue.floor.chips import ChipsFound, ChipsTaken, SatWrongly, StackShort
from controller.contract.venue.floor.clock import ClockMoved, ClockUndone
from controller.contract.venue.floor.undoing import DeedUndone
from controller.contract.venue.kinds import RoomEvent, RoomInput, RoomOrder
from controller.contract.venue.outputs import HoldTable, OpenTable, ReleaseTable
from controller.contract.venue.prizes import registration as r
from controller.contract.venue.prizes.bounties import EnvelopeDrawn, HeadDecided
from controller.contract.venue.prizes.deals import DealAnswered, DealProposed
from controller.contract.venue.tournament_formats.days import (
    BagOpened,
    BagsBrought,
    DayEnds,
    StackBagged,
)
from controller.contract.venue.tournament_formats.games import GameChosen, GameSet
from controller.contract.venue.tournament_formats.satellites import LastSeatsDecided
from controller.venue.rules import mixed_games
from controller.venue.rules.books import temporary_notices
from controller.venue.rules.books.bounty_books import heads_lost
from controller.venue.rules.books.cash_books import imbalance
from controller.venue.rules.books.money_books import money_lost
from controller.venue.rules.books.room import Room, Table
from controller.venue.rules.books.work import Refused, Work, refuse_if
from controller.venue.rules.calculations.levels import sheet
from controller.venue.rules.cash_game import buy_ins_and_cash_outs, waiting_list
from controller.venue.rules.evening import (
    breaks_and_levels,
    chips_out_of_play,
    conduct,
    days,
    decisions,
    entering,
    rebuys_and_add_ons,
    results,
    satellite,
    tables_hand_for_hand,
    undoing,
    unpaid_rebuys,
)
from controller.venue.rules.prizes import agreed_deals, bounties, cashier
from controller.venue.rules.seating import (
    colour_ups,
    moving,
    redraw,
    refused_orders,
    unsold,
    wrong_seats,
)
from controller.venue.rules.tournament import Tournament


class Step(msgspec.Struct, frozen=True):
    """The result of an input: the next room, the events to publish and the orders to tables.

    `refused` is the id of the reason if the input was refused, else ""; the room is then unchanged.
    """

    room: Room
    events: tuple[RoomEvent, ...] = ()
    orders: tuple[RoomOrder, ...] = ()
    refused: str = ""


class ChipsLost(TapisError):
    """Raised if a step would create or lose chips, money or bounties; the step is discarded.

    This is always a bug.
    """


def new_room(rules: Tournament) -> Room:
    """Return an empty room with the levels from a tournament file."""
    levels = sheet(rules.start.levels.value, rules.start.games.value)
    room = Room(levels=mixed_games.spread(levels, rules.mixed))
    # A cash game has no start: players may play as soon as they come.
    return room if rules.cash is None else msgspec.structs.replace(room, started=True)


def step(room: Room, said: RoomInput, rules: Tournament) -> Step:
    """Return the result of an input; raises `ChipsLost` if chips would be created or lost."""
    before = msgspec.structs.replace(room, n=room.n + 1, at=max(room.at, said.at))
    work = Work(before, rules)
    try:
        if cashier.needs_a_second(work, said):
            _let_happen(Work(before, rules), said)  # refuse impossible input before it waits
        paid = cashier.first(work, said)
        if paid is not None:
            _let_happen(work, paid)
            cashier.book(work, paid, work.events)
        now = work.room
        plays = now.started and not now.ended and not now.day.ending
        if rules.cash is None and plays:
            # Free seats go to waiting players before anybody has to move there.
            entering.seat_alternates(work)
            if _seats_may_move(work, said):
                work.change(replan=False)
                moving.move_whoever_must(work)
                colour_ups.look_whether_over(work)
            paid_places = satellite.seats_of(rules, work.room) or rules.results.prizes.value
            tables_hand_for_hand.look(work, paid_places or len(work.room.shares))
            tables_hand_for_hand.next_round(work)
            tables_hand_for_hand.streets(work)
            bounties.look(work)
        if work.room.offer is not None:
            agreed_deals.look(work)
        if rules.bounties.kind.value != "none":
            bounties.tell(work, before)
    except Refused as why:
        return Step(room, refused=why.reason)
    _check_books(work.room, rules)
    return Step(work.room, tuple(work.events), tuple(work.orders))


def _check_books(after: Room, rules: Tournament) -> None:
    """Raise `ChipsLost` unless all chips, money and bounties are accounted for."""
    if after.chips != after.issued - after.removed:
        raise ChipsLost(f"{after.chips} chips, and {after.issued - after.removed} in the books")
    lost, worth = "", 0
    if rules.cash is not None:
        lost = imbalance(after.cash, after.chips, after.issued, after.removed)
        worth = rules.cash.worth * after.chips
    if after.money.accounts or worth:
        lost = lost or money_lost(after.money, worth)
    if lost := lost or heads_lost(after.heads):
        raise ChipsLost(lost)


def _let_happen(work: Work, said: RoomInput) -> None:
    if cashier.take(work, said):
        return
    if work.rules.cash is not None:
        _ALSO_IN_CASH_GAMES.get(type(said), buy_ins_and_cash_outs.take)(work, said)
        waiting_list.look(work)
        return
    do = _TAKEN.get(type(said))
    if do is None:
        raise Refused("no-cash-here")
    do(work, said)
    tables_hand_for_hand.leave_behind(work)
    breaks_and_levels.look(work)
    days.look(work)
    satellite.look(work)


def _seats_may_move(work: Work, said: RoomInput) -> bool:
    """Return whether moves between tables must be planned again after an input.

    This is true for most inputs. After one that usually changes no seat, such as a hand, a sale of
    chips or a tick of the clock, it is true only if a seat has changed, an earlier order was
    refused, or there are proposed moves. In a house where a short table plays on until an empty
    seat affects its blinds, it is true after every hand. After a refused order, it is false.
    """
    if isinstance(said, i.OrderRefused):
        work.change(replan=True)
        return False
    plain = isinstance(
        said,
        i.HandReported | i.StreetEnded | i.TableHeld | i.ClockTicked | i.ChipsBought | r.BetBehind,
    )
    if isinstance(said, i.HandReported) and work.rules.balancing.halt_when.value != "short":
        return True
    return not plain or work.seats_changed or work.room.replan or bool(work.room.proposals)


def _left(work: Work, said: i.PlayerLeft) -> None:
    move = next((one for one in work.room.moves if one.order == said.order), None)
    seated = work.room.players.get(said.player)
    moving.left(work, said)
    if seated is not None:
        unpaid_rebuys.resume(work, seated)
    if move is not None:
        results.nobody_plays(work, move.source.table)


def _refused(work: Work, said: i.OrderRefused) -> None:
    if any(one.order == said.order for one in work.room.taking):
        chips_out_of_play.refused(work, said)
    elif said.kind == "deal-one":
        tables_hand_for_hand.not_dealt(work, said.table)
    elif said.kind == "give-chips":
        rebuys_and_add_ons.not_given(work, said)
    else:
        refused_orders.refused(work, said)


def _open(work: Work, said: i.TableOpened) -> None:
    known = work.room.tables.get(said.table)
    refuse_if(known is not None and not known.closed, "table-is-there")
    refuse_if(not 2 <= said.seats <= 10 or said.table < 1, "no-such-table")
    most = work.rules.seating.most_seats.value
    refuse_if(most and said.seats > most, "too-many-seats")
    table = Table(said.table, said.seats, frozenset(said.ears), shoe=said.shoe)
    if known is not None:  # a table that broke and is back: its hand numbers continue
        table = msgspec.structs.replace(
            table, hand=known.hand, silent=known.silent, silent_since=known.silent_since
        )
    work.change(tables=dict(sorted({**work.room.tables, said.table: table}.items())))
    work.order(OpenTable, said.table)
    if work.room.started:
        work.tell_level(said.table)
    else:
        work.order(HoldTable, said.table, name=breaks_and_levels.START, clock_runs=False)
    if work.room.seated(said.table):  # a redraw closed it, but it kept a player and its hold
        work.order(ReleaseTable, said.table, name=redraw.NAME)
    breaks_and_levels.hold_like_the_others(work, said.table)


def _enter(work: Work, said: i.PlayerEntered) -> None:
    entering.enter_player(work, said)
    satellite.ticket(work, said)


def _release(work: Work, said: i.RoomReleased) -> None:
    if said.name == tables_hand_for_hand.NAME and work.room.synchronised is not None:
        tables_hand_for_hand.stop(work)
        return
    days.goes_on(work, said)
    breaks_and_levels.release_room(work, said.name)


def _heard(work: Work, said: i.TableHeard) -> None:
    work.put_table(said.table, silent=not said.heard, silent_since=work.room.at)


def _held(work: Work, said: i.TableHeld) -> None:
    work.table(said.table)
    tables_hand_for_hand.table_held(work, said.table)
    days.table_held(work, said.table)


def _hand(work: Work, said: i.HandReported) -> None:
    newer = said.hand > work.table(said.table).hand
    outs = results.hand_reported(work, said)
    if not newer:
        tables_hand_for_hand.hand_ended_again(work, outs)
    elif work.room.tables[said.table].hand == said.hand:
        results.played_on(work, said.table)
        temporary_notices.hand_over(work, said.table)
        mixed_games.hand_over(work, said.table)
        # Hand for hand: the places of one round are assigned when all tables have finished it.
        tables_hand_for_hand.hand_ended(work, said.table, outs)
    else:
        # Its chips differ from the books, but the table has finished its hand and waits.
        tables_hand_for_hand.hand_ended(work, said.table, [])


Take = Callable[[Work, Any], None]
_TAKEN: Final[dict[type[RoomInput], Take]] = {
    i.TableOpened: _open,
    i.PlayerEntered: _enter,
    i.SeatsDrawn: entering.draw_seats,
    i.PlayerSeated: entering.seat_player,
    i.SeatCardDrawn: entering.seat_by_card,
    i.PlayStarted: lambda work, _: entering.start_play(work),
    i.StackUnsold: unsold.put,
    i.StackCounted: unsold.counted,
    i.PrizesPosted: decisions.post,
    i.TournamentCancelled: decisions.cancel,
    i.DeckChanged: decisions.change_deck,
    r.EntryRefunded: decisions.refund,
    i.PrizesShared: agreed_deals.share,
    DealProposed: agreed_deals.propose,
    DealAnswered: agreed_deals.answer,
    HeadDecided: bounties.take,
    EnvelopeDrawn: bounties.take,
    r.AddOnForAll: rebuys_and_add_ons.add_on,
    r.BonusGiven: rebuys_and_add_ons.bonus,
    DayEnds: days.by_the_director,
    StackBagged: days.close_bag,
    BagsBrought: days.bring,
    BagOpened: days.open_bag,
    LastSeatsDecided: satellite.decide,
    GameSet: mixed_games.set_game,
    GameChosen: mixed_games.choose,
    d.ClockDelegated: breaks_and_levels.delegate,
    d.OffenceReported: conduct.report,
    d.ReportDismissed: lambda work, said: conduct.close_report(work, said.player),
    r.RebuyAnnounced: unpaid_rebuys.announce,
    r.RebuyPaid: unpaid_rebuys.pay,
    r.BetBehind: unpaid_rebuys.bet,
    i.ClockTicked: lambda _work, _said: None,
    i.RoomHeld: lambda work, said: breaks_and_levels.hold_room(work, said.name, said.clock_runs),
    i.RoomReleased: _release,
    i.RedrawAsked: lambda work, said: redraw.by_the_director(work, said.cards),
    i.HandForHand: tables_hand_for_hand.by_the_floor,
    i.SmallChipsCounted: colour_ups.count,
    i.SmallChipsFound: colour_ups.found_later,
    d.ColourUpAsked: colour_ups.exchange,
    StackShort: chips_out_of_play.short,
    ChipsFound: chips_out_of_play.found,
    SatWrongly: wrong_seats.exchange,
    ChipsTaken: chips_out_of_play.taken,
    i.ConductNoted: conduct.note,
    i.AppealMade: conduct.appeal,
    i.AppealDecided: conduct.decide,
    i.PlayerReadmitted: conduct.readmit,
    i.PlayerRemoved: results.remove,
    i.PlayerMoved: moving.move_by_hand,
    i.MoveAnswered: moving.answered,
    i.MoveCalledOff: moving.called_off,
    i.ChipsBought: rebuys_and_add_ons.buy_chips,
    i.LevelJumped: lambda work, said: breaks_and_levels.jump(work, said.index),
    ClockMoved: lambda work, said: breaks_and_levels.move(work, longer=said.longer),
    ClockUndone: lambda work, _: breaks_and_levels.undo(work),
    DeedUndone: undoing.undo,
    i.HandReported: _hand,
    i.PlayerLeft: _left,
    i.PlayerArrived: moving.arrived,
    i.PlayerStays: moving.stays,
    i.OrderRefused: _refused,
    i.TableHeard: _heard,
    i.StreetEnded: lambda work, said: tables_hand_for_hand.street_over(work, said.table),
    i.TableHeld: _held,
}
"""The function that processes each input to a tournament; inputs not listed are for cash games
only."""

_ALSO_IN_CASH_GAMES: Final[dict[type[RoomInput], Take]] = {
    kind: _TAKEN[kind]
    for kind in (
        i.TableOpened, i.ConductNoted, i.AppealMade, i.AppealDecided, i.PlayerReadmitted,
        i.PlayerRemoved, GameSet, GameChosen, i.RoomHeld, i.RoomReleased,
    )
}  # fmt: skip
"""The inputs that a cash game processes just as a tournament does.

`buy_ins_and_cash_outs.take` processes all other inputs."""
