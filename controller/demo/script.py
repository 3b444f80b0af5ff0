"""The demo's playlist: files of recorded hands and scenarios, played in turn.

Files that can be chosen by name are in `controller/demo/scenes`; the default playlist is
`controller/demo/tour.py`.
"""

import logging
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import msgspec

from controller.contract import commands as c
from controller.contract.errors import N_, Sentence, UnusableFile
from controller.houses.loader import known_houses
from controller.play.game import DealtGame
from controller.play.records.phh import read_hands
from controller.play.records.recorded import Acted, RecordedAction, RecordedHand, StreetDealt
from controller.play.records.replay import play_hand
from controller.play.runner import Runner, set_up
from controller.play.script import language, outside
from controller.play.script import statements as s

log = logging.getLogger(__name__)

SHIPPED = Path(__file__).parent / "scenes"
SEATS = 6
HOUSE = "ppc"

# The time (ms) that people need to decide, to turn to the next street, and to see who has won.
DECIDES = (500, 1_800)
TURNS_TO = (400, 800)
SHOWS = (700, 1_200)
LOOKS_ON = 2_000
BRISK = (150, 350)

SET_UP = (
    *s.SET_UP, s.Blinds, outside.NextLevel, s.SeatPlayer, s.PlaceButton, s.Deck, s.Expectation,
)  # fmt: skip


class Script(msgspec.Struct, frozen=True):
    """One file to play: recorded hands, or the statements of a scenario.

    `says` is an English line about the scene, marked for translation. If `heard` is true, the last
    words spoken to seat 3 are shown below that line. If `room` is true, the URL of the room's pages
    is shown there. If `goes_on` is true, the script starts with the table as the previous script
    left it, and is played quickly, without pauses for viewers to read about each movement.
    """

    path: Path
    hands: tuple[RecordedHand, ...] = ()
    statements: tuple[s.Statement, ...] = ()
    says: str = ""
    heard: bool = False
    room: bool = False
    goes_on: bool = False


