"""What viper compiles, run by CPython as the plain Python that it also is: it does as the rest.

On a board it runs in the processor's own instructions (`make board`).
"""

import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.link import wire
from firmware.places import ring
from firmware.reading import iso15693

BYTES = st.lists(
    st.one_of(st.binary(max_size=40), st.just(bytes(9)), st.just(b"\x01" * 254)), max_size=8
).map(b"".join)


def plain(_: object) -> Any:
    """Leave a function as it is, or a pointer what it points to."""
    return _


def compiled(name: str) -> Iterator[Any]:
    """Import a module of such functions, and forget it afterwards."""
    micropython = ModuleType("micropython")
    micropython.viper = plain  # type: ignore[attr-defined]
    sys.modules["micropython"] = micropython
    try:
        module = import_module(name)
    finally:
        del sys.modules["micropython"]
    module.ptr8 = plain  # type: ignore[attr-defined]
    yield module
    del sys.modules[name]


@pytest.fixture(name="native", scope="module")
def _native() -> Iterator[Any]:
    yield from compiled("firmware.reading.native")


@pytest.fixture(name="colours", scope="module")
def _colours() -> Iterator[Any]:
    yield from compiled("firmware.places.native")


@given(data=BYTES)
def test_checksums_are_those_of_python(native: Any, data: bytes) -> None:
    assert native.crc_ccitt(data, len(data), 0xFFFF) == wire.portable_crc(data)
    assert native.crc_iso(data, len(data)) == iso15693.portable_crc16(data)


@given(data=BYTES)
def test_stuffing_is_that_of_python(native: Any, data: bytes) -> None:
    room = bytearray(len(data) + len(data) // 254 + 2)
    assert bytes(room[: native.stuff(data, len(data), room)]) == wire.portable_stuff(data)


@given(data=st.one_of(BYTES, BYTES.map(wire.portable_stuff)))
def test_unstuffing_is_that_of_python(native: Any, data: bytes) -> None:
    room = bytearray(len(data) + 1)
    count = native.unstuff(data, len(data), room)
    there = bytes(room[:count]) if data and count != -1 else None
    assert there == wire.portable_unstuff(data)


def test_where_there_is_no_viper_python_does_it() -> None:
    assert wire.stuff is wire.portable_stuff
    assert iso15693.crc16 is iso15693.portable_crc16


LEDS = st.integers(1, 20)


@given(st.data(), LEDS, st.integers(0, ring.FADED))
def test_a_blend_is_that_of_python(colours: Any, data: st.DataObject, leds: int, part: int) -> None:
    before, after = (data.draw(st.binary(min_size=3 * leds, max_size=3 * leds)) for _ in range(2))
    room = bytearray(3 * leds)
    assert colours.blend(before, after, part, room, len(room)) == len(room)
    assert bytes(room) == ring.portable_blended(before, after, part)


@given(st.data(), LEDS)
def test_colours_for_the_wire_are_those_of_python(
    colours: Any, data: st.DataObject, leds: int
) -> None:
    frame = data.draw(st.binary(min_size=3 * leds, max_size=3 * leds))
    room = bytearray(len(frame))
    assert colours.swap(frame, room, len(frame)) == len(frame)
    assert room == ring.portable_wire_order(frame)
