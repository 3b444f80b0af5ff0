"""How far antennas lie apart, and which of them may read the same tag."""

import pytest

from controller.contract.scans import AntennaPlan
from controller.sensing.reach import gap, out_of_reach


def antenna(name: str, x: int, y: int, width: int = 40, depth: int = 60) -> AntennaPlan:
    return AntennaPlan(name, name, 100, x=x, y=y, width=width, depth=depth)


@pytest.mark.parametrize(
    ("x", "y", "apart"),
    [
        (0, 0, -30), (30, 0, 0), (130, 0, 100), (130, 50, 100), (-130, 20, 100), (0, 150, 100),
        (20, -150, 100), (31, 51, 2**0.5), (33, 54, 5), (130, 51, 10_001**0.5), (25, 45, -5),
    ],
)  # fmt: skip
def test_between_two_antennas_is_the_felt_between_their_nearest_points(
    x: int, y: int, apart: float
) -> None:
    one, other = antenna("bet.1", 5, 5), antenna("bet.2", x + 5, y + 5, width=20, depth=40)
    assert gap(one, other) == gap(other, one) == pytest.approx(apart)


def test_antennas_of_two_zones_read_one_tag_up_to_a_distance_in_mm() -> None:
    plans = [antenna("bet.1", 0, 0), antenna("bet.2", 160, 0), antenna("bet.3", -161, 0)]
    assert out_of_reach(plans) == {
        "bet.1": {"bet.3"}, "bet.2": {"bet.3"}, "bet.3": {"bet.1", "bet.2"},
    }  # fmt: skip
