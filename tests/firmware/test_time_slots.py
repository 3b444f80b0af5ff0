"""Time slots on a node: pure, and on the real interpreter with a chip whose field is watched."""

import json
from itertools import pairwise

import pytest

from firmware.reading.time_slots import FOREVER, LASTS, LEAST, Turns
from tests.firmware.host import Host

SLOTS = {"frame": 100, "began": -30, "at": [[0, 30], [40, 50]]}
ROLE = {"node": "s", "role": "antennas", "antennas": [{"period": 100}, {"period": 100}]}
CARD, OTHER = "E0040150AA000001", "E0040150AA000005"
CHIPS = [f"E0040150000000{n:02X}" for n in range(6)]


def test_an_antenna_radiates_in_its_slot_alone() -> None:
    turns = Turns()
    assert turns.left(0, 5) == FOREVER
    assert turns.opens(0, 5) == 5
    turns.told(SLOTS, 0)
    assert [turns.left(0, now) for now in (69, 70, 99, 100, 170)] == [0, 30, 1, 0, 30]
    assert [turns.left(1, now) for now in (9, 10, 59, 60)] == [0, 50, 1, 0]
    assert [turns.opens(0, now) for now in (0, 70, 92, 93, 99)] == [70, 70, 92, 170, 170]
    assert turns.left(0, 92) == LEAST


def test_slots_are_kept_a_minute_without_the_host() -> None:
    turns = Turns()
    turns.told(SLOTS, 5)
    assert turns.left(0, LASTS + 4) == 0
    assert turns.left(0, LASTS + 5) == FOREVER
    turns.told(SLOTS, LASTS)
    assert turns.left(0, LASTS + 5) == 0
    turns.told({}, LASTS)
    assert turns.left(0, LASTS + 5) == FOREVER


def test_a_round_counts_instead_of_the_standing_slots_and_ends_by_itself() -> None:
    turns = Turns()
    turns.told(SLOTS, 0)
    at = [[0, 120], [130, 60]]
    turns.round({"frame": 200, "began": 170, "since": 170, "until": 570, "at": at})
    assert [turns.left(0, now) for now in (99, 169, 170, 289, 290, 370)] == [1, -2, 120, 1, 0, 120]
    assert turns.opens(0, 110) == 170
    assert turns.opens(0, 300) == 370
    assert turns.opens(0, 500) == 570, "other slots count from then on"
    assert [turns.left(0, now) for now in (569, 570, 571)] == [0, 30, 29]
    at = [[50, 20], [100, 100]]
    turns.round({"frame": 300, "began": 770, "since": 770, "until": 1070, "at": at})
    at = [[0, 9], [100, 300]]
    turns.round({"frame": 400, "began": 1070, "since": 1070, "until": 1470, "at": at})
    assert [turns.left(1, now) for now in (870, 1169, 1170)] == [100, 0, 300]
    with pytest.raises(ValueError, match="millisecond"):
        turns.round(SLOTS)
    with pytest.raises(ValueError, match="millisecond"):
        turns.round({**SLOTS, "until": 2000})


def test_a_round_counts_from_within_a_frame_and_no_slot_of_before_is_open_just_then() -> None:
    turns = Turns()
    turns.told({"frame": 100, "began": 0, "at": [[0, 90], [90, 10]]}, 0)
    at = [[0, 40], [50, 30]]
    turns.round({"frame": 80, "began": -20, "since": 40, "until": 440, "at": at})
    assert [turns.left(0, now) for now in (0, 30, 37, 39)] == [37, 7, 0, -2]
    assert [turns.opens(0, now) for now in (29, 30, 39, 40)] == [29, 40, 40, 60]
    assert [turns.left(1, now) for now in (39, 40, 59, 60)] == [-2, 20, 1, 0]
    assert [turns.left(0, now) for now in (40, 59, 60, 99)] == [0, 0, 40, 1]


@pytest.mark.parametrize(
    "wrong",
    [
        {"frame": 100, "began": 0, "at": [[90, 20]]},
        {"frame": 100, "began": 0, "at": [[1]]},
        {"frame": 100, "began": 0, "at": [[]]},
        {"frame": 100, "began": 0, "at": [[0, 20, 90, 20]]},
        {"frame": 100, "began": "x", "at": [[1, 2]]},
        {"frame": 0, "began": 0, "at": [[0, 0]]},
    ],
)
def test_slots_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    turns = Turns()
    turns.told(SLOTS, 0)
    with pytest.raises(ValueError, match="slot"):
        turns.told(wrong, 0)
    assert turns.left(0, 0) == 0, "those before go on"


