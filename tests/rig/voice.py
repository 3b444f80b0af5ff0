"""`tapis bench voice`: the latency from a table event to the first audio sample.

An event arrives as the broker's bytes and goes through the whole voice of a seat: decoded, put into
words, synthesised by the real espeak-ng and passed to a real aplay, which plays to a null device.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated
from unittest.mock import patch

import msgspec
import typer

from controller.contract.public import Envelope, HandStatus, PublicState, SeatView
from display.feed import View, with_event
from display.voice.room_loudspeaker import Announcer
from display.voice.speaking import sound
from display.voice.speaking.sound import Loudspeaker, PublicPhrase
from display.voice.speaking.speech import Espeak, Speech, wav
from display.voice.speaking.speech_queue import Mouth
from display.voice.speaking.spoken import spoken
from display.words.command_line.chosen import LanguageOption
from tests.rig.limits import tell
from tests.rig.progress import Advance, progress

LIMITS = {"cached_p99_ms": 250.0, "new_p99_ms": 800.0}
LONGEST = 10.0

NumberOption = Annotated[int, typer.Option(help="So many phrases.", min=10, max=2000)]
JsonOption = Annotated[bool, typer.Option("--json", help="One line of JSON.")]


def percentile(values: list[float], share: float) -> float:
    """Return the value that `share` (0 to 1) of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def round_of(
    number: int, folder: Path, language: str, clock: Callable[[], float] = time.perf_counter,
    advance: Advance = lambda _: None,
) -> list[float]:  # fmt: skip
    """Return for each of `number` raises the ms from its bytes to the device, after a fresh start.

    Phrases kept in `folder` from an earlier round are cached. Raises `NoSpeech` without an engine.
    """
    engine = Espeak(language)
    engine.render("1")
    handed: list[float] = []
    speaker = Loudspeaker("null", Speech(engine, folder))

    def passed_on(samples: bytes) -> bytes:
        handed.append(clock())
        return wav(samples)

    state = PublicState(1, "bench", "ppc", seats=(SeatView(2, HandStatus.IN, "Chloé"),))
    view = View(state, link="up", seq=1)
    took: list[float] = []
    with (
        patch.object(sound, "wav", passed_on),
        Mouth[PublicPhrase](speaker.say, speaker.stop) as mouth,
    ):
        announcer = Announcer(mouth, "normal", spoken(language))
        announcer.look(view)
        for turn in range(number):
            data = {"seat": 2, "action": "raise", "to": 300 + 25 * turn, "amount": 300}
            event = Envelope(1, turn + 2, "s", "", "bench", 1, "action.made", data)
            payload = msgspec.json.encode(event)
            handed.clear()
            start = clock()
            view = with_event(view, payload)
            announcer.look(view)
            mouth.quiet(LONGEST)
            if not handed:
                raise OSError("there is no aplay: sudo apt install alsa-utils")
            took.append((handed[0] - start) * 1000)
            advance(1)
    return took


def bench_voice(
    number: NumberOption = 100, language: LanguageOption = "en", as_json: JsonOption = False
) -> None:
    """Measure the delay from event to first sound sample, for cached and new phrases."""
    with tempfile.TemporaryDirectory() as folder:
        with progress("phrases", 2 * number) as advance:
            new = round_of(number, Path(folder), language, advance=advance)
            cached = round_of(number, Path(folder), language, advance=advance)
        figures = {
            f"{name}_p{share}_ms": round(percentile(took, share / 100), 1)
            for name, took in (("cached", cached), ("new", new))
            for share in (50, 99)
        }
        tell({**figures, "phrases": number}, LIMITS, as_json=as_json)
