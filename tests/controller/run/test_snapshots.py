"""What the journal keeps of a table: as it is now, and as an older version wrote it."""

import zlib

import msgspec
import pytest

from controller.contract.observations import CardLeft, FloorSaid
from controller.contract.rules import Kind
from controller.houses.loader import load_house
from controller.run.loop.runtime import Runtime
from controller.run.loop.snapshots import LARGEST, PARTS, Kept, pack, unpack
from controller.table.state.table import (
    Devices,
    LevelClock,
    Past,
    Played,
    Record,
    Redeal,
    Ruling,
    ShoeState,
    Timed,
    new_table,
)

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
    assert unpack(msgspec.msgpack.encode(kept())) == kept()


def test_a_table_is_kept_compressed() -> None:
    assert len(pack(kept())) < len(msgspec.msgpack.encode(kept())) / 2


@pytest.mark.parametrize("parts", [("fittings",), tuple(PARTS)])
def test_a_table_of_an_older_version_is_read_as_it_was(parts: tuple[str, ...]) -> None:
    raw = msgspec.msgpack.decode(msgspec.msgpack.encode(kept()))
    for part in parts:
        raw["table"] |= raw["table"].pop(part) or msgspec.to_builtins(PARTS[part]())
    assert {"keyed", "unit", "floor", "decks"} <= raw["table"].keys()
    assert unpack(msgspec.msgpack.encode(raw)) == kept()


def test_a_table_as_it_was_kept_before_it_had_parts() -> None:
    told = {
        "shoe": {"checks": True, "wrong": "jam"}, "blind_zones": ["board"], "deaf": [2],
        "button_at": 4, "foreign": {"bet.1": 2}, "moved_agreed": [3],
        "moved": [{"type": "card-left", "at": 7, "card": "9h", "zone": "board"}],
    }  # fmt: skip
    last = {"hands": 7, "button": 2, "small_blind": 3, "big_blind": 1, "small_blind_posted": True,
            "redeal": {"names": ["", "Anne"], "absent": [1]}}  # fmt: skip
    raw = msgspec.msgpack.decode(msgspec.msgpack.encode(Kept(new_table(3, decks=2), {})))
    wrong = {"ruled": 4, "penalties": [[2, "1r"]], "noted": None}
    waits: dict[str, object] = {
        "clock": None,
        "level_clock": {"until": 9, "coming": None},
        "serving": [],
    }
    for part in ("played", "devices", "record", "timed"):
        raw["table"].pop(part)
    raw["table"] |= told | last | wrong | waits
    table = unpack(msgspec.msgpack.encode(raw)).table
    assert table.played == Played(
        7, 2, 3, 1, small_blind_posted=True, redeal=Redeal(("", "Anne"), (1,))
    )
    assert table.record == Record(4, ((2, "1r"),))
    assert table.timed == Timed(level_clock=LevelClock(9))
    assert table.devices == Devices(
        ("board",),
        {},
        (2,),
        4,
        {"bet.1": 2},
        ShoeState(checks=True, wrong="jam"),
        (CardLeft(7, "9h", "board"),),
        (3,),
    )


def test_hands_are_read_whose_cards_said_what_was_dealt() -> None:
    table = kept().table
    hand = msgspec.structs.replace(table.hand, seen=("9h", "2c"), dealt=2)
    past = Past(hand, table.seats, 1)
    ruling = Ruling(1, Kind.DEAL_EXPOSED, "", None, 1, (), before=past)
    now = msgspec.structs.replace(table, hand=hand, past=(past,), rulings=(ruling,))
    raw = msgspec.msgpack.decode(msgspec.msgpack.encode(Kept(now, {})))
    was = raw["table"]
    for one in (was["hand"], was["past"][0]["hand"], was["rulings"][0]["before"]["hand"]):
        one["cards"] |= {"seen": one.pop("seen"), "dealt": one.pop("dealt")}
    assert unpack(msgspec.msgpack.encode(raw)).table == now


NO_STATES = {
    "nothing": b"",
    "no type": b"\xc1",
    "a list": b"\x93\x01\x02\x03",
    "a map": msgspec.msgpack.encode({}),
    "being asked about a stream": b"\x78nothing",
    "truncated": pack(kept())[:-5],
    "too large": zlib.compress(bytes(LARGEST + 1)),
}


@pytest.mark.parametrize("state", NO_STATES.values(), ids=NO_STATES)
def test_what_is_no_state_is_refused(state: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        unpack(state)
