"""Colour-ups: exchanging small chips that are no longer needed for larger ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import msgspec

from controller.venue.rules.calculations.button import card_rank
from controller.venue.rules.tournament import ColourUp


class Exchanged(msgspec.Struct, frozen=True):
    """One player's result in a colour-up.

    `gets` is the number of larger chips received, at least 1 for a player who would otherwise have
    no chips left. `change` is the amount that the stack gained, negative if it lost. `cards` are
    the player's cards in a chip race.
    """

    gets: int
    change: int
    cards: tuple[str, ...] = ()


def unused(values: Sequence[int], amounts: Iterable[int]) -> int:
    """Return the value of the smallest chip if no later blind or ante needs it, otherwise 0.

    The smallest chip is not needed if every later amount is a multiple of the value of the second
    smallest.

    >>> unused([25, 100, 500], [200, 400, 50])
    0
    >>> unused([25, 100, 500], [200, 400, 600])
    25
    """
    small, *larger = sorted(values)
    if not larger:
        return 0
    return 0 if any(amount % larger[0] for amount in amounts if amount) else small


def colour_up(
    method: ColourUp,
    small: int,
    large: int,
    held: Mapping[int, int],
    rest: Mapping[int, int],
    cards: Sequence[str] = (),
) -> dict[int, Exchanged]:
    """Return the result of a colour-up for each seat at a table.

    `small` chips are exchanged for `large` ones. `held` maps each seat to its number of small
    chips, and `rest` to the value of all its other chips. `cards` are the cards dealt in a chip
    race, one for each odd chip, seat by seat from seat 1. In an even exchange, odd chips are kept.
    """
    each = large // small
    if method == "exchange":
        return {seat: Exchanged(count // each, 0) for seat, count in held.items()}
    raced = {one.seat: one for one in race(small, large, held, cards)} if method == "race" else {}
    done: dict[int, Exchanged] = {}
    for seat, count in held.items():
        one = raced.get(seat)
        if method == "nearest":
            gets = (2 * count + each) // (2 * each)
        else:
            gets = count // each + (one is not None and one.won)
        if count and not rest[seat]:
            gets = max(gets, 1)  # nobody goes out in a colour-up
        shown = one.cards if one is not None else ()
        done[seat] = Exchanged(gets, gets * large - count * small, shown)
    return done


class Raced(msgspec.Struct, frozen=True):
    """A seat in a chip race: the cards it was dealt, and whether it won a chip."""

    seat: int
    cards: tuple[str, ...]
    won: bool


def odd_chips(small: int, large: int, held: Mapping[int, int]) -> dict[int, int]:
    """Return, by seat, the number of small chips left over after an even exchange for large ones.

    Seats without any are omitted. The parameters are as in `colour_up`.
    """
    each = large // small
    return {seat: held[seat] % each for seat in sorted(held) if held[seat] % each}


def race(small: int, large: int, held: Mapping[int, int], cards: Sequence[str]) -> Iterator[Raced]:
    """Yield the cards that each seat with odd chips was dealt, and whether it wins a large chip.

    The highest cards win; suits are ranked. There are as many large chips to win as the table's odd
    chips are worth, with half a chip rounded up. A seat wins at most one. The parameters are as in
    `colour_up`.
    """
    odd = odd_chips(small, large, held)
    total, each = sum(odd.values()), large // small
    prizes = min((2 * total + each) // (2 * each), len(odd))
    dealt = iter(cards)
    got = {seat: tuple(islice(dealt, count)) for seat, count in odd.items()}
    best = sorted(got, key=lambda seat: max(map(card_rank, got[seat])), reverse=True)[:prizes]
    yield from (Raced(seat, got[seat], seat in best) for seat in got)
