"""Things to do now is the same on the felt, on pages, on pads and in the ear."""

import html
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.contract.observations import Observation
from controller.contract.private import SeatSecret
from controller.contract.public import (
    DeckView,
    NextStep,
    PublicState,
    RulingView,
    StepView,
    StepWord,
    Task,
)
from controller.contract.readings.current_task import Now, first_ruling, now
from controller.contract.rules import PLAYED, Kind
from controller.houses.loader import shipped_houses
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.table.engine import Transition
from controller.table.view.public_view import public_state
from display.voice.answers import answer
from display.voice.speaking.spoken import spoken
from display.web.pictures.felt import described, felt
from display.words.names import words
from display.words.ruling_steps import due_now, next_step
from hardware.pads import keypad
from tests.display.felt.sheets import things

SCENARIOS = Path(__file__).parents[2] / "scenarios"
HOUSES = sorted(path.name for path in SCENARIOS.iterdir() if path.is_dir())
SAID, ALOUD = words("en"), spoken("en")
SIZE = (1280, 720)


def _about(state: PublicState) -> tuple[object, ...]:
    """Return all of a state that says what is to be done; pictures of the same are alike."""
    return (
        state.rulings, state.turn, state.next_step, state.asked, state.moved_while_off,
        state.phase, state.paused, state.shoe, state.next_dealer, state.street,
    )  # fmt: skip


def _states(path: Path) -> list[PublicState]:
    """Return the states of a scenario in which something else is to be done than before."""
    statements = language.read(path, shipped_houses())
    setup = set_up(statements, beside=path.parent)
    found: dict[tuple[object, ...], PublicState] = {}

    def watch(_: Observation, done: Transition) -> None:
        state = public_state(done.table, setup.house, 0, "1")
        found.setdefault(_about(state), state)

    runner = Runner(setup, watch)
    try:
        runner.play(statements)
    finally:
        runner.game.close()
    return list(found.values())


def _plain(text: str) -> str:
    """Return a text without what only breaks its lines."""
    return re.sub(r"[\s\u2026]+", " ", html.unescape(text).replace("\u00a0", " ")).strip()


def _felt_says(state: PublicState, due: str) -> bool:
    drawn = _plain(" ".join(one.name for one in things(state, SIZE) if one.kind == "text"))
    return _plain(due) in drawn


def _pads_agree(state: PublicState, due: Now) -> bool:
    """Return whether no seat's pad asks for something else."""
    for view in state.seats:
        pad = keypad.see(keypad.new_pad(view.seat, (25, 100)), state).pad
        shown, first = keypad.shown(pad), keypad.menu(pad)[0]
        acts = due.by == "player" and not (due.task or due.asked)
        if (shown.what == "turn") != (acts and due.seat == view.seat):
            return False
        if first == "shown" and not (due.task and due.task.task is Task.TABLE):
            return False
        if shown.call and (view.status != "in" or state.phase != "betting"):
            return False
    return True


@pytest.mark.parametrize("house", HOUSES)
def test_felt_pages_pads_and_ears_say_the_same_in_every_state(house: str) -> None:
    """Of all scenarios in which something is ruled on."""
    seen, looked = 0, set()
    for path in sorted((SCENARIOS / house).rglob("*.scn")):
        states = _states(path)
        if not any(state.rulings for state in states):
            continue
        for state in states:
            due, text = now(state), due_now(state, SAID)
            where = f"{path.name}: {text}"
            told = described(state, SAID)
            assert told.endswith(text), where
            ear = answer("W", state.seats[0].seat, state, SeatSecret(1), ALOUD)
            if state.turn:
                assert SAID.seat(state, state.turn) in text
                own = state.turn == state.seats[0].seat
                assert ear == ("It is your turn." if own else SAID.seat(state, state.turn)), where
            elif text:
                assert ear.endswith(ALOUD.aloud(text)), where
            assert _pads_agree(state, due), where
            if text and not state.turn:
                assert next_step(state, SAID) == text
                pictured = (text, state.phase, len(state.rulings))
                if pictured not in looked:
                    looked.add(pictured)
                    assert _felt_says(state, text), where
                    # What has no room on the pages' felt ends in three dots.
                    assert _plain(text)[:30] in _plain(felt(state, SAID)), where
            seen += 1
    assert seen > 0


def _ruling(nth: int, word: StepWord) -> RulingView:
    return RulingView(nth, Kind.BOARD_NO_BURN, "PPC 1", steps=(StepView(word),))


def test_a_ruling_that_stops_play_comes_before_one_that_is_played() -> None:
    played, stopping = _ruling(1, StepWord.FINISH_ROUND), _ruling(2, StepWord.USE_AS_BURN)
    state = PublicState(0, "1", "ppc", rulings=(played, stopping))
    assert StepWord.FINISH_ROUND in PLAYED
    assert first_ruling(state) == stopping
    assert now(state).step == StepView(StepWord.USE_AS_BURN)
    assert now(replace(state, rulings=(played,), turn=2)) == Now("player", 2)
    assert now(PublicState(0, "1", "ppc")) == Now()


def test_a_counted_short_deck_is_no_fault_and_a_missing_card_is_one() -> None:
    between = PublicState(1, "1", "tda", next_dealer=1, next_step=NextStep(Task.SHUFFLE, seat=1))
    assert now(replace(between, deck=DeckView(36))).task == between.next_step
    assert now(replace(between, deck=DeckView(35, missing=("9c",)))).task is None
