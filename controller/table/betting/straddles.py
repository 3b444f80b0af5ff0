"""Straddles: an optional third blind, posted before the first card, whose poster acts last.

A straddle is a multiple of the big blind, usually two big blinds. It is posted by the player to the
left of the big blind or on the button (Robert 2 and 14, and common card room practice). It raises
the opening bet, so it is also the minimum raise. In limit games, it is one bet, and counts towards
the cap on raises. If the house allows it, the poster has an option like the big blind's.
"""

from msgspec.structs import replace

from controller.contract.public import ActionRefused
from controller.contract.rules import Kind
from controller.houses.model import House
from controller.table.betting.blinds import owed, post_all, post_from_chips
from controller.table.rulings import found
from controller.table.state import (
    BEFORE_BETTING,
    BET_ZONES,
    Extras,
    Hand,
    Play,
    Posting,
    Round,
    Table,
    clockwise,
    put,
)

FEWEST = 3
"""The minimum number of players for a straddle: heads-up, the only seats are the blinds."""


def may_straddle(table: Table, hand: Hand, house: House) -> int:
    """Return the seat that may post a straddle now, or 0 if there is none.

    A player who is away or serving a penalty may not, and neither may one whose hand is dead.
    """
    blinds = house.blinds
    if blinds.straddle.value == "none" or hand.extras is not None or hand.dealt:
        return 0
    if type(hand.stage) not in BEFORE_BETTING:
        return 0
    seat = _entitled(hand, blinds.straddle.value)
    needs, player = owed(hand, seat)[0] + amount_of(hand, house), table.seats[seat]
    if not seat or hand.bets[seat] or player.stack < needs:
        return 0
    if player.absent or player.excluded or not hand.can_win(seat):
        return 0
    return seat


def _entitled(hand: Hand, who: str) -> int:
    playing = [s for s in hand.entitled if hand.stacks[s]]
    if len(playing) < FEWEST:
        return 0
    if who == "button":
        return hand.button if hand.button in playing else 0
    return next(s for s in clockwise(len(hand.stacks) - 1, hand.big_blind) if s in playing)


def amount_of(hand: Hand, house: House) -> int:
    """Return the amount of a full straddle in chips: the house's multiple of the big blind."""
    return house.blinds.straddle_blinds.value * hand.level.big_blind


def straddle(play: Play, seat: int) -> None:
    """Record a seat's announcement of a straddle, which it then owes as a blind."""
    if may_straddle(play.table, play.hand, play.house) != seat:
        play.say(ActionRefused(seat, "straddle", "no-straddle"))
        return
    _owe(play, seat)
    if play.table.fittings.keyed:
        post_all(play)


def unasked(play: Play, seat: int) -> None:
    """Handle chips put in before the betting begins by a seat that has nothing left to post.

    They may be an unannounced straddle, the rest of which may follow until the first card is dealt.
    If the seat has posted a blind with a chip that is too large, it will get change. Any other
    chips are ruled on.
    """
    table, hand, house = play.table, play.hand, play.house
    chips, blind = table.chips.get(BET_ZONES[seat], ()), hand.bets[seat]
    front = sum(chips) - table.base[seat]
    if front <= blind or any(owed(hand, seat)) or front - min(chips) < blind:
        return
    straddles = house.blinds.straddle.value != "none" and may_straddle(table, hand, house) == seat
    if straddles and front <= (amount := amount_of(hand, house)):
        if front == amount:
            post_from_chips(play, _owe(play, seat), seat, front)
        return
    if any(r.kind is Kind.BLIND_WRONG_SEAT and r.seat == seat for r in table.rulings):
        return
    found(play, Kind.BLIND_WRONG_SEAT, seat=seat, tags={"before-action"})


def no_straddle(play: Play) -> None:
    """Rule on chips from seats with nothing left to post, now that the deal has begun."""
    for seat in play.hand.entitled:
        unasked(play, seat)


def opening(
    hand: Hand, extras: Extras, house: House, order: tuple[int, ...], begun: Round
) -> tuple[tuple[int, ...], Round]:
    """Return the preflop order of action and betting round, adjusted for a straddle.

    `order` and `begun` are the order and round that apply if there is no straddle.
    """
    seat = extras.straddle
    if not seat:
        return order, begun
    after = clockwise(len(hand.stacks) - 1, seat)
    to = hand.bets[seat]
    begun = replace(begun, level_bet=to, last_raise=to, opened=to, raises=begun.raises + 1)
    return (after if house.blinds.straddle_option.value else after[:-1]), begun


def _owe(play: Play, seat: int) -> Posting:
    hand, stage = play.hand, play.hand.stage
    none = (0,) * len(hand.stacks)
    due = stage if type(stage) is Posting else Posting(none, none)
    due = replace(due, blinds=put(due.blinds, seat, amount_of(hand, play.house)))
    play.hand = replace(hand, stage=due, extras=Extras(straddle=seat))
    return due
