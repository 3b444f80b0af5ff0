"""The one way in: what drivers report, as observations, for a daemon and for a played table."""

import math

import msgspec
import pytest

from controller.contract.observations import (
    CardAt,
    CardLeft,
    ChipsAt,
    DeckRead,
    Declared,
    DeviceBack,
    DeviceLost,
    FoundMoved,
    Observation,
    ShoeSaid,
)
from controller.contract.scans import AntennaPlan, Scan
from controller.play.sinks.sensed import SensedSink
from controller.sensing.compare_at_start import LONGEST, SCANNED_FOR
from controller.sensing.intake import Intake
from controller.sensing.registry import CARDS
from controller.sensing.settings import SETTINGS
from controller.sensing.watch import SILENT, SILENT_FRAMES
from controller.table.state.table import Devices, Table, new_table
from hardware.timing.dynamic_slots import GLANCE_CARDS, LONGEST_CHIPS
from hardware.timing.standing_slots import NOBODY, TAGS, make_schedule
from hardware.twin.bank import Bank, new_registry
from hardware.twin.layout import Equipment, reference_layout
from hardware.twin.table import Twin

CLEAN = SETTINGS["clean"]
PLANS = tuple(reference_layout(2, Equipment(shoe=True)))
REGISTRY = new_registry()
NEW = new_table(2)


class Felt:
    """A simulated table, and an intake over what it reads."""

    def __init__(self, *, watched: bool = False) -> None:
        self.twin = Twin(PLANS, "clean", seed=1)
        self.intake = Intake(PLANS, REGISTRY, CLEAN, watched=watched)

    def run(self, ms: int) -> list[Observation]:
        """Let time pass; give what is observed."""
        reports = self.twin.run_for(ms)
        return [seen for report in reports for seen in self.intake.take(report)]

    def start(self, table: Table = NEW) -> list[Observation]:
        """Scan until it is settled; give what is said then."""
        self.intake.begin_start_up(self.twin.now)
        while not self.intake.settled(self.twin.now):
            assert self.run(100) == []
        return list(self.intake.end_start_up(table, {}, self.twin.now))


def remembering(**places: str) -> Table:
    """Return a table that remembers cards where they lie."""
    return msgspec.structs.replace(NEW, places=places)


def test_a_scan_of_the_start_is_kept_until_all_is_settled() -> None:
    felt = Felt()
    felt.twin.put(REGISTRY.card("Kh"), "board")
    (moved,) = felt.start(remembering(Kh="hand.1", As="hand.2"))
    assert not felt.intake.starting
    assert felt.twin.now == SCANNED_FOR
    assert isinstance(moved, FoundMoved)
    assert {(type(one).__name__, one.zone) for one in moved.news} == {
        ("CardAt", "board"), ("CardLeft", "hand.2"),
    }  # fmt: skip


def test_what_does_not_come_to_rest_holds_the_start_up_only_so_long() -> None:
    felt = Felt()
    chip = Bank(REGISTRY, felt.twin.rng).chip(25)
    felt.intake.begin_start_up(0)
    while not felt.intake.settled(felt.twin.now):
        # A player who shuffles a chip to and fro all the time.
        felt.twin.put(chip, "bet.1") if felt.twin.where(chip) != "bet.1" else felt.twin.take(chip)
        felt.run(1_000)
    assert SCANNED_FOR < felt.twin.now <= LONGEST


def test_what_lies_where_it_lay_is_no_news() -> None:
    felt = Felt()
    felt.twin.put(REGISTRY.card("Kh"), "hand.1")
    assert felt.start(remembering(Kh="hand.1")) == []
    felt.twin.put(REGISTRY.card("As"), "hand.2")
    (arrived,) = felt.run(1_000)
    assert isinstance(arrived, CardAt)
    assert (arrived.card, arrived.zone) == ("As", "hand.2")


def test_nothing_before_the_seats_is_told_while_the_start_up_goes_on() -> None:
    felt = Felt()
    felt.intake.begin_start_up(felt.twin.now)
    felt.run(1000)
    assert felt.intake.sensing.told() > 0
    assert felt.intake.told() == 0
    felt.start()
    felt.run(500)
    assert felt.intake.told() == felt.intake.sensing.told() > SCANNED_FOR


def test_keys_and_devices_are_told_while_the_zones_are_scanned() -> None:
    intake = Felt().intake
    pressed = Declared(5, 1, "check")
    assert intake.take(pressed) == (pressed,)
    assert intake.take(DeviceLost(5, "shoe-motor")) == (DeviceLost(5, "shoe-motor"),)


def test_a_zone_that_was_blind_and_is_read_again_is_told_with_the_start() -> None:
    felt = Felt()
    felt.twin.fault("dead", "hand.2")
    lost = felt.run(2_000)
    assert lost == [DeviceLost(1_000, "hand.2", "hand.2")]
    table = msgspec.structs.replace(NEW, devices=Devices(blind_zones=("board", "hand.2")))
    assert felt.start(table) == [DeviceBack(felt.twin.now, "board.1", "board")]


