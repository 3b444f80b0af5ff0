"""Sends a player a link to their own hands, to the contact address that they gave the poker room.

The poker room's software identifies the player by an id. The address for that id can be entered
only with the secret for the player's page. The link therefore reaches nobody else, and the person
who enters the command does not see it.
"""

from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from controller.contract.errors import N_, TapisError
from controller.contract.public import HandStarted, SeatLeft, SeatTaken
from controller.contract.venue.notices import hint_of
from controller.journal import JournalReader
from controller.play.records.seated import Awaited, events
from controller.venue.notices.post import Notice, by_apprise, hush
from controller.venue.notices.services import load_services, url_of
from display.words.names import words

TITLE = N_("Your hands")
BODY = N_("Here are your hands: {link} Keep this link to yourself: it shows your cards.")


class NotSent(TapisError):
    """A link that can't be sent; the message gives the reason."""


class Reached(NamedTuple):
    """How to contact a player.

    `url` is an apprise URL. `hint` is a shortened form of the address for display. `language` is
    the player's language.
    """

    url: str
    hint: str
    language: str

    def __repr__(self) -> str:
        """Return the contact as text without the address, because the text may end up in a log."""
        return "Reached()"


def reach(venue: Path, journal: Path, hero: str, begun: int) -> Reached:
    """Return how to contact the player named `hero`, according to the room config `venue`.

    `begun` is the wall time (ms) from which hands are included. Raises `NotSent`, `FileProblems`
    and `JournalError`.
    """
    # A room needs packages that a single table does not have.
    from controller.venue.core.config import is_server, load_venue
    from controller.venue.store.database import Database
    from controller.venue.store.persons.people import find

    config = load_venue(venue)
    if not config.notices:
        raise NotSent(
            N_("{file}: this room can't send messages because no notices file is set; add "
               'notices = "notices.toml", and create that file (docs/VENUE.md)'),
            file=venue,
        )  # fmt: skip
    services = load_services(Path(config.notices))
    player = _seated(journal, hero, begun)
    if not is_server(config.database) and not Path(config.database).exists():
        raise NotSent(N_("{file}: the room's database is not on this machine"), file=venue)
    with (
        closing(Database(config.database, alone=False)) as database,
        database.transaction() as connection,
    ):
        person = find(connection, player)
    if person is None or not person.address or person.way not in services.ways:
        raise NotSent(N_("{name} has not entered an address on their room page"), name=hero)
    url = url_of(services, person.way, person.address)
    return Reached(url, hint_of(person.address), person.language)


def send_link(reached: Reached, link: str) -> None:
    """Send a player the link to their hands; raises `NotSent` if the service does not accept it."""
    hush()
    said = words(reached.language)
    body = said.say(BODY, link=link)
    if not by_apprise(Notice(reached.url, said.say(TITLE), body)):
        raise NotSent(N_("the message service did not accept the message, so no link was created"))


def _seated(journal: Path, hero: str, begun: int) -> str:
    """Return the room's id for the player `hero`, from the hands since wall time `begun` (ms).

    Raises `NotSent` if there is no such player, or if several players have used that name.
    """
    seats: dict[int, SeatTaken] = {}
    found: set[str] = set()
    awaited = Awaited()
    with JournalReader(journal) as reader, closing(reader.rows()) as rows:
        for row in rows:
            for event in awaited.named(row.observation, events(journal, None, row)):
                match event:
                    case SeatTaken(seat=seat):
                        seats[seat] = event
                    case SeatLeft(seat=seat):
                        seats.pop(seat, None)
                    case HandStarted(stacks=stacks) if row.wall >= begun:
                        here = [seats[one.seat] for one in stacks if one.seat in seats]
                        found |= {one.player for one in here if one.name == hero}
    if len(found) > 1:
        raise NotSent(
            N_("more than one player had the name {name}, so no link was created"), name=hero
        )
    player = next(iter(found), "")
    if not player:
        raise NotSent(
            N_("{name} was not seated by the room, so the room has no record of this player"),
            name=hero,
        )
    return player
