"""What is said aloud: every event is said, in any script."""

import re

import msgspec
import pytest

from controller.contract.public import EVENTS, Envelope, HandStatus, SeatView
from display.voice.accessible_seat import TOLD_AT, Countdown
from display.voice.speaking.spoken import spoken
from display.voice.speaking.tones import SIGNALS, tone
from display.voice.spoken_events import LEVELS, Verbosity, announce
from display.words.locale import languages
from tests.display import states

VALUES = {
    "int": 2, "str": "x", "bool": True, "tuple[str, ...]": ("Kh", "Td"), "tuple[int, ...]": (1, 2),
}  # fmt: skip
BURN = {"word": "burn", "count": 1}
KNOWN = {
    "reason": "floor", "kind": "board.no-burn", "article": "ppc 5.3", "what": "raise",
    "street": "flop", "house": "ppc", "by": "Floor", "step": BURN, "outcome": "done",
    "name": "two-pair", "action": "raise", "blind": "big", "device": "seat-3", "zone": "hand.2",
    "zones": ("hand.2",), "steps": (BURN, {"word": "deal", "street": "flop"}), "penalty": "10m",
    "pots": ({"amount": 300, "seats": (1, 2)}, {"amount": 90, "seats": (1,)}), "about": "",
    "ranks": ("K", "7"), "best": ("Kh", "Kd", "7s", "7c", "Ah"),
    "text": "move", "missing_cards": ("Kh",), "extra_cards": (), "id": 4,
}  # fmt: skip


def example(name: str) -> Envelope:
    """Return an event of a type with something in each of its fields."""
    data = {
        field.name: KNOWN.get(field.name, VALUES.get(_type_name(field.type), 3))
        for field in msgspec.structs.fields(EVENTS[name])
    }
    return Envelope(1, 7, "s", "2026-01-01T00:00:00Z", "t1", 12, name, data)


def _type_name(kind: object) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind)


@pytest.mark.parametrize("verbosity", list(LEVELS))
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", sorted(EVENTS))
def test_every_event_is_said_without_an_id(name: str, language: str, verbosity: Verbosity) -> None:
    event, state = example(name), states.table(6)
    for seat in (0, 2, 3):
        text = announce(event, state, seat, verbosity, spoken(language))
        assert bool(text) <= (name in LEVELS[verbosity])
        assert not re.search(r"[a-z]\.[a-z]|[a-z]-[a-z]+-of|_|\{", text.replace("ppc 5.3", "")), (
            text
        )


@pytest.mark.parametrize("name", sorted(LEVELS["full"]))
def test_what_belongs_to_a_level_is_said_in_the_room(name: str) -> None:
    event = example(name)
    known = {"shoe.reported": {"what": "jam"}, "action.refused": {"reason": "not-your-turn"}}
    event = msgspec.structs.replace(event, data={**event.data, **known.get(name, {})})
    assert announce(event, states.table(6), 0, "full", spoken("en"))


def said_of(name: str, language: str = "en", seat: int = 0, **data: object) -> str:
    event = msgspec.structs.replace(example(name), data={**example(name).data, **data})
    return announce(event, states.table(6), seat, "full", spoken(language))


def test_what_is_written_is_heard_in_words() -> None:
    step = said_of(
        "ruling.step", done=True, step={"word": "use_as_burn", "cards": ("Ah",)}, index=0
    )
    assert "ace of hearts" in step
    assert "\N{BLACK HEART SUIT}" not in step
    assert (
        spoken("en").aloud("Post 1,234,500 of 10\u2660, 20") == "Post 1234500 of ten of spades, 20"
    )
    assert spoken("fr").aloud("12\u00a0300 et A\u2665") == "12300 et as de cœur"
    heard = spoken("en").aloud("Put A\u2665 10\u2666 back")
    assert heard == "Put ace of hearts, ten of diamonds back"


def test_what_is_ones_own_is_said_to_oneself() -> None:
    assert said_of("bet.returned", seat=2).endswith("to you")
    assert said_of("cards.tabled", seat=2, cards=("Kh",)).startswith("You show king of hearts")


def test_a_side_pot_is_named() -> None:
    assert said_of("pot.awarded", pot=1, amount=600, run=0).endswith("wins 600, Side pot 1")
    assert said_of("pot.awarded", pot=0, amount=600, run=0).endswith("wins 600")
    won = said_of("pot.awarded", pot=0, amount=600, run=2)
    assert won.endswith("wins 600, second board")


def test_french_elides_before_aces() -> None:
    assert spoken("fr").hand("pair", ("A",)) == "paire d'as"
    assert spoken("fr").hand("pair", ("K",)) == "paire de rois"


def test_a_pot_that_the_house_hides_is_not_announced() -> None:
    state = states.table(6)
    seats = tuple(msgspec.structs.replace(seat, stack=None) for seat in state.seats)
    hidden = msgspec.structs.replace(state, seats=seats)
    assert announce(example("pot.changed"), state, 0, "full", spoken("en"))
    assert not announce(example("pot.changed"), hidden, 0, "full", spoken("en"))


def test_a_level_of_words_holds_all_of_the_one_below() -> None:
    assert LEVELS["terse"] < LEVELS["normal"] < LEVELS["full"]
    assert LEVELS["full"] <= set(EVENTS)


@pytest.mark.parametrize("name", ["王小明", "أحمد", "{player}", "🂡 Zoë", "a\x1b[2J\u202eb"])
def test_a_name_in_any_script_is_said(name: str) -> None:
    state = msgspec.structs.replace(states.table(2), seats=(SeatView(2, HandStatus.IN, name),))
    for language in languages():
        assert name in announce(example("action.made"), state, 1, "terse", spoken(language))


def test_the_last_seconds_are_each_said_once() -> None:
    count = Countdown()
    count.start(100.0, 30)
    said = [count.due(100 + tenth / 10) for tenth in range(310)]
    assert tuple(left for left in said if left) == TOLD_AT
    assert not count.runs


def test_who_comes_late_hears_the_newest_second_alone() -> None:
    count = Countdown()
    count.start(0.0, 30)
    assert [count.due(26.5), count.due(26.6), count.due(27)] == [4, 0, 3]
    count.stop()
    assert count.due(28) == 0


def test_signals_are_told_apart_by_length_and_number_alone() -> None:
    rhythms = [tuple(length for _, length in parts) for parts in SIGNALS.values()]
    assert len(set(rhythms)) == len(rhythms)
    one, two = len(tone("card")), len(tone("card", 2))
    assert two > 2 * one
    assert max(tone("turn")) > 0


def test_the_room_is_told_who_hears_nothing() -> None:
    name = states.table(6).seats[2].name
    lost = said_of("device.lost", device="voice-3")
    assert lost == f"No audio for {name}"
    assert said_of("device.back", "fr", device="voice-3") == f"{name} entend de nouveau"
