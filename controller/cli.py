"""The command `tapis`: gathers the commands that the rooms own, and ends each in one place.

A command's module is imported when the command is asked for: on a Pi, what only another one needs
would take seconds, and what is not installed is missing only where it is needed.
"""

import importlib
import logging
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Annotated, Any, Literal, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from controller.contract.errors import PARTS, ExitCode, MissingPart, TapisError
from controller.run.logs import set_up_logging, write_bug


class CommandPlace(NamedTuple):
    """Where a command lives (a function, or an app of its own), and its first line of help."""

    place: str
    about: str


COMMANDS = {
    "demo": CommandPlace(
        "controller.demo.command:demo",
        "Show a simulated table that plays by itself, until its time is over or Ctrl-C.",
    ),
    "table": CommandPlace(
        "controller.rehearse.command:table",
        "Rehearse at a virtual table in the browser, alone or with others, until Ctrl-C.",
    ),
    "run": CommandPlace(
        "controller.run.daemon:run",
        "Play a table until SIGTERM: its drivers, its journal, its broker.",
    ),
    "deck": CommandPlace("controller.care.deck:deck_app", "How the decks are."),
    "devices": CommandPlace(
        "controller.care.devices:devices_app", "What devices a table has, and how they are."
    ),
    "play": CommandPlace(
        "controller.play.commands:play",
        "Play scenarios. Status 0: all hold; 1: an expectation fails; 2: a file can't be read.",
    ),
    "replay": CommandPlace(
        "controller.play.replay_command:replay",
        "Play recorded hands at the table. Status 0: every hand ends with the recorded stacks.",
    ),
    "bench replay": CommandPlace(
        "controller.bench.replay:bench_replay",
        "Measure our engine against pokerkit on recorded hands.",
    ),
    "bench controller": CommandPlace(
        "controller.bench.footprint:bench_controller",
        "Measure memory and processor time of `tapis run` while its table is played in real time.",
    ),
    "bench differential": CommandPlace(
        "controller.bench.differential:differential",
        "Compare random hands with pokerkit. Status 1 when a difference has no rule.",
    ),
    "bench detection": CommandPlace(
        "controller.bench.detection:bench_detection",
        "Do irregularities on purpose and say how many are found and ruled right.",
    ),
    "bench pairs": CommandPlace(
        "controller.bench.pairs:bench_pairs",
        "Do two irregularities in a hand. Status 1: the next hand did not come, or chips are lost.",
    ),
    "bench link": CommandPlace(
        "controller.bench.link:bench_link",
        "Measure the link to a node: uid bytes against the raw rate of the line.",
    ),
    "bench radio": CommandPlace(
        "controller.bench.radio:bench_radio",
        "Play in an air that all nodes share, with time slots and without.",
    ),
    "bench soak": CommandPlace(
        "controller.bench.soak:bench_soak",
        "Play at the wire with a fault every 20 s. Status 1: something was lost or left behind.",
    ),
    "bench attack": CommandPlace(
        "controller.bench.attack.command:bench_attack",
        "Attack a table in each way that is known. Status 1: something fell.",
    ),
    "bench latency": CommandPlace(
        "controller.bench.latency:bench_latency",
        "Measure from a node's last byte to ring, broker and display, at the speed of play.",
    ),
    "bench demo": CommandPlace(
        "controller.bench.demo:bench_demo",
        "Measure on its own clock when the demo shows a ruling, a misdeal and an all-in.",
    ),
    "bench table": CommandPlace(
        "controller.bench.table:bench_table",
        "Play scenarios through the virtual table's pages. Status 1: other events, or too late.",
    ),
    "bench shuffles": CommandPlace(
        "controller.bench.shuffles:bench_shuffles",
        "Measure what is said of evenings of three and seven riffles, and of ideal shuffles.",
    ),
    "bench rehearsal": CommandPlace(
        "controller.bench.rehearsal:bench_rehearsal",
        "Set a simulated table up, enrol, calibrate, and play to the first ruling.",
    ),
    "bench display": CommandPlace(
        "controller.bench.display:bench_display",
        "Measure the table display at 1920x1080 with the software renderer, ten seats.",
    ),
    "bench venue": CommandPlace(
        "controller.bench.venue:bench_venue_app",
        "Hold what a room decides against a search: balancing and draws.",
    ),
    "bench voice": CommandPlace(
        "controller.bench.voice:bench_voice",
        "Measure from event to first sound sample, for phrases said before and for new ones.",
    ),
    "setup": CommandPlace(
        "controller.setup.command:setup",
        "Set a table up by questions: find the devices, learn which antenna is which, try it all.",
    ),
    "build drawings": CommandPlace(
        "hardware.build.command:drawings",
        "Draw the antennas of a table to scale, and write its tables and the wiring.",
    ),
    "build load": CommandPlace(
        "hardware.build.load:load",
        "Say what reading takes of each node's time, and what is too much of it.",
    ),
    "build table": CommandPlace(
        "hardware.build.command:table",
        "Print the config of a table to build, or write it with the role file of each board.",
    ),
    "firmware install": CommandPlace(
        "controller.setup.firmware:firmware_install",
        "Put the firmware on a board that has MicroPython, and see whether it comes up.",
    ),
    "doctor": CommandPlace(
        "controller.setup.doctor:doctor",
        "Tell what is wrong with this installation, and how to mend it.",
    ),
    "calibrate": CommandPlace(
        "controller.setup.calibrate:calibrate",
        "Measure how well each antenna reads, and whom it overhears.",
    ),
    "enroll": CommandPlace(
        "controller.setup.enroll:enroll_app", "Say which tag is in which card, chip and badge."
    ),
    "house": CommandPlace(
        "controller.care.houses:house_app",
        "What the houses say, whether a house file holds, and which scenarios hold it.",
    ),
    "venue run": CommandPlace(
        "controller.venue.core.commands:run",
        "Run a room until SIGTERM: its log, its tables' orders, its clock.",
    ),
    "venue verify": CommandPlace(
        "controller.venue.core.commands:verify_command",
        "Hold a room's log against its chain and its books.",
    ),
    "venue staff": CommandPlace(
        "controller.venue.core.commands:staff_app", "Who works in a room, and in which role."
    ),
    "venue archive": CommandPlace(
        "controller.care.room_archive:archive",
        "Put all hands of a room's tables into one file. Status 1: one of its log is missing.",
    ),
    "venue forget": CommandPlace(
        "controller.venue.core.commands:forget", "Delete all that names a person."
    ),
    "venue list": CommandPlace(
        "controller.venue.commands:list_command",
        "List the tournaments that ship: name, title, and the house whose rules they play by.",
    ),
    "venue show": CommandPlace(
        "controller.venue.commands:show_command",
        "Show all that a tournament says in the end, each value with its article.",
    ),
    "venue check": CommandPlace(
        "controller.venue.commands:check_command",
        "Say whether a tournament file holds; every mistake with its line and what would be right.",
    ),
    "venue draw": CommandPlace(
        "controller.venue.commands:draw_command",
        "Draw seats so that anybody can check it: close the list first, then draw with a witness.",
    ),
    "venue check-draw": CommandPlace(
        "controller.venue.commands:check_draw_command",
        "Repeat a published draw, and say whether it comes out the same.",
    ),
    "venue play": CommandPlace(
        "controller.venue.commands:play_command",
        "Play scenarios of a room. Status 0: all hold; 1: one fails; 2: a file can't be read.",
    ),
    "venue coverage": CommandPlace(
        "controller.venue.commands:coverage_command",
        "Say which statements about a room some scenario holds. Status 1: one is missing.",
    ),
    "venue deal": CommandPlace(
        "controller.venue.deal_command:deal_command",
        "Say what the prizes that are left are worth to who is left: by chips, and by ICM.",
    ),
    "venue web": CommandPlace(
        "display.web.command:web",
        "Serve the room's pages to browsers: clock, floor, registration, results.",
    ),
    "journal": CommandPlace(
        "controller.care.journal:journal_app", "Check, replay and export a table's journal."
    ),
    "byhand": CommandPlace(
        "controller.care.byhand:byhand_app",
        "Go on by hand: print the table; take the counted stacks back.",
    ),
    "backup": CommandPlace(
        "controller.care.backup:backup",
        "Put journal, enrolment, config and house into one file; the table may play on.",
    ),
    "restore": CommandPlace(
        "controller.care.restore:restore_command",
        "Put a table back from one file; it plays on where the backup was made.",
    ),
    "install": CommandPlace(
        "controller.install.commands:install",
        "Put services, rules and the broker's configuration where they belong.",
    ),
    "uninstall": CommandPlace(
        "controller.install.commands:uninstall",
        "Take services, rules and the broker's configuration away; your data stays.",
    ),
    "floor pin": CommandPlace(
        "controller.run.floor_pin:floor_pin",
        "Set the PIN that opens the floor's panel of the table's own screen.",
    ),
    "floor badge": CommandPlace(
        "controller.setup.badge:floor_badge",
        "Give a badge of the floor a key of its own (NTAG 424 DNA), and enrol it.",
    ),
    "floor token": CommandPlace(
        "controller.run.floor_token:floor_token",
        "Make a token that commands the table; it is shown once, and kept hashed.",
    ),
    "page password": CommandPlace(
        "controller.page.password:page_password",
        "Set the password of the table's page, which switches it on.",
    ),
    "page off": CommandPlace(
        "controller.page.password:page_off",
        "Switch the table's page off: without a password there is none.",
    ),
    "page run": CommandPlace(
        "controller.page.command:run",
        "Serve the table's page to browsers until Ctrl-C, where nothing is installed.",
    ),
    "page care": CommandPlace(
        "controller.page.command:care",
        "Look after a table for its page, until SIGTERM.",
    ),
    "page web": CommandPlace(
        "controller.page.command:web",
        "Serve a table's page to browsers; what is not public it asks the caretaker for.",
    ),
    "display": CommandPlace(
        "display.felt.command:display",
        "Show a table on a screen, or write pictures of it; with a token, command it from there.",
    ),
    "watch": CommandPlace("display.terminal:watch", "Show a table live in the terminal."),
    "tell": CommandPlace(
        "display.tell:tell",
        "Tell a table something: who sits where, the level, start, pause, undo.",
    ),
    "voice": CommandPlace(
        "display.voice.commands:voice_app", "A seat's private ear, and its keys."
    ),
    "announce": CommandPlace(
        "display.voice.room:room",
        "Announce to the whole room what everybody may know, until ctrl-C.",
    ),
    "events": CommandPlace(
        "controller.care.contract:events", "Show every topic, event and command with its fields."
    ),
}
"""Every command, in the order in which they are met; the second word is one of a group's."""

