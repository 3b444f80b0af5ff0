"""What a config says of a table to the room that it is in, and the ways to get it wrong."""

from pathlib import Path

import pytest

from tests.controller.config.test_config import TWIN, refusals


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            TWIN.replace('name = "3"', 'name = "all"'),
            'table.toml:1: name: "all" is reserved as a topic for the whole venue; expected a '
            "different name",
        ),
        (
            "ears = [3]\n" + TWIN,
            "table.toml:1: ears: there is no seat 3: this table has 2 seats; expected 1 to 2",
        ),
    ],
)
def test_a_mistake_is_answered_with_its_remedy(tmp_path: Path, text: str, expected: str) -> None:
    assert refusals(tmp_path, text) == [expected]
