"""Sitting out: players who leave temporarily, the blinds that they miss, and their return.

A returning player posts the big blind live and the small blind dead.
Robert 5 (blinds): a player who missed any blind either posts all missed blinds, at most one small
and one big blind, or waits for the big blind and then owes nothing. The player may choose if the
house rules allow it (ramponneau III.A.4).
"""

from msgspec.structs import replace

from controller.contract.commands import EnterGame
from controller.contract.public import ActionRefused, EntryChosen, FloorCalled, SeatAbsent, SeatBack
from controller.contract.rules import Entry
from controller.houses.model import House
from controller.table.state import Missed, Play, Positions, Table, between

MINUTE = 60_000


def pass_over(play: Play, places: Positions) -> None:
    """Record, at the start of a hand, the blinds missed by players who are sitting out.

    Players serving a penalty miss blinds, too. A player who now has the big blind no longer owes
    anything. For other players, the new hand's level sets what they owe for a missed small blind.
    """
    table, last = play.table, play.table.played
    big = places.big_blind
    for one in table.at_rest.missed:
        seat = table.seats[one.seat]
        if one.seat in places.able and seat.owes and seat.entry is not Entry.WAIT_BIG_BLIND:
            _posts(play, one.seat, one)
    if table.seats[big].owes and table.seats[big].entry is Entry.POST_NOW:
        play.seat(big, owes=0)
    if not last.big_blind:
        return
    smalls = (*between(table, last.small_blind, places.small_blind), places.small_blind)
    bigs = between(table, last.big_blind, big)
    known = {one.seat: one for one in table.at_rest.missed}
    for n, seat in enumerate(table.seats):
        if not (seat.name and (seat.absent or seat.excluded)) or n in places.able:
            continue
        before = known.get(n, Missed(n))
        after = Missed(n, before.small or n in smalls, before.big or n in bigs)
        if after.small or after.big:
            known[n] = after
    play.rest(missed=tuple(known.values()))


def not_passed(play: Play) -> None:
    """Forget the blinds missed in a voided hand; players who have come back owe none of them."""
    now, before = play.table.at_rest.missed, play.hand.prior.missed
    still = {one.seat for one in now}
    play.rest(missed=tuple([one for one in before if one.seat in still]))
    # If the void is waived, these blinds have been missed after all.
    play.hand = replace(play.hand, prior=replace(play.hand.prior, missed=now))
    for number in [one.seat for one in now if one not in before]:
        if not play.table.seats[number].absent:
            play.seat(number, entry=Entry.DEALT_IN, owes=0)
            come_back(play, number)


def come_back(play: Play, number: int) -> None:
    """Make a returning player post missed blinds or wait for the big blind, as the house requires.

    Nothing is done if the player has missed no blinds or is still away.
    """
    rest, seat = play.table.at_rest, play.table.seats[number]
    missed = next((one for one in rest.missed if one.seat == number), None)
    if missed is None or seat.absent or seat.excluded:
        return
    if play.house.blinds.missed.value == "waited":
        play.seat(number, entry=Entry.WAIT_BIG_BLIND)
    else:
        _posts(play, number, missed)


def _posts(play: Play, number: int, missed: Missed) -> None:
    """Have a seat post its missed blinds in the next hand; the small blind is dead."""
    seat = play.table.seats[number]
    both = play.house.blinds.missed.value != "big-posted"
    small = play.table.level.small_blind if missed.small and both else 0
    entry = Entry.POST_NOW if missed.big else Entry.DEALT_IN
    play.seat(number, entry=entry, owes=max(seat.owes, small))
    play.rest(entering=True)


def may_choose(table: Table, house: House) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return two groups of seats: those waiting for the big blind, and those due to post.

    A player in either group may choose to do what the other group does. Both groups are empty in a
    tournament, or if the house rules leave no choice.
    """
    if not house.blinds.entry_choice.value or table.at_rest.tournament:
        return (), ()
    seats = range(1, len(table.seats))
    return (
        tuple([n for n in seats if waits(table, n)]),
        tuple([n for n in seats if comes_in(table, n) and not waits(table, n)]),
    )


def waits(table: Table, number: int) -> bool:
    """Return whether a seat's player must wait for the big blind before entering the game."""
    seat = table.seats[number]
    return bool(seat.name) and seat.entry is Entry.WAIT_BIG_BLIND and comes_in(table, number)


def comes_in(table: Table, number: int) -> bool:
    """Return whether a player is present but must still post or wait before being dealt in."""
    seat, hand = table.seats[number], table.hand
    if not seat.name or seat.absent or (hand.running and hand.stacks[number]):
        return False
    missed = any(one.seat == number for one in table.at_rest.missed)
    return seat.entry is not Entry.DEALT_IN or bool(missed and seat.owes)


def choose(play: Play, number: int, entry: Entry) -> None:
    """Have a seat post in the next hand, or wait for the big blind and then owe nothing."""
    table = play.table
    missed = next((one for one in table.at_rest.missed if one.seat == number), None)
    if entry is Entry.WAIT_BIG_BLIND:
        owes = 0 if missed is not None else table.seats[number].owes
        play.seat(number, entry=entry, owes=owes)
    elif missed is not None:
        _posts(play, number, missed)
    else:
        play.seat(number, entry=entry)
        play.rest(entering=True)
    play.say(EntryChosen(number, play.table.seats[number].entry))


def post_or_wait(play: Play, number: int, what: str) -> None:
    """Handle a player's declaration `what`: "post" to post now, or "wait" for the big blind.

    It is refused if the house rules give this player no choice.
    """
    may_post, may_wait = may_choose(play.table, play.house)
    if number not in (may_post if what == "post" else may_wait):
        play.say(ActionRefused(number, what, "no-choice"))
        return
    choose(play, number, Entry.POST_NOW if what == "post" else Entry.WAIT_BIG_BLIND)


def enter(play: Play, command: EnterGame) -> str:
    """Have a seat post or wait, as the floor decides; return the refusal reason, or ""."""
    if command.entry is Entry.DEALT_IN or not comes_in(play.table, command.seat):
        return "not-now"
    if command.entry is not play.table.seats[command.seat].entry:
        choose(play, command.seat, command.entry)
    return ""


def forget(play: Play, number: int) -> None:
    """Clear a seat's missed blinds, because its player is back or has left."""
    play.rest(missed=tuple([one for one in play.table.at_rest.missed if one.seat != number]))


def mark_absent(play: Play, number: int) -> None:
    """Record that a player is away."""
    seat = play.table.seats[number]
    if seat.taken and not seat.absent:
        play.say(SeatAbsent(number))
        play.seat(number, absent=True, away_since=play.at)


def away_too_long(play: Play) -> None:
    """Call the floor about players away for longer than the house allows (ppc 6)."""
    limit = play.house.deal.absence_minutes
    if not limit.value:
        return
    for number, seat in enumerate(play.table.seats):
        if seat.absent and play.at - seat.away_since > limit.value * MINUTE:
            play.say(FloorCalled(number, "absence", limit.article))


def mark_back(play: Play, number: int) -> str:
    """Record that a player is back, who may owe blinds; always return ""."""
    if play.table.seats[number].absent:
        play.say(SeatBack(number))
        play.seat(number, absent=False)
        if play.table.at_rest.missed:
            come_back(play, number)
    return ""
