"""The two ends of one direction: what is sent, when it is sent again, and what is taken."""

import pytest

from firmware.link.reliable import TRIES, WINDOW, ReceiveWindow, Sending, SendWindow


def window(count: int, oldest: int = 0) -> SendWindow:
    """Return a window with so many payloads, none of them sent."""
    out = SendWindow()
    out.oldest = oldest
    for number in range(count):
        assert out.push(3, b"%d" % number)
    return out


def send_all(out: SendWindow, now: int) -> list[int]:
    """Send what may be sent now; return the numbers."""
    sent = []
    while (one := out.next()) is not None:
        out.sent(one.seq, now)
        sent.append(one.seq)
    return sent


def timeout_of(out: SendWindow) -> int:
    """Return how long a payload that is sent now would be waited for."""
    assert out.push(3, b"")
    (seq,) = send_all(out, 0)
    due = out.due()
    assert due is not None
    out.arrived(seq + 1 & 255, 0)  # so that this teaches nothing
    out.acknowledged(seq + 1 & 255, 0)
    return due


def trip(out: SendWindow, ms: int) -> None:
    """Send a payload that is acknowledged after some time."""
    assert out.push(3, b"")
    (seq,) = send_all(out, 0)
    out.acknowledged(seq + 1 & 255, ms)


def test_a_full_window_takes_no_more_and_no_more_than_eight_are_under_way() -> None:
    small = SendWindow(2)
    assert (small.oldest, small.again, small.next(), small.due()) == (0, 0, None, None)
    assert [small.push(1, b"") for _ in range(3)] == [True, True, False]
    out = window(10, oldest=254)
    assert out.next() == out.next() == Sending(254, 3, b"0")
    assert send_all(out, 5) == [254, 255, 0, 1, 2, 3, 4, 5]
    out.acknowledged(255, 9)
    assert out.next() == Sending(6, 3, b"8")
    assert out.again == 0


@pytest.mark.parametrize(("following", "left"), [(250, 5), (251, 4), (253, 2), (254, 5), (249, 5)])
def test_only_what_was_sent_can_be_acknowledged(following: int, left: int) -> None:
    out = window(3, oldest=250)
    send_all(out, 0)
    out.push(3, b"3")
    out.push(3, b"4")
    out.acknowledged(following, 10)
    assert len(out.give_up()) == left
    assert out.oldest == (following if left < 5 else 250)
    assert (out.due(), out.next()) == (None, None)


def test_the_time_to_wait_follows_the_round_trips() -> None:
    out = SendWindow()
    assert timeout_of(out) == 150, "nothing is known yet"
    told = []
    for _ in range(9):
        trip(out, 30)
        told.append(timeout_of(out))
    # As they are all alike, what is added for those that differ becomes less, down to 10 ms.
    assert told == [90, 75, 64, 56, 50, 45, 42, 40, 40]
    trip(out, 46)
    assert timeout_of(out) == 32 + 22
    trip(out, 14)
    assert timeout_of(out) == 29 + 35
    for ms, first in ((0, 30), (9, 30), (10, 30), (11, 33), (99, 297), (100, 300), (999, 300)):
        out = SendWindow()
        trip(out, ms)
        assert timeout_of(out) == first, ms


def test_an_acknowledgement_of_nothing_teaches_nothing_and_any_other_its_own_round_trip() -> None:
    out = SendWindow()
    for following in (0, 1, 255):
        out.acknowledged(following, 10)
    out.push(3, b"0")
    out.push(3, b"1")
    for following in (1, 2):
        out.acknowledged(following, 10)
    assert out.next() == Sending(0, 3, b"0"), "it was never sent"
    out.sent(0, 0)
    out.acknowledged(0, 20)
    assert out.due() == 150
    out.sent(1, 40)
    out.acknowledged(1, 60)
    assert out.due() == 40 + 60 + 120


def test_each_time_to_wait_is_twice_the_one_before_up_to_the_longest() -> None:
    out = SendWindow()
    trip(out, 5)
    out.push(3, b"")
    now, waits = 0, []
    for _ in range(TRIES):
        send_all(out, now)
        due = out.due()
        assert due is not None
        waits.append(due - now)
        out.overdue(due)
        now = due
    assert waits == [30, 60, 120, 240, 300, 300]
    out = window(1)
    send_all(out, 0)
    out.arrived(1, 0)
    told = []
    for now in range(400, 2400, 400):
        told.append(out.overdue(now))
        send_all(out, now)
    assert told == [False] * 4 + [True], "what has arrived counts as sent twice"