def test_a_zone_that_was_dark_at_the_start_is_compared_when_it_is_read() -> None:
    felt = Felt()
    felt.twin.put(REGISTRY.card("Kh"), "hand.2")
    felt.twin.fault("dead", "hand.2")
    felt.run(2_000)
    table = remembering(As="hand.2")
    assert felt.start(table) == []
    felt.twin.mend("hand.2")
    told = felt.run(1_000)
    assert [type(one) for one in told] == [DeviceBack, CardAt]
    found: list[Observation] = []
    while not found:
        assert felt.twin.now < 20_000
        found += felt.intake.look_around(table, {}, felt.twin.now)
        felt.run(1_000)
    assert [one.card for one in found if isinstance(one, CardLeft)] == ["As"]
    assert felt.intake.look_around(table, {}, felt.twin.now) == []


def test_zones_that_are_read_again_at_once_are_compared_in_the_same_order_each_time() -> None:
    zones = [f"hand.{seat}" for seat in range(1, 10)]
    plans = [AntennaPlan(zone, zone, 100) for zone in zones]
    table = remembering(**dict(zip(sorted(CARDS)[:9], zones, strict=True)))
    intake = Intake(plans, REGISTRY, CLEAN)
    intake.end_start_up(table, {}, 0)
    for zone in zones:
        intake.take(Scan(zone, (), 1_000))
    assert intake.look_around(table, {}, 1_000) == []
    found = intake.look_around(table, {}, 1_000 + SCANNED_FOR)
    assert [one.zone for one in found if isinstance(one, CardLeft)] == zones


def test_a_zone_that_was_blind_is_told_however_soon_after_the_start_it_is_read() -> None:
    """Its antenna was not away for long enough to be missed, so it does not come back either."""
    felt = Felt(watched=True)
    table = msgspec.structs.replace(NEW, devices=Devices(blind_zones=("hand.1",)))
    (antenna,) = (one for one in felt.twin.antennas if one.name == "hand.1")
    antenna.silent = True
    assert felt.start(table) == []
    antenna.silent = False
    told: list[Observation] = []
    while felt.twin.now < SCANNED_FOR + 5_000:
        told += felt.run(1_000)
        told += felt.intake.look_around(table, {}, felt.twin.now)
    assert told == [DeviceBack(told[0].at, "hand.1", "hand.1")]


def test_an_antenna_that_is_read_no_more_is_lost_where_it_is_watched() -> None:
    only = Scan("board.1", (), 30_000)
    for watched in (True, False):
        intake = Felt(watched=watched).intake
        intake.take(only)
        lost = intake.look_around(NEW, {}, 30_000)
        zones = {plan.zone for plan in PLANS} - {"board"} if watched else set()
        assert {one.zone for one in lost if isinstance(one, DeviceLost)} == zones


def test_the_shoe_counts_its_deck_and_deals_nothing_meanwhile() -> None:
    felt = Felt()
    felt.intake.skip_start_up()
    assert felt.intake.take(ShoeSaid(0, "shuffling")) == (ShoeSaid(0, "shuffling"),)
    felt.twin.put(REGISTRY.card("Kh"), "shoe")
    assert felt.run(1_000) == []
    read, ready = felt.intake.take(ShoeSaid(felt.twin.now, "ready"))
    assert read == DeckRead(felt.twin.now, ("Kh",), (), 0)
    assert ready == ShoeSaid(felt.twin.now, "ready")


def test_a_shoe_that_is_lost_while_it_shuffles_is_read_as_ever_when_it_is_back() -> None:
    felt = Felt()
    felt.intake.skip_start_up()
    felt.intake.take(ShoeSaid(0, "shuffling"))
    (device,) = {plan.device for plan in PLANS if plan.zone == "shoe"}
    for report in (DeviceLost(1, device), DeviceBack(2, device)):
        felt.intake.take(report)
    felt.twin.put(REGISTRY.card("Kh"), "shoe")
    assert [type(one) for one in felt.run(1_000)] == [CardAt]


def test_a_count_by_an_antenna_that_fell_silent_meanwhile_is_none() -> None:
    felt = Felt(watched=True)
    felt.intake.skip_start_up()
    felt.intake.take(ShoeSaid(0, "shuffling"))
    felt.twin.put(REGISTRY.card("Kh"), "shoe")
    assert felt.run(1_000) == []
    felt.intake.look_around(NEW, {}, felt.twin.now + SILENT + 1)
    ready = ShoeSaid(felt.twin.now, "ready")
    assert felt.intake.take(ready) == (ready,)


def test_a_shoe_that_does_not_count_is_read_as_ever() -> None:
    twin = Twin(PLANS, "clean", seed=1)
    intake = Intake(PLANS, REGISTRY, CLEAN, counts=False)
    intake.skip_start_up()
    intake.take(ShoeSaid(0, "shuffling"))
    twin.put(REGISTRY.card("Kh"), "shoe")
    seen = [one for report in twin.run_for(1_000) for one in intake.take(report)]
    assert [type(one) for one in seen] == [CardAt]


