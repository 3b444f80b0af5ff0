"""Chips in front of one seat that belong to the bet of another count for their owner."""

import pytest
from msgspec.structs import replace

from controller.contract.observations import ChipsAt
from controller.play.game import DealtGame
from controller.table.chips_in_front.chips_of_others import (
    brought_along,
    ends_a_payment,
    given_back,
    laid_back,
    of_others,
    pays_for_others,
)
from controller.table.chips_in_front.oversized_chips import Motion
from controller.table.engine import step
from controller.table.state import Due, Paying, Play, Showdown, lies, play_on, unpaid
from controller.table.state.hand import Stage
from tests.controller.table.scripted import FOUR, kinds, played


def raised(script: str = "") -> DealtGame:
    """Return a table at which seat 1 has raised to 300 with three chips."""
    return played("hand ; deal\n1 raises to 300\n" + script, house="fidpa")


def fronts(game: DealtGame) -> list[int]:
    """Return the chips that count for the bet of each seat."""
    return [lies(game.table, seat) for seat in (1, 2, 3)]


def test_a_bet_laid_before_another_seat_counts_for_its_owner() -> None:
    game = raised()
    game.sink.chips("bet.1", "bet.2", (100,) * 3)
    assert fronts(game) == [300, 50, 100]
    assert (game.table.hand.turn, kinds(game)) == (2, [])
    assert of_others(play_on(game.table, game.house, game.sink.now), 2) == 300
    game.sink.wait(60_000)
    assert kinds(game) == []


def test_what_lies_beyond_a_bet_counts_where_it_was_laid() -> None:
    game = raised("2 says call\n2 puts 1x500\n")
    assert fronts(game)[1] > 300
    game.sink.chips("bet.2", "bet.1", (100,))
    assert fronts(game)[1] >= 300


def test_chips_that_count_elsewhere_leave_with_their_owner_s_bet() -> None:
    game = raised("2 folds\n")
    game.sink.chips("bet.1", "bet.2", (100,) * 3)
    game.sink.chips("bet.2", "pot", (100,) * 3)
    game.sink.wait(60_000)
    assert (kinds(game), game.table.hand.splashed) == ([], 300)
    assert fronts(game) == [300, 50, 100]


def test_a_payment_before_another_seat_is_known_by_its_amount() -> None:
    game = raised("2 says call ; 3 folds\n")
    assert game.look().seats[1].owes == 250
    game.sink.chips("stack.2", "bet.1", game.dealer.pieces(250))
    assert game.look().seats[1].owes == 0
    assert kinds(game) == []


def test_another_amount_pays_nobody() -> None:
    game = raised("2 says call ; 3 says call\n")
    game.sink.chips("stack.2", "bet.1", (100, 100, 100))
    assert [seat.owes for seat in game.look().seats[:3]] == [0, 250, 200]


def test_chips_back_from_the_pot_lie_in_front_again() -> None:
    game = raised("2 calls\n")
    game.sink.chips("bet.1", "pot", (100,) * 3)
    assert game.table.hand.splashed == 300
    game.sink.chips("pot", "bet.1", (100,) * 3)
    assert (game.table.hand.splashed, fronts(game)[0]) == (0, 300)
    assert game.table.base[1] == 0


def test_nothing_is_moved_between_bets_once_they_are_gathered() -> None:
    game = raised("2 calls ; 3 calls\ngather\n")
    at = game.sink.now
    seen = ChipsAt(at, "bet.2", (100,), at, brought={"bet.1": 100})
    assert step(game.table, seen, game.house).table.base == game.table.base


def test_bets_in_one_heap_before_a_folded_seat_are_not_gathered_yet() -> None:
    script = "hand ; deal\n4 raises to 300\n1 folds ; 2 calls ; 3 calls\n"
    game = played(script, house="fidpa", table=FOUR)
    for seat in (4, 2, 3):
        game.sink.chips(f"bet.{seat}", "bet.1", game.sink.chips_in(f"bet.{seat}"))
    assert not game.table.hand.gathered
    game.sink.chips("bet.1", "pot", game.sink.chips_in("bet.1"))
    assert game.table.hand.gathered
    game.sink.wait(60_000)
    assert kinds(game) == []


@pytest.mark.parametrize("house", ["fidpa", "ppc", "redcactus", "tda"])
def test_a_chip_of_a_bet_that_rolls_before_the_seat_in_turn_is_no_act_of_that_seat(
    house: str,
) -> None:
    start = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 says bet 500\n2 puts 4x100"
    game = played(f"{start}\nmove 1x100 stack.2 bet.3", house=house)
    assert "bet.short-call" not in kinds(game)
    assert game.look().turn == 3
    assert not any(unpaid(game.table, game.table.hand))


def test_a_call_too_small_is_one_although_another_bet_lacks_chips() -> None:
    # FIDPA 57-4a
    start = "hand ; deal\n1 calls ; 2 calls ; 3 checks\nflop\n2 says bet 500\n2 puts 4x100"
    game = played(f"{start}\n3 puts 2x100", house="fidpa")
    assert "bet.short-call" in kinds(game)


