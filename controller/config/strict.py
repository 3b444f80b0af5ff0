"""The base type of all TOML tables in a config, which refuses unknown keys."""

from typing import Annotated

import msgspec
from msgspec import Meta

Words = Annotated[str, Meta(min_length=1)]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base type of all TOML tables in a config; it refuses unknown keys."""
