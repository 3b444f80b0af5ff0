"""When the electronics fail: the page to play on with, and the counted stacks taken back."""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from controller.admin.byhand import Counted, commands_for, table_at
from controller.admin.byhand_counts import parse_stacks
from controller.admin.byhand_page import WIDTH, chips_in_play, page
from controller.cli import app
from controller.config.model import load_config
from controller.contract.commands import SetLevel
from controller.contract.observations import CardLeft, ChipsAt, FoundMoved
from controller.contract.public import HandVoided
from controller.contract.rules import Variant
from controller.houses.loader import find_house, house_hash
from controller.journal import Journal, verify
from controller.play.runner import Runner, set_up
from controller.play.script.language import parse
from controller.play.sinks.servers import Mosquitto
from controller.run.loop.daemon import Daemon
from controller.run.loop.runtime import Runtime
from controller.table.state import Level
from controller.table.state.table import Table
from display.words.names import words
from tests.controller.evening import Evening, evening
from tests.controller.run.test_daemon import alive, no_drivers
from tests.texts import plain

CONFIG = """\
name = "3"
seats = 4
hardware = "twin"
layout = "reference"
tokens = "tokens"
"""


def write_config(folder: Path, more: str = "") -> Path:
    tokens = folder / "tokens"
    tokens.write_text("anne a-secret-for-tests\n")
    tokens.chmod(0o600)
    (folder / "table.toml").write_text(CONFIG + more)
    return folder / "table.toml"


def play(folder: Path, tonight: Evening, until: int) -> Runtime:
    with Journal(
        folder / "3.db", house="ppc", house_hash=house_hash(tonight.house), table="3"
    ) as journal:
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        for observation in tonight.observations[:until]:
            runtime.observe(observation)
    return runtime


def moments(seed: int, hands: int = 2) -> Iterator[tuple[int, Table]]:
    """Every moment of an evening: how many observations, and the table then."""
    tonight = evening(hands, seed)
    runtime = Runtime(tonight.house, tonight.table, name="3")
    for n, observation in enumerate(tonight.observations):
        runtime.observe(observation)
        yield n + 1, runtime.table


def in_the_middle(seed: int, bets: int = 2) -> int:
    """Return a moment at which somebody has to act with bets and a pot on the table."""
    for n, table in moments(seed):
        hand = table.hand
        if hand and hand.turn and sum(map(bool, hand.bets)) >= bets and any(hand.paid):
            return n
    raise AssertionError("nobody bet behind the flop")


def tapis(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["byhand", *map(str, arguments)], input=typed)


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_no_chip_is_missing_from_what_is_in_play(seed: int) -> None:
    seated = False
    for _, table in moments(seed):
        seated = seated or all(seat.taken for seat in table.seats[1:])
        assert not seated or chips_in_play(table) == 400_000
    assert seated


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_moment_has_a_page_that_fits(language: str) -> None:
    house = evening(2, 3).house
    for _, table in moments(3):
        text = page(table, house, "3", language, wall=1_700_000_000_000)
        lines = text.splitlines()
        assert len(lines) <= 40
        assert max(map(len, lines)) <= WIDTH
        hand = table.hand
        held = {card for cards in hand.holes for card in cards} if hand else set()
        shown = {card for cards in hand.shown for card in cards} if hand else set()
        for card in held - shown - set(hand.board if hand else ()):
            rank = "10" if card[0] == "T" else card[0]
            sign = "♣♦♥♠"["cdhs".index(card[1])]
            assert not re.search(rf"(?<!\d){rank}{sign}", text)


SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios").rglob("*.scn"))[::10]


def test_whatever_goes_wrong_there_is_a_page_that_fits() -> None:
    pages = open_rulings = 0
    for file in SCENARIOS:
        statements = parse(file.read_text("utf-8"), str(file))
        setup = set_up(statements, beside=file.parent)
        tables: list[Table] = []
        Runner(setup, lambda _, found, to=tables: to.append(found.table)).play(statements)  # type: ignore[misc]
        for table in tables[::2]:
            for language in ("en", "fr"):
                lines = page(table, setup.house, "3", language).splitlines()
                assert len(lines) <= 40
                assert max(map(len, lines)) <= WIDTH, lines
            pages += 1
            open_rulings += bool(table.rulings)
    assert pages > 500
    assert open_rulings > 50


