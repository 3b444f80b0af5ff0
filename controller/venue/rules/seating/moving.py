"""Moves between tables: breaking and balancing, and players on their way to a new seat."""

import msgspec

from controller.contract.rules import NoticeText
from controller.contract.venue import inputs as i
from controller.contract.venue import outputs as o
from controller.contract.venue.floor.direction import LimitTime
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.deeds import Deed
from controller.venue.rules.books.room import Moved, Moving, Proposal
from controller.venue.rules.books.work import Refused, Work, needed, refuse_if
from controller.venue.rules.calculations.balancing import (
    balance,
    halt_rule,
    halted,
    leaving_order,
)
from controller.venue.rules.calculations.breaking import breaks, landings
from controller.venue.rules.calculations.seat_draw import DrawError, NoEar, Numbers
from controller.venue.rules.calculations.seats import TableView
from controller.venue.rules.seating import colour_ups, redraw, seat_cards, unsold, wrong_seats
from controller.venue.rules.seating.final_table import final_seats, redraw_final

BALANCE = "balance"
"""The name of the hold that stops tables with too few players.

It is also the reason given for a move that balances tables."""

FLOOR = "floor"
"""The reason given for a move that the floor made by hand."""

MOVED_SHOWN = 600_000
"""How long (ms) a completed move stays on the pages.

If the floor made the move, balancing leaves its player where they are for the same time.
"""


def move_whoever_must(work: Work) -> None:
    """Break a table or balance tables if the rules require it; stop tables with too few players.

    Moves are planned only while no player is being moved, because arrivals would change the counts
    on which the plan is based.
    """
    _call_off_hopeless(work)
    if not work.room.moves and not work.room.ended:
        if _break(work):
            work.change(proposals=())
        else:
            _balance(work)
    _halt(work)


def _break(work: Work) -> bool:
    """Break a table if one must break and its players can be seated; return whether one did."""
    numbers = work.room.occupied
    views = [work.room.view(number) for number in numbers]
    closed = [one for one in views if work.room.tables[one.table].closed and one.players]
    if closed:
        return _empty(work, closed[0], [view for view in views if view is not closed[0]])
    seats, article = final_seats(work)
    final = seats if work.rules.final_table.handed.value else 0
    room = work.room
    due = breaks(work.rules.breaking, views, seats, room.last_out, final, len(room.left))
    # A player who is waiting for chips will return to their seat, so that table stays open.
    waits_for = {one.seat.table for one in room.left if one.standing == "waiting" and one.seat}
    if due is None or due.table in waits_for:
        work.change(stuck=0, why_stuck=None)
        return False
    broken = work.room.view(due.table)
    others = [view for view in views if view.table != due.table]
    ears = frozenset(one.id for one in work.room.left if one.needs_ear)
    final = len(others) == 1
    if final and work.rules.final_table.redraw.value:
        # If both are equally suitable, the table that was not due to break stays.
        stays = max(
            others[0], broken,
            key=lambda one: (len(one.ears) >= len(ears), min(one.seats, len(work.room.left))),
        )  # fmt: skip
        try:
            return redraw_final(work, stays.table, due.articles)
        except DrawError as why:
            _stuck(work, due.table, why)
            return False
    numbers_drawn = Numbers(f"{work.room.n} break {due.table}".encode())
    said = len(work.events)
    try:
        order = seat_cards.order_at_break(work, broken)
        landed = landings(broken.players.values(), others, numbers_drawn, ears, order)
    except DrawError as why:
        del work.events[said:]
        _stuck(work, due.table, why)
        return False
    work.change(stuck=0, why_stuck=None)
    work.say(o.TableBroken(due.table, due.articles))
    unsold.close(work, due.table)
    for seat, player in sorted(broken.players.items()):
        _plan(work, player, Seat(due.table, seat), landed[player], "break", due.articles)
    if final:
        work.change(final=others[0].table)
        work.say(o.FinalTable(others[0].table, article))
    return True


