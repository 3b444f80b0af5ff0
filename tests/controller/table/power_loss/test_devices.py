"""Devices that are lost: their zones are blind, and blind zones accuse nobody."""

import pytest

from controller.contract.public import DeviceBackSeen, DeviceLostSeen, ZoneBlind
from tests.controller.table.scripted import kinds, played, said


def test_a_zone_is_blind_from_its_antennas_loss_to_its_return() -> None:
    game = played("device-lost board.1\ndevice-back board.1")
    assert [(event.zone, event.blind) for event in said(game, ZoneBlind)] == [  # type: ignore[attr-defined]
        ("board", True), ("board", False),
    ]  # fmt: skip
    assert len(said(game, DeviceLostSeen)) == len(said(game, DeviceBackSeen)) == 1
    assert game.look().blind_zones == ()


@pytest.mark.parametrize("zone", ["hand.2", "burn", "muck"])
def test_a_hand_is_played_to_its_end_with_a_zone_blind(zone: str) -> None:
    antenna = "burn" if zone == "burn" else zone
    game = played(f"device-lost {antenna}\nhand ; deal\n1 raises to 300 ; 2 folds ; 3 folds")
    assert game.look().phase == "over"
    assert not kinds(game)
