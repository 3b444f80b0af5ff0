"""Final stacks of a random hand, computed from the contributions and the winners.

They are computed by our rules and by pokerkit's, so that a difference can be traced to one rule.
"""

from typing import NamedTuple

import msgspec

from controller.contract.private import PrivateEvent
from controller.contract.public import ActionMade, AntePosted, BetReturned, BlindPosted, PublicEvent
from controller.contract.rules import Half
from controller.table.state import Legal, Level, Table, pots


class Invented(NamedTuple):
    """A table before a random hand; `stacks` by seat from 1, 0 for an empty seat."""

    stacks: tuple[int, ...]
    button: int
    level: Level
    deck: tuple[str, ...]


class Choice(NamedTuple):
    """A seat's action (`to` is its total in front), and its legal alternatives."""

    seat: int
    action: str
    to: int
    may: Legal
    front: int


class PlayedHand(NamedTuple):
    """A hand as our engine played it; `order` is the seats from the left of the button.

    `steps` are the public and private events of each observation.
    """

    table: Table
    order: tuple[int, ...]
    big_blind: int
    holes: dict[int, tuple[str, ...]]
    board: tuple[str, ...]
    choices: tuple[Choice, ...]
    steps: tuple[tuple[tuple[PublicEvent, ...], tuple[PrivateEvent, ...]], ...]


def put_in(invented: Invented, played: PlayedHand) -> tuple[tuple[int, ...], int]:
    """Return each seat's contribution to the pots, and the big blind ante separately."""
    paid = [0] * len(played.table.seats)
    dead = 0
    for public, _ in played.steps:
        for event in public:
            match event:
                case AntePosted(amount=amount) if invented.level.big_blind_ante:
                    dead += amount
                case AntePosted() | BlindPosted() | ActionMade():
                    paid[event.seat] += event.amount
                case BetReturned():
                    paid[event.seat] -= event.amount
    return tuple(paid), dead


class Pool(NamedTuple):
    """A pot, or several divided as one: the seats left in it, and the winners of each half."""

    rivals: tuple[int, ...]
    amount: int
    winners: set[tuple[Half, int]]


def paid_out(
    invented: Invented,
    played: PlayedHand,
    *,
    one_each: bool,
    merged: bool = False,
    halved: bool = False,
) -> list[int]:
    """Return the final stacks, computed from the contributions and the winners of each pot.

    `one_each` gives the odd chips of a pot to its winners in turn, else the first gets them all;
    `merged` pools the pots that the same winners contest once the losing hands are gone; `halved`
    gives half of a pot to all seats left in it if none of them has a low hand.
    """
    paid, dead = put_in(invented, played)
    stacks = {seat: invented.stacks[seat] - paid[seat] for seat in played.order}
    stacks[played.big_blind] -= dead
    for pool in _pools(played, paid, dead, merged=merged):
        for amount, sharing in _parts(pool, halved=halved):
            each, odd = divmod(amount, len(sharing))
            for place, seat in enumerate(sorted(sharing, key=played.order.index)):
                extra = int(place < odd) if one_each else odd * (place == 0)
                stacks[seat] += each + extra
    return [stacks[seat] for seat in played.order]


def has_low(played: PlayedHand) -> bool:
    """Return whether a low hand won chips."""
    return any(award.half == "low" for award in played.table.hand.awards)


def _pools(played: PlayedHand, paid: tuple[int, ...], dead: int, *, merged: bool) -> list[Pool]:
    hand = msgspec.structs.replace(played.table.hand, dead_money=dead)
    alive = {award.seat for award in hand.awards}
    pools: list[Pool] = []
    for index, pot in enumerate(pots(hand, paid, 0)):
        rivals = tuple(seat for seat in pot.seats if seat in alive) if merged else pot.seats
        winners = {(award.half, award.seat) for award in hand.awards if award.pot == index}
        if merged and pools and pools[-1].rivals == rivals:
            last = pools.pop()
            pools.append(Pool(rivals, last.amount + pot.amount, last.winners | winners))
        else:
            pools.append(Pool(rivals, pot.amount, winners))
    return pools


def _parts(pool: Pool, *, halved: bool) -> list[tuple[int, list[int]]]:
    """Return the halves of a pool, or the whole, with the seats that share each."""
    high = [seat for half, seat in pool.winners if half != "low"]
    low = [seat for half, seat in pool.winners if half == "low"]
    if not low and halved:
        low = list(pool.rivals)
    small = pool.amount // 2 if low else 0
    return [(amount, of) for amount, of in ((pool.amount - small, high), (small, low)) if of]