GROUPS = {
    "bench": "Measure how fast it is, and what it finds.",
    "build": "Drawings and tables for whoever builds a table.",
    "firmware": "The nodes under the felt.",
    "floor": "Who speaks for the floor at a table.",
    "page": "The table's own page in any browser of its network.",
    "venue": "What a tournament says, a draw that can be checked, and the room.",
}

HELP = "tapis.help"
"""The words that help is said in, among the things that a command's context keeps."""

RIG = "controller.bench"
"""The room that lies in the project's source alone: an installed table has nothing of it."""

LogLevel = Literal["debug", "info", "warning", "error"]

SAID_AT_LEAST: dict[str, LogLevel] = {"run": "info"}
"""What a command logs when nobody says otherwise; all others log warnings."""


class Rooms(TyperGroup):
    """A group that finds its commands in their rooms, and ends in one line, never a traceback."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, in the order in which they are met."""
        mine = [name.removeprefix(self._prefix()) for name in self._names()]
        return [*dict.fromkeys([name.split()[0] for name in mine] + super().list_commands(ctx))]

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Take the words; where help is asked for, it is said in the language that they name."""
        if _asks_for_help(self._prefix() + " ".join(args), args):
            from display.words.help_words import help_words

            ctx.meta.setdefault(HELP, help_words(args))
            _say_help(self, ctx)
        return super().parse_args(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command to be listed, not to be run; None when there is no such command."""
        known = super().get_command(ctx, cmd_name)
        name = self._prefix() + cmd_name
        if known is not None:
            return known
        if name in COMMANDS:
            return _say_help(TyperCommand(cmd_name, help=COMMANDS[name].about), ctx)
        return _say_help(_group(cmd_name), ctx) if name in GROUPS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return a command that can be run, from its room if need be, with the words after it."""
        name, command, rest = super().resolve_command(ctx, args)
        place = COMMANDS.get(f"{self._prefix()}{name}")
        if place is not None and name not in self.commands:
            command = _say_help(_command(str(name), _found(place.place)), ctx)
        return name, command, rest

    def invoke(self, ctx: Any) -> Any:
        """Run a command: here all that goes wrong ends, in one line and an `ExitCode`."""
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort):
            raise
        except TapisError as error:
            from display.words.chosen import error_words

            raise _ended(error_words(error, ctx.meta)) from None
        except OSError as error:
            about = f"{error.filename}: " if error.filename else ""
            raise _ended(f"{about}{error.strerror or error}") from None
        except KeyboardInterrupt:
            raise typer.Exit(ExitCode.INTERRUPTED) from None
        except Exception as error:
            if isinstance(error, ModuleNotFoundError) and _root(error) in PARTS:
                raise _ended(str(PARTS[_root(error)].missing())) from None
            if hasattr(error, "show"):  # wrong usage, which typer tells itself
                raise
            typer.echo(
                f"tapis: stopped by a bug of its own ({type(error).__name__}). Please report it"
                f" with the file {write_bug(error)}",
                err=True,
            )
            raise typer.Exit(ExitCode.BUG) from None

    def _prefix(self) -> str:
        return f"{self.name} " if self.name in GROUPS else ""

    def _names(self) -> list[str]:
        """Return the commands of this group that are installed here."""
        return [
            name for name, command in COMMANDS.items()
            if name.startswith(self._prefix())
            and (not command.place.startswith(RIG) or find_spec(RIG) is not None)
        ]  # fmt: skip


def _asks_for_help(name: str, args: list[str]) -> bool:
    """Return whether these words ask for help: a group alone does."""
    alone = (
        not args or name in GROUPS or (name in COMMANDS and COMMANDS[name].place.endswith("app"))
    )
    return alone or not {"-h", "--help"}.isdisjoint(args)


def _say_help(command: Any, ctx: Any) -> Any:
    """Return a command whose help is said in the words of `ctx`, if there are any."""
    if (said := ctx.meta.get(HELP)) is not None:
        from display.words.help_words import say_help

        say_help(command, ctx, said)
    return command


def help_texts(*_asked: object, **_options: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield what all commands but the rig's say of themselves, as Babel's extractors do."""
    from display.words.help_words import texts

    found = [*GROUPS.values(), *texts(typer.main.get_command(app))]
    for name, place in COMMANDS.items():
        if not place.place.startswith(RIG):
            found += [place.about, *texts(_command(name.split()[-1], _found(place.place)))]
    yield from ((0, None, text, []) for text in dict.fromkeys(found))


