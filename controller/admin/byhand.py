"""`tapis byhand`: lets play continue without electronics, and later loads the counted stacks.

The status page needs only the journal, so it can be printed even if the controller has failed.
"""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from controller.admin.byhand_counts import ByHandError, parse_level, parse_stacks
from controller.admin.byhand_page import page
from controller.admin.byhand_questions import asked_button, asked_stacks, check_total
from controller.config.default_config import HERE, ConfigOption, config_file
from controller.config.model import TableConfig, load_config
from controller.contract.commands import (
    Command,
    Misdeal,
    SetButton,
    SetLevel,
    SetStack,
    SitDown,
    StandUp,
)
from controller.contract.observations import FloorSaid
from controller.houses.loader import house_hash, load_house
from controller.houses.model import House
from controller.journal import Journal, JournalBusy, JournalDamaged, JournalReader
from controller.journal.repair.mending import mend, sound_copy
from controller.journal.repair.verification import in_one_sentence
from controller.run.access.command_limits import beyond
from controller.run.access.floor_token import is_hashed
from controller.run.access.requests import SENTENCES
from controller.run.loop.runtime import Runtime
from controller.run.loop.snapshots import unpack
from controller.table.engine import step
from controller.table.state import Seat, Table, new_table
from controller.toml.private_files import entries, text_of
from display.words.command_line.chosen import TableLanguage, words_for
from display.words.locale import N_

if TYPE_CHECKING:
    from display.ask import Token

BY_HAND = "by hand"

byhand_app = typer.Typer(
    help="Continue manually: print the table's state, then load the counted stacks back in.",
    invoke_without_command=True,
    add_completion=False,
)


class Stand(msgspec.Struct, frozen=True):
    """A table's state after the last journal row that can be read, at wall time `wall` (ms).

    `whole` is false when there are later rows that this version can't replay.
    """

    table: Table
    wall: int
    whole: bool = True


class Counted(msgspec.Struct, frozen=True):
    """The result of manual play, by seat: `stacks` (None for an empty seat) and newcomers' `names`.

    `button` is the button's seat for the next hand, or 0 to move it as usual. `level` holds the
    small blind, the big blind and any ante; it is empty if the level has not changed.
    """

    stacks: Mapping[int, int | None]
    names: Mapping[int, str] = {}
    button: int = 0
    level: tuple[int, ...] = ()


class Who(msgspec.Struct, frozen=True):
    """The credentials for sending the stacks: a token file, and a broker user with a password file.

    A default is used for each field that is empty.
    """

    token_file: Path | None = None
    user: str = ""
    password_file: Path | None = None


def table_at(path: Path, house: House) -> Stand:
    """Return the table state in a journal, without writing anything to the journal's folder.

    Everything that can be salvaged from a damaged journal is read. Raises `JournalError`.
    """
    with in_one_sentence(path), sound_copy(path) as there:
        return _stand(there, house)


def _stand(path: Path, house: House) -> Stand:
    with JournalReader(path) as reader:
        snapshot = reader.snapshot()
        if snapshot is None:
            raise JournalDamaged(N_("{file}: no hands are recorded in this journal"), file=path)
        try:
            table = unpack(snapshot.state).table
        except msgspec.MsgspecError:
            raise JournalDamaged(
                N_(
                    "{file}: the table's state was written by a different version of Tapis; "
                    "install that version"
                ),
                file=path,
            ) from None
        wall = 0
        for row in reader.rows(max(snapshot.n - 1, 0)):
            if row.n > snapshot.n and row.observation is not None:
                try:
                    table = step(table, row.observation, house).table
                except Exception:  # noqa: BLE001
                    # A bug in the engine may be the very reason for manual play.
                    return Stand(table, wall, whole=False)
            wall = row.wall
        return Stand(table, wall)


def _level(table: Table, counted: tuple[int, ...]) -> SetLevel:
    """Return the command that sets the blinds and ante to `counted`, and leaves the game unchanged.

    `counted` is (small blind, big blind), with or without an ante. If the table's level has a big
    blind ante, the counted ante is also a big blind ante.
    """
    small, big, ante = (*counted, 0)[:3]
    level = table.next_level or table.level
    for_all = level.big_blind_ante > 0
    return SetLevel(
        small, big, 0 if for_all else ante, ante if for_all else 0,
        game=level.game, structure=level.structure, blinds=level.blinds,
    )  # fmt: skip


