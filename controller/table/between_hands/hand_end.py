"""Settles what is due at the end of a hand: bust-outs, departures, chips to remove and holds."""

from msgspec.structs import replace

from controller.contract.commands import TakeChips
from controller.contract.public import SeatBusted, StackChanged
from controller.contract.rules import Entry
from controller.table.between_hands import holds, seating
from controller.table.between_hands.missed_blinds import forget
from controller.table.state import Hand, Past, Play, Pot

_DEALT_IN = Entry.DEALT_IN


def hand_played(play: Play, before: Hand, pots: tuple[Pot, ...]) -> None:
    """Settle what is due at the end of a hand: busted players, departures, and holds to reinstate.

    `before` is the hand just before its end. `pots` are its pots, main pot first.
    """
    table = play.table
    for n, stack in enumerate(before.stacks):
        if not stack:
            continue
        seat = table.seats[n]
        if seat.stack or seat.rebuy:
            if seat.owes or seat.entry is not _DEALT_IN:
                play.seat(n, owes=0, entry=Entry.DEALT_IN)
                if table.at_rest.missed:
                    forget(play, n)
        elif seat.name:
            by = _winner(play.hand, pots, n)
            play.say(SeatBusted(n, before.number, stack, seat.player, by))
            play.seat(n, busted=before.number)
    if table.at_rest.entering:
        still = any(seat.owes or seat.entry is Entry.POST_NOW for seat in play.table.seats)
        play.rest(entering=still)
    if table.at_rest.holds:
        holds.hand_over(play)
    at_rest(play)


def reopened(play: Play, past: Past) -> None:
    """Undo what was settled at the end of a hand, because the hand's last action was undone.

    Missed blinds and the winning streak are restored. The holds that were lifted for this hand are
    lifted again. `past` is the state before the action.
    """
    rest, hand = play.table.at_rest, past.hand
    owing = [seat for seat in play.table.seats if seat.owes or seat.entry is Entry.POST_NOW]
    others = [one for one in rest.missed if not hand.stacks[one.seat]]
    came_back = [one for one in hand.prior.missed if hand.stacks[one.seat]]
    play.rest(
        entering=rest.entering or bool(owing),
        missed=(*others, *came_back),
        streak=hand.prior.streak,
    )
    holds.lift_again(play, past.holds)


def at_rest(play: Play) -> None:
    """Carry out what had to wait until no hand was running.

    Take chips out of play, empty the seats of departing players, and report any hold.
    """
    if due := play.table.at_rest.taking:
        play.rest(taking=())
        for command in due:
            if _sits(play, command):
                _take(play, command)
    seating.at_rest(play)
    if play.table.paused:
        holds.tell_held(play)


def _winner(hand: Hand, pots: tuple[Pot, ...], loser: int) -> int:
    """Return the seat that won every pot that seat `loser` could win, or 0 if no seat did.

    If `loser` could win no pot, the result is the seat that won all pots of the hand, or 0.
    """
    played = {n for n, pot in enumerate(pots) if loser in pot.seats} or set(range(len(pots)))
    winners = {won.seat for won in hand.awards if won.pot in played}
    return winners.pop() if len(winners) == 1 else 0


def take_chips(play: Play, command: TakeChips) -> str:
    """Take chips out of play, as ordered by the venue's software; return the refusal reason, or "".

    The software may take them as a penalty or to correct a stack. Stacks change only between hands,
    so an order given during a hand is carried out at its end.
    """
    if command.chips <= 0:
        return "bad-amount"
    if not _sits(play, command):
        return "seat-empty"
    if play.hand.running:
        play.rest(taking=(*play.table.at_rest.taking, command))
    else:
        _take(play, command)
    return ""


def _sits(play: Play, command: TakeChips) -> bool:
    seat = play.table.seats[command.seat]
    return seat.taken and command.player in ("", seat.player)


def _take(play: Play, command: TakeChips) -> None:
    seat = play.table.seats[command.seat]
    taken = command.chips if command.chips < seat.stack + seat.rebuy else 0
    bought = min(seat.rebuy, taken)  # chips that they bought during the hand go first
    play.seat(command.seat, rebuy=seat.rebuy - bought)
    stack = play.pay(command.seat, bought - taken)
    play.say(StackChanged(command.seat, stack, "taken", taken=taken, order=command.order))
    play.table = replace(play.table, past=())
