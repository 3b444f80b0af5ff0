"""Players who sat in the wrong seat: each returns to their own, with the stack that they played."""

from controller.contract.venue.floor.chips import SatWrongly, StacksExchanged
from controller.contract.venue.outputs import StandUp
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.room import Moving, Player
from controller.venue.rules.books.work import Refused, Work, refuse_if

NOWHERE = Seat(0, 0)
"""A placeholder for the new seat in an order to stand up for a stack exchange.

Every order to stand up must name a new seat, but in a stack exchange nobody gets one."""


def exchange(work: Work, said: SatWrongly) -> None:
    """Begin a stack exchange between a player who sat in a wrong seat and that seat's own player.

    Both are ordered to stand up. If the wrong seat belongs to nobody, no order is given: the player
    simply takes their stack along to their own seat.
    """
    rule = work.rules.seating.wrong_seat
    refuse_if(not rule.value, "not-in-this-house")
    refuse_if(not work.room.started or work.room.ended, "not-started")
    player = _sits(work, work.player(said.player))
    table = work.table(said.seat.table)
    refuse_if(not 1 <= said.seat.seat <= table.seats, "no-such-seat")
    refuse_if(player.seat == said.seat, "seated-already")
    other = work.room.seated(said.seat.table).get(said.seat.seat)
    if other is None:
        work.say(StacksExchanged(player.id, "", rule.article))
        return
    for one, whose in ((player, other), (_sits(work, other), player)):
        assert one.seat is not None
        order = work.order_at(StandUp, one.seat, player=one.id, target=NOWHERE)
        move = Moving(order, one.id, one.seat, one.seat, reason="seat", for_stack=whose.id)
        work.change(moves=(*work.room.moves, move))
    work.say(StacksExchanged(player.id, other.id, rule.article))


def _sits(work: Work, player: Player) -> Player:
    # A player without chips went out in a round of hand for hand, and is about to be placed.
    if player.standing != "seated" or player.seat is None or not player.stack:
        raise Refused("not-seated")
    refuse_if(any(move.player == player.id for move in work.room.moves), "on-the-way")
    return player


def alone(work: Work, dropped: Moving) -> None:
    """Cancel a stack exchange of which one move has been dropped; the other keeps their own stack.

    If both had stood up, the stacks have been exchanged, and the other is about to sit down.
    """
    pair = (dropped.for_stack, dropped.player)
    others = (one for one in work.room.moves if (one.player, one.for_stack) == pair)
    move = next(others, None)
    if move is None:
        return
    work.put_move(move, for_stack="")
    if move.left and not dropped.left:
        work.sit_down(move.target, work.player(move.player), move)


def left(work: Work, move: Moving) -> None:
    """Order both players of a stack exchange to sit down with the other's stack.

    Do nothing until both have stood up.
    """
    both = [one for one in work.room.moves if one.player in (move.player, move.for_stack)]
    if len(both) < 2 or not all(one.left for one in both):
        return
    first, second = (work.player(one.player) for one in both)
    stacks = {first.id: second.stack, second.id: first.stack}
    for one in both:
        player = work.put(work.player(one.player), stack=stacks[one.player])
        work.sit_down(one.target, player, one)
