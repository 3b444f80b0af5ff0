"""The base types of a room's inputs, events, orders, actions and queries."""

import msgspec


class RoomInput(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """An input that arrives at the time `at`."""

    at: int = 0


class RoomEvent(msgspec.Struct, frozen=True, tag_field="type"):
    """An event of the room."""


class RoomOrder(msgspec.Struct, frozen=True, tag_field="type"):
    """An order to a table, carried out once and identified by its id."""

    id: str
    table: int


class Do(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """An action; all except signing in and out are logged, with the user and the time."""


class Ask(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A query."""
