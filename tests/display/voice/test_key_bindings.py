"""A seat's keys and questions: no slip of the finger binds a player, nothing hidden is told."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.contract.private import Pressed, SeatSecret
from controller.contract.public import (
    Action,
    HandStatus,
    LegalView,
    NextStep,
    Phase,
    PotView,
    PublicState,
    SeatView,
    Street,
    Task,
)
from controller.contract.readings.legal_actions import choice, fits, sized
from display.voice.answers import ASKED, CARDS, NOT_TOLD, PRIVATE, answer
from display.voice.key_bindings import (
    AFTER_POINT,
    ENTER,
    ERASE,
    ESCAPE,
    KEYPAD,
    MEANINGS,
    KeyMeaning,
    PadEntry,
    SeatTurn,
    heard,
)
from display.voice.speaking.spoken import spoken
from display.words.locale import languages
from tests.rig.pictures.example_tables import legal

SAID = spoken("en")
ACTIONS = {"fold", "check", "call", "bet", "raise", "all-in"}
KEYS = [
    *MEANINGS,
    *ASKED,
    *KEYPAD,
    *AFTER_POINT,
    *"0123456789",
    ENTER,
    ESCAPE,
    ERASE,
    "z",
    "٣",
    "é",
    "",
]
LEGALS = [
    legal(check=True, bet=100, most=5_000),
    legal(call=300, raise_to=600, most=5_000),
    legal(call=300, all_in=450),
    legal(call=300),
    legal(check=True, all_in=40),
    legal(call=100, raise_to=200, most=5_025, multiple=100),
    (),
]


@given(st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from(LEGALS)), max_size=25))
def test_no_sequence_of_keys_binds_a_player_by_mistake(
    keys: list[tuple[str, tuple[LegalView, ...]]],
) -> None:
    pad = PadEntry()
    for key, may in keys:
        before, meant = pad, heard(pad, key, SeatTurn(may), SAID)
        pad = meant.pad
        if meant.press is None or meant.press.what not in ACTIONS:
            continue
        pressed = meant.press
        assert may
        assert pad == PadEntry()
        match pressed.what:
            case "bet" | "raise":
                bet = sized(may)
                assert bet is not None
                assert pressed.what == bet.action
                assert fits(bet, pressed.amount)
                assert (before.waits, key) == ("amount", ENTER)
            case "all-in":
                assert (before.waits, key) == ("all-in", ENTER)
            case "fold" if choice(may, Action.CHECK):
                assert (before.waits, key) == ("fold", ENTER)
            case "check":
                assert choice(may, Action.CHECK)


def typed(keys: list[str], may: tuple[LegalView, ...]) -> list[KeyMeaning]:
    out, pad = [], PadEntry()
    for key in keys:
        out.append(heard(pad, key, SeatTurn(may), SAID))
        pad = out[-1].pad
    return out


def test_an_amount_is_typed_said_back_mended_and_confirmed() -> None:
    told = typed(["r", "1", "2", "5", ERASE, "0", "0", ENTER], LEGALS[1])
    assert [one.say for one in told] == [
        "Raise to how much? Minimum 600.", "1", "2", "5", "12", "0", "0", "",
    ]  # fmt: skip
    assert told[-1].press == Pressed("raise", amount=1_200)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (["R", "5", ENTER], "At least 600"),
        (["R", *"5001", ENTER], "At most 5000"),
        (["R", ENTER], "Enter the amount first"),
        (["R", "5", ESCAPE], "Cancelled"),
        (["R", *"12345678901"], "Too many digits"),
        (["A", ESCAPE], "Cancelled"),
    ],
)
def test_what_is_wrong_with_an_amount_is_said(keys: list[str], said: str) -> None:
    last = typed(keys, LEGALS[1])[-1]
    assert (last.say, last.press) == (said, None)


def test_a_fold_where_one_could_check_is_asked_about() -> None:
    assert typed(["F"], LEGALS[0])[-1].say == "You can check. Press Enter to fold anyway."
    assert typed(["F", ENTER], LEGALS[0])[-1].press == Pressed("fold")
    assert typed(["F"], LEGALS[1])[-1].press == Pressed("fold")


STATE = PublicState(
    1, "1", "ppc", hand=3, phase=Phase.BETTING, street=Street.TURN, turn=2,
    pots=(PotView(900, (1, 2, 3)),),
    seats=(
        SeatView(1, HandStatus.IN, "Anaïs", stack=5_000, bet=300),
        SeatView(2, HandStatus.IN, "Bruno", stack=4_000, bet=100),
        SeatView(3, HandStatus.ALL_IN, "Chloé", stack=0, bet=200),
        SeatView(4, HandStatus.FOLDED, "Dinh", stack=70, bet=0),
    ),
    board=("Kh", "7s", "2d", "Tc"),
    legal=legal(call=300, raise_to=500, most=4_100),
)  # fmt: skip
OWN = SeatSecret(2, 3, ("Kd", "7h"), "two-pair", ("K", "7"), ("Kh", "Kd", "7s", "7h", "Tc"))


@pytest.mark.parametrize(
    ("key", "english", "french"),
    [
        ("S", "4000", "4000"),
        ("V", "200", "200"),
        ("D", "king of diamonds, seven of hearts", "roi de carreau, sept de cœur"),
        ("E", "king of hearts, seven of spades, two of diamonds, ten of clubs",
         "roi de cœur, sept de pique, deux de carreau, dix de trèfle"),
        ("G", "two pair, kings and sevens, then ten", "deux paires, rois et sept, puis dix"),
        ("1", "king of diamonds", "roi de carreau"),
        ("2", "seven of hearts", "sept de cœur"),
        ("3", "king of hearts", "roi de cœur"),
        ("4", "seven of spades", "sept de pique"),
        ("5", "two of diamonds", "deux de carreau"),
        ("6", "ten of clubs", "dix de trèfle"),
        ("7", "Not dealt yet.", "Pas encore distribuée."),
        ("T", "It is your turn.", "C'est à vous."),
        ("O", "Anaïs 5000. Chloé 0, all-in. Dinh 70, folded",
         "Anaïs 5000. Chloé 0, tapis. Dinh 70, couché"),
        ("B", "Anaïs 300. Bruno 100. Chloé 200", "Anaïs 300. Bruno 100. Chloé 200"),
        ("P", "Pot 900", "Pot 900"),
        ("L", "fold, call 200, 300 in all, raise to at least 500, at most 4100",
         "se coucher, suivre pour 200, 300 en tout, relancer à 500 au moins, au plus 4100"),
    ],
)  # fmt: skip
def test_each_question_has_its_answer(key: str, english: str, french: str) -> None:
    assert answer(key, 2, STATE, OWN, spoken("en")) == english
    assert answer(key, 2, STATE, OWN, spoken("fr")) == french


def test_what_the_house_hides_is_not_told() -> None:
    hidden = msgspec.structs.replace(
        STATE,
        pots=(PotView(None, (1, 2, 3)),),
        seats=tuple(msgspec.structs.replace(s, stack=None, bet=None) for s in STATE.seats),
    )
    for language in languages():
        said = spoken(language)
        for key in "SOBP":
            assert answer(key, 2, hidden, OWN, said) == said.say(NOT_TOLD)


def test_questions_without_a_table_or_cards_are_answered() -> None:
    for key in ASKED:
        said = answer(key, 2, None, SeatSecret(2), SAID)
        assert said == ("You have no cards." if key in CARDS else "The table is not responding.")
        assert answer(key, 2, PublicState(0, "1", "ppc"), SeatSecret(2), SAID)
        assert answer(key, 9, STATE, SeatSecret(9), SAID)


def test_an_empty_seat_hides_no_call() -> None:
    seats = (
        SeatView(1, HandStatus.IN, "Anne", 900, 100),
        SeatView(2, HandStatus.FOLDED, "Bruno", 950, 50),
        SeatView(3),
    )
    state = PublicState(0, "1", "ppc", phase=Phase.BETTING, seats=seats, turn=1)
    assert answer("V", 2, state, SeatSecret(2), SAID) == "50"


def test_ones_own_stack_is_told_where_the_house_hides_stacks() -> None:
    hidden = PublicState(
        0, "1", "fidpa", seats=(SeatView(2, HandStatus.IN, "Bruno", None, None),), turn=2
    )
    own = SeatSecret(2, stack=4_900, call=150)
    assert answer("S", 2, hidden, own, SAID) == "4900"
    assert answer("V", 2, hidden, own, SAID) == "150"
    assert answer("V", 2, hidden, SeatSecret(2, stack=4_900, call=0), SAID).startswith("Nothing")
    assert (
        answer("S", 2, hidden, SeatSecret(2), SAID)
        == "The house rules do not allow this to be disclosed."
    )


def test_only_private_questions_tell_ones_own_cards() -> None:
    for key in set(ASKED) - PRIVATE:
        told = answer(key, 2, STATE, OWN, SAID)
        assert "king of diamonds" not in told
        assert "seven of hearts" not in told


def test_each_key_means_one_thing() -> None:
    assert not set(MEANINGS) & set(ASKED)
    assert set(KEYPAD.values()) | set(AFTER_POINT.values()) <= {*MEANINGS, *ASKED}
    assert not set(KEYPAD.values()) & set(AFTER_POINT.values())


def test_a_blind_player_deals_on_a_numeric_keypad() -> None:
    pressed = {
        sign: typed([".", sign], ())[-1].press for sign, key in AFTER_POINT.items() if key in "NYHQ"
    }
    assert pressed == {"1": Pressed("done"), "2": Pressed("agree"), "3": Pressed("floor"),
                       "4": Pressed("away")}  # fmt: skip
    assert [typed([".", sign], ())[-1].ask for sign in ("0", ".", ",")] == ["E", "G", "G"]
    assert typed([".", ESCAPE, "1"], ())[-1].ask == "1"
    assert typed(["A", ".", ENTER], LEGALS[1])[-1].press is None


def test_during_the_deal_there_is_nothing_to_call_yet() -> None:
    deal = msgspec.structs.replace(
        STATE, phase=Phase.DEALING, turn=0, legal=(), next_step=NextStep(Task.DEAL, 3)
    )
    told = answer("V", 2, deal, SeatSecret(2), SAID)
    assert told == "There is nothing to call yet. Deal a card to Chloé"
    over = msgspec.structs.replace(deal, phase=Phase.OVER)
    assert answer("V", 2, over, SeatSecret(2), SAID) == "No hand is in progress."
