"""Alphabetical order for names in a list, ignoring accents and capitals as phone books do."""

from display.orders import folded


def place_of(name: str) -> tuple[str, str]:
    """Return the sort key for a name.

    >>> sorted(["Théo", "Élise", "eva", "Zoé"], key=place_of)
    ['Élise', 'eva', 'Théo', 'Zoé']
    """
    return folded(name), name
