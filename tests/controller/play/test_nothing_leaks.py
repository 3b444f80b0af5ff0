"""What no scenario may publish: a card that has neither lain on the board nor been tabled."""

from pathlib import Path

import pytest

from controller.contract.commands import KeyBoard, KeyHand
from controller.contract.observations import CardAt, Declared, FloorSaid, Observation
from controller.contract.public import (
    CardsSeen,
    CardsTabled,
    DeckFouled,
    HandAsked,
    PublicEvent,
    event_data,
)
from controller.houses.loader import shipped_houses
from controller.play import language
from controller.play.expect import words_of
from controller.play.runner import Runner, set_up
from controller.table.engine import Transition
from controller.table.floor import decode
from controller.table.ranking import DECK
from controller.table.view import public_state

SCENARIOS = Path(__file__).parents[2] / "scenarios"
HOUSES = sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir())
CARDS = frozenset(DECK)


def says_shown(seen: Observation, seat: int) -> bool:
    """Return whether a seat declares its own hand shown."""
    return isinstance(seen, Declared) and seen.what == "shown" and seen.seat == seat


@pytest.mark.parametrize("house", HOUSES)
def test_no_scenario_publishes_a_card_that_nobody_has_shown(house: str) -> None:
    played = 0
    for path in sorted((SCENARIOS / house).rglob("*.scn")):
        statements = language.read(path, shipped_houses())
        lain: set[str] = set()
        granted: set[int] = set()
        leaks: list[PublicEvent | str] = []

        def watch(
            seen: Observation,
            done: Transition,
            lain: set[str] = lain,
            leaks: list[PublicEvent | str] = leaks,
            granted: set[int] = granted,
        ) -> None:
            # Beyond the line cards are tabled; on the board everybody sees them.
            if isinstance(seen, CardAt) and seen.zone.startswith(("board", "bet.")):
                lain.add(seen.card)
            # Where no card is read, what lies face up is keyed.
            if isinstance(seen, FloorSaid):
                said = decode(seen.command)
                lain.update(said.cards if isinstance(said, KeyBoard | KeyHand) else ())
            for event in done.public:
                # Who says that they have shown their own hand has shown it.
                if isinstance(event, CardsTabled) and says_shown(seen, event.seat):
                    lain.update(event.cards)
                # What somebody has asked to see, and has the right to, is shown with that.
                if isinstance(event, HandAsked) and event.granted:
                    granted.add(event.seat)
                if isinstance(event, CardsSeen) and event.seat in granted:
                    lain.update(event.cards)
            hand = done.table.hand
            between = not hand.running
            leaks.extend(
                e
                for e in done.public
                # What is wrong with the deck is told while nobody has a card of it.
                if not (isinstance(e, DeckFouled) and between)
                and words_of(event_data(e)) & CARDS - lain
            )

        setup = set_up(statements, beside=path.parent)
        runner = Runner(setup, watch)
        runner.play(statements)
        state = public_state(runner.game.table, setup.house, 0, "x")
        assert not leaks, path.name
        shown = {card for view in state.seats for card in view.shown} | set(state.board)
        assert shown <= lain, path.name
        runner.game.close()
        played += 1
    assert played > 0