def read_scripts(paths: Sequence[Path]) -> tuple[Script, ...]:
    """Read files as scripts, refusing those that need a different table from the demo's.

    Raises `PhhError`, `ScenarioError`, `FileProblems` or `ValueError` for the first file that can't
    be played.
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
    statements = _statements(path)
    if not any(isinstance(statement, s.SeatPlayer) for statement in statements):
        _refuse(path, Sentence("the scenario seats no players"))
    return Script(path, statements=statements)


def read_scene(path: Path, says: str, *, heard: bool = False, room: bool = False) -> Script:
    """Read a scenario as a script that continues with the table as it is.

    `says`, `heard` and `room` are as in `Script`. Raises the same errors as `read_scripts`.
    """
    return Script(path, (), _statements(path), says, heard, room, goes_on=True)


def _statements(path: Path) -> tuple[s.Statement, ...]:
    statements = tuple(language.read(path, known_houses()))
    asked = set_up(statements, beside=path.parent)
    placed = [st.seat for st in statements if isinstance(st, s.SeatPlayer | s.PlaceButton)]
    if asked.house.name != HOUSE:
        _refuse(path, Sentence("the scenario needs the rules of {house}", house=asked.house.name))
    if asked.keyed or asked.shoe:
        _refuse(
            path,
            Sentence("the scenario needs a table with a shoe, or a table without chip antennas"),
        )
    if max(placed, default=0) > SEATS:
        _refuse(path, Sentence("the scenario needs more than {seats} seats", seats=SEATS))
    return statements


def _refuse(path: Path, wrong: Sentence) -> NoReturn:
    right = N_(
        "{path}: {wrong}; the demo's table has {seats} seats and tagged chips, and uses the "
        "rules of {house}"
    )
    raise UnusableFile(right, path=path, wrong=wrong, seats=SEATS, house=HOUSE)


class Show:
    """Plays scripts at one table, with human-like pauses."""

    def __init__(self, game: DealtGame, seed: int) -> None:
        """Play at `game`; `seed` determines the pauses, and the cards that no script specifies."""
        self.game = game
        self._seed = seed
        self._chance = random.Random(seed)
        self._hands = 0

    def play(self, script: Script) -> None:
        """Play one script, and log any deviation from it.

        A scenario ends at its first deviation, and the table is cleared. Recorded hands are played
        to the end.
        """
        # A demo may run for days, and its journal keeps the past events.
        self.game.events.clear()
        self.game.dealer.brisk = script.goes_on
        for hand in script.hands:
            self._hands += 1
            self._wait_while_paused()
            self._keep_seats({one.seat: (one.name, one.stack) for one in hand.players})
            came_out = play_hand(self.game, hand, self._seed + self._hands, self._think)
            self.game.sink.wait(0 if script.goes_on else LOOKS_ON)
            if not came_out.right:
                what = ", ".join(came_out.trouble) or "it ends with different stacks"
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
        seated = [st for st in script.statements if isinstance(st, s.SeatPlayer)]
        if not script.goes_on or (seated and self.game.look().phase not in {"idle", "over"}):
            self.clear_table()
        think = BRISK if script.goes_on else DECIDES
        if seated:
            wanted = {st.seat: (st.name, st.stack) for st in seated if not st.absent}
            # Keep the winner on display until the next hand; stacks change only just before it.
            self._pause(think)
            self._rebuy(wanted)
            self.game.dealer.push()
            self.game.dealer.collect()
            self.game.sink.settle()
            self._keep_seats(wanted)
        runner = Runner(self.game)
        for statement in script.statements:
            if isinstance(statement, s.NewHand):
                self._wait_while_paused()
            if not isinstance(statement, SET_UP) and not seated:
                self._pause(think)
            if isinstance(statement, s.NewHand):
                seated = []
            if self._is_so(statement):
                continue
            outcome = runner.go_on((statement,))
            if outcome.failures:
                failure = outcome.failures[0]
                where = f"{script.path.name}, line {failure.line}"
                log.warning("%s: %s: %s", where, failure.statement, failure.why)
                self.clear_table()
                return
        if not script.goes_on:
            self.game.sink.wait(LOOKS_ON)
            self.clear_table()

    def _is_so(self, statement: s.Statement) -> bool:
        """Return whether the level or the player that a statement sets is already in place.

        A level is in place if the table has the same blinds and ante. A player is in place if the
        seat has a player with the same name and stack. Returns False for all other statements.
        """
        state = self.game.look()
        if isinstance(statement, s.Blinds):
            level = state.level
            wanted = statement.small_blind, statement.big_blind, statement.ante
            return wanted == (level.small_blind, level.big_blind, level.ante)
        if isinstance(statement, s.SeatPlayer) and statement.seat <= len(state.seats):
            view = state.seats[statement.seat - 1]
            return (view.name, view.stack) == (statement.name, statement.stack)
        return False

    def _rebuy(self, wanted: Mapping[int, tuple[str, int]]) -> None:
        """Buy chips for each player in `wanted` who has lost all their chips.

        `wanted` maps each seat to a name and a stack, which is the amount to buy.
        """
        for view in self.game.look().seats:
            name, stack = wanted.get(view.seat, ("", 0))
            if view.status != "empty" and view.name == name and not view.stack:
                self.game.dealer.command(c.Rebuy(view.seat, stack))

    def _keep_seats(self, wanted: Mapping[int, tuple[str, int]]) -> None:
        """Keep only the players in `wanted` seated, and give them their stacks.

        `wanted` maps each seat to a name and a stack. Everybody else stands up, and so does a
        player in `wanted` who is absent or has a penalty.
        """
        dealer = self.game.dealer
        for view in self.game.look().seats:
            name, stack = wanted.get(view.seat, ("", 0))
            if view.status == "empty":
                continue
            if view.name != name or view.absent or view.penalty:
                dealer.command(c.StandUp(view.seat))
            elif not view.stack:
                dealer.command(c.Rebuy(view.seat, stack))
            elif view.stack != stack:
                dealer.command(c.SetStack(view.seat, stack))

    def clear_table(self) -> None:
        """Void any hand in progress and clear the table; the players stay seated.

        A ruling that is still open afterwards is waived.
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
