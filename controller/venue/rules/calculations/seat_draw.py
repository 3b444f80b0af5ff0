"""A seat draw that anybody can check.

The list of entries and seats is closed, and its hash is published together with the hash of a
secret. Then a witness adds a value that nobody could have known earlier (three cards drawn by a
player). The seed is the SHA-256 of the list's hash, the secret and the witness's value. The numbers
are HMAC-SHA256 values of a counter, keyed with the seed and limited to a range by rejection
sampling; the order is a Fisher-Yates shuffle. The model is RFC 3797, with a modern hash. Everything
is published afterwards, so that anybody can repeat the draw.
"""

import hashlib
import heapq
import hmac
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from controller.contract.errors import TapisError
from controller.contract.venue.seats import Seat

T = TypeVar("T")

_WORD = 1 << 64


class DrawError(TapisError):
    """A list that does not allow a draw, or a draw that can't be reproduced from its own data."""


class NoEar(DrawError):
    """Raised if there are not enough free seats with an earpiece."""


class DrawList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The input to a seat draw, closed before the draw takes place.

    `tournament` says what the draw is for. `entries` are opaque player ids. `tables` maps table
    numbers to seat counts. `granted` maps players to seats that are not drawn, because they are
    reserved for special needs or already taken. Players in `needs_ear` are drawn only among the
    seats in `ears`, which have an earpiece.
    """

    tournament: str
    entries: tuple[str, ...]
    tables: Mapping[int, int]
    granted: Mapping[str, Seat] = {}
    needs_ear: tuple[str, ...] = ()
    ears: tuple[Seat, ...] = ()

    def canonical(self) -> str:
        """Return the text to be hashed: the list as sorted JSON without spaces."""
        plain = {
            "ears": sorted(self.ears),
            "entries": sorted(self.entries),
            "granted": {who: list(seat) for who, seat in self.granted.items()},
            "needs_ear": sorted(self.needs_ear),
            "tables": {str(table): seats for table, seats in self.tables.items()},
            "tournament": self.tournament,
        }
        return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Draw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A published draw: everything needed to repeat it.

    `list` is the exact text that was hashed (`DrawList.canonical`); the hashes and the secret are
    hexadecimal.
    """

    list: str
    list_hash: str
    secret_hash: str
    secret: str
    witness: str
    seats: Mapping[str, Seat]


class Numbers:
    """A stream of numbers derived only from a seed."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0
        self._left: list[int] = []

    def below(self, bound: int) -> int:
        """Return the next number from 0 to `bound` - 1; all are equally likely."""
        limit = _WORD - _WORD % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """Return the items in random order, by a Fisher-Yates shuffle that begins at the end."""
        out = list(things)
        for last in range(len(out) - 1, 0, -1):
            other = self.below(last + 1)
            out[last], out[other] = out[other], out[last]
        return out

    def _word(self) -> int:
        if not self._left:
            block = hmac.digest(self._seed, self._counter.to_bytes(8, "big"), "sha256")
            self._counter += 1
            self._left = [int.from_bytes(block[at : at + 8], "big") for at in (24, 16, 8, 0)]
        return self._left.pop()


def seed_of(drawn: DrawList, secret: bytes, witness: str) -> bytes:
    """Return the 32-byte seed for a draw's numbers."""
    return hashlib.sha256(
        hashlib.sha256(drawn.canonical().encode()).digest() + secret + witness.encode()
    ).digest()


def draw(drawn: DrawList, secret: bytes, witness: str) -> Draw:
    """Draw a seat for each entry; raises `DrawError` if the list is not valid."""
    check_list(drawn)
    numbers = Numbers(seed_of(drawn, secret, witness))
    return Draw(
        drawn.canonical(),
        list_hash(drawn),
        hashlib.sha256(secret).hexdigest(),
        secret.hex(),
        witness,
        dict(sorted(seats_drawn(drawn, numbers).items())),
    )


def list_hash(drawn: DrawList) -> str:
    """Return the hash of a draw's final list, which is published before the draw."""
    return hashlib.sha256(drawn.canonical().encode()).hexdigest()