def test_what_is_overdue_is_sent_again_until_it_is_hopeless() -> None:
    out = window(2)
    assert not out.overdue(9999), "nothing is under way"
    now, waits, hopeless = 0, [], []
    for _ in range(TRIES):
        assert send_all(out, now) == [0, 1]
        due = out.due()
        assert due is not None
        assert not out.overdue(due - 1)
        assert out.next() is None
        hopeless.append(out.overdue(due))
        waits.append(due - now)
        now = due
    assert waits == [150] + [300] * (TRIES - 1)
    assert hopeless == [False] * (TRIES - 1) + [True]
    assert out.again == 2 * (TRIES - 1)
    # Nobody knows which of them an acknowledgement is for, so it teaches nothing.
    send_all(out, now)
    out.acknowledged(2, now + 50)
    assert timeout_of(out) == 300


def test_a_session_begins_with_all_that_is_left_and_counts_its_tries_anew() -> None:
    out = window(1)
    for now in range(TRIES - 1):
        send_all(out, now)
        out.rewind()
    out.push(3, b"1")
    out.begin()
    told = []
    for now in range(0, 2000, 400):
        assert send_all(out, now) == [0, 1]
        told.append(out.overdue(now + 399))
    assert told == [False] * 4 + [True], "the first one before has been one of them"
    assert out.again == (TRIES - 2) + 5 + 4
    assert out.give_up() == [(3, b"0"), (3, b"1")]


def test_what_has_arrived_is_waited_for_anew_and_what_has_not_is_not() -> None:
    out = window(WINDOW + 1, oldest=250)
    send_all(out, 0)
    out.arrived(250 + WINDOW + 1 & 255, 50)
    assert out.due() == 150, "more than can be under way"
    out.arrived(250 + WINDOW & 255, 60)
    assert out.due() == 60 + 150
    out.arrived(251, 90)
    assert out.due() == 90 + 150
    out.acknowledged(251, 100)
    assert out.due() == 60 + 150, "the round trip was that of a confirmation"
    assert out.next() == Sending(250 + WINDOW & 255, 3, b"8")
    unsent = window(2)
    unsent.arrived(2, 70)
    assert unsent.due() is None
    assert unsent.next() == Sending(0, 3, b"0")
    unsent.acknowledged(2, 80)
    assert len(unsent.give_up()) == 2
    assert send_all(window(2), 0) == [0, 1]


@pytest.mark.parametrize(
    ("boot", "oldest", "expected", "confirmed"),
    [
        (7, 3, 5, 3), (7, 5, 5, 5), (7, 2, 5, 2), (7, 1, 5, 2), (7, 253, 5, 2), (7, 252, 252, 252),
        (7, 6, 6, 6), (8, 3, 3, 3), (8, 1, 1, 1),
    ],
)  # fmt: skip
def test_a_receiver_goes_on_where_it_stopped_unless_the_sender_started_anew(
    boot: int, oldest: int, expected: int, confirmed: int
) -> None:
    into = ReceiveWindow(7, 2)
    assert [into.take(seq) for seq in (2, 3, 4)] == [True] * 3
    into.begin(boot, oldest)
    assert (into.boot, into.expected, into.confirmed) == (boot, expected, confirmed)


def test_a_receiver_takes_the_next_one_only_and_a_window_of_unconfirmed_ones() -> None:
    into = ReceiveWindow(7, 250)
    assert [into.take(seq) for seq in (249, 251, 250, 250)] == [False, False, True, False]
    assert [into.take(seq & 255) for seq in range(251, 258)] == [True] * 7
    assert (into.expected, into.over) == (2, 0)
    assert [into.take(2), into.take(2), into.over] == [False, False, 2]
    assert [into.confirm(seq) for seq in (249, 2, 250, 250)] == [False, False, True, False]
    assert [into.take(2), into.take(3), into.over] == [True, False, 3]
    assert [into.confirm(2), into.confirm(2), into.confirmed] == [True, False, 3]
    assert ReceiveWindow().expected == ReceiveWindow().confirmed == 0
