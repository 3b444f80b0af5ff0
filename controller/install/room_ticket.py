"""Tickets, which admit a table to a room of several tables that runs on another machine.

This module is pure: text in, text out. A ticket is a file that someone carries from the room's
machine to a table's. It contains the address of the room's broker, the table's login there, and the
token with which the room commands the table.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Final

import tomlkit
from msgspec import Meta

from controller.config.model import Name
from controller.config.strict import ROOT, Strict
from controller.contract.errors import N_
from controller.toml.file import Mistake

MOST_TABLES: Final = 200
"""The maximum number of tickets made at once."""

VENUE_USER: Final = "venue"
PAGE_USER: Final = "venue-page"

AS_MADE: Final = N_("a ticket written by the room's machine; make a new one there")
Line = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,200}\Z", description=AS_MADE)]
Root = Annotated[str, Meta(pattern=rf"^{ROOT}\Z", description=AS_MADE)]
Address = Annotated[str, Meta(pattern=r"^[\w.:\[\]-]+:\d{1,5}\Z", description=AS_MADE)]
Certificate = Annotated[
    str,
    Meta(
        pattern=r"^-----BEGIN CERTIFICATE-----\n[\w+/=\n]+-----END CERTIFICATE-----\n*\Z",
        description=AS_MADE,
    ),
]


class Ticket(Strict, frozen=True):
    """The data that a table's machine needs to join a room (`tapis install --ticket`).

    The table's topics begin with `root`, `venue` and `table`. `broker` is the room's broker as
    `host:port`; the connection is always encrypted. `user` and `password` are the table's login
    there. The room commands the table with `token`. `authority` is the CA certificate (PEM) that
    verifies the room's broker.
    """

    root: Root
    venue: Name
    table: Name
    broker: Address
    user: Line
    password: str
    token: str
    authority: Certificate


def misprints(ticket: Ticket) -> Iterator[Mistake]:
    """Yield the mistakes in a ticket's secrets, without quoting the secrets."""
    for key, right in (("password", r"[!-~]{8,200}"), ("token", r"[\w-]{24,100}")):
        if not re.fullmatch(right, getattr(ticket, key)):
            yield Mistake((key,), N_("is incomplete"), AS_MADE)


def ticket_text(ticket: Ticket) -> str:
    """Return the contents of a ticket file."""
    document = tomlkit.document()
    for line in (
        f"Lets table {ticket.table} into the room {ticket.venue}. It holds passwords: carry it",
        "to that table's machine, and delete it there when it is installed:",
        f"sudo tapis install --ticket {ticket_name(ticket.table)}",
    ):
        document.add(tomlkit.comment(line))
    for key in ticket.__struct_fields__:
        value = getattr(ticket, key)
        document.add(key, tomlkit.string(value, multiline="\n" in value))
    return tomlkit.dumps(document)


def ticket_name(table: str) -> str:
    """Return the file name of the ticket for a table."""
    return f"table-{table}.toml"


def tables_of(files: Iterable[str]) -> tuple[str, ...]:
    """Return the sorted names of the tables whose tickets are among these file names."""
    found = (re.fullmatch(r"table-([\w.-]+)\.toml", name) for name in files)
    return in_order(match[1] for match in found if match)


def in_order(tables: Iterable[str]) -> tuple[str, ...]:
    """Return table names without duplicates, in natural order: 2 before 10."""

    def order(name: str) -> tuple[bool, int, str]:
        number = name.isascii() and name.isdecimal()
        return not number, int(name) if number else 0, name

    return tuple(sorted(set(tables), key=order))


def table_user(table: str) -> str:
    """Return a table's broker user name."""
    return f"table-{table}"
