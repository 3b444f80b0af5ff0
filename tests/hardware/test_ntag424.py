"""A badge proves that it knows its key: by NXP's own examples, and against every kind of cheat."""

import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.readers.ntag424 import (
    FACTORY_KEY,
    BadgeProof,
    Session,
    Transmit,
    Unproven,
    badge_key,
    change_key,
    diversified,
    prove,
)
from hardware.twin.cards.virtual_card import StorageCard
from tests.hardware.ntag424_card import Ntag424Card

UID = "04A1B2C3D4E5F6"
MASTER = bytes(range(16))
GONE = threading.Event()


def hexed(text: str) -> bytes:
    return bytes.fromhex(text)


def line_to(card: Ntag424Card | StorageCard) -> Transmit:
    """Return what sends commands to a card."""

    def transmit(apdu: bytes) -> bytes:
        answer = card.answer(apdu, GONE)
        assert answer is not None
        return answer

    return transmit


def script(*pairs: tuple[str, str]) -> tuple[Transmit, list[str]]:
    """Return a card that says what a document has it say, and what it was asked."""
    asked: list[str] = []

    def transmit(apdu: bytes) -> bytes:
        asked.append(apdu.hex().upper())
        return hexed(pairs[len(asked) - 1][1])

    return transmit, asked


def test_authentication_is_that_of_an12196() -> None:
    transmit, asked = script(
        ("select", "9000"),
        ("first", "A04C124213C186F22399D33AC2A3021591AF"),
        ("second", "3FA64DB5446D1F34CD6EA311167F5E4985B89690C04A05F17FA7AB2F081206639100"),
    )
    session = prove(transmit, FACTORY_KEY, hexed("13C5DB8A5930439FC3DEF9A4C675360F"))
    assert asked == [
        "00A4040C07D276000085010100",
        "9071000002000000",
        "90AF00002035C3E05A752E0144BAC0DE51C1F22C56B34408A23D8AEA266CAB947EA8E0118D00",
    ]
    assert session.transaction == hexed("9D00C4DF")
    assert session.encryption == hexed("1309C877509E5A215007FF0ED19CA564")
    assert session.signing == hexed("4C6626F5E72EA694202139295C7A7FC7")
    assert "1309" not in repr(session).upper()


def test_the_change_of_a_key_is_that_of_an12196() -> None:
    session = Session(
        hexed("4CF3CB41A22583A61E89B158D252FC53"), hexed("5529860B2FC5FB6154B7F28361D30BF9"),
        hexed("7614281A"), 3,
    )  # fmt: skip
    transmit, asked = script(("change", "9100"))
    change_key(transmit, session, hexed("5004BF991F408672B1EF00F08F9E8647"))
    assert asked == [
        "90C400002900C0EB4DEEFEDDF0B513A03A95A75491818580503190D4D05053FF75668A01D6FD"
        "A6610234BDED643200"
    ]


def test_the_key_of_each_badge_is_that_of_an10922() -> None:
    master = hexed("00112233445566778899AABBCCDDEEFF")
    about = hexed("04782E21801D80" + "3042F5" + "4E585020416275")
    assert diversified(master, about) == hexed("A8DD63A3B89D54B37CA802473FDA9175")
    with pytest.raises(ValueError, match="16 to 31"):
        diversified(master, bytes(15))
    assert badge_key(MASTER, UID) != badge_key(MASTER, "04A1B2C3D4E5F7")


def test_a_badge_gets_its_key_and_proves_itself_with_it_alone() -> None:
    card, key = Ntag424Card(UID), badge_key(MASTER, UID)
    change_key(line_to(card), prove(line_to(card), FACTORY_KEY), key)
    assert card.key == key
    BadgeProof(MASTER)(line_to(card), UID)
    with pytest.raises(Unproven, match="does not know the key"):
        prove(line_to(card), FACTORY_KEY)


def replaying(heard: list[bytes]) -> Transmit:
    """Return a card that says again what a true one has said."""
    left = iter(heard)
    return lambda _: next(left, b"\x91\xae")


def copied() -> Transmit:
    return line_to(StorageCard(UID))


def of_another_club() -> Transmit:
    return line_to(Ntag424Card(UID, badge_key(bytes(16), UID)))


def of_another_badge() -> Transmit:
    return line_to(Ntag424Card(UID, badge_key(MASTER, "04A1B2C3D4E5F7")))


def fresh_from_the_factory() -> Transmit:
    return line_to(Ntag424Card(UID))


def replayed() -> Transmit:
    heard: list[bytes] = []
    true = line_to(Ntag424Card(UID, badge_key(MASTER, UID)))

    def listening(apdu: bytes) -> bytes:
        heard.append(true(apdu))
        return heard[-1]

    BadgeProof(MASTER)(listening, UID)
    return replaying(heard)


@pytest.mark.parametrize(
    "cheat", [copied, of_another_club, of_another_badge, fresh_from_the_factory, replayed]
)
def test_a_cheat_is_not_believed(cheat: Callable[[], Transmit]) -> None:
    with pytest.raises(Unproven):
        BadgeProof(MASTER)(cheat(), UID)


@given(st.lists(st.binary(max_size=60), min_size=3, max_size=3))
def test_whatever_a_card_says_it_is_no_proof(said: list[bytes]) -> None:
    with pytest.raises(Unproven):
        BadgeProof(MASTER)(replaying([b"\x90\x00", said[0] + b"\x91\xaf", *said[1:]]), UID)


@given(st.binary(min_size=16, max_size=16), st.binary(min_size=32, max_size=32))
def test_a_proof_of_the_right_shape_is_no_proof(first: bytes, second: bytes) -> None:
    said = [b"\x90\x00", first + b"\x91\xaf", second + b"\x91\x00"]
    with pytest.raises(Unproven, match="a different key"):
        BadgeProof(MASTER)(replaying(said), UID)
