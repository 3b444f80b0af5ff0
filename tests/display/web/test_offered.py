"""What staff are offered in a cash game is what the room's core does not refuse there."""

from pathlib import Path

from controller.contract.venue import desk
from controller.contract.venue.rights import Role
from controller.venue.core.refusals import No
from controller.venue.core.room_time import RoomTime
from controller.venue.core.staff import actions
from controller.venue.core.take_input import Core
from controller.venue.store.database import Database
from display.web.staff.actions import ACTIONS, NOT_IN_CASH
from display.web.visitors import Visitor
from tests.display.web.filled import FORMS

DIRECTOR = Visitor("x", Role.DIRECTOR, "x")


def refusal(core: Core, name: str) -> str:
    """Return why a room says no to an action, "" where it does not."""
    try:
        with core.turn() as turn:
            actions.act(turn, ACTIONS[name].of(FORMS[name], DIRECTOR), "x", "")
    except No as why:
        return why.reason
    return ""


def test_what_a_cash_game_has_none_of_is_what_its_room_refuses(tmp_path: Path) -> None:
    database = Database(str(tmp_path / "venue.db"))
    core = Core(database, RoomTime(0, 0))
    with core.turn() as turn:
        actions.act(turn, desk.OpenTournament("ramponneau"), "x", "")
    refused = {
        ACTIONS[name].makes
        for name in FORMS
        if not ACTIONS[name].is_command and refusal(core, name) == "not-in-a-cash-game"
    }
    database.close()
    # A list can be closed and drawn from; the seats can't.
    assert refused | {desk.CloseList, desk.DrawSeats} == NOT_IN_CASH
