"""The reference table, to scale: antenna positions for 2 to 10 seats.

Coordinates are in millimetres from the centre of an oval felt, x to the right and y towards seat 1
at the bottom; seats are numbered clockwise as seen from above.
"""

import bisect
import math
from functools import cache
from typing import NamedTuple

from controller.contract.scans import AntennaPlan
from controller.sensing.reach import REACH, gap

RIM_OVAL = (1140, 610)
HAND_OVAL = (1000, 470)
BET_OVAL = (740, 280)

FAST = 100
BET = 200
SLOW = 2000
OWNER = 500

PERIODS = {
    "hand": FAST, "board": FAST, "burn": FAST, "muck": FAST, "shoe": FAST, "bet": BET,
    "stack": SLOW, "pot": SLOW,
}  # fmt: skip
"""The scan period (ms) of each kind of zone, such as `hand` for `hand.3`; others have `OWNER`."""

STEPS = 3600
"""Number of equal angles into which an oval is divided to walk along it."""


def seat_places(seats: int, oval: tuple[int, int], aside: int = 0) -> list[tuple[int, int]]:
    """Return the centre of each seat's position on an oval; the seats are evenly spaced along it.

    `aside` shifts all of them clockwise by that many millimetres.
    """
    rim, length = _along(oval)
    places = []
    for seat in range(seats):
        want = (length[-1] * seat / seats + aside) % length[-1]
        x, y = rim[bisect.bisect_left(length, want) % STEPS]
        places.append((round(x), round(y)))
    return places


@cache
def _along(oval: tuple[int, int]) -> tuple[list[tuple[float, float]], list[float]]:
    """Return points on an oval, and the distance along the oval from the first point to each.

    One more distance follows at the end: the length of the whole oval.
    """
    a, b = oval
    rim = [
        (a * math.cos(angle), b * math.sin(angle))
        for angle in (math.pi / 2 + 2 * math.pi * step / STEPS for step in range(STEPS))
    ]
    length = [0.0]
    for before, after in zip(rim, rim[1:] + rim[:1], strict=True):
        length.append(length[-1] + math.dist(before, after))
    return rim, length


class Equipment(NamedTuple):
    """Which optional antennas a reference table has.

    `chips` covers bets and the pot; `shoe`, `burn`, `stacks`, `badges` and `button` cover the zones
    that they name. The community cards have `board_antennas`: 1, or 5 (one each).
    """

    chips: bool = True
    shoe: bool = True
    burn: bool = True
    stacks: bool = False
    badges: bool = False
    button: bool = False
    board_antennas: int = 1


USUAL = Equipment()


def reference_layout(seats: int, has: Equipment = USUAL) -> list[AntennaPlan]:
    """Return the antennas on the reference table, starting with those for the seats.

    The board has one long antenna under its five positions (`board.1`), or one per position if
    `board_antennas` is 5. `device` names the node that an antenna is connected to: one per seat,
    and `centre`. Raises `ValueError` for an unsupported number of seats or board antennas.
    """
    if not 2 <= seats <= 10:
        raise ValueError(f"a table has 2 to 10 seats, not {seats}")
    if has.board_antennas not in {1, 5}:
        raise ValueError(f"the board has 1 antenna or 5, not {has.board_antennas}")
    return _at_the_seats(seats, has) + _in_the_middle(has)


def _at_the_seats(seats: int, has: Equipment) -> list[AntennaPlan]:
    kinds = [
        ("hand", seat_places(seats, HAND_OVAL), (150, 110), True),
        ("bet", seat_places(seats, BET_OVAL), (120, 100), has.chips),
        ("stack", seat_places(seats, HAND_OVAL, 185), (90, 90), has.stacks),
        ("badge", seat_places(seats, RIM_OVAL, 50), (50, 50), has.badges),
        ("button", seat_places(seats, RIM_OVAL, -50), (50, 50), has.button),
    ]
    return [
        _antenna(f"{zone}.{seat}", places[seat - 1], size, f"seat-{seat}")
        for seat in range(1, seats + 1)
        for zone, places, size, there in kinds
        if there
    ]


def _in_the_middle(has: Equipment) -> list[AntennaPlan]:
    if has.board_antennas == 1:
        plans = [_antenna("board", (0, -20), (360, 110), "centre", "board.1")]
    else:
        plans = [
            _antenna("board", (72 * (place - 3), -20), (68, 110), "centre", f"board.{place}")
            for place in range(1, 6)
        ]
    if has.burn:
        plans.append(_antenna("burn", (-290, -20), (100, 110), "centre"))
    plans.append(_antenna("muck", (300, -20), (120, 110), "centre"))
    if has.shoe:
        plans.append(_antenna("shoe", (-440, -20), (90, 110), "centre"))
    if has.chips:
        plans.append(_antenna("pot", (0, 120), (220, 110), "centre"))
    return plans


def _antenna(
    zone: str, place: tuple[int, int], size: tuple[int, int], device: str, name: str = ""
) -> AntennaPlan:
    return AntennaPlan(name or zone, zone, usual_period(zone), *place, *size, device=device)


def usual_period(zone: str) -> int:
    """Return the period (ms) at which a zone is read if its node has enough time."""
    return PERIODS.get(zone.partition(".")[0], OWNER)


def neighbours(plans: list[AntennaPlan]) -> dict[str, tuple[str, ...]]:
    """Return, for each antenna, the others that are close enough to read its tags by mistake."""
    return {
        plan.name: tuple(
            other.name for other in plans if other.name != plan.name and gap(plan, other) <= REACH
        )
        for plan in plans
    }
