"""What no antenna sees and a key declares: exposed cards, telephones, players who leave."""

import pytest

from controller.contract.public import ActionRefused, HandKilled
from controller.houses.loader import shipped_houses
from tests.controller.table.scripted import kinds, played, said


@pytest.mark.parametrize("house", shipped_houses())
@pytest.mark.parametrize("pile", ["stub", "burn", "muck"])
def test_a_card_of_a_pile_that_was_seen_is_found(house: str, pile: str) -> None:
    game = played(f"hand ; deal\n1 sees card of {pile}", house=house)
    assert kinds(game) == ["deal.exposed"]


def test_there_is_nothing_to_see_between_hands_and_of_an_empty_seat() -> None:
    for script in ("1 says seen", "hand\n1 says seen"):
        game = played(script)
        assert [event.reason for event in said(game, ActionRefused)] == ["no-such-card"]  # type: ignore[attr-defined]
        assert not kinds(game)


@pytest.mark.parametrize("house", shipped_houses())
def test_a_telephone_is_the_fault_of_live_hands_alone(house: str) -> None:
    live = played("hand ; deal\n3 phones", house=house)
    assert kinds(live) == ["hand.phone"]
    folded = played("hand ; deal\n1 folds\n1 phones", house=house)
    assert not kinds(folded)
    assert not kinds(played("3 phones", house=house))


@pytest.mark.parametrize("house", shipped_houses())
def test_who_leaves_with_a_live_hand_is_found_and_who_has_folded_is_not(house: str) -> None:
    assert kinds(played("hand ; deal\n3 leaves", house=house)) == ["hand.left"]
    assert not kinds(played("hand ; deal\n1 folds\n1 leaves", house=house))


def test_a_hand_shown_when_all_is_over_may_be_shown() -> None:
    game = played("hand ; deal\n1 folds ; 2 folds\n3 says shown\nexpect cards.tabled seat=3")
    assert not kinds(game)
    assert not said(game, HandKilled)


@pytest.mark.parametrize(
    ("script", "kind"),
    [
        ("", "deal.exposed"),
        ("1 calls\n", "hand.shown"),
        ("1 calls ; 2 calls ; 3 checks\nflop\n", "hand.shown"),
    ],
)
def test_a_card_that_was_seen_was_exposed_by_the_deal_until_somebody_has_acted(
    script: str, kind: str
) -> None:
    game = played(f"hand ; deal\n{script}1 sees card of 2")
    assert kinds(game) == [kind]
