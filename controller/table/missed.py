"""Blinds that pass who sits out, and what they post to come back: the big one live, the small dead.

Robert 5 (blinds): who missed any posts all of them, no more than one small and one big blind, or
waits for the big blind, and owes nothing then.
"""

from controller.contract.rules import Entry
from controller.table.play import Play
from controller.table.positions import Positions, between
from controller.table.state import Missed


def pass_over(play: Play, places: Positions) -> None:
    """Note whom the blinds of the hand that begins pass; who has the big one owes nothing."""
    table, last = play.table, play.table.played
    big = places.big_blind
    if table.seats[big].owes and table.seats[big].entry is Entry.POST_NOW:
        play.seat(big, owes=0)
    if not last.big_blind:
        return
    smalls = (*between(table, last.small_blind, places.small_blind), places.small_blind)
    bigs = between(table, last.big_blind, big)
    known = {one.seat: one for one in table.at_rest.missed}
    for n, seat in enumerate(table.seats):
        if not (seat.name and seat.absent) or n in places.able:
            continue
        before = known.get(n, Missed(n))
        after = Missed(n, before.small or n in smalls, before.big or n in bigs)
        if after.small or after.big:
            known[n] = after
    play.rest(missed=tuple(known.values()))


def come_back(play: Play, number: int) -> None:
    """Let who is back post what they have missed, or wait for the big blind: by the house."""
    rest = play.table.at_rest
    missed = next((one for one in rest.missed if one.seat == number), None)
    if missed is None:
        return
    forget(play, number)
    if play.house.blinds.missed.value == "waited":
        play.seat(number, entry=Entry.WAIT_BIG_BLIND)
        return
    seat = play.table.seats[number]
    small = play.table.level.small_blind if missed.small else 0
    entry = Entry.POST_NOW if missed.big else seat.entry
    play.seat(number, entry=entry, owes=max(seat.owes, small))
    play.rest(entering=True)


def forget(play: Play, number: int) -> None:
    """Forget what a seat has missed: its player is back, or has left."""
    play.rest(missed=tuple([one for one in play.table.at_rest.missed if one.seat != number]))
