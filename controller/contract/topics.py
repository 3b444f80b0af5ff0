"""What lies beside the events on MQTT: a table's topics, its status and its health."""

from typing import Literal

import msgspec


class Status(msgspec.Struct, frozen=True):
    """The controller's birth and last will, retained on `status`.

    `session` is the ULID of this start: the will of an earlier start names another one. `epoch` is
    the numbering that events are in from now on.
    """

    status: Literal["online", "offline"]
    session: str
    table: str
    software: str
    v: int = 1
    epoch: str = ""


class DeviceHealth(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether a device answers, and what is wrong with it, in English, with what to do."""

    device: str
    ok: bool
    problem: str = ""


class ZoneHealth(msgspec.Struct, frozen=True):
    """How often the antennas of a zone were read in the last period, in scans a second."""

    zone: str
    scans: float
    blind: bool = False


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the controller is, retained on `health`.

    `journal` other than `ok` stops the table: nothing is shown that is not on disk. `waiting`
    counts observations that are not on disk yet, `backlog` events that the broker has not
    confirmed. `clock` other than `ok` is a wall clock that is not believed: no hole cards are
    deleted for their age until it is. `aside` counts the last observations of the journal that
    could not be played again at the start: the table has gone on from before them.
    """

    session: str
    journal: Literal["ok", "disk-full", "read-only", "held", "failing"] = "ok"
    waiting: int = 0
    backlog: int = 0
    clock: Literal["ok", "unsynchronised", "jumped"] = "ok"
    devices: tuple[DeviceHealth, ...] = ()
    zones: tuple[ZoneHealth, ...] = ()
    aside: int = 0
    lost: bool = False


class Topics(msgspec.Struct, frozen=True):
    """The names of a table's topics, under `root` (`tapis/<venue>/<table>`)."""

    root: str

    @property
    def status(self) -> str:
        """Where birth and last will are retained."""
        return f"{self.root}/status"

    @property
    def state(self) -> str:
        """Where the whole public view is retained."""
        return f"{self.root}/state"

    @property
    def health(self) -> str:
        """Where the controller's health is retained."""
        return f"{self.root}/health"

    def event(self, name: str) -> str:
        """Where events of one type go (`#` for all of them)."""
        return f"{self.root}/event/{name}"

    def command(self, name: str) -> str:
        """Where a command is asked for (`+` for all of them)."""
        return f"{self.root}/command/{name}"

    def reply(self, name: str) -> str:
        """Where a command is answered (`+` for all of them)."""
        return f"{self.root}/reply/{name}"

    def replay(self, request: str) -> str:
        """Where the events go that the request of this id asked for again."""
        return f"{self.root}/replay/{request}"
