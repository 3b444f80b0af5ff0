"""Notifies the league and interested players of each input once it is on disk."""

import importlib.util
from pathlib import Path
from typing import cast

from controller.contract.venue.notices import Way
from controller.toml.file import FileProblems
from controller.venue.core.take_input import Core, Happened
from controller.venue.notices.post import Notice, Post, by_apprise, hush
from controller.venue.notices.services import Services, load_services, url_of
from controller.venue.notices.texts import for_channel, for_players
from display.words.names import words

CHANNEL = "channel"


class Notifier:
    """Sends a room's notices, or none if the room has no services file."""

    def __init__(self, core: Core, file: str) -> None:
        """Send notices about all new inputs to `core`, through the services listed in `file`.

        An unreadable file or a missing library is reported in `problems` and has no other effect.
        """
        self._core, self._services, self.wrong = core, Services(), ""
        if file:
            self._services, self.wrong = _services(file)
            hush()
        ways = (*self._services.ways, *((CHANNEL,) if self._services.channel else ()))
        self._posts = {way: Post(way, by_apprise) for way in ways}
        core.ways = self._services.ways
        if self._posts:
            core.told = self.told

    @property
    def problems(self) -> tuple[str, ...]:
        """Return the current problems, in English and without addresses."""
        found = (self.wrong, *(one.problem for one in self._posts.values()))
        return tuple(one for one in found if one)

    def told(self, happened: Happened) -> None:
        """Queue the notices for an input that is on disk. Never waits."""
        core, evening = self._core, self._core.evening
        if evening is None:
            return
        for player, (text, known) in for_players(happened, evening.room):
            person = core.people.get(player)
            if person is not None and person.way in self._posts:
                said = words(person.language)
                way = cast("Way", person.way)
                url = url_of(self._services, way, person.address)
                body = said.say(text, **known)
                self._posts[way].put(Notice(url, said.say(evening.title), body))
        if CHANNEL in self._posts:
            said = words(self._services.language)
            for body in for_channel(happened, evening.room, core.shown_as, said):
                for url in self._services.channel:
                    self._posts[CHANNEL].put(Notice(url, said.say(evening.title), body))

    def stop(self) -> None:
        """Stop, and discard notices that are still waiting."""
        for one in self._posts.values():
            one.stop()


def _services(file: str) -> tuple[Services, str]:
    if importlib.util.find_spec("apprise") is None:
        return Services(), 'no notices: apprise is missing (pip install "tapis-table[notices]")'
    try:
        return load_services(Path(file)), ""
    except FileProblems as wrong:
        # The value itself is left out: it is one of the club's accounts, and this text is public.
        where = ", ".join(f"line {one.line}: {one.key}" for one in wrong.problems)
        return Services(), f"no notices: {Path(file).name} has errors ({where})"
