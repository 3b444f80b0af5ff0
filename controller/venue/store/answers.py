"""The answers to desk requests, stored so that a repeated action is carried out only once."""

import hashlib

import msgspec
from sqlalchemy import Connection, delete, insert, select

from controller.contract.venue.desk import DeskAnswer
from controller.venue.store.schema import answer

REMEMBERED = 1_000
"""The number of answers kept; older ones are deleted."""


def given(connection: Connection, session: str, request: str) -> DeskAnswer | None:
    """Return the earlier answer to a session's request, or None if the request is new."""
    wanted = select(answer.c.said).where(answer.c.asked == _asked(session, request))
    said = connection.execute(wanted).scalar_one_or_none()
    return msgspec.json.decode(said, type=DeskAnswer) if said is not None else None


def keep(connection: Connection, session: str, told: DeskAnswer) -> None:
    """Store an answer, and delete all but the last `REMEMBERED` answers."""
    row = {"asked": _asked(session, told.id), "said": msgspec.json.encode(told).decode()}
    n: int = connection.execute(insert(answer).values(row)).inserted_primary_key[0]  # type: ignore[index]
    connection.execute(delete(answer).where(answer.c.n <= n - REMEMBERED))


def forget(connection: Connection, person: str) -> None:
    """Delete the answers that name a person, because some contain that person's secret link."""
    connection.execute(delete(answer).where(answer.c.said.contains(person, autoescape=True)))


def _asked(session: str, request: str) -> bytes:
    # A reader of the database must not be able to learn a session token from it.
    return hashlib.sha256(f"{session} {request}".encode()).digest()
