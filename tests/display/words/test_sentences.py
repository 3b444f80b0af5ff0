"""Every kind, step, refusal and death has its sentence, in every language."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.contract.public import (
    ActionRefused,
    Closing,
    FloorCalled,
    HandKilled,
    HandVoided,
    IrregularityFound,
    Kind,
    PenaltyGiven,
    PenaltyServed,
    PublicEvent,
    PublicState,
    RulingClosed,
    RulingConfirmed,
    RulingOpened,
    RulingStep,
    RulingView,
    RulingWrong,
    SeatView,
    Street,
    TimePaid,
    TimeTaken,
    WaitsFor,
    event_data,
)
from controller.contract.rules import Outcome
from controller.houses.loader import shipped_houses
from controller.houses.vocabulary import CASES, STEPS
from display.words import irregularities, sentences, vocabulary
from display.words import names as words
from display.words.houses import HOUSES
from display.words.levels import special
from display.words.locale import languages
from display.words.ruling_steps import ruling_step
from display.words.sentences import event_text, happened, ruling_lines, seats_named
from tests.display import states
from tests.steps import step_read
from tests.texts import plain

TABLE = Path(__file__).parents[3] / "controller" / "table"
STATE = seats_named({1: "Anne", 2: "Bruno"}, "ppc")


def said_by(name: str, place: int) -> Iterator[str]:
    """Yield the ids that the hand engine gives a call of this name, where they are written out."""
    for path in sorted(TABLE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
                if called == name and len(node.args) > place:
                    yield from literals(node.args[place])


def literals(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression can be: itself, or either side of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def test_every_refusal_of_the_engine_has_a_sentence() -> None:
    reasons = set(said_by("ActionRefused", 2))
    assert len(reasons) > 5
    assert reasons <= sentences.REFUSED.keys()


def test_every_death_of_the_engine_has_a_sentence_and_a_name() -> None:
    reasons = set(said_by("kill_now", 2)) | set(said_by("kill", 2))
    reasons |= set(said_by("kill_by_floor", 3)) | set(said_by("_put_out", 2))
    assert "floor" in reasons
    # `hand.*` kinds end in the reason that they kill for.
    reasons |= {kind.partition(".")[2] for kind in CASES if kind.startswith("hand.")}
    assert reasons <= sentences.KILLED.keys()
    assert reasons <= vocabulary.DEAD.keys()


def test_all_that_can_come_of_an_irregularity_has_a_sentence() -> None:
    # Of what the floor decides a ruling is opened.
    assert {*Outcome} - {"", "floor"} == irregularities.OUTCOMES.keys()


def test_an_irregularity_that_stops_nobody_says_what_comes_of_it() -> None:
    found = IrregularityFound(Kind.BET_OVERSIZED, "FIDPA 64-1", seat=2, outcome=Outcome.CALL)
    text = event_text(found.type, event_data(found), STATE, words.words("en"))
    assert text.endswith("The action counts as a call.")
    dead = IrregularityFound(Kind.HAND_PHONE, "FIDPA 11-6a", seat=2, outcome=Outcome.DEAD)
    assert "dead" not in event_text(dead.type, event_data(dead), STATE, words.words("en"))


def test_an_irregularity_says_what_is_binding() -> None:
    what = {
        Kind.BET_OUT_OF_TURN: "action", Kind.BET_CONTRADICTS: "announcement",
        Kind.BET_TAKEN_BACK: "bet",
    }  # fmt: skip
    for kind, binding in what.items():
        found = IrregularityFound(kind, "TDA 40", seat=2, outcome=Outcome.BINDS)
        text = event_text(found.type, event_data(found), STATE, words.words("en"))
        assert text.endswith(f"The {binding} is binding.")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", CASES)
def test_every_irregularity_says_what_happened_and_by_what_rule(kind: Kind, language: str) -> None:
    said = words.words(language)
    found = IrregularityFound(kind, "PPC 18", Street.FLOP, 2)
    text = event_text(found.type, event_data(found), STATE, said)
    assert {"PPC", "18."} <= set(text.replace(",", "").split())
    assert kind not in text
    assert "{" not in text
    template = irregularities.HAPPENED[kind]
    assert ("Bruno" in text) == ("{player}" in template)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", CASES)
def test_a_kind_without_seat_or_street_has_its_short_name(kind: Kind, language: str) -> None:
    found = IrregularityFound(kind)
    text = event_text(found.type, event_data(found), STATE, words.words(language))
    assert "{" not in text
    assert "0" not in text


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("kind", "seat", "amount"),
    [
        (Kind.POT_WRONG, 0, -1300),
        (Kind.POT_WRONG, 2, -1300),
        (Kind.POT_WRONG, 2, 1300),
        (Kind.BET_UNPAID, 2, 1300),
        (Kind.BET_NOT_GATHERED, 2, 1300),
        (Kind.BET_TAKEN_BACK, 2, 1300),
    ],
)
def test_chips_that_lie_elsewhere_are_said_with_their_amount(
    kind: Kind, seat: int, amount: int, language: str
) -> None:
    said = words.words(language)
    texts = {happened(kind, seat, "", STATE, said, amount=chips) for chips in (0, amount, -amount)}
    text = happened(kind, seat, "", STATE, said, amount=amount)
    assert said.amount(1300) in text
    assert ("Bruno" in text) == bool(seat)
    assert len(texts) > 1
    assert happened(kind, seat, "", STATE, said) == happened(kind, seat, "", STATE, said, amount=0)
    ruling = RulingView(1, kind, "PPC 18", seat=seat, amount=amount)
    assert ruling_lines(ruling, STATE, said)[0] == text


@pytest.mark.parametrize("language", languages())
def test_every_step_of_the_houses_is_in_words(language: str) -> None:
    said = words.words(language)
    for word, about in STEPS.items():
        for detail in (*about, "2", "Ah Kd"):
            step = step_read(f"{word} {'2' if detail == 'seat' else detail}")
            text = ruling_step(step, STATE, said)
            assert "_" not in text, (word, detail)
            assert text[0].isupper() or text.startswith("Bruno")


def test_a_bet_is_mended_with_chips_and_a_deal_with_cards() -> None:
    said = words.words("en")
    step = step_read("take_back 2")
    assert ruling_step(step, STATE, said, Kind.BET_STRING) == "Give Bruno the chips back"
    assert ruling_step(step, STATE, said, Kind.DEAL_TOO_MANY) == "Take the card back from Bruno"


def test_the_three_sentences_of_a_ruling() -> None:
    steps = (step_read("use_as_burn Ah", done=True), step_read("deal flop"))
    ruling = RulingView(1, Kind.BOARD_NO_BURN, "PPC 18", street=Street.FLOP, steps=steps)
    assert ruling_lines(ruling, STATE, words.words("en")) == (
        "Flop: dealt without a burn card.",
        "Rule: PPC 18.",
        "Now: Deal the flop.",
    )
    assert tuple(map(plain, ruling_lines(ruling, STATE, words.words("fr")))) == (
        "Flop : aucune carte n'a été brûlée avant.",
        "Règlement PPC, article 18.",
        "Maintenant : Donnez le flop.",
    )


def test_a_house_that_says_nothing_leaves_it_to_the_floor() -> None:
    ruling = RulingView(1, Kind.BET_FOREIGN, "", seat=1, waits_for=WaitsFor.FLOOR)
    what, rule, now = ruling_lines(ruling, STATE, words.words("en"))
    assert what == "Anne put in chips that are not from this game."
    assert rule == "The PPC house rules do not cover this: the floor decides."
    assert now == "The floor decides: call the floor"


@pytest.mark.parametrize(
    ("event", "english"),
    [
        (ActionRefused(1, "check", "bet-to-call"),
         "Anne can't check: there is a bet to call."),
        (HandKilled(2, "phone", "PPC 16"),
         "Bruno's hand is dead: they used a phone. (PPC 16)"),
        (HandVoided(Kind.DEAL_ORDER, "PPC 13"),
         "The hand is void and all chips are returned: Cards dealt in the wrong order. (PPC 13)"),
        (HandVoided(Kind.FLOOR),
         "The hand is void and all chips are returned: The floor has decided."),
        (RulingOpened(1, Kind.BOARD_NO_BURN, "PPC 18",
                      tuple(map(step_read, ("use_as_burn Ah", "deal flop")))),
         "Now: Use A♥ as the burn, Deal the flop."),
        (RulingStep(1, 0, step_read("burn 2"), done=True), "Done: Burn 2 cards."),
        (RulingStep(1, 0, step_read("burn"), done=False), "Undone: Burn a card."),
        (RulingConfirmed(1, "Zoe"),
         "The floor has confirmed the ruling and its steps."),
        (RulingWrong(1, 0, step_read("deal flop"), "burn"),
         "That is not what the ruling asks for. Now: Deal the flop."),
        (PenaltyGiven(1, "20m", "RedCactus I.a"), "Anne: Out for 20 min. (RedCactus I.a)"),
        (PenaltyGiven(1, "3r"), "Anne: Out for 3 rounds."),
        (PenaltyGiven(1, "1h"), "Anne: Out for 1 hand."),
        (PenaltyGiven(1, "0m"), "Anne: The penalty has been lifted."),
        (PenaltyServed(2), "Bruno has served the penalty and may play again."),
        (FloorCalled(1, "pot"), "Anne calls the floor about the last pot."),
        (FloorCalled(2, "absence", "PPC 6"),
         "The floor has been called: Bruno has been away for too long. (PPC 6)"),
        (TimeTaken(50, (1, 2)), "Each player puts a time charge of 50 into the drop box."),
        (TimeTaken(150), "150 is taken from this pot to pay the time charge for everybody."),
        (RulingClosed(1, Closing.WAIVED, "Zoe"), "The ruling is closed: the floor has waived it."),
    ],
)  # fmt: skip
def test_events_in_sentences(event: PublicEvent, english: str) -> None:
    assert event_text(event.type, event_data(event), STATE, words.words("en")) == english


def test_until_the_next_hand_it_stands_there_what_the_time_costs() -> None:
    """What a pot has paid is asked for as the rake is."""
    players = replace(STATE, timed=(TimePaid(1, 50), TimePaid(2, 50)))
    assert special(players, words.words("en")) == "Time charge: 50 each"
    assert special(replace(STATE, timed=(TimePaid(0, 150),)), words.words("en")) == ""


@given(st.text(max_size=20), st.text(max_size=20))
def test_an_id_of_a_newer_controller_makes_no_sentence(name: str, reason: str) -> None:
    said = words.words("fr")
    assert event_text(f"new.{name}", {}, STATE, said) == ""
    if reason not in sentences.REFUSED:
        refused = ActionRefused(1, "bet", reason)
        assert event_text(refused.type, event_data(refused), STATE, said) == ""


def test_a_panel_names_the_player_once() -> None:
    state = states.ruling()
    assert ruling_lines(state.rulings[0], state, words.words("fr"))[0].count(":") == 1


@pytest.mark.parametrize(
    ("kind", "step", "text"),
    [
        ("blind.wrong-seat", "take_back 2", "Give Bruno the chips back"),
        ("bet.string", "take_back 2", "Give Bruno the chips back"),
        ("pot.wrong", "take_back 2", "Give Bruno the chips back"),
        ("deal.too-many", "take_back 2", "Take the card back from Bruno"),
        ("deal.too-many", "take_back hand.2", "Take the card back from Bruno"),
        ("board.no-burn", "to_stub Ah Td", "Put A\u2665 10\u2666 back into the stub"),
        ("board.extra-burn", "to_stub burn", "Put the burn back into the stub"),
        ("board.misplaced", "deal 7c", "Put 7\u2663 on the board"),
        ("board.no-burn", "deal flop", "Deal the flop"),
    ],
)
def test_a_step_says_whose_cards_or_chips_are_meant(kind: str, step: str, text: str) -> None:
    assert ruling_step(step_read(step), STATE, words.words("en"), Kind(kind)) == text


def test_a_house_is_called_as_it_calls_itself() -> None:
    """By each name that ships; a house of one's own by the name of its file."""
    assert set(HOUSES) == set(shipped_houses())
    french = words.words("fr")
    for house, named in (("fidpa", "FIDPA"), ("salon", "salon")):
        assert sentences.rule("", house, french).startswith(f"Le règlement {named} n'en dit rien")
    assert sentences.rule("PPC 3", "fidpa", french) == "Règlement FIDPA, article 3 de PPC."


def test_players_alone_are_a_state_that_tells_nothing_more() -> None:
    seats = (SeatView(2, name="Anne"), SeatView(10, name="Bo"))
    assert seats_named({10: "Bo", 2: "Anne"}, "ppc") == PublicState(0, "", "ppc", seats=seats)
    assert seats_named({}) == PublicState(0, "", "")


def test_a_tag_in_two_places_is_said_with_both() -> None:
    said = words.words("en")

    def text(*zones: str) -> str:
        return happened(Kind.POT_WRONG, 0, "", STATE, said, zones)

    one, other = said.zone("hand.1"), said.zone("board")
    assert text("hand.1", "board") == (
        f"The same tag has been read in two places at once: {one}; {other}. "
        "One of the two is a copy."
    )
    assert text("hand.1") == text()


@pytest.mark.parametrize(
    ("boards", "two"), [({}, False), ({"boards": 1}, False), ({"boards": 2}, True)]
)
def test_a_bomb_pot_has_one_board_unless_two_are_named(
    boards: dict[str, int], *, two: bool
) -> None:
    text = event_text("bomb-pot.asked", {"ante": 5, **boards}, STATE, words.words("en"))
    assert ("two boards" in text) == two
