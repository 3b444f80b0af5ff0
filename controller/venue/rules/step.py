"""One step of a room: from one input to the room's next state, the events and the orders to tables.

All functions are pure. Every step conserves chips: the players' chips always equal the chips issued
less those that left play.
"""

from typing import assert_never

import msgspec

from controller.contract.errors import TapisError
from controller.contract.venue import inputs as i
from controller.contract.venue.cash_game.cash import BoughtIn, CashedOut, DayBegan
from controller.contract.venue.cash_game.waiting import (
    CallAnswered,
    ComingSaid,
    ListJoined,
    ListLeft,
    SeatCalled,
    TableFeeds,
)
from controller.contract.venue.floor.chips import ChipsFound, ChipsTaken, SatWrongly, StackShort
from controller.contract.venue.floor.clock import ClockMoved, ClockUndone
from controller.contract.venue.floor.direction import (
    ClockDelegated,
    ColourUpAsked,
    OffenceReported,
    ReportDismissed,
)
from controller.contract.venue.floor.undoing import DeedUndone
from controller.contract.venue.kinds import RoomEvent, RoomOrder
from controller.contract.venue.outputs import HoldTable, OpenTable
from controller.contract.venue.prizes.bounties import EnvelopeDrawn, HeadDecided
from controller.contract.venue.prizes.deals import DealAnswered, DealProposed
from controller.contract.venue.prizes.money import BankClosed, BankOpened, MoneyApproved, PaidOut
from controller.contract.venue.prizes.registration import (
    AddOnForAll,
    BetBehind,
    BonusGiven,
    EntryRefunded,
    RebuyAnnounced,
    RebuyPaid,
)
from controller.contract.venue.tournament_formats.days import (
    BagOpened,
    BagsBrought,
    DayEnds,
    StackBagged,
)
from controller.contract.venue.tournament_formats.games import GameChosen, GameSet
from controller.contract.venue.tournament_formats.satellites import LastSeatsDecided
from controller.venue.rules import mixed
from controller.venue.rules.books import temporary_notices
from controller.venue.rules.books.bounty_books import heads_lost
from controller.venue.rules.books.cash_books import imbalance
from controller.venue.rules.books.money_books import money_lost
from controller.venue.rules.books.room import Room, Table
from controller.venue.rules.books.work import Refused, Work
from controller.venue.rules.calculations.levels import sheet
from controller.venue.rules.cash_game import cash, cash_list
from controller.venue.rules.evening import (
    chips_out_of_play,
    conduct,
    days,
    decisions,
    entering,
    results,
    satellite,
    staffing,
    tables_hand_for_hand,
    timing,
    undoing,
    unpaid_rebuys,
)
from controller.venue.rules.prizes import agreed_deals, bounties, money
from controller.venue.rules.seating import colouring, moving, redraw, unsold
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
    """A step would have created or lost chips, money or bounties, and has been discarded.

    This is always a bug.
    """


def new_room(rules: Tournament) -> Room:
    """Return an empty room with the levels from a tournament file."""
    levels = sheet(rules.start.levels.value, rules.start.games.value)
    room = Room(levels=mixed.spread(levels, rules.mixed))
    # A cash game has no start: players may play as soon as they come.
    return room if rules.cash is None else msgspec.structs.replace(room, started=True)


def step(room: Room, said: i.AnyRoomInput, rules: Tournament) -> Step:
    """Return the result of an input; raises `ChipsLost` if chips would be created or lost."""
    before = msgspec.structs.replace(room, n=room.n + 1, at=max(room.at, said.at))
    work = Work(before, rules)
    try:
        if money.needs_a_second(work, said):
            _let_happen(Work(before, rules), said)  # refuse impossible input before anybody waits
        paid = money.first(work, said)
        if paid is not None:
            _let_happen(work, paid)
            money.book(work, paid, work.events)
        if rules.cash is None and _plays(work.room):
            # Free seats go to waiting players before anybody has to move there.
            entering.seat_alternates(work)
            if _seats_may_move(work, said):
                work.change(replan=False)
                moving.move_whoever_must(work)
                colouring.look_whether_over(work)
            tables_hand_for_hand.look(work, _paid_places(work))
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


