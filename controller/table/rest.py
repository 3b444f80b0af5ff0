"""What is settled when a hand is over: who has no chips, who leaves, that the table is held."""

from controller.contract.public import SeatBusted
from controller.contract.rules import Entry
from controller.table import comings, holds
from controller.table.hand import Hand
from controller.table.play import Play
from controller.table.pots import Pot


def hand_played(play: Play, before: Hand, pots: tuple[Pot, ...]) -> None:
    """Settle what the end of a hand brings; `before` is the hand, `pots` what it had, till then."""
    table = play.table
    for n, stack in enumerate(before.stacks):
        if not stack:
            continue
        seat = table.seats[n]
        if not seat.taken:
            continue
        if not seat.stack + seat.rebuy:
            by = _winner(play.hand, pots, n)
            play.say(SeatBusted(n, before.number, stack, seat.player, by))
            play.seat(n, busted=before.number)
        elif seat.busted or seat.owes or seat.entry is not Entry.DEALT_IN:
            play.seat(n, busted=0, owes=0, entry=Entry.DEALT_IN)
    if table.holds:
        holds.hand_over(play)
    at_rest(play)


def at_rest(play: Play) -> None:
    """Let those leave who were to, and tell that the table is held."""
    if play.table.leaving:
        comings.at_rest(play)
    if play.table.paused:
        holds.tell_held(play)


def _winner(hand: Hand, pots: tuple[Pot, ...], loser: int) -> int:
    """Return who has won all the pots that a seat played for, 0 where it is not one alone."""
    played = {n for n, pot in enumerate(pots) if loser in pot.seats} or set(range(len(pots)))
    winners = {won.seat for won in hand.awards if won.pot in played}
    return winners.pop() if len(winners) == 1 else 0
