"""What the desk has answered to whom: kept with what was done, so that it is done once."""

import hashlib

import msgspec
from sqlalchemy import Connection, delete, insert, select

from controller.contract.venue.desk import DeskAnswer
from controller.venue.store.schema import answer

REMEMBERED = 1_000
"""So many answers are kept, the last ones."""


def given(connection: Connection, session: str, request: str) -> DeskAnswer | None:
    """Return the answer that a request of a session has had, None for a new one."""
    wanted = select(answer.c.said).where(answer.c.asked == _asked(session, request))
    said = connection.execute(wanted).scalar_one_or_none()
    return msgspec.json.decode(said, type=DeskAnswer) if said is not None else None


def keep(connection: Connection, session: str, told: DeskAnswer) -> None:
    """Keep an answer, and forget the one that is too old."""
    row = {"asked": _asked(session, told.id), "said": msgspec.json.encode(told).decode()}
    n: int = connection.execute(insert(answer).values(row)).inserted_primary_key[0]  # type: ignore[index]
    connection.execute(delete(answer).where(answer.c.n <= n - REMEMBERED))


def forget(connection: Connection, person: str) -> None:
    """Delete the answers that name a person: their link is in some."""
    connection.execute(delete(answer).where(answer.c.said.contains(person, autoescape=True)))


def _asked(session: str, request: str) -> bytes:
    # Who reads the database learns no session from it.
    return hashlib.sha256(f"{session} {request}".encode()).digest()
