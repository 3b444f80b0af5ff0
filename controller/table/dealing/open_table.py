"""Opening and closing a table on orders from its card room, and changing the chips in play there.

Each function returns the id of the reason why the order can't be carried out, or "".
"""

from msgspec.structs import replace

from controller.contract import commands as c
from controller.contract.public import ChipsColoured, StackChange, TableClosed, TableOpened
from controller.houses.model import house_hash
from controller.table.between_hands.holds import PAUSE, in_force, release
from controller.table.dealing.tagged_button import put_button
from controller.table.state import Play


def open_table(play: Play, command: c.OpenTable) -> str:
    """Open the table for a tournament; return the id of the reason if that is not possible, or "".

    The card room that sends the command must use exactly the same house rules as the table.
    """
    table, house = play.table, play.house
    if play.hand.running:
        return "hand-running"
    if (command.house, command.house_hash) != (house.name, house_hash(house)):
        return "wrong-house"
    if not command.tournament:
        return "bad-tournament"
    if not 0 <= command.button < len(table.seats):
        return "no-such-seat"
    if command.tournament != table.at_rest.tournament and any(seat.taken for seat in table.seats):
        return "seats-taken"
    chips = _chips(command.denominations) or table.at_rest.denominations
    if command.denominations and not chips:
        return "bad-amount"
    play.say(TableOpened(command.tournament, house.name, chips, command.button))
    if command.tournament != table.at_rest.tournament:
        _forget_last(play)
    play.rest(tournament=command.tournament, closed=False, languages=command.languages)
    if chips:
        _play_with(play, chips)
    if command.button:
        put_button(play, command.button)
    return ""


def _forget_last(play: Play) -> None:
    """Drop the holds and the level clock of the table's last tournament, but not the floor's pause.

    The room may have ended that tournament during a break or another hold.
    """
    play.time(level_clock=None)
    for one in in_force(play.table):
        if one.hold != PAUSE:
            release(play, one.hold)


def close_table(play: Play) -> str:
    """Close the table, and return ""; if a hand is running, only return `hand-running`.

    No more hands are dealt. All holds, the level clock and pending seat changes are dropped. The
    only notices that remain are those to players who have already left their seats here.
    """
    if play.hand.running:
        return "hand-running"
    table = play.table
    play.say(TableClosed(table.at_rest.tournament))
    told = tuple([one for one in table.at_rest.notices if one.name])
    play.rest(closed=True, holds=(), notices=told, leaving=(), coming=())
    play.table = replace(play.table, paused=False)
    play.time(level_clock=None)
    return ""


def color_up(play: Play, command: c.ColorUp) -> str:
    """Take small chips out of play and set the new stacks.

    Returns the id of the reason why this can't be done, or "". Nothing is changed if any stack
    differs from the one stated in the command, because the new stacks were calculated from it. A
    stack includes the chips that its player bought during the last hand.
    """
    table = play.table
    if play.hand.running:
        return "hand-running"
    chips = _chips(command.denominations)
    after = {one.seat: one.after for one in command.stacks}
    if not chips or len(after) < len(command.stacks):
        return "bad-amount"
    if any(not 1 <= seat < len(table.seats) for seat in after):
        return "no-such-seat"
    owned = [seat.stack + seat.rebuy for seat in table.seats]
    if any(one.before != owned[one.seat] for one in command.stacks):
        return "stacks-differ"
    stacks = [after.get(n, stack) for n, stack in enumerate(owned)]
    if any(stack < 0 or stack % chips[-1] for stack in stacks):
        return "bad-amount"
    told = tuple([StackChange(one.seat, one.before, one.after) for one in command.stacks])
    play.say(ChipsColoured(chips, told))
    seats = tuple(
        replace(seat, stack=after[n], rebuy=0) if n in after else seat
        for n, seat in enumerate(table.seats)
    )
    play.table = replace(table, seats=seats, past=())
    _play_with(play, chips)
    return ""


def _play_with(play: Play, chips: tuple[int, ...]) -> None:
    """Record the denominations of the chips in play from now on, given in descending order."""
    play.rest(denominations=chips)
    fittings = replace(play.table.fittings, unit=chips[-1])
    play.table = replace(play.table, fittings=fittings)


def _chips(denominations: tuple[int, ...]) -> tuple[int, ...]:
    """Return the denominations in descending order, or () if any is zero or less."""
    chips = tuple(sorted(set(denominations), reverse=True))
    return chips if chips and chips[-1] > 0 else ()
