"""ISO 15693-3: the inventory of all tags in a field, however many there are.

A scan is a generator of frames, run by the code that owns a reader. It yields a `Frame` and is sent
the result: None for no reply, the bytes of a reply, or b"" for a garbled reply (most often two at
once). At the end, it returns the uids.

The uid space is divided into leaves, by the lowest bits, so that each contains at most one tag, and
a scan queries every leaf. The leaves are kept from scan to scan, so an unchanged field costs one
query per tag, and an empty field a single query. When two tags answer at once, the leaf is
halved. If that happens again in the same scan, the leaf contains many tags, and they are queried in
16 slots, and in another 16 within a slot if needed. At the end of a thorough scan, all tags that
have been read are told to be quiet, and the others are queried, which finds tags masked by stronger
ones.
"""

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    Leaf = tuple[int, int]
    Leaves = dict[Leaf, int]
    Found = dict[bytes, None]
    Query = tuple["Frame", bytes | None, Leaf, bytes]
    """A query for a field at rest: frame, expected reply, leaf, and the uid in the reply."""

Frame = namedtuple("Frame", ("data", "replies"))
"""A frame to send, without its CRC. If it has no data, only an end of frame is sent, which begins
the next slot. `replies` is true if tags may answer."""

FLAGS_INVENTORY, FLAGS_SLOTS, FLAGS_ADDRESSED = 0x26, 0x06, 0x22
INVENTORY, STAY_QUIET = 0x01, 0x02

BITS = 64
DEEPEST_SLOTS = 60
"""The maximum number of bits in the mask of a query with 16 slots: the slot's number takes the next
four of the uid's 64 bits."""

MOST, MOST_IN_VAIN = 1500, 400
"""The maximum number of queries in a scan. When it is reached, the scan stops dividing and querying
leaves, so it ends even in strong noise. `MOST_IN_VAIN` applies until the scan has read a tag."""

SPARE, A_TAG = 32, 3
"""The limit on remembered leaves: `A_TAG` for each tag, and `SPARE` more. After the first scan of a
large pile, there are nearly three leaves per tag, and soon fewer than one and a half."""

SWEEPS = 4

STAYS = 3
"""After this many scans in a row without an answer, a leaf is rejoined with the other half of the
leaf that was divided."""

NEXT_SLOT = Frame(b"", True)

AT_REST = 48
"""The maximum number of leaves in a field that is treated as at rest (see `_at_rest`). The number
is limited because the queries and the replies for such a field are stored."""

IN_VAIN = 2
"""Each scan of a field at rest queries one silent leaf for every `IN_VAIN` leaves that answer.

If there are any silent leaves, the scan queries at least one. Most fields have no more silent
leaves than a scan queries, but a quarter of the fields with two tags have two or more.
"""

KEPT = 64
"""The number of prepared queries and of checked replies that are cached."""

_ALL = Frame(bytes((FLAGS_INVENTORY, INVENTORY, 0)), True)
_UNASKED = b"unasked"
_NONE: "tuple[bytes | None, bytes]" = (None, b"")
"""The entry for a leaf from which no reply is expected: no reply, and an empty uid."""
_made: "dict[Leaf, Frame]" = {}
_heard: "dict[bytes, bytes]" = {}
"""A cache of the uids in clean replies, because nearly every reply has been received before."""


def _table() -> "list[int]":
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = crc >> 1 ^ 0x8408 if crc & 1 else crc >> 1
        table.append(crc)
    return table


_TABLE = _table()


def portable_crc16(data: bytes) -> int:
    """Return the CRC used by ISO 15693 (and by HDLC), which is sent lower byte first."""
    crc, table = 0xFFFF, _TABLE
    for byte in data:
        crc = crc >> 8 ^ table[(crc ^ byte) & 255]
    return crc ^ 0xFFFF


try:
    from firmware.reading import native
except (ImportError, SyntaxError):
    crc16 = portable_crc16
else:

    def crc16(data: bytes) -> int:
        """Return the CRC used by ISO 15693, as `portable_crc16` does."""
        crc: int = native.crc_iso(data, len(data))
        return crc


