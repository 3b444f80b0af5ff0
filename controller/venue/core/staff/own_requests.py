"""Players' own requests, made through the secret link that they were given."""

from typing import assert_never

from sqlalchemy import Connection

from controller.contract.venue.cash_game import waiting as w
from controller.contract.venue.floor.members import Declare
from controller.contract.venue.notices import Notices, OwnNotices, hint_of
from controller.contract.venue.prizes.deals import DealAnswered, OwnDeal
from controller.venue.core.refusals import No, needed, refuse_if
from controller.venue.core.staff.members import day_of
from controller.venue.core.take_input import Core, Turn
from controller.venue.notices.services import address_of
from controller.venue.store.persons import attendance, people
from controller.venue.store.persons.people import Person
from display.words.locale import languages


def owner_of(connection: Connection, link: str) -> Person:
    """Return the person to whom a secret link was given. Raises `No` if the link is unknown."""
    return needed(people.by_link(connection, link) if link else None, "no-such-link")


def declare(turn: Turn, do: Declare, source: str) -> None:
    """Store whether a player will attend the evening planned for a day.

    Raises `No` if the link is unknown, or if no evening is planned for that day.
    """
    who = owner_of(turn.connection, do.link)
    past = do.day < day_of(turn.wall)
    if not past and attendance.answers(turn.connection, do.day).get(who.id) is do.present:
        return  # anybody with a link can repeat this at will: it must not fill the log
    if past or not attendance.declare(turn.connection, do.day, who.id, present=do.present):
        raise No("no-such-day")
    said = {"type": "declare", "person": who.id, "day": do.day, "present": do.present}
    turn.note(said, who.id, source)


def own_wait(turn: Turn, asked: w.OwnWait | OwnDeal, source: str) -> None:
    """Carry out a player's request about the waiting list, or their answer to a prize deal.

    Raises `No` if the request is refused; a refused request is not logged.

    A player who says that they are coming must still check in at the desk, because players buy in
    there.
    """
    who = owner_of(turn.connection, asked.link)
    said = (
        DealAnswered(player=who.id, agrees=asked.agrees)
        if isinstance(asked, OwnDeal)
        else _said(asked, who.id)
    )
    # Anybody with a link can repeat this at will: it must not fill the log.
    if why := turn.would_refuse(said):
        raise No(why)
    turn.happen(said, who.id, source)


def _said(
    asked: w.OwnWait, player: str
) -> w.ListJoined | w.ListLeft | w.ComingSaid | w.CallAnswered:
    match asked.wish:
        case "join":
            return w.ListJoined(player=player, tables=asked.tables)
        case "leave":
            return w.ListLeft(player=player)
        case "come":
            return w.ComingSaid(player=player)
        case "pass":
            return w.CallAnswered(player=player, comes=False)
    assert_never(asked.wish)


def own_notices(turn: Turn, asked: OwnNotices, ways: tuple[str, ...], source: str) -> None:
    """Store or delete the address to which a player's notices are sent.

    The address is never logged. `ways` lists the channels that the room offers. Raises `No` if the
    link is unknown, or if the address is not valid for one of these channels.
    """
    who = owner_of(turn.connection, asked.link)
    address = ""
    if asked.way:
        address = address_of(asked.way, asked.address) if asked.way in ways else ""
        refuse_if(not address, "no-such-address")
    language = asked.language if asked.language in languages() else "en"
    if (asked.way, address, language if asked.way else "") == (who.way, who.address, who.language):
        return
    people.keep_notices(turn.connection, who.id, asked.way, address, language)
    turn.people = turn.people | {who.id: people.find(turn.connection, who.id) or who}
    turn.note({"type": "own-notices", "person": who.id, "way": asked.way}, who.id, source)


def notices_of(core: Core, who: Person) -> Notices:
    """Return the notice settings for a player's own page."""
    if not who.way:
        return Notices(core.ways)
    return Notices(core.ways, who.way, hint_of(who.address))  # type: ignore[arg-type]
