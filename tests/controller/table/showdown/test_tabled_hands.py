"""Hands that are turned up, or that nobody has to show."""

from controller.contract.public import CardsTabled, HandEnded, PotAwarded
from tests.controller.table.scripted import played, said


def test_who_is_left_alone_shows_nothing() -> None:
    game = played("hand ; deal\n1 raises to 300 ; 2 folds ; 3 folds")
    assert not said(game, CardsTabled)
    ended = said(game, HandEnded)[0]
    assert isinstance(ended, HandEnded)
    assert [held.stack for held in ended.stacks] == [5150, 4950, 4900]


def test_with_nobody_left_to_bet_hands_lie_open_before_the_board() -> None:
    # PPC 19
    aces_for_seat_3 = "deck 2c Ah Kh 7d As Ks  3c Qd Jd 4s  5c 9h  6c 8s\n"
    script = "hand ; deal\n1 goes all-in ; 2 goes all-in ; 3 goes all-in\n"
    game = played(aces_for_seat_3 + script + "1 tables ; 2 tables ; 3 tables\nflop ; turn ; river")
    assert {event.seat for event in said(game, PotAwarded)} == {3}  # type: ignore[attr-defined]
    assert [seat.stack for seat in game.look().seats[:3]] == [0, 0, 15_000]
