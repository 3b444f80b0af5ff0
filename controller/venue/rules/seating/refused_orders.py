"""Orders that tables refuse: their effects on the room are undone, where possible."""

from controller.contract.venue import inputs as i
from controller.contract.venue import outputs as o
from controller.venue.rules.books.room import Moving, Player, Room
from controller.venue.rules.books.work import Refused, Work
from controller.venue.rules.seating import colour_ups, redraw
from controller.venue.rules.seating.moving import forget_moves_of, move_of, not_made, send_on

PLAN_AGAIN = 10_000
"""How long (ms) after a refused order moves are planned again, if nothing else happens."""


def plans_again(room: Room) -> int | None:
    """Return the room time (ms) at which moves are planned again after a refused order.

    Return None if no order was refused, or if the day is ending.
    """
    return room.at + PLAN_AGAIN if room.replan and not room.day.ending else None


def refused(work: Work, said: i.OrderRefused) -> None:
    """Undo, where possible, the effects of an order that a table refused; notify the floor."""
    if said.kind == "stand-up":
        move = move_of(work, said.order)
        if not move.left:
            redraw.stays(work, move)
            not_made(work, move, said.why)
    elif said.kind == "sit-down":
        _not_seated(work, said)
    elif said.kind == "stay":
        # Their removal was undone after the table had cleared their seat.
        if said.player in work.room.players:
            _goes_on(work, work.player(said.player))
    elif said.kind == "colour-table":
        colour_ups.refused(work, said)
    elif said.kind == "open-table":
        work.say(o.TableRefused(said.table, said.why))


def _not_seated(work: Work, said: i.OrderRefused) -> None:
    player = work.player(said.player)
    if player.standing == "waiting":
        work.note_cleared(player.id, said.order)  # they are seated if they rebuy
        return
    if _goes_on(work, player):
        return
    move = next((one for one in work.room.moves if one.player == player.id and one.left), None)
    if move is None:
        # A drawn or late player has chips, and waits near the table for a seat.
        if player.seat is None:
            raise Refused("no-such-order")
        forget_moves_of(work, player.id)  # they can't leave a seat that they did not get
        move = Moving(said.order, player.id, player.seat, player.seat, left=True)
        work.put(player, standing="moving", seat=None)
        work.change(moves=(*work.room.moves, move))
    work.put_move(move, refused=said.why)
    work.say(o.SeatRefused(player.id, move.target, said.why))


def _goes_on(work: Work, player: Player) -> bool:
    """Send a player on to the next seat, if they are being moved from one where they don't sit.

    Return whether this is so.
    """
    moves = (one for one in work.room.moves if one.player == player.id)
    move = next((one for one in moves if not one.left and not one.by_table), None)
    if move is None:
        return False
    work.put(player, standing="moving", seat=None)
    work.put_move(move, left=True, given=0)
    send_on(work, move, move)
    return True
