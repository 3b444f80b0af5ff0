"""Completes a journal's events with the names of players who were seated between hands.

The event for such a player lacks the name, which is in the command that caused the event.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import DecodeError, ValidationError, json
from msgspec.structs import replace

from controller.contract.commands import SitDown
from controller.contract.observations import FloorSaid, Observation
from controller.contract.public import PublicEvent, SeatLeft, SeatTaken, event_from
from controller.contract.rules import LeaveWhen
from controller.journal import Era, JournalError, JournalRow
from controller.table.observations import decode


class Awaited:
    """The names of players who will be seated when the hand ends.

    The names are stored by seat, player id and command id.
    """

    def __init__(self) -> None:
        """Start with no names."""
        self._names: dict[tuple[int, str, str], str] = {}

    def named(self, seen: Observation | None, events: Iterable[PublicEvent]) -> list[PublicEvent]:
        """Return an observation's events, adding the missing name of each player who sits down.

        The name stays empty if two commands gave different names: one of them was refused, and the
        journal does not record which. `seen` is the observation, or None if it has been deleted.
        """
        if isinstance(seen, FloorSaid):
            self._hear(seen)
        return [self._sits(event) if isinstance(event, SeatTaken) else event for event in events]

    def _hear(self, said: FloorSaid) -> None:
        try:
            command = decode(said.command)
        except DecodeError:
            return
        if isinstance(command, SitDown) and command.when is LeaveWhen.AT_REST:
            key, name = (command.seat, command.player, command.order), command.name
            self._names[key] = name if self._names.get(key, name) == name else ""

    def _sits(self, event: SeatTaken) -> SeatTaken:
        name = self._names.get((event.seat, event.player, event.order), "")
        self._names = {key: kept for key, kept in self._names.items() if key[0] != event.seat}
        return event if event.name else replace(event, name=name)


def note_name(names: dict[int, str], event: PublicEvent) -> None:
    """Update the names of the seated players, keyed by seat, if somebody has arrived or left."""
    match event:
        case SeatTaken(seat=seat, name=name):
            names[seat] = name
        case SeatLeft(seat=seat):
            names.pop(seat, None)


def events(journal: Path, era: Era | None, row: JournalRow) -> Iterator[PublicEvent]:
    """Yield the public events in a journal row.

    `era` identifies the version of Tapis that wrote the row, if it is known. Raises `JournalError`
    if that version wrote the row in a format that can't be read.
    """
    for _, name, data in row.public:
        try:
            yield event_from(name, json.decode(data))
        except (KeyError, ValidationError):
            wrote = f"Tapis {era.software}" if era is not None else "another version of Tapis"
            raise JournalError(
                f"{journal}: {wrote} wrote its hands in a different format ({name}); "
                "export them with that version"
            ) from None
