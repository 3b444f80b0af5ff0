"""Burns at a table whose muck alone has an antenna, so that both lie in one pile."""

import pytest

from controller.play.game import DealtGame
from hardware.twin.layout import Equipment
from tests.controller.table.scripted import kinds, sensed

TABLE = """burns muck
seat 1 Anne 5000 ; seat 2 Bruno 5000 ; seat 3 Chloe 5000
button 1
deck 2c 3c 4c 5c 6c 7c  Ah Kd Qs Jh Th 9s 8d 7d 6d
"""
ROUND = "1 calls ; 2 calls ; 3 checks"
CHECKED = "2 checks ; 3 checks ; 1 checks"


def played(script: str) -> DealtGame:
    """Return the game after a script, at a table without an antenna for the burns."""
    return sensed(script, table=TABLE, equipment=Equipment(shoe=False, burn=False))


UNSEEN = {
    "all the hand": f"device-lost muck\nhand ; deal\n{ROUND}\nflop\n{CHECKED}\nturn",
    "one burn": (
        f"hand ; deal\n{ROUND}\ngather\ndevice-lost muck\nburn\nboard 3\n"
        f"device-back muck\nwait 10s\n{CHECKED}\nturn"
    ),
    "a hand in front": (
        "device-lost hand.3\nhand ; deal\n1 raises to 300 ; 2 calls ; 3 says fold\nburn\nboard 3"
    ),
}
"""Burns that cannot be read, or not told from a hand that no antenna has read."""


@pytest.mark.parametrize("unseen", UNSEEN)
def test_a_burn_that_may_have_been_made_unseen_is_not_missing(unseen: str) -> None:
    assert not kinds(played(f"{UNSEEN[unseen]}\nexpect turn 2"))


def test_a_missing_burn_is_found_and_put_right_in_the_muck() -> None:
    script = f"hand ; deal\n{ROUND}\ngather ; board 3\nexpect steps use_as_burn deal\n"
    game = played(f"{script}move Ah board muck ; board\nexpect turn 2\n{CHECKED}\nturn")
    assert kinds(game) == ["board.no-burn"]


def test_while_the_muck_is_lost_a_key_says_that_a_card_is_the_burn() -> None:
    script = f"hand ; deal\n{ROUND}\ngather ; board 3\ndevice-lost muck\nmove Ah board muck\n"
    played(f"{script}expect next use_as_burn\n1 done\nboard\nexpect turn 2")
