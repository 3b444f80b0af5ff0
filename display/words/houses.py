"""House names in a sentence, spelled in every language as the house spells them."""

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
    """Return a house's name, or the file name for an unknown house."""
    return HOUSES.get(house, house)
