"""A board keyed while no antenna read it: what its antenna reads afterwards is the board."""

from controller.contract.public import BoardChanged
from tests.controller.table.scripted import THREE, go_on, kinds, played, said

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
