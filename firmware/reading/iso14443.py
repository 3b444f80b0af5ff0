"""ISO 14443-3 type A: find the 4-, 7- or 10-byte uids of all cards in a field.

A scan is a generator, as in `iso15693`: it yields a `Frame` and is sent an `Answer`, or None for no
answer. Cards are identified one after another. Every card that has not been halted answers REQA.
Where their uids differ, the anticollision loop chooses one branch bit by bit until a single card is
left, which is selected level by level and halted. The remaining branches lead to the next cards.
"""

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    Branch = tuple[tuple[bytes, ...], int, int, int]

Frame = namedtuple("Frame", ("data", "bits", "crc", "align"))
"""A frame to send: `bits` is how many bits of the last byte count (0: all 8), `crc` is true if a
CRC follows, and the answer's first bit is bit `align` of its first byte."""

Answer = namedtuple("Answer", ("data", "collision"))
"""An answer: its bytes, and the number of bits before the first collision, or None if there was no
collision."""

REQA, HLTA = 0x26, 0x50
LEVELS = (0x93, 0x95, 0x97)
SELECT = 0x70
CASCADE_TAG = 0x88
CASCADE = 4
"""The bit of a SAK that is set if the uid continues in the next level."""

UID_BITS = 40
"""The number of bits in a level: four bytes and their checksum (BCC)."""

MOST_CARDS = 32
MOST_FAILURES = 3
MOST_STEPS = 250

ROOT: "Branch" = ((), 0, 0, MOST_CARDS)
"""The first branch of the tree of uids. A branch is (the five bytes selected at each level above,
the number of known bits at this level, the value of these bits, a limit). A branch is dropped once
more cards than its limit have been found. Only a spare branch has a limit below `MOST_CARDS`: it is
needed only if the other branches lead to no card."""


def crc_a(data: bytes) -> int:
    """Return the type A CRC, which is sent lower byte first."""
    crc = 0x6363
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
    return crc


def checksum(four: bytes) -> int:
    """Return the BCC, the check byte for the four bytes of a cascade level."""
    return four[0] ^ four[1] ^ four[2] ^ four[3]


class FieldOff(Exception):
    """Thrown into a scan when the field has been off since the scan's last frame.

    Cards forget everything while the field is off, so no card is selected or halted any more.
    """


def scan() -> "Generator[Frame, Answer | None, list[bytes]]":
    """Query every card in the field; return each uid once.

    The field must have been off before the scan, because halted cards do not answer. It may go off
    during the scan if `FieldOff` is thrown into the generator. The current card is then queried
    again, and the cards already halted, which now answer again, are skipped.
    """
    found: "list[bytes]" = []
    branches = [ROOT]
    left: "list[Branch]" = []
    known = failures = 0
    off = False
    while branches and len(found) < MOST_CARDS and failures < MOST_FAILURES:
        try:
            # Different kinds of card collide when they answer REQA, so an answer of any form only
            # shows that there is a card.
            if (yield Frame(bytes((REQA,)), 7, False, 0)) is None:
                break
            uid = yield from _one(branches, found)
            if uid is not None:
                again = uid in found
                if not again:
                    found.append(uid)
                yield Frame(bytes((HLTA, 0)), 0, True, 0)
                failures += again and not off
        except FieldOff:
            # The time is too short to query a card.
            failures += branches == left
            left, off = list(branches), True
            continue
        if not branches and not off:
            # Begin again at the root, because a card may have been missed in its branch.
            failures += len(found) == known
            known = len(found)
            branches.append(ROOT)
    return found