def _empty(work: Work, closed: TableView, others: list[TableView]) -> bool:
    """Move the players whom a table kept when a redraw closed it; return whether seats are free."""
    numbers_drawn = Numbers(f"{work.room.n} break {closed.table}".encode())
    ears = frozenset(one.id for one in work.room.left if one.needs_ear)
    try:
        landed = landings(closed.players.values(), others, numbers_drawn, ears)
    except DrawError as why:
        _stuck(work, closed.table, why)
        return False
    work.change(stuck=0, why_stuck=None)
    for seat, player in sorted(closed.players.items()):
        _plan(work, player, Seat(closed.table, seat), landed[player], "break", ())
    return True


def _call_off_hopeless(work: Work) -> None:
    """Cancel moves for which a table can't choose a player, because it has fewer than two left.

    The next big blind can't be known there, so the table would wait for ever.
    """
    for move in work.room.moves:
        if move.by_table and not move.left and _playing(work, move) < 2:
            work.order(o.StayThere, move.source.table, order=move.order)
            not_made(work, move, "too-few-players")


def _playing(work: Work, move: Moving) -> int:
    """Return the number of players with chips at the table that a player is to leave."""
    seated = work.room.seated(move.source.table).values()
    held = {move.player: move.given}
    return sum(one.stack > held.get(one.id, 0) and not one.unsold for one in seated)


def _stuck(work: Work, table: int, why: DrawError) -> None:
    obstacle = o.NoBreak.NO_EAR if isinstance(why, NoEar) else o.NoBreak.NO_SEAT
    if (work.room.stuck, work.room.why_stuck) != (table, obstacle):
        work.change(stuck=table, why_stuck=obstacle)
        work.say(o.BreakWaits(table, obstacle))


def _balance(work: Work) -> None:
    stay = _moved_by_the_floor(work)
    views = [
        msgspec.structs.replace(view, fixed=view.fixed | stay)
        for view in map(work.room.view, work.room.occupied)
        if not work.room.tables[view.table].closed
    ]
    ears = frozenset(one.id for one in work.room.left if one.needs_ear)
    before = work.room.proposals
    players = work.room.players
    kept = [
        one for one in before
        if one.no and one.player in players and players[one.player].seat == one.source
    ]  # fmt: skip
    asked: list[Proposal] = []
    for move in balance(work.rules.balancing, views, ears).moves:
        told = Proposal(move.player, move.source, move.target, move.articles)
        if any((one.player, one.source) == (told.player, told.source) for one in kept):
            continue
        if work.rules.balancing.mode == "do":
            _plan(work, *_of(told), BALANCE, move.articles)
            continue
        asked.append(told)
        if told not in before:
            work.say(o.MoveProposed(*_of(told), move.articles))
    work.change(proposals=(*kept, *asked))


def _moved_by_the_floor(work: Work) -> frozenset[str]:
    """Return the players whom the floor has moved recently, and whom balancing must not move."""
    room = work.room
    return frozenset(
        one.player for one in room.moved
        if one.reason == FLOOR and room.at - one.at < MOVED_SHOWN
    )  # fmt: skip


def _of(one: Proposal) -> tuple[str, Seat, Seat]:
    return one.player, one.source, one.target


def answered(work: Work, said: i.MoveAnswered) -> None:
    """Process the floor's decision on a proposed move."""
    one = next((one for one in work.room.proposals if one.player == said.player), None)
    if one is None or one.no:
        raise Refused("no-such-proposal")
    others = tuple(other for other in work.room.proposals if other is not one)
    if not said.yes:
        declined = msgspec.structs.replace(one, no=True)
        work.change(proposals=(*others, declined))
        work.say(o.MoveDeclined(one.player, one.source))
        return
    if work.player(one.player).seat != one.source or not work.free(one.target):
        raise Refused("no-such-proposal")
    refuse_if(any(move.player == one.player for move in work.room.moves), "on-the-way")
    work.change(proposals=others)
    _plan(work, *_of(one), BALANCE, one.articles)


