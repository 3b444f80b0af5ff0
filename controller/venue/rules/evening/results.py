"""The consequences of a finished hand for the tournament: busts, places, and the winner."""

from collections.abc import Mapping, Sequence

import msgspec

from controller.contract.venue import outputs as o
from controller.contract.venue.floor.conduct import Offence
from controller.contract.venue.inputs import HandReported, PlayerRemoved
from controller.contract.venue.prizes.deals import DealOff
from controller.contract.venue.seats import Seat
from controller.venue.rules.books.deeds import Deed
from controller.venue.rules.books.room import Player, Standing
from controller.venue.rules.books.work import Work, refuse_if
from controller.venue.rules.calculations.entries import closed
from controller.venue.rules.calculations.levels import reached
from controller.venue.rules.cash_game import buy_ins_and_cash_outs
from controller.venue.rules.evening import unpaid_rebuys
from controller.venue.rules.prizes import bounties
from controller.venue.rules.prizes.league_points import scored
from controller.venue.rules.seating import redraw
from controller.venue.rules.seating.moving import forget_moves_of
from controller.venue.rules.standings.places import Out, places
from controller.venue.rules.tournament import Ties

_OFFENCES = frozenset(one.value for one in Offence)


def hand_reported(work: Work, said: HandReported) -> list[Out]:
    """Process the stacks that a table reports after a hand, and return the players who went out.

    If the floor reverses the end of the last hand, that hand is reported again. The new report
    counts, and players who were out of chips only in the old report are back in. Reports of earlier
    hands are ignored. If the reported chips differ from those in the books, the report is discarded
    and the floor is notified.
    """
    table = work.table(said.table)
    if said.hand < table.hand or not said.hand:
        return []
    again = said.hand == table.hand
    if not again:
        _stands(work, said.table)
    else:
        said = _without_who_is_out(work, said)
        _bring_back(work, said)
    seated = work.room.seated(said.table)
    # The chips of players who were taken out of play during the hand.
    going = work.room.going.get(said.table, {})
    gone = {seat: n for seat, n in going.items() if seat in said.stacks and seat not in seated}
    expected = sum(one.stack for one in seated.values()) + sum(gone.values())
    reported = sum(said.stacks.values())
    if expected != reported or set(said.stacks) != {*seated, *gone}:
        work.differ(said.table, expected, reported)
        return []
    _chips_stay(work, said, gone)
    work.put_table(
        said.table, hand=said.hand, small_blind=said.small_blind, big_blind=said.big_blind,
        differs=False,
    )  # fmt: skip
    outs = []
    for seat, player in seated.items():
        if said.stacks[seat] != player.stack:
            work.put(player, stack=said.stacks[seat])
        if player.unsold:
            continue
        if player.stack and not said.stacks[seat]:
            outs.append(Out(player.id, said.table, said.began.get(seat, player.stack)))
            work.forget_cleared(player.id)
            bounties.noted(work, said, seated, seat)
        elif said.stacks[seat] and not player.stack:
            _not_out(work, player.id)
        elif again and said.stacks[seat] > player.stack:
            # Perhaps they bought chips because of a bust that is now reversed.
            bounties.taken_back(work, said.table, player.id)
    return outs


def _chips_stay(work: Work, said: HandReported, gone: dict[int, int]) -> None:
    """Keep in play the chips that removed players had already put into a hand's pots.

    When they were removed, their whole stack was recorded as having left play.
    """
    going = {table: one for table, one in work.room.going.items() if table != said.table}
    if gone:
        going[said.table] = {seat: said.stacks[seat] for seat in gone}
        before = work.room.deeds
        work.change(deeds=tuple(_with_rest(deed, said, gone) for deed in before))
        for was, deed in zip(before, work.room.deeds, strict=True):
            if deed.chips > was.chips:  # the player has chips after all, and was not knocked out
                bounties.taken_back(work, said.table, deed.player)
                bounties.removed(work, deed.player)
    lost = sum(gone.values()) - sum(said.stacks[seat] for seat in gone)
    work.change(going=going, removed=work.room.removed - lost)


