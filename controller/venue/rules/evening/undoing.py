"""Undoes staff errors: a wrong removal, a wrong move, or chips sold to the wrong player."""

from controller.contract.venue.floor.undoing import DeedReversed, DeedUndone
from controller.contract.venue.inputs import MoveCalledOff, PlayerMoved
from controller.contract.venue.outputs import PlayerBack, SitDown, StayThere
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.deeds import Deed
from controller.venue.rules.books.room import Moving, Player, Standing
from controller.venue.rules.books.work import Refused, Work, needed, refuse_if
from controller.venue.rules.evening import chips_out_of_play, days, entering, results
from controller.venue.rules.prizes import bounties
from controller.venue.rules.seating import colour_ups, moving


def undo(work: Work, said: DeedUndone) -> None:
    """Undo a recent staff action; both the action and its reversal stay in the log."""
    found = (one for one in work.room.deeds if one.n == said.deed)
    deed = needed(next(found, None), "nothing-to-undo")
    refuse_if(work.room.ended, "ended-already")
    if deed.kind == "remove":
        _bring_back(work, deed)
    elif deed.kind == "move":
        _move_back(work, deed)
    elif deed.kind == "bag":
        days.undo_bag(work, deed)
    elif deed.kind == "unbag":
        days.undo_open(work, deed)
    else:
        _take_chips_back(work, deed)
    work.change(deeds=tuple(one for one in work.room.deeds if one is not deed))
    work.say(DeedReversed(deed.n, deed.kind, deed.player, deed.chips))


def _bring_back(work: Work, deed: Deed) -> None:
    """Reseat a removed player with the chips that they had, and with what was still due from them.

    A player who had none waits for a rebuy again. Raises `Refused` if a rebuy is no longer
    possible, or if a prize deal has been made without the player.
    """
    player, room = work.player(deed.player), work.room
    everybody = bool(work.rules.start.rebuy.value) and not room.rebought
    waits = everybody or any(one.player == player.id for one in room.may_rebuy)
    refuse_if(player.standing != "removed" or not (deed.chips or waits), "nothing-to-undo")
    refuse_if(room.deal and player.id not in room.deal, "deal-in-force")
    seat = _seat_again(work, player, deed)
    work.change(removed=work.room.removed - deed.chips)
    standing: Standing = "seated" if deed.chips else "waiting"
    work.put(player, standing=standing, seat=seat, stack=deed.chips, place=None, behind=deed.behind)
    cleared = room.cleared.get(player.id)
    going = seat == deed.seat and seat.seat in room.going.get(seat.table, {})
    if cleared and going and deed.chips:
        # The table may not have cleared the seat yet, because a hand is running.
        work.order(StayThere, seat.table, order=cleared, seat=seat.seat)
        held = deed.chips - room.going[seat.table][seat.seat]  # for a next seat they now don't get
        move = Moving(cleared, player.id, seat, seat, given=held, reason="seat")
        work.change(moves=(*work.room.moves, move))
    else:
        work.order_at(SitDown, seat, player=player.id, stack=deed.chips)
    if not deed.chips:
        work.forget_cleared(player.id)  # they sit there again, and are given their rebuy
    chips_out_of_play.order_again(work, deed)
    colour_ups.brought_back(work, deed, seat.table)
    bounties.brought_back(work, player.id, deed.head, seat.table)
    results.place_again(work)
    work.say(PlayerBack(player.id, deed.chips, ""))


def _seat_again(work: Work, player: Player, deed: Deed) -> Seat:
    """Return a removed player's old seat, or a drawn one if their table is no longer in play.

    A seat is drawn only for a player who had chips. Raises `Refused` if the old seat is taken, or
    if no seat is free.
    """
    table = work.room.tables.get(deed.seat.table) if deed.seat is not None else None
    if table is not None and table.closed and deed.chips:
        return needed(entering.landing(work, player), "no-free-seat")
    if deed.seat is None or not work.free(deed.seat):
        raise Refused("seat-is-taken")
    return deed.seat


def _move_back(work: Work, deed: Deed) -> None:
    """Undo a move: cancel it if the player has not left yet, otherwise order them to move back.

    Raises `Refused` while the player is between two seats, or has been moved again.
    """
    player = work.player(deed.player)
    move = next((one for one in work.room.moves if one.player == player.id), None)
    if move is not None and not move.left:
        moving.called_off(work, MoveCalledOff(player=player.id))
    elif player.seat != deed.target or deed.seat is None:
        raise Refused("on-the-way" if move is not None else "nothing-to-undo")
    else:
        moving.move_by_hand(work, PlayerMoved(player=player.id, seat=deed.seat))


def _take_chips_back(work: Work, deed: Deed) -> None:
    """Order a player's table to take back the chips from an undone rebuy or add-on.

    Raises `Refused` if the room plays for money, because the bank must undo the sale. Also raises
    `Refused` if the player has no other chips.
    """
    refuse_if(work.rules.money != "none", "undo-at-the-bank")
    player = work.player(deed.player)
    refuse_if(player.stack <= deed.chips, "no-chips-besides")
    chips_out_of_play.order(work, player, deed.chips, "undone", deed=deed)
