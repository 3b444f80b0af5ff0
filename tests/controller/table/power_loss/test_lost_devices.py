"""Devices that are lost: their zones are blind, and blind zones accuse nobody."""

import pytest

from controller.contract.public import DeviceBackSeen, DeviceLostSeen, ZoneBlind
from controller.table.state import unpaid
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


LAY = {
    "nothing": "device-lost bet.1\n1 raises to 300\n2 folds ; 3 calls",
    "half": "1 puts 1x100\ndevice-lost bet.1\n2 folds ; 3 raises to 300\n1 calls",
    "all": "1 raises to 300\ndevice-lost bet.1\n2 folds ; 3 calls",
}
"""What lay in front of seat 1 when its antenna was lost; it had 300 in front at the end."""
COURSE = {
    "street": ("flop\n3 checks", "1 bets 300", "1 puts 3x100", "action=bet to=300"),
    "hand": (
        "flop\n3 bets 100 ; 1 folds\npush\nhand ; deal\n2 calls ; 3 calls",
        "1 raises to 300",
        "1 puts 2x100",
        "action=raise to=300",
    ),
}
"""What comes next, an act of seat 1 in full, the same with nothing said, and what it is."""
BACK = "device-back bet.1\nwait 60s"


@pytest.mark.parametrize("when", ["before", "after", "unsaid"])
@pytest.mark.parametrize("course", COURSE)
@pytest.mark.parametrize("lay", LAY)
def test_chips_that_were_gathered_unseen_are_no_bet_of_a_later_round(
    lay: str, course: str, when: str
) -> None:
    next_round, full, unsaid, action = COURSE[course]
    acts = {"before": (BACK, full), "after": (full, BACK), "unsaid": (unsaid, BACK)}[when]
    expected = f"expect ever action.made seat=1 {action}"
    game = played("\n".join(("hand ; deal", LAY[lay], next_round, *acts, expected)), house="tda")
    assert not kinds(game)
    assert game.table.hand.bets[1] == 300
    assert not any(unpaid(game.table, game.table.hand))


def test_bets_of_others_that_lie_before_a_lost_antenna_still_count_for_them() -> None:
    script = (
        "hand ; deal\n1 folds ; 2 raises to 300\nmove 2x100 2x50 from bet.2 to bet.1",
        "device-lost bet.1\ndevice-back bet.1",
        "3 calls\nmove 1x100 2x100 from bet.3 to bet.1\nwait 5s\ngather\nwait 60s\nexpect pot 600",
    )
    assert not kinds(played("\n".join(script), house="fidpa"))
