"""Colour-ups: every table takes small chips out of play once the blinds no longer need them.

The blind structure determines when this happens, and the house's rules determine how. Each player's
small chips are counted by hand; a count that does not fit the player's stack is refused.
"""

from itertools import chain

import msgspec

from controller.contract.rules import NoticeText
from controller.contract.venue import outputs as o
from controller.contract.venue.floor.chips import ChipsTurnedUp
from controller.contract.venue.floor.direction import ColourUpAsked, ColourUpTold
from controller.contract.venue.inputs import OrderRefused, SmallChipsCounted, SmallChipsFound
from controller.venue.rules.books import temporary_notices
from controller.venue.rules.books.deeds import Deed, Taking
from controller.venue.rules.books.room import Coloured, Colouring, Moving
from controller.venue.rules.books.work import Refused, Work, needed, refuse_if
from controller.venue.rules.calculations.button import cards_for
from controller.venue.rules.calculations.chip_race import Exchanged, colour_up, odd_chips, unused
from controller.venue.rules.calculations.seat_draw import Numbers

NAME = "colour-up"
"""The name of the hold that stops tables from dealing while small chips are counted."""


def exchange(work: Work, said: ColourUpAsked) -> None:
    """Tell the named players to exchange chips for larger ones; odd chips stay in play.

    Stacks keep their value, so nothing leaves play. Each player sees the notice at their own table.
    """
    rule, room = work.rules.colour_up.any_time, work.room
    refuse_if(not rule.value, "no-colour-up")
    values = set(work.values).difference(room.chips_gone)
    if {said.chip, said.into} - values or said.into <= said.chip or said.into % said.chip:
        raise Refused("no-such-chip")
    seats = [work.player(name).seat for name in said.players]
    refuse_if(not seats or len(set(said.players)) < len(seats), "nobody-sits-there")
    for seat in seats:
        temporary_notices.tell(work, needed(seat, "not-seated"), NoticeText.COLOUR_UP_NOW)
    work.say(ColourUpTold(said.players, said.chip, said.into, rule.article))


def look(work: Work) -> None:
    """Begin a colour-up if no later level needs the smallest chips any more.

    A colour-up in progress is cancelled if no table has exchanged these chips yet, and the clock
    has been set back to a level that needs them.
    """
    room, now = work.room, work.room.colouring
    if now is None:
        _begin(work)
    elif not _not_needed(work) and all(one.chip != now.chip for one in room.coloured):
        work.change(colouring=None)
        if work.rules.colour_up.together.value:
            work.order_all(o.ReleaseTable, (*now.tables, *now.waits), name=NAME)


def _not_needed(work: Work, *exchanged: int) -> int:
    """Return the smallest chip in play if no later level needs it, otherwise 0.

    `exchanged` are chips that count as no longer in play.
    """
    room = work.room
    values = [one for one in work.values if one not in (*room.chips_gone, *exchanged)]
    to_come = room.levels[room.clock.at :]
    amounts = [(one.small_blind, one.big_blind, one.ante) for one in to_come]
    return unused(values, chain.from_iterable(amounts))


def _begin(work: Work, held: tuple[int, ...] = ()) -> None:
    """Begin a colour-up if one is due; tables `held` since the last one play on if none is."""
    room, rule = work.room, work.rules.colour_up
    small = _not_needed(work)
    tables = tuple(room.occupied) if small and len(room.left) > 1 else ()
    if rule.together.value:
        work.order_all(o.HoldTable, [one for one in tables if one not in held], name=NAME)
        work.order_all(o.ReleaseTable, [one for one in held if one not in tables], name=NAME)
    if tables:
        gone = room.chips_gone
        into = min(value for value in work.values if value > small and value not in gone)
        work.change(colouring=Colouring(small, into, tables))
        work.say(o.ColourUpDue(small, into, rule.method.article))


def follow(work: Work, move: Moving) -> None:
    """Add a player's new table to the colour-up if the old one has not exchanged its chips yet."""
    now = work.room.colouring
    if now is not None and move.source.table in now.tables:
        _count_too(work, move.target.table)


