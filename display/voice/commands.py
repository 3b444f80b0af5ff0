"""`tapis voice`: a seat's private earpiece and keys. The room's loudspeaker is `tapis announce`."""

import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from controller.contract.errors import ExitCode, WrongOption
from display import options
from display.feed import Feed
from display.options import Access, one_of, source_from
from display.voice.accessible_seat import MODES, AccessibleSeat, Mode, serve
from display.voice.key_bindings import keys_in_words
from display.voice.key_input import LAYOUTS, Layout, device_keys, terminal_keys
from display.voice.page import PrintedEar
from display.voice.speaking.sound import Ear, PublicPhrase
from display.voice.speaking.speech import Espeak, Speech, all_cards
from display.voice.speaking.spoken import spoken
from display.voice.spoken_events import LEVELS, Verbosity
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.locale import N_

voice_app = typer.Typer(
    help="A seat's private audio and keys.",
    no_args_is_help=True,
    add_completion=False,
)

SOCKETS = Path("/run/tapis")
CACHE = Path("~/.cache/tapis/voice")

SeatArgument = Annotated[int, typer.Argument(help="The seat number, starting at 1.", min=1, max=10)]
DeviceOption = Annotated[
    str,
    typer.Option(help="The seat's own sound device: plughw:CARD=..., as listed by aplay -L."),
]
TextOption = Annotated[
    bool,
    typer.Option(
        "--text",
        help="Print the text in the terminal instead of speaking it, for a braille display or a "
        "demonstration.",
    ),
]
LineOption = Annotated[
    Path | None, typer.Option(help="The seat's private socket, instead of the one in /run/tapis.")
]
SpeedOption = Annotated[int, typer.Option(help="Words per minute.", min=80, max=450)]
CacheOption = Annotated[
    Path, typer.Option(help="Folder in which public events and announcements are stored.")
]
VerbosityOption = Annotated[str, typer.Option(help="How much is announced: terse, normal or full.")]
ModeOption = Annotated[str, typer.Option(help="Output mode: speech, beeps or both.")]
KeysOption = Annotated[
    Path | None,
    typer.Option(help="The seat's keyboard: /dev/input/by-id/...; by default, the terminal."),
]
LayoutOption = Annotated[str, typer.Option(help="The keyboard's layout: qwerty or azerty.")]


@voice_app.command("seat")
def seat(
    seat: SeatArgument,
    device: DeviceOption = "",
    text: TextOption = False,
    host: options.HostOption = "localhost",
    port: options.PortOption = 1883,
    topic: options.TopicOption = "tapis/home/1",
    protocol: options.ProtocolOption = "5",
    user: options.UserOption = "",
    password_file: options.PasswordFileOption = None,
    tls: options.TlsOption = False,
    ca: options.CaOption = None,
    line: LineOption = None,
    keys: KeysOption = None,
    layout: LayoutOption = "qwerty",
    language: LanguageOption = "",
    verbosity: VerbosityOption = "normal",
    mode: ModeOption = "speech",
    speed: SpeedOption = 170,
    cache: CacheOption = CACHE,
) -> None:
    """Run a seat's private audio and keys: only the player in that seat hears it."""
    degree: Verbosity = one_of("--verbosity", verbosity, tuple(LEVELS))
    how: Mode = one_of("--mode", mode, MODES)
    laid: Layout = one_of("--layout", layout, LAYOUTS)
    source = source_from(host, port, topic, Access(protocol, user, password_file, tls, ca))
    said = spoken(words_for(language).language)
    ear: Ear | PrintedEar
    if text == bool(device):
        raise WrongOption(N_("specify the seat's own sound device with --device, or use --text"))
    if text:
        ear = PrintedEar(sys.stdout, said)
    else:
        speech = Speech(Espeak(said.language, speed), cache.expanduser(), all_cards(said.language))
        ear = Ear(device, speech)
        if how != "beeps":
            speech.learn()
    path = line or SOCKETS / f"{source.root.rpartition('/')[2]}-seat-{seat}.sock"
    pressed: Iterator[str] = device_keys(keys, laid) if keys else terminal_keys()
    ended = threading.Event()
    with (
        Feed(source) as feed,
        AccessibleSeat(
            seat, feed, path, ear, said, verbosity=degree, mode=how, greets=True
        ) as player,
    ):
        serve(player, feed, pressed, ended)


@voice_app.command("check")
def check(
    seat: SeatArgument,
    device: DeviceOption,
    language: LanguageOption = "",
    speed: SpeedOption = 170,
) -> None:
    """Announce the seat number in a seat's earphone, as a sound check before play."""
    said = spoken(words_for(language).language)
    ear = Ear(device, Speech(Espeak(said.language, speed)))
    text = said.say(N_("Seat {seat}. You are listening to your table."), seat=seat)
    if not ear.say(PublicPhrase(text)):
        silent = N_("There is no sound from {device}: is the earphone plugged in? See aplay -L")
        typer.echo(said.say(silent, device=device), err=True)
        raise typer.Exit(ExitCode.NOT_SO)


@voice_app.command("keys")
def keys(language: LanguageOption = "") -> None:
    """List the keys of an accessible seat."""
    typer.echo(keys_in_words(spoken(words_for(language).language)).replace(". ", "\n"))
