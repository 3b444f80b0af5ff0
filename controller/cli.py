"""The `tapis` command, which collects the commands of all packages and handles their errors.

A command's module is imported only when the command runs, because importing every command would
take seconds on a Pi. This also means that a missing dependency affects only the commands that need
it.
"""

import importlib
import logging
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from importlib.util import find_spec
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand, TyperGroup

from controller.commands import COMMANDS, GROUPS, RIG
from controller.contract.errors import PARTS, ExitCode, MissingPart, TapisError
from controller.run.upkeep.logs import set_up_logging, write_bug

HELP = "tapis.help"
"""The context key under which the language of help texts is stored."""

ASKED = "tapis.asked"
"""The context key under which all command-line arguments are stored."""

LogLevel = Literal["debug", "info", "warning", "error"]


class Rooms(TyperGroup):
    """A group of `tapis` commands, which imports a command only when the user names it.

    An error is reported to the user in one line.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, in the order of `COMMANDS`."""
        mine = [name.removeprefix(self._prefix()) for name in self._names()]
        return [*dict.fromkeys([name.split()[0] for name in mine] + super().list_commands(ctx))]

    def make_context(
        self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any
    ) -> Any:
        """Create a command's context, and report usage errors in the requested language."""
        asked = tuple(args)
        try:
            context = super().make_context(info_name, args, parent, **extra)
        except Exception as error:
            _tell(error, asked)
            raise
        context.meta.setdefault(ASKED, asked)
        return context

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Parse the arguments, and print any help in the language that they specify."""
        if _asks_for_help(self._prefix() + " ".join(args), args):
            from display.words.command_line.help_words import help_words

            ctx.meta.setdefault(HELP, help_words(args))
            _say_help(self, ctx)
        return super().parse_args(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command for use in listings, or None if no such command exists.

        Commands that have not been imported yet are represented by a placeholder with their help
        text.
        """
        known = super().get_command(ctx, cmd_name)
        name = self._prefix() + cmd_name
        if known is not None:
            return known
        if name in COMMANDS:
            return _say_help(TyperCommand(cmd_name, help=COMMANDS[name].about), ctx)
        return _say_help(_group(cmd_name), ctx) if name in GROUPS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the named command, importing it if necessary, and the remaining arguments."""
        try:
            name, command, rest = super().resolve_command(ctx, args)
        except Exception as error:
            _suggest(error, args[0], self.list_commands(ctx))
            raise
        place = COMMANDS.get(f"{self._prefix()}{name}")
        if place is not None and name not in self.commands:
            command = _say_help(_command(str(name), _found(place.place)), ctx)
        return name, command, rest

    def invoke(self, ctx: Any) -> Any:
        """Run a command, reporting any error in one line and exiting with an `ExitCode`."""
        try:
            return super().invoke(ctx)
        except typer.Exit:
            raise
        except typer.Abort:
            from display.words.command_line.help_words import help_words, speak

            speak(help_words(ctx.meta.get(ASKED, ())))
            raise
        except TapisError as error:
            from display.words.command_line.chosen import error_words

            raise _ended(error_words(error, ctx.meta)) from None
        except OSError as error:
            about = f"{error.filename}: " if error.filename else ""
            raise _ended(f"{about}{error.strerror or error}") from None
        except KeyboardInterrupt:
            raise typer.Exit(ExitCode.INTERRUPTED) from None
        except Exception as error:
            if isinstance(error, ModuleNotFoundError) and _root(error) in PARTS:
                raise _ended(str(PARTS[_root(error)].missing())) from None
            if hasattr(error, "show"):  # wrong usage, which typer itself reports
                _tell(error, ctx.meta.get(ASKED, ()))
                raise
            typer.echo(
                f"tapis: stopped by a bug ({type(error).__name__}). Please report it"
                f" with the file {write_bug(error)}",
                err=True,
            )
            raise typer.Exit(ExitCode.BUG) from None

    def _prefix(self) -> str:
        return f"{self.name} " if self.name in GROUPS else ""

    def _names(self) -> list[str]:
        """Return the full names of this group's commands.

        The test rig's commands are included only in the project's source tree.
        """
        return [
            name for name, command in COMMANDS.items()
            if name.startswith(self._prefix())
            and (not command.place.startswith(RIG) or _rig_is_here())
        ]  # fmt: skip


def _asks_for_help(name: str, args: list[str]) -> bool:
    """Return whether a command line asks for help.

    It asks for help if its arguments `args` are empty or include `-h` or `--help`, or if `name` is
    only the name of a group. `name` is the whole command line after `tapis`, such as `house show
    ppc`. If a group parses the arguments, `args` does not include the group's name.
    """
    alone = (
        not args or name in GROUPS or (name in COMMANDS and COMMANDS[name].place.endswith("app"))
    )
    return alone or not {"-h", "--help"}.isdisjoint(args)


def _say_help(command: Any, ctx: Any) -> Any:
    """Return `command`, with its help translated into the language stored in `ctx`, if any."""
    if (said := ctx.meta.get(HELP)) is not None:
        from display.words.command_line.help_words import say_help

        say_help(command, ctx, said)
    return command


def help_texts(*_asked: object, **_options: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield all commands' help texts, except the test rig's, in the form that Babel extracts."""
    from display.words.command_line.help_words import texts

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


def _tell(error: Exception, asked: Sequence[str]) -> None:
    """Translate a usage error into the language requested by the arguments `asked`.

    Any other error is left unchanged.
    """
    if hasattr(error, "show"):
        from display.words.command_line.usage_words import say_usage

        say_usage(error, asked)


def _suggest(error: Any, typed: str, known: Sequence[str]) -> None:
    near = get_close_matches(typed, known)
    if near and str(getattr(error, "message", "")).startswith("No such command"):
        error.message = f"No such command {typed!r}. Did you mean {', '.join(map(repr, near))}?"


def _found(place: str) -> Any:
    """Return the object at `module:name`; raises `MissingPart` if it needs a missing test rig."""
    module, _, name = place.partition(":")
    if module.startswith(RIG) and not _rig_is_here():
        raise MissingPart(
            "the benchmarks are not part of an installed table: run them in the project's source, "
            'after pip install --editable ".[rig]" there'
        )
    return getattr(importlib.import_module(module), name)


def _rig_is_here() -> bool:
    try:
        return find_spec(RIG) is not None
    except ModuleNotFoundError:
        return False


def _group(name: str) -> Any:
    group = typer.Typer(cls=Rooms, help=GROUPS[name], no_args_is_help=True, add_completion=False)
    group.callback()(lambda: None)
    return _command(name, group)


def _command(name: str, found: Any) -> Any:
    if not isinstance(found, typer.Typer):
        alone = typer.Typer(add_completion=False)
        alone.command(name)(found)
        found = alone
    elif name in GROUPS:
        # The group's other commands are defined in other packages.
        found.info.cls = Rooms
    command = typer.main.get_command(found)
    command.name = name
    return command


app = typer.Typer(
    cls=Rooms,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="The controller for a poker table without a dealer.",
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
            help="The lowest level to log; by default, warning (info for the run command).",
            show_default=False,
        ),
    ] = None,
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_tell_version, is_eager=True),
    ] = False,
) -> None:
    """Handle the options that all commands share."""
    level = log_level or ("info" if context.invoked_subcommand == "run" else "warning")
    set_up_logging(getattr(logging, level.upper()))


if __name__ == "__main__":
    app(prog_name="tapis")
