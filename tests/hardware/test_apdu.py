"""What readers answer about the cards in their field."""

import threading

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hardware.readers.apdu import PN532_LIST_TWO, Garbage, Unread, has_pn532, uid_in, uids_in
from hardware.twin.cards.virtual_card import Pn532Cards

DONE = b"\x90\x00"


@pytest.mark.parametrize(
    ("answer", "uid"),
    [
        ("04A1B2C3 9000", "04A1B2C3"),
        ("04A1B2C3D4E5F6 9000", "04A1B2C3D4E5F6"),
        ("04A1B2C3D4E5F60708 09 9000", "04A1B2C3D4E5F6070809"),
        ("E00401500A1B2C3D 9000", "E00401500A1B2C3D"),
        ("3D2C1B0A500104E0 9000", "E00401500A1B2C3D"),
        ("E00401500A1B2CE0 9000", "E00401500A1B2CE0"),
    ],
)
def test_a_uid_reads_the_same_from_every_reader(answer: str, uid: str) -> None:
    assert uid_in(bytes.fromhex(answer)) == uid


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("", Unread),
        ("6300", Unread),
        ("6A81", Unread),
        ("90", Garbage),
        ("9000", Garbage),
        ("04A1B2 9000", Garbage),
        ("00000000 9000", Garbage),
        ("FFFFFFFF 9000", Garbage),
        ("04A1B2C3D4E5F6", Garbage),
    ],
)
def test_an_answer_without_a_uid_gives_none(answer: str, error: type[Exception]) -> None:
    with pytest.raises(error) as refused:
        uid_in(bytes.fromhex(answer))
    assert "A1B2" not in str(refused.value).upper()


@pytest.mark.parametrize(
    ("answer", "uids"),
    [
        ("D54B00 9000", ()),
        ("D54B01 01 0002 18 04 F68E2A99 9000", ("F68E2A99",)),
        ("D54B02 01 0044 00 07 04A1B2C3D4E502 02 0044 00 07 04A1B2C3D4E501 9000",
         ("04A1B2C3D4E501", "04A1B2C3D4E502")),
        # The first is a card of ISO 14443-4, with its ATS.
        ("D54B02 01 0344 20 07 04A1B2C3D4E501 06 7577810280 02 0002 08 04 F68E2A99 9000",
         ("04A1B2C3D4E501", "F68E2A99")),
    ],
)  # fmt: skip
def test_a_list_of_two_cards(answer: str, uids: tuple[str, ...]) -> None:
    assert uids_in(bytes.fromhex(answer)) == uids


@given(st.binary(max_size=60), st.booleans())
@example(bytes.fromhex("D54B02010044000704A1B2C3D4E502"), True)
def test_any_answer_gives_uids_or_an_error(answer: bytes, done: bool) -> None:
    for read in (uid_in, uids_in):
        said = ""
        try:
            uids = read(answer + DONE if done else answer)
        except (Unread, Garbage) as error:
            said, uids = str(error), ()
        assert said or all(len(u) in {8, 14, 16, 20} for u in ([uids] if read is uid_in else uids))


def test_which_answer_comes_from_a_pn532() -> None:
    assert has_pn532(bytes.fromhex("D50332010607 9000"))
    for other in ("", "6300", "D503310106079000", "D50332010607"):
        assert not has_pn532(bytes.fromhex(other))


def test_the_twins_pn532_answers_every_second_time() -> None:
    cards = Pn532Cards("04A1B2C3D4E501", "04A1B2C3")
    gone = threading.Event()
    first, second = (cards.answer(PN532_LIST_TWO, gone) for _ in range(2))
    assert first == b"\x63\x00"
    assert second is not None
    assert uids_in(second) == ("04A1B2C3", "04A1B2C3D4E501")
