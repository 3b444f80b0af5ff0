"""The floor's authority at a rehearsal table: the floor badge on the reader, and the PIN.

The requirements are the same as for the table's own screen: the same rights, the PINs from the
config, and a badge that the controller senses.
"""

import secrets
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final

from controller.config.model import TableConfig
from controller.contract.commands import Request
from controller.contract.scans import AntennaPlan, BadgeTag
from controller.play.script import statements as s
from controller.run.access.floor_pin import FloorLock, load_pins
from controller.run.access.requests import Refusal
from controller.run.access.rights import Rights
from controller.run.access.tokens import Tokens
from controller.sensing.registry import load_registry
from controller.toml.file import FileProblems
from display.words.locale import N_

READER: Final = "floor-badge"
POCKET: Final = "pocket"
"""The place of the badge when it is off its reader."""

BADGE: Final = "badge"
UID: Final = "E0040150F100FFFF"
PLAN: Final = AntennaPlan(READER, READER, 250, 1500, 700, 60, 60, "floor")
SCREEN: Final = "screen"

REFUSED: Final = {
    "no-badge": N_("the floor decides this: put the floor's badge on its reader"),
    "locked": N_("the floor decides this: put the floor's badge on its reader, or enter the PIN"),
    "badge-and-pin": N_(
        "the floor decides this: put the floor's badge on its reader, and enter the PIN"
    ),
    "wrong-pin": N_("wrong floor PIN"),
    "too-many-pins": N_("too many wrong PINs: wait before you try again"),
}


def is_floors(statement: s.Statement) -> bool:
    """Return whether a scenario statement is reserved for the floor."""
    return str(statement).startswith("floor ")


class FloorsWord:
    """Checks whether a request from the table's own page has the floor's authority."""

    def __init__(self, config: TableConfig, badges: Callable[[], Collection[BadgeTag]]) -> None:
        """Check requests as the config requires; `badges` returns the badges on the reader now."""
        pins = load_pins(Path(config.floor_pin)) if config.floor_pin else ()
        self._token = secrets.token_urlsafe(16)
        self._rights = Rights(
            Tokens({SCREEN: self._token}, {SCREEN}), FloorLock(pins), badges,
            needs=config.floor_badge,
        )  # fmt: skip
        self.has_pins = bool(pins)

    def why_not(self, pin: str = "") -> str:
        """Return why a request lacks the floor's authority, or "" if nothing is lacking.

        The reason is in English. `pin` is the PIN that was entered, or "" for none.
        """
        try:
            keyed = {"pin": pin} if pin else {}
            self._rights.by("unlock", Request("rehearsal", "", self._token, None, keyed))
        except Refusal as no:
            return REFUSED.get(no.reason, str(no))
        return ""


def floors_name(config: TableConfig) -> str:
    """Return the name under which the floor badge is enrolled, or `floor` if none is enrolled."""
    try:
        known = load_registry(Path(config.cards.registry))
    except FileProblems:
        return "floor"
    badges = (tag for _, tag in known.items() if isinstance(tag, BadgeTag))
    return next((badge.name for badge in badges if badge.role == "floor"), "floor")
