"""Collects a table's files, except its journal: the config, and every file that it names."""

import os
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import tomlkit
from tomlkit import TOMLDocument

from controller.admin.backups.backup_file import BackupSource, inside
from controller.config.model import TableConfig
from controller.houses.loader import SHIPPED, find_house
from controller.toml.edit import replace_value
from hardware.keys import KEYS_FILE

CONFIG: Final = "table.toml"
SECRETS: Final = ("tokens", "floor_pin", "badge_key", "broker.password_file", "links.key_file")
BESIDE: Final = ("cards.registry", "recording", "broker.ca_file", *SECRETS)
"""The config keys that name files to back up, except those of the house file and the journal."""
UNSAID: Final = {"cards.registry": "tags.toml", "links.key_file": KEYS_FILE}
"""The default file for each key that a config may leave out."""
MOST_HOUSES: Final = 10


def sources_of(
    config_file: Path, config: TableConfig, *, with_tokens: bool
) -> Iterator[BackupSource]:
    """Yield a table's files, except its journal, starting with the config.

    Files with tokens, a PIN, passwords or keys are left out unless `with_tokens` is true. In the
    backup, a file from outside the config's folder is placed inside it, and the config names its
    new path.
    """
    folder = config_file.resolve().parent
    document = tomlkit.parse(config_file.read_text("utf-8"))
    others: list[BackupSource] = []
    for key in BESIDE:
        path = Path(attrgetter(key)(config))
        if not path.is_file():
            continue
        new = _place_in(folder, path)
        _name_anew(document, key, folder, new)
        if key not in SECRETS or with_tokens:
            others.append(BackupSource(new, path, key in SECRETS))
    journal = value_at(document, "journal")
    if journal and not _lies_in(folder, journal):
        replace_value(document, ("journal",), "")  # "" means the default path
    houses = _houses(folder, config.house, document)
    yield BackupSource(CONFIG, config_file, text=tomlkit.dumps(document))
    yield from others
    yield from houses


def value_at(values: Any, key: str) -> str:
    """Return the text at a dotted key of a TOML table, or "" if there is no text there."""
    found = values
    for word in key.split("."):
        found = found.get(word, "") if isinstance(found, dict) else ""
    return str(found) if isinstance(found, str) else ""


def _houses(folder: Path, house: str, config: TOMLDocument) -> list[BackupSource]:
    """Return the table's house file and those from which it inherits, as files to back up.

    Files shipped with Tapis are left out. `house` is the name or path of the house. `config` is
    changed in place, so that it names the house file by its path in the backup. The text of each
    returned house file names its parent in the same way.
    """
    found: list[tuple[str, Path, TOMLDocument]] = []
    path = find_house(house, folder)
    while path.parent.resolve() != SHIPPED.resolve() and len(found) < MOST_HOUSES:
        new = _place_in(folder, path, "houses/")
        if found:
            heir, _, inherits = found[-1]
            beside = os.path.relpath(folder / new, (folder / heir).parent)
            replace_value(inherits, ("inherits",), beside if "/" in beside else f"./{beside}")
        else:
            _name_anew(config, "house", folder, new)
        document = tomlkit.parse(path.read_text("utf-8"))
        found.append((new, path, document))
        inherited = value_at(document, "inherits")
        if not inherited:
            break
        path = find_house(inherited, path.parent)
    return [BackupSource(new, path, text=tomlkit.dumps(document)) for new, path, document in found]


def _place_in(folder: Path, path: Path, under: str = "") -> str:
    """Return a file's path in the backup.

    A file in the config's `folder` keeps its relative path if a backup may contain that path. Any
    other file is put into the subfolder `under` ("": none), with no leading dot in its name.
    """
    if _lies_in(folder, path):
        near = path.resolve().relative_to(folder).as_posix()
        if inside(near):
            return near
    return f"{under}{path.name.lstrip('.')}"


def _lies_in(folder: Path, path: str | Path) -> bool:
    return (folder / path).resolve().is_relative_to(folder)


def _name_anew(document: TOMLDocument, key: str, folder: Path, new: str) -> None:
    """Set the path at `key` of a config to `new`, its path in the backup.

    A path that is missing or already correct is left unchanged.
    """
    said = value_at(document, key)
    if said and (Path(said).is_absolute() or (folder / said).resolve() != folder / new):
        replace_value(document, tuple(key.split(".")), new)