def called_off(work: Work, said: i.MoveCalledOff) -> None:
    """Order the old table to keep a player, because the floor has cancelled their move.

    Raises `Refused` if the player has already left, or if the move is due to a redraw or a broken
    table.
    """
    move = next((one for one in work.room.moves if one.player == said.player), None)
    if move is None or move.left:
        raise Refused("no-move-to-call-off")
    refuse_if(move.redraw or move.reason == "break", "not-this-move")
    work.order(o.StayThere, move.source.table, order=move.order)


def stays(work: Work, said: i.PlayerStays) -> None:
    """Cancel the move of a player whom the old table keeps, and don't propose that move again."""
    move = move_of(work, said.order)
    refuse_if(move.left, "no-such-order")
    redraw.stays(work, move)
    not_made(work, move, "called-off")
    if move.reason == BALANCE:
        off = Proposal(move.player, move.source, move.target, (), no=True)
        work.change(proposals=(*work.room.proposals, off))


def not_made(work: Work, move: Moving, why: str) -> None:
    """End a move that was not made; the player stays, with what was kept for the next seat."""
    _drop(work, move.player)
    _give_here(work, move)
    for penalty in move.sanctions:
        work.order_at(o.Penalise, move.source, player=move.player, penalty=penalty)
    work.say(o.MoveCancelled(move.order, move.player, why))


def _plan(
    work: Work, player: str, source: Seat, target: Seat, reason: str, articles: tuple[str, ...]
) -> None:
    # The table knows best who the next big blind is, unless some player there can't move at all.
    stay = _moved_by_the_floor(work)
    free = reason == BALANCE and not any(
        one.needs_ear or one.id in stay for one in work.room.seated(source.table).values()
    )
    order = work.order_at(o.StandUp, source, player=player, target=target, next_big_blind=free)
    move = Moving(order, player, source, target, by_table=free, reason=reason)
    work.change(moves=(*work.room.moves, move))
    work.say(o.MovePlanned(order, player, source, target, reason, articles))
    if not free:
        seat_cards.issue(work, move)


def _halt(work: Work) -> None:
    """Hold the tables with too few players, and release those that now have enough."""
    views = [work.room.view(number) for number in work.room.occupied]
    short = halted(work.rules.balancing, views)
    if short == work.room.halted:
        return
    work.order_all(o.HoldTable, set(short).difference(work.room.halted), name=BALANCE)
    work.order_all(o.ReleaseTable, set(work.room.halted).difference(short), name=BALANCE)
    work.change(halted=short)
    rule = halt_rule(work.rules.balancing, len(work.room.left))
    work.say(o.TablesHalted(short, rule.article))


def left(work: Work, said: i.PlayerLeft) -> None:
    """Process a player who has left their seat; they carry their chips to the new one."""
    if not any(one.order == said.order for one in work.room.moves):
        _left_unasked(work, said)
        return
    move = move_of(work, said.order)
    if move.by_table and work.player(said.player).standing in ("out", "removed"):
        # The table chose a player whose seat it was to clear anyway.
        not_made(work, move, "left-by-another-order")
        return
    move = _chosen(work, move, said.player)
    player = work.player(move.player)
    if move.left:
        return  # sent twice, but an order is carried out only once
    if not player.stack:  # they went out in a round of hand for hand, and get no seat elsewhere
        work.note_cleared(player.id, move.order)
        redraw.keep_seat(work, player)
        not_made(work, move, "no-chips")
        return
    if said.stack + move.given != player.stack:
        work.differ(move.source.table, player.stack - move.given, said.stack)
    work.put(player, standing="moving", seat=None)
    colour_ups.follow(work, move)
    if move.by_table:
        seat_cards.issue(work, move)
    work.put_move(
        move, left=True, given=0, absent=said.absent, penalty=said.penalty, owes=said.owes
    )
    send_on(work, move, said)


def send_on(work: Work, move: Moving, carried: Moving | i.PlayerLeft) -> None:
    """Order a player who has left their seat to sit down at the new one, if it is ready.

    Close the old table if it is now empty.
    """
    if move.redraw:
        redraw.left(work)
        return
    if move.for_stack:
        wrong_seats.left(work, move)
        return
    work.sit_down(move.target, work.player(move.player), carried)
    work.close_if_left(move.source.table)