def check_draw(done: Draw) -> None:
    """Repeat a published draw; raises a `DrawError` that reports the first mismatch."""
    try:
        secret = bytes.fromhex(done.secret)
    except ValueError:
        raise DrawError("the secret is not hexadecimal") from None
    try:
        closed = msgspec.json.decode(done.list, type=DrawList)
    except msgspec.MsgspecError as error:
        raise DrawError(f"the list can't be read: {error}") from None
    if closed.canonical() != done.list:
        raise DrawError("the list does not match its hash")
    again = draw(closed, secret, done.witness)
    if again.list_hash != done.list_hash:
        raise DrawError("the list is not the one whose hash was published")
    if again.secret_hash != done.secret_hash:
        raise DrawError("the secret is not the one whose hash was published")
    for who, seat in again.seats.items():
        if done.seats.get(who) != seat:
            was = done.seats.get(who, "no seat")
            raise DrawError(f"{who} drew {seat}, but the draw says {was}")
    if len(done.seats) != len(again.seats):
        raise DrawError("the draw seats somebody who was not on the list")


def check_list(drawn: DrawList) -> None:
    """Raise `DrawError` for a list that contradicts itself or has more players than seats."""
    entries = set(drawn.entries)
    open_seats = {
        Seat(table, seat) for table, n in drawn.tables.items() for seat in range(1, n + 1)
    }
    if len(entries) != len(drawn.entries):
        raise DrawError("somebody is on the list twice")
    if len(entries) > len(open_seats):
        raise DrawError(f"{len(entries)} players for {len(open_seats)} seats")
    granted = list(drawn.granted.values())
    strange = [seat for seat in (*granted, *drawn.ears) if seat not in open_seats]
    if strange:
        raise DrawError(f"there is no seat {strange[0]}")
    if len(set(granted)) != len(granted):
        raise DrawError("a seat is reserved twice")
    unknown = [who for who in (*drawn.granted, *drawn.needs_ear) if who not in entries]
    if unknown:
        raise DrawError(f"{unknown[0]} is not on the list")
    deaf = [
        who for who in drawn.needs_ear if drawn.granted.get(who, None) not in (None, *drawn.ears)
    ]
    if deaf:
        raise DrawError(f"the seat reserved for {deaf[0]} has no earpiece")
    asked = [who for who in drawn.needs_ear if who not in drawn.granted]
    ears = set(drawn.ears).difference(granted)
    if len(asked) > len(ears):
        raise NoEar(f"{len(asked)} players need a seat with an earpiece, but {len(ears)} are free")


def seats_drawn(
    drawn: DrawList, numbers: Numbers, order: Sequence[str] | None = None
) -> dict[str, Seat]:
    """Return each player's seat; reserved seats are assigned first, then those with an earpiece.

    If `order` is given, players draw one after another, each from all the seats still left.

    No table is given more players than necessary. If the players can't be divided evenly, the
    tables that get an extra player are also drawn.
    """
    seated: dict[str, Seat] = dict(drawn.granted)
    tables = numbers.shuffled(sorted(drawn.tables))
    listeners = [who for who in sorted(drawn.needs_ear) if who not in seated]
    ears = sorted(set(drawn.ears).difference(seated.values()))
    seated.update(zip(numbers.shuffled(listeners), numbers.shuffled(ears), strict=False))
    rest = numbers.shuffled([who for who in sorted(drawn.entries) if who not in seated])
    taken = set(seated.values())
    counts = {table: sum(seat.table == table for seat in taken) for table in tables}
    opened = Counter(evenly(tables, counts, drawn.tables, len(rest)))
    slots: list[Seat] = []
    for table in tables:
        every = [Seat(table, seat) for seat in range(1, drawn.tables[table] + 1)]
        free = numbers.shuffled([seat for seat in every if seat not in taken])
        slots.extend(free[: opened[table]])
    if order is not None:
        rest, slots = [who for who in order if who not in seated], numbers.shuffled(slots)
    seated.update(zip(rest, slots, strict=True))
    return seated


def evenly(
    tables: Sequence[int], counts: Mapping[int, int], seats: Mapping[int, int], players: int
) -> Iterator[int]:
    """Yield a table for each of the `players`: the emptiest one; in a tie, the first in `tables`.

    By table, `counts` are the players already there, and `seats` is the number of seats.

    >>> list(evenly([2, 1], {1: 0, 2: 0}, {1: 8, 2: 8}, 3))
    [2, 1, 2]
    """
    queue = [(counts[table], order, table) for order, table in enumerate(tables)]
    heapq.heapify(queue)
    for _ in range(players):
        count, order, table = heapq.heappop(queue)
        while count >= seats[table]:
            count, order, table = heapq.heappop(queue)
        yield table
        heapq.heappush(queue, (count + 1, order, table))
