"""The text of a request to a room, which may end up in a log."""

import pytest

from controller.contract.venue.cash_game.waiting import OwnWait
from controller.contract.venue.desk import AskMe, Enter, SignIn, TellTable
from controller.contract.venue.floor.members import CorrectPerson, Declare
from controller.contract.venue.kinds import Ask, Do
from controller.contract.venue.notices import OwnNotices
from controller.contract.venue.prizes.deals import OwnDeal

PRIVATE = {"address", "data", "link", "mail", "password"}


@pytest.mark.parametrize(
    "kind",
    [AskMe, CorrectPerson, Declare, Enter, OwnDeal, OwnNotices, OwnWait, SignIn, TellTable],
)
def test_it_has_what_was_asked_but_no_secret_and_no_address(kind: type[Ask | Do]) -> None:
    fields = set(kind.__struct_fields__)
    text = repr(kind(**{name: f"<{name}>" for name in fields}))
    assert fields & PRIVATE
    assert {name for name in fields if f"<{name}>" in text} == fields - PRIVATE