def _one(
    branches: "list[Branch]", found: "list[bytes]"
) -> "Generator[Frame, Answer | None, bytes | None]":
    """Select one of the cards that have not been halted; return its uid, or None if that failed.

    `branches` are the branches of the uid space that remain to be followed, the last one first.
    `found` holds the uids of the cards found so far.
    """
    selected: "tuple[bytes, ...]" = ()
    for _ in range(MOST_STEPS):
        _drop_spare(branches, len(found))
        if not branches:
            return None
        levels, known, value, _ = branches[-1]
        if levels != selected:
            if selected:
                return None
            if not (yield from _descend(levels)):
                branches.pop()
                return None
            selected = levels
        answer = yield _anticollision(LEVELS[len(levels)], known, value)
        if answer is None:
            branches.pop()
            continue
        # Noise may be longer than an answer can be.
        rest = answer.data[: 5 - (known >> 3)]
        heard = int.from_bytes(rest, "little") >> (known & 7) << known | value
        five = heard.to_bytes(5, "little")
        single = answer.collision is None and len(answer.data) == 5 - (known >> 3)
        if not single or checksum(five) != five[4]:
            branches.pop()
            branches += _parted(levels, known, value, heard, answer.collision, len(found))
            continue
        sak = yield from _select(len(levels), five)
        if sak is None or not sak & CASCADE:
            branches.pop()
            return None if sak is None else b"".join([one[1:4] for one in levels]) + five[:4]
        selected += (five,)
        if five[0] != CASCADE_TAG or len(selected) == len(LEVELS):
            branches.pop()
            return None
        branches[-1] = (selected, 0, 0, MOST_CARDS)
    # Only noise takes so many steps, and its branches have no end.
    branches.clear()
    return None


def _drop_spare(branches: "list[Branch]", found: int) -> None:
    """Remove spare branches from the end of the list if they are no longer needed.

    A spare branch (see `ROOT`) is not needed once another branch has led to a card, that is, once
    `found`, the number of cards found so far, is above its limit.
    """
    while branches and branches[-1][3] < found:
        branches.pop()


def _descend(levels: "tuple[bytes, ...]") -> "Generator[Frame, Answer | None, bool]":
    """Select, level by level, the cards whose uids begin with `levels`.

    `levels` holds the five bytes of each completed cascade level. Return False if no card answers.
    """
    for level, five in enumerate(levels):
        if (yield from _select(level, five)) is None:
            return False
    return True


def _select(level: int, five: bytes) -> "Generator[Frame, Answer | None, int | None]":
    """Select the card with these five bytes at a cascade level.

    Return its SAK (select acknowledge), or None if there is no valid answer.
    """
    answer = yield Frame(bytes((LEVELS[level], SELECT)) + five, 0, True, 0)
    if answer is None or answer.collision is not None or len(answer.data) != 3:
        return None
    if crc_a(answer.data[:1]) != answer.data[1] | answer.data[2] << 8:
        return None
    sak: int = answer.data[0]
    return sak


def _parted(
    levels: "tuple[bytes, ...]", known: int, value: int, heard: int, collision: "int | None",
    found: int,
) -> "list[Branch]":  # fmt: skip
    """Return the narrower branches that replace a branch whose answer collided or was damaged.

    The last one must be followed first. The list is empty if all bits of the uid at this level are
    known. `levels`, `known` and `value` describe the branch (see `ROOT`). `heard` holds the bits of
    this level in the query and the answer. `collision` is the number of bits of the answer before
    the collision, or None if there was none. `found` is the number of cards found so far.
    """
    if known >= UID_BITS - 8:
        return []
    at = known if collision is None else max(known + collision, known)
    parted: "list[Branch]" = []
    if at > known:
        # These two are spare branches, in case the chip gives a wrong position for the collision
        # or garbles a bit before it.
        parted.append((levels, known + 1, value, found))
        parted.append((levels, known + 1, value | 1 << known, found))
    if at < UID_BITS - 8:
        common = heard & (1 << at) - 1
        parted.append((levels, at + 1, common, MOST_CARDS))
        parted.append((levels, at + 1, common | 1 << at, MOST_CARDS))
    return parted


def _anticollision(level: int, known: int, value: int) -> Frame:
    """Return a query that only some cards answer, each with the rest of its uid at this level.

    They are the cards whose uid at this level begins with the lowest `known` bits of `value`.
    """
    whole, bits = known >> 3, known & 7
    data = bytes((level, (2 + whole) << 4 | bits))
    data += value.to_bytes(whole + (bits > 0), "little")
    return Frame(data, bits, False, bits)
