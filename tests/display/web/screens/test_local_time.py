"""Times on pages: those of the room's own clock on the wall."""

import time

import pytest

from tests.display.web.in_process import shown
from tests.streams.evenings import playing


@pytest.mark.parametrize(("zone", "says"), [("UTC", "20:00"), ("Europe/Paris", "21:00")])
def test_events_at_a_table_are_told_in_local_time(
    zone: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The floor was called at 20:00 UTC on a day in winter."""
    with shown(playing()) as room:
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        page = room.get("/table/2", "floor").text
        monkeypatch.undo()
    assert f"<time>{says}</time>" in page
