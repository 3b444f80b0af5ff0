"""Players' own notice settings, which they change through the secret link they were given."""

from controller.contract.venue.notices import Notices, OwnNotices, hint_of
from controller.venue.core.refusals import No
from controller.venue.core.take_input import Core, Turn
from controller.venue.notices.services import address_of
from controller.venue.store.persons import people
from controller.venue.store.persons.people import Person
from display.words.locale import languages


def own_notices(turn: Turn, asked: OwnNotices, ways: tuple[str, ...], source: str) -> None:
    """Store or delete a player's address for notices, which is never logged. Raises `No`.

    `ways` are the channels that the room offers.
    """
    who = people.by_link(turn.connection, asked.link) if asked.link else None
    if who is None:
        raise No("no-such-link")
    address = ""
    if asked.way:
        address = address_of(asked.way, asked.address) if asked.way in ways else ""
        if not address:
            raise No("no-such-address")
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
