"""Bet limits: the smallest and largest legal call, bet and raise.

All amounts are totals in front of a seat in the current betting round.
"""

import msgspec

from controller.houses.model import House
from controller.table.state.hand import ALL_IN, LIVE, Hand
from controller.table.state.table import Table


class Legal(msgspec.Struct, frozen=True, gc=False):
    """The actions available to the seat to act; None means not allowed.

    `call`, `least` and `most` are the seat's total bet after a call, a minimum bet or raise, and a
    maximum bet or raise.
    `all_in` is the total after an all-in. It is given only if the seat may bet or raise, but its
    stack is too small for the minimum.
    `opens` means that nobody has bet yet: the seat would bet, not raise.
    `whole` is the stack plus the chips in front.
    A raise must be to a multiple of `multiple` unless it is all-in; 0 means that the house requires
    no multiple.
    """

    seat: int
    check: bool
    call: int | None
    least: int | None
    most: int | None
    all_in: int | None
    opens: bool
    whole: int
    multiple: int


def only_raise(hand: Hand, may: Legal) -> int:
    """Return the total of the only legal bet or raise in a limit game.

    Return 0 in other games, or if the seat may not raise.
    """
    return (may.least or may.all_in or 0) if hand.game.structure == "limit" else 0


def limit_bet(hand: Hand) -> int:
    """Return the fixed size of a bet or raise on this street, in chips, in a limit game."""
    return hand.level.big_blind * hand.game.limit_bets[hand.street]


def least_opening(hand: Hand, house: House) -> int:
    """Return the minimum opening bet in a round."""
    if hand.game.structure == "limit":
        return limit_bet(hand)
    return hand.level.big_blind if house.betting.least_opening.value == "big-blind" else 1


