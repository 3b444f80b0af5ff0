"""A whole evening over a real broker: drawn, played, balanced, merged, won."""

from pathlib import Path

from tests.controller.venue.core.rooms import room
from tests.mqtt import until


def test_a_league_night_is_played_to_its_winner(tmp_path: Path) -> None:
    with room(tmp_path, tables=2) as here:
        players = here.league_night(16)
        until(lambda: here.quiet and len(here.hall.may_deal) == 2)
        assert here.hall.chips() == 16 * 3000
        core = here.core.daemon.core
        desk = here.desk
        # Another core takes the evening up where it was.
        here.hall.deal(0.5)
        until(lambda: here.heard and here.quiet)
        before = core.room
        here.restart()
        core = here.core.daemon.core
        desk = here.desk
        assert core.room == before
        # On to the break, and behind it: who was out before it is back.
        for _ in range(400):
            if core.room.ended:
                break
            if not here.hall.deal(0.5) and here.quiet and here.heard:
                level = core.room.clock.at
                desk.do("jump-level", index=level + 1)
            until(lambda: here.heard and here.quiet)
        assert core.room.ended
        results = desk.ask("results")["results"]
        assert sorted(one["player"] for one in results) == sorted(players)
        assert results[0]["points"] == 100
        assert core.room.chips == core.room.issued - core.room.removed
        # The winner's seat is cleared too: the next evening begins at empty tables.
        assert [one.stack for one in core.room.left] == [core.room.chips]
        until(lambda: here.quiet and not here.hall.chips())
        assert here.hall.tables["1"].holds == here.hall.tables["2"].holds == {}
