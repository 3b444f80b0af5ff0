"""Things to do, in words: acts, in each language, and for what the table really waits."""

import re

import msgspec
import pytest
from msgspec.structs import replace

from controller.contract.public import (
    Award,
    DeckView,
    Kind,
    NextStep,
    RulingView,
    StepWord,
    Street,
    Task,
)
from controller.houses.loader import load_house, shipped_houses
from display.felt.side_panels.between import chores
from display.words.levels import next_level
from display.words.locale import languages
from display.words.names import words
from display.words.ruling_steps import (
    OF_A_SEAT,
    OF_CARDS,
    OF_CHIPS,
    STEPS,
    acts_of,
    next_step,
    ruling_step,
    step_event,
)
from tests.rig.pictures import example_tables as e
from tests.rig.pictures import example_tables_all_in as all_in
from tests.rig.pictures import example_tables_between as between
from tests.steps import step_read

STATES = {
    "en": re.compile(r"\b(is|are|stays?|keeps|leaves|decides|takes)\b"),
    "fr": re.compile(r"\b(est|sont|restent?|garde|laisse|décide|reprend)\b"),
}
ACTS = {"en": re.compile(r"[A-Z][a-z]+ ?"), "fr": re.compile(r"\w+ez\b|Donne-lui")}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("word", StepWord)
def test_a_step_is_an_act_and_never_a_state(word: StepWord, language: str) -> None:
    texts = [table[word] for table in (STEPS, OF_A_SEAT, OF_CARDS, OF_CHIPS) if word in table]
    for text in texts:
        said = words(language).say(text)
        assert not STATES[language].search(said), said
        assert ACTS[language].match(said), said


ASKED = {
    "en": {
        "take_back": "(Take|Give) .*back|Return .* bet", "to_stub": "back into the stub",
        "shuffle": "Shuffle", "mix": "Mix", "cut": "Cut", "burn": "Burn", "deal": "Deal|Put",
        "use_as_burn": "as the burn", "set_aside": "aside, face up", "keep": "Leave",
        "finish_deal": "Finish the deal", "finish_round": "Finish the betting round",
        "void_hand": "Return the chips, and give the cards back to the dealer",
        "return_bets": "Return the bets",
        "kill_hand": "in the muck", "floor_decides": "Ask the floor",
        "gather": "Gather", "put_in": "missing chips into the pot",
    },
    "fr": {
        "take_back": "Reprenez|Rendez", "to_stub": "Remettez .* dans le talon",
        "shuffle": "Mélangez", "mix": "Mélangez", "cut": "Coupez", "burn": "Brûlez",
        "deal": "Donnez|Posez", "use_as_burn": "comme carte brûlée",
        "set_aside": "de côté, face visible", "keep": "Laissez",
        "finish_deal": "Finissez la donne", "finish_round": "Finissez le tour d'enchères",
        "void_hand": "Rendez les jetons, les cartes au donneur", "return_bets": "Rendez",
        "kill_hand": "au muck", "floor_decides": "Demandez au floor",
        "gather": "Ramassez", "put_in": "au pot les jetons qui manquent",
    },
}  # fmt: skip
"""What a screen asks for where a house file has a step word."""


def asked_for(steps: tuple[str, ...]) -> list[str]:
    """Return the words of a row that somebody has to do: who voids a hand gives the bets back."""
    words_ = [step.partition(" ")[0] for step in steps]
    void = StepWord.VOID_HAND in words_
    return [one for one in words_ if not (void and one == StepWord.RETURN_BETS)]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("house", shipped_houses())
def test_what_the_screen_asks_for_is_what_the_house_file_says(house: str, language: str) -> None:
    """Step by step of every row, and nothing besides."""
    said, state = words(language), e.ruling()
    rows = [row for row in load_house(house).remedies if row.steps]
    assert rows
    for row in rows:
        steps = tuple(step_read(step.replace(" seat", " 2")) for step in row.steps)
        opened = RulingView(1, row.kind, row.article, Street.FLOP, 2, steps)
        told = [ruling_step(one, state, said, row.kind) for one in acts_of(opened)]
        wanted = asked_for(row.steps)
        assert len(told) == len(wanted), f"{row}: {told}"
        for word, text in zip(wanted, told, strict=True):
            assert re.search(ASKED[language][word], text), f"{row}: {word}: {text}"
        for count in re.findall(r"burn (\d)", " ".join(row.steps)):
            assert any(count in text for text in told) or count == "1", f"{row}: {told}"


