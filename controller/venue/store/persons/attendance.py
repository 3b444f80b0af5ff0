"""Planned evenings and people's replies; deleting a person deletes their replies too."""

from sqlalchemy import Connection, delete, insert, select

from controller.contract.venue.floor.members import Coming
from controller.venue.store.schema import attendance, coming


def announce(connection: Connection, day: str, title: str, file: str) -> None:
    """Store a planned evening, or update the one already planned for that day.

    `title` is for people, and `file` is the tournament file to be played.
    """
    known = connection.execute(select(coming.c.day).where(coming.c.day == day)).scalar()
    values = {"title": title, "file": file}
    if known is None:
        connection.execute(insert(coming).values(day=day, **values))
    else:
        connection.execute(coming.update().where(coming.c.day == day).values(**values))


def declare(connection: Connection, day: str, person: str, *, present: bool) -> bool:
    """Store a person's reply for a day; return whether an evening is planned for that day.

    `present` is true if they will attend.
    """
    if connection.execute(select(coming.c.day).where(coming.c.day == day)).scalar() is None:
        return False
    gone = (attendance.c.day == day) & (attendance.c.person == person)
    connection.execute(delete(attendance).where(gone))
    connection.execute(insert(attendance).values(day=day, person=person, present=present))
    return True


def evenings(connection: Connection, today: str) -> list[tuple[str, str, str]]:
    """Return (day, title, file) for each planned evening from today on, earliest first."""
    wanted = select(coming).where(coming.c.day >= today).order_by(coming.c.day)
    return [(row.day, row.title, row.file) for row in connection.execute(wanted)]


def answers(connection: Connection, day: str) -> dict[str, bool]:
    """Return the replies for a day, by person: true if they will attend."""
    rows = connection.execute(select(attendance).where(attendance.c.day == day))
    return {row.person: row.present for row in rows}


def coming_for(connection: Connection, person: str, today: str) -> tuple[Coming, ...]:
    """Return the planned evenings from today on, earliest first, each with the person's reply.

    If the person has not replied, the reply is None.
    """
    return tuple(
        Coming(day, title, answers(connection, day).get(person))
        for day, title, _ in evenings(connection, today)
    )
