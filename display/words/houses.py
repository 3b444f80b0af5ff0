"""The names of houses in a sentence: spelled as the house spells them, in every language."""

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
    """Return a house's name, or for an unknown house the name of its file."""
    return HOUSES.get(house, house)