def test_the_page_says_who_owes_what(tmp_path: Path) -> None:
    tonight = evening(2, 3)
    runtime = play(tmp_path, tonight, in_the_middle(3, bets=1))
    hand = runtime.table.hand
    told = tapis("--config", write_config(tmp_path))
    assert told.exit_code == 0, told.output
    owes = hand.round.level_bet - hand.bets[hand.turn]
    assert f"TO ACT: P{hand.turn}, seat {hand.turn}" in told.output
    assert (
        f"{owes:,} to call ({hand.round.level_bet:,} total)" if owes else "may check"
    ) in told.output
    assert f"IN PLAY: {400_000:,}" in told.output
    assert f"Button: {hand.button} P{hand.button}" in told.output
    french = plain(tapis("--config", tmp_path / "table.toml", "--language", "fr").output)
    assert f"À JOUER : P{hand.turn}, siège {hand.turn}" in french


def test_the_counted_stacks_are_taken_back_without_a_controller(tmp_path: Path) -> None:
    tonight = evening(2, 3)
    play(tmp_path, tonight, in_the_middle(3))
    config = write_config(tmp_path)
    told = tapis(
        "back", "--config", config, "--button", 2, "--level", "100/200",
        "--stacks", "1=120000, 2=0, 3=out, 4=280000",
    )  # fmt: skip
    assert told.exit_code == 0, told.output
    assert "which matches the chips in play" in told.output
    with Journal(
        tmp_path / "3.db", house="ppc", house_hash=house_hash(tonight.house), table="3"
    ) as journal:
        runtime = Runtime(tonight.house, tonight.table, name="3", journal=journal)
        state = runtime.state()
        assert [seat.stack for seat in state.seats] == [120_000, 0, None, 280_000]
        assert state.voided
        assert (runtime.table.played.button, state.level.big_blind) == (2, 200)
        # Cards and chips are gathered: nothing keeps the next hand from starting.
        at, table = runtime.at, runtime.table
        lying = [CardLeft(at, card, zone) for card, zone in table.places.items() if zone]
        runtime.observe(FoundMoved(at, (*lying, *(ChipsAt(at, z, (), at) for z in table.chips))))
        assert (runtime.state().rulings, runtime.state().moved_while_off) == ((), ())
        last = [row for row in journal.events(0, 10_000) if row.type == HandVoided.type]
        assert len(last) == 1
    assert verify(tmp_path / "3.db").faults == ()


@pytest.mark.parametrize(
    ("before", "counted", "after"),
    [
        (Level(100, 200, 25), (200, 400, 50), SetLevel(200, 400, 50)),
        (Level(100, 200, 0, 200), (200, 400, 400), SetLevel(200, 400, 0, 400)),
        (Level(100, 200, 0, 200), (200, 400), SetLevel(200, 400)),
        (
            Level(0, 100, 50, game=Variant.SHORT_DECK, blinds="button"), (0, 200, 100),
            SetLevel(0, 200, 100, game=Variant.SHORT_DECK, blinds="button"),
        ),
    ],
)  # fmt: skip
def test_a_level_of_manual_play_keeps_the_game_and_the_payer_of_the_ante(
    before: Level, counted: tuple[int, ...], after: SetLevel
) -> None:
    table = replace(evening(2, 3).table, level=before, next_level=None)
    assert commands_for(table, Counted({}, level=counted))[-1] == after


def test_the_page_names_the_antes_of_this_level_and_the_next() -> None:
    tonight = evening(2, 3)
    level, coming = Level(100, 200, big_blind_ante=200), Level(200, 400, 50, 400)
    table = replace(tonight.table, level=level, next_level=coming)
    written = page(table, tonight.house, "3", "en")
    assert "\nBlinds 100 / 200 · Big blind ante 200\n" in written
    assert "\nFrom the next hand: 200 / 400 · Ante 50 · Big blind ante 400\n" in written
    assert "\nFrom the next hand" not in page(tonight.table, tonight.house, "3", "en")


