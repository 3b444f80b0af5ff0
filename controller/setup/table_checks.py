"""What doctor checks of the table itself: config, house, tags, tokens, antennas, journal."""

import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from controller.config.model import TableConfig, load_config
from controller.contract.scans import BadgeTag
from controller.houses.loader import load_house
from controller.journal.epochs import WHAT
from controller.journal.faults import JournalDamaged, JournalError
from controller.journal.reader import JournalReader
from controller.journal.verification import verify
from controller.run.badge_key import load_badge_key
from controller.run.floor_pin import load_pins
from controller.run.floor_token import plain_owners
from controller.run.requests import load_tokens
from controller.sensing.registry import Registry
from controller.setup.registration import chips_of, missing, open_or_new
from controller.setup.system import Finding, System
from controller.toml.file import FileProblems

LEAST_FREE = 200
"""Megabytes on the journal's disk below which it is time to make room."""

VERIFIED = 64
"""A journal of more megabytes than this takes long to verify, and is left to its own command."""


class Installation(msgspec.Struct, frozen=True):
    """What is looked at: the machine, the table's config file, and the config if it can be read."""

    system: System
    path: Path
    config: TableConfig | None


def look_at(system: System, path: Path) -> tuple[Installation, list[Finding]]:
    """Return an installation, and what is wrong with its config."""
    try:
        config = load_config(path)
    except FileProblems as problems:
        found = [
            Finding("config", "fail", str(one), f"mend {path}, or run tapis setup")
            for one in problems.problems
        ]
        return Installation(system, path, None), found
    said = f"{path}: table {config.name}, {config.seats} seats, chips {config.chips}"
    return Installation(system, path, config), [Finding("config", "ok", said)]


def check_house(it: Installation) -> Iterator[Finding]:
    """Look whether the house's rules can be read."""
    if it.config is None:
        return
    try:
        house = load_house(it.config.house)
    except FileProblems as problems:
        for one in problems.problems:
            yield Finding("house", "fail", str(one), "tapis house check says what would be right")
        return
    yield Finding("house", "ok", f"{house.name}")


def check_registry(it: Installation) -> Iterator[Finding]:
    """Look whether every card, and a chip of each value, is enrolled."""
    config = it.config
    if config is None:
        return
    path = Path(config.cards.registry)
    if not config.cards.read:
        yield Finding("tags", "ok", "no card is read here, and none needs a tag")
        return
    if config.hardware == "twin" and not path.exists():
        yield Finding("tags", "ok", "a simulated table brings its own")
        return
    try:
        registry = open_or_new(path)
    except FileProblems as problems:
        for one in problems.problems:
            yield Finding("tags", "fail", str(one), f"mend {path}")
        return
    yield from _decks(config, registry)
    if config.chips == "rfid":
        have = chips_of(registry)
        for value in config.denominations:
            if not have.get((1, value)):
                found = f"no chip of {value} is enrolled"
                yield Finding("tags", "fail", found, f"tapis enroll chips {value}")
    zones = {plan.zone.partition(".")[0] for plan in config.plans()}
    badges = [tag for _, tag in registry.items() if isinstance(tag, BadgeTag)]
    if "floor-badge" in zones and not any(badge.role == "floor" for badge in badges):
        found = "there is a reader for the floor's badge, and no badge of the floor is enrolled"
        yield Finding("tags", "warn", found, "tapis enroll badge NAME --floor")


def _decks(config: TableConfig, registry: Registry) -> Iterator[Finding]:
    for deck in range(1, config.cards.decks + 1):
        lacking = missing(registry, deck)
        todo = f"tapis enroll deck {deck}"
        if len(lacking) == 52:
            yield Finding("tags", "fail" if deck == 1 else "warn", f"deck {deck} isn't enrolled",
                          todo if deck == 1 else f"{todo}, or decks = 1 in [cards]")  # fmt: skip
        elif lacking:
            cards = " ".join(lacking[:8]) + (" ..." if len(lacking) > 8 else "")
            yield Finding("tags", "fail", f"deck {deck} lacks {len(lacking)}: {cards}", todo)
        else:
            yield Finding("tags", "ok", f"deck {deck}: 52 cards")


