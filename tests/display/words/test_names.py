"""Names, amounts, steps and hands as people read them."""

import re
import time
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.public import NextStep, SeatView, Street, Task
from controller.contract.readings.legal_actions import CallCost
from controller.contract.rules import Action, HandStatus
from controller.contract.state import DeckView
from display.voice.speaking.spoken import spoken
from display.words.locale import catalogue, languages
from display.words.names import Words, words
from display.words.ruling_steps import next_step
from tests.display import states
from tests.rig.pictures.example_tables import legal


def test_nothing_said_is_nothing_in_every_language() -> None:
    assert [words(language).say("") for language in ("en", "fr")] == ["", ""]


def test_plural_forms_follow_the_language() -> None:
    def burned(language: str, count: int) -> str:
        return words(language).count("{n} card burned", "{n} cards burned", count)

    assert [burned("en", n) for n in (0, 1, 2)] == [
        "0 cards burned", "1 card burned", "2 cards burned",
    ]  # fmt: skip
    assert [burned("fr", n) for n in (0, 1, 2)] == [
        "0 carte brûlée", "1 carte brûlée", "2 cartes brûlées",
    ]  # fmt: skip


@given(st.integers(0, 10**12))
def test_an_amount_loses_no_figure(chips: int) -> None:
    for language in languages():
        assert re.sub(r"\D", "", words(language).amount(chips)) == str(chips)


@pytest.mark.parametrize(
    ("chips", "english", "french"),
    [(1_234_567_890, "1.23B", "1,23 Md"), (600_000_000, "600M", "600 M"), (5_400, "5.4K", "5,4 k")],
)
def test_a_short_amount_has_three_figures(chips: int, english: str, french: str) -> None:
    assert words("en").short_amount(chips) == english
    assert words("fr").short_amount(chips).replace("\u00a0", " ") == french


def test_a_moment_is_written_as_the_language_has_it() -> None:
    when = datetime(2026, 11, 4, 21, 5, 7, tzinfo=UTC)
    assert words("en").moment(when) == "Nov 4, 2026, 9:05:07\u00a0PM"
    assert words("fr").moment(when) == "4 nov. 2026, 21:05:07"


@pytest.mark.parametrize(
    ("step", "english", "french"),
    [
        (NextStep(Task.DEAL, 3), "Deal a card to Chloé", "Donnez une carte à Chloé"),
        (NextStep(Task.BURN), "Burn a card", "Brûlez une carte"),
        (NextStep(Task.DEAL, street=Street.FLOP), "Deal the flop", "Donnez le flop"),
        (NextStep(Task.POST, 2, 50), "Bruno posts 50", "Bruno pose 50"),
        (NextStep(Task.ANTE, 1, 25), "Anaïs posts the ante, 25", "Anaïs pose l'ante, 25"),
        (NextStep(Task.TABLE, 2), "Bruno shows or mucks", "Bruno montre ou jette"),
        (NextStep(Task.GATHER), "Gather the bets", "Ramassez les mises"),
        (
            NextStep(Task.RAKE, amount=300),
            "Put 300 into the drop box",
            "Mettez 300 dans la boîte de la maison",
        ),
        (NextStep(Task.DEAL, 9), "Deal a card to Seat 9", "Donnez une carte à Siège 9"),
        (None, "", ""),
    ],
)
def test_the_dealers_next_step_in_words(step: NextStep | None, english: str, french: str) -> None:
    state = states.table(6, next_step=step)
    assert next_step(state, words("en")) == english
    assert next_step(state, words("fr")) == french


@pytest.mark.parametrize(
    ("name", "ranks", "english"),
    [
        ("two-pair", ("K", "7"), "Two pair, kings and sevens"),
        ("full-house", ("T", "2"), "Full house, tens over twos"),
        ("straight", ("T",), "Straight, ten high"),
        ("royal-flush", ("A",), "Royal flush"),
        ("pair", (), "Pair"),
        ("five-of-a-kind", ("A",), "five-of-a-kind A"),
    ],
)
def test_hands_in_words(name: str, ranks: tuple[str, ...], english: str) -> None:
    assert words("en").hand(name, ranks) == english


