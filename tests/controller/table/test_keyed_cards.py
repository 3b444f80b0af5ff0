"""A table that reads no card: what is keyed counts once, and nothing else is known."""

from controller.contract.public import BoardDealt, CardsTabled, PotAwarded
from tests.controller.table.scripted import THREE, chips, go_on, played, said

KEYED = THREE.partition("deck")[0] + "cards keyed\n"


def test_a_street_that_is_keyed_anew_is_dealt_once_and_its_first_cards_are_free_again() -> None:
    game = played("hand ; 1 calls ; 2 calls ; 3 checks ; key board 2c 7d Jh", table=KEYED)
    go_on(game, "key board 3c 7d Jh ; 2 checks ; 3 checks ; 1 checks ; key board 2c")
    assert game.look().board == ("3c", "7d", "Jh", "2c")
    assert [event.street for event in said(game, BoardDealt)] == ["flop", "turn"]  # type: ignore[attr-defined]


def test_before_an_all_in_lies_open_nobody_keys_a_hand() -> None:
    game = played("hand ; 1 goes all-in ; refused not-now key 1 Ah Ad", table=KEYED)
    assert said(game, CardsTabled) == []
    go_on(
        game, "2 folds ; 3 calls ; key 1 Ah Ad ; key 3 Kc Ks ; refused bad-cards key board Ah 7d Jh"
    )
    go_on(game, "key board 2c 7d Jh ; key board Kd ; key board 5s")
    assert [event.seat for event in said(game, PotAwarded)] == [3]  # type: ignore[attr-defined]
    assert chips(game) == 15_000
