"""MQTT messages other than events: a table's topics, status, health and description."""

from typing import Final, Literal, get_args

import msgspec


class Status(msgspec.Struct, frozen=True):
    """The controller's birth and last will, retained on `status`.

    `session` is the ULID of this start; the will of an earlier start names another one. `epoch` is
    the numbering of all events from now on.
    """

    status: Literal["online", "offline"]
    session: str
    table: str
    software: str
    v: int = 1
    epoch: str = ""


class DeviceHealth(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether a device answers, and its problem in English, with the remedy.

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
    """Refusals for lack of a right since the start: how often, and the last time (UTC).

    `source` is the screen whose token was used. Without a token, it is the sender's unverified
    claim about itself.
    """

    what: RefusedWhat
    source: str
    count: int
    at: str


class ClientHealth(msgspec.Struct, frozen=True, omit_defaults=True):
    """A client that exceeds its share of requests, and the problem in English.

    `user` is the user that the broker vouches for, "" for all anonymous requests together. `client`
    is the id and address of its last connection, where the broker reports them, or the id and the
    `by` of its last request. `refused` is the number of refused requests.
    """

    user: str
    problem: str
    client: str = ""
    refused: int = 0


Journalled = Literal["ok", "disk-full", "read-only", "held", "failing"]
JOURNALS: Final[tuple[Journalled, ...]] = get_args(Journalled)


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """The controller's health, retained on `health`.

    A `journal` other than `ok` stops the table: nothing is shown that is not on disk. `waiting`
    counts observations that are not on disk yet, `backlog` events that the broker has not
    confirmed. A `clock` other than `ok` means that the wall clock is not trusted: until it is, no
    hole cards are deleted for their age. `aside` counts the last observations of the journal that
    could not be replayed at the start: the table has continued from before them. `clients` are
    those that have asked for too much within the last seconds. The next health comes within `every`
    milliseconds, 0 if unknown. `celsius` is the temperature of the machine's processor, and
    `disk_free` the free bytes on the journal's disk; None where the machine doesn't report it.
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
    """The description of a table, whatever is played there: retained on `card`.

    `seats` is the number of seats. `stack_antennas` are the seats whose stack lies on an antenna,
    `ears` the seats with an earphone. `house_hash` changes with every value of the house's file.
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
        """The topic of birth and last will, retained."""
        return f"{self.root}/status"

    @property
    def state(self) -> str:
        """The topic of the whole public view, retained."""
        return f"{self.root}/state"

    @property
    def health(self) -> str:
        """The topic of the controller's health, retained."""
        return f"{self.root}/health"

    def event(self, name: str) -> str:
        """Return the topic of events of one type (`#` for all types)."""
        return f"{self.root}/event/{name}"

    @property
    def card(self) -> str:
        """The topic of the table's description, retained."""
        return f"{self.root}/card"

    def floor_event(self, name: str) -> str:
        """Return the topic of complete events, including what the house hides from `event`."""
        return f"{self.root}/floor/event/{name}"

    def floor_replay(self, request: str) -> str:
        """Return the topic of a replay with complete events."""
        return f"{self.root}/floor/replay/{request}"

    def everybody(self, name: str, user: str = "") -> str:
        """Return the topic of a command to all tables of the venue at once."""
        venue = self.root.rpartition("/")[0]
        return f"{venue}/all/command/{name}" + (f"/{user}" if user else "")

    def command(self, name: str, user: str = "") -> str:
        """Return the topic of a command (`+` for all commands), by the broker's name for `user`.

        A broker that lets users write only under their own name vouches for the sender.
        """
        return f"{self.root}/command/{name}" + (f"/{user}" if user else "")

    def reply(self, name: str) -> str:
        """Return the topic of a command's reply (`+` for all replies)."""
        return f"{self.root}/reply/{name}"

    def replay(self, request: str) -> str:
        """Return the topic of the events that the request of this id asked for again."""
        return f"{self.root}/replay/{request}"
