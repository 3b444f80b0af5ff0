"""What the emulated board gave last: the figures are all there, and none contradicts another."""

import json
from typing import Any

import pytest

from hardware.twin.boards.emulated import RESULTS, TAGS, fields


@pytest.fixture(name="figures")
def _figures() -> dict[str, Any]:
    figures: dict[str, Any] = json.loads(RESULTS.read_text())
    return figures


def test_the_image_and_the_clock_are_said(figures: dict[str, Any]) -> None:
    assert figures["image"][:2] >= [1, 24]
    assert figures["clock"] == 200_000_000


@pytest.mark.parametrize("tags", TAGS)
def test_a_scan_takes_longer_than_the_driver_waits_and_less_than_a_thorough_one(
    figures: dict[str, Any], tags: int
) -> None:
    assert figures[f"waits-{tags}"] < figures[f"rest-{tags}"] < figures[f"thorough-{tags}"]


def test_the_same_tags_lie_there_at_every_run() -> None:
    assert fields() == fields()
    assert [len(field) for field in fields()] == list(TAGS)
