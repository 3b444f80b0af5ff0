"""Redraws: all players draw new seats, for the final table or when the director orders it.

Everybody stands up first. Nobody sits down until all drawn seats are free. The buttons for the
first hand at each table are chosen here too, at the start and after a redraw.
"""

from collections.abc import Mapping, Sequence

import msgspec

from controller.contract.rules import NoticeText
from controller.contract.venue import outputs as o
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.room import Moving, Player
from controller.venue.rules.books.work import Work, refuse_if
from controller.venue.rules.calculations.button import first_button
from controller.venue.rules.calculations.seat_draw import DrawList, Numbers, check_list, seats_drawn
from controller.venue.rules.seating import seat_cards

NAME = "redraw"
"""The name of the hold that stops tables from dealing during a redraw."""


def redraw(
    work: Work, seats: Mapping[int, int], articles: tuple[str, ...],
    dealt: Sequence[str] = (), kept: Mapping[str, Seat] | None = None,
) -> None:  # fmt: skip
    """Draw new seats for all remaining players.

    `seats` maps each table that plays on to its number of seats. `articles` are the rules that
    require the redraw. `dealt` lists the cards that decide the order in which players draw. `kept`
    maps unsold stacks to their seats, which nobody draws. Raises `DrawError` if not all players can
    be seated.
    """
    room = work.room
    players = {
        one.id: Seat(number, seat)
        for number in room.occupied
        for seat, one in room.seated(number).items()
        if not one.unsold
    }
    listed = DrawList(
        work.rules.name, (*players, *(kept or {})), seats, granted=kept or {},
        needs_ear=tuple(name for name in players if room.players[name].needs_ear),
        ears=tuple(
            Seat(number, seat) for number in seats for seat in room.tables[number].ears
            if seat <= seats[number]
        ),
    )  # fmt: skip
    check_list(listed)
    order = seat_cards.order_of(work, dealt)
    drawn = seats_drawn(listed, Numbers(f"{room.n} redraw".encode()), order)
    work.say(o.SeatsRedrawn(dict(sorted(drawn.items())), articles))
    work.order_all(o.HoldTable, room.occupied, name=NAME)
    for name, source in sorted(players.items(), key=lambda one: one[1]):
        target = drawn[name]
        if target == source:
            continue
        order_id = work.order_at(o.StandUp, source, player=name, target=target)
        move = Moving(order_id, name, source, target, redraw=True, reason=NAME)
        work.change(moves=(*work.room.moves, move))
        work.say(o.MovePlanned(order_id, name, source, target, NAME, articles))
        seat_cards.issue(work, move)
    look_whether_over(work)


def by_the_director(work: Work, dealt: Sequence[str]) -> None:
    """Redraw all seats at the tables in play, in an order decided by the cards `dealt`.

    Raises `Refused` if the house does not allow it, or if play is not in progress. Also raises
    `Refused` while a player is being moved or may rebuy.
    """
    room = work.room
    refuse_if(not room.started or room.ended, "not-started")
    refuse_if(room.moves, "somebody-is-on-the-way")
    refuse_if(somebody_may_rebuy(work), "somebody-may-rebuy")
    article = work.rules.breaking.redraw.article
    refuse_if(not work.rules.breaking.redraw.value, "no-redraw-here")
    seats = {number: room.tables[number].seats for number in room.occupied}
    if len(seats) > 1:
        work.change(final=0)  # another table has opened since the final one began
    unsold = {
        one.id: Seat(number, seat)
        for number in seats for seat, one in room.seated(number).items() if one.unsold
    }  # fmt: skip
    redraw(work, seats, (article,), dealt, unsold)


def somebody_may_rebuy(work: Work) -> bool:
    """Return whether a player without chips still has a seat.

    Such a player may still rebuy, or is waiting for their finishing place.
    """
    return any(one.seat is not None and not one.stack for one in work.room.left)


def left(work: Work) -> None:
    """Order all players to take their new seats, once the last of them has stood up."""
    moves = [move for move in work.room.moves if move.redraw]
    if not all(move.left for move in moves):
        return
    for move in moves:
        work.sit_down(move.target, work.player(move.player), move)
    goes_on = {move.target.table for move in moves}
    for number in {move.source.table for move in moves} - goes_on:
        if not work.room.seated(number):
            work.close_table(number)


