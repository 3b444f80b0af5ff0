"""The inductance of a coil from its drawing, held against antennas that others have published."""

import math
import re
from pathlib import Path

import pytest

import hardware.build
from hardware.build.plans.coil import (
    TARGET_OHM,
    Coil,
    damping_ohm,
    inductance,
    matching,
    resonance_pf,
    seen,
)
from hardware.build.plans.match import all_sizes
from hardware.build.plans.template import WIRE, coil_of


@pytest.mark.parametrize(
    ("coil", "published"),
    [
        # A layer of the X-NUCLEO-NFC01A1, as ST's engineer gives it (ST community 42795).
        pytest.param(Coil(31, 30, 4, 0.6, 0.6), 0.87, id="X-NUCLEO-NFC01A1"),
        # What ST tests its ST25TA02K with (ST community 159420).
        pytest.param(Coil(75, 48, 4, 0.5, 0.5), 2.5, id="ST25TA02K"),
        # A board whose resonance a builder has told (ST community 7951).
        pytest.param(Coil(10, 50, 6, 0.15, 0.15), 2.5, id="10 x 50"),
        # The examples of NXP AN1445's formula and of ST AN2866's (rfwireless-world.com).
        pytest.param(Coil(50, 40, 4, 0.5, 0.5), 1.85, id="AN1445"),
        pytest.param(Coil(50, 50, 4, 1.25, 1.25), 1.18, id="AN2866"),
    ],
)
def test_published_antennas_are_met_within_ten_percent(coil: Coil, published: float) -> None:
    assert inductance(coil) == pytest.approx(published, rel=0.1)


def test_capacitor_and_resistor_of_a_coil() -> None:
    assert resonance_pf(1.0) == pytest.approx(137.8, abs=0.1)
    assert damping_ohm(1.0) == pytest.approx(2130, rel=0.01)


@pytest.mark.parametrize("turns", [0, 20])
def test_turns_without_room_are_refused(turns: int) -> None:
    with pytest.raises(ValueError, match="do not fit"):
        inductance(Coil(30, 30, turns))


def test_a_round_wire_is_a_strip_with_the_same_inductance_of_its_own() -> None:
    """A long loop of one turn: its own inductance, less what sides take."""
    length, apart, wire = 2000.0, 100.0, 1.0
    # Grover: a round wire's own is that of a strip but for the distance to itself.
    own = 0.2 * length * (math.log(4 * length / wire) - 0.75)
    strip = 0.2 * length * (math.log(2 * length / (wire + WIRE)) + 0.50049)
    assert strip == pytest.approx(own, rel=0.002)
    assert inductance(Coil(length, apart, 1, wire, thick=WIRE)) < 2.2 * own / 1000


@pytest.mark.parametrize("size", all_sizes())
def test_with_its_matching_a_coil_is_seen_as_what_the_chip_wants(size: tuple[int, int]) -> None:
    """The circuit is gone through once more, part by part; a little off it is another."""
    found = inductance(coil_of(*size))
    by = matching(found)
    assert seen(by, found) == pytest.approx(TARGET_OHM, abs=0.01)
    assert abs(seen(by, found * 0.95) - TARGET_OHM) > 10
    assert 2 * math.pi * 13.56 * found / 2 / by.rq == pytest.approx(25)
    assert 10 < by.c1 < by.c2 < 500


def test_what_no_capacitors_can_match_is_refused() -> None:
    with pytest.raises(ValueError, match="can't be matched"):
        matching(0.01)


def test_the_build_guide_has_the_inductances_that_are_calculated() -> None:
    guide = (Path(hardware.build.__file__).parent / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| \w+ \| (\d+) × (\d+) \|.*mm \| (.*) \|$", guide, re.MULTILINE)
    assert len(rows) == 7
    for width, depth, told in rows:
        found = [
            f"{inductance(Coil(int(width), int(depth), n, thick=WIRE)):.2f} µH" for n in (1, 2, 3)
        ]
        assert told.split(" | ") == found
