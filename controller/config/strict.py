"""What every table of a config is: a struct that knows all its keys."""

from typing import Annotated

import msgspec
from msgspec import Meta

Words = Annotated[str, Meta(min_length=1)]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The common type of the config's tables."""
