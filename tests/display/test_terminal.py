"""The table in a terminal: all that is public, in colour or without."""

import io
import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

from controller.contract.public import Envelope
from controller.play.sinks.servers import Mosquitto
from display.feed import FeedSource, View
from display.terminal import follow, table_view, told
from display.words.names import words
from tests.display import states
from tests.mqtt import Subscriber
from tests.rig.pictures import example_tables_between

SOURCE = FeedSource()
EVENT = Envelope(
    1, 9, "S", "2026-01-01T20:00:00.000Z", "3", 17, "action.made",
    {"seat": 2, "action": "raise", "amount": 1350, "to": 1350},
)  # fmt: skip
DEALT = replace(EVENT, seq=8, type="card.dealt", data={"seat": 2, "card": 1})
FOLDS = replace(EVENT, seq=10, data={"seat": 4, "action": "fold"})
MUCKED = replace(EVENT, seq=11, type="cards.mucked", data={"seat": 4})
SHOWN_DOWN = replace(EVENT, seq=12, type="cards.mucked", data={"seat": 1})
NO_BURN = replace(
    EVENT, seq=13, type="irregularity.found",
    data={"kind": "board.no-burn", "article": "FIDPA 80-4", "street": "flop"},
)  # fmt: skip
OCCURRED = (DEALT, EVENT, FOLDS, MUCKED, SHOWN_DOWN, NO_BURN)


def printed(view: View, language: str = "en", width: int = 110, **console: bool) -> str:
    out = io.StringIO()
    Console(file=out, width=width, **console).print(table_view(view, SOURCE, language))  # type: ignore[arg-type]
    return out.getvalue()


def row(text: str, player: str) -> str:
    return next(line for line in text.splitlines() if player in line)


def test_seats_board_pots_turn_and_events() -> None:
    text = printed(View(states.flop(), (EVENT,), link="up"))
    assert "Table 3 · Hand 17 · Flop · 50 / 100" in text
    assert "A♥ K♦ 7♣" in text
    assert "Main pot 3,700 · Side pot 1 1,200" in text
    assert re.search(r"▶ 2 .*Bruno .* 9,350 .*▒▒ ▒▒.*To act", row(text, "Bruno"))
    assert re.search(r"SB .*Driss .* 0 .*All-in", row(text, "Driss"))
    assert re.search(r" 1,500 .*Raise to 1,500", row(text, "Anaïs"))
    assert "▒▒" not in row(text, "Chloé")
    assert re.search(r"\d\d:00:00  Bruno raises to 1,350 ", text)
    assert "No connection" not in text


@pytest.mark.parametrize("name", states.ALL)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_state_names_its_players(name: str, language: str) -> None:
    state = states.ALL[name]()
    text = printed(View(state, link="up"), language)
    for seat in state.seats:
        assert seat.name.split(" ")[0] in text


@pytest.mark.parametrize(
    ("language", "plays", "on_break"),
    [("en", "Next level in 12:34", "Play resumes in 12:34"),
     ("fr", "Niveau suivant dans 12:34", "Reprise dans 12:34")],
)  # fmt: skip
def test_when_the_level_ends_and_when_a_break_does(
    language: str, plays: str, on_break: str
) -> None:
    state = states.flop()
    for rests, note in ((False, plays), (True, on_break)):
        level = replace(state.level, next_in=754_000, on_break=rests)
        assert note in printed(View(replace(state, level=level), link="up"), language, 160)


def test_an_open_ruling_with_its_steps() -> None:
    text = printed(View(states.ruling(), link="up"))
    assert "Flop: dealt without a burn card." in text
    assert "Rule: FIDPA 80-4" in text
    assert "[x] Take the flop back" in text
    assert "[ ] Deal the flop" in text
    assert "Now: Shuffle." in text


def test_shown_hands_and_what_they_win() -> None:
    text = printed(View(states.showdown(), link="up"))
    assert re.search(r"A♠ K♣.*Two pair, aces and kings", row(text, "│ Driss"))
    assert "Farid +2,500 (Side pot 1)" in text


