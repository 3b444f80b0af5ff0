"""The floor's ruling on an underpaid bet: only the chips actually put in count."""

from msgspec.structs import replace

from controller.contract.public import ActionMade, BetReturned
from controller.contract.rules import Action
from controller.table.betting import end_round
from controller.table.state import ALL_IN, LIVE, Paying, Play, put, unpaid


def counts_as_put_in(play: Play, seat: int) -> None:
    """Limit a seat's bet to the chips that it has put in, and cancel the rest of its debt.

    Players who have called for more get the difference back.
    """
    debt = unpaid(play.table, play.hand)[seat]
    if not debt:
        return
    said = play.hand.bets[seat]
    to = said - debt
    _lower(play, seat, to)
    hand = play.hand
    action, _ = hand.last[seat]
    if action in {Action.BET, Action.RAISE} and hand.round.aggressor == seat:
        for other, bet in enumerate(hand.bets):
            if to < bet <= said and hand.last[other][0] == Action.CALL:
                play.say(BetReturned(other, bet - to))
                _lower(play, other, to)
        current = replace(play.hand.round, level_bet=max(play.hand.bets))
        play.hand = replace(play.hand, round=current)
    if action in set(Action):
        play.say(ActionMade(seat, Action(action), to=to, amended=True))
    if type(play.hand.stage) is Paying:
        end_round(play)


def _lower(play: Play, seat: int, to: int) -> None:
    """Lower a seat's bet to `to`, and return the rest to its stack."""
    hand = play.hand
    play.pay(seat, hand.bets[seat] - to)
    status, last = hand.status, hand.last
    if status[seat] is ALL_IN:
        status = put(status, seat, LIVE)
    last = put(last, seat, (last[seat][0], to))
    play.hand = replace(hand, bets=put(hand.bets, seat, to), status=status, last=last)
