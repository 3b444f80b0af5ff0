"""A session of the guided setup, with the user, the devices and the answers."""

from pathlib import Path

from controller.setup.dialogue import Talk
from controller.setup.draft import Draft, keep, state_file
from controller.setup.reading.probe import Found, Probe
from controller.setup.words import N_


class Sitting:
    """The state of a setup session: the user, the devices, and the answers so far."""

    def __init__(self, talk: Talk, probe: Probe, draft: Draft, config: Path) -> None:
        self.talk = talk
        self.probe = probe
        self.draft = draft
        self.config = config
        self.looked = False

    def keep(self) -> None:
        """Save the answers to disk."""
        keep(self.draft, state_file(self.config))

    def look(self) -> tuple[Found, ...]:
        """Discover the devices."""
        self.talk.say(N_("Looking for nodes and readers ..."))
        found = self.probe.look()
        self.looked = True
        return found
