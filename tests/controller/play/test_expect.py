"""Expectations: what holds, and what the failure says was there instead."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.contract.public import (
    Action,
    ActionMade,
    BlindPosted,
    BoardDealt,
    CardDealt,
    HandEnded,
    HandStarted,
    HandStatus,
    HandVoided,
    IrregularityFound,
    Kind,
    LevelView,
    NextStep,
    PotChanged,
    PotView,
    PublicEvent,
    PublicState,
    RulingOpened,
    RulingView,
    SeatStack,
    SeatView,
    Street,
    Task,
)
from controller.play.script import expectations as hope
from controller.play.script import statements as say
from controller.play.script.expect import check
from controller.play.script.language import parse
from controller.play.script.words import CARDS
from tests.rig.pictures.example_tables import legal
from tests.steps import step_read

STEPS = (step_read("use_as_burn"), step_read("deal flop"), step_read("burn"))

EVENTS: list[PublicEvent] = [
    HandStarted(1, 0, 2, (SeatStack(1, 5000), SeatStack(2, 5000)), LevelView(50, 100), "ppc"),
    BlindPosted(2, 40, "big", short=True),
    CardDealt(3, 1),
    ActionMade(3, Action.RAISE, 600, 600, all_in=True),
    BoardDealt(Street.FLOP, ("Ah", "Kd", "7c"), ("Ah", "Kd", "7c")),
    IrregularityFound(Kind.BOARD_NO_BURN, "PPC 18.2", Street.FLOP),
    PotChanged((PotView(900, (1, 2, 3)), PotView(300, (1, 2)))),
    RulingOpened(4, Kind.BOARD_NO_BURN, "PPC 18", STEPS),
]

STATE = PublicState(
    seq=8,
    table="1",
    house="ppc",
    button=2,
    small_blind=0,
    big_blind=4,
    turn=3,
    legal=legal(call=200, raise_to=600, most=5000),
    seats=(
        SeatView(1, HandStatus.IN, stack=4900),
        SeatView(2, HandStatus.IN, stack=5100, owes=900),
        SeatView(3, HandStatus.EMPTY),
    ),
    board=("Ah", "Kd", "7c"),
    pots=(PotView(900, (1, 2, 3)), PotView(300, (1, 2))),
    rulings=(
        RulingView(
            4,
            Kind.BOARD_NO_BURN,
            "PPC 18",
            steps=(step_read("use_as_burn", done=True), step_read("deal flop"), step_read("burn")),
        ),
    ),
)

HOLD = (
    'expect board.dealt street=flop cards="Ah Kd 7c"',
    'expect irregularity.found kind=board.no-burn street=flop article="PPC 18"',
    "expect irregularity.found seat=none",
    "expect irregularity.found seat=0",
    'expect hand.started small_blind=none seats="1 2"',
    "expect hand.started big-blind=2",
    "expect blind.posted short=true",
    "expect blind.posted short=yes amount=40 blind=big",
    "expect action.made action=all-in to=600 amended=false",
    'expect pot.changed pots="900 300" seats="1,2,3 1,2"',
    "expect no hand.voided",
    "expect no board.dealt street=turn",
    "expect steps use_as_burn deal burn",
    "expect steps use_as_burn deal flop burn 1",
    "expect steps deal burn",
    'expect next "deal flop"',
    "expect next deal",
    "expect turn 3",
    "expect legal 3 raise>=600 fold call",
    "expect legal 1 none",
    "expect pot 1200",
    "expect pots 900 300",
    "expect stack 1 4900",
    "expect stacks 1=4900 2=5100",
    "expect stack 3 0",
    "expect owes 2 900",
    "expect owes 1 0",
    "expect button 2",
    "expect small-blind none",
    "expect big-blind 4",
    "expect public no Kh Qs",
)

FAIL = {
    "expect board.dealt street=turn": 'board.dealt street=flop cards="Ah Kd 7c" board="Ah Kd 7c"',
    "expect hand.ended": "no hand.ended",
    "expect no card.dealt": "card.dealt seat=3 nth=1",
    'expect irregularity.found article="PPC 19"': "irregularity.found kind=board.no-burn"
    ' article="PPC 18.2" street=flop',
    "expect blind.posted short=false": "blind.posted seat=2 amount=40 blind=big short=true",
    "expect steps use_as_burn": 'steps use_as_burn "deal flop" burn',
    "expect steps use_as_burn deal turn burn": 'steps use_as_burn "deal flop" burn',
    "expect steps use_as_burn deal burn 2": 'steps use_as_burn "deal flop" burn',
    "expect steps none": 'steps use_as_burn "deal flop" burn',
    "expect next burn": 'next "deal flop"',
    "expect turn none": "turn 3",
    "expect turn 2": "turn 3",
    "expect legal 3 fold call raise>=500": "legal 3 fold call raise>=600",
    "expect legal 3 fold call": "legal 3 fold call raise>=600",
    "expect legal 2 fold": "legal 2 none",
    "expect pot 900": "pot 1200",
    "expect pots 300 900": "pots 900 300",
    "expect stack 1 5000": "stacks 1=4900",
    "expect stacks 1=4900 2=0": "stacks 1=4900 2=5100",
    "expect owes 2 800": "owes 2 900",
    "expect owes 1 900": "owes 2 900",
    "expect owes none": "owes 2 900",
    "expect button 3": "button 2",
    "expect small-blind 1": "small-blind none",
    "expect hand voided": "no end of the hand",
    "expect public no 7c": 'board.dealt street=flop cards="Ah Kd 7c" board="Ah Kd 7c"',
}


def expectation(source: str) -> say.Expectation:
    """Return the one expectation of a text."""
    (found,) = parse(source)
    assert isinstance(found, say.Expectation)
    return found


@pytest.mark.parametrize("source", HOLD)
def test_what_the_table_has_said_holds(source: str) -> None:
    assert check(expectation(source), EVENTS, STATE, EVENTS) is None


@pytest.mark.parametrize(("source", "got"), FAIL.items())
def test_a_failure_says_what_was_expected_and_what_was_there(source: str, got: str) -> None:
    said = check(expectation(source), EVENTS, STATE, EVENTS)
    assert said == f"expected {str(expectation(source)).removeprefix('expect ')}, got {got}"


def test_a_hand_is_over_or_voided_by_its_own_event_alone() -> None:
    over, voided = expectation("expect hand over"), expectation("expect hand voided")
    ended, misdeal = HandEnded((SeatStack(1, 1),)), HandVoided(Kind.FLOOR)
    assert check(over, [ended], STATE) is None
    assert check(voided, [misdeal], STATE) is None
    assert check(over, [misdeal], STATE) == "expected hand over, got hand voided"
    assert check(voided, [ended], STATE) == "expected hand voided, got hand over"


def test_nothing_open_has_no_steps_and_nothing_next() -> None:
    idle = PublicState(seq=0, table="1", house="ppc")
    for word in ("steps", "next", "turn", "pots", "owes"):
        assert check(expectation(f"expect {word} none"), [], idle) is None
    assert check(expectation("expect owes 2 900"), [], idle) == "expected owes 2 900, got owes none"
    assert check(expectation("expect steps burn"), [], idle) == (
        "expected steps burn, got no open ruling"
    )
    posting = msgspec.structs.replace(idle, next_step=NextStep(Task.POST, 2, 50))
    assert check(expectation("expect next post 2 50"), [], posting) is None


def test_what_the_house_hides_is_said_to_be_hidden() -> None:
    hidden = PublicState(
        seq=0,
        table="1",
        house="fidpa",
        pots=(PotView(None, (1,)),),
        seats=(SeatView(1, HandStatus.IN),),
    )
    assert check(expectation("expect pots 5"), [], hidden) == "expected pots 5, got pots hidden"
    assert check(expectation("expect pot 5"), [], hidden) is not None
    assert check(expectation("expect stack 1 5"), [], hidden) == (
        "expected stack 1 5, got stacks 1=hidden"
    )


def test_a_card_in_the_state_alone_is_given_away_too() -> None:
    said = check(expectation("expect public no Ah"), [], STATE, [])
    assert said == "expected public no Ah, got the card in the public state"


@given(st.permutations(CARDS).map(lambda cards: cards[:3]), st.sampled_from(CARDS))
def test_a_card_is_public_exactly_when_an_event_names_it(board: list[str], card: str) -> None:
    dealt = BoardDealt(Street.FLOP, tuple(board), tuple(board))
    state = PublicState(seq=0, table="1", house="ppc")
    said = check(hope.ExpectHidden((card,)), [], state, [dealt])
    assert (said is None) == (card not in board)
