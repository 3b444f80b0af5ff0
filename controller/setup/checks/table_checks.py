"""Doctor's checks of the table itself: config, house, tags, tokens, antennas, page and journal."""

import os
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from controller.admin.deck import health_of, troubles, worn_words
from controller.admin.journals.journal_words import fault_words
from controller.config.default_config import PAGE_PASSWORD, PAGE_TOKENS
from controller.config.model import TableConfig, load_config
from controller.contract.errors import TapisError, UnusableFile
from controller.contract.scans import BadgeTag
from controller.houses.loader import load_house
from controller.journal.faults import JournalDamaged, JournalError
from controller.journal.integrity.epochs import WHAT
from controller.journal.reader import JournalReader
from controller.journal.repair.verification import verify
from controller.run.access.badge_key import load_badge_key
from controller.run.access.floor_pin import load_pins
from controller.run.access.floor_token import plain_owners
from controller.run.access.tokens import load_tokens
from controller.run.loop.drivers import plans_read
from controller.sensing.registry import Registry
from controller.setup.checks.examined_machine import Finding, System
from controller.setup.tags.enrolment_rules import chips_of, missing, open_or_new
from controller.toml.file import FileProblems
from display.ask import read_token
from display.words.command_line.chosen import error_in
from display.words.locale import ENGLISH, N_
from display.words.names import Words, words
from hardware.timing.scan_time import TOO_MUCH, share

LEAST_FREE = 200
"""The free space (megabytes) on the journal's disk below which doctor reports a lack of space."""

VERIFIED = 64
"""The size (megabytes) above which doctor does not verify a journal, as that takes too long."""

PAGE_SOCKET = "tapis-page.socket"


class NoConfig(TapisError):
    """A check needs the table's config, but the config file is unusable."""


class Installation(msgspec.Struct, frozen=True):
    """What the checks examine: the machine, the table's config file, and the config in that file.

    `loaded` is the config, or None if the file is unusable. `words` translates the text of
    findings.
    """

    system: System
    path: Path
    loaded: TableConfig | None
    words: Words = words(ENGLISH)

    @property
    def config(self) -> TableConfig:
        """Return the table's config. Raises `NoConfig`."""
        if self.loaded is None:
            raise NoConfig
        return self.loaded


def look_at(
    system: System, path: Path, spoken: Words | None = None
) -> tuple[Installation, list[Finding]]:
    """Load the config at `path`; return the installation to check, and findings about the config.

    The findings are in the language of `spoken`, or English by default.
    """
    spoken = spoken or words(ENGLISH)
    try:
        config = load_config(path)
    except FileProblems as problems:
        todo = spoken.say("fix {file}, or run tapis setup", file=path)
        found = [Finding("config", "fail", one.said(spoken.say), todo) for one in problems.problems]
        return Installation(system, path, None, spoken), found
    said = spoken.say(
        "{file}: table {table}, {n} seats, chips {chips}",
        file=path,
        table=config.name,
        n=config.seats,
        chips=config.chips,
    )
    return Installation(system, path, config, spoken), [Finding("config", "ok", said)]


def check_house(it: Installation) -> Iterator[Finding]:
    """Check that the house rules can be read."""
    try:
        house = load_house(it.config.house)
    except FileProblems as problems:
        for one in problems.problems:
            todo = it.words.say("tapis house check explains how to fix it")
            yield Finding("house", "fail", one.said(it.words.say), todo)
        return
    yield Finding("house", "ok", f"{house.name}")


def check_registry(it: Installation) -> Iterator[Finding]:
    """Check that every card is enrolled, and at least one chip of each value."""
    config, say = it.config, it.words.say
    path = Path(config.cards.registry)
    if not config.cards.read:
        yield Finding("tags", "ok", say("this table reads no cards, so they need no tags"))
        return
    if config.hardware == "twin" and not path.exists():
        yield Finding("tags", "ok", say("a simulated table provides its own tags"))
        return
    try:
        registry = open_or_new(path)
    except FileProblems as problems:
        for one in problems.problems:
            yield Finding("tags", "fail", one.said(say), say("fix {file}", file=path))
        return
    yield from _decks(config, registry, it.words)
    if config.chips == "rfid":
        have = chips_of(registry)
        for value in config.denominations:
            if not have.get((1, value)):
                found = say("no chip worth {value} is enrolled", value=value)
                yield Finding("tags", "fail", found, f"tapis enroll chips {value}")
    zones = {plan.zone.partition(".")[0] for plan in config.plans()}
    badges = [tag for _, tag in registry.items() if isinstance(tag, BadgeTag)]
    if "floor-badge" in zones and not any(badge.role == "floor" for badge in badges):
        found = say("there is a reader for the floor's badge, but no floor badge is enrolled")
        yield Finding("tags", "warn", found, say("tapis enroll badge NAME --floor"))