def brought_back(work: Work, deed: Deed, table: int) -> None:
    """Have a table counted again if a player is back there with chips that are being exchanged.

    `deed` is their removal. They have such chips unless their table had exchanged its chips before.
    """
    now = work.room.colouring
    if now is None or deed.seat is None:
        return
    rows = [
        int(one.order.partition(".")[0]) for one in work.room.coloured
        if (one.table, one.chip) == (deed.seat.table, now.chip)
    ]  # fmt: skip
    if all(row > deed.n for row in rows):
        _count_too(work, table)


def _count_too(work: Work, table: int) -> None:
    """Add a table to those that have not exchanged their chips yet."""
    now = work.room.colouring
    if now is None or table in now.tables:
        return
    work.change(colouring=msgspec.structs.replace(now, tables=tuple(sorted({*now.tables, table}))))
    if work.rules.colour_up.together.value:
        work.order(o.HoldTable, table, name=NAME)


def count(work: Work, said: SmallChipsCounted) -> None:
    """Exchange a table's small chips by the house's method, given how many each seat has."""
    room, rule = work.room, work.rules.colour_up
    now = room.colouring
    if now is None or said.table not in now.tables:
        raise Refused("no-colour-up")
    seated = room.seated(said.table)
    if any(move.source.table == said.table and not move.left for move in room.moves):
        raise Refused("somebody-is-on-the-way")
    rest: dict[int, int] = {}
    for seat, pieces in said.held.items():
        refuse_if(seat not in seated or pieces < 0, "nobody-sits-there")
        rest[seat] = seated[seat].stack - pieces * now.chip
    refuse_if(set(seated) - set(said.held), "not-all-counted")
    refuse_if(any(left < 0 or left % now.into for left in rest.values()), "count-cannot-be")
    cards = _cards(work, now, said)
    done = colour_up(rule.method.value, now.chip, now.into, said.held, rest, cards)
    _exchange(work, said.table, done)
    # The table is counted again if a player is on the way to it with small chips.
    coming = any(move.target.table == said.table and move.left for move in room.moves)
    tables = tuple(number for number in now.tables if coming or number != said.table)
    more = _not_needed(work, now.chip)  # the table waits for the next colour-up
    waits = {*now.waits, said.table} if more and said.table not in tables else {*now.waits}
    now = msgspec.structs.replace(now, tables=tables, waits=tuple(sorted(waits)))
    work.change(colouring=now)
    if rule.together.value and not more:
        work.order(o.ReleaseTable, said.table, name=NAME)
    look_whether_over(work)


def _cards(work: Work, now: Colouring, said: SmallChipsCounted) -> tuple[str, ...]:
    """Return the cards for a chip race: those that were dealt, or else random ones.

    Return () if the house does not hold chip races.
    """
    if work.rules.colour_up.method.value != "race":
        return ()
    wanted = sum(odd_chips(now.chip, now.into, said.held).values())
    if said.cards:
        if len(said.cards) != wanted or len(set(said.cards)) != wanted:
            raise Refused("a-card-for-each-odd-chip")
        return said.cards
    return cards_for(Numbers(f"{work.room.n} race {said.table}".encode()), wanted)


def _exchange(work: Work, table: int, done: dict[int, Exchanged]) -> None:
    now = work.room.colouring
    assert now is not None
    seated = work.room.seated(table)
    change = sum(one.change for one in done.values())
    stacks = {seat: (seated[seat].stack, seated[seat].stack + done[seat].change) for seat in done}
    for seat, (_, after) in stacks.items():
        work.put(seated[seat], stack=after)
    room = work.room
    # Rounding up issues chips; rounding down takes them out of play.
    up, down = max(change, 0), max(-change, 0)
    work.change(issued=room.issued + up, removed=room.removed + down)
    values = tuple(value for value in work.values if value not in (*room.chips_gone, now.chip))
    order = work.order(o.ColourTable, table, denominations=values, stacks=stacks)
    changed = {seated[seat].id: after - before for seat, (before, after) in stacks.items()}
    others = tuple(one for one in room.coloured if one.table != table)
    coloured = Coloured(order, table, now.chip, now.into, changed)
    work.change(coloured=(*others, coloured))
    work.say(
        o.ChipsColoured(
            table, now.chip, now.into, {seat: one.change for seat, one in done.items()},
            {seat: one.cards for seat, one in done.items() if one.cards},
            work.rules.colour_up.method.article,
        )
    )  # fmt: skip


