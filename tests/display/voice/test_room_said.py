"""What the room has a table told, in a seat's ear and over the loudspeaker."""

import pytest
from msgspec.structs import asdict, replace

from controller.contract.public import (
    Envelope,
    HoldReason,
    HoldView,
    NoticeText,
    NoticeView,
)
from display.voice.speaking.spoken import spoken
from display.voice.spoken_events import Verbosity, announce
from tests.display import states


def said(name: str, data: dict[str, object], seat: int, verbosity: Verbosity = "terse") -> str:
    holds = (HoldView("h4h", HoldReason.HAND_FOR_HAND),)
    state = replace(states.table(6), paused=True, holds=holds)
    event = Envelope(1, 7, "s", "2026-01-01T00:00:00Z", "t1", 12, name, data)
    return announce(event, state, seat, verbosity, spoken("en"))


MOVE = asdict(NoticeView("n", NoticeText.MOVE, 2, 4, 7, ack=True))


def test_a_move_is_said_in_the_ear_that_it_is_for_however_little_is_heard() -> None:
    heard = said("notice.given", MOVE, 2)
    assert heard == "You move to table 4, seat 7. Press Agree when you have heard this"
    assert said("notice.given", MOVE, 3) == ""
    assert "moves to table 4, seat 7" in said("notice.given", MOVE, 0)


def test_what_is_for_the_table_is_said_in_every_ear() -> None:
    told = asdict(NoticeView("n", NoticeText.DEVICES_OFF))
    for seat in (0, 2, 3):
        assert said("notice.given", told, seat) == "Switch phones off and keep them off the table"


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("table.held", {"holds": ("h4h",)}, "Hand for hand"),
        ("table.released", {"hold": "h4h", "one_hand": True}, "Play resumes for one hand"),
        (
            "table.released",
            {"hold": "h4h", "one_hand": True, "to_street": "flop"},
            "Play resumes for one betting round",
        ),
        (
            "street.held",
            {"street": "turn", "holds": ("h4h",)},
            "The betting round is over: wait for the signal to deal the next street",
        ),
        ("table.released", {"hold": "h4h"}, "The table resumes play"),
        ("table.released", {"hold": "h4h", "holds": ("room",)}, ""),
        (
            "chips.coloured",
            {"denominations": (100,)},
            "The small chips have been removed from play",
        ),
    ],
)
def test_what_the_table_waits_for_is_said(name: str, data: dict[str, object], text: str) -> None:
    assert said(name, data, 0, "full") == text
