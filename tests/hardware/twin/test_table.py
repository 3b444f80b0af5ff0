"""The twin scans as real antennas do: in cycles, with the noise of docs/SENSING.md, seeded."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract.observations import DeviceBack, DeviceLost
from controller.contract.scans import AntennaPlan, Scan
from hardware.twin.aerials.noise import NOISES
from hardware.twin.bank import change, make_up
from hardware.twin.hands import Hands
from hardware.twin.layout import Equipment, reference_layout
from hardware.twin.table import Report, Twin

TAGS = [f"E004{n:012X}" for n in range(40)]


def scans_of(reports: list[Report], antenna: str) -> list[Scan]:
    return [r for r in reports if isinstance(r, Scan) and r.antenna == antenna]


def test_every_antenna_is_scanned_at_its_own_period() -> None:
    plans = reference_layout(6)
    reports = list(Twin(plans, "typical", 1).run_for(20_000))
    assert [r.at for r in reports if isinstance(r, Scan)] == sorted(
        r.at for r in reports if isinstance(r, Scan)
    )
    for plan in plans:
        times = [scan.at for scan in scans_of(reports, plan.name)]
        assert {b - a for a, b in pairwise(times)} == {plan.period}
        assert len(times) == 20_000 // plan.period


def test_a_clean_scan_reads_every_tag() -> None:
    twin = Twin(reference_layout(2), "clean", 1)
    for uid in TAGS:
        twin.put(uid, "muck")
    assert all(set(scan.tags) == set(TAGS) for scan in scans_of(list(twin.run_for(5_000)), "muck"))


@pytest.mark.parametrize("noise", ["typical", "harsh"])
def test_reads_are_missed_overheard_and_corrupted_at_the_rates_of_the_design(noise: str) -> None:
    twin = Twin(
        [
            AntennaPlan("burn", "burn", 100),
            AntennaPlan("muck", "muck", 100, x=130),
        ],
        noise,
        7,
    )
    pile = TAGS[:4]
    for uid in pile:
        twin.put(uid, "burn")
    reports = list(twin.run_for(4_000_000))
    reads: Counter[str] = Counter()
    runs: Counter[int] = Counter()
    run = corrupt = 0
    for scan in scans_of(reports, "burn"):
        reads.update(scan.tags)
        corrupt += sum(uid not in pile for uid in scan.tags)
        if pile[1] in scan.tags:
            runs[run] += 1
            run = 0
        else:
            run += 1
    scans = len(scans_of(reports, "burn"))
    level = NOISES[noise]
    assert 1 - reads[pile[0]] / scans == pytest.approx(level.missed, rel=0.05)
    for uid in pile[1:]:
        assert 1 - reads[uid] / scans == pytest.approx(level.stacked, rel=0.05)
    # Misses are independent: after one miss the next read is missed just as often.
    assert 1 - runs[1] / (sum(runs.values()) - runs[0]) == pytest.approx(level.stacked, rel=0.1)
    total = sum(reads[uid] for uid in pile)
    overheard = sum(len(scan.tags) for scan in scans_of(reports, "muck"))
    assert overheard / total == pytest.approx(level.cross_talk, rel=0.15)
    assert corrupt / total == pytest.approx(level.corrupt, rel=0.5)


@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_the_same_seed_gives_the_same_scans(seed: int) -> None:
    def play() -> list[Report]:
        twin = Twin(reference_layout(3), "harsh", seed)
        hands = Hands(twin)
        for uid, zone in zip(TAGS, ["hand.1", "bet.2", "board", "board", "muck"], strict=False):
            hands.move_card(uid, zone)
        hands.move_chips(TAGS[10:], "bet.1")
        return list(twin.run_for(20_000))

    assert play() == play()


@given(seed=st.integers(0, 2**32), noise=st.sampled_from(["clean", "typical", "harsh"]))
@settings(max_examples=30, deadline=None)
def test_dealt_cards_land_one_after_another(seed: int, noise: str) -> None:
    twin = Twin(reference_layout(6), noise, seed)
    hands = Hands(twin)
    landings = [hands.move_card(uid, f"hand.{n % 6 + 1}") for n, uid in enumerate(TAGS[:12])]
    assert all(b - a >= 300 for a, b in pairwise(landings))
    for uid, landing in zip(TAGS, landings, strict=False):
        for _ in twin.run_until(landing - 1):
            pass
        assert twin.where(uid) == ""
        for _ in twin.run_until(landing):
            pass
        assert twin.where(uid).startswith("hand.")


def test_a_moved_card_is_out_of_every_field_on_its_way() -> None:
    twin = Twin(reference_layout(2), "harsh", 3)
    twin.put(TAGS[0], "hand.1")
    landing = Hands(twin).move_card(TAGS[0], "hand.2")
    away = [
        report.at
        for report in twin.run_until(landing)
        if isinstance(report, Scan) and not twin.where(TAGS[0])
    ]
    assert 200 <= landing - min(away) + 100 <= 2100


def test_five_board_antennas_take_one_card_each() -> None:
    twin = Twin(reference_layout(2, Equipment(board_antennas=5)), "clean", 1)
    for uid in TAGS[:5]:
        twin.put(uid, "board")
    reports = list(twin.run_for(200))
    for place, uid in enumerate(TAGS[:5], start=1):
        assert {scan.tags for scan in scans_of(reports, f"board.{place}")} == {(uid,)}
    assert set(twin.lying_in("board")) == set(TAGS[:5])


def test_a_dead_antenna_is_silent_and_reported_until_it_is_mended() -> None:
    twin = Twin(reference_layout(3), "clean", 1)
    list(twin.run_for(1_000))
    twin.fault("dead", "hand.3")
    reports = list(twin.run_for(5_000))
    assert scans_of(reports, "hand.3") == []
    assert [r for r in reports if not isinstance(r, Scan)] == [
        DeviceLost(2_000, "hand.3", "hand.3")
    ]
    twin.mend("hand.3")
    reports = list(twin.run_for(1_000))
    assert [r for r in reports if not isinstance(r, Scan)] == [
        DeviceBack(6_000, "hand.3", "hand.3")
    ]
    assert len(scans_of(reports, "hand.3")) == 10


def test_an_antenna_that_does_not_answer_for_a_moment_is_not_lost() -> None:
    twin = Twin(reference_layout(3), "clean", 1)
    twin.fault("silent", "bet.1", 600)
    reports = list(twin.run_for(3_000))
    assert all(isinstance(report, Scan) for report in reports)
    assert min(scan.at for scan in scans_of(reports, "bet.1")) > 600


def test_an_antenna_that_does_not_answer_for_long_is_lost_and_back_by_itself() -> None:
    twin = Twin(reference_layout(3), "clean", 1)
    twin.fault("silent", "bet.1", 4_000)
    reports = [report for report in twin.run_for(6_000) if not isinstance(report, Scan)]
    assert reports == [DeviceLost(1_000, "bet.1", "bet.1"), DeviceBack(4_000, "bet.1", "bet.1")]


def test_a_dropped_connection_takes_all_antennas_of_the_node_at_once() -> None:
    twin = Twin(reference_layout(3), "clean", 1)
    twin.fault("drop", "hand.2")
    reports = [report for report in twin.run_for(500) if not isinstance(report, Scan)]
    assert reports == [DeviceLost(0, "hand.2", "hand.2"), DeviceLost(0, "bet.2", "bet.2")]
    twin.mend("seat-2")
    reports = [report for report in twin.run_for(500) if not isinstance(report, Scan)]
    assert [type(report) for report in reports] == [DeviceBack, DeviceBack]


def test_a_ghost_and_corrupt_uids_turn_up_until_they_are_mended() -> None:
    twin = Twin(reference_layout(2), "clean", 1)
    twin.put(TAGS[0], "hand.1")
    twin.fault("ghost", "hand.1")
    twin.fault("corrupt", "hand.1")
    scans = scans_of(list(twin.run_for(100_000)), "hand.1")
    strange = Counter(uid for scan in scans for uid in scan.tags if uid != TAGS[0])
    assert 50 <= strange.most_common(1)[0][1] <= 160
    assert 50 <= len(strange) <= 160
    twin.mend("hand.1")
    scans = scans_of(list(twin.run_for(100_000)), "hand.1")
    assert {scan.tags for scan in scans} == {(TAGS[0],)}


def test_what_the_twin_does_not_know_is_refused_by_name() -> None:
    twin = Twin(reference_layout(2), "clean", 1)
    with pytest.raises(ValueError, match=r'no antenna or node "hand\.9"'):
        twin.fault("dead", "hand.9")
    with pytest.raises(ValueError, match='"tired" is not a fault'):
        twin.fault("tired", "hand.1")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match='"loud" is not a noise level'):
        Twin(reference_layout(2), "loud", 1)
    with pytest.raises(ValueError, match="without antennas"):
        Twin([], "clean", 1)


CHIPS = st.lists(st.sampled_from([1, 5, 25, 100, 500]), max_size=12)


@given(lying=CHIPS, wanted=CHIPS)
def test_change_takes_exactly_what_is_wanted_and_keeps_the_rest(
    lying: list[int], wanted: list[int]
) -> None:
    if sum(wanted) > sum(lying):
        with pytest.raises(ValueError, match="there does not make"):
            change(lying, wanted, (5, 25, 100))
        return
    moved, paid, lacking, returned = change(lying, wanted, (5, 25, 100))
    assert sorted(moved + lacking) == sorted(wanted)
    assert not Counter(moved + paid) - Counter(lying)
    assert sum(paid) == sum(lacking) + sum(returned)


@given(amount=st.integers(0, 10_000))
def test_an_amount_is_made_up_of_few_chips(amount: int) -> None:
    pieces = make_up(amount, (25, 100, 500))
    assert sum(pieces) == amount
    assert pieces == sorted(pieces, reverse=True)
    assert pieces.count(1) < 25
