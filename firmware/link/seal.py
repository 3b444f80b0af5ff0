"""Seals on frames: only the holder of the node's key can make them, and each is valid only once.

A seal is a truncated HMAC-SHA256 (RFC 2104). MicroPython has SHA-256 but no HMAC. This module runs
on both ends. It does no I/O and generates no random numbers: nonces are passed in.
"""

import hashlib

KEY = 16
"""The length of a node's key in bytes."""

NONCE = 8
"""The length in bytes of the random nonce that each end adds to a session, so that a frame is never
valid in another session."""

PROOF = 8
"""The length in bytes of the seal of a WELCOME and a READY."""

TAG = 4
"""The length in bytes of the seal of any other frame. An attacker must send each guess over the
line. At 1,000 frames a second, about one guess in 50 days is right. Wrong guesses are reported."""

SEAL = 1 + TAG
"""The number of bytes added to a frame in a sealed session: one for the lowest byte of the frame's
number, and the rest for the seal."""

_BLOCK = 64

UP, DOWN = b"U", b"D"
"""The bytes that stand for the two directions, node to host and host to node. They are part of the
sealed data, so that a frame sent back to its sender is not valid."""


class Mac:
    """HMAC-SHA256 with a fixed key."""

    def __init__(self, key: bytes) -> None:
        """Set the key, which may be of any length."""
        if len(key) > _BLOCK:
            key = hashlib.sha256(key).digest()
        key = key + bytes(_BLOCK - len(key))
        self._inner = bytes([byte ^ 0x36 for byte in key])
        self._outer = bytes([byte ^ 0x5C for byte in key])

    def of(self, data: bytes) -> bytes:
        """Return the 32-byte HMAC of `data`."""
        inner = hashlib.sha256(self._inner + data).digest()
        return hashlib.sha256(self._outer + inner).digest()


def same(one: bytes, other: bytes) -> bool:
    """Return whether two seals are equal, in constant time."""
    differs = len(one) ^ len(other)
    for a, b in zip(one, other):  # noqa: B905 - MicroPython's zip takes no `strict`
        differs |= a ^ b
    return differs == 0


def nonce_of(key: bytes, seed: bytes, count: int) -> bytes:
    """Return a node's nonce for its session number `count`; `seed` is random at each start."""
    return Mac(key).of(b"N" + seed + count.to_bytes(4, "big"))[:NONCE]


def session_key(key: bytes, node_nonce: bytes, host_nonce: bytes, about: bytes) -> bytes:
    """Return the key for a session, derived from the node's key, both nonces, and `about`.

    `about` is data that both ends must agree on; different data results in a different key.
    """
    return Mac(key).of(b"S" + node_nonce + host_nonce + about)


def proven(key: bytes, kind: int, said: bytes) -> bytes:
    """Return `said`, the payload of a WELCOME or READY, followed by its seal.

    `kind` is the kind of the frame.
    """
    return said + Mac(key).of(b"P" + bytes((kind,)) + said)[:PROOF]


def proves(key: bytes, kind: int, payload: bytes) -> bool:
    """Return whether a payload ends with the correct seal, as made by `proven`."""
    return same(proven(key, kind, payload[:-PROOF]), payload)


class Seal:
    """One end of a sealed session: it seals outgoing frames and checks incoming ones."""

    def __init__(self, key: bytes, is_host: bool) -> None:
        """Begin with the session's key; no frame has been sent or received yet."""
        self._mac = Mac(key)
        self._ours, self._theirs = (DOWN, UP) if is_host else (UP, DOWN)
        self._said = 0
        self.heard = 0
        """The number of the last accepted frame, counting from 1."""

    def close(self, kind: int, seq: int, payload: bytes) -> bytes:
        """Return a payload followed by its seal; each call advances the frame counter.

        The seal also protects the `kind` and `seq` of the frame.
        """
        self._said += 1
        tag = self._tag(self._ours, self._said, kind, seq, payload)
        return payload + bytes((self._said & 255,)) + tag

    def open(self, kind: int, seq: int, sealed: bytes) -> "bytes | None":
        """Return the payload without its seal, or None for a forged or replayed frame.

        Up to 255 frames in a row may have been lost before this one.
        """
        if len(sealed) < SEAL:
            return None
        payload, low = sealed[:-SEAL], sealed[-SEAL]
        number = self.heard + (((low - self.heard) & 255) or 256)
        if not same(self._tag(self._theirs, number, kind, seq, payload), sealed[-TAG:]):
            return None
        self.heard = number
        return payload

    def _tag(self, way: bytes, number: int, kind: int, seq: int, payload: bytes) -> bytes:
        about = way + number.to_bytes(8, "big") + bytes((kind, seq))
        return self._mac.of(about + payload)[:TAG]
