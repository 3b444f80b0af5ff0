"""`tapis venue`: show tournaments, run a seat draw that anybody can check, and value a deal."""

import csv
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import typer
from msgspec.structs import asdict, fields

from controller.contract.errors import N_, ExitCode, UnusableFile, WrongOption
from controller.contract.venue.prizes.money import DealLine
from controller.contract.venue.seats import Seat
from controller.houses.model import Ruled
from controller.toml.private_files import text_of
from controller.venue.coverage import counted, room_coverage
from controller.venue.rules.books.bounty_books import EnvelopeDraw, check_envelope
from controller.venue.rules.calculations import seat_draw
from controller.venue.rules.prizes.league_points import preview
from controller.venue.rules.standings.icm import chip_chop, icm
from controller.venue.rules.tournament import Tournament
from controller.venue.scenarios.language import play
from controller.venue.tournament_files import load_tournament, shipped_tournaments
from display.words.command_line.chosen import words_for

T = TypeVar("T")

SCENARIOS = Path("tests/venue")
TESTS = Path("tests")

Name = Annotated[
    str, typer.Argument(help="The name of a tournament, or the path to a tournament file.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Machine-readable output.")]

LISTED = N_("{name}: {title} (house {house})")
HELD = N_("passed  {file}  ({n} expectations met)")
FAILED = N_("FAILED  {file}  ({n} expectations met)")


class Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The players and seats of a draw, now final, and its secret (hex), hidden until the draw."""

    list: seat_draw.DrawList
    secret: str


class Value(msgspec.Struct, frozen=True):
    """One value of a tournament.

    `key` is its name, and `article` the passage of the rule text that it comes from. If that
    passage is unclear, `reading` says how it is interpreted.
    """

    key: str
    value: Any
    article: str
    reading: str


def list_command() -> None:
    """List the tournaments that come with Tapis: their names, titles and house rules."""
    said = words_for("")
    for name in shipped_tournaments():
        tournament = load_tournament(name)
        title = said.say(tournament.title)
        typer.echo(said.say(LISTED, name=name, title=title, house=tournament.house))


def show_command(name: Name, as_json: AsJson = False) -> None:
    """Show all of a tournament's rules, and the article that each value comes from."""
    values = list(statements(load_tournament(name)))
    if as_json:
        typer.echo(msgspec.json.encode(values).decode())
        return
    said = words_for("")
    for one in values:
        source = one.article or said.say(N_("not in the rules"))
        told = said.named(source, said.say(one.reading)) if one.reading else source
        value = msgspec.json.encode(one.value).decode()
        typer.echo(f"{one.key} = {value}  ({told})")


def check_command(name: Name) -> None:
    """Check a tournament file; report every error with its line and a correction."""
    tournament = load_tournament(name)
    said, holds = words_for(""), N_("{name} is valid: {title}, under the {house} house rules")
    title, house = said.say(tournament.title), tournament.house
    typer.echo(said.say(holds, name=tournament.name, title=title, house=house))


def draw_command(
    players: Annotated[
        Path | None, typer.Argument(help="A file with one player id per line.", show_default=False)
    ] = None,
    tables: Annotated[int, typer.Option(min=1, max=1000, help="Number of tables.")] = 1,
    seats: Annotated[int, typer.Option(min=2, max=10, help="Seats at each table.")] = 8,
    tournament: Annotated[str, typer.Option(help="Purpose of the draw.")] = "",
    grant: Annotated[
        list[str] | None,
        typer.Option(
            help="A reserved seat: p3=1-4 gives player p3 table 1, seat 4.", show_default=False
        ),
    ] = None,
    needs_ear: Annotated[
        list[str] | None,
        typer.Option(help="Players who need a seat with an earpiece.", show_default=False),
    ] = None,
    ear: Annotated[
        list[str] | None,
        typer.Option(help="A seat with an earpiece: 1-4 is table 1, seat 4.", show_default=False),
    ] = None,
    close: Annotated[
        Path | None, typer.Option(help="Save the closed list to this file, and draw later.")
    ] = None,
    closed: Annotated[
        Path | None, typer.Option("--from", help="Draw from a list that was closed earlier.")
    ] = None,
    witness: Annotated[
        str,
        typer.Option(help="The words that a witness in the room chose once the list was closed."),
    ] = "",
    into: Annotated[
        Path | None, typer.Option(help="Write everything needed to repeat the draw to this file.")
    ] = None,
) -> None:
    """Draw seats verifiably: close the list first, then draw with a witness's words."""
    if (players is None) == (closed is None):
        raise WrongOption(
            N_("give either a file of players, or --from and the file of a closed list")
        )
    if closed is not None:
        ready = _read(closed, Closed, N_("{file} is not a closed list: {error}"))
    else:
        assert players is not None
        granted = dict(_grant(one) for one in grant or [])
        entries = tuple(filter(None, map(str.strip, text_of(players).splitlines())))
        sizes = dict.fromkeys(range(1, tables + 1), seats)
        ears = tuple(map(_seat, ear or []))
        listed = seat_draw.DrawList(
            tournament, entries, sizes, granted, tuple(needs_ear or ()), ears
        )
        ready = Closed(listed, secrets.token_hex(32))
    said, done = words_for(""), seat_draw.draw(ready.list, _secret(ready), witness)
    if close is not None:
        _keep_secret(close, ready)
        typer.echo(said.say(N_("list hash: {hash}"), hash=done.list_hash))
        typer.echo(said.say(N_("secret hash: {hash}"), hash=done.secret_hash))
        typer.echo(
            said.say(
                N_(
                    "Post both hashes where everybody can see them; then ask a witness in the room "
                    "to choose any words, such as the names of three cards."
                )
            )
        )
        return
    if into is not None:
        into.write_bytes(msgspec.json.format(msgspec.json.encode(done), indent=2) + b"\n")
    for who, seat in sorted(done.seats.items(), key=lambda row: row[1]):
        typer.echo(f"{seat}  {who}")
    if closed is None:
        alone = N_("Nobody can verify this draw, because the list was not closed first (--close).")
        typer.echo(said.say(alone), err=True)


