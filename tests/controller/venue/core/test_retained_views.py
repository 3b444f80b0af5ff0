"""Who is in, as it is retained: made from what was there before, it says what a new one says."""

from pathlib import Path

import msgspec

from controller.contract.venue import desk as d
from controller.contract.venue.inputs import HandReported
from controller.contract.venue.views import SeatsView, VenueHealth, VenueState
from controller.venue.core.config import RoomBroker, VenueConfig
from controller.venue.core.run import VenueDaemon
from controller.venue.core.screens.retained import Retained
from controller.venue.core.screens.views import SeatLines
from controller.venue.core.staff import actions
from controller.venue.core.take_input import Core
from controller.venue.store.database import Database
from hardware.free_ports import free_port
from tests.controller.venue.core.rooms import config_in


def test_lines_are_made_anew_where_something_on_them_is_another(tmp_path: Path) -> None:
    core, kept = Core(Database(tmp_path / "venue.db")), SeatLines()

    def told() -> SeatsView:
        assert core.evening is not None
        found = kept.view(core.evening, core.shown_as)
        assert found == SeatLines().view(core.evening, core.shown_as)
        return found

    def do(*things: d.AnyDo) -> SeatsView:
        with core.turn() as turn:
            for asked in things:
                actions.act(turn, asked, "anne", "")
        return told()

    do(d.OpenTournament("redcactus"), d.OpenTable(1, 8), d.OpenTable(2, 8))
    names = [f"Anne {n}" for n in range(12)]
    entered = do(*(d.Enter(name=name, shown_as=name, member_no=name[5:]) for name in names))
    assert sorted(line.shown_as for line in entered.players) == sorted(names)
    before = do(d.CloseList(), d.DrawSeats("7h Ks 2d"), d.Start())
    assert [line.table for line in before.players] == [1] * 6 + [2] * 6

    played = [line for line in before.players if line.table == 1]
    stacks = {line.seat: line.stack or 0 for line in played}
    first, second = list(stacks)[:2]
    stacks[first], stacks[second] = stacks[first] + 50, stacks[second] - 50
    with core.turn() as turn:
        turn.happen(HandReported(table=1, hand=1, stacks=stacks), "table 1")
    after = told()
    # What nobody has played for is the same line, not one that is made anew.
    same = [one is was for one, was in zip(after.players, before.players, strict=True)]
    assert same == [line.table == 2 or line.seat not in (first, second) for line in before.players]

    gone = before.players[-1]
    left = do(d.Forget(person=gone.player))
    assert gone.shown_as not in {line.shown_as for line in left.players}
    core.database.close()


def test_what_is_long_goes_out_seldom(tmp_path: Path) -> None:
    """A megabyte takes four seconds: whoever looks at the room has to read all of it."""
    core = Core(Database(tmp_path / "venue.db"))
    config = VenueConfig("club", broker=RoomBroker())
    retained = Retained(core, config, "S", lambda _: ())

    def told(at: int, word: str) -> bool:
        health = VenueHealth("S", problems=(word * 1_000_000,))
        heard: dict[str, bytes] = {}
        retained.publish(at, heard.__setitem__, lambda: health, lambda _: 0)
        return "tapis/club/venue/health" in heard

    said = [told(at, word) for at, word in ((0, "a"), (3_900, "b"), (20_000, "c"))]
    assert said == [True, False, True]
    core.database.close()


def test_a_row_is_shown_when_the_longest_view_has_it_and_what_people_do_hurries_it(
    tmp_path: Path,
) -> None:
    core = Core(Database(tmp_path / "venue.db"))
    retained = Retained(core, VenueConfig("club", broker=RoomBroker()), "S", lambda _: ())
    word, heard = "a", dict[str, bytes]()

    def told(at: int) -> tuple[bool, bool]:
        """Return whether the long view went out, and whether the state says that all is shown."""
        health = VenueHealth("S", problems=(word * 10_000_000,))
        heard.pop("tapis/club/venue/health", None)
        retained.publish(at, heard.__setitem__, lambda: health, lambda _: 0)
        state = msgspec.json.decode(heard["tapis/club/venue/state"], type=VenueState)
        assert state.seq == core.head.n
        return "tapis/club/venue/health" in heard, state.shown == state.seq

    assert told(0) == (True, True)
    word = "b"
    with core.turn() as turn:
        actions.act(turn, d.OpenTournament("redcactus"), "anne", "")
    assert told(39_000) == (False, False)
    retained.hurry()
    assert told(39_300) == (True, True)
    word = "c"
    retained.hurry()
    assert told(40_200) == (False, True)
    assert told(40_300) == (True, True)
    core.database.close()


def test_an_action_at_the_desk_hurries_what_takes_its_time(tmp_path: Path) -> None:
    daemon = VenueDaemon(config_in(tmp_path, free_port(), "file"))
    word, heard = "a", list[str]()

    def told(at: int) -> bool:
        health = VenueHealth("S", problems=(word * 10_000_000,))
        heard.clear()
        daemon.retained.publish(at, lambda t, _: heard.append(t), lambda: health, lambda _: 0)
        return "tapis/club/venue/health" in heard

    assert told(0)
    word = "b"
    assert not told(1_500)
    daemon.done(())
    assert told(2_000)
    daemon.database.close()