def _paid_places(work: Work) -> int:
    """Return the number of paid places, or of seats to win in a satellite; 0 if not known yet."""
    rules, room = work.rules, work.room
    return satellite.seats_of(rules, room) or rules.results.prizes.value or len(room.shares)


def _check_books(after: Room, rules: Tournament) -> None:
    """Raise `ChipsLost` unless all chips, money and bounties are accounted for."""
    if after.chips != after.issued - after.removed:
        raise ChipsLost(f"{after.chips} chips, and {after.issued - after.removed} in the books")
    if rules.cash is not None:
        books = imbalance(after.cash, after.chips, after.issued, after.removed)
        if books:
            raise ChipsLost(books)
    worth = rules.cash.worth * after.chips if rules.cash is not None else 0
    lost = money_lost(after.money, worth) if after.money.accounts or worth else ""
    lost = lost or heads_lost(after.heads)
    if lost:
        raise ChipsLost(lost)


def _plays(room: Room) -> bool:
    """Return whether a tournament has started, has not ended, and is not ending its day."""
    return room.started and not room.ended and not room.day.ending


def _let_happen(work: Work, said: i.AnyRoomInput) -> None:
    if money.take(work, said):
        return
    if work.rules.cash is not None:
        _happen_to_cash(work, said)
        cash_list.look(work)
    else:
        _happen(work, said)
        timing.look(work)
        days.look(work)
        satellite.look(work)


def _seats_may_move(work: Work, said: i.AnyRoomInput) -> bool:
    """Return whether moves between tables must be planned again after an input.

    Most inputs require it. A hand, a sale of chips or a tick of the clock does so only if a seat
    has changed, or if a move was refused or waits for the floor. In a house where a short table
    plays on until an empty seat affects its blinds, every hand requires it. A refused order does
    not require it at once, but makes the next input require it.
    """
    if isinstance(said, i.OrderRefused):
        work.change(replan=True)
        return False
    plain = isinstance(
        said,
        i.HandReported | i.StreetEnded | i.TableHeld | i.ClockTicked | i.ChipsBought | BetBehind,
    )
    if isinstance(said, i.HandReported) and work.rules.balancing.halt_when.value != "short":
        return True
    return not plain or work.seats_changed or work.room.replan or bool(work.room.proposals)


def _happen_to_cash(work: Work, said: i.AnyRoomInput) -> None:
    """Apply an input to a cash game; conduct and tables are handled as in a tournament."""
    match said:
        case i.TableOpened():
            _open(work, said)
        case i.ConductNoted() | i.AppealMade() | i.AppealDecided() | i.PlayerReadmitted():
            conduct.take(work, said)
        case i.PlayerRemoved():
            results.remove(work, said)
        case GameSet() | GameChosen():
            mixed.take(work, said)
        case i.RoomHeld():
            timing.hold_room(work, said.name, said.clock_runs)
        case i.RoomReleased():
            timing.release_room(work, said.name)
        case _:
            cash.take(work, said)


