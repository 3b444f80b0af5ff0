"""`tapis bench formats`: export hands in every format, and read them back with third-party readers.

Recorded and random hands are played by the engine and written from its published events. Anything
that a reader returns differently is a difference. Where pokerkit rules differently
(`tests.rig.differential`) its replay can't reach our stacks, so those hands are not counted.
"""

import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from controller.contract.errors import ExitCode
from controller.contract.rules import Variant
from controller.houses.loader import load_house
from controller.play.formats import write
from controller.play.game import DealtGame, Setup
from controller.play.records.hand_record import HandRecord
from controller.play.records.phh import read_hand, read_hands
from controller.play.records.phh_export import Caused, records
from controller.play.records.replay import play_hand
from tests.rig.differential import chance, compare, invent, play_ours
from tests.rig.progress import progress
from tests.rig.read_back import (
    Story,
    by_pokerkit_phh,
    by_pokerkit_text,
    by_their_ohh,
    differences,
    written,
)
from tests.rig.read_text import by_grammar

Reader = Callable[[str], list[Story]]


class FormResult(msgspec.Struct):
    """The results for one format: its reader, the number of hands, and how many came back equal."""

    form: str
    reader: str
    hands: int = 0
    alike: int = 0
    different: list[str] = []


def recorded(path: Path, house: str) -> Iterator[HandRecord]:
    """Yield the hands of a file as played and published by a table."""
    hands = read_hands(path)
    seats = max(player.seat for hand in hands for player in hand.players)
    rows: list[Caused] = []
    game = DealtGame(
        Setup(load_house(house), seats, name="1"),
        lambda _, done: rows.append(
            Caused(done.public, done.private, "1", done.table.hand.number, wall=1_764_000_000_123)
        ),
    )
    for number, hand in enumerate(hands):
        play_hand(game, hand, number)
        yield from records(rows)
        rows.clear()
    game.close()


def random_hands(count: int, seed: int, house: str) -> Iterator[HandRecord]:
    """Yield `count` random hands of all games in which pokerkit agrees with us."""
    rules, number = load_house(house), 0
    while count:
        number += 1
        if compare(number, seed, rules)[0]:
            continue
        rng = chance(number, seed)
        played = play_ours(invent(rng), rules, rng)
        rows = [Caused(said, seen, "Club", number) for said, seen in played.steps]
        yield from records(rows)
        count -= 1


def by_our_phh(text: str) -> list[Story]:
    """Return the hands of a .phhs file in a game that pokerkit has no code for, by our reader.

    It does not compute stacks: those after the hand are taken from the file.
    """
    hands = tomllib.loads(text).values()
    for fields in hands:
        read_hand(fields)
    return [written_in(fields) for fields in hands]


def written_in(fields: dict[str, list[str]]) -> Story:
    """Return the story of a hand's fields."""
    record = HandRecord(
        tuple(map(int, fields["seats"])), tuple(fields["players"]), (), (), True, 0,
        tuple(map(int, fields["starting_stacks"])), tuple(map(int, fields["finishing_stacks"])),
        tuple(fields["actions"]),
    )  # fmt: skip
    return written(record)


def readers_of(record: HandRecord) -> Iterator[tuple[str, str, Reader]]:
    """Yield each format of a hand with the name of its reader, and the reader."""
    coded = "_game" not in record.fields()
    yield ("phh", "pokerkit", by_pokerkit_phh) if coded else ("phh", "our own", by_our_phh)
    yield "ohh", "ohh-pydantic", by_their_ohh
    yield "pokerstars", "the grammar", by_grammar
    no_limit = (record.game, record.structure) == (Variant.HOLDEM, "no-limit")
    if no_limit and not any(record.antes):
        yield "pokerstars", "pokerkit", by_pokerkit_text


def out_and_in(record: HandRecord, results: dict[tuple[str, str], FormResult]) -> None:
    """Write a hand in each format, read it back, and record the differences."""
    wanted = written(record)
    for form, reader, read in readers_of(record):
        text = write(form, [record])
        if not text:
            continue
        result = results.setdefault((form, reader), FormResult(form, reader, different=[]))
        result.hands += 1
        try:
            (found,) = read(text)
            told = differences(wanted, found)
        except (ValueError, KeyError, AssertionError) as error:
            told = [f"{type(error).__name__}: {error}"]
        result.alike += not told
        if told:
            result.different.append(f"{record.table} {record.number}: {'; '.join(told)}")


def formats(
    files: Annotated[list[Path] | None, typer.Argument(help="Recorded hands too.")] = None,
    hands: Annotated[int, typer.Option(min=0, help="How many random hands.")] = 2000,
    seed: Annotated[int, typer.Option(help="Seed of the random hands.")] = 0,
    house: Annotated[str, typer.Option(help="The house that is played.")] = "fidpa",
    as_json: Annotated[bool, typer.Option("--json", help="The result as JSON.")] = False,
) -> None:
    """Write hands in every form and read them back. Status 1 when a reader has one otherwise."""
    begun = time.perf_counter()
    results: dict[tuple[str, str], FormResult] = {}
    with progress("formats", hands) as advance:
        for file in files or ():
            for record in recorded(file, house):
                out_and_in(record, results)
        for record in random_hands(hands, seed, house):
            out_and_in(record, results)
            advance(1)
    found = [results[key] for key in sorted(results)]
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    else:
        for one in found:
            typer.echo(f"{one.form} by {one.reader}: {one.alike} of {one.hands} alike")
            for line in one.different[:10]:
                typer.echo(f"  {line}")
        typer.echo(f"{time.perf_counter() - begun:.1f} s")
    if any(one.different for one in found):
        raise typer.Exit(ExitCode.NOT_SO)
