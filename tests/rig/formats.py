"""`tapis bench formats`: export hands in every format, and read them back with third-party readers.

Recorded and random hands are played by the engine and written from its published events. Anything
that a reader returns differently is a difference. Random hands are drawn until each format has had
its number; those that a format can't say are counted as left out. Where pokerkit rules differently
(`tests.rig.differential`) its replay can't reach our stacks, so those hands are not drawn.
"""

import time
import tomllib
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from controller.contract.errors import ExitCode
from controller.contract.rules import Variant
from controller.houses.loader import load_house
from controller.play.formats import write
from controller.play.game import DealtGame, Setup
from controller.play.records.hand_record import HandRecord, Where
from controller.play.records.phh import read_hand, read_hands
from controller.play.records.phh_export import Caused, records
from controller.play.records.replay import play_hand
from controller.table.engine import Transition
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
from tests.rig.read_fpdb import GAMES, LIMITS, by_fpdb
from tests.rig.read_text import by_grammar

Reader = Callable[[str], list[Story]]
RECORDED = "1"
"""The table at which recorded hands are played."""
BEGAN = 1_764_000_000_123
"""When the first hand began, in ms since 1970; each has a number by its own instant."""


class FormResult(msgspec.Struct):
    """The results for one format and reader: hands that were read, and how many came back equal.

    `recorded` of the hands are recorded ones. `left_out` are hands that the format can't say.
    """

    form: str
    reader: str
    hands: int = 0
    recorded: int = 0
    alike: int = 0
    left_out: int = 0
    different: list[str] = []


def recorded(path: Path, house: str) -> Iterator[HandRecord]:
    """Yield the hands of a file as played and published by a table."""
    hands = read_hands(path)
    seats = max(player.seat for hand in hands for player in hand.players)
    rows: list[Caused] = []

    def note(_: object, done: Transition) -> None:
        number = done.table.hand.number
        rows.append(Caused(done.public, done.private, RECORDED, number, wall=BEGAN + number))

    game = DealtGame(Setup(load_house(house), seats, name=RECORDED), note)
    for number, hand in enumerate(hands):
        play_hand(game, hand, number)
        yield from records(rows)
        rows.clear()
    game.close()


def drawn(seed: int, house: str) -> Iterator[HandRecord]:
    """Yield random hands of all games in which pokerkit agrees with us, without end."""
    rules = load_house(house)
    for number in count(1):
        if compare(number, seed, rules)[0]:
            continue
        rng = chance(number, seed)
        played = play_ours(invent(rng), rules, rng)
        rows = [
            Caused(said, seen, "Club", number, wall=BEGAN + number) for said, seen in played.steps
        ]
        yield from records(rows)


def random_hands(hands: int, seed: int, house: str) -> Iterator[HandRecord]:
    """Yield so many random hands of all games in which pokerkit agrees with us."""
    return islice(drawn(seed, house), hands)


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


def coded(record: HandRecord) -> bool:
    """Return whether PHH has a code for the game."""
    return "_game" not in record.fields()


def known_to_pokerkit(record: HandRecord) -> bool:
    """Return whether pokerkit's reader of PokerStars' format takes the hand.

    It reads no-limit hold'em alone, and no antes.
    """
    played = record.game, record.structure
    return played == (Variant.HOLDEM, "no-limit") and not any(record.antes)


class Way(msgspec.Struct, frozen=True):
    """A format and a reader of it; it takes hands for which `takes` holds.

    `whole` is whether it reads all that the format says, and so is to have its number of hands.
    """

    form: str
    reader: str
    read: Reader
    takes: Callable[[HandRecord], bool] = lambda _: True
    whole: bool = True


WAYS = (
    Way("phh", "pokerkit", by_pokerkit_phh, coded),
    Way("phh", "our own", by_our_phh, lambda record: not coded(record), whole=False),
    Way("ohh", "ohh-pydantic", by_their_ohh),
    Way("pokerstars", "the grammar", by_grammar),
    Way("pokerstars", "pokerkit", by_pokerkit_text, known_to_pokerkit, whole=False),
)
FPDB = "pokerstars", "fpdb"


