"""Cards dealt to a seat that nothing reads are that seat's wherever they are read later."""

import pytest

from controller.table.dealing.unread_cards import LACKING_MS
from controller.table.state import LOST_CARD
from tests.controller.table.scripted import FOUR, kinds, played, sensed

LOST = {
    "before the deal": "device-lost hand.3\nhand ; deal",
    "amid the deal": (
        "hand\ndeal to 2 ; deal to 3 ; deal to 4 ; deal to 1\ndevice-lost hand.3\ndeal"
    ),
}
ROUND = "gather ; flop ; 2 checks ; 3 checks ; 4 checks ; 1 checks"
TO_SHOW = (
    "4 calls ; 1 calls ; 2 calls ; 3 checks\n"
    f"{ROUND}\n{ROUND.replace('flop', 'turn')}\n{ROUND.replace('flop', 'river')}"
)
ACTS = {
    "folds by key": ("4 raises to 300 ; 1 calls ; 2 calls ; 3 folds\ngather", "next burn"),
    "folds by mucking": ("4 raises to 300 ; 1 calls ; 2 calls ; 3 mucks\ngather", "next burn"),
    "folds late": (
        "4 calls ; 1 calls ; 2 calls ; 3 checks\ngather ; flop\n"
        "2 bets 200 ; 3 folds ; 4 calls ; 1 calls\ngather",
        "next burn",
    ),
    "tables": (f"{TO_SHOW}\n2 tables ; 3 tables ; 4 mucks ; 1 mucks", "hand over"),
    "tables an all-in": (
        "4 folds ; 1 goes all-in ; 2 folds ; 3 calls\n1 tables ; 3 tables\ngather\n"
        "flop ; turn ; river",
        "hand over",
    ),
    "mucks at the showdown": (f"{TO_SHOW}\n2 tables ; 3 mucks ; 4 mucks ; 1 mucks", "hand over"),
}


@pytest.mark.parametrize("burns", ["", "burns muck\n"])
@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("lost", LOST)
def test_a_hand_dealt_unseen_is_given_up_and_shown_as_any_other(
    lost: str, act: str, burns: str
) -> None:
    script, comes = ACTS[act]
    game = sensed(f"{burns}{LOST[lost]}\n{script}\nexpect {comes}", house="tda", table=FOUR)
    assert not kinds(game)
    assert set(game.table.hand.holes[3]) == {"3c", "7c"}


def test_the_last_but_one_may_fold_a_hand_dealt_unseen() -> None:
    script = "device-lost hand.3\nhand ; deal\n4 folds ; 1 folds ; 2 calls ; 3 checks\n"
    game = sensed(
        f"{script}flop ; 2 bets 200 ; 3 folds\nexpect hand over\nhand ; deal",
        house="tda",
        table=FOUR,
    )
    assert not kinds(game)


def test_the_first_to_act_may_muck_a_hand_dealt_unseen() -> None:
    game = sensed(
        "device-lost hand.4\nhand ; deal\n4 mucks\nexpect turn 1", house="tda", table=FOUR
    )
    assert not kinds(game)
    assert set(game.table.hand.holes[4]) == {"4c", "8c"}


def test_of_two_hands_dealt_unseen_each_gets_its_own_cards() -> None:
    game = sensed(
        "device-lost hand.3 ; device-lost hand.4\nhand ; deal\n"
        "4 folds ; 1 raises to 300 ; 2 folds ; 3 folds\nexpect hand over",
        table=FOUR,
    )
    assert not kinds(game)
    assert game.table.hand.holes[4] == ("4c", "8c")
    assert set(game.table.hand.holes[3]) <= {"3c", "7c", LOST_CARD}


def test_a_single_unknown_card_beyond_the_line_is_nobodys() -> None:
    script = (
        "device-lost hand.3\nhand ; deal\n4 calls ; 1 calls ; 2 calls ; 3 checks\ngather ; burn\n"
        "move Kd stub bet.3\nmove Kd bet.3 board\nboard 2\nexpect turn 2"
    )
    game = sensed(script, house="tda", table=FOUR)
    assert not kinds(game)
    assert game.table.hand.holes[3] == (LOST_CARD, LOST_CARD)


def test_a_stub_card_in_the_muck_is_still_found_when_no_unseen_hand_is_given_up() -> None:
    script = (
        "device-lost hand.3\nhand ; deal\n4 calls ; 1 calls ; 2 calls ; 3 checks\ngather ; flop\n"
        "2 checks ; 3 checks\nmove Th stub muck ; move 9s stub muck"
    )
    assert kinds(sensed(script, house="tda", table=FOUR))


@pytest.mark.parametrize("house", ["fidpa", "ppc", "tda"])
@pytest.mark.parametrize("last", ["Ah", "7c"])
def test_a_third_card_of_a_hand_dealt_unseen_kills_it_when_it_is_shown(
    last: str, house: str
) -> None:
    cards = sorted(["3c", "7c", "Ah"], key=last.__eq__)
    shown = "\n".join(f"move {card} hand.3 bet.3\nwait 1s" for card in cards)
    game = sensed(
        "device-lost hand.3\nhand ; deal\nmove Ah stub hand.3\nwait 3s\n"
        f"{TO_SHOW}\n2 tables\n{shown}\n3 says shown ; 4 mucks ; 1 mucks\nexpect hand over",
        house=house,
        table=FOUR,
    )
    assert kinds(game) == ["hand.count"]
    assert {award.seat for award in game.table.hand.awards} == {2}


def test_a_stub_card_beside_a_shown_hand_is_no_third_card_of_it() -> None:
    read = sensed(
        f"hand ; deal\n{TO_SHOW}\n2 tables\n3 tables\nmove 6d stub bet.3\nwait 3s", table=FOUR
    )
    due = sensed(
        "device-lost hand.3\nhand ; deal\n4 folds ; 1 goes all-in ; 2 folds ; 3 calls\n"
        "1 tables ; 3 tables\ngather\nflop\nburn\nmove 9s stub bet.3\nwait 1s\nmove 9s bet.3 board",
        table=FOUR,
    )
    assert "hand.count" not in kinds(read)
    assert "hand.count" not in kinds(due)


@pytest.mark.parametrize(("lost", "mucked"), [((4,), (4,)), ((1, 4), ()), ((2, 4), (2,))])
def test_whose_unread_cards_come_to_the_muck_at_the_showdown(
    lost: tuple[int, ...], mucked: tuple[int, ...]
) -> None:
    """They are of the seat that has to show, or else of the only one whose cards are unread."""
    devices = " ; ".join(f"device-lost hand.{seat}" for seat in lost)
    script = f"{devices}\nhand ; deal\n{TO_SHOW}\n4 mucks"
    game = sensed(script, house="tda", table=FOUR)
    assert not kinds(game)
    assert game.table.hand.mucked == mucked


def test_a_hand_that_is_still_being_moved_at_an_antenna_that_is_back_lacks_nothing_yet() -> None:
    game = played(
        "hand\ndeal to 2 ; deal to 3 ; deal to 1\ndevice-lost hand.3\n"
        "deal to 2 ; deal to 1\nwait 2s"
    )
    (card,) = game.dealer.lying_in("hand.3")
    game.sink.back("hand.3")
    for _ in range(3):
        game.sink.wait(LACKING_MS - 1000)
        game.sink.lift(card)
        game.sink.card(card, "hand.3")
    assert kinds(game) == []
    game.sink.wait(LACKING_MS)
    assert kinds(game) == ["deal.too-few"]