def commands_for(table: Table, counted: Counted) -> tuple[Command, ...]:
    """Return the commands that bring a table to the counted state, in the order to execute them.

    A hand in progress is voided, because the counted stacks already include its result. Raises
    `ByHandError` for a seat that the table does not have, and for a count that is impossible for
    its seat (see `_at_seat`).
    """
    commands: list[Command] = []
    if table.hand.running:
        commands.append(Misdeal())
    if counted.level:
        commands.append(_level(table, counted.level))
    for seat, stack in sorted(counted.stacks.items()):
        if not 1 <= seat < len(table.seats):
            raise ByHandError(
                N_("seat {seat}: this table has seats 1 to {last}"),
                seat=seat,
                last=len(table.seats) - 1,
            )
        commands += _at_seat(seat, table.seats[seat], stack, counted.names.get(seat))
    if counted.button:
        if not 1 <= counted.button < len(table.seats):
            raise ByHandError(
                N_("--button {seat}: this table has no such seat"), seat=counted.button
            )
        commands.append(SetButton(counted.button))
    return tuple(commands)


def _at_seat(seat: int, there: Seat, stack: int | None, name: str | None) -> Iterator[Command]:
    """Yield the commands that set a seat to its counted stack.

    `stack` is None for an empty seat. `name` is given only for a new player. Raises `ByHandError`
    if an empty seat has chips but no `name`, or if a stack is smaller than the pending rebuy.
    """
    if name is not None and stack is not None:
        if there.taken:
            yield StandUp(seat)
        yield SitDown(seat, name, stack)
    elif not there.taken:
        if stack:
            raise ByHandError(
                N_(
                    "seat {seat}: the seat was empty; to add a player, give the name as well: "
                    "{seat}=Eve:{stack}"
                ),
                seat=seat,
                stack=stack,
            )
    elif stack is None:
        yield StandUp(seat)
    elif stack < there.rebuy:
        raise ByHandError(
            N_(
                "seat {seat}: the count must include the pending rebuy of {rebuy}, but {stack} "
                "is less than that"
            ),
            seat=seat,
            rebuy=there.rebuy,
            stack=stack,
        )
    else:
        yield SetStack(seat, stack - there.rebuy)


Say = Callable[[Command], str]
"""A function that sends a command to a table.

It returns "" on success, or else the reason for the refusal.
"""


@contextmanager
def through_journal(path: Path, house: House, config: TableConfig) -> Iterator[Say]:
    """Yield a function that executes commands at a table whose controller is off.

    The results are written to the table's journal, `path`. Raises `JournalBusy` when a controller
    is using the journal, and other `JournalError`s.
    """
    mend(path)
    with Journal(path, house=house.name, house_hash=house_hash(house), table=config.name) as file:
        fresh = new_table(config.seats, unit=min(config.denominations), floor=config.floor)
        runtime = Runtime(house, fresh, name=config.name, journal=file)

        def say(command: Command) -> str:
            text = msgspec.json.encode(command).decode()
            why = beyond(command, runtime.table)
            if why:
                return SENTENCES[why]
            refused = runtime.observe(FloorSaid(runtime.at, BY_HAND, text)).refused
            return SENTENCES.get(refused, refused)

        yield say


@contextmanager
def through_broker(config: TableConfig, who: Who) -> Iterator[Say]:
    """Yield a function that sends commands over MQTT to a table whose controller is running.

    If `who` has no token file, a token on this machine is used (`_first_token`). Raises
    `ByHandError`, `UnusableFile` and `OSError`.
    """
    from display.ask import Asker, read_token
    from display.feed import FeedSource

    token = read_token(who.token_file) if who.token_file else _first_token(config)
    user, password = _broker_user(config, who)
    broker = config.broker
    root = f"{broker.root}/{config.venue}/{config.name}"
    source = FeedSource(
        broker.host, broker.port, root, broker.protocol, user, password, broker.tls, broker.ca_file
    )
    with Asker(source, token) as asker:

        def say(command: Command) -> str:
            name = str(command.__struct_config__.tag)
            data = msgspec.to_builtins(command)
            del data["type"]
            reply = asker.wait(asker.ask(name, data))
            return "" if reply.ok else reply.error or reply.reason

        yield say


def _broker_user(config: TableConfig, who: Who) -> tuple[str, str]:
    """Return the name and password of the broker user who sends the stacks.

    If `who` has a password file, that file is used; the user is then `floor` unless `who` names
    another. If `who` has neither file nor user, the installed user `floor` is used, provided that
    its password can be read. In all other cases, the config's password is used, and the config's
    user unless `who` names one.
    """
    if who.password_file is not None:
        return who.user or "floor", text_of(who.password_file).strip()
    if config.tokens and not who.user:
        with contextlib.suppress(OSError):  # not installed this way, or not readable
            file = Path(config.tokens).parent / "passwords" / "floor"
            return "floor", text_of(file).strip()
    own = config.broker
    password = text_of(Path(own.password_file)).strip() if own.password_file else ""
    return who.user or own.user, password