def _happen(work: Work, said: i.AnyRoomInput) -> None:
    match said:
        case i.TableOpened():
            _open(work, said)
        case (
            i.PlayerEntered()
            | i.SeatsDrawn()
            | i.PlayerSeated()
            | i.PlayStarted()
            | i.SeatCardDrawn()
        ):
            _enter(work, said)
        case i.StackUnsold() | i.StackCounted():
            unsold.lie(work, said)
        case (
            i.PrizesPosted() | i.PrizesShared() | i.TournamentCancelled() | i.DeckChanged()
            | EntryRefunded() | HeadDecided() | EnvelopeDrawn()
            | DealProposed() | DealAnswered() | AddOnForAll() | BonusGiven()
        ):  # fmt: skip
            decisions.take(work, said)
        case (
            DayEnds() | StackBagged() | BagsBrought() | BagOpened() | LastSeatsDecided()
            | GameSet() | GameChosen()
        ):  # fmt: skip
            _event(work, said)
        case ClockDelegated() | OffenceReported() | ReportDismissed():
            staffing.take(work, said)
        case RebuyAnnounced() | RebuyPaid() | BetBehind():
            unpaid_rebuys.take(work, said)
        case i.ClockTicked():
            pass
        case i.RoomHeld() | i.RoomReleased():
            _hold(work, said)
        case i.RedrawAsked():
            redraw.by_the_director(work, said.cards)
        case i.HandForHand():
            tables_hand_for_hand.by_the_floor(work, said)
        case (
            i.SmallChipsCounted() | i.SmallChipsFound() | ColourUpAsked() | StackShort()
            | ChipsFound() | SatWrongly() | ChipsTaken()
        ):  # fmt: skip
            _chips(work, said)
        case i.ConductNoted() | i.AppealMade() | i.AppealDecided() | i.PlayerReadmitted():
            conduct.take(work, said)
        case i.PlayerRemoved():
            results.remove(work, said)
        case i.PlayerMoved() | i.MoveAnswered() | i.MoveCalledOff():
            _move(work, said)
        case i.ChipsBought():
            results.buy_chips(work, said)
        case i.LevelJumped() | ClockMoved() | ClockUndone() | DeedUndone():
            _set(work, said)
        case (
            i.HandReported() | i.PlayerLeft() | i.PlayerArrived() | i.OrderRefused()
            | i.TableHeard() | i.StreetEnded() | i.TableHeld() | i.PlayerStays()
        ):  # fmt: skip
            _report(work, said)
        case (
            BoughtIn() | CashedOut() | DayBegan() | ListJoined() | ListLeft() | SeatCalled()
            | CallAnswered() | TableFeeds() | ComingSaid()
            | BankOpened() | BankClosed() | PaidOut() | MoneyApproved()
        ):  # fmt: skip
            raise Refused("no-cash-here")
        case _:
            assert_never(said)


Chips = (
    i.SmallChipsCounted | i.SmallChipsFound | ColourUpAsked | StackShort | ChipsFound | SatWrongly
    | ChipsTaken
)  # fmt: skip


def _chips(work: Work, said: Chips) -> None:
    """Process a change to a player's chips outside a hand, such as a colour-up."""
    if isinstance(said, i.SmallChipsCounted | i.SmallChipsFound | ColourUpAsked):
        colouring.take(work, said)
    else:
        chips_out_of_play.take(work, said)


Report = (
    i.HandReported | i.PlayerLeft | i.PlayerArrived | i.OrderRefused | i.TableHeard | i.TableHeld
    | i.StreetEnded | i.PlayerStays
)  # fmt: skip


def _hold(work: Work, said: i.RoomHeld | i.RoomReleased) -> None:
    if isinstance(said, i.RoomHeld):
        timing.hold_room(work, said.name, said.clock_runs)
        return
    days.goes_on(work, said)
    timing.release_room(work, said.name)


AnyOfEvent = (
    DayEnds | StackBagged | BagsBrought | BagOpened | LastSeatsDecided | GameSet | GameChosen
)  # fmt: skip


def _event(work: Work, said: AnyOfEvent) -> None:
    """Process an input about an event over several days, a satellite's seats or a mixed game."""
    if isinstance(said, GameSet | GameChosen):
        mixed.take(work, said)
    elif isinstance(said, LastSeatsDecided):
        satellite.decide(work, said)
    else:
        days.take(work, said)


