"""A table alive, two accessible seats and a loudspeaker: nobody hears what is another's."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from controller.config.model import TableConfig, load_config
from controller.contract.observations import CardAt
from controller.contract.public import Topics
from controller.play.sinks.servers import Mosquitto
from controller.run.loop.daemon import Daemon
from controller.run.sockets.seat_sockets import socket_of
from display.feed import Feed, FeedSource
from display.voice.accessible_seat import AccessibleSeat
from display.voice.room_loudspeaker import Announcer
from display.voice.speaking.sound import Ear, Loudspeaker, PublicPhrase
from display.voice.speaking.speech import Speech
from display.voice.speaking.speech_queue import Mouth
from display.voice.speaking.spoken import spoken
from hardware.ports import Driver
from tests.controller.evening import evening
from tests.display.voice.hearing import Spelling, cards_in, played, sound_cards
from tests.mqtt import Subscriber, until

SEATS = (2, 3)
HANDS = 3


def no_drivers(*_: object) -> Sequence[Driver]:
    return ()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[Daemon, Mosquitto]]:
    """A controller with a broker, that is told what it observes."""
    with Mosquitto(tmp_path) as broker:
        path = tmp_path / "table.toml"
        path.write_text(
            'name = "t1"\nhouse = "ppc"\nseats = 4\nhardware = "twin"\nlayout = "reference"\n'
            f"[broker]\nport = {broker.port}\n"
        )
        config: TableConfig = load_config(path)
        daemon = Daemon(config, no_drivers)
        thread = threading.Thread(target=lambda: asyncio.run(daemon.run()))
        thread.start()
        assert daemon.ready.wait(30)
        yield daemon, broker
        daemon.stop()
        thread.join(20)
        assert not thread.is_alive()


@pytest.fixture
def sounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that all sound cards of this test play into."""
    names = [f"tapis_seat_{seat}" for seat in (1, 2, 3, 4)] + ["room"]
    environment = sound_cards(tmp_path, names)
    monkeypatch.setenv("ALSA_CONFIG_PATH", environment["ALSA_CONFIG_PATH"])
    return tmp_path


def accessible(seat: int, feed: Feed, folder: Path, **options: Any) -> AccessibleSeat:
    ear = Ear(f"tapis_seat_{seat}", Speech(Spelling()))
    return AccessibleSeat(seat, feed, socket_of(folder, "t1", seat), ear, spoken("en"), **options)


def connected(seat: AccessibleSeat) -> bool:
    return seat._line._socket is not None


def test_an_evening_by_ear(table: tuple[Daemon, Mosquitto], sounds: Path) -> None:
    daemon, broker = table
    source = FeedSource("127.0.0.1", broker.port, "tapis/home/t1")
    told = evening(HANDS, seed=4)
    outside = Subscriber(broker.port)
    speaker = Loudspeaker("room", Speech(Spelling()))
    with (
        Feed(source) as feed,
        Mouth[PublicPhrase](speaker.say, speaker.stop) as mouth,
        accessible(2, feed, sounds, verbosity="full") as second,
        accessible(3, feed, sounds, verbosity="full") as third,
    ):
        seats = (second, third)
        announcer = Announcer(mouth, "full", spoken("en"))
        until(lambda: feed.view.state is not None and all(connected(seat) for seat in seats))
        for listener in (*seats, announcer):
            listener.look(feed.view)
        for observation in told.observations:
            daemon.put(observation)
            until(lambda: daemon.idle)
            for seat in seats:
                seat.press("D")
                seat.press("G")
                assert seat.mouth.quiet(20)
            until(lambda: feed.view.seq >= daemon.runtime.seq)
            for listener in (*seats, announcer):
                listener.look(feed.view)
            assert mouth.quiet(20)
            assert all(seat.mouth.quiet(20) for seat in seats)
    public = public_cards(outside)
    holes = {
        seat: {
            o.card for o in told.observations if isinstance(o, CardAt) and o.zone == f"hand.{seat}"
        }
        for seat in range(1, 5)
    }
    for number in SEATS:
        heard = cards_in(played(sounds, f"tapis_seat_{number}"))
        assert holes[number] <= heard
        assert heard <= holes[number] | public
    room = cards_in(played(sounds, "room"))
    assert room
    assert room <= public
    assert not (sounds / "tapis_seat_1.raw").exists()
    secret = set().union(*holes.values()) - public
    assert secret
    assert not secret & {word for _, text, _ in outside.heard for word in words_of(text)}


def public_cards(outside: Subscriber) -> set[str]:
    """Return the cards that anybody may know: those of the board, and those that were tabled."""
    topics = Topics("tapis/home/t1")
    named = {topics.event(name) for name in ("board.dealt", "cards.tabled", "board.changed")}
    return {
        card for topic, text, _ in outside.heard if topic in named for card in text["data"]["cards"]
    }


def words_of(value: Any) -> Iterator[str]:
    """Return every text in a JSON value."""
    if isinstance(value, str):
        yield from value.replace(",", " ").split()
    elif isinstance(value, dict):
        for one in value.values():
            yield from words_of(one)
    elif isinstance(value, list):
        for one in value:
            yield from words_of(one)


def test_keys_reach_the_table(table: tuple[Daemon, Mosquitto], sounds: Path) -> None:
    """A hand is played to the first decision; then the seat in turn calls and another folds."""
    daemon, broker = table
    source = FeedSource("127.0.0.1", broker.port, "tapis/home/t1")
    for observation in evening(1, seed=4).observations:
        daemon.put(observation)
        until(lambda: daemon.idle)
        if daemon.runtime.state().turn:
            break
    turn = daemon.runtime.state().turn
    with Feed(source) as feed, accessible(turn, feed, sounds) as seat:
        until(
            lambda: feed.view.state is not None and feed.view.state.turn == turn and connected(seat)
        )
        seat.look(feed.view)
        for key in ("R", "4", "0", "0", "enter"):
            seat.press(key)
        until(lambda: daemon.runtime.state().turn != turn)
        until(lambda: feed.view.state is not None and feed.view.state.turn != turn)
        acted = next(view for view in daemon.runtime.state().seats if view.seat == turn)
        assert (acted.last_action, acted.bet) == ("raise", 400)
        seat.press("F")
        assert seat.mouth.quiet(10)
    assert "It is not your turn" in played(sounds, f"tapis_seat_{turn}")


def test_a_lost_earphone_is_told_and_nothing_is_heard(
    table: tuple[Daemon, Mosquitto], sounds: Path
) -> None:
    _, broker = table
    outside = Subscriber(broker.port)
    cards = sounds / "cards"
    cards.write_text(" 0 [Seat3          ]: USB-Audio - Earphone\n")
    ear = Ear("hw:CARD=Seat3", Speech(Spelling()), cards)
    feed = Feed(FeedSource("127.0.0.1", broker.port, "tapis/home/t1"))
    with feed, AccessibleSeat(3, feed, socket_of(sounds, "t1", 3), ear, spoken("en")) as seat:
        until(lambda: connected(seat))
        cards.write_text("--- no soundcards ---\n")
        seat.press("S")
        lost = ("tapis/home/t1/event/device.lost", "voice-3")
        until(
            lambda: (
                lost in [(t, m["data"].get("device")) for t, m, _ in outside.heard if "event" in t]
            )
        )
        cards.write_text(" 1 [Seat3          ]: USB-Audio - Earphone\n")
        back = ("tapis/home/t1/event/device.back", "voice-3")
        until(
            lambda: (
                back in [(t, m["data"].get("device")) for t, m, _ in outside.heard if "event" in t]
            )
        )
    assert not list(sounds.glob("*.raw"))