def _decks(config: TableConfig, registry: Registry, spoken: Words) -> Iterator[Finding]:
    say = spoken.say
    for deck in range(1, config.cards.decks + 1):
        lacking = missing(registry, deck)
        todo = f"tapis enroll deck {deck}"
        if len(lacking) == 52:
            found = say("deck {n} isn't enrolled", n=deck)
            if deck == 1:
                yield Finding("tags", "fail", found, todo)
            else:
                todo = say("run {command}, or set decks = 1 in [cards]", command=todo)
                yield Finding("tags", "warn", found, todo)
        elif lacking:
            cards = " ".join(lacking[:8]) + (" ..." if len(lacking) > 8 else "")
            found = say(
                "deck {n} is missing {count}: {cards}", n=deck, count=len(lacking), cards=cards
            )
            yield Finding("tags", "fail", found, todo)
        else:
            yield Finding("tags", "ok", say("deck {n}: 52 cards", n=deck))


def _full_nodes(it: Installation, config: TableConfig) -> Iterator[Finding]:
    """Yield a finding for each node that can't read its antennas as often as table.toml requires.

    Nothing is yielded if the nodes transmit in time slots, because a scan that takes longer than
    one slot continues in the next one.
    """
    if config.links.slots:
        return
    for device in config.devices:
        takes = sum(share(plan) for plan in plans_read(config) if plan.device == device.name)
        if device.kind == "node" and takes > TOO_MUCH:
            found = it.words.say(
                "{node} can't read its antennas as often as required: it would take {share} of "
                "its time",
                node=device.name,
                share=f"{takes:.0%}",
            )
            todo = it.words.say("run tapis build load {file} for details", file=it.path)
            yield Finding("antennas", "warn", found, todo)


def check_wear(it: Installation) -> Iterator[Finding]:
    """Find worn card tags, using the statistics that the table itself records."""
    if not it.config.cards.read:
        return
    now, aside = troubles(it.config)
    if now:
        todo = it.words.say("check the file's permissions; a damaged file is replaced during play")
        yield Finding("tags", "warn", now.said(it.words.say), todo)
    for old in aside:
        todo = it.words.say("delete the old file when it is no longer needed")
        yield Finding("tags", "warn", old.said(it.words.say), todo)
    try:
        cards = health_of(it.config)
    except FileProblems:
        return
    for one in cards:
        if one.worn:
            todo = f"tapis enroll replace {one.card} --deck {one.deck}"
            yield Finding("tags", "warn", worn_words(one, it.words), todo)


NO_BURN = N_("give the burn pile an antenna (zone = burn)")


def check_antennas(it: Installation) -> Iterator[Finding]:
    """Check for missing antennas, and report what is impossible without them."""
    config, say = it.config, it.words.say
    if not config.cards.read:
        found = say("no antennas: the board and shown hands are entered on a screen")
        yield Finding("antennas", "ok", found)
        return
    zones = {plan.zone for plan in config.plans()}
    if "burn" not in zones and "muck" not in zones and not config.shoe.present:
        found = say("no burn zone, muck or shoe is read, so burn errors can't be detected")
        yield Finding("antennas", "warn", found, say(NO_BURN))
    elif "burn" not in zones:
        found = say(
            "no antenna under the burn pile: a burn can only be inferred from where the card went"
        )
        yield Finding("antennas", "warn", found, say(NO_BURN))
    if "muck" not in zones:
        found = say(
            "no antenna under the muck: a mucked hand can only be recognised by a key press"
        )
        yield Finding("antennas", "warn", found, say("give the muck an antenna (zone = muck)"))
    yield from _full_nodes(it, config)
    spare = [plan.name for plan in config.plans() if plan.zone == "spare"]
    if spare:
        found = say("antennas without a zone: {names}", names=", ".join(spare))
        todo = say("name their zones in table.toml, or run tapis setup")
        yield Finding("antennas", "warn", found, todo)
    if {"burn", "muck"} <= zones and not spare:
        found = it.words.count("{n} antenna", "{n} antennas", len(config.plans()))
        yield Finding("antennas", "ok", found)


