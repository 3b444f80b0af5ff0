"""What the journal keeps of a table: as it is now, and as an older version wrote it."""

import msgspec
import pytest

from controller.contract.observations import FloorSaid
from controller.houses.loader import load_house
from controller.run.kept import FITTINGS, Kept, pack, unpack
from controller.run.runtime import Runtime
from controller.table.state import new_table

PLAYED = (
    b'{"type":"sit-down","seat":1,"name":"Anne","stack":5000}',
    b'{"type":"sit-down","seat":3,"name":"Bruno","stack":4000}',
    b'{"type":"set-level","small_blind":25,"big_blind":50}',
    b'{"type":"start-hand"}',
)


def kept() -> Kept:
    table = new_table(5, keyed=True, unit=25, floor="present", checks=True, decks=2)
    runtime = Runtime(load_house("ppc"), table)
    for said in PLAYED:
        runtime.observe(FloorSaid(10, "desk", said.decode()))
    return Kept(runtime.table, {"bet.1": 7})


def test_what_is_kept_is_read_as_it_was() -> None:
    assert unpack(pack(kept())) == kept()


def test_a_table_of_an_older_version_keeps_what_it_is_made_of() -> None:
    raw = msgspec.msgpack.decode(pack(kept()))
    raw["table"] |= raw["table"].pop("fittings")
    assert set(FITTINGS) <= raw["table"].keys()
    assert unpack(msgspec.msgpack.encode(raw)) == kept()


@pytest.mark.parametrize("state", [b"", b"\xc1", b"\x93\x01\x02\x03", msgspec.msgpack.encode({})])
def test_what_is_no_state_is_refused(state: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        unpack(state)
