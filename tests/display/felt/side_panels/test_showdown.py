"""The panel of a showdown: which hands it lists."""

import pytest
from msgspec.structs import replace

from display.felt.draw import things
from display.felt.pictures import example_tables as e


@pytest.mark.parametrize(
    ("shown", "best", "listed"),
    [
        (("8s", "8c"), ("Ah", "Kd", "Ts", "8s", "8c"), True),
        (("8s",), (), False),
        ((), ("Ah", "Kd", "Ts", "8s", "8c"), False),
    ],
)  # fmt: skip
def test_a_hand_is_listed_once_it_is_shown_and_counts(
    shown: tuple[str, ...], best: tuple[str, ...], listed: bool
) -> None:
    fields = {"name": "Somebody", "shown": shown, "best": best, "hand_name": "pair"}
    state = e.with_seat(e.showdown(), 2, **fields)
    state = replace(state, next_step=None)
    names = [one.name for one in things(state, (1280, 720)) if one.kind == "text"]
    assert names.count("Somebody") == 1 + listed