def test_more_than_a_call_is_no_payment_for_another_bet_that_lacks_as_much() -> None:
    game = played("hand ; deal\n1 says raise to 200\n1 puts 2x25\n2 folds\n3 puts 1x100 2x25")
    assert kinds(game) == ["bet.contradicts", "bet.short-raise"]
    assert unpaid(game.table, game.table.hand)[1] == 150


@pytest.mark.parametrize(
    ("chips", "owed", "base"),
    [(250, [0, 0, 200], (250, -250, 0)), (200, [0, 250, 0], (200, 0, -200)),
     (450, [0, 0, 0], (450, -250, -200)), (400, [0, 250, 200], (0, 0, 0))],
)  # fmt: skip
def test_of_two_debts_the_one_of_this_amount_is_paid_or_both(
    chips: int, owed: list[int], base: tuple[int, ...]
) -> None:
    game = raised("2 says call ; 3 says call\n")
    game.sink.chips("stack.2", "bet.1", game.dealer.pieces(chips))
    assert [seat.owes for seat in game.look().seats[:3]] == owed
    assert game.table.base[1:4] == base


def play_of(
    *,
    fronts: tuple[int, int, int] = (300, 300, 100),
    base: tuple[int, int, int] = (0, 0, 0),
    pot: int = 0,
    splashed: int = 0,
    gathered: bool = False,
    stage: Stage | None = None,
    faulty: tuple[int, ...] = (),
    due: Due | None = None,
) -> Play:
    """Return a play in which seats 1 and 2 have bet 300, and seat 3 has 100 in front and acts."""
    game = raised("2 calls\n")
    hand = game.table.hand
    assert (hand.bets[1:], hand.betting.to_act) == ((300, 300, 100), (3,))
    lies = {f"bet.{seat}": (front,) if front else () for seat, front in enumerate(fronts, start=1)}
    hand = replace(
        hand,
        splashed=splashed,
        gathered=gathered,
        stage=stage or hand.stage,
        round=replace(hand.round, faulty=faulty),
        due=due,
    )
    table = replace(game.table, hand=hand, base=(0, *base), chips={**lies, "pot": (pot,)})
    return play_on(table, game.house, game.table.at)


def motion(seat: int, lay: int, front: int, base: int = 0) -> Motion:
    """Return a motion after which `front` is in front of a seat, where `lay` was before."""
    chips = (front + base,)
    return Motion(ChipsAt(0, f"bet.{seat}", chips, 0), seat, front, (lay + base,))


@pytest.mark.parametrize(
    ("seat", "zone", "chips", "fronts", "base", "faulty"),
    [
        (1, "bet.2", 100, (300, 200, 100), (100, -100, 0), ()),
        (1, "bet.2", 99, (300, 200, 100), (99, -99, 0), ()),
        (1, "bet.2", 101, (300, 200, 100), (100, -100, 0), (1,)),
        # The seat in turn may mean an action by what lies there beyond the other bet.
        (3, "bet.2", 101, (300, 200, 100), (0, -100, 100), ()),
        (1, "bet.2", 100, (300, 400, 100), (0, 0, 0), (1,)),
        (1, "bet.1", 150, (200, 300, 100), (0, 0, 0), ()),
        (2, "stack.1", 150, (200, 300, 100), (0, 0, 0), ()),
        (1, "stack.2", 150, (300, 200, 100), (0, 0, 0), ()),
    ],
)
def test_chips_of_another_bet_count_for_it_up_to_what_it_lacks(
    seat: int,
    zone: str,
    chips: int,
    fronts: tuple[int, int, int],
    base: tuple[int, ...],
    faulty: tuple[int, ...],
) -> None:
    play = play_of(fronts=fronts)
    brought_along(play, seat, {zone: chips})
    assert (play.table.base[1:], play.hand.round.faulty) == (base, faulty)
    for other in (play_of(fronts=fronts, gathered=True), play_of(fronts=fronts, stage=Showdown())):
        brought_along(other, seat, {zone: chips})
        assert other.result() is other.before


@pytest.mark.parametrize(
    ("chips", "splashed", "base", "back"),
    [
        (100, 300, -300, 100),
        (300, 100, -300, 100),
        (300, 300, -100, 100),
        (300, 300, 0, 0),
        (300, 300, 50, 0),
        (1, 300, -300, 1),
        (300, 0, -300, 0),
    ],
)
def test_what_comes_back_from_the_pot_is_what_was_thrown_in_for_that_seat(
    chips: int, splashed: int, base: int, back: int
) -> None:
    play = play_of(splashed=splashed, base=(base, 0, 0))
    brought_along(play, 1, {"pot": chips})
    assert (play.hand.splashed, play.table.base[1]) == (splashed - back, base + back)