def check_tokens(it: Installation) -> Iterator[Finding]:
    """Check that somebody can send commands to the table, and that the tokens are private."""
    config, say = it.config, it.words.say
    if not config.tokens:
        found = say("no token file: nobody can control this table over MQTT, not even the floor")
        todo = say(
            'tokens = "tokens" in table.toml, and a file with a line "name token" for each person'
        )
        yield Finding("tokens", "warn", found, todo)
        return
    try:
        load_tokens(Path(config.tokens))
        plain = plain_owners(Path(config.tokens).read_text("utf-8"))
    except FileProblems as problems:
        for one in problems.problems:
            wrong, right = one.told(say)
            todo = right or say("a file with a line for each person: name token")
            yield Finding("tokens", "fail", wrong, todo)
        return
    if plain:
        found = say(
            "{file}: plain-text tokens: {names}; anybody who reads the file can control the table",
            file=config.tokens,
            names=", ".join(plain),
        )
        yield Finding(
            "tokens", "warn", found, say("run tapis floor token --hash: all tokens stay valid")
        )
    else:
        yield Finding("tokens", "ok", config.tokens)


PROOFS = {
    "uid": N_("floor decisions need a token"),
    "uid pin": N_("floor decisions need a PIN"),
    "pin": N_("floor decisions need a badge and a PIN"),
    "challenge": N_("floor decisions need a badge that proves its identity"),
}
"""What is needed to act for the floor, by the value of `floor_badge` in the config. "uid pin" is
for the value "uid" at a table with PINs."""


def check_floor(it: Installation) -> Iterator[Finding]:
    """Check the floor's badge and PIN, and whether somebody could copy the badge."""
    config, say = it.config, it.words.say
    try:
        pins = load_pins(Path(config.floor_pin)) if config.floor_pin else ()
        if config.floor_badge == "challenge":
            load_badge_key(Path(config.badge_key))
    except FileProblems as problems:
        for one in problems.problems:
            yield Finding("floor", "fail", *one.told(say))
        return
    read = any(plan.zone == "floor-badge" for plan in config.plans())
    if config.floor_badge == "pin" and not pins:
        found = say(
            "{file} contains no PIN, and a badge alone does not open the floor's panel",
            file=config.floor_pin,
        )
        yield Finding("floor", "fail", found, "tapis floor pin")
    elif config.floor_badge == "uid" and read:
        found = say(
            "the floor's badge is identified only by its number, which anybody close to it can copy"
        )
        todo = say('floor_badge = "pin" (badge and PIN), or "challenge" (NTAG 424 DNA)')
        yield Finding("floor", "warn", found, todo)
    else:
        needs = "uid pin" if config.floor_badge == "uid" and pins else config.floor_badge
        yield Finding("floor", "ok", say(PROOFS[needs]))


def check_secrets(it: Installation) -> Iterator[Finding]:
    """Check that other users can't access the broker's password, the journal or the tag file."""
    config = it.config
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
            found = it.words.say("{file} is readable by everybody", file=path)
            yield Finding(what, "fail", found, f"chmod 600 {path}")


def check_page(it: Installation) -> Iterator[Finding]:
    """Check that the table's page is being served, and that the table accepts its token."""
    say, folder = it.words.say, it.path.resolve().parent
    password = folder / PAGE_PASSWORD
    if not password.exists():
        yield Finding("page", "ok", say("the table's page is off: it has no password"))
        return
    if stat.S_IMODE(password.stat().st_mode) & 0o077:
        found = say("{file} is readable by everybody", file=password)
        yield Finding("page", "fail", found, f"chmod 600 {password}")
    elif not _is_known(folder, it.config.tokens):
        found = say("the table does not recognise its page: its token file lacks the page's tokens")
        yield Finding("page", "fail", found, "sudo tapis page password")
    elif it.system.run(["systemctl", "is-active", PAGE_SOCKET]).status not in (0, 127):
        found = say("the table's page has a password, but is not being served")
        yield Finding("page", "warn", found, f"sudo systemctl start {PAGE_SOCKET}")
    else:
        yield Finding("page", "ok", say("the table's page is on"))


