"""The names of houses in a sentence: in their own spelling, in every language."""

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
    """Return the name of a house; for an unknown house, the name of its file."""
    return HOUSES.get(house, house)
