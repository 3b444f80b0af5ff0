"""A room's config, `venue.toml`: its broker, its tables, and where it keeps its log.

Paths in the file are relative to its folder.
"""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from controller.config.model import SYSTEM_DATA, SYSTEM_FOLDER, BrokerConfig, Name
from controller.config.strict import Strict
from controller.toml.file import Mistake, read

SYSTEM_RUN = Path("/run/tapis")


class TableEntry(Strict, frozen=True):
    """A table: the number that players know, and the name in its topics."""

    number: Annotated[int, Meta(ge=1, le=9999)]
    name: Name


class VenueConfig(Strict, frozen=True):
    """One room. `load_venue` gives it with every path made absolute.

    `name` is the venue in all topics. `token_file` holds the token by which the room commands its
    tables. A table that is not listed is called by its number.
    """

    name: Name
    database: str = ""
    desk: str = ""
    token_file: str = ""
    broker: BrokerConfig = BrokerConfig()
    tables: tuple[TableEntry, ...] = ()

    @property
    def root(self) -> str:
        """Return what stands before a table's name in its topics."""
        return f"{self.broker.root}/{self.name}"

    def table_name(self, number: int) -> str:
        """Return the name of a table in its topics."""
        return next((one.name for one in self.tables if one.number == number), str(number))

    def number(self, name: str) -> int:
        """Return the number of a table by the name in its topics, 0 for none of ours."""
        for one in self.tables:
            if one.name == name:
                return one.number
        return int(name) if re.fullmatch(r"[1-9]\d{0,3}", name) else 0


def load_venue(path: Path) -> VenueConfig:
    """Read a room's config. Raises `FileProblems` that name every mistake."""
    folder = path.resolve().parent
    config = read(path, VenueConfig, _check)
    installed = folder == SYSTEM_FOLDER
    broker = msgspec.structs.replace(
        config.broker,
        password_file=_beside(folder, config.broker.password_file),
        ca_file=_beside(folder, config.broker.ca_file),
    )
    data, run = (SYSTEM_DATA, SYSTEM_RUN) if installed else (folder, folder)
    return msgspec.structs.replace(
        config,
        broker=broker,
        database=_beside(folder, config.database) or str(data / f"{config.name}-venue.db"),
        desk=_beside(folder, config.desk) or str(run / f"{config.name}-venue.sock"),
        token_file=_beside(folder, config.token_file),
    )


def _beside(folder: Path, name: str) -> str:
    return str(folder / name) if name else ""


def _check(config: VenueConfig) -> Iterator[Mistake]:
    for key in ("number", "name"):
        seen = Counter(getattr(one, key) for one in config.tables)
        for index, one in enumerate(config.tables):
            value = getattr(one, key)
            if seen[value] > 1:
                wrong = f'"{value}" is there {seen[value]} times'
                yield Mistake(("tables", index, key), wrong, "one that no other table has")
    if config.broker.password_file and not config.broker.user:
        yield Mistake(("broker", "user"), "is missing beside password_file", "the user's name")