def inventory(bits: int, mask: int, slots: bool = False) -> Frame:
    """Return a query to all tags whose uid ends with the lowest `bits` bits of `mask`.

    The tags answer in a single slot, or in 16 if `slots` is true.
    """
    if slots:
        return _question(FLAGS_SLOTS, bits, mask)
    if not bits:
        return _ALL
    leaf = (bits, mask)
    frame = _made.get(leaf)
    if frame is None:
        if len(_made) >= KEPT:
            _made.clear()
        frame = _made[leaf] = _question(FLAGS_INVENTORY, bits, mask)
    return frame


def _question(flags: int, bits: int, mask: int) -> Frame:
    return Frame(bytes((flags, INVENTORY, bits)) + mask.to_bytes((bits + 7) >> 3, "little"), True)


def stay_quiet(uid: bytes) -> Frame:
    """Return a frame that tells a tag to be quiet until the field is switched off."""
    return Frame(bytes((FLAGS_ADDRESSED, STAY_QUIET)) + bytes(reversed(uid)), False)


def uid_of(reply: bytes) -> "bytes | None":
    """Return the uid in a clean inventory reply, high byte first, or None for other replies."""
    uid = _heard.get(reply)
    if uid is not None:
        return uid
    if len(reply) != 12 or reply[0] or crc16(reply[:10]) != reply[10] | reply[11] << 8:
        return None
    if len(_heard) >= KEPT:
        _heard.clear()
    uid = _heard[reply] = bytes(reversed(reply[2:10]))
    return uid


