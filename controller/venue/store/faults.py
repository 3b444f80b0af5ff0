"""Errors of a room's database, with messages that suggest a remedy."""

from controller.contract.errors import TapisError
from controller.contract.venue.views import LogHealth


class StoreFailed(TapisError):
    """The database can't store data; `health` is its state, and the message suggests a remedy."""

    def __init__(self, health: LogHealth, sentence: str) -> None:
        """Store the state, and the sentence that explains it."""
        super().__init__(sentence)
        self.health = health


class StoreLost(StoreFailed):
    """This process no longer runs the room, so nothing that it does will be stored."""


class StoreBusy(TapisError):
    """Another process has this database open; the message says which one."""
