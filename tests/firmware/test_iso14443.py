"""ISO 14443 A: every card in the field is called, whatever the length of its uid."""

from itertools import cycle, islice, repeat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.reading import iso14443
from tests.firmware.air import Proximity, drive

# In the first byte 0x88 says that a uid goes on in another level: no uid may begin with it there.
FOUR = st.binary(min_size=4, max_size=4).filter(lambda uid: uid[0] != 0x88)
SEVEN = st.binary(min_size=7, max_size=7).filter(lambda uid: uid[0] != 0x88 and uid[3] != 0x88)
TEN = st.binary(min_size=10, max_size=10).filter(
    lambda uid: uid[0] != 0x88 and uid[3] != 0x88 and uid[6] != 0x88
)
# Cards out of one box: they differ in a few bits, anywhere.
ALIKE = st.builds(
    lambda base, place, small: base[:place] + bytes((small,)) + base[place + 1 :],
    st.sampled_from([bytes(4), b"\x04" * 7, b"\x11" * 10, b"\xff" * 7]),
    st.integers(0, 3),
    st.sampled_from([0, 1, 2, 3, 128, 254, 255]),
)
FIELDS = st.sets(st.one_of(FOUR, SEVEN, TEN, ALIKE), max_size=10)


def test_the_crc_is_that_of_the_standard() -> None:
    assert iso14443.crc_a(b"123456789") == 0xBF05


@given(FIELDS)
@settings(deadline=None)
def test_every_set_of_cards_is_read(uids: set[bytes]) -> None:
    assert sorted(Proximity(uids).scan()) == sorted(uids)


@given(FIELDS, st.integers(-3, 3))
@settings(deadline=None, max_examples=50)
def test_a_chip_that_tells_the_place_of_a_collision_wrong_is_borne(
    uids: set[bytes], miscounts: int
) -> None:
    found = Proximity(uids, miscounts).scan()
    assert len(found) == len(set(found))
    assert set(found) <= uids
    assert bool(found) == bool(uids)


@given(FIELDS, st.lists(st.integers(5, 20), min_size=1))
@settings(deadline=None)
def test_every_set_of_cards_is_read_where_the_field_goes_off_in_between(
    uids: set[bytes], pieces: list[int]
) -> None:
    """A card of three levels goes on with five frames: REQA, two selects, and two more."""
    assert sorted(Proximity(uids).scan_in_pieces(islice(cycle(pieces), 999))) == sorted(uids)


@given(FIELDS)
@settings(deadline=None, max_examples=20)
def test_a_scan_ends_though_no_slot_is_long_enough_for_a_card(uids: set[bytes]) -> None:
    found = Proximity(uids).scan_in_pieces(repeat(1, 999))
    assert found == []


@pytest.mark.parametrize("bit", range(31))
def test_four_cards_that_differ_in_two_bits_beside_each_other_are_read(bit: int) -> None:
    uids = {(0x04040404 ^ two << bit).to_bytes(4, "little") for two in range(4)}
    assert sorted(Proximity(uids).scan()) == sorted(uids)


def test_cards_beyond_the_most_are_left_out() -> None:
    uids = {bytes((8, 0, number, 7)) for number in range(40)}
    assert len(Proximity(uids).scan()) == iso14443.MOST_CARDS


@pytest.mark.parametrize("sizes", [(12, 500, 9), (6, 5, 0, 4), (5,)])
def test_a_scan_of_noise_ends_and_finds_nothing(sizes: tuple[int, ...]) -> None:
    noise = iter([iso14443.Answer(b"\xff" * size, size % 5 or None) for size in sizes * 1000])
    assert drive(iso14443.scan(), lambda _: next(noise)) == []