def refused(work: Work, said: OrderRefused) -> None:
    """Restore the books for a table that did not exchange its chips, and request another count."""
    found = (one for one in work.room.coloured if one.order == said.order)
    done = needed(next(found, None), "no-such-order")
    change = sum(done.change.values())
    for name, won in done.change.items():
        player = work.player(name)
        refuse_if(player.stack < won, "chips-are-played")
        work.put(player, stack=player.stack - won)
    room = work.room
    now = room.colouring
    tables: tuple[int, ...] = ()
    waits: tuple[int, ...] = ()
    if now is not None and now.chip == done.chip:
        tables, waits = now.tables, now.waits
    elif now is not None:  # the next colour-up begins again after this one
        waits = (*now.tables, *now.waits)
    work.change(
        issued=room.issued - max(change, 0), removed=room.removed - max(-change, 0),
        coloured=tuple(one for one in room.coloured if one.order != said.order),
        colouring=Colouring(
            done.chip, done.into, (*tables, done.table),
            tuple(one for one in waits if one != done.table),
        ),
        chips_gone=tuple(chip for chip in room.chips_gone if chip != done.chip),
    )  # fmt: skip
    if work.rules.colour_up.together.value:
        work.order(o.HoldTable, done.table, name=NAME)
    work.say(o.TableRefused(done.table, said.why))


def look_whether_over(work: Work) -> None:
    """End the colour-up once no table in play has small chips left, and begin the next if due."""
    now = work.room.colouring
    if now is None:
        return
    coming = {move.target.table for move in work.room.moves if move.left}
    tables = tuple(n for n in now.tables if work.room.seated(n) or n in coming)
    if work.rules.colour_up.together.value:
        empty = set(now.tables).difference(tables).intersection(work.room.open_tables)
        work.order_all(o.ReleaseTable, sorted(empty), name=NAME)
    if tables:
        work.change(colouring=msgspec.structs.replace(now, tables=tables))
        return
    work.change(colouring=None, chips_gone=(*work.room.chips_gone, now.chip))
    work.say(o.ColourUpEnded(now.chip))
    _begin(work, now.waits)


def found_later(work: Work, said: SmallChipsFound) -> None:
    """Exchange or remove small chips found after the colour-up, by the house's rule."""
    player = work.player(said.player)
    refuse_if(said.chip not in work.room.chips_gone, "still-in-play")
    worth = said.chip * said.count
    if worth <= 0 or worth >= player.stack or player.seat is None:
        raise Refused("count-cannot-be")
    seat, rule = player.seat, work.rules.colour_up.found_later
    values = tuple(value for value in work.values if value not in work.room.chips_gone)
    if rule.value == "equal-value" and (equal := worth - worth % min(values)):
        work.say(ChipsTurnedUp(equal, player.id, equal, 0, rule.article))
        worth -= equal
    if not worth:
        return
    work.put(player, stack=player.stack - worth)
    work.change(removed=work.room.removed + worth)
    stacks = {seat.seat: (player.stack, player.stack - worth)}
    order = work.order(o.ColourTable, seat.table, denominations=values, stacks=stacks)
    # Tables do not confirm an exchange, so each player's last one may still be refused.
    others = tuple(one for one in work.room.taking if not (one.booked and one.player == player.id))
    mine = Taking(order, player.id, worth, "found-late", booked=True)
    work.change(taking=(*others, mine))
    work.say(o.ChipsRemoved(player.id, worth, "found-late", rule.article))
