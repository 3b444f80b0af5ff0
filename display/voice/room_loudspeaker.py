"""The room's loudspeaker, which announces public facts to everyone and has no other data."""

import time
from pathlib import Path
from typing import Annotated

import typer

from display import options
from display.feed import Feed, View
from display.options import Access, one_of, source_from
from display.voice.speaking.sound import Loudspeaker, PublicPhrase
from display.voice.speaking.speech import Espeak, Speech
from display.voice.speaking.speech_queue import Mouth
from display.voice.speaking.spoken import Spoken, spoken
from display.voice.spoken_events import LEVELS, Verbosity, announce
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.locale import languages, official

TURN = 0.5

DeviceOption = Annotated[str, typer.Option(help="The loudspeaker's sound device.")]
CacheOption = Annotated[Path, typer.Option(help="Folder in which announcements are stored.")]
VerbosityOption = Annotated[str, typer.Option(help="How much to announce: terse, normal or full.")]
SpeedOption = Annotated[int, typer.Option(help="Words per minute.", min=80, max=450)]


class Announcer:
    """Announces events on the loudspeaker, starting with the first one after its creation.

    It speaks the language chosen for it if that is one of the tournament's official languages.
    Otherwise it speaks the first official language that has texts, or the chosen one if none has.
    """

    def __init__(self, mouth: Mouth[PublicPhrase], verbosity: Verbosity, said: Spoken) -> None:
        self._mouth = mouth
        self._verbosity = verbosity
        self._said = said
        self._seq: int | None = None
        self._epoch = ""

    def look(self, view: View) -> None:
        """Process the current view of the table, and announce what has changed."""
        if view.state is None:
            return
        if self._seq is not None and self._epoch not in ("", view.epoch):
            self._seq = 0  # the numbering restarted: every recent event is new
        self._epoch = view.epoch
        said = spoken(official(self._said.language, view.state.languages))
        since = view.seq if self._seq is None else self._seq
        for event in view.recent:
            if event.seq > since:
                text = announce(event, view.state, 0, self._verbosity, said)
                if text:
                    self._mouth.then(PublicPhrase(text, said.language))
        self._seq = max(since, view.seq)


def room(
    device: DeviceOption = "default",
    host: options.HostOption = "localhost",
    port: options.PortOption = 1883,
    topic: options.TopicOption = "tapis/home/1",
    protocol: options.ProtocolOption = "5",
    user: options.UserOption = "",
    password_file: options.PasswordFileOption = None,
    tls: options.TlsOption = False,
    ca: options.CaOption = None,
    language: LanguageOption = "",
    verbosity: VerbosityOption = "terse",
    speed: SpeedOption = 170,
    cache: CacheOption = Path("~/.cache/tapis/voice"),
    seconds: options.SecondsOption = None,
) -> None:
    """Announce public events to the whole room until Ctrl-C."""
    degree: Verbosity = one_of("--verbosity", verbosity, tuple(LEVELS))
    source = source_from(host, port, topic, Access(protocol, user, password_file, tls, ca))
    said = spoken(words_for(language).language)
    voices = {one: Speech(Espeak(one, speed), cache.expanduser()) for one in languages()}
    speaker = Loudspeaker(device, voices[said.language], voices)
    with Feed(source) as feed, Mouth(speaker.say, speaker.stop) as mouth:
        announcer = Announcer(mouth, degree, said)
        version = -1
        end = None if seconds is None else time.monotonic() + seconds
        while end is None or time.monotonic() < end:
            version, view = feed.wait(version, TURN)
            announcer.look(view)
