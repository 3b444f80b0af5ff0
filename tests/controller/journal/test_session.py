"""The identity of a controller start."""

import time

from controller.journal.session import new_session

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def test_a_session_is_a_ulid_of_the_millisecond_in_which_it_begins() -> None:
    before = time.time_ns() // 1_000_000
    sessions = [new_session() for _ in range(64)]
    after = time.time_ns() // 1_000_000
    assert len({one[10:] for one in sessions}) == 64
    for one in sessions:
        assert len(one) == 26
        number = 0
        for letter in one:
            number = number * 32 + LETTERS.index(letter)
        assert before <= number >> 80 <= after