def test_what_is_wrong_with_shoe_deck_and_antennas() -> None:
    text = printed(View(example_tables_between.jam(), link="up"))
    assert (
        "A card is stuck in the shoe. Open the shoe, take the card out, and close the shoe." in text
    )
    text = printed(View(example_tables_between.deck_double(), link="up"), "fr")
    assert "Il manque 1 carte au paquet (7♥)" in text
    assert "1 carte est en double (Q♠)" in text
    assert "1 carte n'est pas de ce paquet" in text
    text = printed(View(example_tables_between.paused(), link="up"))
    assert "Not read: bets at seat 3, board" in text
    off = msgspec.structs.replace(states.flop(), moved_while_off=("pot",))
    assert "Moved while the table was off: pot" in printed(View(off, link="up"))


def test_events_are_sentences_and_those_without_one_are_left_out() -> None:
    lines = told(OCCURRED, states.flop(), words("en"))
    assert [(event.seq, line.plain.partition("  ")[2]) for event, line in lines] == [
        (9, "Bruno raises to 1,350"),
        (10, "Driss folds"),
        (12, "Anaïs mucks"),
        (13, "Flop: dealt without a burn card. Rule: FIDPA 80-4, in the PPC house rules."),
    ]


def test_a_player_who_sits_down_is_named_before_the_state_knows_them() -> None:
    taken = replace(EVENT, type="seat.taken", data={"seat": 2, "name": "Bruno", "stack": 5000})
    state = states.flop()
    seats = tuple(replace(one, name="") if one.seat == 2 else one for one in state.seats)
    lines = told((taken,), replace(state, seats=seats), words("en"))
    assert [line.plain.partition("  ")[2] for _, line in lines] == ["Bruno sits down"]


@pytest.mark.parametrize("width", [20, 40, 60, 80])
def test_a_narrow_terminal_shows_it_all_and_nothing_runs_out(width: int) -> None:
    text = printed(View(states.flop(), (EVENT,), link="up"), "fr", width)
    assert max(map(len, text.splitlines())) <= width
    for card in ("A♥", "K♦", "7♣"):
        assert card in text
    for seat in states.flop().seats:
        assert seat.name in text
    assert "9 350" in text.replace("\N{NO-BREAK SPACE}", " ")


def test_a_lost_connection_is_said() -> None:
    assert "No connection" in printed(View(states.flop(), link="down"))


def test_no_color_is_respected(monkeypatch: pytest.MonkeyPatch) -> None:
    colour = re.compile("\x1b\\[[0-9;]*3[0-7]m")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert colour.search(printed(View(states.flop()), force_terminal=True))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colour.search(printed(View(states.flop()), force_terminal=True))


def test_where_the_output_is_no_terminal_each_event_is_a_line(tmp_path: Path) -> None:
    out = io.StringIO()
    with Mosquitto(tmp_path) as broker, Subscriber(broker.port) as table:
        source = FeedSource("127.0.0.1", broker.port, "tapis/demo/1")
        # Retained, so that it is there whenever the feed comes.
        later = replace(EVENT, seq=states.flop().seq + 1)
        table.say("tapis/demo/1/event/action.made", msgspec.json.encode(later), retain=True)
        table.say("tapis/demo/1/state", msgspec.json.encode(states.flop()), retain=True)
        count = follow(source, "fr", 2, console=Console(file=out, width=110))
    assert count == 1
    text = out.getvalue().replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\xa0", " ")
    assert re.fullmatch(r"\d\d:00:00  Bruno relance à 1 350\n", text)


def test_a_terminal_shows_the_last_view_when_it_ends(tmp_path: Path) -> None:
    out = io.StringIO()
    with Mosquitto(tmp_path) as broker, Subscriber(broker.port) as table:
        source = FeedSource("127.0.0.1", broker.port, "tapis/demo/1")
        table.say("tapis/demo/1/state", msgspec.json.encode(states.flop()), retain=True)
        follow(source, "fr", 2, console=Console(file=out, width=110, force_terminal=True))
    assert "À jouer" in out.getvalue()


def test_a_broker_that_is_there_is_no_trouble_at_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Mosquitto(tmp_path) as broker, Subscriber(broker.port) as table:
        source = FeedSource("127.0.0.1", broker.port, "tapis/demo/1")
        table.say("tapis/demo/1/state", msgspec.json.encode(states.flop()), retain=True)
        follow(source, "en", 2, console=Console(file=io.StringIO(), width=110))
    assert "No answer" not in capsys.readouterr().err


def test_without_a_broker_one_line_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    out = io.StringIO()
    assert follow(FeedSource("127.0.0.1", 1), "en", 0.5, console=Console(file=out)) == 0
    assert out.getvalue() == ""
    assert capsys.readouterr().err == "No answer from 127.0.0.1:1 yet\n"