def _with_rest(deed: Deed, said: HandReported, gone: Mapping[int, int]) -> Deed:
    """Return the removal of a player with the chips that they have left after the running hand."""
    seat = deed.seat
    if deed.kind != "remove" or seat is None or seat.table != said.table or seat.seat not in gone:
        return deed
    lost = gone[seat.seat] - said.stacks[seat.seat]
    return msgspec.structs.replace(deed, chips=deed.chips - lost)


def _stands(work: Work, table: int) -> None:
    """Make the busts of a table's last hand final, because the table has played another hand."""
    if table in work.room.busted:
        rest = {other: one for other, one in work.room.busted.items() if other != table}
        work.change(busted=rest)
    bounties.hand_over(work, table)


def _without_who_is_out(work: Work, said: HandReported) -> HandReported:
    """Return a hand's second report without the seats of players who are out in both reports."""
    busted = {seat for seat, _ in work.room.busted.get(said.table, ())}
    empty = busted - work.room.seated(said.table).keys()
    out = {seat for seat in empty if not said.stacks.get(seat)}
    stacks = {seat: chips for seat, chips in said.stacks.items() if seat not in out}
    return msgspec.structs.replace(said, stacks=stacks)


def _bring_back(work: Work, said: HandReported) -> None:
    """Reseat players whose bust is undone because the floor reversed the end of the hand."""
    seated = work.room.seated(said.table)
    back = {
        seat: player for seat, player in work.room.busted.get(said.table, ())
        if said.stacks.get(seat) and seat not in seated and work.player(player).standing == "out"
    }  # fmt: skip
    expected = sum(one.stack for one in seated.values())
    if not back or work.room.ended or set(said.stacks) != seated.keys() | back.keys():
        return
    if sum(said.stacks.values()) != expected:
        return
    if work.room.deal and not work.room.deal.keys() >= set(back.values()):
        # All who are left must agree, and these players had no part in the deal.
        work.change(deal={}, played_for=())
        work.say(DealOff(""))
    for seat, name in back.items():
        bounties.taken_back(work, said.table, name)
        work.put(work.player(name), standing="seated", seat=Seat(said.table, seat), place=None)
        work.say(o.PlayerBack(name, said.stacks[seat], ""))
    place_again(work)


def _not_out(work: Work, name: str) -> None:
    """Undo the bust of a player without a place, because the floor reversed the hand's end."""
    room = work.room
    work.change(
        gone=tuple(one for one in room.gone if one.player != name),
        may_rebuy=tuple(one for one in room.may_rebuy if one.player != name),
    )
    bounties.not_out(work, name)
    player = work.player(name)
    if player.standing == "waiting":
        work.put(player, standing="seated")
        work.say(o.PlayerBack(name, player.stack, ""))


def place(work: Work, outs: list[Out], together: bool) -> None:
    """Assign places to players who went out, provisionally if they may still rebuy.

    `together` means that they went out in the same round of hand for hand.
    """
    if not outs or work.room.ended:
        return
    everybody = bool(work.rules.start.rebuy.value) and not work.room.rebought
    level = reached(work.room.levels, work.room.clock.at)
    opened = level <= work.rules.entries.rebuy_levels.value and work.room.synchronised is None
    provisional = everybody or opened
    if provisional and not everybody:
        work.change(may_rebuy=(*work.room.may_rebuy, *outs))
    _place(work, outs, together=together, provisional=provisional)


def played_on(work: Work, table: int) -> None:
    """Eliminate players who did not rebuy before their table started its next hand."""
    late = [one for one in work.room.may_rebuy if one.table == table]
    if not late or work.room.ended:
        return
    kept = tuple(one for one in work.room.may_rebuy if one.table != table)
    work.change(may_rebuy=kept)
    gone = [one for one in late if work.player(one.player).standing == "waiting"]
    _place(work, gone, together=False, provisional=False)


def nobody_plays(work: Work, table: int) -> None:
    """Eliminate the players at a table where nobody has chips and nobody is about to arrive.

    Such a table never deals another hand, so the room must not wait for it to do so.
    """
    seated = work.room.seated(table).values()
    awaited = any(move.target.table == table for move in work.room.moves)
    if seated and not awaited and all(one.standing == "waiting" for one in seated):
        played_on(work, table)