def keep_seat(work: Work, player: Player) -> None:
    """Let a player keep their seat during a redraw, because they may rebuy or were not released.

    The player who has drawn that seat gets the one that this player has drawn, unless they need an
    earpiece and it has none.
    """
    drawn = {one.player: one for one in work.room.moves if one.redraw and not one.refused}
    own = drawn.get(player.id)
    other = next((one for one in drawn.values() if one.target == player.seat), None)
    if own is None or own.left or other is None or other is own:
        return
    ears = work.room.tables[own.target.table].ears
    if work.player(other.player).needs_ear and own.target.seat not in ears:
        return  # the table refuses to seat them, and the floor finds another seat
    work.put_move(other, target=own.target)
    work.order_at(
        o.Notify, other.source, text=NoticeText.MOVE, notice=other.order, target=own.target
    )
    work.say(o.MovePlanned(other.order, other.player, other.source, own.target, NAME, ()))
    seat_cards.issue(work, msgspec.structs.replace(other, target=own.target))


def stays(work: Work, move: Moving) -> None:
    """Let a player stay whom a table does not release.

    A player who has drawn that seat gets the one that this player has drawn. At a table that is not
    the final one, the player only stays until they are moved there; the table deals no more hands.
    """
    if not move.redraw:
        return
    keep_seat(work, work.player(move.player))
    if work.room.final == move.target.table != move.source.table:
        work.put_table(move.source.table, closed=True)  # told so when it is empty


def dropped(work: Work, move: Moving) -> None:
    """Go on without a player whose move has been dropped, and for whom others may be waiting."""
    if move.redraw and not move.left:
        left(work)
    if move.redraw:
        look_whether_over(work)


def may_sit(work: Work, move: Moving) -> bool:
    """Return whether a player who is being moved may sit down at the new seat.

    In a redraw, all players must have stood up first.
    """
    waits_for = [one for one in work.room.moves if one.redraw] if move.redraw else [move]
    return all(one.left for one in waits_for)


def look_whether_over(work: Work) -> None:
    """End the redraw once everybody is seated: draw the button and release the tables.

    If all have left their seats without an order, only release the tables: the floor seats them.
    """
    room = work.room
    if any(move.redraw for move in room.moves) or room.ended:
        return
    if room.final in room.occupied:
        rule = work.rules.final_table.button
        occupied = {room.final: tuple(room.seated(room.final))}
        _, seat = first_button(rule.value, occupied, Numbers(f"{room.n} final".encode()))
        _set(work, {room.final: seat}, rule.article)
    elif room.occupied:
        set_buttons(work)
    work.order_all(o.ReleaseTable, room.open_tables, name=NAME)


def set_buttons(work: Work) -> None:
    """Choose the button's seat for each table in play, and order the tables to put it there."""
    _set(work, _buttons(work), work.rules.seating.first_button.article)


def _set(work: Work, seats: dict[int, int], article: str) -> None:
    for number, seat in seats.items():
        work.order(o.SetButton, number, seat=seat)
    work.say(o.ButtonDrawn(seats, article))


def _buttons(work: Work) -> dict[int, int]:
    """Return the button's seat for each table in play.

    Depending on the rules, it is the lowest occupied seat, is drawn separately at each table, or is
    drawn once and has the same number everywhere. In the last case, if that seat is empty at a
    table, the button goes to the nearest player to its right.
    """
    room, rule = work.room, work.rules.seating
    occupied = {number: tuple(room.seated(number)) for number in room.occupied}
    kind = rule.first_button.value
    table, drawn = first_button(kind, occupied, Numbers(f"{room.n} button".encode()))
    if kind == "seat-one":
        return {number: min(seats) for number, seats in occupied.items()}
    if rule.same_button.value:
        return {
            number: max((seat for seat in seats if seat <= drawn), default=max(seats))
            for number, seats in occupied.items()
        }
    return {
        number: drawn if number == table else _own(work, number, seats)
        for number, seats in occupied.items()
    }


def _own(work: Work, table: int, seats: tuple[int, ...]) -> int:
    numbers = Numbers(f"{work.room.n} button {table}".encode())
    return first_button(work.rules.seating.first_button.value, {table: seats}, numbers)[1]