def _root(error: ModuleNotFoundError) -> str:
    return (error.name or "").partition(".")[0]


def _ended(sentence: str) -> typer.Exit:
    typer.echo(sentence, err=True)
    return typer.Exit(ExitCode.UNUSABLE)


def _found(place: str) -> Any:
    """Return what stands at `module:name`; raises `MissingPart` for a room that is not here."""
    module, _, name = place.partition(":")
    if module.startswith(RIG) and find_spec(RIG) is None:
        raise MissingPart(
            "the benches are no part of an installed table: they run in the project's source, "
            'after pip install --editable ".[rig]" there'
        )
    return getattr(importlib.import_module(module), name)


def _group(name: str) -> Any:
    group = typer.Typer(cls=Rooms, help=GROUPS[name], no_args_is_help=True, add_completion=False)
    group.callback()(lambda: None)
    return _command(name, group)


def _command(name: str, found: Any) -> Any:
    """Make a command of a function, or of an app with commands."""
    if not isinstance(found, typer.Typer):
        alone = typer.Typer(add_completion=False)
        alone.command(name)(found)
        found = alone
    elif name in GROUPS:
        # Its other commands live in other rooms.
        found.info.cls = Rooms
    command = typer.main.get_command(found)
    command.name = name
    return command


app = typer.Typer(
    cls=Rooms,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="The controller of a poker table that has no dealer.",
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        from controller.journal.session import SOFTWARE

        typer.echo(f"tapis {SOFTWARE}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    log_level: Annotated[
        LogLevel | None,
        typer.Option(
            help="The least that is logged: warning, and info for run.", show_default=False
        ),
    ] = None,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", help="Say which version this is.", callback=_tell_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Set up what all commands share."""
    level = log_level or SAID_AT_LEAST.get(context.invoked_subcommand or "", "warning")
    set_up_logging(getattr(logging, level.upper()))


if __name__ == "__main__":
    app(prog_name="tapis")
