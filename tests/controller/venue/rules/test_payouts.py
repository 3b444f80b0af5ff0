"""Prizes by places: all of the pool is given out, in order, whoever is named first."""

import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from controller.venue.rules.books.room import Player, Room
from controller.venue.rules.prizes.payouts import prizes_of

SHARES = st.lists(st.integers(0, 10**6), max_size=12).map(lambda all_: sorted(all_, reverse=True))
GROUPS = st.lists(st.integers(1, 4), min_size=1, max_size=8)


def over(groups: list[int], shares: list[int], chance: random.Random) -> Room:
    """Return a room in which so many players share each place, named in any order."""
    players, first = [], 1
    for group in groups:
        place = (first, first + group - 1)
        players += [Player(f"p{first + n}", place=place) for n in range(group)]
        first += group
    chance.shuffle(players)
    return Room(players={one.id: one for one in players}, shares=tuple(shares))


@given(GROUPS, SHARES, st.randoms())
def test_prizes_of_shared_places_are_all_of_them_and_in_order(
    groups: list[int], shares: list[int], chance: random.Random
) -> None:
    room = over(groups, shares, chance)
    prizes = prizes_of(room)
    assert sum(prizes.values()) == sum(shares[: sum(groups)])
    by_place = sorted(room.players.values(), key=lambda one: (one.place or (0, 0), one.id))
    for one, other in pairwise(by_place):
        equal = one.place == other.place
        assert prizes.get(one.id, 0) >= prizes.get(other.id, 0) - equal
        assert not equal or prizes.get(one.id, 0) <= prizes.get(other.id, 0) + 1
    assert prizes_of(over(groups, shares, chance)) == prizes


@given(GROUPS, SHARES, st.integers(1, 6), st.data())
def test_a_deal_and_what_it_left_are_all_of_the_prizes(
    groups: list[int], shares: list[int], most: int, data: st.DataObject
) -> None:
    """The first places have dealt: the others keep theirs, and no unit is paid twice."""
    chance = random.Random(data.draw(st.integers(0, 1000)))
    room = over(groups, shares, chance)
    count = sum(groups)
    edges = [0, *(sum(groups[: n + 1]) for n in range(len(groups)))]
    dealt = max(edge for edge in edges if edge <= max(most, groups[0]))
    pool = sum(shares[:dealt])
    left = data.draw(st.integers(0, pool))
    names = [f"p{n}" for n in range(1, dealt + 1)]
    each, odd = divmod(pool - left, dealt)
    deal = {name: each + (at < odd) for at, name in enumerate(names)}
    room = Room(players=room.players, shares=room.shares, deal=deal, played_for=(left,))
    prizes = prizes_of(room)
    assert sum(prizes.values()) == sum(shares[:count])
    assert all(prizes[name] >= deal[name] for name in names)
