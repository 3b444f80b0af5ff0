"""A room's contract: what is in the log is read again, every kind of it."""

from typing import Any, get_args

import msgspec
import pytest

from controller.contract.venue import desk, inputs, kinds, outputs


@pytest.mark.parametrize(
    ("every", "base"),
    [
        (inputs.AnyRoomInput, kinds.RoomInput),
        (outputs.AnyRoomEvent, kinds.RoomEvent),
        (outputs.AnyRoomOrder, kinds.RoomOrder),
        (desk.AnyDo, kinds.Do),
        (desk.AnyAsk, kinds.Ask),
    ],
)
def test_no_kind_is_forgotten(every: Any, base: type[msgspec.Struct]) -> None:
    assert set(get_args(every)) == set(base.__subclasses__())
