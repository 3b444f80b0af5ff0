"""The reference table is to scale, for 2 to 10 seats."""

from itertools import combinations

import pytest

from controller.sensing.reach import gap
from hardware.twin.layout import Equipment, neighbours, reference_layout
from hardware.twin.table import Twin
from hardware.twin.wire import field_of

SEATS = range(2, 11)


@pytest.mark.parametrize("seats", SEATS)
def test_no_antenna_lies_on_another(seats: int) -> None:
    full = reference_layout(
        seats, Equipment(stacks=True, badges=True, button=True, board_antennas=5)
    )
    for one, other in combinations(full, 2):
        assert gap(one, other) > 0, f"{one.name} and {other.name}"
    assert len({plan.name for plan in full}) == len(full)


@pytest.mark.parametrize("seats", SEATS)
def test_seat_1_sits_nearest_and_seats_go_clockwise(seats: int) -> None:
    hands = [plan for plan in reference_layout(seats) if plan.zone.startswith("hand.")]
    assert [plan.zone for plan in hands] == [f"hand.{seat}" for seat in range(1, seats + 1)]
    assert max(hands, key=lambda plan: plan.y) == hands[0]
    # Clockwise from above, from the bottom: the left side comes first.
    assert all(plan.x <= 0 for plan in hands[1 : (seats + 1) // 2])
    assert all(plan.x >= 0 for plan in hands[seats // 2 + 1 :])


def test_the_periods_are_those_of_the_design() -> None:
    periods = {plan.zone.partition(".")[0]: plan.period for plan in reference_layout(6)}
    assert periods == {
        "hand": 100, "bet": 200, "board": 100, "burn": 100, "muck": 100, "shoe": 100, "pot": 2000,
    }  # fmt: skip


def test_a_keyed_table_has_no_chip_antennas() -> None:
    zones = {plan.zone.partition(".")[0] for plan in reference_layout(6, Equipment(chips=False))}
    assert zones == {"hand", "board", "burn", "muck", "shoe"}


def test_neighbours_are_mutual_and_near() -> None:
    near = neighbours(reference_layout(10))
    assert near["hand.1"] == ("bet.1",)
    for name, others in near.items():
        assert others
        assert all(name in near[other] for other in others)


@pytest.mark.parametrize("seats", [0, 1, 11])
def test_a_table_has_2_to_10_seats(seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 10 seats"):
        reference_layout(seats)


def test_the_board_has_one_antenna_or_five() -> None:
    with pytest.raises(ValueError, match="1 antenna or 5"):
        reference_layout(6, Equipment(board_antennas=3))


def test_as_much_is_overheard_at_the_wire_as_the_noise_says() -> None:
    """Half a percent of all reads, whoever reads how often; each by one neighbour."""
    twin = Twin(reference_layout(6), "typical", seed=1, scanned=False)
    antennas = {antenna.name: antenna for antenna in twin.antennas}
    overheard = dict.fromkeys(antennas, 0.0)
    for name, antenna in antennas.items():
        antenna.enter(f"E004{name.encode().hex().upper():0>12.12}")
    of_uid = {antenna.field[0]: antenna for antenna in antennas.values()}
    for listener in antennas.values():
        for near in field_of(listener).near:
            home = of_uid[near.uid]
            overheard[home.name] += near.cross * home.period / listener.period
    assert {name for name, rate in overheard.items() if rate} == {
        name for name, antenna in antennas.items() if antenna.neighbours
    }
    for name, rate in overheard.items():
        assert rate == pytest.approx(0.005 if antennas[name].neighbours else 0.0), name