def test_the_names_of_several_winners_are_not_one() -> None:
    said = words("en")
    one = replace(e.kicker(), next_step=NextStep(Task.PUSH))
    assert next_step(one, said) == "Push the pot to Chloé"
    shared = replace(one, awards=(Award(0, 3, 50), Award(0, 5, 50)))
    assert next_step(shared, said) == "Split the pot between the winners"
    several = replace(one, awards=(Award(0, 3, 50), Award(1, 5, 50)))
    assert next_step(several, said) == "Push the pots to the winners"


def test_a_step_that_is_done_or_undone_is_told_as_it_was_asked_for() -> None:
    state, said = e.ruled(Kind.BET_UNPAID, "take_back"), words("en")
    opened = state.rulings[0]
    step = replace(opened.steps[0], seat=2)
    state = replace(state, rulings=(replace(opened, steps=(step,)),))
    asked = ruling_step(step, state, said, opened.kind)
    for done, told in ((True, f"Done: {asked}."), (False, f"Undone: {asked}.")):
        data = {"id": opened.id, "done": done, "step": msgspec.to_builtins(step)}
        assert step_event("ruling.step", data, state, said) == told
    assert "chips" in asked


def test_chips_that_go_back_with_the_hand_are_asked_for_once() -> None:
    state = e.ruled(Kind.DEAL_EXPOSED, "void_hand", "return_bets", "shuffle")
    opened, said = state.rulings[0], words("en")
    assert [one.word for one in acts_of(opened)] == [StepWord.VOID_HAND, StepWord.SHUFFLE]
    steps = msgspec.to_builtins(opened.steps)
    told = step_event("ruling.opened", {"kind": opened.kind, "steps": steps}, state, said)
    assert told == "Now: Return the chips, and give the cards back to the dealer, Shuffle."
    done = {"id": opened.id, "done": True}
    assert step_event("ruling.step", {**done, "step": steps[1]}, state, said) == ""
    assert step_event("ruling.step", {**done, "step": steps[2]}, state, said) == "Done: Shuffle."
    alone = e.ruled(Kind.BET_STRING, "return_bets")
    assert acts_of(alone.rulings[0]) == alone.rulings[0].steps


def test_nobody_is_asked_to_shuffle_when_no_hand_may_follow() -> None:
    said, state = words("en"), between.between()
    assert next_step(state, said) == "Shuffle"
    assert next_step(replace(state, paused=True), said) == ""
    assert next_step(replace(state, deck=DeckView(50, missing=("7h", "Qs"))), said) == ""


def test_all_in_before_the_river_hands_are_turned_up_and_not_mucked() -> None:
    said, state = words("en"), all_in.turned_up()
    assert next_step(state, said) == "No more betting: table your hands"
    river = replace(state, street=Street.RIVER)
    assert next_step(river, said) == "Anaïs shows or mucks"


def test_after_a_misdeal_the_button_stays_and_its_player_is_named() -> None:
    said = words("en")
    assert chores(between.between(), said)[-1] == "Move the button and the blinds"
    assert (
        chores(between.voided(), said)[-1]
        == "Leave the button and the blinds: Chloé keeps the button"
    )


def test_a_level_is_announced_when_it_is_another() -> None:
    said, level = words("en"), between.new_level().level
    assert any(next_level(level, said))
    same = replace(
        level, next_small_blind=level.small_blind, next_big_blind=level.big_blind,
        next_ante=level.ante, next_big_blind_ante=level.big_blind_ante,
    )  # fmt: skip
    assert not any(next_level(same, said))


@pytest.mark.parametrize(
    ("language", "told", "done"),
    [
        ("en", "Bruno: 950 to put in", "Have Bruno put the missing chips into the pot"),
        (
            "fr",
            "Bruno\u00a0: 950 à mettre",
            "Demandez à Bruno de remettre au pot les jetons qui manquent",
        ),
    ],
)
def test_missing_chips_are_asked_for_with_their_amount(language: str, told: str, done: str) -> None:
    said, state = words(language), e.ruled(Kind.BET_TAKEN_BACK, "put_in 2")
    asked = replace(state.rulings[0].steps[0], amount=950)
    assert ruling_step(asked, state, said, Kind.BET_TAKEN_BACK) == told
    assert ruling_step(replace(asked, done=True), state, said, Kind.BET_TAKEN_BACK) == done