def check_draw_command(
    file: Annotated[Path, typer.Argument(help="The file of a published draw.")],
) -> None:
    """Repeat a published draw, and check that the result is the same."""
    no_draw = N_("{file} is not a draw: {error}")
    if "amount" in _read(file, dict[str, Any], no_draw):
        envelope = _read(file, EnvelopeDraw, no_draw)
        check_envelope(envelope)
        drawn = N_("{file} is valid: {amount} in the envelope (list hash: {hash})")
        found = words_for("").say(drawn, file=file, amount=envelope.amount, hash=envelope.list_hash)
        typer.echo(found)
        return
    done = _read(file, seat_draw.Draw, no_draw)
    seat_draw.check_draw(done)
    holds = N_("{file} is valid: {n} seats (list hash: {hash})")
    typer.echo(words_for("").say(holds, file=file, n=len(done.seats), hash=done.list_hash))


def points_command(
    formula: Annotated[
        str, typer.Argument(help="The points formula, for example entries - place + 1.")
    ],
    file: Annotated[Path, typer.Argument(help="Results, as exported by the room's pages (CSV).")],
) -> None:
    """Show the points that a formula would have given for past results."""
    try:
        rows = list(csv.DictReader(file.read_text("utf-8").splitlines()))
        places = [(row["player"], int(row["first"]), int(row["last"])) for row in rows]
    except (KeyError, ValueError) as error:
        wrong = N_("{file} is not a results file exported from the room's pages: {error}")
        raise UnusableFile(wrong, file=file, error=error) from None
    for player, points in preview(formula, places).items():
        typer.echo(f"{points:>8}  {player}")


def play_command(
    files: Annotated[
        list[Path], typer.Argument(help="Room scenarios (*.vsn), or folders of them.")
    ],
) -> None:
    """Play scenarios of a room. Status 0: all pass; 1: one fails; 2: a file can't be read."""
    said, failed = words_for(""), 0
    paths = [path for file in files for path in _scenarios(file)]
    for path in paths:
        played = play(text_of(path), str(path), path.parent)
        failed += bool(played.failed)
        typer.echo(said.say(FAILED if played.failed else HELD, file=path, n=played.held))
        for one in played.failed:
            where = said.say(N_("line {n}"), n=one.line)
            typer.echo(f"    {said.named(where, f'{one.statement}: {one.found}')}")
    count = N_("{held} passed, {failed} failed")
    typer.echo(said.say(count, held=len(paths) - failed, failed=failed))
    if failed:
        raise typer.Exit(ExitCode.NOT_SO)


