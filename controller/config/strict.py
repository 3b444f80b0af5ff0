"""What every table of a config is: a struct that knows all its keys."""

import msgspec


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The common type of the config's tables."""