def _is_known(folder: Path, tokens: str) -> bool:
    """Return whether the table's token file includes the tokens of the page.

    The page's tokens are in files in `folder`; `tokens` is the table's file.
    """
    if not tokens:
        return False
    try:
        known = load_tokens(Path(tokens))
        return all(
            known.owner(read_token(folder / file).secret) == name
            for name, file in PAGE_TOKENS.items()
        )
    except FileProblems:
        return True  # the check of the tokens reports that
    except (UnusableFile, FileNotFoundError):
        return False


def check_disk(it: Installation) -> Iterator[Finding]:
    """Check that the disk can store the journal reliably, and has enough space."""
    say = it.words.say
    folder = Path(it.config.journal).parent
    if not folder.is_dir():
        found = say("there is no folder {folder}", folder=folder)
        yield Finding("disk", "fail", found, f"sudo mkdir -p {folder}")
        return
    free = shutil.disk_usage(folder).free // 1_000_000
    if free < LEAST_FREE:
        found = say("only {n} MB free on the disk that contains {folder}", n=free, folder=folder)
        todo = say("free some space on the disk")
        yield Finding("disk", "fail" if free < 20 else "warn", found, todo)
    if not os.access(folder, os.W_OK | os.X_OK):
        todo = say("sudo chown tapis {folder}, and run the controller as that user", folder=folder)
        yield Finding("disk", "fail", say("{folder} is not writable", folder=folder), todo)
        return
    problem = _writes(folder, it.words)
    if problem:
        todo = say("put the journal on a local disk (ext4)")
        yield Finding("disk", "fail", problem, todo)
    elif free >= LEAST_FREE:
        found = say(
            "{folder}: {n} MB free, SQLite can use write-ahead logging", folder=folder, n=free
        )
        yield Finding("disk", "ok", found)


def _writes(folder: Path, spoken: Words) -> str:
    """Write a small database in a folder, in the same way as the controller writes the journal.

    The database is deleted afterwards. Return why this fails, or "" if it succeeds.
    """
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
        return spoken.say("can't write to {folder}: {error}", folder=folder, error=error)
    if mode == "wal":
        return ""
    return spoken.say(
        "SQLite can't use write-ahead logging in {folder} (mode {mode})", folder=folder, mode=mode
    )


def check_journal(it: Installation) -> Iterator[Finding]:
    """Check that the journal is intact."""
    say = it.words.say
    path = Path(it.config.journal)
    try:
        if not path.exists():
            found = say("{file}: nothing has been played yet", file=path)
            yield Finding("journal", "ok", found)
            return
        if path.stat().st_size > VERIFIED * 1_000_000:
            found = say("{file} is large and was not fully checked", file=path)
            yield Finding("journal", "ok", found, f"tapis journal verify {path}")
            return
        verdict = verify(path)
        with JournalReader(path) as reader:
            aside, begun = reader.aside(), reader.epochs()[-1]
            is_news = bool(begun.reason) and begun.era >= reader.eras()[-1].id
    except JournalDamaged as error:
        yield Finding("journal", "fail", error_in(error, it.words), f"tapis journal salvage {path}")
        return
    except (JournalError, OSError) as error:
        found = error_in(error, it.words) if isinstance(error, JournalError) else str(error)
        yield Finding("journal", "fail", found, say("run doctor as the journal's owner"))
        return
    if is_news:
        why = it.words.of(WHAT, begun.reason)
        found = say("{file}: {why}; the numbering of events has restarted", file=path, why=why)
        todo = say("compare the stacks with the chips on the table")
        yield Finding("journal", "warn", found, todo)
    for after, until in aside[-1:]:
        found = say(
            "{file}: rows {first} to {last} could not be replayed and were left out",
            file=path,
            first=after + 1,
            last=until,
        )
        todo = say("count all stacks; correct any difference")
        yield Finding("journal", "warn", found, todo)
    if verdict.faults:
        found = it.words.named(str(path), fault_words(verdict.faults[0], it.words))
        yield Finding("journal", "fail", found, f"tapis journal salvage {path}")
    else:
        found = it.words.count(
            "{file}: {n} row, intact", "{file}: {n} rows, all intact", verdict.rows, file=path
        )
        yield Finding("journal", "ok", found)