def arrived(work: Work, said: i.PlayerArrived) -> None:
    """Process a player's arrival at a new seat.

    If the stack differs from the one in the books, the books prevail and the difference is
    reported.
    """
    move = move_of(work, said.order)
    refuse_if(not redraw.may_sit(work, move) or move.player != said.player, "not-on-the-way")
    player = work.player(move.player)
    work.put(player, standing="seated", seat=move.target)
    work.forget_going(move.target)
    work.change(moves=tuple(one for one in work.room.moves if one.order != move.order))
    if move.source != move.target:
        work.order(o.NotifyOff, move.source.table, notice=move.order)
        made = Moved(move.order, player.id, move.source, move.target, move.reason, work.room.at)
        recent = (one for one in work.room.moved if work.room.at - one.at < MOVED_SHOWN)
        work.change(moved=(*recent, made))
    differs = said.stack + move.given - player.stack
    work.say(o.MoveEnded(move.order, player.id, move.target, differs))
    if player.seconds:
        work.order_at(LimitTime, move.target, player=player.id, seconds=player.seconds)
    for penalty in move.sanctions:
        work.order_at(o.Penalise, move.target, player=player.id, penalty=penalty)
    if move.redraw:
        redraw.look_whether_over(work)


def _chosen(work: Work, move: Moving, player: str) -> Moving:
    """Return a move with its player replaced by `player`, whom the table released instead.

    Raises `Refused` if the table was not free to choose another player.
    """
    if move.player == player:
        return move
    other = work.player(player)
    if not move.by_table or move.left or other.seat is None:
        raise Refused("another-player")
    refuse_if(other.seat.table != move.source.table, "another-player")
    given = _take_over(work, move, player)
    return msgspec.structs.replace(move, player=player, source=other.seat, given=given)


def _take_over(work: Work, move: Moving, player: str) -> int:
    """Settle two players' moves, because a table released `player` and kept the one in `move`.

    If `player` has a move of their own for which the table may choose the player, the kept player
    takes over that move. Otherwise, the kept player stays, and receives the chips that were held
    back for their next seat; any move that `player` has is cancelled. Return the chips held back
    for `player`, or 0.
    """
    own = next((one for one in work.room.moves if one.player == player), None)
    if own is not None and own.by_table:
        work.put_move(own, player=move.player, source=move.source, given=move.given)
        return own.given
    _give_here(work, move)
    if own is not None:
        work.change(moves=tuple(one for one in work.room.moves if one.order != own.order))
        wrong_seats.alone(work, own)
        work.say(o.MoveCancelled(own.order, player, "left-by-another-order"))
    return own.given if own is not None else 0


def _give_here(work: Work, move: Moving) -> None:
    """Give a player the chips held back for their next seat, because they are staying after all."""
    if move.given:
        work.order_at(o.GiveChips, move.source, player=move.player, chips=move.given)


def _left_unasked(work: Work, said: i.PlayerLeft) -> None:
    """Process the departure of a player who left their seat without an order to move.

    The player waits, and the floor is notified that it must give them a seat. The seat to which
    they were to move is kept for them, or else the one that they left. A player who is back after
    their earlier seat was cleared has left only that one.
    """
    player = work.player(said.player)
    if player.standing != "seated" or player.seat is None:
        raise Refused("no-such-order")
    if work.was_cleared(player.id, said.order):
        return
    if said.stack != player.stack:
        work.differ(player.seat.table, player.stack, said.stack)
    name = said.order or f"{work.room.n}.unasked"
    own = next((one for one in work.room.moves if one.player == player.id), None)
    seat = player.seat if own is None or own.by_table else own.target
    move = Moving(
        name, player.id, seat, seat, left=True, refused="left-unasked",
        absent=said.absent, penalty=said.penalty, owes=said.owes,
        sanctions=own.sanctions if own is not None else (),
    )  # fmt: skip
    work.put(player, standing="moving", seat=None)
    colour_ups.follow(work, msgspec.structs.replace(move, source=player.seat))
    _hand_over(work, player.id)
    _drop(work, player.id)
    work.change(moves=(*work.room.moves, move))
    closes = own is not None and own.reason in ("break", redraw.NAME)
    if closes or work.room.tables[player.seat.table].closed:
        work.close_if_left(player.seat.table)
    work.say(o.SeatRefused(player.id, player.seat, "left-unasked"))


