"""The display names of the houses, which are the same in every language."""

from typing import Final

HOUSES: Final = {
    "deauville": "Deauville",
    "fidpa": "FIDPA",
    "ppc": "PPC",
    "ramponneau": "Ramponneau",
    "redcactus": "RedCactus",
    "salle": "Salle",
    "tda": "TDA",
    "tda-2026": "TDA 2026",
}
"""The display names of the houses that ship with the project, by file name."""


def house_name(house: str) -> str:
    """Return the display name of a house, or `house` itself if the house is unknown."""
    return HOUSES.get(house, house)
