"""Announced chips that, by the floor's decision, a player need not put in after all."""

from msgspec.structs import replace

from controller.contract.public import BetReturned
from controller.contract.rules import Action
from controller.table.state import ALL_IN, LIVE, Hand, Play, Round, put, unpaid


def waive_debt(play: Play, seat: int, *, killed: bool = False) -> bool:
    """Limit a seat's bet to the chips that it has put in; return whether it owed more.

    Players who have called a higher bet get the difference back, unless the seat's hand is being
    `killed`. If a raiser has put in no more than the bet before the raise, that bet is the one to
    call.
    """
    hand = play.hand
    debt = unpaid(play.table, hand)[seat]
    if not debt:
        return False
    said = hand.bets[seat]
    to = said - debt
    _lower(play, seat, to)
    if hand.round.aggressor != seat or hand.last[seat][0] not in {Action.BET, Action.RAISE}:
        return True
    current = _round_after(play, hand, seat, to)
    level, bets = current.level_bet, hand.bets
    calls = [s for s, last in enumerate(hand.last) if last[0] == Action.CALL]
    callers = [s for s in calls if level < bets[s] <= said]
    if killed and callers:
        called = _round_after(play, hand, seat, max(bets[s] for s in callers))
        play.hand = replace(play.hand, round=called)
        return True
    for caller in callers:
        play.say(BetReturned(caller, bets[caller] - level))
        _lower(play, caller, level)
    play.hand = replace(play.hand, round=current)
    return True


def _round_after(play: Play, hand: Hand, seat: int, to: int) -> Round:
    """Return the round of `hand` once the last bet or raise, made by a seat, is limited to `to`."""
    now = hand.round
    acts = (p.hand for p in reversed(play.table.past) if p.seat == seat)
    before = next(
        (h.round for h in acts if h.rounds == hand.rounds and h.round.level_bet < now.level_bet),
        None,
    )
    return replace(now, level_bet=to) if before is None else limited(before, now, to)


def limited(before: Round, now: Round, to: int) -> Round:
    """Return the round `now` once its last bet or raise is limited to `to`.

    `before` is the round before that bet or raise. Its amounts apply again if `to` is no higher
    than the bet to call at that time.
    """
    if to > before.level_bet:
        size = min(now.last_raise, to - before.level_bet)
        return replace(
            now,
            opened=now.opened if before.opened else to,
            level_bet=to,
            last_raise=max(size, before.last_raise),
        )
    return replace(
        now,
        opened=before.opened,
        level_bet=before.level_bet,
        last_raise=before.last_raise,
        raises=before.raises,
        aggressor=before.aggressor,
    )


def _lower(play: Play, seat: int, to: int) -> None:
    """Lower a seat's bet to `to`, and return the rest to its stack."""
    hand = play.hand
    play.pay(seat, hand.bets[seat] - to)
    status, last = hand.status, hand.last
    if status[seat] is ALL_IN:
        status = put(status, seat, LIVE)
    last = put(last, seat, (last[seat][0], to))
    play.hand = replace(hand, bets=put(hand.bets, seat, to), status=status, last=last)