@pytest.mark.parametrize(
    ("name", "ranks", "french"),
    [
        ("pair", ("A",), "Paire d'as"),
        ("three-of-a-kind", ("K",), "Brelan de rois"),
        ("high-card", ("K",), "Hauteur roi"),
        ("straight", ("A",), "Suite à l'as"),
        ("full-house", ("Q", "2"), "Full aux dames par les deux"),
        ("two-pair", ("J",), "Deux paires"),
    ],
)
def test_the_screen_says_hands_as_the_voice_does(
    name: str, ranks: tuple[str, ...], french: str
) -> None:
    said = words("fr").hand(name, ranks)
    assert said == french
    if ranks != ("J",):
        assert spoken("fr").hand(name, ranks) == french[0].lower() + french[1:]


def test_what_the_seat_in_turn_may_do() -> None:
    said: Words = words("en")
    may = legal(call=100, raise_to=200, most=5_000)
    blind, nothing_in = CallCost(50, 100), CallCost(100, 100)
    rest = [("Raise to", "200 – 5,000"), ("Fold", "")]
    assert said.choices(may, blind) == [("Call", "50 (100 in all)"), *rest]
    assert said.choices(may, nothing_in) == [("Call", "100"), *rest]
    assert said.choices(may) == [("Call", ""), *rest]
    assert said.to_call(blind) == "50 to call (100 in all)"
    assert said.to_call(nothing_in) == "100 to call"
    may = legal(check=True, all_in=60)
    assert said.choices(may) == [("Check", ""), ("All-in", "60"), ("Fold", "")]


@pytest.mark.parametrize(
    ("stack", "says"), [(0, "Out of chips"), (1, "Waiting"), (300, "Waiting"), (None, "Waiting")]
)
def test_a_seat_without_chips_waits_for_no_hand(stack: int | None, says: str) -> None:
    """Where the house hides stacks, this is hidden too."""
    assert words("en").doing(SeatView(1, HandStatus.WAITING, "Anne", stack)) == says


@pytest.mark.parametrize(("left", "shown"), [(0, "0:00"), (1, "0:01"), (60_000, "1:00")])
def test_a_clock_counts_the_second_that_has_begun(left: int, shown: str) -> None:
    assert words("fr").clock(left) == shown


def test_a_language_without_texts_is_named_with_those_there_are() -> None:
    with pytest.raises(LookupError, match=r'"xx" is not an available language; available: en, fr'):
        catalogue("xx")


def test_pots_are_numbered_after_the_main_one() -> None:
    said = words("en")
    assert [said.pot(index) for index in range(3)] == ["Main pot", "Side pot 1", "Side pot 2"]
    assert [said.pot_on_felt(index, 2) for index in range(2)] == ["Main", "Side 1"]
    assert said.pot_on_felt(0, 1) == "Pot"


def test_a_short_deck_is_whole_with_36_cards_and_unknown_tags_do_not_belong_to_a_deck() -> None:
    said = words("en")
    assert (
        said.deck_wrong(None)
        == said.deck_wrong(DeckView(52))
        == said.deck_wrong(DeckView(36))
        == ()
    )
    lacks = said.deck_wrong(DeckView(51, missing=("7d",)))
    assert lacks == (("1 card is missing from the deck", ("7d",)),)
    assert said.deck_wrong(DeckView(52, extra=2, extra_cards=("Kh",))) == (
        ("1 card appears twice", ("Kh",)),
        ("1 card does not belong to the deck", ()),
    )


def test_a_deed_is_said_without_its_amount_and_in_ways_that_grow_shorter() -> None:
    said = words("en")
    seat = SeatView(1, HandStatus.IN, "Anne", 5_000, last_action=Action.CALL, last_amount=25_000)
    assert said.doing(replace(seat, last_amount=0)) == "Call"
    assert said.doing_ways(seat) == ("Call 25,000", "Call 25K", "25K")


def test_a_timestamp_is_told_by_the_clock_on_the_wall_and_another_text_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = words("fr")
    monkeypatch.setenv("TZ", "Europe/Paris")
    time.tzset()
    try:
        assert said.time_of_day("2026-07-01T22:30:05.250Z") == "00:30:05"
        assert said.time_of_day("2026-12-01T22:30:05.250Z", "%H:%M") == "23:30"
        assert said.time_of_day("soon") == "soon"
    finally:
        monkeypatch.undo()
        time.tzset()