def _first_token(config: TableConfig) -> "Token":
    """Return a token with its owner's name.

    It is the installed floor token, if readable, or else the first plain-text token in the table's
    token file. Raises `ByHandError` if there is neither.
    """
    from display.ask import Token, read_token

    if config.tokens:
        with contextlib.suppress(OSError):  # not installed this way, or readable by root only
            return read_token(Path(config.tokens).parent / "floor-token")
        for _, words in entries(text_of(Path(config.tokens))):
            if len(words) == 2 and not is_hashed(words[1]):
                return Token(words[1], words[0])
    raise ByHandError(
        N_(
            "the controller is running and accepts commands only with a token: use "
            "--token-file, or set a token file in the config"
        )
    )


@byhand_app.callback()
def byhand(
    context: typer.Context,
    config: ConfigOption = HERE,
    language: TableLanguage = "",
    journal: Annotated[
        Path | None,
        typer.Option(help="Use only this journal, for a table whose config has been lost."),
    ] = None,
) -> None:
    """Print the table's state so that play can continue manually; `back` enters the new stacks."""
    if context.invoked_subcommand is not None:
        return
    if journal is not None:
        with sound_copy(journal) as there, JournalReader(there) as reader:
            era = reader.eras()[-1]
        name, house = era.table, load_house(era.house)
        spoken = words_for(language)
    else:
        table = load_config(config_file(config))
        name, house = table.name, load_house(table.house)
        spoken, journal = words_for(language or table.display.language), Path(table.journal)
    stand = table_at(journal, house)
    text = page(stand.table, house, name, spoken.language, wall=stand.wall, whole=stand.whole)
    typer.echo(text, nl=False)


@byhand_app.command("back")
def back(
    config: ConfigOption = HERE,
    stacks: Annotated[
        str,
        typer.Option(
            help="The stacks by seat, such as 1=2400,2=0,4=out,5=Eve:3000; if omitted, you are "
            "asked for each one."
        ),
    ] = "",
    button: Annotated[int, typer.Option(help="The seat that has the button in the next hand.")] = 0,
    level: Annotated[
        str, typer.Option(help="The current blinds: 100/200, or 100/200/25 with an ante.")
    ] = "",
    yes: Annotated[
        bool,
        typer.Option("--yes", help="Accept the count even if it differs from the chips in play."),
    ] = False,
    token_file: Annotated[
        Path | None, typer.Option(help="A file that contains a floor person's token.")
    ] = None,
    user: Annotated[str, typer.Option(help="The broker user name.")] = "",
    password_file: Annotated[
        Path | None, typer.Option(help="A file that contains the user's password.")
    ] = None,
    language: TableLanguage = "",
) -> None:
    """Load the counted stacks once the table works again.

    A hand that was in progress when the table failed is void; the counted stacks include its chips.
    """
    table = load_config(config_file(config))
    house = load_house(table.house)
    path = Path(table.journal)
    said = words_for(language or table.display.language)
    now = table_at(path, house).table
    if stacks:
        counted, names = parse_stacks(stacks)
    else:
        counted, names = asked_stacks(now, said)
        button = button or asked_button(now, said)
    missing = [n for n, seat in enumerate(now.seats) if seat.taken and n not in counted]
    if missing:
        raise ByHandError(
            N_(
                "count every seat; not counted yet: {seats} (enter 3=out if the player in seat "
                "3 has left)"
            ),
            seats=", ".join(map(str, missing)),
        )
    found = Counted(counted, names, button, parse_level(level))
    commands = commands_for(now, found)
    check_total(now, counted, said, yes=yes, ask=not stacks)
    carry_out(commands, path, house, table, Who(token_file, user, password_file))
    taken = said.count(
        "{n} command accepted; the table now matches your count:",
        "{n} commands accepted; the table now matches your count:",
        len(commands),
    )
    typer.echo(f"{taken}\n")
    stand = table_at(path, house)
    typer.echo(page(stand.table, house, table.name, said.language, wall=stand.wall), nl=False)


def carry_out(
    commands: tuple[Command, ...], path: Path, house: House, config: TableConfig, who: Who
) -> None:
    """Execute commands at a table, whether or not its controller is running.

    Raises `ByHandError` at the first refusal, and `JournalError`.
    """
    with contextlib.ExitStack() as open_until:
        try:
            say = open_until.enter_context(through_journal(path, house, config))
        except JournalBusy:
            say = open_until.enter_context(through_broker(config, who))
        for done, command in enumerate(commands):
            why = say(command)
            if why:
                raise ByHandError(
                    N_(
                        "{command}: {why}. {done} of {n} commands were carried out; correct "
                        "this, then run tapis byhand back again"
                    ),
                    command=_named(command),
                    why=why,
                    done=done,
                    n=len(commands),
                )


def _named(command: Command) -> str:
    fields = " ".join(f"{k}={v}" for k, v in msgspec.structs.asdict(command).items() if v)
    return f"{command.__struct_config__.tag} {fields}".strip()