def check_antennas(it: Installation) -> Iterator[Finding]:
    """Return what the table can't sense for want of an antenna."""
    config = it.config
    if config is None:
        return
    if not config.cards.read:
        yield Finding("antennas", "ok", "none: the board and what is shown are keyed on a screen")
        return
    zones = {plan.zone for plan in config.plans()}
    if "burn" not in zones and "muck" not in zones and not config.shoe.present:
        found = "neither a burn zone, a muck nor a shoe is read: burn errors can't be sensed"
        yield Finding("antennas", "warn", found, "give the burn pile an antenna (zone = burn)")
    elif "burn" not in zones:
        found = "no antenna under the burn pile: a burn is only known by where the card went"
        yield Finding("antennas", "warn", found, "give the burn pile an antenna (zone = burn)")
    if "muck" not in zones:
        found = "no antenna under the muck: a hand that is thrown away is only known by its key"
        yield Finding("antennas", "warn", found, "give the muck an antenna (zone = muck)")
    spare = [plan.name for plan in config.plans() if plan.zone == "spare"]
    if spare:
        found = f"antennas that no zone has: {', '.join(spare)}"
        yield Finding("antennas", "warn", found, "name their zones in table.toml, or tapis setup")
    if {"burn", "muck"} <= zones and not spare:
        yield Finding("antennas", "ok", f"{len(config.plans())} antennas")


def check_tokens(it: Installation) -> Iterator[Finding]:
    """Look whether somebody may command the table, and nobody can read how."""
    config = it.config
    if config is None:
        return
    if not config.tokens:
        found = "no file of tokens: nobody can command this table over MQTT, the floor neither"
        todo = 'tokens = "tokens" in table.toml, and a file with a line "name token" each'
        yield Finding("tokens", "warn", found, todo)
        return
    try:
        load_tokens(Path(config.tokens))
        plain = plain_owners(Path(config.tokens).read_text("utf-8"))
    except FileProblems as problems:
        for one in problems.problems:
            todo = one.right or "a file with a line for each person: name token"
            yield Finding("tokens", "fail", f"{one.file}: {one.key} {one.wrong}", todo)
        return
    if plain:
        found = f"{config.tokens}: stand plain: {', '.join(plain)}; who reads it may command"
        yield Finding("tokens", "warn", found, "tapis floor token --hash: all stay valid")
    else:
        yield Finding("tokens", "ok", config.tokens)


def check_floor(it: Installation) -> Iterator[Finding]:
    """Look whether what makes a screen the floor's can be copied."""
    config = it.config
    if config is None:
        return
    try:
        pins = load_pins(Path(config.floor_pin)) if config.floor_pin else ()
        if config.floor_badge == "challenge":
            load_badge_key(Path(config.badge_key))
    except FileProblems as problems:
        for one in problems.problems:
            yield Finding("floor", "fail", f"{one.file}: {one.wrong}", one.right)
        return
    read = any(plan.zone == "floor-badge" for plan in config.plans())
    if config.floor_badge == "pin" and not pins:
        found = f"{config.floor_pin}: holds no PIN, and no badge opens the floor's panel without"
        yield Finding("floor", "fail", found, "tapis floor pin")
    elif config.floor_badge == "uid" and read:
        found = "the floor's badge is known by its number alone, which can be copied in passing"
        todo = 'floor_badge = "pin" (badge and PIN), or "challenge" (NTAG 424 DNA)'
        yield Finding("floor", "warn", found, todo)
    else:
        needs = {"uid": "a PIN" if pins else "a token", "pin": "badge and PIN"}
        said = needs.get(config.floor_badge, "a badge that proves itself")
        yield Finding("floor", "ok", f"the floor's word needs {said}")


