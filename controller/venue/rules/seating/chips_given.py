"""Chips that a player receives: at their seat, or at the next one if they are being moved."""

from controller.contract.venue import outputs as o
from controller.venue.rules.books.work import Work
from controller.venue.rules.seating import redraw


def give_chips(work: Work, player: str, chips: int) -> None:
    """Issue chips to a player, and order their table to add them.

    A player who is about to leave receives the chips at the next seat, as do players who have left
    and have not been ordered to sit down yet. A player who had none, and has stood up, is seated
    again.
    """
    one = work.player(player)
    work.put(one, stack=one.stack + chips)
    work.change(issued=work.room.issued + chips)
    move = next((move for move in work.room.moves if move.player == player), None)
    if move is not None and move.left and (move.refused or not redraw.may_sit(work, move)):
        return
    if move is not None:
        work.put_move(move, given=move.given + chips)
    seat = one.seat if move is None else move.target if move.left else None
    if seat is not None and not one.stack and player in work.room.cleared:
        work.order_at(o.SitDown, seat, player=player, stack=chips)
    elif seat is not None:
        work.order_at(o.GiveChips, seat, player=player, chips=chips)
