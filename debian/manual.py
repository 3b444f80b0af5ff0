"""Print the manual page for `tapis`, generated from its commands.

Usage: `python debian/manual.py > tapis.1`.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import typer

from controller.cli import app

CODES = (
    ("0", "Done, with everything as it should be."),
    ("1", "Done, and the answer is no; the command's help says what that means."),
    ("2", "Not done: one line says what is wrong, and what would be right."),
    ("70", "Stopped by a bug in tapis; the last line names the file with the traceback."),
    ("130", "Stopped by Ctrl-C."),
)


def escaped(text: str) -> str:
    """Return the text, escaped so that troff shows it literally."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def page() -> Iterator[str]:
    """Yield the lines of the manual page."""
    root = typer.main.get_command(app)
    today = datetime.now(UTC).date().isoformat()
    yield f'.TH TAPIS 1 "{today}" "tapis {version("tapis-table")}" "User Commands"'
    about = escaped("the controller for a poker table without a dealer")
    yield from (".SH NAME", f"tapis \\- {about}")
    yield from (".SH SYNOPSIS", ".B tapis", "[\\fIoptions\\fR] \\fIcommand\\fR [\\fIarguments\\fR]")
    yield from (".SH OPTIONS", *_params(root))
    yield ".SH COMMANDS"
    context = root.make_context("tapis", ["--log-level", "error", "doctor"], resilient_parsing=True)
    yield from _commands(root, context, "tapis")
    yield ".SH EXIT STATUS"
    for code, what in CODES:
        yield from (".TP", f".B {code}", escaped(what))
    yield from (".SH FILES", ".TP", ".I /etc/tapis", "A table's config, tokens and passwords.")
    yield from (".TP", ".I /var/lib/tapis", "A table's journal.")
    yield from (".SH SEE ALSO", ".BR mosquitto (8),", ".BR systemctl (1)")


def _commands(group: Any, context: Any, path: str) -> Iterator[str]:
    for name in group.list_commands(context):
        _, command, _ = group.resolve_command(context, [name])
        whole = f"{path} {name}"
        if whole.removeprefix("tapis ").split()[0] == "bench" or command.hidden:
            continue  # it measures, and is no part of an installed table
        arguments = [one for one in command.params if one.param_type_name == "argument"]
        words = " ".join(f"\\fI{escaped(one.name.upper())}\\fR" for one in arguments)
        yield f".SS \\fB{escaped(whole)}\\fR {words}".rstrip()
        yield from _paragraphs(command.help or "")
        yield from _params(command)
        if hasattr(command, "list_commands"):
            inner = command.make_context(name, [], parent=context, resilient_parsing=True)
            yield from _commands(command, inner, whole)


def _paragraphs(text: str) -> Iterator[str]:
    for nth, one in enumerate(filter(None, text.split("\n\n"))):
        if nth:
            yield ".PP"
        yield escaped(" ".join(one.split()))


def _params(command: Any) -> Iterator[str]:
    for one in command.params:
        if one.param_type_name != "option" or one.hidden or not one.help:
            continue
        names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in (*one.opts, *one.secondary_opts))
        value = "" if one.is_flag else f" \\fI{escaped(one.name.replace('_', '-'))}\\fR"
        yield from (".TP", names + value, escaped(" ".join(one.help.split())))


if __name__ == "__main__":
    sys.stdout.write("\n".join(page()) + "\n")