@pytest.mark.parametrize(
    "config",
    [
        {"slots": {**SLOTS, "began": 0}},
        {
            "slots": {**SLOTS, "at": [[0, 9], [0, 9]]},
            "round": {**SLOTS, "began": 0, "since": 0, "until": 9999},
        },
    ],
    ids=["standing", "round"],
)
def test_a_nodes_field_is_on_in_its_slots_alone_and_what_is_long_is_read_over_several(
    config: dict[str, object],
) -> None:
    with Host(ROLE) as host:
        host.field(0, *CHIPS)
        host.say("config", json.dumps({"periods": [100, 100], **config}))
        host.run(500)
        host.input("watch-field", 1)
        host.run(3000)
        fields = [tuple(value) for _, name, value in host.out if name == "field"]
        read = [one for one in host.snapshots if one.antenna == 0]
    ends = [(on, off) for (was, on), (now, off) in pairwise(fields) if was and not now]
    assert len(ends) > 40
    for on, off in ends:
        began, ended = on / 1000 % 100, on / 1000 % 100 + (off - on) / 1000
        assert ended <= 30 or (began >= 40 and ended <= 90), (began, ended)
    assert len(read[-1].uids) == len(CHIPS)
    assert len(read) > 4


def test_a_card_that_comes_beside_another_is_read_within_some_short_slots() -> None:
    """Their uids differ in the third bit, so they collide three times before they are told."""
    slots = {"frame": 100, "began": 0, "at": [[0, 28], [40, 20]]}
    with Host(ROLE) as host:
        host.say("config", json.dumps({"periods": [50, 50], "slots": slots}))
        host.field(0, CARD)
        host.run(1000)
        host.field(0, CARD, OTHER)
        begun = host.now
        host.run_until(lambda: len(host.snapshots[-1].uids) == 2 or host.now > begun + 1200)
        assert host.now - begun < 500
        host.run(100)
        before = len(host.snapshots)
        host.run(4000)
        read = [one for one in host.snapshots[before:] if one.antenna == 0]
    assert len(read) >= 30, "forty slots, of which each eighth looks for whoever is drowned"
    assert all(len(one.uids) == 2 for one in read)


@pytest.mark.parametrize("length", [20, 40])
def test_cards_of_iso_14443_are_read_over_several_slots(length: int) -> None:
    """They forget with the field what they were told, so each is called within one slot."""
    uids = ["04A1B2C3", "04A1B2C7", "041122334455AA", "041122334455AB", "08010203040506070809"]
    uids += ["F4A1B2C3", "04A1B2F7", "042122334455AA", "041122434455AB"]
    role = {**ROLE, "antennas": [{"protocols": ["iso14443a", "iso15693"]}, {}]}
    with Host(role) as host:
        host.field(0, *uids, CARD)
        host.say("config", json.dumps({"slots": {**SLOTS, "at": [[0, length], [50, 20]]}}))
        host.run(1500)
        before = len(host.snapshots)
        host.run(4000)
        read = [one for one in host.snapshots[before:] if one.antenna == 0]
    assert len(read) >= 4
    assert {len(one.uids) for one in read} == {len(uids) + 1}


def test_an_antenna_may_have_two_slots_in_a_frame() -> None:
    turns = Turns()
    turns.told({"frame": 100, "began": 0, "at": [[0, 10, 60, 20], [20, 30]]}, 0)
    assert [turns.left(0, now) for now in (0, 9, 10, 59, 60, 79, 80)] == [10, 1, 0, 0, 20, 1, 0]
    assert [turns.opens(0, now) for now in (0, 3, 59, 62, 75, 99)] == [0, 60, 60, 62, 100, 100]
    assert turns.opens(1, 60) == 120


def test_a_node_says_once_that_a_scan_is_longer_than_the_last() -> None:
    slots = {"frame": 100, "began": 0, "at": [[0, 12], [40, 20]]}
    with Host(ROLE) as host:
        host.field(0, CARD)
        host.say("config", json.dumps({"periods": [50, 50], "slots": slots}))
        host.run(1000)
        assert host.happened("longer") == []
        host.field(0, CARD, *CHIPS)
        host.run(3000)
        longer = [event.place for event in host.events if event.what == "longer"]
    assert longer == [0]


def test_a_pair_that_lies_still_is_never_told_of_as_longer() -> None:
    slots = {"frame": 100, "began": 0, "at": [[0, 30], [40, 20]]}
    with Host(ROLE) as host:
        host.field(0, CHIPS[0], CHIPS[2])
        host.say("config", json.dumps({"periods": [50, 50], "slots": slots}))
        host.run(2000)
        read, told = len(host.snapshots), len(host.happened("longer"))
        host.run(2000)
        assert len(host.snapshots) >= read + 20
        assert len(host.happened("longer")) == told


def test_a_chip_on_a_still_pile_is_told_of_before_its_scan_has_ended() -> None:
    slots = {"frame": 100, "began": 0, "at": [[0, 28], [40, 20]]}
    with Host(ROLE) as host:
        host.field(0, *CHIPS)
        host.say("config", json.dumps({"periods": [50, 50], "slots": slots}))
        host.run(3000)
        told = len(host.happened("longer"))
        host.run(3000)
        assert len(host.happened("longer")) == told, "nothing comes"
        host.field(0, *CHIPS, CARD)
        host.run_until(lambda: len(host.happened("longer")) > told)
        assert CARD not in {uid for one in host.snapshots for uid in one.uids}
        assert host.happened("longer")[-1] <= len(CHIPS), "nor has it asked more than is usual"
        host.run(3000)
        assert len(host.happened("longer")) <= told + 2
