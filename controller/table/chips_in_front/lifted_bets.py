"""Chips lifted from a bet before the round is over: gathered too early, or taken back.

No antenna reads chips in transit. Nobody is accused until the chips have had time to reach the pot
and be read there.
"""

from typing import Final

from controller.contract.rules import Kind
from controller.table.chips_in_front.making_change import took_change
from controller.table.chips_in_front.oversized_chips import Motion
from controller.table.rulings import found, stops_play
from controller.table.showdown import stack_is_read
from controller.table.state import (
    STACK_ZONES,
    Betting,
    Hand,
    Play,
    Table,
    lies,
    lifted_since,
)

LIFTED_MS: Final = 5_000
"""How long a lifted bet may be on its way to the pot (ms): a pot is read every second or two."""
LIFTED_SCANS: Final = 50
"""How long a lifted bet may be on its way to the pot, in scans of a card antenna.

`LIFTED_MS` is the limit in milliseconds; the longer of the two counts, because antennas in
time slots read pots less often.
"""


def lift(play: Play, motion: Motion) -> bool:
    """Wait for chips lifted from a bet to reach the pot; return False if they are not awaited.

    They are awaited only during a betting round in which an antenna reads the pot. The bet must
    have been in place in full, unless other chips lifted from it are already awaited. If excess
    chips leave along with the bet, they are change that may have gone into the pot.
    """
    hand, seat = play.hand, motion.seat
    if "pot" in play.table.devices.blind_zones or type(hand.stage) is not Betting:
        return False
    if motion.lay_before < hand.bets[seat] and not lifted_since(hand, seat):
        return False
    play.due_of(seat, left=play.at)
    if (change := motion.lay_before - hand.bets[seat]) > 0:
        play.due_of(seat, swept=change)
    return True


def swept_change(play: Play) -> tuple[int, int]:
    """Return a seat whose change went into the pot along with its bet, and the amount of change.

    The bet must already count as in front of the seat. Returns (0, 0) if there is no such seat.
    """
    hand = play.hand
    for seat, change in enumerate(hand.awaits.swept):
        if change and lies(play.table, seat) >= hand.bets[seat]:
            return seat, change
    return 0, 0


def lifted_seats(hand: Hand) -> tuple[int, ...]:
    """Return the seats whose lifted bets are not yet accounted for."""
    return tuple([seat for seat in range(len(hand.bets)) if lifted_since(hand, seat)])


def lifted_until(table: Table, hand: Hand) -> int | None:
    """Return when the first lifted bet must have reached the pot (ms of table time).

    Return None if no bet is lifted, if a ruling stops the table, or if chips are in motion at the
    pot.
    """
    seats = lifted_seats(hand)
    # Chips that have reached the pot are counted once they have come to rest.
    if not seats or stops_play(table) or "pot" in table.moving:
        return None
    since = min(lifted_since(hand, seat) for seat in seats)
    return since + table.fittings.within(LIFTED_MS, LIFTED_SCANS)


def judge_lifted(play: Play) -> None:
    """Accept lifted bets that are back in place; rule on those that have been taken back.

    A bet counts as taken back if it has not reached the pot in time, or if it is on the player's
    stack.
    """
    for seat in lifted_seats(play.hand):
        if lies(play.table, seat) >= play.hand.bets[seat]:
            _forget(play, seat)
        elif not stops_play(play.table) and (_never_came(play, seat) or _on_its_stack(play, seat)):
            taken_back(play, seat)
    play.wake(lifted_until(play.table, play.hand))


def _never_came(play: Play, seat: int) -> bool:
    """Return whether the time allowed for a lifted bet to reach the pot has expired.

    Return False while chips at the pot are still in motion, because the bet may be among them.
    """
    if "pot" in play.table.moving:
        return False
    allowed = play.table.fittings.within(LIFTED_MS, LIFTED_SCANS)
    return play.at >= lifted_since(play.hand, seat) + allowed


def end_lifted(play: Play) -> None:
    """Account for the lifted bets at the end of their round.

    A bet lifted in full may still be on its way to the pot, so it is left to the later count of the
    pot. A bet lifted in part counts as taken back. If only one live hand is left, a lifted bet of a
    dead hand also counts as taken back.
    """
    for seat in lifted_seats(play.hand):
        hand = play.hand
        there, bet = lies(play.table, seat), hand.bets[seat]
        if there >= bet:
            _forget(play, seat)
        elif there > 0 or (hand.alone() and not hand.can_win(seat)):
            taken_back(play, seat)
        else:
            play.note_faulty(seat)


def taken_back(play: Play, seat: int) -> None:
    """Rule on chips missing from a seat's bet: taken back, or taken as change by another seat."""
    _forget(play, seat)
    if took_change(play, seat):
        return
    back = play.hand.bets[seat] - lies(play.table, seat)
    found(play, Kind.BET_TAKEN_BACK, seat=seat, tags={"announced"}, amount=back)
    play.note_faulty(seat)


def _forget(play: Play, seat: int) -> None:
    play.due_of(seat, left=0, swept=0)


def _on_its_stack(play: Play, seat: int) -> bool:
    """Return whether an antenna reads the lifted chips on their player's stack."""
    table, zone = play.table, STACK_ZONES[seat]
    if not stack_is_read(table, seat):
        return False
    lacks = play.hand.bets[seat] - lies(table, seat)
    return sum(table.chips[zone]) - table.seats[seat].stack >= lacks
