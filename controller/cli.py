"""The command `tapis`: gathers the commands that the rooms own.

A command's module is imported when the command is asked for: on a Pi, what only another
one needs would take seconds.
"""

import importlib
import logging
import sys
import tempfile
import traceback
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperGroup

from controller.toml.file import FileProblems

COMMANDS = {
    "demo": "controller.demo.command:demo",
    "run": "controller.run.daemon:run",
    "devices": "controller.care.devices:devices_app",
    "play": "controller.play.commands:play",
    "replay": "controller.play.replay_command:replay",
    "bench replay": "controller.bench.replay:bench_replay",
    "bench controller": "controller.bench.footprint:bench_controller",
    "bench differential": "controller.bench.differential:differential",
    "bench detection": "controller.bench.detection:bench_detection",
    "bench link": "controller.bench.link:bench_link",
    "bench soak": "controller.bench.soak:bench_soak",
    "bench latency": "controller.bench.latency:bench_latency",
    "bench display": "controller.bench.display:bench_display",
    "bench voice": "controller.bench.voice:bench_voice",
    "setup": "controller.setup.command:setup",
    "build drawings": "hardware.build.command:drawings",
    "firmware install": "controller.setup.firmware:firmware_install",
    "doctor": "controller.setup.doctor:doctor",
    "calibrate": "controller.setup.calibrate:calibrate",
    "enroll": "controller.setup.enroll:enroll_app",
    "house": "controller.care.houses:house_app",
    "journal": "controller.care.journal:journal_app",
    "byhand": "controller.care.byhand:byhand_app",
    "backup": "controller.care.backup:backup",
    "restore": "controller.care.backup:restore_command",
    "install": "controller.install.commands:install",
    "uninstall": "controller.install.commands:uninstall",
    "floor pin": "controller.run.floor_pin:floor_pin",
    "display": "display.felt.command:display",
    "watch": "display.terminal:watch",
    "tell": "display.tell:tell",
    "voice": "display.voice.commands:voice_app",
    "announce": "display.voice.room:room",
    "events": "controller.care.contract:events",
}
"""Where each command lives: a function, or an app of its own."""

GROUPS = {
    "bench": "Measure how fast it is, and what it finds.",
    "build": "Drawings and tables for whoever builds a table.",
    "firmware": "The nodes under the felt.",
    "floor": "Who speaks for the floor at a table.",
}

LogLevel = Literal["debug", "info", "warning", "error"]

# What a command lets through although it is for people, is a bug of ours.
BUGS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
)  # fmt: skip


class Rooms(TyperGroup):
    """A group that finds its commands in their rooms, and ends in one line, never a traceback."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, in the order in which they are met."""
        return [*dict.fromkeys([name.split()[0] for name in COMMANDS] + super().list_commands(ctx))]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, from its room if need be; None when there is no such command."""
        known = super().get_command(ctx, cmd_name)
        if known is not None:
            return known
        if cmd_name in COMMANDS:
            self.add_command(_command(cmd_name, _found(COMMANDS[cmd_name])), cmd_name)
        elif cmd_name in GROUPS:
            group = typer.Typer(help=GROUPS[cmd_name], no_args_is_help=True, add_completion=False)
            group.callback()(lambda: None)
            for name, place in COMMANDS.items():
                if name.startswith(f"{cmd_name} "):
                    group.command(name.split()[1])(_found(place))
            self.add_command(_command(cmd_name, group), cmd_name)
        return self.commands.get(cmd_name)

    def invoke(self, ctx: Any) -> Any:
        """Run a command.

        A file that can't be used ends it with status 2, a bug with 70.
        """
        try:
            return super().invoke(ctx)
        except FileProblems as problems:
            typer.echo(str(problems), err=True)
            raise typer.Exit(2) from None
        except OSError as error:
            about = f"{error.filename}: " if error.filename else ""
            typer.echo(f"{about}{error.strerror or error}", err=True)
            raise typer.Exit(2) from None
        except BUGS as error:
            typer.echo(
                f"tapis: stopped by a bug of its own ({type(error).__name__}). Please report it"
                f" with the file {write_bug(error)}",
                err=True,
            )
            raise typer.Exit(70) from None


def _found(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def _command(name: str, found: Any) -> Any:
    """Make a command of a function, or of an app with commands."""
    if not isinstance(found, typer.Typer):
        alone = typer.Typer(add_completion=False)
        alone.command(name)(found)
        found = alone
    command = typer.main.get_command(found)
    command.name = name
    return command


def write_bug(error: Exception) -> str:
    """Write where a bug happened into a file of its own, and give the file's name.

    Without the exception's text: it could name a card that nobody has shown.
    """
    with tempfile.NamedTemporaryFile(
        "w", prefix="tapis-bug-", suffix=".log", delete=False, encoding="utf-8"
    ) as file:
        file.writelines(traceback.format_tb(error.__traceback__))
        file.write(f"{type(error).__name__}\n")
        return file.name


app = typer.Typer(
    cls=Rooms,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The controller of a poker table that has no dealer.",
)


@app.callback()
def options(
    log_level: Annotated[LogLevel, typer.Option(help="The least that is logged.")] = "warning",
) -> None:
    """Set up what all commands share."""
    logging.basicConfig(
        stream=sys.stderr,
        level=getattr(logging, log_level.upper()),
        format="%(levelname)s %(name)s: %(message)s",
        force=True,
    )
