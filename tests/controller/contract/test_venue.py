"""A room's contract: what is in the log is read again, every kind of it."""

import json
import pkgutil
import subprocess
import sys
from importlib import import_module
from typing import Any, get_args

import msgspec
import pytest

from controller.contract import venue
from controller.contract.venue import desk, kinds, outputs


@pytest.mark.parametrize(
    ("every", "base"),
    [
        (outputs.AnyRoomOrder, kinds.RoomOrder),
        (desk.AnyDo, kinds.Do),
        (desk.AnyAsk, kinds.Ask),
    ],
)
def test_no_kind_is_forgotten(every: Any, base: type[msgspec.Struct]) -> None:
    assert set(get_args(every)) == set(base.__subclasses__())


def test_every_input_and_event_is_known_to_who_reads_nothing_else() -> None:
    """Each has its tag, whatever module of the contract it is in."""
    program = (
        "import json; from controller.contract.venue.every import EVENTS, INPUTS; "
        "print(json.dumps([list(INPUTS), list(EVENTS)]))"
    )
    shown = subprocess.check_output([sys.executable, "-c", program], text=True)
    for module in pkgutil.walk_packages(venue.__path__, f"{venue.__name__}."):
        import_module(module.name)
    bases: tuple[type[msgspec.Struct], ...] = (kinds.RoomInput, kinds.RoomEvent)
    for tags, base in zip(json.loads(shown), bases, strict=True):
        there = [str(one.__struct_config__.tag) for one in base.__subclasses__()]
        assert sorted(tags) == sorted(there)
        assert len(set(tags)) == len(tags) > 60
