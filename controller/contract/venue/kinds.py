"""The base types of a room's inputs, events, orders, actions and queries."""

import msgspec


class RoomInput(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """An input to a room, which arrives at time `at`."""

    at: int = 0


class RoomEvent(msgspec.Struct, frozen=True, tag_field="type"):
    """The base type of all events in a room."""


class RoomOrder(msgspec.Struct, frozen=True, tag_field="type"):
    """An order from the room to a table, executed only once and identified by its id."""

    id: str
    table: int


class Do(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A staff or player action; every action except signing in and out is logged.

    The log includes the user and the time.
    """


class Ask(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base type of all queries for data."""