def move_by_hand(work: Work, said: i.PlayerMoved) -> None:
    """Move a player, even one whom a table could not seat, to a free seat that the floor chose."""
    player = work.player(said.player)
    # Before the start this is for tables whose sizes differ too much to begin.
    early = not work.room.started and not work.rules.seating.most_differ.value
    refuse_if(early or work.room.ended, "not-started")
    move = next((one for one in work.room.moves if one.player == player.id), None)
    refuse_if(not work.free(said.seat) and not _once_more(work, move, said.seat), "seat-is-taken")
    closes = said.seat.table in _closing(work)
    if player.needs_ear and said.seat.seat not in work.room.tables[said.seat.table].ears:
        raise Refused("seat-has-no-ear")
    if move is not None and move.left and move.refused:
        refuse_if(closes, "seat-is-taken")
        work.put_move(move, target=said.seat, refused="", given=0)
        colour_ups.follow(work, msgspec.structs.replace(move, source=move.target, target=said.seat))
        if move.source != move.target:
            work.order_at(
                o.Notify, move.source, text=NoticeText.MOVE, notice=move.order, target=said.seat
            )
        work.sit_down(said.seat, player, move)
    elif move is not None:
        raise Refused("on-the-way")
    elif player.standing != "seated" or player.seat is None:
        raise Refused("not-seated")
    elif player.seat.table == said.seat.table:
        raise Refused("same-table")
    else:
        refuse_if(closes, "seat-is-taken")
        room = work.room
        work.remember(Deed(room.n, "move", player.id, room.at, player.seat, said.seat))
        _plan(work, player.id, player.seat, said.seat, FLOOR, ())


def _once_more(work: Work, move: Moving | None, seat: Seat) -> bool:
    """Return whether a table refused to seat a player at the empty seat that is kept for them."""
    if move is None or not move.refused or move.target != seat:
        return False
    if work.room.tables[seat.table].closed:
        return False
    others = (one for one in work.room.moves if one.target == seat and one is not move)
    return seat.seat not in work.room.seated(seat.table) and not any(others)


def _closing(work: Work) -> set[int]:
    """Return the tables that close as soon as their players have left."""
    broken = {one.source.table for one in work.room.moves if one.reason == "break"}
    drawn = [one for one in work.room.moves if one.redraw]
    return broken | {one.source.table for one in drawn} - {one.target.table for one in drawn}


def forget_moves_of(work: Work, player: str) -> None:
    """Cancel the moves of a player who is out, so that nothing waits for them."""
    for move in work.room.moves:
        if move.player == player and move.left and move.source != move.target:
            work.order(o.NotifyOff, move.source.table, notice=move.order)
    _hand_over(work, player)
    _drop(work, player)


def _hand_over(work: Work, player: str) -> None:
    """Expect another player to be moved in place of one who can't be, where the table chooses."""
    move = next((one for one in work.room.moves if one.player == player), None)
    if move is None or move.left or not move.by_table:
        return
    view = work.room.view(move.source.table)
    others = (one for one in leaving_order(view) if one[1] not in {player, *view.fixed})
    seat, other = next(others, (0, ""))
    if other:
        work.put_move(move, player=other, source=Seat(view.table, seat), given=0)
    else:
        work.order(o.StayThere, view.table, order=move.order)


def _drop(work: Work, player: str) -> None:
    """Remove a player's moves from the room; players waiting for this one go on alone."""
    moves = [one for one in work.room.moves if one.player == player]
    work.change(moves=tuple(one for one in work.room.moves if one not in moves))
    for move in moves:
        wrong_seats.alone(work, move)
        redraw.dropped(work, move)


def move_of(work: Work, order: str) -> Moving:
    """Return the move with this order id; raises `Refused` if there is none."""
    found = (one for one in work.room.moves if one.order == order)
    return needed(next(found, None), "no-such-order")
