"""Coil calculations: inductance, and the capacitors for tuning to 13.56 MHz.

The inductance of a drawn coil is computed by Greenhouse's method (H. M. Greenhouse, "Design of
planar rectangular microelectronic inductors", IEEE Trans. Parts, Hybrids, Packag. 10, 1974) with
Grover's formulas for straight conductors: each side has a self-inductance, and parallel sides add
or subtract mutual inductance. All lengths are in millimetres.
"""

import math
from typing import Final

import msgspec

CARRIER_HZ: Final = 13.56e6

Q_WANTED: Final = 25
"""Target quality factor for both ISO 15693 and ISO 14443 (NXP AN11740: 20 to 30)."""


FILTER_UH: Final = 0.47
FILTER_HZ: Final = 21e6
"""The filter between the chip and the matching circuit: `FILTER_UH` is the inductance of each
inductor in it (µH), and `FILTER_HZ` its cut-off frequency."""

TARGET_OHM: Final = 40
"""Impedance (ohms) to match to, between TX1 and TX2. At 5 V, the current is 100 mA (limit: 250)."""


class Coil(msgspec.Struct, frozen=True):
    """A flat rectangular coil; all lengths are in mm.

    `width` and `depth` are its outer dimensions. `turns` is the number of turns. `track` is the
    width of the conductor (or the diameter of the wire). `gap` is the space between two turns.
    `thick` is the thickness of the conductor.
    """

    width: float
    depth: float
    turns: int
    track: float = 1.0
    gap: float = 1.0
    thick: float = 0.035


def inductance(coil: Coil) -> float:
    """Return a coil's inductance in µH, with no metal nearby.

    Raises `ValueError` if the turns do not fit.
    """
    pitch = coil.track + coil.gap
    inner = min(coil.width, coil.depth) - coil.track - 2 * (coil.turns - 1) * pitch
    if coil.turns < 1 or inner <= 0:
        raise ValueError(f"{coil.turns} turns do not fit in {coil.width:g} x {coil.depth:g} mm")
    across = [coil.width - coil.track - 2 * turn * pitch for turn in range(coil.turns)]
    along = [coil.depth - coil.track - 2 * turn * pitch for turn in range(coil.turns)]
    found = 0.0
    for sides, between in ((across, along), (along, across)):
        for one, length in enumerate(sides):
            found += 2 * _own(length, coil.track + coil.thick)
            for other, second in enumerate(sides):
                if other != one:
                    found += 2 * _mutual(length, second, abs(one - other) * pitch)
                # The opposite sides of all turns carry the current back.
                found -= 2 * _mutual(length, second, (between[one] + between[other]) / 2)
    return found / 1000


def resonance_pf(microhenry: float) -> float:
    """Return the capacitance (pF) that resonates with this inductance at 13.56 MHz."""
    return 1e18 / ((2 * math.pi * CARRIER_HZ) ** 2 * microhenry)


def damping_ohm(microhenry: float) -> float:
    """Return the parallel resistance (ohms) that gives a lossless coil a Q of `Q_WANTED`."""
    return 2 * math.pi * CARRIER_HZ * microhenry * 1e-6 * Q_WANTED


class Matching(msgspec.Struct, frozen=True):
    """The matching circuit between a reader IC and a coil: two equal halves, from TX1 and from TX2.

    Each half has, from the IC to the coil: an inductor of `FILTER_UH` in series, capacitor `c0` to
    ground, capacitor `c1` in series, capacitor `c2` to ground, and resistance `rq` in series. The
    capacitors are in pF. `rq` is in ohms and includes the coil's own resistance.
    """

    c0: float
    c1: float
    c2: float
    rq: float


def matching(microhenry: float, ohm: float = TARGET_OHM) -> Matching:
    """Return the matching circuit for a coil, given as its inductance in µH.

    `ohm` is the load that the transmitter should see. The calculation is for one half of the
    circuit: half the coil and half the load, with respect to ground. Raises `ValueError` if no
    capacitors match.
    """
    omega = 2 * math.pi * CARRIER_HZ
    filter_h, half_h = FILTER_UH * 1e-6, microhenry * 1e-6 / 2
    c0 = 1 / ((2 * math.pi * FILTER_HZ) ** 2 * filter_h)
    wanted = 1 / (1 / complex(ohm / 2, -omega * filter_h) - 1j * omega * c0)
    rq = omega * half_h / Q_WANTED
    coil = 1 / complex(rq, omega * half_h)
    left = coil.real / wanted.real - coil.real**2
    if left <= 0:
        raise ValueError(f"{microhenry:g} µH can't be matched to {ohm:g} ohms")
    # Below resonance, the series capacitor cancels the remaining inductance.
    beside = -math.sqrt(left)
    c2 = (beside - coil.imag) / omega
    series = (1 / complex(coil.real, beside)).imag - wanted.imag
    if c2 <= 0 or series <= 0:
        raise ValueError(f"{microhenry:g} µH can't be matched to {ohm:g} ohms")
    return Matching(c0 * 1e12, 1e12 / (omega * series), c2 * 1e12, rq)


def seen(by: Matching, microhenry: float) -> complex:
    """Return the complex impedance (ohms) between TX1 and TX2 at 13.56 MHz.

    `by` is the matching circuit, and `microhenry` the inductance of the coil connected to it.
    """
    omega = 2 * math.pi * CARRIER_HZ
    end = 1 / (1j * omega * by.c2 * 1e-12 + 1 / complex(by.rq, omega * microhenry * 1e-6 / 2))
    end += 1 / (1j * omega * by.c1 * 1e-12)
    end = 1 / (1j * omega * by.c0 * 1e-12 + 1 / end)
    return 2 * (end + 1j * omega * FILTER_UH * 1e-6)


def _own(length: float, girth: float) -> float:
    """Return the inductance of a straight flat conductor in nH; `girth` is width plus thickness.

    The formula is Grover's, as given in Greenhouse's equation (5).
    """
    return 0.2 * length * (math.log(2 * length / girth) + 0.50049 + girth / (3 * length))


def _filaments(length: float, distance: float) -> float:
    """Return the mutual inductance (nH) of two parallel filaments of the same length."""
    if length <= 0:
        return 0.0
    far = length / distance
    near = distance / length
    return 0.2 * length * (math.asinh(far) - math.sqrt(1 + near * near) + near)


def _mutual(one: float, other: float, distance: float) -> float:
    """Return the mutual inductance (nH) of two parallel sides whose midpoints face each other.

    `one` and `other` are their lengths, and `distance` is the distance between them.
    """
    longer, shorter = max(one, other), min(one, other)
    rest = (longer - shorter) / 2
    return _filaments(shorter + rest, distance) - _filaments(rest, distance)
