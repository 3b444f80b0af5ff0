"""What houses are called in a sentence: as they write themselves, in every language."""

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
"""The houses that ship, by the name of their file."""


def house_name(house: str) -> str:
    """Return what a house is called; one that is not here, by the name of its file."""
    return HOUSES.get(house, house)