class Formats:
    """The hands of a run, with what each reader makes of them. `random` is each format's number."""

    def __init__(self, random: int) -> None:
        self.random = random
        ways = [(way.form, way.reader) for way in WAYS]
        self.results = {key: FormResult(*key, different=[]) for key in (*ways, FPDB)}
        self.texts: dict[int, tuple[HandRecord, str]] = {}

    def out_and_in(self, record: HandRecord, *, recorded: bool = False) -> None:
        """Write a hand in each format, read it back, and record the differences."""
        for way in WAYS:
            result = self.results[way.form, way.reader]
            if not recorded and way.whole and self.has_its_number(result):
                continue
            if not way.takes(record):
                result.left_out += way.whole
                continue
            text = write(way.form, [record])
            if not text:
                result.left_out += 1
                continue
            if way.read is by_grammar:
                self.texts[record.id] = record, write(way.form, [record], where_for(record))
            try:
                (found,) = way.read(text)
                told = differences(written(record), found)
            except (ValueError, KeyError, AssertionError) as error:
                told = [f"{type(error).__name__}: {error}"]
            self.count(result, record, told, recorded=recorded)

    def by_fpdb(self, checkout: Path) -> None:
        """Let fpdb-3 read all hands in PokerStars' format, in one file."""
        found = by_fpdb(checkout, "".join([text for _, text in self.texts.values()]))
        for record, _ in self.texts.values():
            told = ["refused"]
            if hand := found.get(record.id):
                told = differences(written(record), hand.story())
                if hand.game != (GAMES[record.game], LIMITS[record.structure]):
                    told.append(f"game: {hand.game}")
            self.count(self.results[FPDB], record, told, recorded=record.table == RECORDED)

    def count(
        self, result: FormResult, record: HandRecord, told: list[str], *, recorded: bool
    ) -> None:
        """Add a hand and its differences to a reader's result."""
        result.hands += 1
        result.recorded += recorded
        result.alike += not told
        if told:
            result.different.append(f"{record.table} {record.number}: {'; '.join(told)}")

    def has_its_number(self, result: FormResult) -> bool:
        """Return whether a reader has had its number of random hands."""
        return result.hands - result.recorded >= self.random

    @property
    def done(self) -> bool:
        """Whether each format has had its number of random hands."""
        whole = [self.results[way.form, way.reader] for way in WAYS if way.whole]
        return all(map(self.has_its_number, whole))

    def found(self) -> list[FormResult]:
        """Return the results of all readers that had something to read."""
        return [self.results[key] for key in sorted(self.results) if self.results[key].hands]


def where_for(record: HandRecord) -> Where:
    """Return the place that a text for fpdb-3 names: every other hand is a tournament's.

    So is each limit hand, because fpdb-3 knows the limits of cash games from a list of PokerStars'.
    """
    tournament = record.structure == "limit" or record.number % 2
    return Where(event="7") if tournament else Where(currency="EUR")


def formats(
    files: Annotated[list[Path] | None, typer.Argument(help="Recorded hands too.")] = None,
    hands: Annotated[int, typer.Option(min=0, help="How many random hands a form.")] = 2000,
    seed: Annotated[int, typer.Option(help="Seed of the random hands.")] = 0,
    house: Annotated[str, typer.Option(help="The house that is played.")] = "fidpa",
    fpdb: Annotated[Path | None, typer.Option(help="A checkout of fpdb-3, with its .venv.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The result as JSON.")] = False,
) -> None:
    """Write hands in every format and read them back. Status 1: a reader reads one differently."""
    begun = time.perf_counter()
    run = Formats(hands)
    with progress("formats", hands) as advance:
        for file in files or ():
            for record in recorded(file, house):
                run.out_and_in(record, recorded=True)
        for record in drawn(seed, house):
            if run.done:
                break
            run.out_and_in(record)
            advance(1)
    if fpdb is not None:
        run.by_fpdb(fpdb)
    found = run.found()
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    else:
        for one in found:
            left = f", {one.left_out} left out" if one.left_out else ""
            typer.echo(f"{one.form} by {one.reader}: {one.alike} of {one.hands} alike{left}")
            for line in one.different[:10]:
                typer.echo(f"  {line}")
        typer.echo(f"{time.perf_counter() - begun:.1f} s")
    if any(one.different for one in found):
        raise typer.Exit(ExitCode.NOT_SO)
