"""Keys and knocks: what a seat announces, and what it declares that no antenna sees."""

from msgspec.structs import replace

from controller.contract.observations import Declared, Knocked
from controller.contract.public import Action, ActionRefused, FloorCalled
from controller.houses.model import House
from controller.table.actions import act
from controller.table.bets import put_in, reading
from controller.table.betting import Legal, legal, to_call
from controller.table.board import as_if_dealt
from controller.table.cards import play_begins, resume
from controller.table.clock import call_clock
from controller.table.early import acted_early
from controller.table.floor_called import floor_called
from controller.table.hands import start_hand, stopped
from controller.table.irregular import found
from controller.table.positions import dealer_of, next_positions
from controller.table.presence import mark_back
from controller.table.rulings import active, agree, is_unsensed, progress, stops_play, tick
from controller.table.seen import away, declared_seen, off_table, phone, shown
from controller.table.state import Out, Table

_ACTIONS = {"fold", "check", "call", "bet", "raise", "all-in"}


def declared(table: Table, said: Declared, house: House, out: Out) -> Table:
    """Take a key of a seat; seat 0 is the table's own button that calls the floor."""
    if not said.seat and said.what == "floor":
        out.say(FloorCalled(0, said.target))
        return table
    if not 1 <= said.seat < len(table.seats):
        return table
    if said.what in _ACTIONS:
        if table.seats[said.seat].absent and said.what != "fold":
            # Who bets, calls or checks is there; a fold may be somebody else's help.
            table = mark_back(table, said.seat, out)[0]
        if table.hand is not None and table.hand.phase == "dealing":
            table = play_begins(table, house, out)
        if table.rulings:
            table = _act_anyway(table, house, out)
            if stops_play(table):
                out.say(ActionRefused(said.seat, said.what, "ruling-open"))
                return table
        return _action(table, said, house, out)
    match said.what:
        case "seen":
            return declared_seen(table, said, house, out)
        case "off-table":
            return off_table(table, said, house, out)
        case "shown":
            return shown(table, said, house, out)
        case "phone":
            return phone(table, said.seat, house, out)
        case "time":
            return call_clock(table, house, out, said.seat, _target(said) or said.seat)
        case "agree":
            return agree(table, said.seat, house, out, resume)
        case "done":
            return _done(table, said.seat, house, out)
        case "away":
            return away(table, said.seat, house, out)
        case "back":
            return mark_back(table, said.seat, out)[0]
        case "floor":
            return floor_called(table, said, house, out)
        case _:
            return table


def _act_anyway(table: Table, house: House, out: Out) -> Table:
    """Let a mended street stand where the house says so once somebody has acted on it."""
    if not stops_play(table):
        return table
    return progress(as_if_dealt(table, house, out), house, out, resume)


def _target(said: Declared) -> int:
    return int(said.target) if said.target.isdigit() else 0


def _done(table: Table, seat: int, house: House, out: Out) -> Table:
    """Start the hand when who deals it says that the shuffle is done."""
    ruling = active(table)
    if ruling is not None and ruling.step is not None and is_unsensed(table, ruling.step):
        return tick(table, house, out, resume)
    why = stopped(table)
    if why == "deck-fouled":
        out.say(ActionRefused(seat, "done", why))
    positions = None if why else next_positions(table, house)
    if positions is None:
        return table
    if seat == dealer_of(table, house, positions):
        return start_hand(table, house, out, positions)
    out.say(ActionRefused(seat, "done", "not-the-dealer"))
    return table


def knocked(table: Table, heard: Knocked, house: House, out: Out) -> Table:
    """Take several knocks: a check, and facing a bet what the house makes of it."""
    hand = table.hand
    if heard.count < 2 or hand is None or hand.phase != "betting" or stops_play(table):
        return table
    if hand.turn != heard.seat:
        return acted_early(table, house, out, heard.seat, "check", 0)
    if legal(table, hand, house, heard.seat).check:
        return act(table, house, out, heard.seat, "check")
    if house.betting.knock_facing_bet.value == "fold":
        return act(table, house, out, heard.seat, "fold")
    out.say(ActionRefused(heard.seat, "knock", "bet-to-call"))
    return table


def _action(table: Table, said: Declared, house: House, out: Out) -> Table:
    hand = table.hand
    seat = said.seat
    if hand is None or hand.phase != "betting":
        out.say(ActionRefused(seat, said.what, "no-betting"))
        return table
    if hand.turn != seat:
        return acted_early(table, house, out, seat, said.what, said.amount)
    if said.what == "fold":
        return act(table, house, out, seat, "fold")
    if said.what in {"check", "call"}:
        cost = to_call(table, hand, seat)
        if not cost:
            return act(table, house, out, seat, "check")
        if said.what == "call":
            return act(table, house, out, seat, "call", hand.bets[seat] + cost)
        out.say(ActionRefused(seat, "check", "bet-to-call"))
        return table
    may = legal(table, hand, house, seat)
    raising: Action = Action.BET if may.opens else Action.RAISE
    match said.what:
        case "all-in":
            whole = hand.bets[seat] + table.seats[seat].stack
            if may.call is not None and (
                whole <= may.call or (may.most is None and may.all_in is None)
            ):
                return act(table, house, out, seat, "call", min(may.call, whole))
            if may.most is not None and whole > may.most:
                return act(table, house, out, seat, raising, may.most)
            if may.most is None and may.all_in is None:
                out.say(ActionRefused(seat, "all-in", "may-not-raise"))
                return table
            return act(table, house, out, seat, raising, whole)
        case _:
            return _raise(table, said, may, house, out, raising)


def _raise(
    table: Table, said: Declared, may: Legal, house: House, out: Out, raising: Action
) -> Table:
    hand = table.hand
    assert hand is not None
    if may.least is None and may.all_in is None:
        out.say(ActionRefused(said.seat, said.what, "may-not-raise"))
        return table
    if not said.amount:
        return replace(table, hand=replace(hand, announced=raising))
    to = put_in(may, said.amount)
    if to is None or (may.call is not None and to <= may.call):
        return _raise_wrong(table, said, may, house, out)
    return act(table, house, out, said.seat, raising, to)


def _raise_wrong(table: Table, said: Declared, may: Legal, house: House, out: Out) -> Table:
    """Read an announced amount that is no legal bet or raise."""
    if may.least is not None and said.amount < may.least:
        kind = "bet.short" if may.opens else "bet.short-raise"
        table, remedy = found(table, house, out, kind, seat=said.seat, tags={"announced"})
        return reading(table, remedy, may, house, out, said.seat, said.amount)
    if may.multiple and said.amount <= (may.most or 0):
        return found(table, house, out, "bet.not-multiple", seat=said.seat, tags={"announced"})[0]
    out.say(ActionRefused(said.seat, said.what, "too-much"))
    return table
