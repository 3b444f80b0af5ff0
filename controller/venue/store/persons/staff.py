"""Staff accounts: names with a role and a hashed password (Argon2), and their sessions."""

import hashlib
import secrets
from base64 import b64encode

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from argon2.low_level import ARGON2_VERSION
from sqlalchemy import Connection, delete, insert, select

from controller.contract.errors import N_, WrongOption
from controller.contract.venue.rights import Role
from controller.venue.store.schema import session, staff

SESSION_MS = 12 * 3_600_000
SHORTEST = 8

_hasher = PasswordHasher()
_SALT, _HASH = (
    b64encode(secrets.token_bytes(size)).decode().rstrip("=")
    for size in (_hasher.salt_len, _hasher.hash_len)
)
_NOBODY = (
    f"$argon2id$v={ARGON2_VERSION}$m={_hasher.memory_cost},t={_hasher.time_cost},"
    f"p={_hasher.parallelism}${_SALT}${_HASH}"
)
"""The hash checked for an unknown name, so that signing in takes as long as for a known one.

It is random, so no password matches it. Hashing a password here would delay every command.
"""


class Session(msgspec.Struct, frozen=True):
    """A signed-in staff member: their role, and when the session ends (wall time, ms)."""

    name: str
    role: Role
    until: int


def add(connection: Connection, name: str, role: Role, password: str, wall: int) -> None:
    """Store a staff member, or give an existing one a new role and password.

    This ends any sessions they have. Raises `WrongOption` if the name or password is too short.
    """
    if not name or len(name) > 40 or not name.isprintable():
        raise WrongOption(N_("a name must have 1 to 40 characters"))
    if len(password) < SHORTEST:
        raise WrongOption(N_("a password must have at least {least} characters"), least=SHORTEST)
    remove(connection, name)
    connection.execute(
        insert(staff).values(name=name, role=role, password=_hasher.hash(password), since=wall)
    )


def remove(connection: Connection, name: str) -> bool:
    """Delete a staff member and their sessions; return whether they existed."""
    connection.execute(delete(session).where(session.c.staff == name))
    return bool(connection.execute(delete(staff).where(staff.c.name == name)).rowcount)


def everybody(connection: Connection) -> list[tuple[str, Role]]:
    """Return (name, role) for each staff member, sorted by name."""
    rows = connection.execute(select(staff.c.name, staff.c.role).order_by(staff.c.name))
    return [(name, Role(role)) for name, role in rows]


def password_of(connection: Connection, name: str) -> str:
    """Return a staff member's password hash; for an unknown name, a hash that nothing matches."""
    found = connection.execute(select(staff.c.password).where(staff.c.name == name)).scalar()
    return str(found) if found is not None else _NOBODY


def fits(kept: str, password: str) -> bool:
    """Return whether a password matches the hash `kept`; this takes a tenth of a second."""
    try:
        return _hasher.verify(kept, password)
    except Argon2Error:
        return False


def open_session(connection: Connection, name: str, wall: int) -> tuple[str, Session] | None:
    """Open a session for a staff member; return (token, session), or None for an unknown name.

    `wall` is the current wall time (ms). The caller must check the password first. Only the token's
    hash is stored.
    """
    role = connection.execute(select(staff.c.role).where(staff.c.name == name)).scalar()
    if role is None:
        return None
    token, until = secrets.token_urlsafe(24), wall + SESSION_MS
    connection.execute(delete(session).where(session.c.until <= wall))
    connection.execute(insert(session).values(token=_hash(token), staff=name, until=until))
    return token, Session(name, Role(role), until)


def signed_in(connection: Connection, token: str, wall: int) -> Session | None:
    """Return the session with this token, or None if it is unknown or has expired."""
    wanted = (
        select(staff.c.name, staff.c.role, session.c.until)
        .join(staff, staff.c.name == session.c.staff)
        .where(session.c.token == _hash(token), session.c.until > wall)
    )
    row = connection.execute(wanted).one_or_none()
    return Session(row[0], Role(row[1]), row[2]) if row is not None else None


def end_session(connection: Connection, token: str) -> None:
    """End a session."""
    connection.execute(delete(session).where(session.c.token == _hash(token)))


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
