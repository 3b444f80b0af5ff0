"""What lies beside the events on MQTT: a table's topics, its status and its health."""

from typing import Final, Literal, get_args

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
    """Whether a device answers, and what is wrong with it, in English, with what to do.

    `left_out` counts what it said since the start beyond what a device may say, and was dropped.
    """

    device: str
    ok: bool
    problem: str = ""
    left_out: int = 0


class ZoneHealth(msgspec.Struct, frozen=True):
    """How often the antennas of a zone were read in the last period, in scans a second."""

    zone: str
    scans: float
    blind: bool = False


RefusedWhat = Literal["pin", "token", "line"]
"""What was wrong: a PIN, a token, or the user who opened a seat's private line."""


class RefusedHealth(msgspec.Struct, frozen=True):
    """What was refused for want of a right since the start: how often, and last when (UTC).

    `source` is the screen whose token it was; where there is no token, what the asking says of
    itself, which nobody has checked.
    """

    what: RefusedWhat
    source: str
    count: int
    at: str


class ClientHealth(msgspec.Struct, frozen=True, omit_defaults=True):
    """A client that asks for more than its share, and what that is, in English.

    `user` is whom the broker vouches for, "" for all together who ask without their name;
    `client` is the id and the address of its last connection, where the broker tells them, or the
    id and the `by` of its last request;
    `refused` is how often it was too much.
    """

    user: str
    problem: str
    client: str = ""
    refused: int = 0


Journalled = Literal["ok", "disk-full", "read-only", "held", "failing"]
JOURNALS: Final[tuple[Journalled, ...]] = get_args(Journalled)


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the controller is, retained on `health`.

    `journal` other than `ok` stops the table: nothing is shown that is not on disk. `waiting`
    counts observations that are not on disk yet, `backlog` events that the broker has not
    confirmed. `clock` other than `ok` is a wall clock that is not believed: no hole cards are
    deleted for their age until it is. `aside` counts the last observations of the journal that
    could not be played again at the start: the table has gone on from before them. `clients` are
    those who have asked for too much within the last seconds. The next health comes within `every`
    milliseconds, 0 where nobody says when. `celsius` is how warm the machine's processor is, and
    `disk_free` the bytes that are free where the journal lies; None where the machine doesn't tell.
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
    """What a table is, whatever is played there: retained on `card`.

    `seats` counts them. `stack_antennas` are the seats whose stack lies on an antenna, `ears` those
    with an earphone. `house_hash` changes with every value of the house's file.
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

    @property
    def card(self) -> str:
        """Where it is retained what the table is."""
        return f"{self.root}/card"

    def floor_event(self, name: str) -> str:
        """Where events go whole of which `event` leaves out what the house hides."""
        return f"{self.root}/floor/event/{name}"

    def floor_replay(self, request: str) -> str:
        """Where `replay` has them whole."""
        return f"{self.root}/floor/replay/{request}"

    def everybody(self, name: str, user: str = "") -> str:
        """Where a command is asked for of all tables of the venue at once."""
        venue = self.root.rpartition("/")[0]
        return f"{venue}/all/command/{name}" + (f"/{user}" if user else "")

    def command(self, name: str, user: str = "") -> str:
        """Where a command is asked for (`+` for all of them), by `user` as the broker knows them.

        A broker that lets each user write under their own name alone vouches for who asks.
        """
        return f"{self.root}/command/{name}" + (f"/{user}" if user else "")

    def reply(self, name: str) -> str:
        """Where a command is answered (`+` for all of them)."""
        return f"{self.root}/reply/{name}"

    def replay(self, request: str) -> str:
        """Where the events go that the request of this id asked for again."""
        return f"{self.root}/replay/{request}"
