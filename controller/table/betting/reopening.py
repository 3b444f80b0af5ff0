"""Decides who may raise after a bet or raise.

A full bet or raise reopens the betting; a short all-in does so only in some cases.
"""

from msgspec.structs import replace

from controller.houses.model import House
from controller.table.state import Betting, Hand, Round, least_opening, least_raise


def is_full(hand: Hand, house: House, to: int) -> bool:
    """Return whether a bet or raise to `to` is full, and therefore reopens the betting."""
    needed = least_raise(hand, house) if hand.round.level_bet else least_opening(hand, house)
    if hand.game.structure == "limit" and house.betting.half_bet_all_in_reopens.value:
        needed = hand.round.level_bet + (needed - hand.round.level_bet + 1) // 2
    return to >= needed


def raised(
    hand: Hand, betting: Betting, house: House, seat: int, to: int, others: tuple[int, ...]
) -> tuple[Round, tuple[int, ...]]:
    """Return the betting round after a bet or raise to `to`, and the seats that may raise again.

    `seat` makes the bet or raise. `others` lists the seats that must respond to it. After a full
    raise, all of them may raise; after a short all-in, perhaps only some.
    """
    before = hand.round
    opened = before.opened or to
    if not is_full(hand, house, to):
        fresh = _fresh_after_short(hand, betting, house, to, others)
        return replace(before, level_bet=to, aggressor=seat, opened=opened), fresh
    after = replace(
        before,
        level_bet=to,
        last_raise=to - before.level_bet,
        raises=before.raises + 1,
        aggressor=seat,
        opened=opened,
        heads_up=hand.hands_left() == 2,
    )
    return after, others


def _fresh_after_short(
    hand: Hand, betting: Betting, house: House, to: int, others: tuple[int, ...]
) -> tuple[int, ...]:
    """Return those of `others` who may still raise after a short all-in to `to`.

    Players who could raise before the all-in still may. The others may raise only in two cases,
    each under a house rule: several short all-ins add up to a full raise (tda 47), or the total is
    at least twice the player's own bet (ppc 21).
    """
    reopening = house.betting.reopening.value
    again: list[int] = []
    for other in others:
        if other in betting.fresh:
            again.append(other)
        elif reopening == "full-raise-cumulative":
            if to - hand.bets[other] >= max(hand.round.last_raise, least_opening(hand, house)):
                again.append(other)
        elif reopening == "own-bet-doubled" and to >= 2 * hand.bets[other]:
            again.append(other)
    return tuple(again)
