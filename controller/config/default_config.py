"""Chooses the default config: the one in the current folder, or else the machine-wide config."""

from pathlib import Path
from typing import Annotated

import typer

from controller.config.model import SYSTEM_FOLDER, load_config
from controller.toml.file import FileProblems
from hardware.keys import KEYS_FILE

HERE = Path("table.toml")
ConfigOption = Annotated[
    Path, typer.Option("--config", help="The table's config, a TOML file.", show_default=False)
]
"""The option that names a table's config; its default is `HERE` (see `config_file`)."""

PAGE_PASSWORD = "page.password"  # noqa: S105  the name of a file
PAGE_TOKENS = {"page": "page-token", "page-floor": "page-floor-token"}
"""The names under which the table's page sends commands, each with the name of its token file.

The files are in the config's folder.
"""


def config_file(asked: Path, system: Path = SYSTEM_FOLDER) -> Path:
    """Return the path of the config to use: `asked`, or the machine-wide one if only that exists.

    If `asked` is not the default, it is always used. `system` is the folder of the machine-wide
    config.
    """
    machines = system / HERE
    if asked == HERE and not asked.is_file() and machines.is_file():
        return machines
    return asked


def config_to_make(asked: Path, system: Path = SYSTEM_FOLDER) -> Path:
    """Return the path of the config to create: `asked`, or the machine-wide one.

    The machine-wide path is returned if `asked` is the default path, no file exists there, and the
    folder `system` exists.
    """
    if asked == HERE and not asked.is_file() and system.is_dir():
        return system / HERE
    return asked


def key_file_of(config: Path) -> Path:
    """Return the path of the file with the nodes' keys, even if the config is missing or wrong."""
    try:
        if config.is_file():
            return Path(load_config(config).links.key_file)
    except FileProblems:
        pass
    return config.resolve().parent / KEYS_FILE
