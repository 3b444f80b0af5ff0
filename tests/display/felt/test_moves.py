"""What moves between two states: cards to their places, chips to the pot and to who wins it."""

from msgspec.structs import replace

from controller.contract.public import Award, Phase, PotView, Street
from display.felt.draw import render
from display.felt.drawing.layout import layout
from display.felt.on_felt.moves import at, moves_between
from display.felt.pictures.example_tables import board_due, dealing, dealt, flop, ruling, with_seat
from display.felt.screen import under

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
