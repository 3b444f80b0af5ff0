"""Vectors and a random campaign for the codec, alike on CPython and on MicroPython.

As the program of a board it answers the line `SIZE SEED` with what came out, as JSON.
"""

import binascii
import json
from collections import namedtuple

from firmware.link import wire
from firmware.link.seal import Mac

UP_TO_254 = bytes(range(1, 255))

# CRC-16/CCITT from 0xFFFF, before it is complemented.
CRC_VECTORS = (
    (b"", 0xFFFF),
    (b"\x00", 0xE1F0),
    (b"A", 0xB915),
    (b"123456789", 0x29B1),
)  # fmt: skip

# The usual ones for COBS.
STUFF_VECTORS = (
    (b"\x00", b"\x01\x01"),
    (b"\x00\x00", b"\x01\x01\x01"),
    (b"\x00\x11\x00", b"\x01\x02\x11\x01"),
    (b"\x11\x22\x00\x33", b"\x03\x11\x22\x02\x33"),
    (b"\x11\x22\x33\x44", b"\x05\x11\x22\x33\x44"),
    (b"\x11\x00\x00\x00", b"\x02\x11\x01\x01\x01"),
    (UP_TO_254, b"\xff" + UP_TO_254),
    (b"\x00" + UP_TO_254, b"\x01\xff" + UP_TO_254),
    (UP_TO_254 + b"\xff", b"\xff" + UP_TO_254 + b"\x02\xff"),
    (UP_TO_254[1:] + b"\xff\x00", b"\xff" + UP_TO_254[1:] + b"\xff\x01\x01"),
    (UP_TO_254[2:] + b"\xff\x00\x01", b"\xfe" + UP_TO_254[2:] + b"\xff\x02\x01"),
)  # fmt: skip

# RFC 4231, the test cases 1 to 7: key, data, what comes of them.
MAC_VECTORS = tuple(
    (key, data, binascii.unhexlify(code))
    for key, data, code in (
        (b"\x0b" * 20, b"Hi There",
         "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (b"Jefe", b"what do ya want for nothing?",
         "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        (b"\xaa" * 20, b"\xdd" * 50,
         "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        (bytes(range(1, 26)), b"\xcd" * 50,
         "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        (b"\x0c" * 20, b"Test With Truncation", "a3b6167473100ee06e0c796c2955552b"),
        (b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First",
         "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        (b"\xaa" * 131,
         b"This is a test using a larger than block-size key and a larger than block-size data."
         b" The key needs to be hashed before being used by the HMAC algorithm.",
         "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    )
)  # fmt: skip

FRAME = b"\x00\x05\x19\x07\x2b\xfc\x00"
"""An EVENT of seq 7 without a payload, as it stands on the line."""

Result = namedtuple("Result", ("good", "lost", "wrong", "damaged", "check"))
"""Whole frames that were read and that weren't, frames that were read but never sent, damaged
frames and noises, and the CRC of all that was fed: both interpreters fed the same."""


class Chance:
    """Random numbers that are the same on both interpreters (xorshift of 32 bits)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & 0xFFFFFFFF or 1

    def below(self, end: int) -> int:
        """Return a number from 0 to below `end`."""
        state = self._state
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        self._state = state
        return (state >> 3) % end

    def some(self, count: int) -> bytes:
        """Return random bytes, zeros among them as often as on a line."""
        return bytes([self.below(256) if self.below(8) else 0 for _ in range(count)])


def damaged(data: bytes, chance: Chance) -> bytes:
    """Return data with one to three changes, somewhere."""
    for _ in range(1 + chance.below(3)):
        place = chance.below(len(data) or 1)
        what = chance.below(6)
        if what == 0:
            changed = bytes((data[place] ^ 1 << chance.below(8),)) if data else b""
            data = data[:place] + changed + data[place + 1 :]
        elif what == 1:
            data = data[:place] + chance.some(1) + data[place + 1 :]
        elif what == 2:
            data = data[:place] + data[place + 1 + chance.below(3) :]
        elif what == 3:
            data = data[:place] + chance.some(1 + chance.below(3)) + data[place:]
        elif what == 4:
            data = data[:place]
        else:
            data = data[place:] + data[:place]
    return data


def fuzz(size: int, seed: int) -> Result:
    """Feed a decoder `size` bytes of whole frames, damaged ones and noise, and compare."""
    chance = Chance(seed)
    decoder = wire.Decoder()
    good = lost = wrong = harmed = fed = 0
    check = 0xFFFF
    sent: list[wire.Frame] = []
    while fed < size:
        kind, seq = chance.below(16), chance.below(256)
        payload = chance.some(chance.below(100 if chance.below(20) else 1000))
        whole = wire.Frame(wire.VERSION, kind, seq, payload)
        data = wire.encode(kind, seq, payload)
        what = chance.below(3)
        if what == 0:
            data = damaged(data, chance)
        elif what == 1:
            data = chance.some(chance.below(300))
        if what != 1:
            sent = sent[-1:]
            sent.append(whole)
        harmed += what != 2
        check = wire.portable_crc(data, check)
        fed += len(data)
        got: list[wire.Frame] = []
        cut = chance.below(len(data) + 1)
        for piece in (data[:cut], data[cut:]):
            got += decoder.feed(piece)
        # Damage may leave a frame as it was, or without its last zero until the next comes.
        wrong += len([frame for frame in got if frame not in sent])
        if what == 2:
            good += got[-1:] == [whole]
            lost += got[-1:] != [whole]
    return Result(good, lost, wrong, harmed, check)


def start(_boot: int, _options: object) -> None:
    """Switch on: see that all vectors hold here."""
    for data, crc in CRC_VECTORS:
        assert wire.portable_crc(data) == crc
    for plain, stuffed in STUFF_VECTORS:
        assert wire.stuff(plain) == stuffed
        assert wire.unstuff(stuffed) == plain
    for key, data, code in MAC_VECTORS:
        assert Mac(key).of(data)[: len(code)] == code
    assert wire.encode(wire.EVENT, 7) == FRAME
    assert wire.decode(FRAME[1:-1]) == wire.Frame(wire.VERSION, wire.EVENT, 7, b"")


def turn(data: bytes, _now: int, _room: int) -> bytes:
    """Run a campaign when asked to."""
    if not data:
        return b""
    size, seed = data.split()
    return json.dumps(list(fuzz(int(size), int(seed)))).encode() + b"\n"


def due(now: int) -> int:
    """Return when `turn` is to be called at the latest."""
    return now + 1000
