"""Whoever follows a table tells what is new, though numbers are given out again."""

from msgspec.structs import replace

from controller.contract.public import Envelope
from display.feed import View
from display.terminal import unseen
from display.voice.room_loudspeaker import Announcer
from display.voice.speaking.sound import PublicPhrase
from display.voice.speaking.speech_queue import Mouth
from display.voice.speaking.spoken import spoken
from tests.display import states


def event(epoch: str, seq: int, name: str = "table.paused") -> Envelope:
    return Envelope(1, seq, "S", "2026-01-01T20:00:00.000Z", "3", 17, name, {}, epoch)


def view(epoch: str, *seqs: int) -> View:
    recent = tuple(event(epoch, seq) for seq in seqs)
    state = replace(states.flop(), epoch=epoch)
    return View(state, recent, link="up", seq=max(seqs), epoch=epoch)


def test_the_terminal_prints_what_is_new() -> None:
    assert [one.seq for one in unseen(view("E1", 5, 6), "", 0)] == [5, 6]
    assert [one.seq for one in unseen(view("E1", 5, 6), "E1", 5)] == [6]
    assert [one.seq for one in unseen(view("E2", 5, 6), "E1", 9)] == [5, 6]


def test_the_room_hears_what_is_new() -> None:
    heard: list[str] = []

    def say(phrase: PublicPhrase) -> bool:
        heard.append(phrase.text)
        return True

    with Mouth[PublicPhrase](say, lambda: None) as mouth:
        announcer = Announcer(mouth, "full", spoken("en"))
        announcer.look(view("E1", 8, 9))  # what was before it came
        announcer.look(view("E1", 8, 9, 10))
        assert mouth.quiet(20)
        assert len(heard) == 1
        announcer.look(view("E2", 4, 5))
        assert mouth.quiet(20)
        assert len(heard) == 3
        announcer.look(view("E2", 4, 5))
        assert mouth.quiet(20)
        assert len(heard) == 3
