"""Slots by need: whoever has news gets time, and still nobody radiates beside a neighbour."""

import random
from itertools import combinations, pairwise, product

import pytest

from firmware.reading.time_slots import LEAST
from hardware.timing.dynamic_slots import (
    AWAITED,
    DEALING,
    GROWN,
    GUARD,
    HEEDED,
    LASTS,
    LEAD,
    LONGEST,
    LONGEST_CHIPS,
    LONGEST_FOR_CARDS,
    OFTEN,
    OFTEN_CARDS,
    OFTEN_CHIPS,
    Rounds,
    slot_for,
)
from hardware.timing.standing_slots import APART, FIELD_MS, TAG_MS, Schedule, apart
from hardware.twin.layout import reference_layout

PLANS = reference_layout(8)
NAMES = [plan.name for plan in PLANS]


def tags_read(length: int) -> int:
    """Return how many tags a slot of `length` ms reads: no question starts in its last `LEAST` ms.

    >>> [tags_read(length) for length in (10, 20, 28, 100)]
    [1, 2, 3, 14]
    """
    return max(1, -int(-(length - LEAST - FIELD_MS) // TAG_MS))


def playing() -> Rounds:
    """Return the rounds of a table at which somebody holds cards and nobody deals."""
    rounds = Rounds(PLANS)
    rounds.scanned("hand.1", 2, -DEALING, news=False)
    return rounds


def disturbed(schedule: Schedule) -> list[tuple[str, str]]:
    """Return which neighbours radiate at once, or nearer in time than their clocks are told."""
    wrong = []
    for one, other in combinations(PLANS, 2):
        if one.device != other.device and apart(one, other) >= APART:
            continue
        guard = 0 if one.device == other.device else GUARD
        for pair in product(schedule.of(one.name), schedule.of(other.name)):
            first, second = sorted(pair, key=lambda slot: slot.start)
            between = second.start - first.start - first.length
            around = schedule.frame - second.start - second.length + first.start
            if min(between, around) < guard:
                wrong.append((one.name, other.name))
    for one in PLANS:
        first, *more = schedule.of(one.name)
        if any(second.start < first.start + first.length for second in more):
            wrong.append((one.name, one.name))
    return wrong


@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_read_no_two_that_disturb_each_other_radiate_at_once(seed: int) -> None:
    rounds, chance = Rounds(PLANS), random.Random(seed)
    for now in range(0, 6000, 100):
        antenna, tags = chance.choice(NAMES), chance.choice((0, 2, 9, 60))
        rounds.scanned(antenna, tags, now, news=chance.random() < 0.3)
        assert disturbed(rounds.made[-1].schedule) == []
        assert rounds.made[-1].schedule.frame <= LONGEST_CHIPS
        assert rounds.counts(now).until > now


def test_a_zone_with_news_is_read_whole_in_one_slot_and_an_empty_one_has_a_glance() -> None:
    rounds = Rounds(PLANS)
    rounds.scanned("bet.3", 12, 1000, news=True)
    (one,) = rounds.made
    slots = one.schedule.of("bet.3")
    assert {tags_read(slot.length) for slot in slots} == {18}, "what is missed, comes, is asked for"
    assert one.schedule.slots["hand.3"].length == slot_for(0)
    assert one.since == 1000 + LEAD
    assert one.until - one.began >= LASTS


def test_where_a_card_comes_a_frame_is_so_short_that_two_scans_tell_their_order() -> None:
    rounds = playing()
    for seat in (2, 3, 4):
        rounds.scanned(f"bet.{seat}", 12, 1000, news=True)
    assert rounds.made[-1].schedule.frame > LONGEST
    rounds.scanned("board.1", 3, 2000, news=True)
    assert rounds.made[-1].schedule.frame > LONGEST, "it may be overheard"
    rounds.scanned("board.1", 3, 2200, news=True)
    assert rounds.made[-1].schedule.frame <= LONGEST_FOR_CARDS


@pytest.mark.parametrize("why", ["nobody holds cards", "a card has just come", "they are gathered"])
def test_while_cards_may_come_chips_make_no_long_frames(why: str) -> None:
    rounds = Rounds(PLANS) if why == "nobody holds cards" else playing()
    if why == "a card has just come":
        rounds.scanned("board.1", 1, 700, news=True)
        rounds.scanned("board.1", 1, 800, news=True)
        rounds.scanned("board.1", 1, 900, news=False)
    for seat in (2, 3, 4):
        rounds.scanned(f"bet.{seat}", 12, 1000, news=True)
    if why == "they are gathered":
        assert rounds.made[-1].schedule.frame > LONGEST
        rounds.scanned("bet.2", 3, 1400, news=True)
    assert rounds.made[-1].schedule.frame <= LONGEST


def test_cards_that_are_thrown_away_leave_a_pile_its_time() -> None:
    rounds = playing()
    rounds.scanned("muck", 2, 900, news=True)
    rounds.scanned("hand.7", 0, 900, news=True)
    rounds.scanned("bet.2", 12, 1000, news=True)
    schedule = rounds.made[-1].schedule
    assert schedule.frame > LONGEST
    assert {tags_read(slot.length) for slot in schedule.of("bet.2")} == {18}
    assert len(schedule.of("muck")) == len(schedule.of("bet.2")) > OFTEN


def test_a_card_that_is_only_overheard_leaves_the_dead_their_time() -> None:
    rounds = playing()
    rounds.scanned("board.1", 1, 800, news=True)
    rounds.scanned("board.1", 0, 900, news=False)
    rounds.scanned("muck", 9, 1000, news=True)
    assert len(rounds.made[-1].schedule.of("muck")) == OFTEN_CARDS


def test_where_a_hand_is_gone_the_dead_are_read_whole() -> None:
    rounds = playing()
    rounds.scanned("muck", 9, 0, news=False)
    rounds.scanned("hand.3", 2, 0, news=False)
    glance = rounds.made[-1].schedule.slots["muck"].length
    rounds.scanned("hand.3", 0, 1000, news=False)
    rounds.scanned("hand.4", 0, 1100, news=False)
    schedule = rounds.made[-1].schedule
    assert schedule.slots["muck"].length > 3 * glance
    assert len(schedule.of("muck")) == OFTEN_CARDS
    rounds = playing()
    rounds.scanned("hand.3", 1, 0, news=False)
    rounds.scanned("hand.3", 0, 1000, news=False)
    assert not rounds.made[-1].schedule.again.keys() & {"muck"}, "one card is missed now and then"


def test_where_something_lies_that_is_read_elsewhere_there_are_several_slots_at_once() -> None:
    rounds = playing()
    rounds.scanned("hand.3", 2, 0, news=False)
    rounds.doubted(["hand.3", "nowhere"])
    rounds.scanned("muck", 2, 1000, news=True)
    assert len(rounds.made[-1].schedule.of("hand.3")) == OFTEN_CARDS
    rounds.scanned("hand.3", 2, 1200, news=False)
    rounds.scanned("muck", 2, 2000, news=True)
    assert len(rounds.made[-1].schedule.of("hand.3")) == 1, "it lies where it did"


def test_while_hands_are_dealt_to_a_bare_place_for_chips_has_a_glance() -> None:
    rounds = Rounds(PLANS)
    for at in (0, 200):
        rounds.scanned("hand.1", 1, at, news=True)
        rounds.scanned("bet.2", 3, at, news=False)
    slots = rounds.made[-1].schedule.slots
    assert slots["bet.5"].length == slot_for(1) < slots["bet.2"].length


def test_while_somebody_is_to_act_chips_that_are_taken_back_have_long_frames_too() -> None:
    rounds = playing()
    rounds.scanned("bet.2", 9, 0, news=False)
    rounds.scanned("bet.2", 6, 1000, news=True)
    assert rounds.made[-1].schedule.frame <= LONGEST, "they may be gathered"
    rounds.scanned("bet.2", 6, 1200, news=True, awaited=frozenset({5}))
    assert rounds.made[-1].schedule.frame > LONGEST


def test_who_is_to_act_has_room_for_chips_before_any_have_come() -> None:
    rounds = playing()
    rounds.scanned("bet.3", 0, 1000, news=False, awaited=frozenset({3}))
    (slot,) = rounds.made[-1].schedule.of("bet.3")
    assert tags_read(slot.length) >= AWAITED
    assert rounds.made[-1].schedule.slots["bet.4"].length < slot.length
    rounds.scanned("bet.3", 0, 2000, news=False, awaited=frozenset({4}))
    after = rounds.made[-1].schedule.slots
    assert after["bet.3"].length < after["bet.4"].length == slot.length
    rounds.scanned("bet.4", 12, 3000, news=False, awaited=frozenset({4}))
    assert tags_read(rounds.made[-1].schedule.slots["bet.4"].length) == 18, "a pile is read whole"


def test_while_nobody_is_to_act_a_street_is_looked_for_twice_in_a_frame() -> None:
    rounds = playing()
    rounds.scanned("board.1", 0, 0, news=False)
    schedule = rounds.made[-1].schedule
    assert [len(schedule.of(one)) for one in ("board.1", "burn", "muck", "hand.1")] == [2, 2, 1, 1]
    rounds.scanned("board.1", 0, 1000, news=False, awaited=frozenset({4}))
    assert not rounds.made[-1].schedule.again
    rounds = Rounds(PLANS)
    rounds.scanned("hand.1", 1, 0, news=True)
    rounds.scanned("hand.1", 1, 200, news=True)
    rounds.scanned("hand.1", 1, 1200, news=False)
    assert not rounds.made[-1].schedule.again, "hands are dealt to"
    rounds = Rounds(PLANS)
    rounds.scanned("board.1", 3, 0, news=False)
    assert len(rounds.made[-1].schedule.of("burn")) == 2, "whoever is all-in may have no cards"


def test_a_card_that_was_missed_for_some_scans_and_is_read_again_ends_no_long_frames() -> None:
    rounds = playing()
    for at in range(500, 900, 100):
        rounds.scanned("board.1", 2, at, news=False)
    rounds.scanned("bet.3", 12, 900, news=True)
    assert rounds.made[-1].schedule.frame > LONGEST
    rounds.scanned("board.1", 3, 1200, news=False)
    rounds.scanned("bet.3", 12, 1300, news=True)
    assert rounds.made[-1].schedule.frame > LONGEST


def test_chips_that_lie_there_for_long_make_no_long_frames_whatever_they_are_doubted_for() -> None:
    rounds = playing()
    rounds.scanned("bet.3", 14, 1000, news=True)
    assert rounds.made[-1].schedule.frame > LONGEST
    rounds.scanned("bet.3", 14, 1000 + GROWN, news=True)
    assert rounds.made[-1].schedule.frame <= LONGEST


def test_while_nothing_changes_a_round_follows_before_the_last_one_ends() -> None:
    rounds = Rounds(PLANS)
    numbers = set()
    for now in range(0, 4 * LASTS, 100):
        rounds.scanned("bet.3", 3, now, news=False)
        if now > LEAD + LONGEST:
            numbers.add(rounds.counts(now).number)
    assert len(numbers) >= 4
    assert 0 not in numbers  # never the standing slots


def test_a_round_begins_within_a_frame_and_goes_on_where_the_one_before_was() -> None:
    rounds = Rounds(PLANS)
    rounds.scanned("bet.3", 0, 0, news=False)
    within = set()
    for now, tags in ((1000, 3), (2000, 9), (3000, 20)):
        rounds.scanned("bet.3", tags, now, news=True)
        before, after = rounds.made
        assert before.until > after.since == now + LEAD
        assert rounds.changes(now) == after.since
        assert rounds.changes(after.since) is None
        assert rounds.counts(after.since - 1) == before
        assert rounds.counts(after.since) == after
        passed = [
            (after.since - one.began) % one.schedule.frame / one.schedule.frame
            for one in (before, after)
        ]
        assert passed[0] == pytest.approx(passed[1], abs=0.01)
        within.add(0.05 < passed[0] < 0.95)
    assert True in within, "not where a frame begins"


def test_no_more_rounds_are_made_while_a_node_is_away_or_knows_of_none() -> None:
    rounds, woken = Rounds(PLANS), list[int]()
    rounds.away("seat-1", gone=True)
    rounds.scanned("bet.3", 12, 1000, news=True)
    rounds.away("seat-1", gone=False)
    rounds.follows("seat-2", can=False, wake=lambda: woken.append(0))
    rounds.scanned("bet.3", 12, 2000, news=True)
    assert rounds.made == ()
    assert rounds.counts(2000).schedule == rounds.standing
    rounds.follows("seat-2", can=True, wake=lambda: woken.append(1))
    rounds.scanned("bet.3", 12, 3000, news=True)
    assert len(rounds.made) == 1
    assert woken == [1], "its link has something to tell it"
    ends = rounds.made[-1].until
    assert rounds.counts(ends).schedule == rounds.standing, "nobody has said more"


def test_a_device_without_antennas_in_the_slots_may_be_away() -> None:
    rounds = Rounds(PLANS)
    rounds.away("badges", gone=True)
    rounds.scanned("bet.3", 12, 1000, news=True)
    assert len(rounds.made) == 1


def test_where_a_scan_is_longer_than_the_last_a_long_slot_waits_for_what_has_come() -> None:
    rounds = playing()
    rounds.scanned("hand.4", 0, 0, news=False)
    rounds.longer("bet.3", 1500)
    for now in range(1000, 2000, 20):
        rounds.scanned("hand.4", 0, now, news=False)
    slots = rounds.made[-1].schedule.of("bet.3")
    assert [tags_read(slot.length) for slot in slots] == [12] * OFTEN_CHIPS
    assert tags_read(rounds.made[-1].schedule.slots["bet.4"].length) < 3
    for now in range(2000, 4000, 20):
        rounds.scanned("bet.3", 1, now, news=False)
    assert tags_read(rounds.made[-1].schedule.slots["bet.3"].length) < 3, "it has ended"


def test_a_node_that_joins_from_its_own_thread_while_others_are_woken_is_no_error() -> None:
    rounds = Rounds(PLANS)
    woken: list[str] = []

    def wake() -> None:
        woken.append("seat-1")
        rounds.follows("seat-2", can=True, wake=lambda: woken.append("seat-2"))

    rounds.follows("seat-1", can=True, wake=wake)
    rounds.scanned("board.1", 0, 0, news=False)
    assert (len(rounds.made), woken) == (1, ["seat-1"])


def test_a_long_scan_that_is_told_while_many_others_are_heeded_is_no_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rounds = Rounds(PLANS)
    for at in range(HEEDED):
        rounds.longer("bet.3", at)

    def told_meanwhile(tags: int) -> int:
        rounds.longer("bet.4", 100)
        rounds.longer("bet.5", 100)
        return slot_for(tags)

    monkeypatch.setattr("hardware.timing.dynamic_slots.slot_for", told_meanwhile)
    rounds.scanned("board.1", 0, 200, news=False)
    assert len(rounds.made) == 1


def test_what_has_news_has_several_slots_in_a_frame_and_the_others_lie_between() -> None:
    rounds = Rounds(PLANS)
    for at in (800, 1000):
        rounds.scanned("hand.3", 1, at, news=True)
    schedule = rounds.made[-1].schedule
    starts = [slot.start for slot in schedule.of("hand.3")]
    apart = [after - before for before, after in pairwise([*starts, schedule.frame])]
    assert len(starts) == OFTEN
    assert max(apart) < 0.7 * schedule.frame
    assert list(schedule.again) == ["hand.3"]
    rounds.scanned("hand.3", 1, 1000 + DEALING, news=True)
    assert len(rounds.made[-1].schedule.of("hand.3")) == OFTEN_CARDS, "nobody deals any more"


@pytest.mark.parametrize("tags", [2, 9, 14])
def test_chips_that_move_are_read_many_times_in_a_frame_and_all_else_once(tags: int) -> None:
    rounds = Rounds(PLANS)
    for name in NAMES:
        rounds.scanned(name, 1, 0, news=False)
    calm = rounds.made[-1].schedule.frame
    rounds.scanned("bet.3", tags, DEALING, news=True)
    schedule = rounds.made[-1].schedule
    slots = schedule.of("bet.3")
    starts = [slot.start for slot in slots]
    longest = max(after - before for before, after in pairwise([*starts, schedule.frame]))
    assert len(slots) >= 3
    assert longest < calm + slots[0].length, "sooner than once in a frame"
    assert schedule.frame <= LONGEST_CHIPS
    assert all(len(schedule.of(name)) == 1 for name in NAMES if name != "bet.3")
