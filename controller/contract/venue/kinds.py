"""The common types of a room's inputs, events, orders, actions and questions."""

import msgspec


class RoomInput(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """An input at the time `at`."""

    at: int = 0


class RoomEvent(msgspec.Struct, frozen=True, tag_field="type"):
    """An event of the room."""


class RoomOrder(msgspec.Struct, frozen=True, tag_field="type"):
    """An order to a table, carried out once, under its id."""

    id: str
    table: int


class Do(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """An action; all but signing in and out are in the log, with the user and the time."""


class Ask(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A question."""