def test_a_glance_takes_down_that_it_was_read_and_not_what() -> None:
    intake = Felt().intake
    intake.skip_start_up()
    card = REGISTRY.card("Kh")
    for at in range(100, 2_000, 100):
        assert intake.glance(Scan("board.1", (card,), at)) == ()
    assert intake.watch.zones_read() == {"board"}
    assert intake.sensing.cards_in("board") == set()


def test_what_lies_aside_takes_no_part() -> None:
    plans = (*PLANS, AntennaPlan("desk", "desk", 100, x=0, y=700, width=60, depth=60))
    intake = Intake(plans, REGISTRY, CLEAN)
    intake.skip_start_up()
    card = REGISTRY.card("Kh")
    assert [intake.take(Scan("desk", (card,), at)) for at in range(100, 900, 100)] == [()] * 8


def test_an_antenna_that_the_table_has_not_is_refused() -> None:
    intake = Felt().intake
    for take in (intake.take, intake.glance):
        with pytest.raises(ValueError, match='antenna "attic"'):
            take(Scan("attic", (), 1))


def test_a_played_table_and_a_daemon_make_the_same_of_the_same_reports() -> None:
    """What depth `sensed` delivers is what an intake gives for the same twin, scan by scan."""
    played: list[Observation] = []
    sink = SensedSink(Twin(PLANS, "typical", 7), REGISTRY, SETTINGS["typical"], played.append)
    reports: list[object] = []
    run = sink.twin.run_until

    def recorded(until: int) -> object:
        for report in run(until):
            reports.append(report)
            yield report

    sink.twin.run_until = recorded  # type: ignore[method-assign, assignment]
    sink.card("Kh", "hand.1")
    sink.chips("bank", "bet.1", (100, 25))
    sink.lose("board.1")
    sink.card("Kh", "muck")
    sink.back("board.1")
    sink.settle(slow=True)
    intake = Intake(PLANS, REGISTRY, SETTINGS["typical"])
    intake.skip_start_up()
    assert [one for report in reports for one in intake.take(report)] == played  # type: ignore[arg-type]
    assert {type(one) for one in played} == {CardAt, ChipsAt, DeviceLost, DeviceBack}


@pytest.mark.parametrize("period", [100, 250])
def test_where_antennas_are_read_seldom_a_card_is_waited_for_as_many_scans(period: int) -> None:
    """The first card is read at once, and then not for a second: it is told first all the same."""
    plans = tuple(msgspec.structs.replace(plan, period=period) for plan in PLANS)
    intake = Intake(plans, REGISTRY, CLEAN)
    intake.skip_start_up()
    first, second = REGISTRY.card("Kh"), REGISTRY.card("Qd")
    told: list[Observation] = []
    for at in range(0, 3_000, 250):
        told += intake.take(Scan("hand.1", (first,) if at in {0, 1500, 1750} else (), at + 1))
        told += intake.take(Scan("hand.2", (second,), at + 50))
    cards = [one.card for one in told if isinstance(one, CardAt)]
    assert cards == (["Kh", "Qd"] if period == 250 else ["Qd", "Kh"])


def test_a_card_that_leaves_the_shoe_is_known_with_two_reads_where_antennas_take_turns() -> None:
    slots: tuple[tuple[dict[str, int], int], ...]
    slots = ({}, 3), ({"frame": 0}, 3), ({"frame": 1}, 2), ({"frame": 180}, 2)
    for frame, reads in slots:
        intake = Intake(PLANS, REGISTRY, CLEAN, counts=False, **frame)  # type: ignore[arg-type]
        intake.skip_start_up()
        uid = REGISTRY.card("Kh")
        told = [intake.take(Scan("shoe", (uid,), at)) for at in range(180, 900, 180)]
        first = next(n for n, seen in enumerate(told, 1) if any(type(o) is CardAt for o in seen))
        assert first == reads


def test_an_intake_begins_at_0_unless_it_is_told_when() -> None:
    for times, begun in (({}, 0), ({"now": 700}, 700)):
        intake = Intake(PLANS, REGISTRY, CLEAN, watched=True, **times)  # type: ignore[arg-type]
        settled = [intake.settled(begun + SCANNED_FOR - 1), intake.settled(begun + SCANNED_FOR)]
        assert settled == [False, True]
        assert intake.watch.silent(begun + SILENT) == ()
        assert "board.1" in {one.device for one in intake.watch.silent(begun + SILENT + 1)}


def test_a_pile_that_takes_many_slots_is_no_antenna_that_fell_silent() -> None:
    intake = Intake(PLANS, REGISTRY, CLEAN, watched=True, frame=250)
    for plan in PLANS:
        intake.take(Scan(plan.name, (), 1))
    assert intake.watch.silent(SILENT_FRAMES * 250) == ()
    silent = intake.watch.silent(SILENT_FRAMES * 250 + 2)
    assert {one.device for one in silent} >= {"bet.1", "board.1"}


def test_while_chips_come_one_after_the_other_a_full_muck_is_none_either() -> None:
    # Ten seats: nine have folded, and each frame is as long as it may be.
    frame = make_schedule(reference_layout(10)).frame
    glances = math.ceil(TAGS["muck"] * (1 + NOBODY) / GLANCE_CARDS)
    assert glances * LONGEST_CHIPS < SILENT_FRAMES * frame
