"""What moves between two states: cards to their places, chips to the pot and to who wins it."""

from msgspec.structs import replace

from controller.contract.public import Award, Phase, PotView, Street
from display.felt.draw import render
from display.felt.drawing.layout import Box, layout
from display.felt.on_felt.moves import Move, at, moves_between
from display.felt.on_felt.seats import hole_boxes
from display.felt.screen import under
from tests.rig.pictures.example_tables import (
    as_fidpa,
    board_due,
    dealing,
    dealt,
    flop,
    ruling,
    with_seat,
)

PLACES = layout(1280, 720, 6)


def test_board_cards_slide_to_their_places() -> None:
    before = board_due(Street.FLOP)
    after = replace(before, board=("Ah", "Kd", "7c"), street=Street.FLOP, seq=before.seq + 1)
    moves = moves_between(before, after, PLACES)
    assert [move.name for move in moves] == ["Ah", "Kd", "7c"]
    assert [move.end for move in moves] == list(PLACES.board[:3])
    assert {move.start for move in moves} == {PLACES.seats[before.button - 1].cards}


def test_a_dealt_card_is_a_back() -> None:
    before = dealing()
    after = with_seat(before, 8, cards=2)
    (move,) = moves_between(before, after, layout(1280, 720, 10))
    assert (move.kind, move.name) == ("back", "")
    assert move.end.within(layout(1280, 720, 10).seats[7].cards) or move.end.y > 0


def test_bets_go_to_the_pot_and_the_pot_to_its_winner() -> None:
    before = dealt(6)
    gathered = replace(before, pots=(PotView(150, (1, 2, 3)),))
    for seat in (2, 3):
        gathered = with_seat(gathered, seat, bet=0)
    moves = moves_between(before, gathered, PLACES)
    assert [move.chips for move in moves] == [50, 100]
    assert all(move.end.within(PLACES.pots) for move in moves)
    won = replace(gathered, pots=(), phase=Phase.OVER, awards=(Award(0, 3, 150),))
    (move,) = moves_between(gathered, won, PLACES)
    assert move.chips == 150
    assert move.end.overlaps(PLACES.seats[2].bet)


def test_nothing_moves_where_too_much_is_different() -> None:
    before = board_due(Street.FLOP)
    after = replace(before, board=("Ah", "Kd", "7c"))
    assert not moves_between(before, before, PLACES)
    assert not moves_between(before, replace(after, hand=before.hand + 2), PLACES)
    assert not moves_between(before, replace(after, table="4"), PLACES)
    assert not moves_between(before, ruling(), PLACES)
    assert not moves_between(dealt(6), dealt(7), PLACES)


def test_a_thing_goes_from_its_start_to_its_end() -> None:
    before = board_due(Street.FLOP)
    move = moves_between(before, replace(before, board=("Ah",)), PLACES)[0]
    assert at(move, 1) == move.end
    assert at(move, 2) == move.end
    first = at(move, 0).centre
    assert all(abs(a - b) <= 1 for a, b in zip(first, move.start.centre, strict=True))
    way = [abs(at(move, part / 10).x - move.end.x) for part in range(11)]
    assert way == sorted(way, reverse=True)
    # Half the time is seven eighths of the way.
    half = Move("card", Box(0, 0, 10, 10), Box(800, 400, 10, 10), "Ah")
    assert at(half, 0.5) == Box(700, 350, 10, 10)


def test_bets_are_gathered_once_and_only_into_a_pot() -> None:
    before = replace(flop(), turn=0)
    pots = (PotView(6_700, (1, 2, 4, 6)), *before.pots[1:])
    after = replace(before, pots=pots)
    for seat in (1, 6):
        after = with_seat(after, seat, bet=0)
    assert [move.chips for move in moves_between(before, after, PLACES)] == [1_500, 600]
    assert {move.end.centre for move in moves_between(before, after, PLACES)} == {
        PLACES.pots.centre
    }
    secret = moves_between(as_fidpa(before), as_fidpa(after), PLACES)
    assert [move.chips for move in secret] == [1_500, 600]
    for other in (
        replace(after, hand=before.hand + 1), replace(after, pots=pots[:1]), replace(after, pots=())
    ):  # fmt: skip
        assert not moves_between(before, other, PLACES)
    # Chips that are taken back have gone to no pot, not even a single one.
    one = with_seat(dealt(6, pots=(PotView(150, (1, 2)),)), 2, bet=1, committed=1)
    for committed in (0, None):
        back = with_seat(one, 2, bet=0, committed=committed)
        assert not moves_between(one, back, PLACES)


