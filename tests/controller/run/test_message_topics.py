"""What is left out of the events that everybody hears, and whole where the floor alone does."""

import msgspec
import pytest

from controller.contract.public import EVENTS as ALL_EVENTS
from controller.contract.public import (
    ChipsCarried,
    ChipsColoured,
    Envelope,
    HandEnded,
    HandStarted,
    LevelView,
    PotAwarded,
    PotChanged,
    PotPushed,
    PotReceived,
    PotView,
    PublicEvent,
    SeatBusted,
    SeatLeft,
    SeatStack,
    SeatTaken,
    StackChange,
    StackChanged,
    TablePaused,
    Topics,
    event_data,
    event_from,
)
from controller.run.messages.message_topics import STACKS, Telling

TOPICS = Topics("tapis/club/3")
SEATS = (SeatStack(1, 777), SeatStack(2, 777))
EVENTS: tuple[PublicEvent, ...] = (
    HandStarted(1, 2, 1, SEATS, LevelView(50, 100), "fidpa"),
    HandEnded(SEATS),
    StackChanged(1, 777, "award"),
    SeatTaken(1, "Anne", 777),
    SeatLeft(1, 777),
    SeatBusted(1, 4, 777, "p", 2),
    ChipsColoured((100,), (StackChange(1, 777, 777),)),
    ChipsCarried(777),
    PotChanged((PotView(777, (1, 2)),)),
    PotAwarded(0, 1, 777),
    PotPushed(1, 777),
    PotReceived(1, 777),
)


def envelope(event: PublicEvent) -> Envelope:
    return Envelope(1, 7, "s", "2026-01-01T00:00:00Z", "3", 4, event.type, event_data(event))


def test_every_event_that_tells_a_stack_is_one_of_them() -> None:
    assert {event.type for event in EVENTS} == set(STACKS)
    named = {"stack", "stacks", "had", "pots"}
    telling = {
        name for name, event in ALL_EVENTS.items()
        if named & {field.name for field in msgspec.structs.fields(event)}
    }  # fmt: skip
    assert telling <= set(STACKS)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.type)
def test_stacks_go_whole_to_the_floor_first_and_to_nobody_else(event: PublicEvent) -> None:
    (whole, payload, none), (public, shown, seq) = Telling(TOPICS, hides=True).event(
        envelope(event)
    )
    assert (whole, none) == (f"tapis/club/3/floor/event/{event.type}", 0)
    assert (public, seq) == (f"tapis/club/3/event/{event.type}", 7)
    assert b"777" in payload
    assert b"777" not in shown
    # What is left is an event still, and says who it is about.
    left = event_from(event.type, msgspec.json.decode(shown)["data"])
    assert getattr(left, "seat", 1) == 1
    (first, _), (second, again) = Telling(TOPICS, hides=True).again("x", envelope(event))
    assert (first, second) == ("tapis/club/3/floor/replay/x", "tapis/club/3/replay/x")
    assert b"777" not in again


@pytest.mark.parametrize("hides", [False, True])
def test_what_tells_no_stack_or_needs_not_be_hidden_goes_out_once(*, hides: bool) -> None:
    event = TablePaused() if hides else EVENTS[0]
    ((topic, payload, seq),) = Telling(TOPICS, hides=hides).event(envelope(event))
    assert (topic, seq) == (TOPICS.event(event.type), 7)
    assert payload == msgspec.json.encode(envelope(event))


def test_a_command_is_heard_on_the_tables_topic_and_on_everybodys() -> None:
    telling = Telling(TOPICS)
    assert telling.asked("tapis/club/3/command/pause") == ("pause", "")
    assert telling.asked("tapis/club/3/command/pause/floor") == ("pause", "floor")
    assert telling.asked("tapis/club/all/command/release/venue") == ("release", "venue")
    assert telling.asked("tapis/club/4/command/pause") is None