class InventoryTree:
    """The known state of an antenna's field: how the uid space is divided into leaves.

    A leaf is (bits, mask): all uids whose lowest `bits` bits equal `mask`. Together, the leaves
    cover all uids, and no two of them overlap. `leaves` maps each leaf to the number of scans for
    which it has been silent.
    """

    def __init__(self) -> None:
        self.leaves: "Leaves" = {(0, 0): 0}
        self.last: "list[bytes]" = []
        """The result of the last scan."""
        self.fresh = False
        """Whether the scan in progress has found something new: two tags that answered together, or
        a tag in a leaf that had long been silent."""
        self.expected = False
        """Whether a tag answered the current query in the last scan."""
        self._sixteen = True
        self._answers: "dict[Leaf, tuple[bytes, bytes]]" = {}
        """The last clean reply to the query for each leaf, and the uid in the reply."""
        self._rest: "list[Query] | None" = None
        """The queries for a field at rest, or None.

        The list is valid from the scan that made or confirmed it until the next scan begins.
        """
        self._waiting: "list[Query]" = []
        """The queries that the next scan of a field at rest leaves out: no tag answers them."""

    def scan(
        self, thorough: bool = True, sixteen: bool = True
    ) -> "Generator[Frame, bytes | None, list[bytes]]":
        """Query every tag in the field; return each uid once, in any order.

        A `thorough` scan also looks for tags masked by stronger ones. If `sixteen` is false, no
        query uses 16 slots, so the field may go off between any two frames.
        """
        self._sixteen = sixteen
        self.fresh = False
        before = self.leaves
        rest, self._rest = self._rest, None
        found: "Found" = {}
        self._asked = 0
        if len(before) == 1 and not thorough:
            # The field has at most one tag, as in most scans of a table.
            self.expected = len(self.last) > 0
            reply = yield _ALL
            self.expected = False
            uid = uid_of(reply) if reply else None
            if reply is None or uid is not None:
                self.last = [] if uid is None else [uid]
                return self.last
            self.fresh = True
            self.leaves = yield from self._halves(found, before)
        elif rest is not None:
            if thorough:
                rest += self._waiting
                self._waiting = []
            self.leaves = yield from self._as_before(rest, self._waiting, found)
            if self.leaves is before and not thorough:
                self._rest = rest
                self.last = list(found)
                return self.last
        else:
            self.leaves = yield from self._walk(list(before), found, 0, before, {})
        if thorough:
            heard = len(found)
            yield from self._sweep(found)
            if len(found) > heard:
                self._part(list(found))
        self._join()
        if len(self.leaves) > A_TAG * len(found) + SPARE:
            self.leaves = {(0, 0): 0}
        self.last = list(found)
        if not self.fresh:
            self._rest = self._at_rest()
        return self.last

    def _at_rest(self) -> "list[Query] | None":
        """Return the queries for a field at rest, in order, or None if it is not at rest.

        A field is at rest if each leaf either answers or has been silent for `STAYS` scans. Another
        scan with the same replies then changes nothing.

        A leaf that answers comes first, so that the node can report the previous scan during the
        answer. The silent leaves come next. The other leaves that answer come last, because each
        slot reserves time for an answer to its last query, and a silent leaf would waste that time.
        If there are many silent leaves, each scan queries the largest ones, and the others take
        turns, one per scan.
        """
        if not 1 < len(self.leaves) <= AT_REST:
            return None
        rest: "list[Query]" = []
        nobody: "list[Query]" = []
        for leaf, silent in self.leaves.items():
            known = _NONE if silent >= STAYS else self._answers.get(leaf)
            if known is None or 0 < silent < STAYS:
                return None
            asked = inventory(leaf[0], leaf[1]), known[0], leaf, known[1]
            (nobody if known[0] is None else rest).append(asked)
        nobody.sort(key=lambda asked: -asked[2][0])
        most = max(len(rest) // IN_VAIN, 1)
        self._waiting = nobody[:-most]
        return rest[:1] + nobody[-most:] + rest[1:]

    def _as_before(
        self, rest: "list[Query]", waiting: "list[Query]", found: "Found"
    ) -> "Generator[Frame, bytes | None, Leaves]":
        """Query the leaves of a field at rest, and return the new leaves.

        Nearly every scan of several tags uses this method, so it must be fast.
        `rest` holds the queries from `_at_rest`, and `waiting` those that this scan leaves out. The
        uids that answer are added to `found`. If all replies are as expected, the leaves are
        returned unchanged, and one query in `rest` is exchanged for one in `waiting` before the
        next scan. At the first unexpected reply, the prepared queries are abandoned. The remaining
        leaves, including those of `waiting`, are queried one by one.
        """
        before, asked = self.leaves, 0
        for frame, known, _, _ in rest:
            self.expected = known is not None
            reply = yield frame
            if reply != known:
                break
            asked += 1
        self.expected = False
        for _, known, _, uid in rest[:asked]:
            if known is not None:
                found[uid] = None
        if asked == len(rest):
            if waiting:
                waiting.append(rest[1])
                rest[1] = waiting.pop(0)
            return before
        self._asked = asked
        after = {leaf: before[leaf] for _, _, leaf, _ in rest[:asked]}
        leaves = [leaf for _, _, leaf, _ in rest[asked:] + waiting]
        leaves.reverse()
        return (yield from self._walk(leaves, found, 0, before, after, reply))

    def look(self) -> "Generator[Frame, bytes | None, None]":
        """Search for tags masked by the tags of the last scan, so that later scans read them.

        The search returns no uids, and takes less time than a thorough scan. It can't be paused,
        because quiet tags answer again after the field has been off.
        """
        self._asked = 0
        for known in self.last:
            yield stay_quiet(known)
        reply = yield _ALL
        if reply is None:
            return
        found: "Found" = {}
        uid = uid_of(reply) if reply else None
        if uid is not None:
            found[uid] = None
        else:
            self._sixteen = False
            yield from self._halves(found, {})
        if found:
            self._part(self.last + list(found))

    def _part(self, uids: "list[bytes]") -> None:
        """Halve leaves until no two of these uids share a leaf, so that no tag masks another."""
        self._rest = None
        leaves = list(self.leaves)
        while leaves:
            leaf = leaves.pop()
            bits, mask = leaf
            if bits < BITS and len([uid for uid in uids if _lies_in(uid, leaf)]) > 1:
                del self.leaves[leaf]
                for half in ((bits + 1, mask | 1 << bits), (bits + 1, mask)):
                    self.leaves[half] = 0
                    leaves.append(half)

    def _halves(self, found: "Found", before: "Leaves") -> "Generator[Frame, bytes | None, Leaves]":
        """Query both halves of the uid space after a query to all tags got several replies.

        The parameters and the result are as for `_walk`.
        """
        return self._walk([(1, 1), (1, 0)], found, 1, before, {})

    def _walk(
        self, leaves: "list[Leaf]", found: "Found", collisions: int, before: "Leaves",
        after: "Leaves", came: "bytes | None" = _UNASKED,
    ) -> "Generator[Frame, bytes | None, Leaves]":  # fmt: skip
        """Query leaf by leaf, add the uids to `found`, and return the new leaves.

        `leaves` are the leaves to query, the last one first. `before` holds the leaves of the last
        scan, and `after` those already queried in this one; both map each leaf to the number of
        scans for which it has been silent. `collisions` is the number of collisions so far. If the
        first query has already been sent, `came` is the reply to it.
        """
        answers = self._answers
        while leaves:
            leaf = leaves.pop()
            silent = before.get(leaf)
            if self._asked >= (MOST if found else MOST_IN_VAIN):
                after[leaf] = silent or 0
                continue
            bits, mask = leaf
            if silent is None and self._sixteen and collisions > 1 and bits <= DEEPEST_SLOTS:
                self.expected = False
                yield from self._slots(leaf, leaves, found, after)
                continue
            self._asked += 1
            self.expected = silent == 0
            if came is _UNASKED:
                reply = yield _made.get(leaf) or inventory(bits, mask)
            else:
                reply, came = came, _UNASKED
            if reply is None:
                after[leaf] = 1 if silent is None else silent + 1
                continue
            same, known = answers.get(leaf, _NONE)
            if silent is not None and silent < STAYS and same == reply:
                # This is the usual case.
                found[known] = None
                after[leaf] = 0
                continue
            uid = (_heard.get(reply) or uid_of(reply)) if reply else None
            if silent is not None and (uid is None or silent >= STAYS):
                self.fresh = True
            if uid is not None and _lies_in(uid, leaf):
                if len(answers) >= KEPT:
                    answers.clear()
                answers[leaf] = reply, uid
                found[uid] = None
                after[leaf] = 0
            elif bits == BITS:
                after[leaf] = 0
            else:
                collisions += 1
                leaves.append((bits + 1, mask | 1 << bits))
                leaves.append((bits + 1, mask))
        self.expected = False
        return after

    def _slots(
        self, leaf: "Leaf", leaves: "list[Leaf]", found: "Found", after: "Leaves"
    ) -> "Generator[Frame, bytes | None, None]":
        """Query a leaf in 16 slots, one for each sixteenth of it.

        Tags that are read are added to `found`. A sixteenth with a collision is added to `leaves`,
        to be queried again. Any other sixteenth is added to `after`.
        """
        bits, mask = leaf
        for slot in range(16):
            self._asked += 1
            reply = yield NEXT_SLOT if slot else inventory(bits, mask, True)
            part = (bits + 4, mask | slot << bits)
            uid = uid_of(reply) if reply else None
            if reply is None:
                after[part] = 1
            elif uid is not None and _lies_in(uid, part):
                found[uid] = None
                after[part] = 0
            elif part[0] == BITS:
                after[part] = 0
            else:
                leaves.append(part)

    def _sweep(self, found: "Found") -> "Generator[Frame, bytes | None, None]":
        """Find masked tags: tell the tags in `found` to be quiet, and query the others.

        Tags that are read are added to `found`.
        """
        quiet: "list[bytes]" = []
        for _ in range(SWEEPS):
            for uid in found:
                if uid not in quiet:
                    yield stay_quiet(uid)
                    quiet.append(uid)
            reply = yield _ALL
            if reply is None:
                return
            uid_heard = uid_of(reply) if reply else None
            if uid_heard is None:
                yield from self._halves(found, {})
            else:
                found[uid_heard] = None

    def _join(self) -> None:
        """Join two halves of a leaf if both are silent, or one stayed silent for `STAYS` scans."""
        leaves = self.leaves
        # At least one of two leaves to be joined was silent, so start with the silent ones.
        waiting = [leaf for leaf, silent in leaves.items() if silent]
        while waiting:
            leaf = waiting.pop()
            bits, mask = leaf
            if not bits or leaf not in leaves:
                continue
            other = (bits, mask ^ 1 << (bits - 1))
            two = leaves.get(other)
            if two is None:
                continue
            one = leaves[leaf]
            if (one and two) or one >= STAYS or two >= STAYS:
                del leaves[leaf]
                del leaves[other]
                whole = (bits - 1, mask & (1 << (bits - 1)) - 1)
                leaves[whole] = min(one, two)
                waiting.append(whole)


def _lies_in(uid: bytes, leaf: "Leaf") -> bool:
    """Return whether a uid matches a leaf's mask; if not, the reply with that uid is damaged."""
    bits, mask = leaf
    # A board's small integers have 31 bits, so whole uids would need memory for new objects.
    return int.from_bytes(uid if bits > 24 else uid[-3:], "big") & (1 << bits) - 1 == mask
