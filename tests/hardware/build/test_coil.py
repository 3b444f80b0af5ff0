"""The inductance of a coil from its drawing, held against antennas that others have published."""

import pytest

from hardware.build.coil import Coil, damping_ohm, inductance, resonance_pf


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
    assert damping_ohm(1.0, 25) == pytest.approx(2130, rel=0.01)


@pytest.mark.parametrize("turns", [0, 20])
def test_turns_without_room_are_refused(turns: int) -> None:
    with pytest.raises(ValueError, match="no room"):
        inductance(Coil(30, 30, turns))
