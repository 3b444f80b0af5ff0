"""Speech and sound: a real engine, one that hangs, no engine; a device that is one seat's alone."""

import os
import pty
import resource
import shutil
import sys
import termios
import threading
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.contract.public import Envelope
from display.feed import View
from display.voice.key_input import EV_KEY, EVENT, device_keys, key_of, terminal_keys
from display.voice.page import PrintedEar
from display.voice.room_loudspeaker import Announcer
from display.voice.speaking import sound
from display.voice.speaking import speech as speaking
from display.voice.speaking.sound import (
    Ear,
    Loudspeaker,
    NoSuchEar,
    PrivatePhrase,
    PublicPhrase,
    ear_device,
)
from display.voice.speaking.speech import RATE, Espeak, NoSpeech, Speech, all_cards, pieces, wav
from display.voice.speaking.speech_queue import Mouth
from display.voice.speaking.spoken import spoken
from display.voice.speaking.tones import Beeps
from tests.display import states
from tests.display.voice.hearing import Spelling, played, sound_cards


@pytest.mark.parametrize(("language", "text"), [("en", "king of hearts"), ("fr", "roi de cœur")])
def test_a_real_engine_speaks(language: str, text: str) -> None:
    samples = Espeak(language).render(text)
    assert RATE // 4 < len(samples) // 2 < RATE * 4
    assert any(samples)


def program(folder: Path, body: str) -> str:
    path = folder / "engine"
    path.write_text(f"#!{sys.executable}\n{body}\n")
    path.chmod(0o755)
    return str(path)


def test_a_hanging_engine_is_stopped_and_the_voice_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speaking, "LONGEST", 0.5)
    pid = tmp_path / "pid"
    body = f"import os, time\nopen({str(pid)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)"
    hanging = Espeak("en", program=program(tmp_path, body))
    said: list[str] = []
    told: list[bool] = []

    def say(text: str) -> bool:
        said.append(text)
        if text == "hangs":
            hanging.render(text)
        return True

    with Mouth(say, lambda: None, told.append) as mouth:
        for text in ("hangs", "goes on"):
            mouth.then(text)
        assert mouth.quiet(30)
    assert said == ["hangs", "goes on"]
    assert told == [False, True]
    if pid.exists():
        assert not Path(f"/proc/{pid.read_text()}").exists()
    with pytest.raises(NoSpeech, match="hung"):
        hanging.render("again")


def test_an_answer_does_not_cut_itself_off() -> None:
    done, idle = threading.Event(), list[bool]()

    def say(_: str) -> bool:
        return done.wait(20)

    with Mouth(say, lambda: idle.append(mouth.quiet(0))) as mouth:
        mouth.now("king of hearts")
        done.set()
        assert mouth.quiet(20)
    assert idle[0]  # What is cut off is what was said before.


