"""Where pages of keys stand at their bounds: beside the felt, or on it, with a reason above."""

import pytest
from msgspec.structs import replace

from display.felt.console.key_pages import (
    Key,
    KeyPage,
    least_key,
    page_boxes,
    reason_box,
    whole_words,
)
from display.felt.drawing.layout import layout
from display.felt.drawing.text_fitting import LEAST

KEYS = ((Key("a", "A"), Key("b", "B")), (Key("c", "C"),))


@pytest.mark.parametrize(("gap", "above"), [(13, False), (14, True), (15, True)])
def test_a_reason_stands_above_its_key_where_there_is_just_room_for_it(
    gap: int, above: bool
) -> None:
    places = replace(layout(800, 480, 6), gap=gap)
    page = KeyPage("Title", "", KEYS)
    boxes, box = page_boxes(places, page), reason_box(places, page, "a")
    key, inner = dict(boxes.keys)["a"], boxes.whole.inset(4)
    assert key.y - box.h - 4 - inner.y == 2 * (gap - 14)
    assert box.y == (inner.y + 2 * (gap - 14) if above else key.bottom + 4)


@pytest.mark.parametrize(("width", "beside"), [(802, False), (803, False), (804, True)])
def test_a_page_is_beside_the_felt_where_the_strip_is_wider_than_four_keys(
    width: int, beside: bool
) -> None:
    places = layout(width, 756, 6)
    whole = page_boxes(places, KeyPage("Title", "", KEYS, docked=True)).whole
    over = places.bar.w - 4 * least_key(places)
    assert (over > 0) == beside
    assert whole.right == (places.bar.right if beside else width)


def test_a_word_that_never_fits_is_written_in_the_smallest_type() -> None:
    assert whole_words("Misdeal everything", 1, 40) == LEAST
    assert whole_words("Misdeal everything", 1, LEAST) == LEAST
