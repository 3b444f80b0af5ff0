"""Colour-up: PPC rounds, FIDPA races, RedCactus exchanges; nobody goes out by it."""

from hypothesis import given
from hypothesis import strategies as st

from controller.venue.rules.calculations.button import DECK, card_rank
from controller.venue.rules.calculations.chip_race import (
    Exchanged,
    colour_up,
    odd_chips,
    race,
    unused,
)

HELD = st.dictionaries(st.integers(1, 10), st.integers(0, 30), min_size=1)


def test_ppc_rounds_to_the_nearest_and_half_a_chip_up() -> None:
    """The text's examples: 7 chips of 100 give one of 500, 8 give two; half a chip counts."""
    done = colour_up("nearest", 100, 500, {1: 7, 2: 8, 3: 5, 4: 2}, {1: 1, 2: 1, 3: 1, 4: 1})
    assert [done[seat].gets for seat in (1, 2, 3, 4)] == [1, 2, 1, 0]
    assert [done[seat].change for seat in (1, 2, 3, 4)] == [-200, 200, 0, -200]
    assert colour_up("nearest", 25, 100, {1: 2}, {1: 100})[1].gets == 1


def test_who_would_have_nothing_keeps_one_chip() -> None:
    """PPC 24.3 and FIDPA 38-5: with nothing else, one of the smallest left in play."""
    assert colour_up("nearest", 100, 500, {1: 1}, {1: 0})[1] == Exchanged(1, 400)
    assert colour_up("nearest", 100, 500, {1: 1}, {1: 500})[1].gets == 0
    assert colour_up("nearest", 100, 500, {1: 0}, {1: 0})[1].gets == 0


def test_an_exchange_changes_no_stack() -> None:
    """RedCactus: equal value on request; what makes no larger chip stays."""
    assert colour_up("exchange", 50, 100, {1: 7}, {1: 0})[1] == Exchanged(3, 0)


def test_a_race_is_won_by_single_cards_with_suits_ranked() -> None:
    """One card an odd chip from seat 1 on, all of a player's before the next one's."""
    held = {5: 6, 2: 3, 1: 4, 9: 1}
    assert odd_chips(25, 100, held) == {2: 3, 5: 2, 9: 1}
    cards = ["2c", "Kd", "3c", "Kh", "2s", "Ks"]
    raced = list(race(25, 100, held, cards))
    assert [(one.seat, one.cards) for one in raced] == [
        (2, ("2c", "Kd", "3c")), (5, ("Kh", "2s")), (9, ("Ks",)),
    ]  # fmt: skip
    # Six odd chips of 25 make one and a half of 100: two are raced for, kings by suit.
    assert [one.seat for one in raced if one.won] == [5, 9]
    done = colour_up("race", 25, 100, held, {5: 0, 2: 0, 1: 0, 9: 0}, cards)
    assert {seat: done[seat].gets for seat in done} == {1: 1, 2: 1, 5: 2, 9: 1}
    assert done[9].cards == ("Ks",)


@given(HELD, st.permutations(DECK))
def test_a_race_gives_each_at_most_one_and_the_table_what_its_chips_make(
    held: dict[int, int], cards: list[str]
) -> None:
    """The table gains or loses half a large chip at the most, whoever wins."""
    odd = odd_chips(25, 100, held)
    raced = list(race(25, 100, held, cards))
    won = [one for one in raced if one.won]
    assert abs(100 * len(won) - 25 * sum(odd.values())) <= 50
    assert len({one.seat for one in raced}) == len(raced) == len(odd)
    lost = [one for one in raced if not one.won]
    if won and lost:
        worst = min(max(map(card_rank, one.cards)) for one in won)
        assert all(max(map(card_rank, one.cards)) < worst for one in lost)
    done = colour_up("race", 25, 100, held, dict.fromkeys(held, 100), cards)
    assert sum(one.change for one in done.values()) == 100 * len(won) - 25 * sum(odd.values())


def test_the_smallest_chip_goes_when_no_amount_needs_it() -> None:
    """Antes count as blinds do, and the only chip in play always stays."""
    assert unused((25, 100, 500), (200, 400)) == 25
    assert unused((25, 100, 500), (200, 400, 25)) == 0
    assert unused((100, 500), (1000, 2000)) == 100
    assert unused((100,), (1000,)) == 0
