"""Hands in PokerStars' format read back by fpdb-3, the importer of a tracker that many people use.

fpdb-3 is AGPL, so it is no part of Tapis and none of its dependencies: it runs as a program of its
own (`tests/rig/fpdb_program.py`), in a checkout that somebody has set up by its own README.
"""

import os
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path

import msgspec

from controller.contract.errors import TapisError
from controller.contract.rules import Structure, Variant
from tests.rig.read_back import Story

PROGRAM = Path(__file__).with_name("fpdb_program.py")
GAMES = {
    Variant.HOLDEM: "holdem",
    Variant.OMAHA: "omahahi",
    Variant.OMAHA_5: "5_omahahi",
    Variant.OMAHA_HI_LO: "omahahilo",
    Variant.OMAHA_5_HI_LO: "5_omaha8",
    Variant.SHORT_DECK: "6_holdem",
}
LIMITS: dict[Structure, str] = {"no-limit": "nl", "pot-limit": "pl", "limit": "fl"}


class FpdbFailed(TapisError, RuntimeError):
    """fpdb-3 did not run."""


class FpdbHand(msgspec.Struct, frozen=True):
    """A hand as fpdb-3 has read it: amounts as text, actions by street, names for players."""

    id: int
    button: int
    players: list[tuple[int, str, str]]
    posts: list[tuple[str, str, str]]
    streets: list[tuple[list[str], list[list[str | bool]]]]
    dealt: list[str]
    holes: dict[str, list[str]]
    shown: list[str]
    back: dict[str, str]
    collected: dict[str, str]
    game: tuple[str, str]

    def story(self) -> Story:
        """Return the hand with its players in order from the left of the button."""
        order = sorted(self.players, key=lambda one: (one[0] <= self.button, one[0]))
        place = {name: f"p{n}" for n, (_, name, _) in enumerate(order, 1)}
        said = [f"d dh {place[name]} {''.join(self.holes[name])}" for name in self.dealt]
        left = {name: int(stack) for _, name, stack in order}
        bets: dict[str, int] = defaultdict(int)
        for name, post, amount in self.posts:
            left[name] -= int(amount)
            bets[name] += int(amount) * (post != "ante")
        for board, actions in self.streets:
            if board:
                said.append("d db " + "".join(board))
                bets.clear()
            for who, what, *amounts in actions:
                name = str(who)
                to = bets[name]
                match what:
                    case "bets" | "calls":
                        to += int(amounts[0])
                    case "raises":
                        to = int(amounts[1])
                left[name] -= to - bets[name]
                bets[name] = to
                word = {"folds": "f", "checks": "cc", "calls": "cc"}.get(str(what), f"cbr {to}")
                said.append(f"{place[name]} {word}")
        for paid in (self.back, self.collected):
            for name, amount in paid.items():
                left[name] += int(amount)
        seats = {name: seat for seat, name, _ in order}
        shown = [(seats[name], "".join(sorted(self.holes[name]))) for name in self.shown]
        return Story(
            tuple([seat for seat, _, _ in order]),
            tuple(place),
            tuple([int(stack) for _, _, stack in order]),
            tuple(said),
            tuple(sorted(shown)),
            tuple(left.values()),
        )


def by_fpdb(checkout: Path, text: str) -> dict[int, FpdbHand]:
    """Return the hands of a text by their numbers; one that fpdb-3 refuses is missing.

    The checkout's own environment (`.venv`) is used. Raises `FpdbFailed`.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.txt"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [checkout / ".venv" / "bin" / "python", PROGRAM, path],
            cwd=checkout,
            env={
                **os.environ, "HOME": folder, "PYTHONPATH": str(checkout),
                "QT_QPA_PLATFORM": "offscreen",
            },
            capture_output=True,
            check=False,
        )  # fmt: skip
    if done.returncode:
        raise FpdbFailed(done.stderr.decode()[-500:] or f"status {done.returncode}")
    read = [msgspec.json.decode(line, type=FpdbHand) for line in done.stdout.splitlines()]
    return {hand.id: hand for hand in read}
