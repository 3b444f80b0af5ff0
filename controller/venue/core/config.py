"""A room's config, `venue.toml`: its broker, its tables, and the path or URL of its database.

Paths in the file are relative to its folder.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from controller.config.model import SYSTEM_FOLDER, BrokerConfig, Name
from controller.config.strict import Strict
from controller.contract.errors import Sentence
from controller.toml.file import Mistake, read

POSTGRESQL = "postgresql://"
SYSTEM_DATA = Path("/var/lib/tapis-venue")
SYSTEM_RUN = Path("/run/tapis-venue")
PAGES = "tapis-venue-page"
"""The default `desk_group` of an installed room: the system group that its pages run under."""


class TableEntry(Strict, frozen=True):
    """A table: the number by which players know it, and its name in MQTT topics."""

    number: Annotated[int, Meta(ge=1, le=9999)]
    name: Name


class ResultsConfig(Strict, frozen=True):
    """Where an evening's results are sent: an `https://` URL, and the file with a signing key.

    `secret_file` holds the key for the HMAC-SHA256 of each request body (`X-Tapis-Signature`).
    """

    webhook: str = ""
    secret_file: str = ""


class RoomBroker(BrokerConfig, frozen=True):
    """The room's broker settings. MQTT 3.1.1 is used, because MQTT 5 is slower."""

    protocol: Literal["5", "3.1.1"] = "3.1.1"


class VenueConfig(Strict, frozen=True):
    """The config of one room. `load_venue` returns it with all paths absolute.

    `name` is the venue's name in all topics. `database` is the path or URL of the room's database.
    `desk` is the path of the socket for staff requests. Only the room's own user and members of
    `desk_group` may use that socket. `token_file` holds the token that authorises the room's
    commands to its tables. `broker` holds the settings for connecting to the broker. A table
    missing from `tables` is named by its number. `results` says where results are sent. `notices`
    is the file that lists the services for notifying players; if it is empty, the room sends no
    notices.
    """

    name: Name
    database: str = ""
    desk: str = ""
    desk_group: str = ""
    token_file: str = ""
    broker: RoomBroker = RoomBroker()
    tables: tuple[TableEntry, ...] = ()
    results: ResultsConfig = ResultsConfig()
    notices: str = ""

    @property
    def root(self) -> str:
        """Return the part of every topic that comes before the table's name."""
        return f"{self.broker.root}/{self.name}"

    def table_name(self, number: int) -> str:
        """Return a table's name in its topics."""
        return next((one.name for one in self.tables if one.number == number), str(number))

    def number(self, name: str) -> int:
        """Return the number of the table with this topic name, or 0 if it is not in this room."""
        named = next((one.number for one in self.tables if one.name == name), 0)
        if named or not re.fullmatch(r"[1-9][0-9]{0,3}", name):
            return named
        number = int(name)
        # A table that has another name in the config is not heard under its number too.
        return number if all(one.number != number for one in self.tables) else 0


def load_venue(path: Path) -> VenueConfig:
    """Read a room's config. Raises a `FileProblems` that lists every error."""
    folder = path.resolve().parent
    config = read(path, VenueConfig, _check)
    installed = folder == SYSTEM_FOLDER
    broker = msgspec.structs.replace(
        config.broker,
        socket=_beside(folder, config.broker.socket),
        password_file=_beside(folder, config.broker.password_file),
        ca_file=_beside(folder, config.broker.ca_file),
    )
    data, run = (SYSTEM_DATA, SYSTEM_RUN) if installed else (folder, folder)
    return msgspec.structs.replace(
        config,
        broker=broker,
        database=config.database
        if is_server(config.database)
        else _beside(folder, config.database) or str(data / f"{config.name}-venue.db"),
        desk=_beside(folder, config.desk) or str(run / f"{config.name}-venue.sock"),
        desk_group=config.desk_group or (PAGES if installed else ""),
        token_file=_beside(folder, config.token_file),
        results=msgspec.structs.replace(
            config.results, secret_file=_beside(folder, config.results.secret_file)
        ),
        notices=_beside(folder, config.notices),
    )


def is_server(database: str) -> bool:
    """Return whether a room's database is a server URL rather than a file."""
    return "://" in database


def _beside(folder: Path, name: str) -> str:
    return str(folder / name) if name else ""


def _check(config: VenueConfig) -> Iterator[Mistake]:
    if is_server(config.database) and not config.database.startswith(POSTGRESQL):
        wrong = f'"{config.database.partition("://")[0]}" is not a server that can hold a room'
        yield Mistake(("database",), wrong, f"a file, or {POSTGRESQL}user@host/name")
    for key in ("number", "name"):
        seen = Counter(getattr(one, key) for one in config.tables)
        for index, one in enumerate(config.tables):
            value = getattr(one, key)
            if seen[value] > 1:
                wrong = Sentence('"{value}" appears {count} times', value=value, count=seen[value])
                yield Mistake(
                    ("tables", index, key), wrong, Sentence("a value that no other table uses")
                )
    hook = config.results.webhook
    near = re.match(r"http://(127\.0\.0\.1|localhost)[:/]", hook)
    if hook and not near and not re.match(r"https://[\w.-]+(:\d+)?(/|$)", hook):
        yield Mistake(("results", "webhook"), "is not an address", "https://host/path")
    if config.broker.password_file and not config.broker.user:
        yield Mistake(
            ("broker", "user"),
            Sentence("is required when password_file is set"),
            Sentence("a user name"),
        )
