"""The command `tapis`: gathers the commands that the rooms own."""

import logging
import sys
import tempfile
import traceback
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperGroup

from controller.journal_commands import journal_app
from controller.play.commands import play
from controller.play.replay_command import replay
from controller.tomlfile import FileProblems
from display.felt.command import display

LogLevel = Literal["debug", "info", "warning", "error"]

# What a command lets through although it is for people, is a bug of ours.
BUGS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
)  # fmt: skip


class PlainErrors(TyperGroup):
    """A group whose commands end in one line for people, never in a traceback."""

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
    cls=PlainErrors,
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
    )


app.command()(play)
app.command()(replay)
app.command()(display)
app.add_typer(journal_app, name="journal")
