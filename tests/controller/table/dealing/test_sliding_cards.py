"""A card that slides over another seat's place is dealt to the seat that it comes to."""

import pytest
from msgspec.structs import replace

from controller.contract.private import HoleCardSeen, PrivateEvent
from controller.contract.public import RulingClosed
from controller.contract.rules import Closing, Kind
from controller.houses.loader import load_house, shipped_houses
from controller.play.game import DealtGame, Setup
from controller.play.runner import Runner
from controller.play.script.language import parse
from controller.table.dealing.sliding_cards import SLIDE_MS, tell_kept
from controller.table.state import Over, Ruling, play_on
from controller.table.view.seat_view import secret
from tests.controller.table.scripted import THREE, go_on, kinds, played

OVER = "deck 2c 3c 4c 5c 6c 7c Ah Kd Qs Jh Th 9s\nhand\ndeal to 2\n"


def over_seat_2(house: str) -> DealtGame:
    """Return a deal whose second card, seat 3's, has come to rest before seat 2."""
    game = played(f"{OVER}deal to 2", house=house)
    assert game.look().rulings
    return game


@pytest.mark.parametrize("house", shipped_houses())
def test_it_goes_on_to_its_seat_and_the_hand_goes_on(house: str) -> None:
    game = over_seat_2(house)
    chips = sum(seat.stack or 0 for seat in game.look().seats)
    go_on(game, "move 3c hand.2 hand.3")
    assert not game.look().rulings
    assert [e.outcome for e in game.events if isinstance(e, RulingClosed)] == [Closing.MOOT]
    go_on(game, "deal to 1 ; deal to 2 ; deal to 3 ; deal to 1\nexpect turn 1")
    assert not game.look().rulings
    assert game.table.hand.holes[2] == ("2c", "5c")
    assert game.table.hand.holes[3] == ("3c", "6c")
    assert sum(seat.stack or 0 for seat in game.look().seats) <= chips


def test_one_that_comes_too_late_or_to_a_third_seat_stays_ruled_on() -> None:
    late = over_seat_2("fidpa")
    late.sink.wait(SLIDE_MS)
    go_on(late, "move 3c hand.2 hand.3")
    assert late.look().rulings
    elsewhere = over_seat_2("fidpa")
    go_on(elsewhere, "move 3c hand.2 hand.1")
    assert elsewhere.look().rulings


def test_the_last_card_of_a_deal_may_slide_too() -> None:
    script = f"{OVER}deal to 3 ; deal to 1 ; deal to 2 ; deal to 3\ndeal to 3"
    game = played(script, house="tda")
    go_on(game, "move 7c hand.3 hand.1\nexpect turn 1")
    assert not game.look().rulings


@pytest.mark.parametrize("house", shipped_houses())
def test_a_seat_is_never_told_the_card_that_slides_past_it(house: str) -> None:
    told: list[PrivateEvent] = []
    game = DealtGame(Setup(load_house(house), 3, seed=1), lambda _, done: told.extend(done.private))
    Runner(game).play(parse(THREE + OVER + "deal to 2"))
    assert "3c" not in secret(game.table, 2).cards
    Runner(game).go_on(parse("move 3c hand.2 hand.3"))
    seen = [(one.seat, one.card) for one in told if isinstance(one, HoleCardSeen)]
    assert seen == [(2, "2c"), (3, "3c")]


def test_a_card_that_the_floor_lets_lie_is_told_to_its_seat() -> None:
    told: list[PrivateEvent] = []
    game = DealtGame(Setup(load_house("tda"), 3, seed=1), lambda _, done: told.extend(done.private))
    Runner(game).play(parse(THREE + OVER + "deal to 2\nfloor waives"))
    assert [one.card for one in told if isinstance(one, HoleCardSeen)] == ["2c", "3c"]
    assert secret(game.table, 2).cards == ("2c", "3c")


def test_nor_where_the_hand_is_not_void() -> None:
    told: list[PrivateEvent] = []
    game = DealtGame(
        Setup(load_house("fidpa"), 3, seed=1), lambda _, done: told.extend(done.private)
    )
    deal = "deal to 3 ; deal to 1 ; deal to 2 ; deal to 3\ndeal to 2"
    Runner(game).play(parse(THREE + OVER + deal))
    assert game.look().rulings
    assert "7c" not in secret(game.table, 2).cards
    assert "7c" not in [one.card for one in told if isinstance(one, HoleCardSeen)]
    Runner(game).go_on(parse("move 7c hand.2 hand.1\nexpect turn 1"))
    assert (1, "7c") in [(one.seat, one.card) for one in told if isinstance(one, HoleCardSeen)]


@pytest.mark.parametrize("pile", ["board", "burn", "muck"])
@pytest.mark.parametrize("house", shipped_houses())
def test_a_card_that_lands_in_the_middle_is_dealt_to_the_seat_it_is_moved_to(
    house: str, pile: str
) -> None:
    for before, card, seat in ((1, "3c", 3), (4, "6c", 3), (5, "7c", 1)):
        game = played("deck 2c 3c 4c 5c 6c 7c Ah Kd Qs Jh\nhand", house=house)
        for to in (2, 3, 1, 2, 3)[:before]:
            go_on(game, f"deal to {to}")
        go_on(game, f"move {card} stub {pile}")
        assert kinds(game)
        go_on(game, f"move {card} {pile} hand.{seat}\ndeal\nexpect turn 1")
        assert not game.look().rulings
        assert game.table.hand.holes[seat][-1 if before > 2 else 0] == card
        assert not game.table.hand.board
        assert not game.table.hand.cards.burns


def test_a_seat_is_told_a_kept_card_where_it_was_in_doubt_and_the_hand_goes_on() -> None:
    table = played("hand ; deal").table
    for kind, running, told in (
        (Kind.DEAL_ORDER, True, True),
        (Kind.DEAL_ORDER, False, False),
        (Kind.DEAL_TOO_FEW, True, False),
        (Kind.DEAL_TOO_FEW, False, False),
    ):
        play = play_on(table, load_house("tda"), table.at)
        if not running:
            play.hand = replace(play.hand, stage=Over(voided=True))
        # Nobody holds the burn.
        tell_kept(play, Ruling(1, kind, "", None, 2, (), cards=("2c", "Ah")))
        assert play.private == ((HoleCardSeen(2, "2c"),) if told else ())


STREETS = (
    f"{OVER}deal\n1 calls ; 2 calls ; 3 checks\nflop ; 2 checks ; 3 checks ; 1 checks\ngather\n"
)


@pytest.mark.parametrize("house", shipped_houses())
def test_a_card_of_a_street_may_slide_over_hands(house: str) -> None:
    burns = load_house(house).deal.burn.value
    game = played(f"{STREETS}{'burn' if burns else ''}", house=house)
    card = game.dealer.stub[0]
    go_on(game, " & ".join(f"move {card} stub {place}" for place in ("hand.1", "hand.2", "board")))
    assert game.table.hand.board[3:] == (card,)
    assert not game.table.hand.dead
    assert not game.table.hand.cards.passing


def test_a_card_of_a_street_that_stays_at_a_hand_is_ruled_on() -> None:
    for then in ("", " & burn & board", " & move 9s stub hand.3"):
        game = played(f"{STREETS}move Th stub hand.3{then}", house="tda")
        assert [seat for seat, _ in game.table.hand.dead] == [3]
