"""What is on its way to the broker, and how far it is known to have come."""

from hypothesis import given
from hypothesis import strategies as st

from controller.run.messages.in_flight import InFlight


def test_so_many_are_on_their_way_and_no_more() -> None:
    window = InFlight(confirmed=7, size=2)
    window.sent(1, 8)
    assert window.is_open
    window.sent(2)
    assert not window.is_open
    assert not window.arrived(2), "a state is no event"
    assert window.is_open
    assert window.arrived(1)
    assert (window.confirmed, len(window)) == (8, 0)


@given(st.permutations(range(1, 8)))
def test_an_event_counts_when_all_before_it_have_arrived(order: list[int]) -> None:
    window = InFlight(confirmed=100, size=20)
    for mid in range(1, 8):
        window.sent(mid, 100 + mid)
    came: set[int] = set()
    for mid in order:
        before = window.confirmed
        went_on = window.arrived(mid)
        came.add(mid)
        whole = next(n for n in range(9) if n + 1 not in came)
        assert window.confirmed == 100 + whole
        assert went_on == (window.confirmed > before)


def test_a_confirmation_of_another_connection_is_nothing() -> None:
    window = InFlight(confirmed=3, size=20)
    window.sent(1, 4)
    assert not window.arrived(99)
    assert window.confirmed == 3


def test_a_confirmation_that_belongs_to_nothing_confirms_no_event() -> None:
    window = InFlight(confirmed=0, size=20)
    window.sent(1, 1)
    assert not window.arrived(99)
    assert (window.confirmed, window.is_open) == (0, True)