def least_raise(hand: Hand, house: House) -> int:
    """Return the total after a minimum raise under the house rules.

    Limit games: the highest bet plus one fixed bet, or the full bet that a short all-in did not
    reach. ppc 21: twice the highest bet. fidpa 61, tda 43, ramponneau III.C: the highest bet plus
    the last full bet or raise. redcactus 5: the next multiple of the big blind above the highest
    bet.
    """
    highest, big_blind = hand.round.level_bet, hand.level.big_blind
    if hand.game.structure == "limit":
        bet = limit_bet(hand)
        short = highest % bet
        counts = house.betting.half_bet_all_in_reopens.value and 2 * short >= bet
        return highest + bet if not short or counts else highest - short + bet
    kind = house.betting.least_raise.value
    if highest < big_blind and house.betting.short_opening.value == "two-big-blinds":
        return 2 * big_blind
    if kind == "double-last":
        return 2 * highest
    if kind == "multiple-of-big-blind":
        return (highest // big_blind + 1) * big_blind
    if kind == "any":
        return highest + 1
    return highest + max(hand.round.last_raise, big_blind)


def most_bet(table: Table, hand: Hand, house: House, seat: int) -> int:
    """Return the largest legal total bet for a seat under the betting structure.

    In no-limit, that is the seat's stack plus its current bet. In a limit or pot-limit game, it may
    be more than the stack can cover.
    """
    structure = hand.game.structure
    if structure == "pot-limit":
        pot = sum(hand.paid) + hand.dead_money + sum(hand.bets) + _blinds_lack(hand, house)
        return hand.round.level_bet + pot + hand.round.level_bet - hand.bets[seat]
    if structure == "limit":
        return least_raise(hand, house) if hand.round.level_bet else limit_bet(hand)
    return hand.bets[seat] + table.seats[seat].stack


def _blinds_lack(hand: Hand, house: House) -> int:
    """Return the amount missing from the blinds that still counts towards the pot-limit maximum.

    Some houses treat a short or dead blind as complete (tda 54). Return 0 in other houses, and from
    the flop on.
    """
    if hand.street or house.blinds.pot.value != "full":
        return 0
    level, bets = hand.level, hand.bets
    if hand.small_blind == hand.big_blind:
        small = level.small_blind
    else:
        small = max(level.small_blind - bets[hand.small_blind], 0)
    return small + max(level.big_blind - bets[hand.big_blind], 0)


def call_to(hand: Hand, seat: int) -> int:
    """Return the total bet required for a call, regardless of the caller's stack.

    If every other player is all-in, the result is at most the largest amount that one of them has
    in front, because any more would be returned at once.
    """
    status = hand.status
    live = status.count(LIVE)
    if live > 1 or (live and status[seat] is not LIVE):
        return hand.round.level_bet
    all_in = [hand.bets[s] for s in hand.entitled if s != seat and status[s] == ALL_IN]
    return min(hand.round.level_bet, max(all_in, default=0))


def call_told(table: Table, hand: Hand, house: House, seat: int) -> int:
    """Return the cost of a call for a seat, as announced to everybody.

    It is capped at the seat's stack only if the house always shows stacks.
    """
    if house.disclosure.show_stacks.value is True:
        return to_call(table, hand, seat)
    return to_match(hand, seat)


def to_call(table: Table, hand: Hand, seat: int) -> int:
    """Return what a call would cost a seat, capped at its stack, or 0 if it may check."""
    return min(to_match(hand, seat), table.seats[seat].stack)


def to_match(hand: Hand, seat: int) -> int:
    """Return how much a seat must add to call, whatever its stack, or 0 if it may check."""
    return max(call_to(hand, seat) - hand.bets[seat], 0)


def legal(table: Table, hand: Hand, house: House, seat: int) -> Legal:
    """Return the actions available to the seat to act."""
    front, stack = hand.bets[seat], table.seats[seat].stack
    whole = front + stack
    target = call_to(hand, seat)
    check = target <= front
    call = None if check else min(target, whole)
    opens = hand.round.level_bet == 0
    betting = hand.betting
    if betting.completes:
        least = None if call is not None else min(least_opening(hand, house), whole)
        return Legal(seat, False, call, least, least, None, opens, whole, 0)
    may_raise = (
        seat in betting.fresh
        and whole > hand.round.level_bet
        and another_can_act(table, hand, seat)
    )
    if hand.game.structure == "limit" and not opens:
        capped = hand.round.raises >= house.betting.most_raises.value
        may_raise = may_raise and not (capped and _cap_holds(table, hand, house))
    if not may_raise:
        return Legal(seat, check, call, None, None, None, opens, whole, 0)
    least = least_opening(hand, house) if opens else least_raise(hand, house)
    # An amount that the chips in play can't make is no bet.
    least += -least % table.fittings.unit
    if whole < least:
        return Legal(seat, check, call, None, None, whole, opens, whole, 0)
    most = whole
    if hand.game.structure != "no-limit":
        most = min(whole, max(most_bet(table, hand, house, seat), least))
    wants = house.betting.least_raise.value == "multiple-of-big-blind"
    multiple = hand.level.big_blind if wants and not opens else 0
    if multiple and most < whole:
        most -= most % multiple
    return Legal(seat, check, call, least, most, None, opens, whole, multiple)


def _cap_holds(table: Table, hand: Hand, house: House) -> bool:
    """Return whether the cap on the number of raises applies to this hand.

    A house may lift the cap if only two hands were left by the time of the last full raise
    (Robert 3). A house may also lift it for the last two players in the game (tda 48). A
    tournament's table keeps the cap in the second case, because it does not know how many players
    other tables have.
    """
    if hand.round.heads_up and not house.betting.most_raises_heads_up.value:
        return False
    if house.betting.most_raises_last_two.value or table.at_rest.tournament:
        return True
    return sum(1 for stack in table.hand.stacks if stack) > 2


def can_act(table: Table, hand: Hand) -> tuple[int, ...]:
    """Return the seats with live cards and chips left, starting to the left of the button."""
    status, seats = hand.status, table.seats
    return tuple([s for s in hand.entitled if status[s] is LIVE and seats[s].stack > 0])


def another_can_act(table: Table, hand: Hand, seat: int) -> bool:
    """Return whether any other seat has live cards and chips left."""
    status, seats = hand.status, table.seats
    for other in hand.entitled:
        if other != seat and status[other] is LIVE and seats[other].stack > 0:
            return True
    return False