def check_secrets(it: Installation) -> Iterator[Finding]:
    """Look whether the broker's password, journal and tags are the controller's alone."""
    config = it.config
    if config is None:
        return
    for what, name in (
        ("password", config.broker.password_file),
        ("journal", config.journal),
        ("tags", config.cards.registry),
    ):
        path = Path(name)
        try:
            mode = stat.S_IMODE(path.stat().st_mode) if name else 0
        except OSError:
            continue
        if mode & 0o007:
            found = f"{path} may be read by everybody"
            yield Finding(what, "fail", found, f"chmod 600 {path}")


def check_disk(it: Installation) -> Iterator[Finding]:
    """Look whether the journal can be written, safely and for long."""
    if it.config is None:
        return
    journal = Path(it.config.journal)
    folder = journal.parent
    if not folder.is_dir():
        yield Finding("disk", "fail", f"there is no folder {folder}", f"sudo mkdir -p {folder}")
        return
    free = shutil.disk_usage(folder).free // 1_000_000
    if free < LEAST_FREE:
        found = f"{free} MB are free on the disk of {folder}"
        yield Finding("disk", "fail" if free < 20 else "warn", found, "make room on it")
    if not os.access(folder, os.W_OK | os.X_OK):
        todo = f"sudo chown tapis {folder}, and run the controller as that user"
        yield Finding("disk", "fail", f"{folder} may not be written", todo)
        return
    problem = _writes(folder)
    if problem:
        yield Finding("disk", "fail", problem, "put the journal on a disk of this machine (ext4)")
    elif free >= LEAST_FREE:
        yield Finding("disk", "ok", f"{folder}: {free} MB free, SQLite writes ahead")


def _writes(folder: Path) -> str:
    """Try in a folder what the journal does, and say why it can't be done."""
    try:
        with tempfile.TemporaryDirectory(prefix=".tapis-doctor-", dir=folder) as trial:
            connection = sqlite3.connect(Path(trial) / "trial.db")
            try:
                mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
                connection.execute("PRAGMA synchronous=FULL")
                connection.execute("CREATE TABLE trial (n INTEGER)")
                connection.execute("INSERT INTO trial VALUES (1)")
                connection.commit()
            finally:
                connection.close()
    except (OSError, sqlite3.Error) as error:
        return f"nothing can be written in {folder}: {error}"
    return "" if mode == "wal" else f"SQLite can't write ahead in {folder} (mode {mode})"


def check_journal(it: Installation) -> Iterator[Finding]:
    """Look whether what has been played is whole."""
    if it.config is None:
        return
    path = Path(it.config.journal)
    try:
        if not path.exists():
            yield Finding("journal", "ok", f"{path}: nothing has been played yet")
            return
        if path.stat().st_size > VERIFIED * 1_000_000:
            found = f"{path} is large and was not gone through"
            yield Finding("journal", "ok", found, f"tapis journal verify {path}")
            return
        verdict = verify(path)
        with JournalReader(path) as reader:
            aside, begun = reader.aside(), reader.epochs()[-1]
            is_news = bool(begun.reason) and begun.era >= reader.eras()[-1].id
    except JournalDamaged as error:
        yield Finding("journal", "fail", str(error), f"tapis journal salvage {path}")
        return
    except (JournalError, OSError) as error:
        yield Finding("journal", "fail", str(error), "run doctor as the journal's owner")
        return
    if is_news:
        found = f"{path}: {WHAT.get(begun.reason, begun.reason)}; numbering has begun anew"
        yield Finding("journal", "warn", found, "compare the stacks with what lies on the table")
    for after, until in aside[-1:]:
        found = f"{path}: rows {after + 1} to {until} could not be played again and are left out"
        yield Finding("journal", "warn", found, "count all stacks; put right what differs")
    if verdict.faults:
        fault = verdict.faults[0]
        found = f"{path}: {fault.where} {fault.what}"
        yield Finding("journal", "fail", found, f"tapis journal salvage {path}")
    else:
        yield Finding("journal", "ok", f"{path}: {verdict.rows} rows, all whole")