def test_a_sound_device_that_raises_is_told_once_and_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Whatever its driver raises, at a phrase or when it is looked for: the text is not told."""
    broken, told = [True], list[bool]()

    def say(text: str) -> bool:
        if broken:
            raise RuntimeError(f"no device for {text}")
        return True

    def there() -> bool:
        if broken:
            raise OSError("no cards")
        return True

    with Mouth(say, lambda: None, told.append, there) as mouth:
        for text in ("you have the ace", "and the king"):
            mouth.then(text)
        assert mouth.quiet(30)
        broken.clear()
        mouth.then("again")
        assert mouth.quiet(30)
    assert told == [False, True]
    assert caplog.text.count("no sound: RuntimeError") == 1
    assert "ace" not in caplog.text


def test_without_an_engine_it_is_said_what_to_install() -> None:
    with pytest.raises(NoSpeech, match="apt install espeak-ng"):
        Espeak("en", program="no-such-engine").render("x")


@pytest.mark.parametrize("body", ["raise SystemExit(3)", "print('no sound')", ""])
def test_an_engine_without_sound_is_no_speech(tmp_path: Path, body: str) -> None:
    with pytest.raises(NoSpeech):
        Espeak("en", program=program(tmp_path, body)).render("x")


def test_a_private_text_is_on_no_command_line_and_on_no_disk(tmp_path: Path) -> None:
    seen, folder = tmp_path / "seen", tmp_path / "kept"
    body = (
        "import sys\n"
        f"open({str(seen)!r}, 'a').write(repr(sys.argv) + '|' + sys.stdin.read() + '\\n')\n"
        f"sys.stdout.buffer.write({wav(b'ab' * 40)!r})"
    )
    voice = Speech(Espeak("en", program=program(tmp_path, body)), folder)
    voice.private("king of hearts, ten of clubs")
    assert not list(folder.iterdir())
    for line in seen.read_text().splitlines():
        arguments, _, text = line.partition("|")
        assert text
        assert text.rstrip(",") not in arguments
    voice.public("Anna folds")
    assert len(list(folder.iterdir())) == 1


def test_the_folder_does_not_tell_which_cards_were_whispered(tmp_path: Path) -> None:
    voice = Speech(Spelling(), tmp_path, all_cards("en"))
    assert voice.learn() == 104
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    voice.private("king of hearts, ten of clubs")
    assert before == {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert voice.learn() == 0


def test_what_is_kept_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speaking, "ON_DISK", 30)
    voice = Speech(Spelling(), tmp_path)
    for number in range(100):
        voice.public(f"Pot {number}")
    assert 0 < len(list(tmp_path.iterdir())) <= 30


def test_a_folder_that_takes_nothing_is_done_without(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    voice = Speech(Spelling(), folder)
    folder.rmdir()
    folder.write_text("no folder any more")
    assert voice.public("Anna folds")


def test_a_write_that_fails_leaves_nothing_behind(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    voice = Speech(Spelling(), tmp_path)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        assert voice.public("Anna folds")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert "speech is not cached: File too large" in caplog.text
    assert not list(tmp_path.iterdir())
    place = voice._path("Bruno calls")
    place.mkdir()
    assert voice.public("Bruno calls")
    assert list(tmp_path.iterdir()) == [place]


def test_pieces_keep_every_word() -> None:
    text = "Anna shows king of hearts, ten of clubs: pair of tens, then king. 王小明 folds"
    assert " ".join(pieces(text)) == text
    assert pieces("Rule: TDA 5.3, house tda.") == ["Rule:", "TDA 5.3,", "house tda."]


@pytest.mark.parametrize("name", ["default", "hw:0", "plughw:1,0", "pulse", "sysdefault:CARD=A"])
def test_what_may_be_anybodys_is_no_ear(name: str) -> None:
    with pytest.raises(NoSuchEar, match="aplay -L"):
        ear_device(name)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    cards = sound_cards(tmp_path, ("tapis_seat_1", "room"))
    monkeypatch.setenv("ALSA_CONFIG_PATH", cards["ALSA_CONFIG_PATH"])
    return tmp_path


def test_a_phrase_is_heard_where_it_belongs_and_nowhere_else(folder: Path) -> None:
    ear = Ear("tapis_seat_1", Speech(Spelling()))
    assert ear.say(PrivatePhrase("king of hearts"))
    assert played(folder, "tapis_seat_1").startswith("king of hearts")
    assert not (folder / "room.raw").exists()
    assert ear.beep(Beeps("card", 2))


def test_an_unplugged_earphone_is_silence(folder: Path) -> None:
    for device in ("tapis_seat_2", "plughw:CARD=Gone"):
        assert not Ear(device, Speech(Spelling())).say(PrivatePhrase("king of hearts"))
    assert not list(folder.glob("*.raw"))


def test_the_loudspeaker_takes_nothing_private(folder: Path) -> None:
    speaker = Loudspeaker("room", Speech(Spelling()))
    phrase: object = PrivatePhrase("king of hearts")
    with pytest.raises(TypeError):
        speaker.say(phrase)  # type: ignore[arg-type]
    assert not (folder / "room.raw").exists()
    assert speaker.say(PublicPhrase("Anna folds"))
    assert "king" not in repr(phrase)


# holds: fidpa 1-2, 10-3
def test_the_loudspeaker_announces_in_the_tournaments_own_language() -> None:
    state = replace(states.table(6), languages=("fr",))
    heard: list[PublicPhrase] = []
    quiet = threading.Event()

    def say(phrase: PublicPhrase) -> bool:
        heard.append(phrase)
        quiet.set()
        return True

    with Mouth[PublicPhrase](say, lambda: None) as mouth:
        announcer = Announcer(mouth, "terse", spoken("en"))
        announcer.look(View(state=state))
        told = {"notice": "n", "text": "devices-off"}
        event = Envelope(1, 7, "s", "2026-01-01T00:00:00Z", "t1", 12, "notice.given", told)
        announcer.look(View(state=state, seq=7, recent=(event,)))
        assert quiet.wait(20)
    assert [phrase.language for phrase in heard] == ["fr"]
    assert "Telephones" not in heard[0].text


def test_a_page_shows_what_is_private_as_such(tmp_path: Path) -> None:
    path = tmp_path / "page"
    with path.open("w", encoding="utf-8") as out:
        page = PrintedEar(out, spoken("en"))
        assert page.say(PublicPhrase("A\x1b[2J folds"))
        assert page.say(PrivatePhrase("king of hearts"))
        assert page.beep(Beeps("card", 2))
    assert path.read_text(encoding="utf-8") == "A [2J folds\n» king of hearts\n♪ ♪ card\n"
    assert not page.say(PublicPhrase("nobody reads"))
    assert not page.there()


def test_keys_of_a_terminal() -> None:
    ours, theirs = pty.openpty()
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.extend(terminal_keys(theirs)))
    reader.start()
    end = time.monotonic() + 20
    while termios.tcgetattr(theirs)[3] & termios.ICANON and time.monotonic() < end:
        threading.Event().wait(0.01)
    for sign in (b"c", b"R", b"4", b"\x7f", b"\x1b"):
        os.write(ours, sign)
    end = time.monotonic() + 20
    while len(got) < 5 and time.monotonic() < end:
        threading.Event().wait(0.01)
    os.write(ours, b"\x04")
    reader.join(20)
    assert not reader.is_alive()
    assert got == ["c", "R", "4", "erase", "escape"]
    os.close(ours)
    os.close(theirs)


ARROWS = b"\x1b[A", b"\x1b[C", b"\x1b[1;5D", b"\x1bOC", b"\x1b[F", b"\x1b[[A", b"\x1b[15~"


@pytest.mark.parametrize("apart", [False, True])
def test_a_key_that_sends_a_sequence_does_nothing(apart: bool) -> None:
    """Of some only the last letter would be left, which calls, folds or goes all-in."""
    theirs, ours = os.pipe()
    got: list[str] = []
    reader = threading.Thread(target=lambda: got.extend(terminal_keys(theirs)))
    reader.start()
    for arrow in ARROWS:
        for part in (arrow[:1], arrow[1:-1], arrow[-1:]) if apart else (arrow,):
            os.write(ours, part)
    os.write(ours, b"c")
    os.close(ours)
    reader.join(20)
    assert not reader.is_alive()
    os.close(theirs)
    assert got == ["c"]


def test_keys_of_a_seats_own_keyboard(tmp_path: Path) -> None:
    path = tmp_path / "keyboard"
    os.mkfifo(path)
    pressed = [(EV_KEY, 16, 1), (EV_KEY, 16, 0), (EV_KEY, 79, 1), (0, 0, 0), (EV_KEY, 28, 1)]

    def press() -> None:
        with path.open("wb", buffering=0) as end:
            for kind, code, value in pressed:
                end.write(EVENT.pack(0, 0, kind, code, value))

    writer = threading.Thread(target=press)
    writer.start()
    assert list(device_keys(path, "azerty")) == ["A", "1", "enter"]
    writer.join(20)
    assert key_of(16, "qwerty") == "Q"
    assert key_of(250, "qwerty") == ""


def test_a_long_phrase_is_heard_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of all keys takes a minute; a device that plays nothing is still given up."""
    slow = program(tmp_path, "import sys, time\nsys.stdin.read\ntime.sleep(0.7)")
    monkeypatch.setattr(shutil, "which", lambda _: slow)
    monkeypatch.setattr(sound, "LONGEST", 0.4)
    output = sound.Output("tapis_seat_1")
    assert output._play(lambda: bytes(2 * RATE))
    assert not output._play(lambda: bytes(2))


