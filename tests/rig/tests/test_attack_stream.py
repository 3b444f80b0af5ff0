"""`tapis bench attack stream` in small; it notices a card that is streamed too early."""

import pytest

from controller.run.stream.delayed import DelayedHand
from tests.rig.attack.command import run
from tests.rig.attack.row import Asked


def test_nothing_leaves_before_its_time() -> None:
    row = run("stream", Asked(0.0012, seed=2))
    assert row.held, row.broken
    assert row.figures["hands_left"] > 2
    assert row.figures["frames"] > 50


def test_a_delay_that_is_too_short_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    due = DelayedHand.due
    monkeypatch.setattr(DelayedHand, "due", lambda *known: due(*known) - 30_000)
    monkeypatch.setattr(DelayedHand, "leaves", lambda hand, _: hand.begun + hand.delay - 30_000)
    row = run("stream", Asked(0.0012, seed=2))
    assert not row.held
    assert any("too early" in one for one in row.broken)
