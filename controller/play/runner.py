"""Plays scenarios: executes statements by moving cards and chips, and checks expectations."""

from collections.abc import Sequence
from itertools import dropwhile
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from controller.contract import commands as c
from controller.contract.public import PublicEvent, RulingClosed, RulingOpened
from controller.contract.scans import zone_seat
from controller.houses.loader import find_house, load_house
from controller.journal import JournalError
from controller.play.game import DealtGame, Depth, Noise, Setup, Watch
from controller.play.people.carry_out import CannotDo, command, do
from controller.play.script import outside, room
from controller.play.script import statements as s
from controller.play.script.at_once import AtOnce, flat
from controller.play.script.expect import check
from controller.play.script.expectations import ExpectEvent, ExpectShown
from controller.play.setup import DENOMINATIONS

T = TypeVar("T", bound=s.Statement)
USUAL_BLINDS = (50, 100)
"""The blinds of a scenario that does not set any."""


class Failure(msgspec.Struct, frozen=True):
    """A statement of a scenario that failed: an unmet expectation, or an action that can't be done.

    `line` is the line number. `why` is the reason. `events` are the events published since the last
    statement that was not an expectation.
    """

    line: int
    statement: str
    why: str
    events: tuple[PublicEvent, ...] = ()


class ScenarioResult(msgspec.Struct, frozen=True):
    """The result of a scenario, which passes if `failures` is empty.

    `expectations` is the number of expectations checked. `at` is the table time at the end, in ms.
    """

    failures: tuple[Failure, ...]
    expectations: int
    at: int


def set_up(
    statements: Sequence[s.Statement],
    *,
    house: str = "",
    beside: Path | None = None,
    depth: Depth = "engine",
    noise: Noise = "typical",
    seed: int = 0,
) -> Setup:
    """Return the table setup that a scenario requires.

    `house` overrides the scenario's own house. `beside` is the folder against which relative paths
    of house files are resolved. Raises `FileProblems` if the house file can't be read.
    """
    statements = flat(statements)
    named = house or _last(statements, s.UseHouse("ppc")).name
    shoe = _last(statements, s.UseShoe(present=False))
    there = {type(statement) for statement in statements}
    entry = [st for st in statements if isinstance(st, s.Chips | s.CardsKeyed)] or [s.Chips("rfid")]
    keyed = not isinstance(entry[-1], s.Chips) or entry[-1].mode == "keyed"
    taken = [
        st.seat for st in statements if isinstance(st, s.SeatPlayer | s.PlaceButton | s.DealTo)
    ]
    given = [st.command for st in statements if isinstance(st, room.GiveCommand)]
    taken += [command.seat for command in given if isinstance(command, c.SitDown)]
    zones = [st.zone for st in statements if isinstance(st, s.Foreign | s.Unknown | s.Clone)]
    zones += [st.target for st in statements if isinstance(st, s.MoveCard)]
    taken += [zone_seat(zone) for zone in zones]
    begun = dropwhile(lambda statement: not isinstance(statement, s.NewHand), statements)
    is_file = named.endswith(".toml")
    return Setup(
        load_house(named, beside),
        max([*taken, FEWEST]) if taken else 10,
        keyed,
        _last(statements, s.Denominations(DENOMINATIONS)).values,
        shoe.present,
        s.Gate in there,
        shoe.counts,
        depth,
        noise,
        seed,
        journal=outside.PowerCut in there,
        # Whether the button is moved after the first hand has begun.
        button=any(isinstance(statement, s.PlaceButton) for statement in begun),
        house_file=str(find_house(named, beside).resolve()) if is_file else named,
        alone=tuple(st.device for st in statements if isinstance(st, outside.LoseDevice)),
        decks=_last(statements, s.Decks(1)).count,
        cards_keyed=s.CardsKeyed in there,
        stacks=s.StacksRead in there and not keyed,
    )


def _last(statements: Sequence[s.Statement], usual: T) -> T:
    """Return the last statement of the same type as `usual`, or `usual` if there is none."""
    return next((st for st in reversed(statements) if isinstance(st, type(usual))), usual)


FEWEST = 2
"""The minimum number of seats at a table, even if fewer are taken."""


APART_MS: Final = 1_000
"""The time (ms) between two actions joined by `then`."""
SLOW = s.Push | s.Gather | s.MoveChips | s.Takes
"""The statements that wait until the pot's slow antenna has been read.

Until then, the table can't tell whether chips that a player took back went into the pot.
"""


