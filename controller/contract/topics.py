"""MQTT messages other than events: a table's topics, status, health and description."""

from typing import Final, Literal, get_args

import msgspec


class Status(msgspec.Struct, frozen=True):
    """The controller's birth message and last will, retained on the topic `status`.

    `session` is the ULID of this start of the controller; the will from an earlier start has a
    different one. `epoch` is the epoch of all events from now on.
    """

    status: Literal["online", "offline"]
    session: str
    table: str
    software: str
    v: int = 1
    epoch: str = ""


class DeviceHealth(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether a device answers, and its problem and remedy in English.

    `left_out` counts the messages dropped since the start because they exceeded the device's limit.
    """

    device: str
    ok: bool
    problem: str = ""
    left_out: int = 0


class ZoneHealth(msgspec.Struct, frozen=True):
    """The read rate of a zone's antennas in the last period, in scans per second."""

    zone: str
    scans: float
    blind: bool = False


RefusedWhat = Literal["pin", "token", "line"]
"""The credential that was wrong: a PIN, a token, or the user on a seat's private line."""


class RefusedHealth(msgspec.Struct, frozen=True):
    """The requests from one source that have been refused since the start for lack of permission.

    `count` is their number, and `at` is the time of the latest one (UTC). For a wrong PIN,
    `source` is the screen. For a wrong token, it is the name that the sender gave, which nobody has
    verified. For a private line, it is the line (such as `seat 3`) and the user's uid.
    """

    what: RefusedWhat
    source: str
    count: int
    at: str


class ClientHealth(msgspec.Struct, frozen=True, omit_defaults=True):
    """A client that makes too many requests, with the problem in English.

    `user` is the user that the broker vouches for, or "" for all anonymous requests together.
    `client` gives the id and sender of the last excess request or, for a client that keeps
    reconnecting, the client's id and address. `refused` is the number of excess requests or
    connections.
    """

    user: str
    problem: str
    client: str = ""
    refused: int = 0


Journalled = Literal["ok", "disk-full", "read-only", "held", "failing"]
JOURNALS: Final[tuple[Journalled, ...]] = get_args(Journalled)


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """The controller's health, retained on the topic `health`.

    A `journal` other than `ok` stops the table, because nothing may be shown until it is on disk.
    `waiting` counts the observations that are not on disk yet, and `backlog` the events that the
    broker has not confirmed yet. `lost` means that a new epoch began at this start, because rows of
    the journal were lost or a copy of it was restored. `aside` is the number of observations at the
    end of the journal that could not be replayed at the start; the table has continued from the
    state before them.

    A `clock` other than `ok` means that the wall clock is not trusted; until it is, no hole cards
    are deleted because of their age. `clients` are those that have sent too many requests in the
    last few seconds. The next health message arrives within `every` milliseconds (0: unknown).
    `celsius` is the temperature of the machine's processor, and `disk_free` the free bytes on the
    journal's disk; either is None where the machine doesn't report it.
    """

    session: str
    journal: Journalled = "ok"
    waiting: int = 0
    backlog: int = 0
    clock: Literal["ok", "unsynchronised", "jumped"] = "ok"
    devices: tuple[DeviceHealth, ...] = ()
    zones: tuple[ZoneHealth, ...] = ()
    aside: int = 0
    refused: tuple[RefusedHealth, ...] = ()
    clients: tuple[ClientHealth, ...] = ()
    lost: bool = False
    every: int = 0
    celsius: float | None = None
    disk_free: int | None = None


class TableCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table's description, retained on the topic `card` and independent of the game being played.

    `seats` is the number of seats. `stack_antennas` are the seats whose stack is on an antenna,
    and `ears` those with an earpiece. `house_hash` is a hash of all values in the house's file.
    """

    table: str
    seats: int
    chips: Literal["rfid", "keyed"]
    decks: int
    shoe: Literal["none", "reads", "counts"]
    software: str
    house: str
    house_hash: str
    stack_antennas: tuple[int, ...] = ()
    ears: tuple[int, ...] = ()
    v: int = 1


class Topics(msgspec.Struct, frozen=True):
    """The names of a table's topics, under `root` (`tapis/<venue>/<table>`)."""

    root: str

    @property
    def status(self) -> str:
        """The retained topic for the birth message and last will."""
        return f"{self.root}/status"

    @property
    def state(self) -> str:
        """The retained topic for the complete public view."""
        return f"{self.root}/state"

    @property
    def health(self) -> str:
        """The retained topic for the controller's health."""
        return f"{self.root}/health"

    def event(self, name: str) -> str:
        """Return the topic for events of one type (`#` for all types)."""
        return f"{self.root}/event/{name}"

    @property
    def card(self) -> str:
        """The retained topic for the table's description."""
        return f"{self.root}/card"

    def floor_event(self, name: str) -> str:
        """Return the topic for floor events, including data that the house hides from players."""
        return f"{self.root}/floor/event/{name}"

    def floor_replay(self, request: str) -> str:
        """Return the topic on which floor events are replayed for the request with this id."""
        return f"{self.root}/floor/replay/{request}"

    def everybody(self, name: str, user: str = "") -> str:
        """Return the topic for a command sent to all tables in the venue at once.

        `name` is the command's name, and `user` the sender's name at the broker.
        """
        venue = self.root.rpartition("/")[0]
        return f"{venue}/all/command/{name}" + (f"/{user}" if user else "")

    def command(self, name: str, user: str = "") -> str:
        """Return the topic for a command by name (`+` for all commands).

        `user` is the sender's name at the broker. A broker that lets users publish only under their
        own name thereby vouches for the sender.
        """
        return f"{self.root}/command/{name}" + (f"/{user}" if user else "")

    def reply(self, name: str) -> str:
        """Return the topic for a command's reply (`+` for all replies)."""
        return f"{self.root}/reply/{name}"

    def replay(self, request: str) -> str:
        """Return the topic on which events are replayed for the request with this id."""
        return f"{self.root}/replay/{request}"
