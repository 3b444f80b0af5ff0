"""Seals: the known answers of HMAC-SHA256, and what a sealed frame does not let through."""

import binascii
import hmac
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import identity
from firmware.link import wire
from firmware.link.seal import KEY, SEAL, Mac, Seal, nonce_of, proven, proves, same
from hardware.firmware_files import our_files
from tests.firmware.campaign import MAC_VECTORS

keys = st.binary(min_size=KEY, max_size=KEY)
payloads = st.binary(max_size=200)


def test_the_codes_are_those_of_rfc_4231() -> None:
    for key, data, code in MAC_VECTORS:
        assert Mac(key).of(data)[: len(code)] == code


@given(st.binary(max_size=200), st.binary(max_size=300))
def test_they_are_those_of_the_standard_library(key: bytes, data: bytes) -> None:
    assert Mac(key).of(data) == hmac.digest(key, data, "sha256")


@given(keys, st.lists(payloads, max_size=12))
def test_what_is_sealed_is_believed_once_and_in_its_order(key: bytes, said: list[bytes]) -> None:
    node, host = Seal(key, is_host=False), Seal(key, is_host=True)
    sealed = [node.close(wire.EVENT, 1, payload) for payload in said]
    assert [host.open(wire.EVENT, 1, one) for one in sealed] == said
    assert [host.open(wire.EVENT, 1, one) for one in sealed] == [None] * len(said)


@given(keys, payloads, st.data())
def test_nothing_of_a_sealed_frame_can_be_changed(
    key: bytes, payload: bytes, data: st.DataObject
) -> None:
    node, host = Seal(key, is_host=False), Seal(key, is_host=True)
    sealed = bytearray(node.close(wire.EVENT, 1, payload))
    place = data.draw(st.integers(0, len(sealed) - 1))
    sealed[place] ^= 1 << data.draw(st.integers(0, 7))
    assert host.open(wire.EVENT, 1, bytes(sealed)) is None
    sealed = bytearray(Seal(key, is_host=False).close(wire.EVENT, 1, payload))
    assert host.open(wire.COMMAND, 1, bytes(sealed)) is None
    assert host.open(wire.EVENT, 2, bytes(sealed)) is None
    # Nor sent back to who said it, nor cut.
    assert Seal(key, is_host=False).open(wire.EVENT, 1, bytes(sealed)) is None
    assert host.open(wire.EVENT, 1, bytes(sealed[:-1])) is None
    assert host.open(wire.EVENT, 1, bytes(sealed[: SEAL - 1])) is None
    assert host.open(wire.EVENT, 1, bytes(sealed)) == payload


@pytest.mark.parametrize("lost", [0, 1, 100, 255])
def test_frames_that_are_lost_make_no_difference(lost: int) -> None:
    node, host = Seal(bytes(KEY), is_host=False), Seal(bytes(KEY), is_host=True)
    for _ in range(3):
        for _ in range(lost):
            node.close(wire.PING, 0, b"")
        assert host.open(wire.PING, 0, node.close(wire.PING, 0, b"here")) == b"here"


def test_a_proof_is_of_its_kind_and_of_its_key() -> None:
    payload = proven(b"k", wire.WELCOME, b"said")
    assert proves(b"k", wire.WELCOME, payload)
    assert not proves(b"k", wire.READY, payload)
    assert not proves(b"K", wire.WELCOME, payload)
    assert not proves(b"k", wire.WELCOME, b"")


def test_each_session_of_each_start_has_a_nonce_of_its_own() -> None:
    nonces = {nonce_of(b"k", seed, count) for seed in (b"a", b"b") for count in range(100)}
    assert len(nonces) == 200


@given(st.binary(max_size=20), st.binary(max_size=20))
def test_two_seals_are_the_same_when_their_bytes_are(one: bytes, other: bytes) -> None:
    assert same(one, other) == (one == other)
    assert same(one, one)


@pytest.mark.parametrize(
    ("text", "key"),
    [("00" * KEY, bytes(KEY)), ("FF" * KEY + "\n", b"\xff" * KEY), ("00", b""), ("seat", b"")],
)
def test_a_key_is_read_from_its_file(tmp_path: Path, text: str, key: bytes) -> None:
    file = tmp_path / "node.key"
    assert identity.read_key(str(file)) == b""
    file.write_text(text)
    assert identity.read_key(str(file)) == key


def test_the_hash_of_the_files_is_of_what_runs_and_of_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "drivers").mkdir()
    (tmp_path / "node.py").write_text("x = 1\n")
    (tmp_path / "drivers" / "pad.py").write_text("")
    before = identity.hash_of(str(tmp_path))
    assert len(binascii.unhexlify(before)) == identity.HASH // 2
    (tmp_path / "slots.py").write_text("outside")
    (tmp_path / "notes.txt").write_text("no program")
    assert identity.hash_of(str(tmp_path)) == before
    (tmp_path / "drivers" / "pad.py").write_text("y = 2\n")
    assert identity.hash_of(str(tmp_path)) != before
    assert identity.own_files() in our_files()
