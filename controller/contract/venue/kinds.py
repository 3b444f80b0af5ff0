"""What everything that a room hears, says, orders, does and is asked has in common."""

import msgspec


class RoomInput(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """Something that happened at `at`."""

    at: int = 0


class RoomEvent(msgspec.Struct, frozen=True, tag_field="type"):
    """Something that the room says."""


class RoomOrder(msgspec.Struct, frozen=True, tag_field="type"):
    """Something that a table is to do, once, under its id."""

    id: str
    table: int


class Do(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """An action: all but signing in and out is in the log, with who and when."""


class Ask(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A question."""
