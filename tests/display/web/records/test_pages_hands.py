"""The pages of a table's last hands: which picture is shown, and what stands before and behind."""

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tests.display.web.in_process import Shown, shown
from tests.rig.pictures import example_tables as e
from tests.streams.evenings import Evening


@pytest.fixture
def pages() -> Iterator[Shown]:
    """Return the pages of a table that has ended hands 7 to 9, and is in hand 10."""
    with shown(Evening({}, {})) as made:
        seq = 0
        for hand in (7, 8, 9, 10):
            board = e.showdown().board
            for cards in (0, 3, 4, 5):
                state = e.with_seat(e.flop(), 1, name=f"Of hand {hand}")
                state = replace(state, hand=hand, table="2", board=board[:cards])
                made.say("2/state", replace(state, seq=(seq := seq + 1)))
            if hand < 10:
                over = replace(e.showdown(), hand=hand, table="2", seq=(seq := seq + 1))
                made.say("2/state", over)
        yield made


@pytest.mark.parametrize(
    ("asked", "at"),
    [
        ("", 4), ("?at=1", 1), ("?at=2", 2), ("?at=4", 4), ("?at=5", 4), ("?at=99999999999", 4),
        ("?at=0", 1), ("?at=-1", 1), ("?at=x", 1), ("?at=", 1), ("?at=%C2%B2", 1),
        ("?at=%D9%A2", 1), ("?at=999999999999", 1), ("?at=123456789x", 1), ("?at=" + "9" * 5000, 1),
    ],
)  # fmt: skip
def test_a_picture_is_shown_that_there_is(pages: Shown, asked: str, at: int) -> None:
    answer = pages.get(f"/table/2/hand/8{asked}")
    assert answer.status_code == 200
    assert f"<strong>{at} / 4</strong>" in answer.text
    assert answer.text.count('aria-current="step"') == 1
    assert re.findall(r'\?at=(\d+)#picture" aria-current="step"', answer.text) == [str(at)]
    # What is on the board is that of the end of each street.
    drawn = answer.text.partition('class="felt-wide"')[2].partition('class="felt-tall"')[0]
    assert drawn.count("slot") == {1: 5, 2: 2, 3: 1, 4: 0}[at]


@pytest.mark.parametrize(("hand", "others"), [(7, [8]), (8, [7, 9]), (9, [8])])
def test_hands_lead_to_those_beside_them(pages: Shown, hand: int, others: list[int]) -> None:
    page = pages.get(f"/table/2/hand/{hand}?at=1").text
    assert f"Of hand {hand}" in page
    assert [int(n) for n in re.findall(r'href="/table/2/hand/(\d+)"', page)] == others


@pytest.mark.parametrize("path", ["/table/2/hand/6", "/table/2/hand/10", "/table/9/hand/8"])
def test_a_hand_that_has_not_ended_here_is_none(pages: Shown, path: str) -> None:
    assert pages.get(path).status_code == 404
