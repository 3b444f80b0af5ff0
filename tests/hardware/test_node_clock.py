"""A node's time in table time, whatever the line makes of it."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.node.node_clock import NodeClock

BEGAN = 1_000_000


@given(
    st.integers(0, 1 << 40),
    st.lists(st.tuples(st.integers(1, 2000), st.integers(0, 60)), min_size=5, max_size=60),
)
def test_the_time_is_never_after_the_truth_told_and_gets_better(
    node_began: int, scans: list[tuple[int, int]]
) -> None:
    """Scans come up to 60 ms late; the error is at most the least delay so far, and drift."""
    clock = NodeClock()
    clock.begin(node_began, BEGAN + 60)
    least, passed = 60, 0
    for pause, delay in scans:
        passed += pause
        least = min(least, delay)
        now = BEGAN + passed + delay
        at = clock.hear((node_began + passed) & 0xFFFF, 16, now)
        assert at <= now
        assert 0 <= at - (BEGAN + passed) <= least + passed // 1000 + 1


@given(st.integers(0, 30_000), st.integers(0, 0xFFFFFFFF))
def test_what_was_kept_back_is_told_with_the_time_at_which_it_happened(
    kept: int, node_began: int
) -> None:
    clock = NodeClock()
    clock.begin(node_began, BEGAN)
    clock.hear((node_began + 20_000) & 0xFFFF, 16, BEGAN + 20_000)
    happened = node_began + 20_000 - kept
    assert clock.happened(happened & 0xFFFFFFFF, 32, BEGAN + 20_000) == BEGAN + 20_000 - kept


def test_a_node_that_was_not_heard_for_long_goes_on_where_it_was() -> None:
    clock = NodeClock()
    clock.begin(500, BEGAN)
    clock.resume(500 + 300_000)
    assert clock.hear((500 + 300_010) & 0xFFFF, 16, BEGAN + 300_010) == BEGAN + 300_010
