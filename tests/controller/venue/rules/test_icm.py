"""What prizes are worth to who is left, held against every order in which they could finish."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.venue.rules.standings.icm import DealError, chip_chop, icm, with_left


def by_every_order(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    """Return what each stack is worth: the chance of each order, by Malmuth and Harville."""
    worth = [0.0] * len(stacks)

    def place(left: tuple[int, ...], chance: float) -> None:
        chips = sum(stacks[one] for one in left)
        for one in left:
            here = chance * stacks[one] / chips
            worth[one] += here * prizes[len(stacks) - len(left)]
            if len(left) > 1:
                place(tuple(other for other in left if other != one), here)

    place(tuple(range(len(stacks))), 1.0)
    return worth


@pytest.mark.parametrize("players", range(2, 9))
def test_every_order_up_to_eight_players(players: int) -> None:
    """Short and deep stacks by chance; a share is a whole number, so it is within one of it."""
    rng = random.Random(players)
    for _ in range(3 if players < 7 else 1):
        stacks = [rng.choice((1, 100, 5000, 10**6)) * rng.randint(1, 9) for _ in range(players)]
        prizes = sorted((rng.randint(0, 10**6) for _ in range(players)), reverse=True)
        shares = icm(stacks, prizes)
        assert sum(shares) == sum(prizes)
        for share, exact in zip(shares, by_every_order(stacks, prizes), strict=True):
            assert abs(share - exact) < 1


def test_known_shares() -> None:
    """By chips: the next prize each, the rest by stacks. Equal stacks are worth the same."""
    assert chip_chop([6000, 3000, 1000], [50, 30, 20]) == (44, 32, 24)
    assert icm([5000, 5000], [70, 30]) == (50, 50)
    assert icm([1000] * 3, [100, 0, 0]) == (34, 33, 33)
    # Fewer prizes than players, and more of them.
    assert icm([3000, 1000, 1000], [100]) == (60, 20, 20)
    assert icm([3000, 1000], [60, 30, 10]) == chip_chop([3000, 1000], [60, 30, 10]) == (53, 37)


def test_shares_of_twenty_make_up_the_pool_and_nobody_gets_less_than_the_next_prize() -> None:
    """The deepest stack gets most, whoever has a chip at least the last prize."""
    rng = random.Random(20)
    stacks = [rng.randint(1, 10**6) for _ in range(20)]
    prizes = sorted((rng.randint(1, 10**8) for _ in range(20)), reverse=True)
    for share in (icm, chip_chop):
        shares = share(stacks, prizes)
        assert sum(shares) == sum(prizes)
        assert min(shares) >= prizes[-1]
        order = sorted(range(20), key=lambda one: stacks[one])
        assert [shares[one] for one in order] == sorted(shares)


@pytest.mark.parametrize(
    ("stacks", "prizes", "why"),
    [
        ([5], [10], "2 to 20 players"),
        ([1] * 21, [10], "2 to 20 players"),
        ([5, 0], [10], "must have chips"),
        ([5, 5], [10, 20], "more than the one above"),
        ([5, 5], [10, -1], "more than the one above"),
    ],
)
def test_what_cannot_be_shared_says_why(stacks: list[int], prizes: list[int], why: str) -> None:
    """Nobody, too many, no chips, prizes out of order."""
    for share in (icm, chip_chop):
        with pytest.raises(DealError, match=why):
            share(stacks, prizes)


STACKS = st.lists(st.integers(1, 10**7), min_size=2, max_size=5)
PRIZES = st.lists(st.integers(0, 10**7), min_size=1, max_size=5)


@given(STACKS, PRIZES, st.randoms(use_true_random=False))
def test_whatever_is_shared_is_all_of_it_and_order_says_nothing(
    stacks: list[int], prizes: list[int], chance: random.Random
) -> None:
    """No prize is smaller than the next one, more chips no less; equal ones differ by a unit."""
    prizes = sorted(prizes, reverse=True)
    worth = [*prizes, *[0] * len(stacks)][: len(stacks)]
    order = list(range(len(stacks)))
    chance.shuffle(order)
    for share in (icm, chip_chop):
        shares = share(stacks, prizes)
        assert sum(shares) == sum(worth)
        assert min(shares) >= worth[-1]
        # By chips the leader may get more than the first prize; by places nobody does.
        assert share is chip_chop or max(shares) <= worth[0] + 1
        for one, other in zip(range(len(stacks)), range(1, len(stacks)), strict=False):
            if stacks[one] > stacks[other]:
                assert shares[one] >= shares[other] - 1
        again = share([stacks[at] for at in order], prizes)
        for at, shared in zip(order, again, strict=True):
            assert abs(shares[at] - shared) <= 1


@given(STACKS, PRIZES, st.integers(0, 10**7))
def test_what_is_left_to_play_for_is_kept_apart(
    stacks: list[int], prizes: list[int], left: int
) -> None:
    """Sure shares and what is left are all of the prizes."""
    prizes = sorted(prizes, reverse=True)
    second = prizes[1] if len(prizes) > 1 else 0
    for share in (icm, chip_chop):
        if left > prizes[0] - second:
            with pytest.raises(DealError, match="more than the one above"):
                with_left(share, stacks, prizes, [left])
            continue
        shares = with_left(share, stacks, prizes, [left])
        assert sum(shares) + left == sum(prizes[: len(stacks)])


@pytest.mark.parametrize(
    ("stacks", "prizes", "shares"),
    [
        # Worked examples of public calculators (beatthefish.com, pailiku.com), to the cent there.
        ([60_000, 30_000, 10_000], [500, 300, 200], [412.4, 338.3, 249.3]),
        ([5000, 3000, 2000], [50, 30, 20], [38.39, 32.75, 28.86]),
        ([5000, 3000, 1500, 500], [500, 300, 200], [377.78, 312.89, 225.60, 83.73]),
    ],
)
def test_published_shares(stacks: list[int], prizes: list[int], shares: list[float]) -> None:
    found = icm(stacks, [prize * 100 for prize in prizes])
    for one, published in zip(found, shares, strict=True):
        assert abs(one / 100 - published) < 0.06
