"""A room's contract: what is in the log is read again, every kind of it."""

from typing import Any, get_args

import msgspec
import pytest

from controller.contract.venue import desk, inputs, outputs


@pytest.mark.parametrize(
    ("every", "base"),
    [
        (inputs.AnyRoomInput, inputs.RoomInput),
        (outputs.AnyRoomEvent, outputs.RoomEvent),
        (outputs.AnyRoomOrder, outputs.RoomOrder),
        (desk.AnyDo, desk.Do),
        (desk.AnyAsk, desk.Ask),
    ],
)
def test_no_kind_is_forgotten(every: Any, base: type[msgspec.Struct]) -> None:
    assert set(get_args(every)) == set(base.__subclasses__())
