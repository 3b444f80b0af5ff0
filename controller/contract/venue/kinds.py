"""The base types of a room's inputs, events, orders, actions and queries."""

import msgspec


class RoomInput(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base type of all inputs to a room; `at` is the time at which the input arrives."""

    at: int = 0


class RoomEvent(msgspec.Struct, frozen=True, tag_field="type"):
    """The base type of all events in a room."""


class RoomOrder(msgspec.Struct, frozen=True, tag_field="type"):
    """The base type of all orders to a table, which executes each order (`id`) only once."""

    id: str
    table: int


class Do(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base type of all actions by staff or players.

    Each action except signing in and out is logged, with the user and the time.
    """


class Ask(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """The base type of all queries for data."""
