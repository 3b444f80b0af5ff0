"""A board keyed while no antenna read it: what its antenna reads afterwards is the board."""

import pytest

from controller.contract.public import BoardChanged
from hardware.twin.layout import Equipment
from tests.controller.table.scripted import THREE, go_on, kinds, played, said, sensed

DEALT = "hand ; deal\n1 calls ; 2 calls ; 3 checks\ngather\ndevice-lost board.1\nburn\n"
TABLE = (
    THREE.partition("deck")[0] + "deck 2c 3c 4c 5c 6c 7c  Ah Kd Qs Jh Th 9s 8d 7d 6d\n"
    "hand ; deal ; 1 calls ; 2 calls ; 3 checks ; device-lost board.1 ; burn\n"
)


def test_what_is_read_as_it_was_keyed_changes_nothing_and_is_keyed_no_longer() -> None:
    game = played("key board Kd Qs Jh ; device-back board.1", table=TABLE)
    assert game.table.hand.cards.keyed == ("Kd", "Qs", "Jh")
    go_on(game, "move Kd stub board ; move Jh stub board ; move Qs stub board")
    assert not any(game.table.hand.cards.keyed)
    assert game.look().board == ("Kd", "Qs", "Jh")
    assert said(game, BoardChanged) == []
    assert kinds(game) == []


def test_what_was_keyed_wrong_gives_way_to_what_is_read() -> None:
    game = played("key board Kd 7d 6d ; device-back board.1", table=TABLE)
    go_on(game, "move Qs stub board ; move Kd stub board ; move Jh stub board")
    assert game.look().board == ("Kd", "Jh", "Qs")
    assert kinds(game) == []
    go_on(game, "2 checks ; 3 checks ; 1 checks ; burn ; board")
    assert game.look().board == ("Kd", "Jh", "Qs", "9s")


def test_a_fourth_card_beside_a_board_that_has_been_read_is_one_too_many() -> None:
    game = played("key board Kd Qs Jh ; device-back board.1", table=TABLE)
    go_on(game, "move Kd stub board ; move Qs stub board ; move Jh stub board ; move Th stub board")
    assert kinds(game) == ["board.extra-card"]


def test_a_street_keyed_again_is_keyed_as_it_was_last() -> None:
    game = played("key board Kd Qs 7d ; key board Kd Qs Jh", table=TABLE)
    assert game.table.hand.cards.keyed == ("Kd", "Qs", "Jh")


@pytest.mark.parametrize("keyed", ["before", "between", "after"])
def test_with_one_of_five_antennas_lost_the_others_confirm_what_is_keyed(keyed: str) -> None:
    key, first, others = "key board Kd Qs Jh\n", "board\n", "board ; board\n"
    dealt = {
        "before": key + first + others,
        "between": first + key + others,
        "after": first + others + key,
    }[keyed]
    one_by_one = DEALT.replace("board.1", "board.2")
    street = "wait 5s\n2 checks ; 3 checks ; 1 checks\ngather\nburn\nboard\nwait 5s"
    game = sensed(one_by_one + dealt + street, equipment=Equipment(board_antennas=5))
    assert kinds(game) == []
    assert {*game.look().board[:3]} == {"Kd", "Qs", "Jh"}
    assert game.look().board[3] == "9s"
    assert game.table.hand.cards.keyed == ("Qs",)


def test_a_card_that_only_some_antennas_read_does_not_correct_what_was_keyed() -> None:
    game = sensed(
        DEALT.replace("board.1", "board.2") + "key board Kd Qs Jh\nboard ; board ; board\n"
        "wait 5s\n2 checks\nburn ; board\nwait 5s",
        equipment=Equipment(board_antennas=5),
    )
    assert kinds(game) == ["board.premature"]
    assert game.look().board[:3] == ("Kd", "Qs", "Jh")