@pytest.mark.parametrize(
    ("more", "pot", "base", "splashed", "is_back"),
    [
        (100, 0, -300, 300, True),
        (100, 200, -300, 300, True),
        (100, 201, -300, 300, False),
        (1, 299, -300, 300, True),
        (0, 200, -300, 300, False),
        (100, 0, 0, 300, False),
        (100, 0, -300, 0, False),
    ],
)
def test_chips_before_a_seat_have_come_back_from_a_pot_that_lacks_as_many(
    more: int, pot: int, base: int, splashed: int, is_back: bool
) -> None:
    play = play_of(pot=pot, base=(base, 0, 0), splashed=splashed)
    assert laid_back(play, motion(1, 300, 300 + more, base)) is is_back
    assert play.hand.splashed == splashed - (more if is_back else 0)


@pytest.mark.parametrize(
    ("lay", "front", "fronts", "base"),
    [
        (300, 400, (400, 200, 100), (100, -100, 0)),
        (300, 301, (301, 299, 100), (1, -1, 0)),
        (300, 400, (400, 200, 0), None),
        (300, 500, (500, 200, 0), (200, -100, -100)),
        (300, 350, (350, 200, 100), None),
        (300, 300, (300, 300, 100), None),
        (300, 200, (200, 300, 100), None),
        # What completes the seat's own bet is its own.
        (250, 400, (400, 200, 100), (100, -100, 0)),
    ],
)
def test_what_a_seat_adds_beyond_its_bet_pays_what_others_owe(
    lay: int, front: int, fronts: tuple[int, int, int], base: tuple[int, ...] | None
) -> None:
    play = play_of(fronts=fronts)
    assert pays_for_others(play, motion(1, lay, front)) is (base is not None)
    assert play.table.base[1:] == (base or (0, 0, 0))
    came = (0, front, *fronts[1:])
    paying = play_of(fronts=fronts, stage=Paying(came))
    if pays_for_others(paying, motion(1, lay, front)):
        assert paying.hand.stage == Paying((0, 300, *fronts[1:]))


@pytest.mark.parametrize(
    ("front", "fronts", "faulty", "parts", "pays"),
    [
        (150, (300, 250, 150), (2,), (), True),
        (150, (300, 250, 150), (), (0, 0, 5, 0), True),
        (101, (300, 299, 101), (2,), (), True),
        (150, (300, 250, 150), (), (), False),
        (150, (300, 250, 150), (), (0, 5, 0, 0), False),
        (150, (300, 251, 150), (2,), (), False),
        (150, (250, 250, 150), (2, 1), (), False),
        (100, (300, 300, 100), (2,), (), False),
        # It is enough for a call of its own.
        (300, (300, 100, 300), (2,), (), False),
        (299, (300, 101, 299), (2,), (), True),
    ],
)
def test_what_the_seat_in_turn_puts_in_may_complete_a_bet_that_was_paid_in_part(
    front: int,
    fronts: tuple[int, int, int],
    faulty: tuple[int, ...],
    parts: tuple[int, ...],
    pays: bool,
) -> None:
    play = play_of(fronts=fronts, faulty=faulty, due=Due(parts=parts) if parts else None)
    more = front - 100
    assert ends_a_payment(play, motion(3, 100, front)) is pays
    assert play.table.base[1:] == ((0, -more, more) if pays else (0, 0, 0))


@pytest.mark.parametrize(
    ("base", "splashed", "others"),
    [
        ((100, -100, 0), 0, 100),
        ((1, -100, 0), 0, 1),
        ((150, -100, 0), 0, 100),
        ((150, -100, -25), 0, 125),
        ((150, -100, 0), 100, 0),
        ((150, -100, 0), 150, 0),
        ((150, -100, 0), 40, 60),
        ((0, -100, 0), 0, 0),
        ((-50, -100, 0), 0, 0),
    ],
)
def test_how_much_before_a_seat_counts_for_other_seats(
    base: tuple[int, int, int], splashed: int, others: int
) -> None:
    assert of_others(play_of(base=base, splashed=splashed), 1) == others
    for play in (
        play_of(base=base, splashed=splashed, gathered=True),
        play_of(base=base, splashed=splashed, stage=Showdown()),
    ):
        assert of_others(play, 1) == 0


@pytest.mark.parametrize(
    ("less", "base", "after", "owners"),
    [
        (100, (100, -100, 0), (0, 0, 0), (2,)),
        (1, (100, -100, 0), (99, -99, 0), (2,)),
        (110, (125, -100, -25), (15, 0, -15), (2, 3)),
        (100, (125, -100, -25), (25, 0, -25), (2,)),
        (100, (100, 0, -100), (0, 0, 0), (3,)),
        (50, (100, 0, 0), (50, 0, 0), ()),
        (150, (150, -100, 0), (0, 0, 0), (2,)),
    ],
)
def test_what_leaves_a_heap_leaves_the_bets_that_lay_there(
    less: int, base: tuple[int, int, int], after: tuple[int, ...], owners: tuple[int, ...]
) -> None:
    play = play_of(base=base)
    assert given_back(play, 1, less) == owners
    assert play.table.base[1:] == after
