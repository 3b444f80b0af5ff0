"""A hand before the line with a bet to call: a word within five seconds, or a fold."""

import pytest
from msgspec.structs import replace

from controller.contract.cards_become_public import Asks
from controller.contract.public import ActionMade, FloorCalled, HandKilled, PublicState, WordAsked
from controller.houses.loader import load_house
from controller.table.betting import wait_for_word
from controller.table.showdown import next_to_show
from controller.table.state import Asked, Due, Showdown, play_on
from tests.controller.table.scripted import kinds, played, said

ASK_MS = 1000 * load_house("fidpa").cards.ask_seconds.value


def acts(game: object) -> list[tuple[int, str]]:
    """Return what has been done, by seat."""
    return [(one.seat, one.action) for one in said(game, ActionMade)]  # type: ignore[arg-type, attr-defined]


def test_a_hand_that_lies_there_without_a_word_is_folded_and_not_at_once() -> None:
    game = played("hand ; deal", house="fidpa")
    for card in ("4c", "7c"):
        game.sink.card(card, "bet.1")
    game.sink.wait(ASK_MS - 500)
    assert not acts(game)
    game.sink.wait(1_000)
    assert acts(game) == [(1, "fold")]


@pytest.mark.parametrize(("later", "found"), [(0, []), (200, ["hand.line"])])
def test_only_a_hand_that_comes_with_its_chips_is_paid_for(later: int, found: list[str]) -> None:
    game = played("hand ; deal", house="fidpa")
    # The chips come to rest 800 ms after they were first read.
    game.sink.chips("stack.1", "bet.1", (100,))
    game.sink.wait(later)
    for card in ("4c", "7c"):
        game.sink.card(card, "bet.1")
    game.sink.wait(3 * ASK_MS)
    assert kinds(game) == found


def test_a_hand_that_is_taken_up_again_is_not_folded() -> None:
    game = played("hand ; deal", house="fidpa")
    for zone in ("bet.1", "hand.1"):
        for card in ("4c", "7c"):
            game.sink.card(card, zone)
    game.sink.wait(3 * ASK_MS)
    assert not acts(game)
    assert not kinds(game)


def test_a_clear_word_binds_while_the_hand_lies_there() -> None:
    game = played("hand ; deal", house="fidpa")
    for card in ("4c", "7c"):
        game.sink.card(card, "bet.1")
    game.sink.press(1, "call")
    game.sink.wait(3 * ASK_MS)
    assert acts(game) == [(1, "call")]


def test_the_fold_is_asked_about_and_shown_until_the_hand_is_taken_up() -> None:
    game = played("hand ; deal", house="fidpa")
    for card in ("4c", "7c"):
        game.sink.card(card, "bet.1")
    assert said(game, WordAsked) == [WordAsked(1, Asks.FOLD)]
    assert asked(game.look()) == (1, "fold")
    game.sink.card("4c", "hand.1")
    assert asked(game.look()) is None


def test_no_time_passes_for_a_hand_while_a_ruling_stops_the_table() -> None:
    game = played("hand ; deal", house="fidpa")
    for card in ("4c", "7c"):
        game.sink.card(card, "bet.1")
    game.sink.card("Kd", "hand.2")
    assert game.look().rulings
    game.sink.wait(3 * ASK_MS)
    assert not acts(game)


def test_the_whole_time_is_left_when_the_ruling_is_closed() -> None:
    game = played("hand ; deal", house="fidpa")
    for card in ("4c", "7c"):
        game.sink.card(card, "bet.1")
    game.sink.card("Kd", "hand.2")
    game.sink.wait(3 * ASK_MS)
    game.sink.card("Kd", "burn")
    assert not game.look().rulings
    game.sink.wait(ASK_MS - 1_000)
    assert not acts(game)
    game.sink.wait(2_000)
    assert acts(game) == [(1, "fold")]


AT_SHOWDOWN = """
hand ; deal ; 1 calls ; 2 calls ; 3 checks
flop ; 2 checks ; 3 checks ; 1 checks ; turn ; 2 checks ; 3 checks ; 1 checks
river ; 2 checks ; 3 checks ; 1 checks
"""


def asked(state: PublicState) -> tuple[int, str] | None:
    """Return who is asked for a word, and what about."""
    return None if state.asked is None else (state.asked.seat, state.asked.about)


def test_a_hand_pushed_forward_at_the_showdown_is_asked_about_then_the_floor_is_called() -> None:
    game = played(AT_SHOWDOWN, house="fidpa")
    patience = 1000 * game.house.showdown.patience_seconds.value
    for card in ("2c", "5c"):
        game.sink.card(card, "bet.2")
    game.sink.wait(ASK_MS - 1_000)
    assert not said(game, WordAsked)
    game.sink.wait(2_000)
    assert said(game, WordAsked) == [WordAsked(2, Asks.SHOW)]
    assert asked(game.look()) == (2, "show")
    assert not said(game, FloorCalled)
    game.sink.wait(patience)
    assert said(game, FloorCalled) == [FloorCalled(2, "show")]
    game.sink.wait(5 * patience)
    assert len(said(game, FloorCalled)) == 1
    game.sink.press(2, "shown")
    assert asked(game.look()) is None


