"""The standings of a season: an evening at a time is all evenings at once."""

import random
from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from controller.venue.rules.standings.places import Place, points
from controller.venue.rules.standings.season import Season, Standing

POINTS = (100, 60, 40, 25, 15, 10, 5)


def evening(chance: random.Random) -> dict[str, int]:
    """Return the points of a night of up to 16 of 60 people, some of whom share a place."""
    there = [f"p_{n}" for n in chance.sample(range(60), chance.randint(2, 16))]
    found, first = [], 1
    while first <= len(there):
        last = min(len(there), first + chance.choice((0, 0, 0, 1)))
        found += [Place(one, first, last) for one in there[first - 1 : last]]
        first = last + 1
    return dict(points(POINTS, found))


def counted(evenings: Sequence[Mapping[str, int]], best: int) -> list[tuple[str, int]]:
    """Return (player, points), most points first, of each player's `best` evenings (0: all)."""
    by_player: dict[str, list[int]] = {}
    for one in evenings:
        for player, scored in one.items():
            by_player.setdefault(player, []).append(scored)
    totals = {
        player: sum(sorted(scores, reverse=True)[: best or None])
        for player, scores in by_player.items()
    }
    return sorted(totals.items(), key=lambda row: (-row[1], row[0]))


def totals(season: Season) -> list[tuple[str, int]]:
    """Return (player, points) in the order of the standings."""
    return [(one.player, one.points) for one in season.standings()]


def test_a_season_of_a_thousand_evenings_is_what_counting_it_anew_says() -> None:
    """Every seventh evening corrects one that was before: it may lose everybody of it."""
    chance = random.Random(16)
    for best in (0, 1, 8):
        season, evenings = Season(best), dict[str, dict[str, int]]()
        for number in range(1000):
            corrects = evenings and number % 7 == 0
            name = chance.choice(list(evenings)) if corrects else f"t{number}"
            evenings[name] = {} if number % 70 == 0 else evening(chance)
            season.put(name, evenings[name])
            if number % 50 == 49:
                assert totals(season) == counted(list(evenings.values()), best)
        assert totals(season) == counted(list(evenings.values()), best)


def test_who_has_as_many_points_shares_a_place() -> None:
    season = Season(best=2)
    season.put("t1", {"a": 10, "b": 5, "c": 5, "d": 0})
    season.put("t2", {"a": 1, "b": 6, "c": 6, "e": 11})
    season.put("t3", {"a": 1})
    assert season.standings() == [
        Standing("a", 11, 1, 4), Standing("b", 11, 1, 4), Standing("c", 11, 1, 4),
        Standing("e", 11, 1, 4), Standing("d", 0, 5, 5),
    ]  # fmt: skip
    assert Season().standings() == []


def test_who_has_as_many_points_is_before_others_by_the_files_ties() -> None:
    """The best evening, then the next best one; then who came more often; who still ties shares."""
    season = Season(ties=("best", "evenings"))
    season.put("t1", {"a": 10, "b": 6, "c": 5, "d": 6, "e": 6})
    season.put("t2", {"b": 4, "c": 5, "d": 4, "e": 4})
    season.put("t3", {"e": 0})
    assert [(one.player, one.first, one.last) for one in season.standings()] == [
        ("a", 1, 1), ("e", 2, 2), ("b", 3, 4), ("d", 3, 4), ("c", 5, 5),
    ]  # fmt: skip
    plain = Season()
    plain.put("t1", {"a": 10, "b": 10})
    assert [one.first for one in plain.standings()] == [1, 1]


def test_ties_change_nothing_but_who_is_first_of_as_many_points() -> None:
    chance = random.Random(39)
    for _ in range(200):
        plain, broken = Season(best=3), Season(best=3, ties=("evenings", "best"))
        for number in range(6):
            scored = evening(chance)
            plain.put(f"t{number}", scored)
            broken.put(f"t{number}", scored)
        groups = {one.player: (one.first, one.last) for one in plain.standings()}
        for one in broken.standings():
            first, last = groups[one.player]
            assert first <= one.first <= one.last <= last


