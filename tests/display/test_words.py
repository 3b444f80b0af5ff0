"""Sentences: every one has a translation, every id of the contract has a name."""

import re
import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from controller.contract.public import NextStep, Street, Task
from display.felt.examples import legal
from display.words import names as vocabulary
from display.words import steps
from display.words.locale import HERE, catalogue, languages
from display.words.names import Words, words
from display.words.steps import next_step
from tests.display import states

ROOT = Path(__file__).parents[2]
KEYWORDS = {"N_": None, "say": None, "count": (1, 2)}
KINDS = """
    deal.wrong-seat deal.order deal.skipped deal.not-entitled deal.too-few deal.too-many deal.mixed
    deal.exposed deal.off-table deck.double deck.stranger deck.missing deck.count board.no-burn
    board.extra-burn board.premature board.extra-card board.misplaced button.wrong blind.missing
    blind.wrong-seat blind.short bet.out-of-turn bet.string bet.short bet.short-call
    bet.short-raise bet.not-multiple bet.oversized bet.contradicts bet.taken-back bet.splashed
    bet.foreign bet.hidden hand.absent hand.left hand.phone hand.clock hand.muck hand.line
    hand.taken hand.count hand.mixed hand.shown pot.wrong
""".split()
STEP_WORDS = """
    take_back to_stub shuffle mix cut burn deal use_as_burn set_aside keep finish_deal
    finish_round void_hand return_bets kill_hand floor_decides
""".split()


def in_the_code() -> set[str | tuple[str, ...]]:
    """Return every text in the code that is marked for translation."""
    return {
        text
        for folder in ("display", "controller/care")
        for file, _, text, _, _ in extract_from_dir(
            str(ROOT / folder), method_map=[("**.py", "python")], keywords=KEYWORDS
        )
        # What is said aloud has a catalogue of its own.
        if not file.startswith("voice/")
    }


def texts(language: str) -> Catalog:
    with (HERE / language / "LC_MESSAGES" / "tapis.po").open("rb") as file:
        return read_po(file, locale=language)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_text_of_the_code_is_in_the_catalogue_and_none_besides(language: str) -> None:
    known = {message.id for message in texts(language) if message.id}
    assert known == in_the_code()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_text_is_translated_with_the_same_fields(language: str) -> None:
    for message in texts(language):
        if not message.id:
            continue
        assert not message.fuzzy
        first = message.id if isinstance(message.id, str) else message.id[0]
        strings = message.string if isinstance(message.string, tuple) else (message.string,)
        for text in map(str, strings):
            assert text, message.id
            assert fields(text) == fields(first), (message.id, text)


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("names", "ids"), [(vocabulary.RULINGS, KINDS), (steps.STEPS, STEP_WORDS)])
def test_every_id_of_the_contract_has_a_name(
    names: dict[str, str], ids: list[str], language: str
) -> None:
    said = words(language)
    spoken = [said.of(names, one) for one in ids]
    assert not set(spoken) & set(ids)
    assert len(set(spoken)) == len(ids)


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
        ("two-pair", ("K", "7"), "Two pair, K and 7"),
        ("full-house", ("T", "2"), "Full house, 10 over 2"),
        ("straight", ("T",), "Straight to 10"),
        ("royal-flush", ("A",), "Royal flush"),
        ("pair", (), "Pair"),
        ("five-of-a-kind", ("A",), "five-of-a-kind A"),
    ],
)
def test_hands_in_words(name: str, ranks: tuple[str, ...], english: str) -> None:
    assert words("en").hand(name, ranks) == english


def test_what_the_seat_in_turn_may_do() -> None:
    said: Words = words("en")
    may = legal(call=100, raise_to=200, most=5_000)
    assert said.choices(may) == [("Call to", "100"), ("Raise to", "200 – 5,000"), ("Fold", "")]
    may = legal(check=True, all_in=60)
    assert said.choices(may) == [("Check", ""), ("All-in", "60"), ("Fold", "")]


@pytest.mark.parametrize(("left", "shown"), [(0, "0:00"), (1, "0:01"), (60_000, "1:00")])
def test_a_clock_counts_the_second_that_has_begun(left: int, shown: str) -> None:
    assert words("fr").clock(left) == shown


def test_a_language_without_texts_is_named_with_those_there_are() -> None:
    with pytest.raises(LookupError, match=r'no texts in "xx"; there are texts in: en, fr'):
        catalogue("xx")
