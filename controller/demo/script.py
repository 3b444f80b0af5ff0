"""What the demo shows: files of recorded hands and scenarios, played one after another.

The shipped ones lie in `controller/demo/scenes`, in the order of their names. A file laid there is
shown; nothing else has to know of it.
"""

import logging
import random
from collections.abc import Sequence
from pathlib import Path

import msgspec

from controller.contract import commands as c
from controller.contract.errors import UnusableFile
from controller.houses.loader import shipped_houses
from controller.play import language, outside
from controller.play import statements as s
from controller.play.game import DealtGame
from controller.play.phh import read_hands
from controller.play.recorded import Acted, RecordedAction, RecordedHand, StreetDealt
from controller.play.replay import play_hand
from controller.play.runner import Runner, set_up

log = logging.getLogger(__name__)

SHIPPED = Path(__file__).parent / "scenes"
SEATS = 6
HOUSE = "ppc"

# What people need to decide, to turn to the next street, and to see who has won (ms).
DECIDES = (500, 1_800)
TURNS_TO = (400, 800)
SHOWS = (700, 1_200)
LOOKS_ON = 4_000

SET_UP = (
    s.UseHouse, s.Chips, s.Denominations, s.UseShoe, s.Gate, s.Blinds, outside.NextLevel,
    s.SeatPlayer, s.PlaceButton, s.Deck, s.Expectation,
)  # fmt: skip


class Script(msgspec.Struct, frozen=True):
    """One file to be shown: recorded hands, or the statements of a scenario."""

    path: Path
    hands: tuple[RecordedHand, ...] = ()
    statements: tuple[s.Statement, ...] = ()


def shipped_files() -> list[Path]:
    """Return the files of the package that the demo shows, in order."""
    return sorted(p for p in SHIPPED.iterdir() if p.suffix in {".phh", ".phhs", ".scn"})


def read_scripts(paths: Sequence[Path]) -> tuple[Script, ...]:
    """Return the files as scripts; those for another table than the demo's are refused.

    Raises `PhhError`, `ScenarioError`, `FileProblems` or `ValueError` for the first file that
    can't be shown.
    """
    return tuple(_scenario(path) if path.suffix == ".scn" else _hands(path) for path in paths)


def _hands(path: Path) -> Script:
    hands = tuple(read_hands(path))
    for hand in hands:
        if max(player.seat for player in hand.players) > SEATS:
            hand.refuse(f"has more than the {SEATS} seats of the demo's table")
        assert hand.level
    return Script(path, hands=hands)


def _scenario(path: Path) -> Script:
    statements = tuple(language.read(path, shipped_houses()))
    asked = set_up(statements, beside=path.parent)
    wrong = ""
    if asked.house.name != HOUSE:
        wrong = f"it is for house {asked.house.name}"
    elif asked.keyed or asked.shoe:
        wrong = "it is for a table with a shoe or without chip antennas"
    elif not any(isinstance(statement, s.SeatPlayer) for statement in statements):
        wrong = "nobody sits there"
    elif max(st.seat for st in statements if isinstance(st, s.SeatPlayer | s.PlaceButton)) > SEATS:
        wrong = f"it is for more than {SEATS} seats"
    if wrong:
        right = f"the demo's table has {SEATS} seats, chips with tags and house {HOUSE}"
        raise UnusableFile(f"{path}: {wrong}; {right}")
    return Script(path, statements=statements)


class Show:
    """Plays scripts at one table, with the pauses that people make."""

    def __init__(self, game: DealtGame, seed: int) -> None:
        """Play at `game`; `seed` draws the pauses and the cards that no script names."""
        self.game = game
        self._seed = seed
        self._chance = random.Random(seed)
        self._hands = 0

    def play(self, script: Script) -> None:
        """Play one script to its end. What doesn't go as it should is logged, and no more."""
        # A demo may run for days, and its journal has the events that were.
        self.game.events.clear()
        for hand in script.hands:
            self._hands += 1
            self._wait_while_paused()
            came_out = play_hand(self.game, hand, self._seed + self._hands, self._think)
            self.game.sink.wait(LOOKS_ON)
            if not came_out.right:
                what = ", ".join(came_out.trouble) or "it ends with other stacks"
                log.warning("%s, %s: not as recorded: %s", script.path.name, hand.title, what)
        if script.statements:
            self._play_scenario(script)

    def _think(self, action: RecordedAction) -> None:
        if isinstance(action, StreetDealt):
            self._pause(TURNS_TO)
        else:
            self._pause(DECIDES if isinstance(action, Acted) else SHOWS)

    def _pause(self, between: tuple[int, int]) -> None:
        self.game.sink.wait(self._chance.randint(*between))

    def _wait_while_paused(self) -> None:
        while self.game.look().paused:
            self.game.sink.wait(LOOKS_ON)

    def _play_scenario(self, script: Script) -> None:
        self.clear_table()
        runner = Runner(self.game)
        for statement in script.statements:
            if isinstance(statement, s.NewHand):
                self._wait_while_paused()
            if not isinstance(statement, SET_UP):
                self._pause(DECIDES)
            outcome = runner.play((statement,))
            if outcome.failures:
                failure = outcome.failures[0]
                where = f"{script.path.name}, line {failure.line}"
                log.warning("%s: %s: %s", where, failure.statement, failure.why)
                break
        self.game.sink.wait(LOOKS_ON)
        self.clear_table()

    def clear_table(self) -> None:
        """Take everything off the table: a hand that is on is void, and everybody stands up.

        A ruling that taking everything off has not closed is waived.
        """
        game, dealer = self.game, self.game.dealer
        if game.look().phase not in {"idle", "over"}:
            dealer.command(c.Misdeal())
        for seat in range(1, SEATS + 1):
            game.sink.chips(f"bet.{seat}", f"stack.{seat}", game.sink.chips_in(f"bet.{seat}"))
        game.sink.chips("pot", "bank", game.sink.chips_in("pot"))
        dealer.clear()
        game.sink.settle(slow=True)
        for _ in game.look().rulings:
            dealer.command(c.Waive())
        for view in game.look().seats:
            if view.status != "empty":
                dealer.command(c.StandUp(view.seat))