def test_who_has_won_more_evenings_is_before_others_where_the_file_says_so() -> None:
    """A corrected evening counts as it is now."""
    season = Season(ties=("wins",))
    season.put("t1", {"a": 10, "b": 4}, ("a",))
    season.put("t2", {"a": 0, "b": 6}, ("b",))
    season.put("t3", {"c": 10})
    assert [(one.player, one.first, one.last) for one in season.standings()] == [
        ("a", 1, 2), ("b", 1, 2), ("c", 3, 3),
    ]  # fmt: skip
    season.put("t2", {"a": 0, "b": 6}, ("a",))
    assert [one.player for one in season.standings()] == ["a", "b", "c"]
    assert season.evenings("a") == 2


EVENINGS = st.lists(
    st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 20), max_size=6), max_size=8
)


@given(EVENINGS, st.integers(0, 4), st.permutations(["best", "evenings", "wins"]), st.randoms())
def test_the_order_of_evenings_and_of_players_does_not_matter(
    evenings: list[dict[str, int]], best: int, ties: list[str], chance: random.Random
) -> None:
    """And more points in an evening never make a place worse."""
    one, other, more = (Season(best, ties) for _ in range(3))
    told = list(enumerate(evenings))
    for n, scored in told:
        one.put(f"t{n}", scored, sorted(scored)[:1])
        more.put(f"t{n}", {who: points + (who == "a") for who, points in scored.items()},
                 sorted(scored)[:1])  # fmt: skip
    chance.shuffle(told)
    for n, scored in told:
        players = list(scored)
        chance.shuffle(players)
        other.put(f"t{n}", {who: scored[who] for who in players}, sorted(scored)[:1])
    assert one.standings() == other.standings()
    place = {each.player: each.first for each in one.standings()}
    better = {each.player: each.first for each in more.standings()}
    assert all(better[who] <= place[who] for who in place if who == "a")


@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=6), st.integers(0, 9), st.integers(0, 4),
    st.permutations(["best", "evenings", "wins"]),
)  # fmt: skip
def test_an_evening_more_puts_nobody_behind_who_has_the_same_others(
    scores: list[int], more: int, best: int, ties: list[str]
) -> None:
    season = Season(best, ties)
    for n, score in enumerate(scores):
        season.put(f"t{n}", {"a": score, "b": score})
    season.put("last", {"b": more})
    assert [one.player for one in season.standings()] == ["b", "a"]


@given(
    st.lists(st.integers(0, 500), max_size=12).map(lambda table: sorted(table, reverse=True)),
    st.lists(st.integers(1, 4), max_size=8), st.randoms(),
)  # fmt: skip
def test_a_table_of_points_is_given_out_once_and_a_better_place_gets_no_less(
    table: list[int], shared_by: list[int], chance: random.Random
) -> None:
    """Groups share their places; what is lost is less than a point for each player of a group."""
    found, first = [], 1
    for group in shared_by:
        found += [Place(f"p{first + n}", first, first + group - 1) for n in range(group)]
        first += group
    given_out = points(table, found)
    assert [given_out[one.player] for one in found] == sorted(given_out.values(), reverse=True)
    there = sum(table[: len(found)])
    assert there - len(found) < sum(given_out.values()) <= there or not found
    chance.shuffle(found)
    assert points(table, found) == given_out


def test_a_single_point_less_is_the_next_place() -> None:
    season = Season()
    season.put("t1", {"a": 9, "b": 8, "c": 8, "d": 7})
    assert season.standings() == [
        Standing("a", 9, 1, 1), Standing("b", 8, 2, 3), Standing("c", 8, 2, 3),
        Standing("d", 7, 4, 4),
    ]  # fmt: skip