def coverage_command(
    house: Annotated[
        str, typer.Argument(help="A house in the rule ledger; by default, all houses.")
    ] = "",
    scenarios: Annotated[Path, typer.Option(help="The folder with scenarios and tests.")] = TESTS,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Report which rules for rooms are covered by a scenario. Status 1: one is not covered."""
    found = tuple(one for one in room_coverage(scenarios) if house in ("", one.row.house))
    figures = counted(found)
    if as_json:
        typer.echo(msgspec.json.encode(figures).decode())
    else:
        said = words_for("")
        for one in found:
            held = ", ".join(one.scenarios) or one.not_software or said.say(N_("is missing"))
            typer.echo(f"{one.row.article}: {one.row.rule}\n    {held}")
        counts = N_(
            "{held} of {rows} rules covered, {not_software} not applicable to software, "
            "{missing} missing"
        )
        typer.echo(said.say(counts, **asdict(figures)))
    if figures.missing:
        raise typer.Exit(ExitCode.NOT_SO)


def deal_command(
    stacks: Annotated[
        list[str], typer.Argument(help="Remaining players with their chips, such as anne=5200.")
    ],
    prizes: Annotated[
        str, typer.Option(help="Prizes by place, starting with first place, such as 50,30.")
    ],
    as_json: AsJson = False,
) -> None:
    """Show what the remaining prizes are worth to the remaining players, by chips and by ICM.

    This decides nothing: unless all remaining players agree, the prizes stay as they are.
    """
    named = [_stack(one) for one in stacks]
    if len({name for name, _ in named}) < len(named):
        raise WrongOption(N_("a player is named twice"))
    left, won = [stack for _, stack in named], [_amount(one) for one in prizes.split(",")]
    offers = [
        DealLine(name, stack, by_chips, by_icm)
        for (name, stack), by_chips, by_icm in zip(
            named, chip_chop(left, won), icm(left, won), strict=True
        )
    ]
    if as_json:
        typer.echo(msgspec.json.encode(offers).decode())
        return
    said = words_for("")
    player, stack, chips = (said.say(one) for one in (N_("player"), N_("stack"), N_("chip chop")))
    wide = max(len(player), *(len(one.player) for one in offers))
    typer.echo(f"{player:{wide}}  {stack:>10}  {chips:>10}  {'ICM':>10}")
    for one in offers:
        typer.echo(f"{one.player:{wide}}  {one.stack:>10}  {one.chips:>10}  {one.icm:>10}")


def _scenarios(file: Path) -> list[Path]:
    found = sorted(file.rglob("*.vsn")) if file.is_dir() else [file]
    if not found:
        raise UnusableFile(N_("{file} contains no room scenarios (*.vsn)"), file=file)
    return found


def statements(tournament: Tournament) -> Iterator[Value]:
    """Yield every value of a tournament, in the order of the model's fields."""
    for field in fields(tournament):
        section = getattr(tournament, field.name)
        if not isinstance(section, msgspec.Struct):
            yield Value(field.name, section, "", "")
            continue
        for key in fields(section):
            value = getattr(section, key.name)
            name = f"{field.name}.{key.name}"
            if isinstance(value, Ruled):
                yield Value(name, value.value, value.article, value.reading)
            else:
                yield Value(name, value, "", "")


def _grant(words: str) -> tuple[str, Seat]:
    who, equals, seat = words.rpartition("=")
    if not equals or not who:
        raise WrongOption(
            N_('"{words}" does not reserve a seat; expected player=table-seat, such as p3=1-4'),
            words=words,
        )
    return who, _seat(seat)


def _seat(words: str) -> Seat:
    table, _, seat = words.partition("-")
    if not (table.isascii() and table.isdigit() and seat.isascii() and seat.isdigit()):
        raise WrongOption(
            N_('"{words}" is not a seat; expected table-seat, such as 1-4'), words=words
        )
    return Seat(int(table), int(seat))


def _secret(ready: Closed) -> bytes:
    try:
        return bytes.fromhex(ready.secret)
    except ValueError:
        raise seat_draw.DrawError(N_("the secret is not hexadecimal")) from None


def _read(file: Path, kind: type[T], wrong: str) -> T:
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except msgspec.MsgspecError as error:
        raise UnusableFile(wrong, file=file, error=error) from None


def _keep_secret(file: Path, ready: Closed) -> None:
    """Write the list and the secret of a draw to a new file that only its owner can read.

    Raises `FileExistsError` if the file already exists.
    """
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(msgspec.json.encode(asdict(ready)))


def _stack(words: str) -> tuple[str, int]:
    name, equals, stack = words.rpartition("=")
    if not equals or not name:
        raise WrongOption(
            N_('"{words}" is not a stack; expected player=stack, such as anne=5200'), words=words
        )
    return name, _amount(stack)


def _amount(words: str) -> int:
    if not (words.isascii() and words.isdigit() and len(words) < 10):
        raise WrongOption(
            N_('"{words}" is not an amount; expected a whole number below 10^9'), words=words
        )
    return int(words)
