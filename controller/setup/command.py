"""`tapis setup`: creates a table's config by asking questions, then tries it out."""

from pathlib import Path
from typing import Annotated

import typer

from controller.config.default_config import config_to_make, key_file_of
from controller.config.model import load_config
from controller.contract.errors import ExitCode
from controller.run.loop.drivers import Drivers, open_drivers
from controller.setup.dialogue import GoBack, NoAnswer, Quit, SkipQuestion, Talk, open_talk
from controller.setup.draft import Draft, draft_of, state_file, take_up
from controller.setup.reading.probe import DeviceProbe, Probe
from controller.setup.reading.rehearsing import RehearsedProbe, hold_apart, workshop_open
from controller.setup.reading.sitting import Sitting
from controller.setup.trial import try_table
from controller.setup.wizard import run
from controller.setup.words import N_, LanguageOption, words_for
from controller.toml.file import FileProblems
from hardware.keys import keyring, load_keys
from hardware.serial_ports import BY_ID

WELCOME = N_(
    "This sets up a table. Press Enter to accept the value in brackets. You can also type "
    '"back" to return to the previous question, "skip" to leave it for later, or "quit". '
    "Your answers are saved: run tapis setup again to continue."
)

NEXT = N_("Next: tapis enroll deck, tapis enroll chips VALUE, tapis doctor; then tapis run.")
NEXT_REHEARSED = N_(
    "Next: tapis enroll deck, tapis enroll chips VALUE, tapis calibrate; then play with tapis table"
    " --config table.toml."
)


def setup(
    config: Annotated[
        Path, typer.Option(help="The config to create, a TOML file.", show_default=False)
    ] = Path("table.toml"),
    ports: Annotated[
        Path, typer.Option(help="The folder that contains the nodes' serial ports.")
    ] = BY_ID,
    readers: Annotated[bool, typer.Option(help="Include PC/SC readers.")] = True,
    answers: Annotated[
        Path | None, typer.Option(help="A file with one answer per line, instead of the keyboard.")
    ] = None,
    rehearse: Annotated[
        bool, typer.Option("--rehearse", help="Set up without hardware, on a page in the browser.")
    ] = False,
    language: LanguageOption = "",
) -> None:
    """Set up a table step by step: find the devices, identify the antennas, try everything."""
    words = words_for(language)
    to_make = config if rehearse else config_to_make(config)
    try:
        with open_talk(words, answers) as talk:
            if rehearse:
                well = _rehearse(talk, to_make)
            else:
                keys = keyring(load_keys(key_file_of(to_make)), required=False)
                well = guide(talk, DeviceProbe(ports, readers, keys), to_make)
    except (Quit, KeyboardInterrupt):
        typer.echo("\n" + words.say(N_("Stopped. Run tapis setup to continue.")))
        raise typer.Exit(ExitCode.NOT_SO) from None
    except NoAnswer as question:
        ended = N_("There is no answer for this question; add one: {question}")
        raise NoAnswer(words.say(ended, question=question)) from None
    raise typer.Exit(ExitCode.DONE if well else ExitCode.NOT_SO)


def guide(talk: Talk, probe: Probe, config: Path, drivers: Drivers = open_drivers) -> bool:
    """Guide the user through a table's setup; return whether the table works.

    Raises `Quit` if the user stops, `NoAnswer` if the answer file has too few answers, and `Busy`
    if a controller is running the table.
    """
    talk.say(WELCOME)
    try:
        run(Sitting(talk, probe, _begin(talk, config), config))
    finally:
        # Only one program at a time may open the ports.
        probe.close()
    well = try_table(config, talk, drivers)
    talk.say(NEXT if drivers is open_drivers else NEXT_REHEARSED)
    return well


def _rehearse(talk: Talk, config: Path) -> bool:
    """Set up a simulated table; the user puts items on its antennas on a page in the browser.

    Returns whether the table works.
    """
    hold_apart(config)
    with workshop_open(talk) as workshop:
        return guide(talk, RehearsedProbe(workshop, config), config, workshop.open)


def _begin(talk: Talk, config: Path) -> Draft:
    """Return the draft to continue: the unfinished one, if any, or else one from the config."""
    begun = take_up(state_file(config))
    if begun is not None and begun.done:
        try:
            if talk.yes(
                N_("A setup was interrupted after this step: {step}. Continue from there?"),
                step=talk.words.say(begun.done[-1]),
            ):
                return begun
        except (GoBack, SkipQuestion):
            return begun
    try:
        if config.exists():
            return draft_of(load_config(config), config.resolve().parent)
    except FileProblems:
        pass
    # The table's default language is the language of the questions.
    return Draft(language=talk.words.language)
