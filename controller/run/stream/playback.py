"""Replays a hand with its hole cards from the journal, frame by frame, for a stream."""

from collections.abc import Generator
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from controller.contract.private import SeatCards, StreamFrame
from controller.contract.public import event_from
from controller.houses.model import House
from controller.journal import JournalReader
from controller.run.loop.snapshots import unpack
from controller.run.stream.delayed import Delayed, DelayedHand
from controller.table.dealing import in_doubt
from controller.table.engine import step
from controller.table.state import DECK, Table
from controller.table.view import public_state

COUNTS: Final = ("stream.hand", "stream.ended", "hand.ended", "hand.voided", "epoch.begun")


class Picture(msgspec.Struct, frozen=True):
    """One frame of a streamed hand; `offset` is its time in ms since the start of the hand.

    `seq` is the number of the last event that the frame includes.
    """

    seq: int
    offset: int
    frame: StreamFrame


def waiting(path: Path, sent: int, now: int) -> Delayed:
    """Return the hands in a journal that must still be streamed.

    `sent` is the number of the last hand that was streamed. All these hands count as seen at the
    time `now` (ms). Raises `JournalError`.
    """
    found = Delayed()
    with JournalReader(path) as reader:
        for seq, kind, data in reader.of_types(COUNTS):
            found.note(now, seq, event_from(kind, msgspec.json.decode(data)))
    while found.hands and found.hands[0].number <= sent:
        found.hands.popleft()
    return found


def pictures(
    path: Path, hand: DelayedHand, house: House, name: str
) -> Generator[Picture, None, None]:
    """Yield the frames of a hand, reading each row from the journal only when it is needed.

    If a row of the hand has been deleted, the frames end there. `name` is the name of the table.
    Raises `JournalError`.
    """
    with JournalReader(path) as reader:
        first, last = reader.row_of(hand.first), reader.row_of(hand.last)
        kept = reader.snapshot(first - 1)
        if kept is None:
            return
        table, begun = unpack(kept.state).table, 0
        for n in range(kept.n, last):
            # Rows are read one by one, because SQLite's log would grow during a long read.
            for row in tuple(reader.rows(n, n + 1)):
                if row.observation is None:
                    return
                table = step(table, row.observation, house).table
                begun = row.at if row.n == first else begun
                if row.n >= first and row.public:
                    yield _picture(table, row.public[-1][0], row.at - begun, house, name)


def _picture(table: Table, seq: int, offset: int, house: House, name: str) -> Picture:
    # The questions to seats, including those about the stream, are from now, not from the hand.
    state = replace(public_state(table, house, seq, name), stream=None, notices=())
    known = frozenset(DECK) - in_doubt(table)
    cards = tuple(
        SeatCards(seat, tuple(card for card in held if card in known))
        for seat, held in enumerate(table.hand.holes)
        if held
    )
    trips = table.hand.game.trips_beat_straight
    return Picture(seq, offset, StreamFrame(state.hand, state, cards, trips))
