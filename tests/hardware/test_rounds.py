"""Slots by need: whoever has news gets time, and still nobody radiates beside a neighbour."""

import random
from itertools import combinations, product

import pytest

from hardware.rounds import (
    GUARD,
    LASTS,
    LEAD,
    LONGEST,
    LONGEST_FOR_CARDS,
    Rounds,
    slot_for,
    tags_read,
)
from hardware.slots import APART, Schedule, apart
from hardware.twin.layout import reference_layout

PLANS = reference_layout(8)
NAMES = [plan.name for plan in PLANS]


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
        assert rounds.made[-1].schedule.frame <= LONGEST
        assert rounds.counts(now).until > now


def test_a_zone_with_news_is_read_whole_in_one_slot_and_an_empty_one_has_a_glance() -> None:
    rounds = Rounds(PLANS)
    rounds.scanned("bet.3", 12, 1000, news=True)
    (one,) = rounds.made
    assert tags_read(one.schedule.slots["bet.3"].length) == 15, "13, and for what nobody answers"
    assert one.schedule.slots["hand.3"].length == slot_for(0)
    assert one.began >= 1000 + LEAD
    assert one.until - one.began >= LASTS


def test_where_cards_have_news_a_frame_is_so_short_that_two_scans_tell_their_order() -> None:
    rounds = Rounds(PLANS)
    for seat in (2, 3, 4):
        rounds.scanned(f"bet.{seat}", 20, 1000, news=True)
    assert rounds.made[-1].schedule.frame > LONGEST_FOR_CARDS
    rounds.scanned("board.1", 3, 2000, news=True)
    assert rounds.made[-1].schedule.frame <= LONGEST_FOR_CARDS


def test_while_nothing_changes_a_round_follows_before_the_last_one_ends() -> None:
    rounds = Rounds(PLANS)
    numbers = set()
    for now in range(0, 4 * LASTS, 100):
        rounds.scanned("bet.3", 3, now, news=False)
        if now > LEAD + LONGEST:
            numbers.add(rounds.counts(now).number)
    assert len(numbers) >= 4
    assert 0 not in numbers  # never the standing slots


def test_rounds_follow_each_other_at_the_end_of_a_frame() -> None:
    rounds = Rounds(PLANS)
    rounds.scanned("bet.3", 0, 0, news=False)
    for now, tags in ((1000, 3), (2000, 9), (3000, 20)):
        rounds.scanned("bet.3", tags, now, news=True)
        before, after = rounds.made
        assert before.until > after.began
        assert (after.began - before.began) % before.schedule.frame == 0
        assert rounds.counts(after.began - 1) == before
        assert rounds.counts(after.began) == after


def test_no_more_rounds_are_made_while_a_node_is_away_or_knows_of_none() -> None:
    rounds = Rounds(PLANS)
    rounds.away("seat-1", gone=True)
    rounds.scanned("bet.3", 12, 1000, news=True)
    rounds.away("seat-1", gone=False)
    rounds.follows("seat-2", can=False)
    rounds.scanned("bet.3", 12, 2000, news=True)
    assert rounds.made == ()
    assert rounds.counts(2000).schedule == rounds.standing
    rounds.follows("seat-2", can=True)
    rounds.scanned("bet.3", 12, 3000, news=True)
    assert len(rounds.made) == 1
    ends = rounds.made[-1].until
    assert rounds.counts(ends).schedule == rounds.standing, "nobody has said more"


def test_where_a_scan_is_longer_than_the_last_a_long_slot_waits_for_what_has_come() -> None:
    rounds = Rounds(PLANS)
    rounds.scanned("hand.4", 0, 0, news=False)
    rounds.longer("bet.3", 1500)
    for now in range(1000, 2000, 20):
        rounds.scanned("hand.4", 0, now, news=False)
    slots = rounds.made[-1].schedule.of("bet.3")
    assert [tags_read(slot.length) for slot in slots] == [12, 12]
    assert tags_read(rounds.made[-1].schedule.slots["bet.4"].length) < 3
    for now in range(2000, 4000, 20):
        rounds.scanned("bet.3", 1, now, news=False)
    assert tags_read(rounds.made[-1].schedule.slots["bet.3"].length) < 3, "it has ended"


def test_what_has_news_has_two_slots_in_a_frame_and_half_of_the_others_lie_between() -> None:
    rounds = Rounds(PLANS)
    rounds.scanned("hand.3", 1, 1000, news=True)
    schedule = rounds.made[-1].schedule
    first, second = schedule.of("hand.3")
    middle = (second.start - first.start) / schedule.frame
    assert 0.3 < middle < 0.7
    assert list(schedule.again) == ["hand.3"]
