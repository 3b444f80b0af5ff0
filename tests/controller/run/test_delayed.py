"""When a hand may be streamed: after its delay, and never while it is played."""

from typing import Any

import msgspec
import pytest

from controller.contract.public import (
    EpochBegun,
    HandEnded,
    HandVoided,
    PublicEvent,
    StreamEnded,
    StreamHand,
)
from controller.run.stream.delayed import LONGEST, Delayed, DelayedHand


def event(kind: type[Any], **told: object) -> PublicEvent:
    """Return an event of which only some fields matter."""
    blank: dict[str, object] = {}
    for field in msgspec.structs.fields(kind):
        if field.required:
            blank[field.encode_name] = told.get(field.name, "" if field.type is str else 0)
    made: PublicEvent = kind(**blank)
    return made


def begun(number: int, delay: int = 30) -> PublicEvent:
    """Return the begin of a streamed hand."""
    return event(StreamHand, number=number, delay=delay)


ENDED, VOIDED = event(HandEnded), event(HandVoided)


def hands(*told: tuple[int, int, PublicEvent]) -> list[tuple[int, int, int, int, int]]:
    """Return what waits after some events: number, first, last, begun and ended."""
    delayed = Delayed()
    for now, seq, said in told:
        delayed.note(now, seq, said)
    return [(one.number, one.first, one.last, one.begun, one.ended) for one in delayed.hands]


@pytest.mark.parametrize(
    ("begun_at", "ended", "behind", "leaves"),
    [(1_000, 5_000, 0, 31_000), (1_000, 40_000, 0, 40_000), (1_000, 5_000, 50_000, 50_000)],
)
def test_a_hand_leaves_after_its_delay_its_end_and_the_hand_before(
    begun_at: int, ended: int, behind: int, leaves: int
) -> None:
    assert DelayedHand(1, 1, 30_000, begun_at, ended=ended).leaves(behind) == leaves


@pytest.mark.parametrize(
    ("seq", "offset", "due"),
    [
        (7, 0, 50_000), (7, 9_000, 59_000), (7, -5, 50_000), (7, 2 * LONGEST, 50_000 + LONGEST),
        (8, 9_000, 90_000), (9, 9_000, 70_000),
    ],
)  # fmt: skip
def test_a_frame_is_paced_and_never_sooner_than_it_was_seen(
    seq: int, offset: int, due: int
) -> None:
    hand = DelayedHand(1, 1, 30_000, 1_000, 9, 40_000, {7: 5_000, 8: 60_000})
    assert hand.due(seq, offset, 50_000) == due


def test_a_hand_that_is_void_or_never_ends_is_not_streamed() -> None:
    first, whole = (10, 1, begun(1)), (1, 1, 5, 10, 50)
    assert hands(first) == [(1, 1, 0, 10, 0)]
    assert hands(first, (50, 5, ENDED)) == [whole]
    assert hands(first, (50, 5, ENDED), (60, 6, ENDED)) == [whole]
    assert hands(first, (50, 5, VOIDED)) == []
    assert hands(first, (50, 5, ENDED), (60, 6, VOIDED)) == [whole]
    assert hands(first, (50, 5, ENDED), (60, 6, begun(2))) == [whole, (2, 6, 0, 60, 0)]
    assert hands(first, (60, 6, begun(2))) == [(2, 6, 0, 60, 0)]
    assert hands((10, 1, ENDED), (10, 1, VOIDED)) == []
    for kind in (StreamEnded, EpochBegun):
        assert hands(first, (50, 5, ENDED), (60, 6, event(kind))) == []


def test_what_was_seen_is_noted_by_the_last_event_of_what_was_seen() -> None:
    delayed = Delayed()
    delayed.take(5, 1, [VOIDED])
    delayed.take(10, 4, [VOIDED, begun(1), VOIDED, begun(2)][1:])
    assert [(one.number, one.first, one.delay, one.seen) for one in delayed.hands] == [
        (2, 4, 30_000, {4: 10})
    ]
    delayed.take(20, 4, [])
    delayed.take(30, 6, [event(StreamHand, number=2, delay=1), ENDED])
    delayed.take(40, 7, [ENDED])
    (hand,) = delayed.hands
    assert (hand.first, hand.last, hand.ended, hand.seen) == (5, 6, 30, {6: 30})
