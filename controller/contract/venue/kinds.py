"""The base types of a room's inputs, events, orders, actions and queries."""

from typing import Final

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


_SECRET: Final = frozenset({"address", "data", "link", "mail", "password"})
"""Fields with secrets, addresses, or what a table is told, which may be a PIN or keyed cards."""


class _Request(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    def __repr__(self) -> str:
        """Return the request as text without its `_SECRET` fields, because it may be logged."""
        names = [name for name in self.__struct_fields__ if name not in _SECRET]
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({shown})"


class Do(_Request, frozen=True):
    """The base type of all actions by staff or players.

    Each action except signing in and out is logged, with the user and the time.
    """


class Ask(_Request, frozen=True):
    """The base type of all queries for data."""
