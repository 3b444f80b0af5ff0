"""Texts that visitors type into a form or an address, cut to the longest that a page keeps."""

from collections.abc import Mapping
from typing import Final

NAME: Final = 80
"""The longest name or title, in characters; a form's `maxlength` is the same."""
MARK: Final = 40
"""The longest id, member number or short name, in characters."""
MAIL: Final = 120
"""The longest email address, in characters."""
ONCE: Final = 64
"""The longest id of a request that must be carried out only once, in characters."""


def typed(texts: Mapping[str, str], field: str, most: int = NAME) -> str:
    """Return at most `most` characters of a field, or "" if it is missing.

    >>> typed({"name": "Anne" * 40}, "name", 6), typed({}, "name")
    ('AnneAn', '')
    """
    return texts.get(field, "")[:most]
