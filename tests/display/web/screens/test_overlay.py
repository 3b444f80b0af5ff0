"""How late a picture for a stream is."""

from typing import Any

import pytest

from display.web.screens.overlay import MOST_S, delay_of
from display.web.site import BaseVisit


@pytest.mark.parametrize(
    ("asked", "given"),
    [("", 0), ("0", 0), ("60", 60), ("3601", MOST_S), ("999999", MOST_S), ("9" * 40, MOST_S),
     ("5m", 0), ("-5", 0)],
)  # fmt: skip
def test_a_delay_that_is_too_long_is_the_longest_and_never_none(asked: str, given: int) -> None:
    query = f"delay={asked}".encode()
    assert delay_of(BaseVisit[Any]({"type": "http", "query_string": query})) == given