def _place(work: Work, outs: list[Out], *, together: bool, provisional: bool) -> None:
    by_player = {out.player: out for out in outs}
    left = sum(one.id not in by_player for one in work.room.left)
    found = places(outs, left, _ties(work), together)
    for one in found:
        player = work.player(one.player)
        if provisional:
            redraw.keep_seat(work, player)
            _note_departure(work, player)
        else:
            clear(work, player)  # before another player is told to sit there
        forget_moves_of(work, player.id)
        unpaid_rebuys.resume(work, player)
        standing = "waiting" if provisional else "out"
        seat = player.seat if provisional else None
        where = None if provisional else (one.first, one.last)
        if not provisional:
            _note_bust(work, player)
        work.put(player, standing=standing, seat=seat, place=where)
        if where and player.seat is not None:
            work.close_if_left(player.seat.table)
        article = work.rules.hand_for_hand.ties.article if one.first != one.last else ""
        work.say(o.PlayerOut(one.player, one.first, one.last, provisional, article))
        work.change(last_out=by_player[one.player].table)
    for one in found if not provisional else ():
        bounties.out(work, one.player)
    end_if_won(work)


def _note_departure(work: Work, player: Player) -> None:
    """Note that a player who may rebuy stands up, because they were ordered to before the hand."""
    move = next((one for one in work.room.moves if one.player == player.id), None)
    if move is not None and not move.by_table:
        work.note_cleared(player.id, move.order)


def _ties(work: Work) -> Ties:
    """Return how places are decided between players who go out together.

    A satellite that awards tied seats by stack decides all places by stack.
    """
    one = work.rules.satellite
    by_stack = one.worth.value and one.ties.value == "by-stack"
    return "by-stack" if by_stack else work.rules.hand_for_hand.ties.value


def _note_bust(work: Work, player: Player) -> None:
    if player.seat is not None:
        table, seat = player.seat
        before = work.room.busted.get(table, ())
        work.change(busted={**work.room.busted, table: (*before, (seat, player.id))})


def place_again(work: Work) -> None:
    """Renumber the places of players who are out, because there is one more player in play."""
    by_place: dict[tuple[int, int], list[Player]] = {}
    for one in work.room.players.values():
        if one.place is not None:
            by_place.setdefault(one.place, []).append(one)
    first = len(work.room.left) + 1
    for was in sorted(by_place):
        last = first + len(by_place[was]) - 1
        for one in by_place[was]:
            if one.place != (first, last):
                work.put(one, place=(first, last))
        first = last + 1


def end_if_won(work: Work) -> None:
    """End the tournament if only one player is left; a satellite ends by its own rule.

    While entries are open, it goes on if an alternate is waiting, who gets a seat that is now free.
    """
    inside = work.room.left
    if work.rules.satellite.worth.value:
        return  # a satellite ends with more than one player
    if len(inside) != 1 or not work.room.started or work.room.ended or _others_come(work):
        return
    (winner,) = inside
    work.put(winner, place=(1, 1))
    clear(work, winner)
    work.change(ended=True)
    work.say(o.TournamentEnded(winner.id, dict(scored(work.rules, work.room))))
    bounties.ended(work, winner.id)


def _others_come(work: Work) -> bool:
    entries, levels = work.rules.entries, work.room.levels
    return bool(work.room.alternates) and not closed(entries, levels, work.room.clock.at)


def remove_together(work: Work, names: Sequence[str], why: str) -> None:
    """Remove several players for one offence.

    If nobody else is left, they share the first places, and the tournament has no winner.
    """
    for name in names:
        _remove(work, PlayerRemoved(player=name, why=why))
    if work.rules.cash is not None:
        return
    players = work.room.players
    placed = [name for name in names if name in players and players[name].place is not None]
    if work.room.left or len(placed) < 2 or work.rules.satellite.worth.value:
        end_if_won(work)
        return
    article = work.rules.penalties.disqualified_chips_leave.article
    for name in placed:
        work.put(work.player(name), place=(1, len(placed)))
        work.say(o.PlayerOut(name, 1, len(placed), article=article))
    if not _others_come(work):
        work.change(ended=True)
        work.say(o.TournamentEnded("", dict(scored(work.rules, work.room))))


