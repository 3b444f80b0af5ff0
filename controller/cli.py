"""The command `tapis`: gathers the commands that the rooms own."""

import logging
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from controller.play.commands import play
from controller.tomlfile import FileProblems

log = logging.getLogger("tapis")


class PlainErrors(TyperGroup):
    """A group whose commands end in one line for people, never in a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command; a file that can't be used ends it with status 2."""
        try:
            return super().invoke(ctx)
        except FileProblems as problems:
            typer.echo(str(problems), err=True)
            raise typer.Exit(2) from None
        except OSError as error:
            about = f"{error.filename}: " if error.filename else ""
            typer.echo(f"{about}{error.strerror or error}", err=True)
            raise typer.Exit(2) from None


app = typer.Typer(
    cls=PlainErrors,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The controller of a poker table that has no dealer.",
)


@app.callback()
def options(
    log_level: str = typer.Option("warning", help="What is logged: debug, info, warning or error."),
) -> None:
    """Set up what all commands share."""
    logging.basicConfig(
        stream=sys.stderr, level=log_level.upper(), format="%(levelname)s %(name)s: %(message)s"
    )


app.command()(play)