def _move(work: Work, said: i.PlayerMoved | i.MoveAnswered | i.MoveCalledOff) -> None:
    match said:
        case i.PlayerMoved():
            moving.move_by_hand(work, said)
        case i.MoveAnswered():
            moving.answered(work, said)
        case i.MoveCalledOff():
            moving.called_off(work, said)


def _set(work: Work, said: i.LevelJumped | ClockMoved | ClockUndone | DeedUndone) -> None:
    """Change the clock, or undo a staff action."""
    match said:
        case i.LevelJumped():
            timing.jump(work, said.index)
        case ClockMoved():
            timing.move(work, longer=said.longer)
        case ClockUndone():
            timing.undo(work)
        case DeedUndone():
            undoing.undo(work, said)


def _report(work: Work, said: Report) -> None:
    """Process a report from a table, such as a finished hand or a player's departure."""
    match said:
        case i.HandReported():
            _hand(work, said)
        case i.PlayerLeft():
            _left(work, said)
        case i.PlayerArrived():
            moving.arrived(work, said)
        case i.PlayerStays():
            moving.stays(work, said)
        case i.OrderRefused():
            _refused(work, said)
        case i.TableHeard():
            work.table(said.table)
            work.put_table(said.table, silent=not said.heard)
        case i.StreetEnded():
            work.table(said.table)
            tables_hand_for_hand.street_over(work, said.table)
        case i.TableHeld():
            work.table(said.table)
            tables_hand_for_hand.table_held(work, said.table)
            days.table_held(work, said.table)


def _left(work: Work, said: i.PlayerLeft) -> None:
    move = next((one for one in work.room.moves if one.order == said.order), None)
    moving.left(work, said)
    if move is not None:
        results.nobody_plays(work, move.source.table)


def _refused(work: Work, said: i.OrderRefused) -> None:
    if any(one.order == said.order for one in work.room.taking):
        chips_out_of_play.refused(work, said)
    else:
        moving.refused(work, said)


def _open(work: Work, said: i.TableOpened) -> None:
    known = work.room.tables.get(said.table)
    if known is not None and not known.closed:
        raise Refused("table-is-there")
    if not 2 <= said.seats <= 10 or said.table < 1:
        raise Refused("no-such-table")
    most = work.rules.seating.most_seats.value
    if most and said.seats > most:
        raise Refused("too-many-seats")
    table = Table(said.table, said.seats, frozenset(said.ears), shoe=said.shoe)
    if known is not None:  # a table that broke and is back: its hand numbers continue
        table = msgspec.structs.replace(table, hand=known.hand, silent=known.silent)
    work.change(tables=dict(sorted({**work.room.tables, said.table: table}.items())))
    work.order(OpenTable, said.table)
    if work.room.started:
        timing.tell_level(work, said.table)
    else:
        work.order(HoldTable, said.table, name=timing.START, clock_runs=False)
    timing.hold_like_the_others(work, said.table)


def _enter(
    work: Work,
    said: i.PlayerEntered | i.SeatsDrawn | i.PlayerSeated | i.PlayStarted | i.SeatCardDrawn,
) -> None:
    match said:
        case i.PlayerEntered():
            entering.enter_player(work, said)
            satellite.ticket(work, said)
        case i.SeatsDrawn():
            entering.draw_seats(work, said)
        case i.PlayerSeated():
            entering.seat_player(work, said)
        case i.SeatCardDrawn():
            entering.seat_by_card(work, said)
        case i.PlayStarted():
            entering.start_play(work)


def _hand(work: Work, said: i.HandReported) -> None:
    newer = said.hand > work.table(said.table).hand
    outs = results.hand_reported(work, said)
    if not newer:
        tables_hand_for_hand.hand_ended_again(work, outs)
    elif work.room.tables[said.table].hand == said.hand:
        results.played_on(work, said.table)
        temporary_notices.hand_over(work, said.table)
        mixed.hand_over(work, said.table)
        # Hand for hand: the places of one round are assigned when all tables have finished it.
        tables_hand_for_hand.hand_ended(work, said.table, outs)