def test_a_pot_goes_once_to_who_wins_in_this_hand() -> None:
    before = replace(dealt(6), phase=Phase.OVER)
    for seat, end in ((1, PLACES.seats[0]), (6, PLACES.seats[5])):
        (move,) = moves_between(before, replace(before, awards=(Award(0, seat, 9),)), PLACES)
        assert (move.start, move.end.centre) == (PLACES.pots, end.bet.centre)
    won = replace(before, awards=(Award(0, 1, 9), Award(1, 1, 6)))
    assert [move.chips for move in moves_between(before, won, PLACES)] == [15]
    for nobody in (0, 7):
        assert not moves_between(before, replace(before, awards=(Award(0, nobody, 9),)), PLACES)
    assert not moves_between(won, replace(won, awards=(*won.awards, Award(2, 2, 3))), PLACES)
    assert not moves_between(before, replace(won, hand=before.hand + 1), PLACES)


def test_cards_come_from_the_button_or_from_the_far_end() -> None:
    far = Box(PLACES.table.centre[0], PLACES.table.y, 2, 2)
    starts = {1: PLACES.seats[0].cards, 6: PLACES.seats[5].cards, 0: far, 7: far}
    for button, start in starts.items():
        before = replace(board_due(Street.FLOP), button=button)
        moves = moves_between(before, replace(before, board=("Ah",)), PLACES)
        assert [(move.start, move.chips) for move in moves] == [(start, 0)]


def test_a_board_that_is_another_does_not_slide() -> None:
    before = board_due(Street.TURN)
    assert not moves_between(before, replace(before, board=("2c", "Kd", "7c", "5s")), PLACES)


def test_a_new_hand_begins_with_a_first_card() -> None:
    before = dealt(6)
    after = with_seat(replace(before, hand=before.hand + 1), 2, cards=1)
    (move,) = moves_between(before, after, PLACES)
    assert move.end.x == hole_boxes(PLACES.seats[1], after.seats[1])[0].x
    second = with_seat(after, 2, cards=2)
    (move,) = moves_between(after, second, PLACES)
    assert move.end.x == hole_boxes(PLACES.seats[1], second.seats[1])[1].x


def test_at_most_twenty_four_things_move_at_once() -> None:
    places = layout(1280, 720, 10)
    before = dealt(10)
    for seat in range(1, 11):
        before = with_seat(before, seat, bet=100, committed=100, cards=1)
    after = replace(before, board=("Ah", "Kd", "7c"), pots=(PotView(1_000, (1, 2)),))
    for seat in range(1, 11):
        after = with_seat(after, seat, bet=0, cards=2)
    awards = (Award(0, 1, 5), Award(1, 2, 5))
    assert len(moves_between(before, replace(after, awards=awards[:1]), places)) == 24
    assert not moves_between(before, replace(after, awards=awards), places)


def test_under_what_moves_its_place_is_as_it_was() -> None:
    before = replace(flop(), board=(), turn=0, legal=None, phase=Phase.BOARD)
    after = replace(before, board=("Ah",))
    old, new = render(before, (1280, 720)), render(after, (1280, 720))
    base = under(old, new, moves_between(before, after, PLACES))
    box = PLACES.board[0]
    rect = (box.x, box.y, box.w, box.h)
    there, was = (each.subsurface(rect).copy() for each in (base, old))
    assert there.get_buffer().raw == was.get_buffer().raw
    assert base.get_at(box.centre) != new.get_at(box.centre)
