"""ISO 14443-3 type A: the uids of all cards in a field, of 4, 7 or 10 bytes; no reader, no clock.

A scan is a generator, as in `iso15693`: it yields a `Frame` and is sent an `Answer`, or None for
silence. One card after the other is called: all that are not halted answer REQA; the anticollision
loop follows one branch of the tree of uids, bit by bit where they differ, to a single card; that
is selected, level by level, and halted.
"""

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

Frame = namedtuple("Frame", ("data", "bits", "crc", "align"))
"""What to send: `bits` of the last byte count (0: all 8), `crc` says whether a CRC follows, and
the answer's first bit is bit `align` of its first byte."""

Answer = namedtuple("Answer", ("data", "collision"))
"""What came: bytes, and how many bits came before the first that collided (None: none did)."""

REQA, WUPA, HLTA = 0x26, 0x52, 0x50
LEVELS = (0x93, 0x95, 0x97)
SELECT = 0x70
CASCADE_TAG = 0x88
CASCADE = 4
"""The bit of a SAK that says that the uid goes on in the next level."""

UID_BITS = 40
"""Four bytes of a level and their checksum (BCC)."""

MOST_CARDS = 32
MOST_FAILURES = 3
MOST_STEPS = 250


def crc_a(data: bytes) -> int:
    """Return the CRC of type A; it is sent lower byte first."""
    crc = 0x6363
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return crc


def checksum(four: bytes) -> int:
    """Return the BCC of the four bytes of a level."""
    return four[0] ^ four[1] ^ four[2] ^ four[3]


def scan() -> "Generator[Frame, Answer | None, list[bytes]]":
    """Ask for every card in the field; gives the uids, each once.

    The field must have been off before: cards that were halted answer nothing.
    """
    found: "list[bytes]" = []
    failures = 0
    while len(found) < MOST_CARDS and failures < MOST_FAILURES:
        # Two kinds of cards answer REQA with a collision: that some answer is all it says.
        if (yield Frame(bytes((REQA,)), 7, False, 0)) is None:
            break
        uid = yield from _one()
        if uid is None:
            failures += 1
            continue
        yield Frame(bytes((HLTA, 0)), 0, True, 0)
        if uid not in found:
            found.append(uid)
        else:
            failures += 1
    return found


def _one() -> "Generator[Frame, Answer | None, bytes | None]":
    """Select one of the cards that listen; gives its uid, None when it did not work out."""
    uid = b""
    for level in LEVELS:
        five = yield from _resolve(level)
        if five is None:
            return None
        answer = yield Frame(bytes((level, SELECT)) + five, 0, True, 0)
        if answer is None or answer.collision is not None or len(answer.data) != 3:
            return None
        if crc_a(answer.data[:1]) != answer.data[1] | answer.data[2] << 8:
            return None
        if not answer.data[0] & CASCADE:
            return uid + five[:4]
        if five[0] != CASCADE_TAG:
            return None
        uid += five[1:4]
    return None


def _resolve(level: int) -> "Generator[Frame, Answer | None, bytes | None]":
    """Follow one branch of the tree to a single card; gives its five bytes of this level."""
    branches = [(0, 0)]
    for _ in range(MOST_STEPS):
        if not branches:
            return None
        known, value = branches.pop()
        answer = yield _anticollision(level, known, value)
        if answer is None:
            continue
        align = known & 7
        heard = int.from_bytes(answer.data, "little") >> align << known | value
        if answer.collision is None:
            five = heard.to_bytes(8, "little")[:5]
            whole = len(answer.data) == (UID_BITS - known + align + 7) >> 3
            if whole and heard >> UID_BITS == 0 and checksum(five) == five[4]:
                return five
            at = known
        else:
            at = max(known + answer.collision, known)
        if known >= UID_BITS - 8:
            continue
        if at > known:
            # In case the chip counts the bits before a collision otherwise, or garbles one.
            branches.append((known + 1, value))
            branches.append((known + 1, value | 1 << known))
        if at < UID_BITS - 8:
            common = heard & (1 << at) - 1
            branches.append((at + 1, common))
            branches.append((at + 1, common | 1 << at))
    return None


def _anticollision(level: int, known: int, value: int) -> Frame:
    """Ask the cards whose uid begins with `known` bits of `value` for the rest."""
    whole, bits = known >> 3, known & 7
    data = bytes((level, (2 + whole) << 4 | bits))
    data += value.to_bytes(whole + (bits > 0), "little")
    return Frame(data, bits, False, bits)
