"""The only place where names are stored; everywhere else, a person is an opaque id."""

from collections.abc import Callable
from itertools import count

import msgspec
from sqlalchemy import Connection, delete, insert, or_, select, update

from controller.venue.store import answers
from controller.venue.store.schema import person

_SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"


class Person(msgspec.Struct, frozen=True):
    """A person known to the house.

    `id` is opaque. `name`, `mail` and `member_no` are private. `shown_as` is the name shown in
    public. `link` is the secret in the link to their own page. `card` is true if they hold a
    membership card. `way` is the channel for their notices
    (`controller/contract/venue/notices.py`), or "" for none. Notices are sent to `address`, in
    `language`.
    """

    id: str
    name: str = ""
    mail: str = ""
    member_no: str = ""
    shown_as: str = ""
    link: str = ""
    card: bool = False
    way: str = ""
    address: str = ""
    language: str = ""


def new_person(
    connection: Connection, wall: int, told: Person, random_bytes: Callable[[int], bytes]
) -> Person:
    """Store a person under a new id, and return them with this id and the link to their page.

    Without a public name, they are shown by their member number or, failing that, as `No. 12`.
    `wall` is the current wall time (ms). `random_bytes` returns as many bytes as it is asked for.
    """
    made = msgspec.structs.replace(
        told,
        id="p_" + "".join(_SIGNS[byte % 32] for byte in random_bytes(10)),
        link=random_bytes(16).hex(),
        shown_as=told.shown_as or told.member_no or _free_name(connection),
    )
    connection.execute(insert(person).values(**msgspec.structs.asdict(made), since=wall))
    return made


def _free_name(connection: Connection) -> str:
    """Return an unused public name such as `No. 12`, with a number above the number of people."""
    taken = {*connection.execute(select(person.c.shown_as)).scalars()}
    return next(name for n in count(len(taken) + 1) if (name := f"No. {n}") not in taken)


def change_person(connection: Connection, told: Person) -> None:
    """Update a person's details; fields left empty keep their old values."""
    new = {key: value for key, value in msgspec.structs.asdict(told).items() if value}
    connection.execute(update(person).where(person.c.id == told.id).values(new))


def keep_notices(
    connection: Connection, identity: str, way: str, address: str, language: str
) -> None:
    """Store the address for a person's notices; with an empty `way`, they receive none."""
    new = {"way": way, "address": address, "language": language if way else ""}
    connection.execute(update(person).where(person.c.id == identity).values(new))


def find(connection: Connection, identity: str) -> Person | None:
    """Return the person with this id, or None."""
    return _one(connection, person.c.id == identity)


def by_link(connection: Connection, link: str) -> Person | None:
    """Return the person whose page has this secret in its link, or None."""
    return _one(connection, person.c.link == link)


def everybody(connection: Connection) -> dict[str, Person]:
    """Return all people as a mapping from id to person."""
    return {row[0]: Person(*row) for row in connection.execute(select(*_COLUMNS))}


def looked_for(connection: Connection, begins: str, limit: int) -> list[Person]:
    """Return up to `limit` people whose details match the text `begins`, sorted by name.

    Their member number, or a word in their name, must begin with that text; case is ignored.
    """
    safe = begins.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    wanted = select(*_COLUMNS).where(
        or_(
            person.c.name.ilike(f"{safe}%", escape="\\"),
            person.c.name.ilike(f"% {safe}%", escape="\\"),
            person.c.member_no.ilike(f"{safe}%", escape="\\"),
        )
    )
    rows = connection.execute(wanted.order_by(person.c.name).limit(limit))
    return [Person(*row) for row in rows]


def forget(connection: Connection, identity: str) -> bool:
    """Delete a person and the stored answers that name them; return whether they existed."""
    answers.forget(connection, identity)
    return bool(connection.execute(delete(person).where(person.c.id == identity)).rowcount)


_COLUMNS = tuple(person.c[name] for name in Person.__struct_fields__)


def _one(connection: Connection, condition: object) -> Person | None:
    row = connection.execute(select(*_COLUMNS).where(condition)).one_or_none()  # type: ignore[arg-type]
    return Person(*row) if row is not None else None
