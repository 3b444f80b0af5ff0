"""The room's clock as a page has it, what is left and when it ends; moves on the bar's screen."""

from controller.contract.venue.views import ClockView, NoticeKind, NoticeLine, NoticesView
from display.web.screens.pages_room import bar_live, clock_known
from tests.display.web.in_process import shown
from tests.display.web.world import EVENING
from tests.streams.evenings import NOW, playing


def test_a_clock_counts_down_from_its_last_message_and_not_below_zero() -> None:
    view = ClockView("t1", 1_000, running=True, left=500, to_break=900, entries=700)
    ends = {"ends": 1_500, "break_ends": 1_900, "entries_end": 1_700}
    for now, left, to_break, entries in (
        (0, 500, 900, 700), (999, 500, 900, 700), (1_000, 500, 900, 700), (1_499, 1, 401, 201),
        (1_600, 0, 300, 100), (9_000, 0, 0, 0),
    ):  # fmt: skip
        assert clock_known(view, now) == {
            "view": view, "left": left, "to_break": to_break, "entries": entries, **ends,
        }  # fmt: skip


def test_a_clock_that_stands_or_has_no_end_has_nothing_to_count() -> None:
    still = ClockView("t1", 1_000, left=500, to_break=900, entries=700)
    assert clock_known(still, 5_000)["left"] == 500
    never = ClockView("t1", 1_000, running=True)
    nothing: dict[str, object] = {"left": None, "to_break": None, "entries": None}
    nothing |= {"ends": 0, "break_ends": 0, "entries_end": 0}
    assert clock_known(never, 5_000) == {"view": never, **nothing}
    assert clock_known(None, 5_000) == {"view": None, **nothing}


def test_the_bar_shows_a_move_for_three_minutes_and_one_without_a_time_for_good() -> None:
    with shown(playing()) as room:
        told = tuple(
            NoticeLine(f"n{at}", NoticeKind.MOVE, at, f"p{at}", name, 1, 1, 2, 2)
            for at, name in ((NOW - 180_000, "Gone"), (NOW - 179_999, "There"), (0, "Undated"))
        )
        room.say(f"venue/tournament/{EVENING}/notices", NoticesView(EVENING, told))
        bar = bar_live(room.site, "en", NOW)
    assert [name for name in ("Gone", "There", "Undated") if name in bar] == ["There", "Undated"]
