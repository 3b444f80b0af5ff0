"""Seals on frames: only an end that has the node's key can make one, and each counts once.

HMAC-SHA256 (RFC 2104), cut short. MicroPython has SHA-256 and no HMAC; this runs on both ends. No
I/O and no chance: nonces are given.
"""

import hashlib

KEY = 16
"""Bytes of a node's key."""

NONCE = 8
"""Bytes by chance that each end gives to a session: nothing of another session fits this one."""

PROOF = 8
"""Bytes of the seal of a WELCOME and a READY."""

TAG = 4
"""Bytes of the seal of any other frame. Whoever guesses has to send each guess over the line: at
1,000 frames a second one of them is right in 50 days, and the wrong ones are named at once."""

SEAL = 1 + TAG
"""Bytes that a frame of a sealed session has more: the end of its number, and the seal."""

_BLOCK = 64

UP, DOWN = b"U", b"D"
"""From the node to the host, and the other way: no frame can be sent back to who said it."""


class Mac:
    """HMAC-SHA256 with one key."""

    def __init__(self, key: bytes) -> None:
        """Take a key of any length."""
        if len(key) > _BLOCK:
            key = hashlib.sha256(key).digest()
        key = key + bytes(_BLOCK - len(key))
        self._inner = bytes([byte ^ 0x36 for byte in key])
        self._outer = bytes([byte ^ 0x5C for byte in key])

    def of(self, data: bytes) -> bytes:
        """Return the 32 bytes for some data."""
        inner = hashlib.sha256(self._inner + data).digest()
        return hashlib.sha256(self._outer + inner).digest()


def same(one: bytes, other: bytes) -> bool:
    """Return whether two seals are the same, in a time that does not tell where they differ."""
    differs = len(one) ^ len(other)
    for a, b in zip(one, other):  # noqa: B905 - MicroPython's zip takes no `strict`
        differs |= a ^ b
    return differs == 0


def nonce_of(key: bytes, seed: bytes, count: int) -> bytes:
    """Return a node's nonce for its `count`th session; `seed` is by chance at each start."""
    return Mac(key).of(b"N" + seed + count.to_bytes(4, "big"))[:NONCE]


def session_key(key: bytes, node_nonce: bytes, host_nonce: bytes, about: bytes) -> bytes:
    """Return the key of one session: of the node's key, both nonces, and what it is `about`."""
    return Mac(key).of(b"S" + node_nonce + host_nonce + about)


def proven(key: bytes, kind: int, said: bytes) -> bytes:
    """Return the payload of a WELCOME or a READY with its seal behind it."""
    return said + Mac(key).of(b"P" + bytes((kind,)) + said)[:PROOF]


def proves(key: bytes, kind: int, payload: bytes) -> bool:
    """Return whether the seal behind a payload is that of `proven`."""
    return same(proven(key, kind, payload[:-PROOF]), payload)


class Seal:
    """One end of a sealed session: seals what it says, and tells what the far end has sealed."""

    def __init__(self, key: bytes, is_host: bool) -> None:
        """Begin with the key of the session, of which no frame has been sent."""
        self._mac = Mac(key)
        self._ours, self._theirs = (DOWN, UP) if is_host else (UP, DOWN)
        self._said = 0
        self.heard = 0
        """The number of the last frame that was believed: the first is 1."""

    def close(self, kind: int, seq: int, payload: bytes) -> bytes:
        """Return a payload with its seal behind it; each call counts a frame."""
        self._said += 1
        tag = self._tag(self._ours, self._said, kind, seq, payload)
        return payload + bytes((self._said & 255,)) + tag

    def open(self, kind: int, seq: int, sealed: bytes) -> "bytes | None":
        """Return the payload; None for a forged or replayed frame.

        Up to 255 lost frames in a row make no difference.
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
