"""The demo's default playlist: a two-minute tour of what a table can do.

Each scene is a scenario in `controller/demo/scenes/tour`. It continues where the previous one
ended, and it has a one-line description.
"""

from typing import Final

from controller.demo.script import SHIPPED, Script, read_scene
from controller.play.game import Noise
from display.words.locale import N_

SCENES: Final = SHIPPED / "tour"

NOISE: Final[Noise] = "clean"
"""The antennas' noise in the tour, low for a brisk pace; files given by the user get `typical`."""

HAND: Final = N_("Six players and no dealer: the table sees every card and every chip")
RULING: Final = N_("A flop without a burn: the table cites the rule and says what to do")
MISDEAL: Final = N_(
    "The first card goes to the wrong seat, so it is a misdeal and every chip is returned"
)
ALL_IN: Final = N_("All-in: once the hands are tabled, the table shows each player's chances")
BY_EAR: Final = N_("The player in seat 3 is blind. Only she hears this:")
EVENING: Final = N_("The evening goes on. In a room, the floor sees all tables in a browser")


def tour() -> tuple[Script, ...]:
    """Return the tour's scenes in order."""
    return (
        read_scene(SCENES / "1-hand.scn", HAND),
        read_scene(SCENES / "2-flop-without-a-burn.scn", RULING),
        read_scene(SCENES / "3-misdeal.scn", MISDEAL),
        read_scene(SCENES / "4-all-in.scn", ALL_IN),
        read_scene(SCENES / "5-a-seat-by-ear.scn", BY_EAR, heard=True),
        read_scene(SCENES / "6-a-pot-shared.scn", EVENING, room=True),
    )
