"""`tapis bench attack frames` in small: no frame is accepted, and an accepted one is noticed."""

import random

import pytest

from firmware.link import seal
from tests.rig.attack import frames
from tests.rig.attack.row import Asked


def test_nothing_of_a_thousand_frames_is_believed() -> None:
    row = frames.attack(Asked(scale=0.01, seed=1))
    assert row.held, row.broken
    assert row.trials >= 1_000
    assert row.figures["named"] > 0.6 * row.trials
    assert row.figures["honest"] > 50


def test_every_way_of_the_attacker_is_tried() -> None:
    rng = random.Random(2)
    ends = frames.Ends(rng)
    attacker = frames.Attacker(rng, ends)
    for _ in range(500):
        ends.turn()
        attacker.listen()
    for _ in range(200):
        attacker.next()
    assert set(attacker.made) == {way.__name__ for way in attacker.ways}


@pytest.mark.parametrize("blind", ["seal", "number"])
def test_an_end_that_does_not_look_is_found_out(
    monkeypatch: pytest.MonkeyPatch, blind: str
) -> None:
    """The row falls if seals are not checked, and if a frame counts twice."""
    opened = seal.Seal.open

    def believing(self: seal.Seal, kind: int, seq: int, sealed: bytes) -> bytes | None:
        return sealed[: -seal.SEAL] if len(sealed) >= seal.SEAL else None

    def forgetful(self: seal.Seal, kind: int, seq: int, sealed: bytes) -> bytes | None:
        heard = self.heard
        for before in range(heard, max(heard - 40, -1), -1):
            self.heard = before
            found = opened(self, kind, seq, sealed)
            if found is not None:
                self.heard = max(heard, self.heard)
                return found
        self.heard = heard
        return None

    monkeypatch.setattr(seal.Seal, "open", believing if blind == "seal" else forgetful)
    row = frames.attack(Asked(scale=0.003, seed=1))
    assert not row.held
    assert any("believed" in one for one in row.broken)
