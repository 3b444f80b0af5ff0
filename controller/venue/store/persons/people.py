"""The only place with names: a person is an opaque id everywhere else."""

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection, delete, func, insert, or_, select, update

from controller.venue.store import answers
from controller.venue.store.schema import person

_SIGNS = "abcdefghijkmnpqrstuvwxyz23456789"


class Person(msgspec.Struct, frozen=True):
    """Somebody whom the house knows. `link` is the secret of their own page.

    `card`: they have got the card with their member's number. Notices go to their `address` in a
    `language`, by a `way` of `controller/contract/venue/notices.py`; "" for none.
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
    """Keep a person under a new id; who has not said how to be shown is shown by a number."""
    number = int(connection.execute(select(func.count()).select_from(person)).scalar_one()) + 1
    made = msgspec.structs.replace(
        told,
        id="p_" + "".join(_SIGNS[byte % 32] for byte in random_bytes(10)),
        link=random_bytes(16).hex(),
        shown_as=told.shown_as or told.member_no or f"No. {number}",
    )
    connection.execute(insert(person).values(**msgspec.structs.asdict(made), since=wall))
    return made


def change_person(connection: Connection, told: Person) -> None:
    """Keep what is new of a person; what is empty stays as it was."""
    new = {key: value for key, value in msgspec.structs.asdict(told).items() if value}
    connection.execute(update(person).where(person.c.id == told.id).values(new))


def keep_member(connection: Connection, identity: str, number: str, *, card: bool) -> None:
    """Keep a member's number, unless it is empty, and that they have got their card."""
    new: dict[str, object] = {"member_no": number} if number else {}
    if card:
        new["card"] = True
    if new:
        connection.execute(update(person).where(person.c.id == identity).values(new))


def keep_notices(
    connection: Connection, identity: str, way: str, address: str, language: str
) -> None:
    """Keep where a person has notices sent to; without a way that is deleted."""
    new = {"way": way, "address": address, "language": language if way else ""}
    connection.execute(update(person).where(person.c.id == identity).values(new))


def find(connection: Connection, identity: str) -> Person | None:
    """Return a person by their id."""
    return _one(connection, person.c.id == identity)


def by_link(connection: Connection, link: str) -> Person | None:
    """Return whose page a secret opens."""
    return _one(connection, person.c.link == link)


def everybody(connection: Connection) -> dict[str, Person]:
    """Return all persons, by id."""
    return {row[0]: Person(*row) for row in connection.execute(select(*_COLUMNS))}


def looked_for(connection: Connection, begins: str, limit: int) -> list[Person]:
    """Return persons with a word of the name, or a number, that begins so."""
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
    """Delete a person, and what they were answered; says whether there was one."""
    answers.forget(connection, identity)
    return bool(connection.execute(delete(person).where(person.c.id == identity)).rowcount)


_COLUMNS = tuple(person.c[name] for name in Person.__struct_fields__)


def _one(connection: Connection, condition: object) -> Person | None:
    row = connection.execute(select(*_COLUMNS).where(condition)).one_or_none()  # type: ignore[arg-type]
    return Person(*row) if row is not None else None