def test_speech_goes_on_where_nothing_can_be_cached(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    speech = Speech(Spelling(), tmp_path / "file" / "cache")
    assert speech.public("king of hearts")
    assert "speech is not cached: Not a directory" in caplog.text


def test_a_phrase_that_is_stopped_before_it_sounds_is_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Escape while the cards are still made into sound keeps them unheard."""
    spoke = tmp_path / "spoke"
    player = program(tmp_path, f"import sys\nopen({str(spoke)!r}, 'w')\nsys.stdin.read")
    monkeypatch.setattr(shutil, "which", lambda _: player)
    begun, goes_on = threading.Event(), threading.Event()

    class Slow(Spelling):
        def render(self, text: str) -> bytes:
            """Return the samples once they are let through."""
            begun.set()
            assert goes_on.wait(20)
            return super().render(text)

    ear, heard = Ear("tapis_seat_1", Speech(Slow())), list[bool]()
    speaking_on = threading.Thread(target=lambda: heard.append(ear.say(PrivatePhrase("king"))))
    speaking_on.start()
    assert begun.wait(20)
    ear.stop()
    goes_on.set()
    speaking_on.join(20)
    assert (heard, spoke.exists()) == ([True], False)
    assert ear.say(PrivatePhrase("king"))
    assert spoke.exists()
