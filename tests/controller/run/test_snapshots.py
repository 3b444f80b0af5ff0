"""What the journal keeps of a table."""

import zlib

import msgspec
import pytest

from controller.contract.observations import FloorSaid
from controller.houses.loader import load_house
from controller.run.loop.runtime import Runtime
from controller.run.loop.snapshots import LARGEST, Kept, pack, unpack
from controller.table.state.table import new_table

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


def test_a_table_is_kept_compressed() -> None:
    assert len(pack(kept())) < len(msgspec.msgpack.encode(kept())) / 2


NO_STATES = {
    "nothing": b"",
    "no type": zlib.compress(b"\xc1"),
    "a list": zlib.compress(b"\x93\x01\x02\x03"),
    "a map": zlib.compress(msgspec.msgpack.encode({})),
    "not compressed": msgspec.msgpack.encode(kept()),
    "being asked about a stream": b"\x78nothing",
    "truncated": pack(kept())[:-5],
    "too large": zlib.compress(bytes(LARGEST + 1)),
}


@pytest.mark.parametrize("state", NO_STATES.values(), ids=NO_STATES)
def test_what_is_no_state_is_refused(state: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        unpack(state)
