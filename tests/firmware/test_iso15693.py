"""ISO 15693: whatever lies in a field is read, and nothing else."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.reading import iso15693
from tests.firmware.air import Vicinity, reply_of


def uid(number: int) -> bytes:
    return number.to_bytes(8, "big")


ANY = st.integers(0, 2**64 - 1).map(uid)

# Tags that differ in a few bits only, wherever these are: the worst for who asks by bits.
ALIKE = st.builds(
    lambda base, place, small: uid((base & ~(63 << place) | small << place) & 2**64 - 1),
    st.sampled_from([0, 2**64 - 1, 0xE004_0150_0000_0000, 0x0123_4567_89AB_CDEF]),
    st.sampled_from([0, 2, 4, 30, 56, 58]),
    st.integers(0, 63),
)
FIELDS = st.sets(st.one_of(ANY, ALIKE), max_size=40)


def chips(count: int, seed: int = 1) -> list[bytes]:
    rng = random.Random(seed)
    return [uid(0xE004_0150_0000_0000 | rng.getrandbits(32)) for _ in range(count)]


def test_the_crc_is_that_of_the_standard() -> None:
    assert iso15693.crc16(b"123456789") == 0x906E


@given(FIELDS)
@settings(deadline=None)
def test_every_set_of_tags_is_read_at_the_first_scan_and_at_each_after(uids: set[bytes]) -> None:
    air, field = Vicinity(uids), iso15693.InventoryTree()
    for thorough in (True, False, True):
        found = air.scan(field, thorough)
        assert sorted(found) == sorted(uids)


@given(st.lists(FIELDS, min_size=2, max_size=6), st.booleans(), st.sampled_from([1, 6]))
@settings(deadline=None)
def test_what_changes_from_scan_to_scan_is_read(
    fields: list[set[bytes]], thorough: bool, scans: int
) -> None:
    """A field that was at rest asks some of what nobody answered only in a later scan."""
    air, field = Vicinity(()), iso15693.InventoryTree()
    for uids in fields:
        air.uids, known = uids, set(field.last) & uids
        waits = 0 if thorough or not field._rest else len(field._waiting)
        for _ in range(waits):
            found = air.scan(field, thorough)
            assert known <= set(found) <= uids
        for _ in range(scans):
            assert sorted(air.scan(field, thorough)) == sorted(uids)


@pytest.mark.parametrize("alike", range(6))
def test_a_pair_at_rest_takes_three_questions_and_hears_what_comes_in_turn(alike: int) -> None:
    pair = {uid(0), uid(1 << alike)}
    for low in range(1, 1 << alike + 1):
        air, field = Vicinity(pair), iso15693.InventoryTree()
        for _ in range(6):
            air.scan(field)
        for _ in range(8):
            air.asked = 0
            assert set(air.scan(field, thorough=False)) == pair
            assert air.asked <= 3
        air.uids = pair | {uid(1 << 20 | low)}
        heard = [set(air.scan(field, thorough=False)) for _ in range(max(alike, 1))]
        assert heard[-1] == air.uids


class Forgetful(iso15693.InventoryTree):
    """An antenna that asks leaf by leaf in every scan, at rest or not."""

    def _at_rest(self) -> None:
        return None


@given(st.lists(st.tuples(FIELDS, FIELDS), min_size=1, max_size=4))
@settings(deadline=None)
def test_a_field_at_rest_is_asked_for_all_that_another_is_asked_for(
    changes: list[tuple[set[bytes], set[bytes]]],
) -> None:
    kept, anew = iso15693.InventoryTree(), Forgetful()
    airs = Vicinity(()), Vicinity(())
    for uids, lost in changes:
        for scan in range(7):
            # The last one is of a field from which some tags are not heard for once.
            silent = lost if scan == 6 else set()
            both = []
            for air, field in zip(airs, (kept, anew), strict=True):
                air.uids, air.asked = uids - silent, 0
                both.append((sorted(air.scan(field, sixteen=False)), air.asked))
            assert both[0] == both[1]
            assert both[0][0] == sorted(uids - silent)


ROUNDS_OF_SCANS = st.lists(
    st.tuples(
        st.sets(st.sampled_from(chips(3)), max_size=2),
        st.sampled_from(["scan", "thorough", "look"]),
        st.sampled_from([1, iso15693.STAYS]),
    ),
    min_size=3,
    max_size=8,
)
"""Which tags lie there, how they are asked for, and how many times."""


@given(ROUNDS_OF_SCANS, st.booleans())
@settings(deadline=None, max_examples=500)
def test_only_what_has_answered_in_a_scan_is_told_whatever_was_asked_before(
    rounds: list[tuple[set[bytes], str, int]], sixteen: bool
) -> None:
    air, field = Vicinity(()), iso15693.InventoryTree()
    for uids, how, times in rounds:
        air.uids = uids
        for _ in range(times):
            if how == "look":
                air.look(field)
            else:
                known = set(field.last) & uids
                found = air.scan(field, how == "thorough", sixteen=sixteen)
                assert known <= set(found) <= uids
                assert len(found) == len(set(found))


@pytest.mark.parametrize("stays", [0, 1])
def test_two_that_are_overheard_for_one_scan_are_gone_in_the_next(stays: int) -> None:
    """A field that is empty or of one tag is asked in another way than a pile."""
    *lying, one, two = chips(2 + stays)
    air, field = Vicinity(lying), iso15693.InventoryTree()
    for _ in range(iso15693.STAYS):
        air.scan(field, thorough=True)
    air.uids |= {one, two}
    assert sorted(air.scan(field, thorough=False)) == sorted([*lying, one, two])
    air.uids = set(lying)
    for thorough in (False, False, True):
        assert air.scan(field, thorough) == lying


def test_a_field_at_rest_costs_no_walk_and_one_that_changes_does_at_once() -> None:
    uids = chips(6)
    air, field = Vicinity(uids[:5]), iso15693.InventoryTree()
    walks: list[int] = []
    walk = field._walk
    field._walk = lambda *parts: walks.append(len(parts[0])) or walk(*parts)  # type: ignore[method-assign,func-returns-value]
    for _ in range(6):
        air.scan(field, thorough=False)
    walks.clear()
    for _ in range(3):
        assert sorted(air.scan(field, thorough=False)) == sorted(uids[:5])
    assert not walks
    air.uids = set(uids)
    assert sorted(air.scan(field, thorough=False)) == sorted(uids)
    assert field.fresh
    assert len(walks) == 1


@given(FIELDS, st.data())
@settings(deadline=None)
def test_whoever_is_drowned_is_heard_when_the_others_are_quiet(
    uids: set[bytes], data: st.DataObject
) -> None:
    loud = data.draw(st.sets(st.sampled_from(sorted(uids)), max_size=2)) if uids else set()
    found = Vicinity(uids, loud).scan(iso15693.InventoryTree())
    # Two that are loud collide with each other; whoever else is quiet enough may take a sweep more.
    assert set(found) <= uids
    if len(loud) < 2:
        assert sorted(found) == sorted(uids)


@given(FIELDS)
@settings(deadline=None)
def test_a_scan_without_16_slots_reads_all_though_the_field_goes_off_after_each_frame(
    uids: set[bytes],
) -> None:
    air, field = Vicinity(uids), iso15693.InventoryTree()

    def harm(reply: bytes | None) -> bytes | None:
        air.blink()
        return reply

    air.harm = harm
    for _ in range(2):
        assert sorted(air.scan(field, thorough=False, sixteen=False)) == sorted(uids)


@given(FIELDS)
@settings(deadline=None, max_examples=30)
def test_after_a_scan_each_tag_is_expected_at_its_place(uids: set[bytes]) -> None:
    """A place where a tag was read has been silent for no scan, however the tag was found."""
    air, field = Vicinity(uids), iso15693.InventoryTree()
    assert sorted(air.scan(field, thorough=False)) == sorted(uids)
    if len(field.leaves) > 1:  # many leaves for few tags are forgotten
        assert sum(silent == 0 for silent in field.leaves.values()) == len(uids)


def test_whoever_was_found_drowned_is_heard_in_each_scan_from_then_on() -> None:
    one, two, three = sorted(chips(3))
    for looks in (True, False):
        air, field = Vicinity({one, two, three}, {one}), iso15693.InventoryTree()
        assert air.scan(field, thorough=False) == [one]
        for _ in range(2):
            if looks:
                air.look(field)
            else:
                air.scan(field)
            air.scan(field, thorough=False)
        assert sorted(air.scan(field, thorough=False, sixteen=False)) == [one, two, three]


@pytest.mark.parametrize("looks", [True, False])
def test_one_that_comes_to_a_field_at_rest_and_is_drowned_is_heard_like_any(looks: bool) -> None:
    loud, drowned, third = uid(0b000), uid(0b010), uid(0b001)
    air, field = Vicinity({loud, third}, {loud}), iso15693.InventoryTree()
    for _ in range(6):
        air.scan(field)
    air.uids.add(drowned)
    assert sorted(air.scan(field, thorough=False)) == [loud, third]
    if looks:
        air.look(field)
    else:
        air.scan(field)
    assert sorted(air.scan(field, thorough=False)) == [loud, third, drowned]


@given(FIELDS, st.integers(0, 10_000))
@settings(deadline=None, max_examples=50)
def test_noise_loses_tags_and_invents_none_and_ends(uids: set[bytes], seed: int) -> None:
    rng = random.Random(seed)
    air, field = Vicinity(uids), iso15693.InventoryTree()

    def harm(reply: bytes | None) -> bytes | None:
        if rng.random() < 0.2:
            return None if rng.random() < 0.5 else bytes(rng.getrandbits(8) for _ in range(12))
        return reply

    air.harm = harm
    for _ in range(3):
        found = air.scan(field)
        assert set(found) <= uids
        assert len(found) == len(set(found))
    air.harm = lambda _: b""
    before = air.asked
    assert air.scan(field) == []
    assert air.asked - before < iso15693.MOST_IN_VAIN + 100
    air.harm = lambda reply: reply
    for _ in range(6):
        found = air.scan(field)
    assert sorted(found) == sorted(uids)


@pytest.mark.parametrize(
    ("uids", "how", "most"),
    [
        ((), "look", iso15693.MOST_IN_VAIN + 1),
        ((), "scan", iso15693.MOST_IN_VAIN + 1),
        ((), "thorough", iso15693.MOST_IN_VAIN + iso15693.SWEEPS),
        ((uid(0),), "thorough", iso15693.MOST + 1 + iso15693.SWEEPS),
    ],
)
def test_where_all_else_is_noise_so_many_questions_are_asked(
    uids: tuple[bytes, ...], how: str, most: int
) -> None:
    """The question to all tags is one more, and so is telling the tag to be quiet."""
    air, field = Vicinity(uids), iso15693.InventoryTree()
    air.harm = lambda reply: reply or b""
    if how == "look":
        air.look(field)
    else:
        air.scan(field, how == "thorough")
    assert air.asked == most


def test_a_look_after_noise_has_questions_of_its_own() -> None:
    """The scan before has used up all that it may ask in vain."""
    air, field = Vicinity({uid(0), uid(1)}), iso15693.InventoryTree()
    air.harm = lambda reply: reply or b""
    air.uids = set()
    air.scan(field)
    air.harm = lambda reply: reply
    air.uids = {uid(0), uid(1)}
    before = air.asked
    air.look(field)
    assert air.asked - before == 3, "all tags, and either half"


@pytest.mark.parametrize("bit", range(64))
def test_two_that_differ_in_one_bit_cost_two_questions_for_each_bit_up_to_it(bit: int) -> None:
    air, field = Vicinity({uid(0), uid(1 << bit)}), iso15693.InventoryTree()
    assert len(air.scan(field, thorough=False, sixteen=False)) == 2
    assert air.asked == 1 + 2 * (bit + 1)


def test_what_looks_as_before_costs_a_question_for_each_tag() -> None:
    """An empty antenna, one of a card and one of two: most of the scans of a table."""
    for count, most in ((0, 1), (1, 1), (2, 3)):
        air, field = Vicinity(chips(count)), iso15693.InventoryTree()
        air.scan(field, thorough=False)
        air.asked = 0
        air.scan(field, thorough=False)
        assert air.asked <= most


@pytest.mark.parametrize("seed", range(5))
def test_what_comes_is_met_when_its_part_is_asked_for_and_one_that_was_missed_is_nothing_new(
    seed: int,
) -> None:
    *pile, one = chips(13, seed)
    air, field = Vicinity(pile), iso15693.InventoryTree()
    for _ in range(6):
        air.scan(field)
    assert not field.fresh
    for lie in (pile[1:], pile):
        air.uids = set(lie)
        air.scan(field)
        assert not field.fresh
    air.uids.add(one)
    met: list[bool] = []

    def asked(reply: bytes | None) -> bytes | None:
        met.append(field.fresh)
        return reply

    air.harm = asked
    air.scan(field, thorough=False)
    assert field.fresh
    assert not met[0]
    assert True in met, "before the scan has ended"
    air.scan(field)
    assert not field.fresh, "where it lies is known now"


def test_a_stack_of_chips_is_read_with_few_questions() -> None:
    air, field = Vicinity(chips(24)), iso15693.InventoryTree()
    assert len(air.scan(field)) == 24
    air.asked = 0
    assert len(air.scan(field, thorough=False)) == 24
    assert air.asked <= 80


def test_a_field_that_was_full_becomes_a_single_question_again() -> None:
    air, field = Vicinity(chips(30)), iso15693.InventoryTree()
    air.scan(field)
    air.uids = set()
    air.scan(field, thorough=False)
    air.asked = 0
    assert air.scan(field, thorough=False) == []
    assert air.asked == 1


def test_only_a_clean_reply_gives_a_uid() -> None:
    good = reply_of(chips(1)[0])
    assert iso15693.uid_of(good) == chips(1)[0]
    assert iso15693.uid_of(good[:-1]) is None
    assert iso15693.uid_of(b"\x01" + good[1:]) is None
    for place in range(12):
        damaged = bytearray(good)
        damaged[place] ^= 0x10
        assert iso15693.uid_of(bytes(damaged)) is None
    for flags, format_id, uid_there in ((0, 1, chips(1)[0]), (1, 0, None)):
        body = bytes((flags, format_id)) + good[2:10]
        reply = body + iso15693.crc16(body).to_bytes(2, "little")
        assert iso15693.uid_of(reply) == uid_there, "an error has a flag"


@pytest.mark.parametrize("count", [40, 90])
def test_a_great_pile_that_lies_there_costs_few_questions_more_than_tags(count: int) -> None:
    air, field = Vicinity(chips(count)), iso15693.InventoryTree()
    for _ in range(4):
        assert len(air.scan(field, thorough=False)) == count
    air.asked = 0
    assert len(air.scan(field, thorough=False)) == count
    assert air.asked < 1.6 * count
