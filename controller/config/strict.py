"""The base type of all TOML tables in a config, and the constraints on some of their values."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

Words = Annotated[str, Meta(min_length=1)]

ROOT: Final = r"[\w.-]+(/[\w.-]+)*"
"""The pattern for the root of all topics, which may have several levels."""


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base type of all TOML tables in a config; it refuses unknown keys."""