def test_who_has_not_to_show_yet_is_not_asked() -> None:
    game = played(AT_SHOWDOWN, house="fidpa")
    for card in ("3c", "6c"):
        game.sink.card(card, "bet.3")
    game.sink.wait(10 * ASK_MS)
    assert not said(game, WordAsked)
    game.sink.press(2, "shown")
    game.sink.wait(2 * ASK_MS)
    assert said(game, WordAsked) == [WordAsked(3, Asks.SHOW)]


def test_a_hand_that_is_mucked_is_asked_about_no_more() -> None:
    game = played(AT_SHOWDOWN, house="fidpa")
    for zone in ("bet.2", "muck"):
        for card in ("2c", "5c"):
            game.sink.card(card, zone)
    game.sink.wait(10 * ASK_MS)
    assert not said(game, WordAsked)


def test_who_has_called_and_turns_the_hand_up_says_so_in_time() -> None:
    game = played("hand ; deal ; 1 says call", house="fidpa")
    for card in ("4c", "7c"):
        game.sink.card(card, "bet.1")
    assert said(game, WordAsked) == [WordAsked(1, Asks.FOLD)]
    game.sink.press(1, "shown")
    game.sink.wait(3 * ASK_MS)
    assert kinds(game) == ["hand.shown"]
    assert not said(game, HandKilled)


def test_who_has_called_and_says_nothing_is_ruled_on_by_the_house() -> None:
    game = played("hand ; deal ; 1 says call", house="fidpa")
    for card in ("4c", "7c"):
        game.sink.card(card, "bet.1")
    assert not kinds(game)
    game.sink.wait(2 * ASK_MS)
    assert kinds(game) == ["hand.line"]


def test_of_two_hands_that_lie_forward_the_second_is_ruled_on_at_once() -> None:
    game = played("hand ; deal ; 1 says call ; 2 says call", house="fidpa")
    for seat, cards in ((1, ("4c", "7c")), (2, ("2c", "5c"))):
        for card in cards:
            game.sink.card(card, f"bet.{seat}")
    assert kinds(game) == ["hand.line"]


def test_a_hand_that_comes_forward_with_the_chips_of_its_act_is_not_asked_about() -> None:
    game = played("hand ; deal", house="fidpa")
    with game.sink.in_one_breath():
        game.sink.chips("stack.1", "bet.1", (100,))
        for card in ("4c", "7c"):
            game.sink.card(card, "bet.1")
    game.sink.wait(3 * ASK_MS)
    assert acts(game) == [(1, "call")]
    assert not said(game, WordAsked)
    assert not said(game, HandKilled)


def test_chips_that_come_after_the_hand_answer_for_it() -> None:
    game = played("hand ; deal ; 1 says raise to 600", house="fidpa")
    with game.sink.in_one_breath():
        for card in ("4c", "7c"):
            game.sink.card(card, "bet.1")
        game.sink.chips("stack.1", "bet.1", (500, 100))
    game.sink.wait(3 * ASK_MS)
    assert acts(game) == [(1, "raise")]
    assert not kinds(game)


def test_a_hand_that_follows_its_chips_later_is_asked_about() -> None:
    game = played("hand ; deal ; 1 calls", house="fidpa")
    game.sink.wait(1_000)
    for card in ("4c", "7c"):
        game.sink.card(card, "bet.1")
    assert said(game, WordAsked) == [WordAsked(1, Asks.FOLD)]


def test_who_is_all_in_and_has_the_cards_before_the_line_is_not_asked_to_show_them() -> None:
    game = played("hand ; deal\n1 goes all-in ; 2 calls ; 3 folds", house="fidpa")
    lies = {**game.table.places, **dict.fromkeys(game.table.hand.holes[2], "bet.2")}
    for face_up, asks in ((False, True), (True, False)):
        hand = replace(game.table.hand, face_up=face_up, stage=Showdown())
        play = play_on(replace(game.table, places=lies, hand=hand), game.house, 70_000)
        assert next_to_show(play.table, hand, play.house) == 2
        wait_for_word(play)
        assert (play.hand.awaits.asked is not None) is asks


def test_a_player_who_was_waited_for_too_long_is_asked_before_the_floor_is_called() -> None:
    game = played("hand ; deal\n1 goes all-in ; 2 calls ; 3 folds", house="fidpa")
    lies = {**game.table.places, **dict.fromkeys(game.table.hand.holes[2], "bet.2")}
    asked = Due(asked=Asked(2, Asks.SHOW, 70_000))
    hand = replace(game.table.hand, stage=Showdown(), face_up=False, due=asked)
    table = replace(game.table, places=lies, hand=hand)
    found = []
    for _ in range(3):
        play = play_on(table, game.house, 9_000_000)
        wait_for_word(play)
        table = replace(play.table, hand=play.hand)
        found.append([type(event) for event in play.public])
    assert found == [[WordAsked], [FloorCalled], []]
