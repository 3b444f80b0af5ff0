"""`tapis tell`: sends one command to a table and prints the answer, in a terminal or a script."""

from typing import Annotated, Any, get_args, get_origin

import typer

from controller.contract.errors import ExitCode, WrongOption
from display import options
from display.ask import UNANSWERED, ask
from display.options import TOKEN_ENV, Access, source_from, token_from
from display.orders import (
    WORDS,
    answer_words,
    fields_of,
    flags_of,
    is_needed,
    label,
    order_from,
)
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.names import N_, Words


def listing(said: Words) -> str:
    """Return all commands, one per line, each with its names and fields."""
    lines = []
    for name, short in WORDS.items():
        flags = [f"[{label(field.name, said)}]" for field in flags_of(name)]
        fields = [
            f"{field.name}={_kind(field.type)}" if is_needed(field)
            else f"[{field.name}={_kind(field.type)}]"
            for field in fields_of(name) if field.type is not bool
        ] + flags  # fmt: skip
        names = list(dict.fromkeys((name, short, said.say(short))))
        lines.append(f"{', '.join(names):<32} {' '.join(fields)}".rstrip())
    return "\n".join(lines)


def _kind(kind: Any) -> str:
    if kind is int:
        return "NUMBER"
    return "TEXT,TEXT" if get_origin(kind) is tuple and get_args(kind) else "TEXT"


def tell(
    command: Annotated[
        list[str] | None,
        typer.Argument(
            help="A command, such as sit-down seat=3 name=Anne stack=5000 or level 100 200."
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--list", help="Show all commands.")] = False,
    host: options.HostOption = "localhost",
    port: options.PortOption = 1883,
    topic: options.TopicOption = "tapis/demo/1",
    token_file: options.TokenFileOption = None,
    token_env: options.TokenEnvOption = TOKEN_ENV,
    seconds: Annotated[
        float, typer.Option(help="How many seconds to wait for the answer.", min=0.1)
    ] = 5.0,
    language: LanguageOption = "",
    protocol: options.ProtocolOption = "5",
    user: options.UserOption = "",
    password_file: options.PasswordFileOption = None,
    tls: options.TlsOption = False,
    ca: options.CaOption = None,
) -> None:
    """Send a command to a table: seating, level, start, pause, undo.

    Status 0: done; 1: refused, with the reason; 2: no answer.
    """
    said = words_for(language)
    if every:
        typer.echo(listing(said))
        return
    order = order_from(command or [], said)
    source = source_from(host, port, topic, Access(protocol, user, password_file, tls, ca))
    token = token_from(token_file, token_env)
    if token is None:
        problem = N_("There is no token: use --token-file, or set {variable}")
        raise WrongOption(problem, variable=token_env)
    reply = ask(source, token, order.name, order.data, seconds)
    typer.echo(answer_words(reply, said), err=not reply.ok)
    if not reply.ok:
        raise typer.Exit(ExitCode.UNUSABLE if reply.reason in UNANSWERED else ExitCode.NOT_SO)
