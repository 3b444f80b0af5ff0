"""A table that reads no card: what is keyed counts once, and nothing else is known."""

from controller.contract.commands import KeyBoard
from controller.contract.public import BoardDealt, CardsTabled, PotAwarded
from controller.table.state import LOST_CARD
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


def test_a_card_that_is_keyed_twice_at_once_is_not_taken() -> None:
    game = played("hand ; 1 calls ; 2 calls ; 3 checks", table=KEYED)
    game.dealer.command(KeyBoard(("2c", "2c", "Jh")))
    assert (game.refused[-1], game.look().board) == ("bad-cards", ())


DEALT_UNREAD = """device-lost hand.1
hand
deal to 2 ; deal to 3 ; deal to 2 ; deal to 3
1 calls ; 2 calls ; 3 checks
flop ; 2 checks ; 3 checks ; 1 checks
turn ; 2 checks ; 3 checks ; 1 checks
river ; 2 checks ; 3 checks ; 1 checks
refused cards-are-read key 2 2c 4c
key 1 As Ad
expect cards.tabled seat=1 cards="As Ad"
"""


def test_a_hand_that_no_antenna_read_lies_where_it_is_keyed() -> None:
    game = played(DEALT_UNREAD, house="fidpa")
    hand = game.table.hand
    assert hand.holes[1] == ("As", "Ad")
    assert {game.table.places.get(card) for card in hand.holes[1]} == {"hand.1"}
    assert {"As", "Ad"} <= set(hand.seen)
    assert LOST_CARD not in {*hand.seen, *game.table.places}


def test_a_hand_that_was_read_before_its_antenna_was_lost_is_not_keyed() -> None:
    lost = DEALT_UNREAD.partition("hand\n")[2].partition("refused")[0]
    script = f"hand\ndeal\ndevice-lost hand.2\n{lost.partition(chr(10))[2]}"
    game = played(f"{script}\nrefused cards-are-read key 2 As Ad", house="fidpa")
    assert game.table.hand.holes[2] == ("2c", "5c")
