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
from firmware.reading import iso15693

BYTES = st.lists(
    st.one_of(st.binary(max_size=40), st.just(bytes(9)), st.just(b"\x01" * 254)), max_size=8
).map(b"".join)


def plain(_: object) -> Any:
    """Leave a function as it is, or a pointer what it points to."""
    return _


@pytest.fixture(name="native", scope="module")
def _native() -> Iterator[Any]:
    micropython = ModuleType("micropython")
    micropython.viper = plain  # type: ignore[attr-defined]
    sys.modules["micropython"] = micropython
    try:
        module = import_module("firmware.reading.native")
    finally:
        del sys.modules["micropython"]
    module.ptr8 = plain  # type: ignore[attr-defined]
    yield module
    del sys.modules["firmware.reading.native"]


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
    there = bytes(room[:count]) if data and count >= 0 else None
    assert there == wire.portable_unstuff(data)


def test_where_there_is_no_viper_python_does_it() -> None:
    assert wire.stuff is wire.portable_stuff
    assert iso15693.crc16 is iso15693.portable_crc16
