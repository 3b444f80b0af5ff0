"""Irregularities at a table, each stored with the table's next public state."""

import msgspec

from controller.contract.public import Envelope
from controller.contract.rules import Kind
from controller.contract.venue.floor.conduct import Offence
from controller.contract.venue.floor.direction import OffenceReported
from controller.venue.core.take_input import Turn
from controller.venue.store import tables
from controller.venue.store.tables import Heard

TOLD = frozenset({
    "irregularity.found", "ruling.opened", "penalty.given", "deck.fouled", "floor.called",
    "hand.voided",
})  # fmt: skip
"""The types of events that count as incidents."""


class Incidents:
    """Stored incidents, each waiting for a public state of its table that includes it."""

    def __init__(self) -> None:
        self._waiting: dict[int, list[tuple[int, int]]] = {}

    def look_at(self, turn: Turn, table: int, event: Envelope) -> None:
        """Store an event if it is an incident."""
        if event.type not in TOLD:
            return
        data = event.data
        seat = int(data.get("seat", 0))
        tables.countable(seat)
        sits = turn.room.seated(table).get(seat) if table in turn.room.tables else None
        kind = str(data.get("kind") or data.get("penalty") or data.get("about") or event.type)
        if event.type == "ruling.opened" and tables.found_before(
            turn.connection, table, event.hand, kind
        ):
            return  # the irregularity that it rules on has been stored
        player = sits.id if sits is not None else ""
        number = _note(turn, table, event, kind, seat, player)
        if player and kind == Kind.HAND_PHONE and player not in turn.room.reports:
            # The rules require the dealer to report it; a dealerless table reports it itself.
            told = OffenceReported(player=player, offence=Offence.DEVICE)
            turn.passes(told, f"table {table}")
        self._waiting.setdefault(table, []).append((number, event.seq))

    def other_epoch(self, turn: Turn, table: int, at: Heard, payload: bytes) -> None:
        """Log that a table restarted its event numbering, so that floor staff check its stacks."""
        event = Envelope(1, at.seq, "", "", "", 0, "epoch.begun", {}, at.epoch)
        number = _note(turn, table, event, "epoch.begun")
        tables.picture(turn.connection, number, payload)

    def pictured(self, turn: Turn, table: int, seq: int, payload: bytes) -> None:
        """Store a table's public state with each incident that is waiting for a picture.

        Only incidents up to event `seq`, the last that the state includes, get this picture.
        """
        waiting = self._waiting.get(table)
        if not waiting:
            return
        for number, told in waiting:
            if told <= seq:
                tables.picture(turn.connection, number, payload)
        self._waiting[table] = [one for one in waiting if one[1] > seq]


def _note(
    turn: Turn, table: int, event: Envelope, kind: str, seat: int = 0, player: str = ""
) -> int:
    ours = table in turn.room.tables
    return tables.note_incident(
        turn.connection,
        tournament=turn.evening.id if ours and turn.evening is not None else "",
        room_table=table, epoch=event.epoch, seq=event.seq, wall=turn.wall, hand=event.hand,
        kind=kind, article=str(event.data.get("article", "")), seat=seat, player=player,
        event=msgspec.json.encode({"type": event.type, **event.data}),
    )  # fmt: skip
