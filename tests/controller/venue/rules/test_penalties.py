"""Penalties that travel: what is left is what was given less what was missed, at any table."""

from controller.venue.rules.penalties import Penalty, after_hand, after_time, given, possible
from controller.venue.tournament_files import load_tournament

FIDPA = load_tournament("fidpa").penalties
REDCACTUS = load_tournament("redcactus").penalties


def test_each_house_has_its_scale() -> None:
    """One to four rounds or tens of minutes; five, ten or twenty minutes."""
    assert [rounds for rounds in range(1, 7) if possible(FIDPA, rounds=rounds)] == [1, 2, 3, 4]
    assert possible(FIDPA, minutes=30)
    assert not possible(FIDPA, minutes=5)
    assert [minutes for minutes in range(1, 31) if possible(REDCACTUS, minutes=minutes)] == [
        5,
        10,
        20,
    ]
    assert not possible(REDCACTUS, rounds=1)
    assert not possible(FIDPA, rounds=1, minutes=10)


def test_a_round_is_as_many_hands_as_players_and_the_next_round_counts_anew() -> None:
    """Two rounds of nine, moved after ten hands to a table of six: eight are left there."""
    left = given(2, 0, 9)
    hands = 0
    while not left.served:
        left = after_hand(left, 6 if hands >= 8 else 9)
        hands += 1
    assert hands == 9 + 6


def test_minutes_run_down_and_never_below_nothing() -> None:
    """A penalty of time is served by time alone."""
    left = given(0, 10, 9)
    assert left == Penalty(ms=600_000)
    assert after_hand(left, 9) == left
    assert after_time(after_time(left, 400_000), 400_000).served