def remove(work: Work, said: PlayerRemoved) -> None:
    """Remove a player for good, and end the tournament if only one is left."""
    _remove(work, said)
    if work.rules.cash is None:
        end_if_won(work)


def _remove(work: Work, said: PlayerRemoved) -> None:
    """Remove a player for good: their chips leave play, and they take the last place still open.

    A player who has not been given a seat yet is only removed from the list of entries, or barred
    from entering again if they are disqualified for an offence. A player who had been out, and was
    waiting to enter again, keeps their place. Before the start, nobody takes a place. A seated
    player who leaves before the start (`why` is "left") loses only the seat and its stack, and
    stays on the list of entries. That does not apply to a player with a bag from an earlier day.
    """
    player = work.player(said.player)
    if work.rules.cash is not None:
        buy_ins_and_cash_outs.put_out(work, player)
        return
    refuse_if(work.room.ended, "ended-already")
    refuse_if(player.standing in ("out", "removed"), "out-already")
    if player.standing in ("entered", "alternate"):
        bounties.removed(work, player.id)
        if player.stack:  # they came in a bag from an earlier day
            _take_chips(work, player, said.why)
        if said.why in _OFFENCES or player.place is not None:
            standing: Standing = "removed" if said.why in _OFFENCES else "out"
            work.put(work.player(player.id), standing=standing)
            return
        players = {name: one for name, one in work.room.players.items() if name != player.id}
        work.change(players=players)
        return
    if not work.room.started and said.why == "left" and player.id not in work.room.day.brought:
        _seat_back(work, player)
        return
    first = sum(one.id != player.id for one in work.room.left) + 1
    seat = player.seat or next((m.target for m in work.room.moves if m.player == player.id), None)
    room = work.room
    head = room.heads.on.get(player.id, 0)
    due = tuple(one for one in room.taking if one.player == player.id and not one.booked)
    work.remember(
        Deed(
            room.n, "remove", player.id, room.at, seat, chips=player.stack, head=head,
            behind=player.behind, taking=due,
        )
    )  # fmt: skip
    clear(work, player)
    if player.behind:
        unpaid_rebuys.settle(work, player)
    _take_chips(work, work.player(player.id), said.why)
    breaks = any(m.player == player.id and m.reason == "break" for m in room.moves)
    forget_moves_of(work, player.id)
    # Chips that the table was ordered to take have left play with the rest of the stack.
    work.change(
        taking=tuple(one for one in work.room.taking if one.player != player.id),
        gone=tuple(one for one in work.room.gone if one.player != player.id),
    )
    player = work.player(player.id)
    where = (first, first) if work.room.started else None
    work.put(player, standing="removed", seat=None, place=where)
    if where and seat is not None:
        work.change(last_out=seat.table)
    if breaks and player.seat is not None:
        work.close_if_left(player.seat.table)
    article = work.rules.penalties.disqualified_chips_leave.article
    work.say(o.PlayerOut(player.id, first, first, article=article))
    bounties.removed(work, player.id)


def _seat_back(work: Work, player: Player) -> None:
    """Before the start, take back the seat and the stack of a player who has left.

    The player stays on the list of entries, and may still be seated, refunded or removed.
    """
    clear(work, player)
    forget_moves_of(work, player.id)
    work.change(issued=work.room.issued - player.stack)
    work.put(player, standing="entered", seat=None, stack=0)


def clear(work: Work, player: Player) -> None:
    """Order a table to clear the seat of a player who has finished playing."""
    seat = _seat_of(work, player)
    if seat is not None:
        work.clear_seat(seat, player.id)


def _seat_of(work: Work, player: Player) -> Seat | None:
    """Return a player's seat, or the one at which a table has been told to seat them, if any."""
    move = next((one for one in work.room.moves if one.player == player.id and one.left), None)
    if move is None:
        return player.seat
    return move.target if redraw.may_sit(work, move) and not move.refused else None


def _take_chips(work: Work, player: Player, why: str) -> None:
    work.chips_leave(player, _seat_of(work, player))
    article = work.rules.penalties.disqualified_chips_leave.article
    work.say(o.ChipsRemoved(player.id, player.stack, why, article))
    work.put(player, stack=0)