class Runner:
    """Plays the statements of one scenario at a table."""

    def __init__(self, setup: Setup | DealtGame, watch: Watch | None = None) -> None:
        """Set up a table, or use the given one.

        `watch` is called with every observation and its effects. It is ignored if a table is given.
        """
        self.game = setup if isinstance(setup, DealtGame) else DealtGame(setup, watch)
        self._mark = len(self.game.events)
        self._failures: list[Failure] = []

    def play(self, statements: Sequence[s.Statement], *, keep_on: bool = False) -> ScenarioResult:
        """Play statements until the first failure or, if `keep_on` is true, to the end.

        A scenario that sets no blinds is played at 50/100.
        """
        if not any(isinstance(statement, s.Blinds) for statement in statements):
            command(self.game, c.SetLevel(*USUAL_BLINDS))
        return self.go_on(statements, keep_on=keep_on)

    def go_on(self, statements: Sequence[s.Statement], *, keep_on: bool = False) -> ScenarioResult:
        """Play more statements at the same table, continuing where the previous ones stopped."""
        count = 0
        for statement in statements:
            if isinstance(statement, s.Expectation):
                count += 1
                shown = isinstance(statement, ExpectShown)
                state = self.game.shown() if shown else self.game.look()
                why = check(statement, self._in_sight(statement), state, self.game.events)
            else:
                why = self._try(statement)
            if why is not None:
                events = tuple(self.game.since(self._mark))
                self._failures.append(Failure(statement.line, str(statement), why, events))
                if not keep_on:
                    break
        return ScenarioResult(tuple(self._failures), count, self.game.sink.now)

    def _in_sight(self, expectation: s.Statement) -> Sequence[PublicEvent]:
        """Return the events against which an expectation is checked.

        They are the events since the last statement that was not an expectation. Pushing a pot does
        not count as such a statement if it causes no event. If an irregularity or a ruling is
        expected, older events about a kind of irregularity are added if a ruling on that kind is
        open now, or has been closed since that statement.
        """
        recent = self.game.since(self._mark)
        if not isinstance(expectation, ExpectEvent) or expectation.absent:
            return recent
        if expectation.type not in {"irregularity.found", "ruling.opened"}:
            return recent
        open_kinds = {ruling.kind for ruling in self.game.look().rulings}
        closed = {e.id for e in recent if isinstance(e, RulingClosed)}
        open_kinds |= {
            e.kind for e in self.game.events if isinstance(e, RulingOpened) and e.id in closed
        }
        older = self.game.events[: self._mark]
        return [*(e for e in older if getattr(e, "kind", "") in open_kinds), *recent]

    def _try(self, statement: s.Statement) -> str | None:
        mark = len(self.game.events)
        try:
            if isinstance(statement, AtOnce) and statement.then:
                for act in statement.acts:
                    do(self.game, act)
                    self.game.sink.wait(APART_MS)
            elif isinstance(statement, AtOnce):
                with self.game.sink.in_one_breath():
                    # Keys are pressed before anything has moved.
                    for act in sorted(statement.acts, key=lambda act: not isinstance(act, s.Says)):
                        do(self.game, act)
            else:
                do(self.game, statement)
            self._settle(statement)
        except (CannotDo, JournalError, ValueError, IndexError) as error:
            return f"can't be done: {error}"
        if not isinstance(statement, s.Push) or len(self.game.events) > mark:
            # After a push without new events, expectations still see the earlier awards.
            self._mark = mark
        return None

    def _settle(self, statement: s.Statement) -> None:
        game = self.game
        if not game.dealer.brisk:
            # The pot's antenna is slow: a push waits until it has been read, a bet does not.
            game.sink.settle(slow=any(map(_is_slow, flat([statement]))))
        elif isinstance(statement, s.Gather):
            game.dealer.wait_for_bets()
        elif not isinstance(statement, s.SeatActs | s.Says | s.Does | s.Push | s.Deck):
            game.sink.settle()


def _is_slow(statement: s.Statement) -> bool:
    """Return whether a statement takes effect only after the pot's slow antenna has been read."""
    if isinstance(statement, s.MoveCard):
        return "pot" in (statement.source, statement.target)
    if isinstance(statement, s.Foreign | s.Clone):
        return statement.zone == "pot"
    return isinstance(statement, SLOW)
