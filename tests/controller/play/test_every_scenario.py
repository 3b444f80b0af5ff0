"""What holds in every scenario: no card leaks, hands to take home are one's own, the gate is right.

Each scenario is played once for all three.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from controller.contract.observations import CardAt, Observation
from controller.contract.private import HoleCardSeen, PrivateEvent
from controller.contract.public import IrregularityFound, PublicState, RulingWrong, SeatTaken
from controller.houses.loader import shipped_houses
from controller.houses.model import House
from controller.play.formats import FORMS, write
from controller.play.people.leak_watch import Doors
from controller.play.records.hand_record import HandRecord
from controller.play.records.phh_export import Caused, records
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.run.loop.shoe_gate import SHUT, due
from controller.table.engine import Transition
from controller.table.rulings.open_rulings import stops_play
from controller.table.state.ranking import DECK
from controller.table.state.table import Table
from controller.table.view.public_view import public_state

SCENARIOS = Path(__file__).parents[2] / "scenarios"
HOUSES = sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir())


class Gate:
    """Watches the gate that a shoe would have: what was `wrong`, and how many cards it let out."""

    def __init__(self, house: House) -> None:
        self.wrong: list[str] = []
        self.let_out = 0
        self._house = house
        self._burns = house.deal.burn.value
        self._last: Table | None = None

    def watch(self, seen: Observation, done: Transition) -> None:
        """Look at the table before and after an observation."""
        table, last = done.table, self._last
        if table.hand.phase == "betting" and not stops_play(table) and self._due(table):
            self.wrong.append("open while betting")
        if last is not None and _is_dealt_rightly(last, seen, done):
            if self._due(last):
                self.let_out += 1
            else:
                self.wrong.append(f"shut for {seen}")
        self._last = table

    def _due(self, table: Table) -> bool:
        return due(public_state(table, self._house, 0, "t"), burns=self._burns) != SHUT


def _is_dealt_rightly(table: Table, seen: Observation, done: Transition) -> bool:
    """Return whether a card from the stub has come where it was due: no ruling, no error."""
    hand = table.hand
    if not isinstance(seen, CardAt) or seen.deck != 1 or table.rulings:
        return False
    if any(isinstance(event, IrregularityFound | RulingWrong) for event in done.public):
        return False
    fresh = seen.card not in hand.seen and not table.places.get(seen.card)
    due_now = hand.phase in {"dealing", "board"}
    return fresh and due_now and seen.zone.partition(".")[0] in {"hand", "board", "burn"}


class Played(NamedTuple):
    """A scenario that was played: what it published, what was private, and what was watched."""

    name: str
    rows: tuple[Caused, ...]
    doors: Doors
    gate: Gate
    end: PublicState


def played(path: Path) -> Played:
    """Play a scenario to its end."""
    statements = language.read(path, shipped_houses())
    setup = set_up(statements, beside=path.parent)
    rows: list[Caused] = []
    doors, gate = Doors(), Gate(setup.house)

    def watch(seen: Observation, done: Transition) -> None:
        rows.append(Caused(done.public, done.private, "1", done.table.hand.number))
        doors.watch(seen, done)
        gate.watch(seen, done)

    runner = Runner(setup, watch)
    runner.play(statements)
    state = public_state(runner.game.table, setup.house, 0, "x")
    runner.game.close()
    return Played(path.name, tuple(rows), doors, gate, state)


@pytest.fixture(scope="module", params=HOUSES)
def scenarios(request: pytest.FixtureRequest) -> list[Played]:
    """Return the scenarios of one folder, each played to its end."""
    paths = sorted((SCENARIOS / request.param).rglob("*.scn"))
    assert paths
    return [played(path) for path in paths]


def test_none_publishes_a_card_that_nobody_has_shown(scenarios: list[Played]) -> None:
    for name, _, doors, _, end in scenarios:
        assert not doors.leaks, name
        shown = {card for view in end.seats for card in view.shown} | set(end.board)
        assert shown <= doors.public, name


def test_the_gate_is_shut_while_betting_and_open_for_a_card_that_is_due(
    scenarios: list[Played],
) -> None:
    for each in scenarios:
        assert not each.gate.wrong, each.name
    assert sum(each.gate.let_out for each in scenarios) > 20


def in_every_form(hands: Sequence[HandRecord], hero: str = "") -> str:
    """Return hands as they are written, in one form behind the other."""
    return "\n".join(write(form, hands, hero=hero) for form in FORMS)


def with_others(rows: Sequence[Caused], seats: set[int], kept: set[str]) -> Iterator[Caused]:
    """Yield the same with other cards in the hands of all seats but these, where nobody saw them.

    What is `kept` stays where it is; the other cards change their places with each other.
    """
    free = [card for card in DECK if card not in kept]
    other = dict(zip(free, free[7:] + free[:7], strict=True))

    def swapped(event: PrivateEvent) -> PrivateEvent:
        if not isinstance(event, HoleCardSeen) or event.seat in seats:
            return event
        return HoleCardSeen(event.seat, other.get(event.card, event.card))

    for row in rows:
        yield row._replace(private=tuple(map(swapped, row.private)))


def test_nobody_elses_cards_change_what_a_player_takes_home(scenarios: list[Played]) -> None:
    """Non-interference: with other cards in all other hands a player takes home the very same."""
    heroes = 0
    for name, rows, *_ in scenarios:
        taken_seats = [e for row in rows for e in row.public if isinstance(e, SeatTaken)]
        names = {event.name for event in taken_seats if event.name}
        shown = in_every_form(list(records([row._replace(private=()) for row in rows])))
        for hero in sorted(names):
            own = {event.seat for event in taken_seats if event.name == hero}
            held = {
                event.card
                for row in rows
                for event in row.private
                if isinstance(event, HoleCardSeen) and event.seat in own
            }
            kept = held | {card for card in DECK if card in shown}
            hands = list(records(rows, hero=hero))
            others = list(with_others(rows, own, kept))
            assert hands == list(records(others, hero=hero)), (name, hero)
            told = in_every_form(hands, hero)
            assert {card for card in DECK if card in told} <= kept, (name, hero)
            heroes += bool(hands)
    assert heroes > 0
