"""The frame codec on CPython: every frame comes back, and nothing else passes for one."""

import binascii
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware.link import wire
from firmware.link.seal import SEAL
from firmware.link.wire import Decoder, Frame, decode, encode, portable_crc, stuff, unstuff
from tests.firmware.campaign import CRC_VECTORS, STUFF_VECTORS, fuzz

payloads = st.binary(max_size=300) | st.lists(st.sampled_from([0, 1, 254, 255]), max_size=1000).map(
    bytes
)
frames = st.builds(Frame, st.integers(0, 15), st.integers(0, 15), st.integers(0, 255), payloads)


def encoded(frame: Frame) -> bytes:
    return encode(frame.kind, frame.seq, frame.payload, frame.version)


def test_the_crc_is_the_one_of_the_literature() -> None:
    for data, crc in CRC_VECTORS:
        assert portable_crc(data) == crc


@given(st.binary(max_size=600))
def test_the_crc_of_both_interpreters_is_the_same(data: bytes) -> None:
    assert portable_crc(data) == binascii.crc_hqx(data, 0xFFFF)


def test_cobs_is_the_one_of_the_article() -> None:
    for plain, stuffed in STUFF_VECTORS:
        assert stuff(plain) == stuffed
        assert unstuff(stuffed) == plain


@given(payloads)
@example(b"")
@example(bytes(range(1, 255)))
@example(b"\x01" * 508)
def test_stuffed_data_has_no_zero_and_comes_back(data: bytes) -> None:
    stuffed = stuff(data)
    assert 0 not in stuffed
    assert len(stuffed) <= len(data) + len(data) // 254 + 1
    assert unstuff(stuffed) == data


@given(st.lists(frames, max_size=5), st.lists(st.integers(1, 40), max_size=30))
def test_frames_come_back_however_the_line_cuts_them(sent: list[Frame], cuts: list[int]) -> None:
    data = b"".join(map(encoded, sent))
    decoder = Decoder()
    got = []
    for cut in cuts:
        got += decoder.feed(data[:cut])
        data = data[cut:]
    got += decoder.feed(data)
    assert got == sent
    assert (decoder.good, decoder.bad) == (len(sent), 0)


@given(st.lists(st.binary(max_size=3000) | frames))
def test_a_frame_that_comes_whole_is_read_whatever_came_before(line: list[bytes | Frame]) -> None:
    decoder = Decoder()
    for piece in line:
        if isinstance(piece, Frame):
            assert decoder.feed(encoded(piece))[-1] == piece
        else:
            decoder.feed(piece)


@given(st.binary(max_size=3000))
def test_noise_never_raises(noise: bytes) -> None:
    decode(noise)
    unstuff(noise)


@given(frames, st.data())
def test_a_short_burst_never_passes(frame: Frame, data: st.DataObject) -> None:
    """A CRC-16 finds every change within 16 bits in a row of what it is about."""
    body = bytearray(unstuff(encoded(frame)[1:-1]) or b"")
    bit = data.draw(st.integers(0, 8 * len(body) - 16))
    burst = data.draw(st.integers(1, 0xFFFF))
    changed = int.from_bytes(body, "big") ^ burst << bit
    assert decode(stuff(changed.to_bytes(len(body), "big"))) is None


def test_a_frame_that_lost_its_last_byte_passes_as_seldom_as_any() -> None:
    """Of 65,536 frames about 1; it would be 256 if the CRC were not complemented."""
    passed = 0
    for number in range(1 << 16):
        frame = encode(wire.EVENT, number & 255, number.to_bytes(3, "big"))
        body = unstuff(frame[1:-1])
        assert body is not None
        passed += decode(stuff(body[:-1])) is not None
    assert passed <= 6


def test_damage_passes_once_in_65536_times() -> None:
    """2^19 frames with 4 random bytes in the place of 4: 8 pass, by chance 1 to 18 (p > 0.999)."""
    rng = random.Random(16)
    body = unstuff(encode(wire.SNAPSHOT, 7, bytes(range(12)))[1:-1]) or b""
    passed = 0
    for _ in range(1 << 19):
        noise = rng.getrandbits(32).to_bytes(4, "big")
        passed += decode(stuff(body[:3] + noise + body[7:])) is not None
    assert 1 <= passed <= 18


def test_a_million_bytes_of_noise_and_damaged_frames() -> None:
    """It never raises, reads every whole frame, and nothing that was not sent."""
    result = fuzz(1_000_000, 1)
    assert result.wrong == 0
    assert result.lost == 0
    assert result.good > 3000
    assert result.damaged > 5000


def test_the_longest_frame_and_the_bounds_of_each_field() -> None:
    for version, most in ((wire.VERSION, wire.PAYLOAD), (wire.SEALED, wire.PAYLOAD + SEAL)):
        frame = Frame(version, 15, 255, b"\x01" * most)
        data = encoded(frame)
        assert Decoder().feed(data) == [frame]
        assert len(data) == wire.longest(most)
        with pytest.raises(ValueError, match="at most 1000 bytes"):
            encode(15, 255, bytes(most + 1), version)
    for kind, seq, version in ((16, 0, 1), (-1, 0, 1), (0, 256, 1), (0, -1, 1), (0, 0, 16)):
        with pytest.raises(ValueError, match="kind and version must be 0 to 15"):
            encode(kind, seq, b"", version)
    assert Decoder().feed(encode(0, 0, b"", 0)) == [Frame(0, 0, 0, b"")]
    body = bytes((wire.SEALED << 4, 0)) + b"\x01" * (wire.PAYLOAD + SEAL + 1)
    crc = portable_crc(body) ^ 0xFFFF
    assert decode(stuff(body + crc.to_bytes(2, "big"))) is None, "a byte too long"