def test_the_counted_stacks_are_taken_back_while_the_controller_runs(tmp_path: Path) -> None:
    tonight = evening(2, 3)
    play(tmp_path, tonight, in_the_middle(3))
    with Mosquitto(tmp_path) as broker:
        config = write_config(tmp_path, f"[broker]\nport = {broker.port}\n")
        with alive(load_config(config), no_drivers) as daemon:
            told = tapis("--config", config)
            assert told.exit_code == 0
            assert "IN PLAY: 400,000" in told.output
            stacks = "1=100000,2=100000,3=100000,4=100000"
            told = tapis("back", "--config", config, "--stacks", stacks)
            assert told.exit_code == 0, told.output
            state = daemon.runtime.state()
            assert [seat.stack for seat in state.seats] == [100_000] * 4
            assert state.voided
        assert isinstance(daemon, Daemon)


def test_each_seat_is_asked_for(tmp_path: Path) -> None:
    tonight = evening(2, 3)
    runtime = play(tmp_path, tonight, len(tonight.observations))
    stacks = [seat.stack for seat in runtime.table.seats[1:]]
    typed = "\n".join(["many", str(stacks[0] - 100), *map(str, stacks[1:]), "0", "n", ""])
    told = tapis("back", "--config", write_config(tmp_path), typed=typed)
    assert told.exit_code == 2
    assert "enter a number of chips, or the word out" in told.output
    assert f"in play: {400_000:,}; 100 missing" in told.output
    assert "nothing was loaded" in told.output
    typed = typed.replace("\nn\n", "\ny\n")
    told = tapis("back", "--config", tmp_path / "table.toml", typed=typed)
    assert told.exit_code == 0, told.output
    table = table_at(tmp_path / "3.db", tonight.house).table
    assert [seat.stack for seat in table.seats[1:]] == [stacks[0] - 100, *stacks[1:]]


def test_a_newcomer_and_the_button_are_taken_from_the_answers(tmp_path: Path) -> None:
    tonight = evening(2, 3)
    runtime = play(tmp_path, tonight, len(tonight.observations))
    stacks = [seat.stack for seat in runtime.table.seats[1:]]
    typed = "\n".join(
        [*map(str, stacks[:2]), f"Eve:{stacks[2]}", str(stacks[3]), "-1", "5", "4", ""]
    )
    told = tapis("back", "--config", write_config(tmp_path), typed=typed)
    assert told.exit_code == 0, told.output
    assert told.output.count("this table has seats 1 to 4") == 2
    table = table_at(tmp_path / "3.db", tonight.house).table
    assert table.seats[3].name == "Eve"
    assert [seat.stack for seat in table.seats[1:]] == stacks
    assert table.played.button == 4


