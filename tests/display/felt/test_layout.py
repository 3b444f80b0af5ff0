"""Where everything stands: nothing overlaps, nothing leaves the screen."""

from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.felt.drawing.layout import _LANDSCAPE, _PORTRAIT, STRIP, Box, Layout, layout
from tests.display.felt.sheets import boxes_in

SIZES = [(800, 480), (1280, 720), (1920, 1080), (1080, 1920), (480, 800), (3840, 2160)]
seats = st.integers(0, 10)


@pytest.mark.parametrize(("x", "y"), [(0, 8), (20, 8), (8, 0), (8, 20)])
def test_boxes_that_touch_share_no_pixel(x: int, y: int) -> None:
    box, beside = Box(10, 10, 10, 10), Box(x, y, 10, 10)
    nearer = Box(x + (x == 0) - (x == 20), y + (y == 0) - (y == 20), 10, 10)
    for one, other in ((box, beside), (beside, box)):
        assert not one.overlaps(other)
    for one, other in ((box, nearer), (nearer, box)):
        assert one.overlaps(other)


@pytest.mark.parametrize("sides", [_LANDSCAPE, _PORTRAIT])
def test_each_seat_is_at_one_edge(sides: Sequence[Sequence[int]]) -> None:
    assert [sum(edges) for edges in sides] == list(range(11))


def assert_sound(places: Layout) -> None:
    boxes = list(boxes_in(places))
    for name, box in boxes:
        assert box.within(places.screen), (name, box)
        assert box.w >= 12, (name, box)
        assert box.h >= 12, (name, box)
    for (first, one), (second, other) in combinations(boxes, 2):
        assert not one.overlaps(other), (first, one, second, other)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", range(11))
def test_boxes_stay_on_the_screen_and_apart(size: tuple[int, int], count: int) -> None:
    places = layout(*size, count)
    assert len(places.seats) == count
    assert_sound(places)


@given(st.integers(800, 4096), st.integers(480, 2400), seats, st.booleans())
def test_so_they_do_at_any_size(long: int, short: int, count: int, portrait: bool) -> None:
    # Screens are between square-like 4:3 and 21:9.
    short = min(max(short, long * 9 // 21), long * 3 // 4)
    short = max(short, 480)
    assert_sound(layout(*((short, long) if portrait else (long, short)), count))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", range(3, 11))
def test_seats_go_clockwise(size: tuple[int, int], count: int) -> None:
    places = layout(*size, count)
    centres = [seat.plate.centre for seat in places.seats]
    # In screen coordinates, with y downwards, a clockwise polygon has a positive area.
    area = sum(
        ax * by - bx * ay
        for (ax, ay), (bx, by) in zip(centres, centres[1:] + centres[:1], strict=True)
    )
    assert len(set(centres)) == count
    assert area > 0


@pytest.mark.parametrize("count", range(2, 11))
def test_a_bet_lies_nearer_to_the_middle_than_its_plate(count: int) -> None:
    places = layout(1280, 720, count)
    middle_x, middle_y = places.felt.centre
    for seat in places.seats:
        bet_x, bet_y = seat.bet.centre
        x, y = seat.plate.centre
        if y != middle_y and abs(y - middle_y) > places.table.h // 4:
            assert abs(bet_y - middle_y) < abs(y - middle_y)
        assert abs(bet_x - middle_x) <= abs(x - middle_x) + seat.plate.w // 2


def test_a_card_of_the_board_is_large_enough_to_read() -> None:
    for count in range(2, 11):
        assert layout(800, 480, count).board[0].w >= 48
        assert layout(1920, 1080, count).board[0].w >= 115
        assert layout(1080, 1920, count).board[0].w >= 115


@pytest.mark.parametrize("size", [(800, 480 - STRIP), (480, 800 - STRIP)])
@pytest.mark.parametrize("count", range(11))
def test_the_least_screen_may_be_lower_by_a_caption(size: tuple[int, int], count: int) -> None:
    places = layout(*size, count)
    assert (places.screen.w, places.screen.h) == size


@pytest.mark.parametrize(
    "size",
    [
        (640, 480), (800, 400), (320, 240), (479, 800), (799, 480), (800, 479 - STRIP),
        (480, 799 - STRIP),
    ],
)  # fmt: skip
def test_a_screen_that_is_too_small_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=f"{size[0]}x{size[1]}: at least 800x480"):
        layout(*size, 6)


def test_eleven_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 10 seats, not 11"):
        layout(1280, 720, 11)
