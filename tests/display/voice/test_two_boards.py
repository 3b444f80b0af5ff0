"""Two boards by ear: each is named, and a seat's hand is told on both."""

from controller.contract.private import SeatSecret
from controller.contract.public import BoardHand
from display.voice.answers import answer
from display.voice.speaking.spoken import spoken
from display.words.names import words
from tests.rig.pictures.example_tables import with_seat
from tests.rig.pictures.example_tables_all_in import bomb_pot

SAID = spoken("en")
OWN = SeatSecret(
    2, 17, ("Kc", "Kd"), "pair", ("K",), ("Kc", "Kd", "Qh", "Ts", "9s"),
    first=BoardHand("three-of-a-kind", ("K",), ("Kc", "Kd", "Kh", "Ah", "7c")),
)  # fmt: skip


def test_both_boards_are_told() -> None:
    state = bomb_pot()
    told = answer("E", 2, state, OWN, SAID)
    first, second = told.split(". ")
    assert first == f"first board: {SAID.cards(state.first_board)}"
    assert second == f"second board: {SAID.cards(state.board)}"
    assert answer("3", 2, state, OWN, SAID) == SAID.cards(("Ah", "Ts"))


def test_a_seats_hand_is_told_on_both_boards() -> None:
    first, second = answer("G", 2, bomb_pot(), OWN, SAID).split(". ")
    assert first.startswith("first board: three kings")
    assert second.startswith("second board: pair")


def test_a_seats_plate_tells_both_hands_in_whatever_room_it_has() -> None:
    first = BoardHand("three-of-a-kind", ("K",), ("Kc", "Kd", "Kh", "Ah", "7c"))
    state = with_seat(
        bomb_pot(), 2, shown=("Kc", "Kd"), hand_name="pair", hand_ranks=("K",),
        best=("Kc", "Kd", "Qh", "Ts", "9s"), first=first,
    )  # fmt: skip
    seat = next(one for one in state.seats if one.seat == 2)
    assert words("en").doing_ways(seat) == (
        "Three kings · Pair of kings", "Three of a kind · Pair", "Shown",
    )  # fmt: skip
    assert words("fr").doing_ways(seat)[1] == "Brelan · Paire"
