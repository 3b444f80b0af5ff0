"""Words for the club's wall screen: its panels, and the events for which it plays a sound."""

from typing import Final

from display.words.names import N_

BLOCKS: Final = {
    "title": N_("Logo and title"),
    "clock": N_("Level, time and blinds"),
    "figures": N_("Next level, players, prizes"),
    "notices": N_("Seat moves and current notices"),
    "sponsors": N_("Sponsors: between levels, and before and after play"),
}

MOMENTS: Final = {
    "minute": N_("A minute before a level ends"),
    "level": N_("When a level ends"),
    "rest": N_("When a break ends"),
}
