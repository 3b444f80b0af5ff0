"""One uid in two places: named within three seconds with both zones, and nothing made of it."""

from itertools import pairwise

import pytest

from controller.contract.observations import CardAt, CardLeft, CardTwice, Observation
from controller.contract.scans import AntennaPlan, CardTag, Scan
from controller.sensing.copied_tags import FORGOTTEN, MOST, SAID_AGAIN, WITNESSED, Doubles
from controller.sensing.field import STRANGERS
from controller.sensing.reach import out_of_reach
from controller.sensing.registry import Registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS
from hardware.twin.layout import reference_layout
from hardware.twin.table import Twin

PLANS = reference_layout(9)
KING = "E004015000000001"


class Read:
    """A simulated table that is sensed; `told` is all that was said of it, by its time."""

    def __init__(self, noise: str = "typical", seed: int = 1) -> None:
        self.twin = Twin(PLANS, noise, seed)
        self.sensing = Sensing(PLANS, Registry({KING: CardTag("Kd")}), SETTINGS[noise])
        self.told: list[Observation] = []

    def run(self, ms: int) -> list[Observation]:
        """Let time pass; return what is told in it."""
        before = len(self.told)
        for report in self.twin.run_for(ms):
            assert isinstance(report, Scan)
            self.told += self.sensing.scan(report)
        return self.told[before:]


def twice(told: list[Observation]) -> list[tuple[str, ...]]:
    return [one.zones for one in told if isinstance(one, CardTwice)]


@pytest.mark.parametrize("noise", ["clean", "typical", "harsh"])
@pytest.mark.parametrize("seed", range(5))
def test_a_copy_is_named_within_three_seconds_and_moves_nothing(noise: str, seed: int) -> None:
    table = Read(noise, seed)
    table.twin.put(KING, "hand.2")
    assert [one.zone for one in table.run(3_000) if isinstance(one, CardAt)] == ["hand.2"]
    table.twin.copy(KING, "hand.6")
    told = table.run(3_000)
    assert twice(told)[:1] == [("hand.2", "hand.6")]
    table.twin.take(KING)
    table.run(1_000)
    table.twin.put(KING, "hand.2")
    table.run(10_000)
    table.twin.copy(KING, "")
    table.run(12_000)
    assert [one for one in table.told[1:] if not isinstance(one, CardTwice)] == []
    assert table.sensing.cards_in("hand.2") == {"Kd"}


def test_a_card_that_comes_while_its_copy_lies_there_is_not_lost_without_a_word() -> None:
    table = Read()
    table.twin.copy(KING, "hand.6")
    table.run(3_000)
    table.twin.put(KING, "board")
    assert ("board", "hand.6") in twice(table.run(3_000))
    table.twin.copy(KING, "")
    assert [one.zone for one in table.run(12_000) if isinstance(one, CardAt)] == ["board"]


def test_where_neither_is_left_the_card_has_left() -> None:
    table = Read()
    table.twin.put(KING, "hand.2")
    table.run(3_000)
    table.twin.copy(KING, "hand.6")
    table.run(3_000)
    table.twin.copy(KING, "")
    table.twin.take(KING)
    left = [one for one in table.run(2 * FORGOTTEN + 1_000) if isinstance(one, CardLeft)]
    assert [one.zone for one in left] == ["hand.2"]


@pytest.mark.parametrize("noise", ["clean", "typical", "harsh"])
def test_a_card_that_is_carried_about_is_no_copy(noise: str) -> None:
    table = Read(noise)
    low = table.twin.noise.transit[0]
    for step in range(200):
        table.twin.put(KING, ("hand.2", "hand.6", "board", "muck")[step % 4])
        table.run(150 + 50 * (step % 3))
        table.twin.take(KING)
        table.run(low)
    assert twice(table.told) == []


def test_antennas_whose_place_is_not_known_may_hear_each_other() -> None:
    plans = [AntennaPlan("one", "hand.1", 100), AntennaPlan("other", "hand.2", 100)]
    assert out_of_reach(plans) == {"one": frozenset(), "other": frozenset()}


def test_it_is_said_again_while_both_are_read() -> None:
    table = Read("clean")
    table.twin.put(KING, "hand.2")
    table.twin.copy(KING, "hand.6")
    named = [one.at for one in table.run(20_000) if isinstance(one, CardTwice)]
    assert all(SAID_AGAIN <= b - a < 3_000 for a, b in pairwise(named))
    assert len(named) > 5


def trip(doubles: Doubles, ends: int) -> tuple[str, ...]:
    """Read the king at seat 2, at seat 6, and at seat 2 again at `ends`; return what is reported.

    That is faster than anyone could carry it.
    """
    near, far = (one.name for one in PLANS if one.zone in {"hand.2", "hand.6"})
    doubles.heard(KING, CardTag("Kd"), near, ends - 20)
    doubles.heard(KING, CardTag("Kd"), far, ends - 10)
    return doubles.heard(KING, CardTag("Kd"), near, ends)


@pytest.mark.parametrize(
    ("between", "named"), [(FORGOTTEN, ("hand.2", "hand.6")), (FORGOTTEN + 1, ())]
)
def test_trips_count_together_unless_more_than_three_seconds_lie_between(
    between: int, named: tuple[str, ...]
) -> None:
    doubles = Doubles(tuple(PLANS))
    told = [trip(doubles, 100 + nth * between) for nth in range(WITNESSED)]
    assert told == [(), (), named]


@pytest.mark.parametrize("late", [0, 1])
def test_a_tag_read_three_seconds_ago_is_still_being_read(late: int) -> None:
    doubles = Doubles(tuple(PLANS))
    for nth in range(WITNESSED):
        trip(doubles, 100 + 100 * nth)
    last = 100 + 100 * WITNESSED
    near = next(one.name for one in PLANS if one.zone == "hand.2")
    doubles.heard(KING, CardTag("Kd"), near, last + 500)
    assert doubles.alone(last - 100 + FORGOTTEN) == ()
    over = doubles.alone(last + 500 + FORGOTTEN + late)
    assert over == ((KING, CardTag("Kd"), not late),)


def test_doubts_are_bounded() -> None:
    doubles = Doubles(tuple(PLANS))
    for n in range(20_000):
        doubles.heard(f"{n:016X}", CardTag("Kd"), PLANS[n % 5].name, n)
    assert len(doubles) <= MOST


def test_tags_that_nobody_enrolled_are_forgotten_when_they_are_gone() -> None:
    table = Read("clean")
    for n in range(30):
        uids = [f"F00401{n:04X}{k:06X}" for k in range(100)]
        for uid in uids:
            table.twin.put(uid, "board")
        table.run(2_000)
        assert table.sensing.strangers() <= STRANGERS
        for uid in uids:
            table.twin.take(uid)
        table.run(4_000)
    assert table.sensing.strangers() == 0
    assert any(isinstance(one, CardAt) and one.deck == 0 for one in table.told)
