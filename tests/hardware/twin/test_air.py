"""The air that antennas share: what radiates at once is spoiled, and in slots nothing is."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from statistics import mean

import pytest

from controller.contract.scans import AntennaPlan, Scan
from hardware.build.kit import ONE_READER, WHOLE, Kit
from hardware.dry_run import read_by_turns
from hardware.timing.dynamic_slots import GROWN, Round
from hardware.timing.scan_time import usual_slots, usual_tags
from hardware.timing.standing_slots import APART, slotted
from hardware.twin.aerials.air import Air, lost
from hardware.twin.aerials.turn_air import TurnAir
from hardware.twin.layout import reference_layout
from hardware.twin.table import Twin


def reads(*, slots: bool) -> tuple[int, int]:
    """Return how many scans of hands there were in a minute, and how many lacked a card."""
    plans = reference_layout(10)
    if slots:
        turns = TurnAir(plans)
        twin = Twin(slotted(plans, turns.rounds.standing), "clean", 1, air=turns)
    else:
        twin = Twin(plans, "clean", 1, air=Air(plans, 1))
    for seat in range(1, 11):
        for nth in range(2):
            twin.put(f"E00401500000{seat:02X}{nth:02X}", f"hand.{seat}")
    scans = [
        one
        for one in twin.run_for(62_000)
        if isinstance(one, Scan) and one.antenna.startswith("hand.") and one.at > 2000
    ]
    return len(scans), sum(len(scan.tags) < 2 for scan in scans)


def test_nodes_that_read_as_they_like_spoil_each_others_reads() -> None:
    scans, lacking = reads(slots=False)
    assert scans > 5000
    assert lacking > scans // 20


def test_in_slots_no_read_is_spoiled_and_all_are_read() -> None:
    scans, lacking = reads(slots=True)
    # A standing slot has room for both cards, and not for a question that nobody answers besides.
    assert scans > 1500
    assert lacking == 0


def test_a_node_that_is_late_hides_no_field_that_is_on_before_its_own() -> None:
    """Its scan is known first, and begins last."""
    plans = [
        AntennaPlan(name, name, 1000, x, 0, 120, 90, name[0])
        for name, x in (("a1", 0), ("a2", 0), ("b", 2000), ("c", 2000))
    ]
    spoiled = []
    for late in (False, True):
        air = Air(plans, 1)
        slow, after, one, other = Twin(plans, "clean", 1, air=air).antennas
        slow.field = tuple(f"{number:016X}" for number in range(100))
        air.lay([(500, slow), *([(900, after)] if late else [])], 1000)
        air.lay([(1100, one), (1101, other)], 2000)
        spoiled.append(air.spoiled[round(air._free["b"]), "b"])
    assert spoiled[0] == spoiled[1] > 0


@pytest.mark.parametrize(("between", "left"), [(0, 0.0), (180, 0.5), (360, 1.0), (900, 1.0)])
def test_a_neighbour_spoils_the_less_the_farther_it_is(between: int, left: float) -> None:
    one, other = (
        AntennaPlan(name, name, 100, x, 0, 120, 90, name)
        for name, x in (("hand.1", 0), ("hand.2", 120 + between))
    )
    assert 1 - lost(one, other) == pytest.approx(left)
    assert (between >= APART * 120) == (left == 1.0)


def bets(*, news: bool) -> tuple[list[Scan], int]:
    """Return the scans of a bet of twelve chips in some seconds, and the standing frame (ms)."""
    plans = reference_layout(4)
    turns = TurnAir(plans)
    twin = Twin(slotted(plans, turns.rounds.standing), "clean", 1, air=turns)
    for nth in range(12):
        twin.put(f"E0040150000000{nth:02X}", "bet.1")
    twin.put("E004015000000100", "hand.1")
    scans = []
    for one in twin.run_for(GROWN if news else 10_000):
        if isinstance(one, Scan):
            scans.append(one)
            if news:
                turns.rounds.scanned(
                    one.antenna, len(one.tags), one.at, news=one.antenna == "bet.1"
                )
    return [one for one in scans if one.antenna == "bet.1"], turns.frame


def test_a_stack_that_takes_longer_than_its_slot_is_read_over_several() -> None:
    read, frame = bets(news=False)
    assert all(after.at - before.at >= 5 * frame for before, after in pairwise(read[-5:]))
    assert len(read[-1].tags) == 12


def test_a_stack_with_news_is_read_at_once() -> None:
    read, frame = bets(news=True)
    soon = [after.at - before.at < 2 * frame for before, after in pairwise(read[-9:])]
    assert sum(soon) >= 7, "all but each eighth, which looks for chips that are drowned"
    assert len(read[-1].tags) == 12


def meets_news(after: int) -> tuple[int, int]:
    """Return the slots of a still stack, and its longest until a chip that comes has been read."""
    plans = reference_layout(8)
    turns = TurnAir(plans)
    twin = Twin(slotted(plans, turns.rounds.standing), "clean", 0, air=turns)
    twin.put("E004015000000100", "hand.1")
    for nth in range(24):
        twin.put(f"E00401500000A0{nth:02X}", "bet.1")

    def play(ms: int) -> Iterator[tuple[int, int]]:
        """Give, with each scan of the bet, how many were read, and its longest slot until then."""
        longest = 0
        for one in twin.run_for(ms):
            if isinstance(one, Scan):
                turns.rounds.scanned(one.antenna, len(one.tags), one.at, news=False)
                longest = max(longest, turns.rounds.made[-1].schedule.slots["bet.1"].length)
                if one.antenna == "bet.1":
                    yield len(one.tags), longest
                    longest = 0

    *_, (_, still) = play(after)
    # Its first scan is the next that begins: one goes on.
    next(play(3000))
    twin.put("E0040150000000FF", "bet.1")
    next(play(3000))
    read, longest = next(play(3000))
    assert read == 25
    return still, longest


def test_what_comes_on_a_still_stack_has_long_slots_before_its_first_scan_has_ended() -> None:
    met = [longest > 1.5 * still for still, longest in map(meets_news, range(8000, 18_000, 1250))]
    # In the last slot of a scan nothing is made longer any more: the scan ends there.
    assert sum(met) >= len(met) // 3


@pytest.mark.parametrize(
    ("standing", "most"),
    [(True, 40), (False, 40), (False, 2)],
    ids=["standing", "by need", "with time left"],
)
@pytest.mark.parametrize("kit", [WHOLE, ONE_READER], ids=["whole", "one-reader"])
def test_it_reads_as_often_as_the_firmware(kit: Kit, standing: bool, most: int) -> None:
    # Five cards in slots of 20 ms take a slot more on the board; that table has no slots, though.
    apart = 0.3 if kit is ONE_READER and standing else 0.25
    turns = TurnAir(kit.plans)
    schedule = turns.rounds.standing if standing else usual_slots(kit.plans, turns.rounds)
    turns.rounds.made = (Round(schedule, 0, 0, 10**6, 1),)
    plans = slotted(kit.plans, turns.rounds.standing)
    tags = {plan.name: min(usual_tags(plan), most) for plan in plans}
    twin = Twin(plans, "clean", 1, air=turns)
    for nth, zone in enumerate(plan.zone for plan in plans for _ in range(tags[plan.name])):
        twin.put(f"E00401500000{nth:04X}", zone)
    list(twin.run_for(5000))
    scans = Counter(one.antenna for one in twin.run_for(120_000) if isinstance(one, Scan))
    for device in {plan.device for plan in plans}:
        mine = [plan for plan in plans if plan.device == device]
        told = read_by_turns(mine, [tags[plan.name] for plan in mine], schedule)
        # Uids by chance make a difference to one hand of many.
        for kind in {plan.zone.partition(".")[0] for plan in mine}:
            alike = [at for at, plan in enumerate(mine) if plan.zone.partition(".")[0] == kind]
            read = mean(120_000 / scans[mine[at].name] for at in alike)
            assert read == pytest.approx(mean(told[at].every for at in alike), rel=apart), kind