def test_each_seat_is_asked_for_in_the_language_of_the_table(tmp_path: Path) -> None:
    tonight = evening(2, 3)
    runtime = play(tmp_path, tonight, len(tonight.observations))
    stacks = [seat.stack for seat in runtime.table.seats[1:]]
    typed = "\n".join([*map(str, stacks[:-1]), "beaucoup", str(stacks[-1] + 100), "0", "oui", ""])
    config = write_config(tmp_path, '[display]\nlanguage = "fr"\n')
    told = tapis("back", "--config", config, typed=typed)
    assert told.exit_code == 0, told.output
    assert (
        f"Siège 1 {runtime.table.seats[1].name} (avait {words('fr').amount(stacks[0])} de tapis"
        in told.output
    )
    assert "un nombre de jetons, ou : out" in plain(told.output)
    assert "en jeu il y avait 400 000 : 100 de trop" in plain(told.output)
    assert "Le prendre quand même ? [non] : oui" in plain(told.output)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--stacks", "1=100"), "not counted yet: 2, 3, 4"),
        (("--stacks", "1=100,1=200"), "seat 1 appears twice"),
        (("--stacks", "one"), "expected a seat and its chips"),
        (("--stacks", "1=1,2=1,3=1,4=1,9=1"), "this table has seats 1 to 4"),
        (("--stacks", "1=1,2=1,3=1,4=1", "--button", "7"), "no such seat"),
        (("--stacks", "1=1,2=1,3=1,4=1", "--level", "100"), "100/200"),
        (("--stacks", "1=1,2=1,3=1,4=1"), "use --yes"),
    ],
)
def test_what_cannot_be_taken_back_says_what_would_be_right(
    tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    play(tmp_path, evening(1), 30)
    told = tapis("back", "--config", write_config(tmp_path), *arguments)
    assert told.exit_code == 2
    assert sentence in told.output


def test_a_newcomer_takes_a_seat_while_the_table_is_played_by_hand() -> None:
    stacks, names = parse_stacks("1=100000,2=out,2=Eve:300".replace("2=out,", ""))
    assert (stacks, names) == ({1: 100_000, 2: 300}, {2: "Eve"})
    *_, (_, table) = moments(3)
    commands = commands_for(table, Counted(stacks, names))
    assert [str(type(c).__name__) for c in commands] == ["SetStack", "StandUp", "SitDown"]


READ_ONLY = """
import os, sys
from pathlib import Path
from controller.admin.byhand import byhand_app

def print_page(config):
    try:
        byhand_app(["--config", config])
    except SystemExit as end:
        assert not end.code, end.code

print_page(sys.argv[2])  # whoever nobody is may not read our modules: they are loaded now
if os.geteuid() == 0:
    for file in [Path(sys.argv[1]).parent, *Path(sys.argv[1]).parent.iterdir()]:
        os.chown(file, 65534, 65534)
    os.setuid(65534)
Path(sys.argv[1]).parent.chmod(0o555)
print("read-only:")
print_page(sys.argv[1])
"""


def test_a_journal_on_a_disk_that_takes_nothing_is_read(tmp_path: Path) -> None:
    folder = Path(tempfile.mkdtemp(prefix="tapis-read-only-", dir="/tmp"))
    try:
        # A crash leaves what was written last in the log alone.
        script = (
            "import os, sys; from pathlib import Path;"
            "from tests.controller.admin.test_byhand import *;"
            "from controller.journal import Journal; tonight = evening(2, 3);"
            "path = Path(sys.argv[1]);"
            "j = Journal(path, house='ppc', house_hash='h', table='3');"
            "r = Runtime(tonight.house, tonight.table, name='3', journal=j);"
            "[r.observe(o) for o in tonight.observations[:int(sys.argv[2])]]; os._exit(0)"
        )
        until = in_the_middle(3)
        subprocess.run(
            [sys.executable, "-c", script, str(folder / "3.db"), str(until)], check=True, timeout=60
        )
        assert (folder / "3.db-wal").stat().st_size > 0
        (folder / "3.db-shm").unlink()
        # Whoever nobody is may not read the houses that came with us either.
        config = write_config(folder)
        config.write_text('house = "ours.toml"\n' + config.read_text())
        shutil.copy(find_house("ppc"), folder / "ours.toml")
        shutil.copytree(folder, tmp_path / "warm")
        told = subprocess.run(
            [sys.executable, "-c", READ_ONLY, *(str(at / "table.toml") for at in (
                folder, tmp_path / "warm"
            ))],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert told.returncode == 0, told.stderr
        warm, _, cold = told.stdout.partition("read-only:\n")
        assert "TO ACT" in cold
        assert cold == warm
        assert sorted(file.name for file in folder.iterdir()) == [
            "3.db", "3.db-wal", "3.db.end", "3.db.lock", "ours.toml", "table.toml", "tokens",
        ]  # fmt: skip
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_journal_alone_is_enough(tmp_path: Path) -> None:
    play(tmp_path, evening(2, 3), in_the_middle(3))
    told = tapis("--journal", tmp_path / "3.db")
    assert told.exit_code == 0, told.output
    assert "Table 3 · house ppc" in told.output
    assert "TO ACT" in told.output
    told = tapis("--journal", tmp_path / "no.db")
    assert told.exit_code == 2
    assert "there is no journal" in told.output
