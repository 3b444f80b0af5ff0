"""Which config is meant when nobody says: the one in this folder, else the machine's own."""

from pathlib import Path

from controller.config.model import SYSTEM_FOLDER, load_config
from controller.toml.file import FileProblems
from hardware.keys import KEYS_FILE

HERE = Path("table.toml")
PAGE_PASSWORD = "page.password"  # noqa: S105  the name of a file
PAGE_TOKENS = {"page": "page-token", "page-floor": "page-floor-token"}
"""The names of the table's page at its table, and the files of their tokens beside the config."""


def config_file(asked: Path, system: Path = SYSTEM_FOLDER) -> Path:
    """Return config that is meant: `asked`, or for the default the machine's, if only that is."""
    machines = system / HERE
    if asked == HERE and not asked.is_file() and machines.is_file():
        return machines
    return asked


def config_to_make(asked: Path, system: Path = SYSTEM_FOLDER) -> Path:
    """Return the config that is to be made: `asked`, or the machine's where Tapis is installed."""
    if asked == HERE and not asked.is_file() and system.is_dir():
        return system / HERE
    return asked


def key_file_of(config: Path) -> Path:
    """Return where the keys of a table's nodes are; its config need not be there, or right, yet."""
    try:
        if config.is_file():
            return Path(load_config(config).links.key_file)
    except FileProblems:
        pass
    return config.resolve().parent / KEYS_FILE
