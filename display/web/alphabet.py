"""Alphabetical order for names in a list, ignoring accents and capitals as phone books do."""

import unicodedata


def place_of(name: str) -> tuple[str, str]:
    """Return the sort key for a name.

    >>> sorted(["Théo", "Élise", "eva", "Zoé"], key=place_of)
    ['Élise', 'eva', 'Théo', 'Zoé']
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(one for one in plain if not unicodedata.combining(one)), name
