"""A coil from its drawing: inductance, and the capacitors that bring it to 13.56 MHz.

Greenhouse's method (H. M. Greenhouse, "Design of planar rectangular microelectronic inductors",
IEEE Trans. Parts, Hybrids, Packag. 10, 1974) over Grover's formulas for straight conductors: each
side has an inductance of its own, parallel sides add or take away. All lengths are millimetres.
"""

import math
from typing import Final

import msgspec

CARRIER_HZ: Final = 13.56e6

Q_WANTED: Final = 25
"""Quality of a matched antenna for ISO 15693 and ISO 14443 alike (NXP AN11740: 20 to 30)."""


class Coil(msgspec.Struct, frozen=True):
    """A flat rectangular coil: its outer sides and its turns.

    `track` is the conductor's width (a wire's diameter), `gap` what is between two turns.
    """

    width: float
    depth: float
    turns: int
    track: float = 1.0
    gap: float = 1.0
    thick: float = 0.035


def inductance(coil: Coil) -> float:
    """Return the inductance in µH, without metal around it.

    Raises `ValueError` for turns that have no room.
    """
    pitch = coil.track + coil.gap
    inner = min(coil.width, coil.depth) - coil.track - 2 * (coil.turns - 1) * pitch
    if coil.turns < 1 or inner <= 0:
        raise ValueError(f"{coil.turns} turns have no room in {coil.width:g} x {coil.depth:g} mm")
    across = [coil.width - coil.track - 2 * turn * pitch for turn in range(coil.turns)]
    along = [coil.depth - coil.track - 2 * turn * pitch for turn in range(coil.turns)]
    found = 0.0
    for sides, between in ((across, along), (along, across)):
        for one, length in enumerate(sides):
            found += 2 * _own(length, coil.track + coil.thick)
            for other, second in enumerate(sides):
                if other != one:
                    found += 2 * _mutual(length, second, abs(one - other) * pitch)
                # The opposite side of this turn and of each other carries its current back.
                found -= 2 * _mutual(length, second, (between[one] + between[other]) / 2)
    return found / 1000


def resonance_pf(microhenry: float) -> float:
    """Return the capacitance in pF that is in resonance with a coil at 13.56 MHz."""
    return 1e18 / ((2 * math.pi * CARRIER_HZ) ** 2 * microhenry)


def damping_ohm(microhenry: float, quality: float = Q_WANTED) -> float:
    """Return the resistance in parallel that brings a coil without loss to a quality (ohms)."""
    return 2 * math.pi * CARRIER_HZ * microhenry * 1e-6 * quality


def _own(length: float, girth: float) -> float:
    """Return the inductance of a straight flat conductor in nH; `girth` is its width and thickness.

    Grover, as Greenhouse's (5) has it.
    """
    return 0.2 * length * (math.log(2 * length / girth) + 0.50049 + girth / (3 * length))


def _filaments(length: float, distance: float) -> float:
    """Return the mutual inductance of two parallel filaments of one length in nH."""
    if length <= 0:
        return 0.0
    far = length / distance
    near = distance / length
    return 0.2 * length * (math.asinh(far) - math.sqrt(1 + near * near) + near)


def _mutual(one: float, other: float, distance: float) -> float:
    """Return the mutual inductance of two parallel sides whose middles face each other in nH."""
    longer, shorter = max(one, other), min(one, other)
    rest = (longer - shorter) / 2
    return _filaments(shorter + rest, distance) - _filaments(rest, distance)
