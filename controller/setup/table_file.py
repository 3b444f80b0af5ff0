"""Writes table.toml from a draft, with comments that explain each part."""

import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.items import Table

from controller.admin.schema import WrittenFile, schema_text
from controller.setup.draft import REHEARSAL, Draft, Machine, antennas_of
from controller.toml.parse import NotToml, parse
from controller.toml.private_files import write_own
from display.words.locale import ENGLISH, N_
from display.words.names import Words, words
from hardware.keys import KEYS_FILE

PIN_FILE = "floor.pin"
KEY_FILE = "badge.key"
TOKENS_FILE = "tokens"
PASSWORD_FILE = "broker-password"  # noqa: S105  a name
"""The file with the broker password, in the config's folder.

The folder may contain three other files: `PIN_FILE` with the floor's PINs, `KEY_FILE` with the
master key of the floor badges, and `TOKENS_FILE` with the command tokens. `tapis install` writes
the password and the tokens.
"""

FILES: Final = {"tokens": TOKENS_FILE, "floor_pin": PIN_FILE, "badge_key": KEY_FILE}
"""The name that setup gives to the file that each of these config keys refers to."""

TAGS_FILE: Final = "tags.toml"
REHEARSAL_TAGS: Final = "rehearsal-tags.toml"

SCHEMA_FILE: Final = "table.schema.json"
SCHEMA_LINE: Final = f"#:schema ./{SCHEMA_FILE}\n\n"

HEAD = N_(
    "A table's config, made by tapis setup. Change it as you like, then check it with "
    "tapis doctor. docs/table.toml documents every key."
)
ANTENNAS_HEAD = N_(
    "A device's antennas are numbered in the order of this list. x and y are in mm from the "
    "middle of the felt, and y points towards seat 1; the values are those of the reference table."
)
WIDTH = 86
ANTENNA_KEYS = ("name", "zone", "period", "x", "y", "width", "depth", "device")
COMMENTS_AT = 32
USUAL_BAUD = 115200
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class KeyLine(NamedTuple):
    """A line of table.toml: a key, its value, and the comment that follows."""

    key: str
    value: Any
    comment: str = ""


OURS: Final[dict[str, frozenset[str]]] = {
    "": frozenset({
        "name", "venue", "house", "seats", "chips", "denominations", "floor", "tokens",
        "floor_pin", "floor_badge", "badge_key", "hardware", "layout", "devices", "antennas",
    }),
    "level": frozenset({"small_blind", "big_blind"}),
    "cards": frozenset({"decks", "registry", "read"}),
    "links": frozenset({"keys"}),
    "shoe": frozenset({"present", "gate"}),
    "display": frozenset({"language"}),
    "broker": frozenset({"user", "password_file"}),
    "reference": frozenset({"burn"}),
    "ring": frozenset({"kind"}),
}  # fmt: skip
"""The keys in each section of the config that setup writes or omits depending on the answers.

All other keys of an older config are kept."""

Kept = Mapping[str, Mapping[str, Any]]
"""The values kept from an older file, by section; section "" contains top-level keys and lists."""


def kept(text: str, draft: Draft) -> Kept:
    """Return the values in an older config file that no question of the setup covers.

    They are keyed by section; there are none if `text` is not valid TOML. Values that can't be
    valid for the table of the draft are left out. A key that names a file with secrets is kept if
    setup would give that file a different name; so is `floor_badge`, which needs such a file.
    """
    try:
        older = parse(text)
    except NotToml:
        return {}
    found: dict[str, dict[str, Any]] = {"": {}}
    own = {key for key, usual in FILES.items() if older.get(key, usual) not in ("", usual)}
    if own & {"floor_pin", "badge_key"}:
        own.add("floor_badge")
    for key, value in older.items():
        if isinstance(value, dict):
            found[key] = {k: v for k, v in value.items() if _stays(older, key, k, draft)}
        elif key not in OURS[""] or key in own:
            found[""][key] = value
    for key in ("players", "ears"):
        if isinstance(there := found[""].get(key), list):
            found[""][key] = [one for one in there if _has_a_seat(one, draft)]
    if not draft.simulated:
        found[""].pop("recording", None)
    if not draft.shoe:
        found.get("shoe", {}).pop("counts", None)
    return {name: keys for name, keys in found.items() if keys}


def _stays(older: Mapping[str, Any], section: str, key: str, draft: Draft) -> bool:
    """Return whether a key in a section of an older config is kept.

    A key in `OURS` is kept if it has a value that setup never writes: a ring on the Pi's own pins,
    a different tag file, or a login for a different broker.
    """
    value = older[section][key]
    match section, key:
        case "ring", "kind":
            from_node = any(machine.role == "ring" for machine in draft.machines)
            return not (from_node or value == "node")
        case "cards", "registry":
            return value not in (TAGS_FILE, REHEARSAL_TAGS)
        case "broker", "user" | "password_file":
            return bool(older[section].get("password_file", PASSWORD_FILE) != PASSWORD_FILE)
    return key not in OURS.get(section, ())


def _has_a_seat(one: Any, draft: Draft) -> bool:
    """Return whether the seat of a player or earpiece in an older config still exists."""
    seat = one.get("seat") if isinstance(one, dict) else one
    return not isinstance(seat, int) or seat <= draft.seats


def table_text(
    draft: Draft, beside: Collection[str] = (), spoken: Words | None = None, stays: Kept = NOTHING
) -> str:
    """Return the text of table.toml for a draft.

    `beside` contains the names of the files in the config's folder. `stays` contains the values
    kept from an older file; in each section, they follow the values from the draft. Comments are in
    the language of `spoken`, or English by default.
    """
    spoken = spoken or words(ENGLISH)
    document = tomlkit.document()
    _comment(document, spoken.say(HEAD))
    document.add(tomlkit.nl())
    alone = stays.get("", {})
    _fill(document, (line for line in _top(draft, beside) if line.key not in alone), spoken)
    _fill(document, (KeyLine(k, v) for k, v in alone.items() if not _is_tables(v)), spoken)
    made = dict(_tables(draft, beside))
    for name in dict.fromkeys((*made, *stays)):
        if name:
            more = stays.get(name, {})
            lines = [line for line in made.get(name, ()) if line.key not in more]
            lines += [KeyLine(k, v) for k, v in more.items()]
            if lines:
                document.add(name, _table(lines, spoken))
    for key, value in alone.items():
        if _is_tables(value):
            rows = ((KeyLine(k, v) for k, v in one.items()) for one in value)
            _list(document, key, rows, spoken)
    if not draft.simulated:
        _list(document, "devices", (_device(machine) for machine in draft.machines), spoken)
        plans = antennas_of(draft)
        if plans:
            document.add(tomlkit.nl())
            _comment(document, spoken.say(ANTENNAS_HEAD))
        antennas = ((KeyLine(key, getattr(plan, key)) for key in ANTENNA_KEYS) for plan in plans)
        _list(document, "antennas", antennas, spoken)
    return tomlkit.dumps(document)


def _top(draft: Draft, beside: Collection[str]) -> Iterator[KeyLine]:
    yield KeyLine("name", draft.name, N_("in every MQTT topic: tapis/<venue>/<name>/..."))
    yield KeyLine("venue", draft.venue)
    yield KeyLine(
        "house",
        draft.house,
        N_("the house rules: the name of a house that comes with Tapis, or a file"),
    )
    yield KeyLine("seats", draft.seats)
    yield KeyLine(
        "chips", draft.chips, N_("rfid: chips are read; keyed: amounts are entered at the seat")
    )
    yield KeyLine("denominations", list(draft.denominations))
    yield KeyLine(
        "floor",
        draft.floor,
        N_("absent: the players in the hand decide together on anything that the rules leave open"),
    )
    if TOKENS_FILE in beside:
        yield KeyLine("tokens", TOKENS_FILE, N_("who may control the table"))
    if PIN_FILE in beside:
        yield KeyLine("floor_pin", PIN_FILE, N_("the floor's PINs: tapis floor pin NAME"))
    yield from _floor_badge(draft, beside)
    if draft.simulated:
        yield KeyLine("hardware", "twin", N_("a simulated table"))
        yield KeyLine("layout", "reference", N_("the antennas are those of the reference table"))
    elif draft.read:
        yield KeyLine("hardware", "devices", N_("the devices listed in [[devices]] below"))


def _floor_badge(draft: Draft, beside: Collection[str]) -> Iterator[KeyLine]:
    """Yield the lines that say what proof the floor's badge must give.

    It is the strictest proof that the readers and files allow. `beside` contains the names of the
    files in the config's folder.
    """
    ports = [one.port for one in draft.under if one.zone == "floor-badge"]
    readers = [one.kind for one in draft.machines if one.port in ports]
    if draft.simulated or not readers:
        return
    if KEY_FILE in beside and set(readers) == {"pcsc"}:
        yield KeyLine(
            "floor_badge", "challenge", N_("a badge that proves its identity: tapis floor badge")
        )
        yield KeyLine("badge_key", KEY_FILE)
    elif PIN_FILE in beside:
        yield KeyLine("floor_badge", "pin", N_("badge and PIN: a badge's number can be copied"))


def _links(draft: Draft, beside: Collection[str]) -> list[KeyLine]:
    """Return the lines about the nodes: whether they need keys, and whether they use time slots."""
    lines = []
    if KEYS_FILE in beside and not draft.simulated:
        said = N_("tapis firmware install gives a node the key that proves its identity")
        lines.append(KeyLine("keys", "required", said))
    ports = {machine.port for machine in draft.machines if machine.kind == "node"}
    if not draft.simulated and len(ports & {one.port for one in draft.under}) > 1:
        said = N_("antennas that interfere with each other take turns to transmit")
        lines.append(KeyLine("slots", True, said))
    return lines


def _tables(draft: Draft, beside: Collection[str]) -> Iterator[tuple[str, list[KeyLine]]]:
    yield (
        "level",
        [KeyLine("small_blind", draft.small_blind), KeyLine("big_blind", draft.big_blind)],
    )
    yield (
        "cards",
        [
            KeyLine("decks", draft.decks, N_("the decks are used in turn")),
            KeyLine(
                "registry",
                _registry(draft),
                N_("which card, chip or badge each tag is in: tapis enroll"),
            )
            if draft.read
            else KeyLine("read", False, N_("the board and shown hands are entered on a screen")),
        ],
    )
    yield "links", _links(draft, beside)
    yield "shoe", [KeyLine("present", draft.shoe), KeyLine("gate", draft.gate)]
    yield "display", [KeyLine("language", draft.language)]
    if PASSWORD_FILE in beside:
        user = KeyLine("user", f"table-{draft.name}")
        yield "broker", [user, KeyLine("password_file", PASSWORD_FILE)]
    if draft.simulated:
        yield "reference", [KeyLine("burn", "burn" in draft.extras)]
    elif any(machine.role == "ring" for machine in draft.machines):
        yield "ring", [KeyLine("kind", "node")]


def _registry(draft: Draft) -> str:
    """Return the name of the tag file; a simulated table has a separate one."""
    rehearsed = any(machine.firmware == REHEARSAL for machine in draft.machines)
    return REHEARSAL_TAGS if rehearsed else TAGS_FILE


def _device(machine: Machine) -> Iterator[KeyLine]:
    yield KeyLine("name", machine.name)
    yield KeyLine("kind", machine.kind)
    yield KeyLine("port", machine.port)
    if machine.kind == "node":
        yield KeyLine("role", machine.role)
        if machine.role == "seat":
            yield KeyLine("seat", machine.seat)
        if machine.baud != USUAL_BAUD:
            yield KeyLine("baud", machine.baud)
        if machine.by_name:
            said = N_("the adapter has no unique name, so the node identifies itself")
            yield KeyLine("by_name", True, said)


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(one, dict) for one in value)


def _comment(document: TOMLDocument, text: str) -> None:
    for line in textwrap.wrap(text, WIDTH):
        document.add(tomlkit.comment(line))


def _list(
    document: TOMLDocument, name: str, tables: Iterable[Iterable[KeyLine]], spoken: Words
) -> None:
    found = tomlkit.aot()
    for lines in tables:
        found.append(_table(lines, spoken))
    if found:
        document.add(name, found)


def _table(lines: Iterable[KeyLine], spoken: Words) -> Table:
    table = tomlkit.table()
    _fill(table, lines, spoken)
    return table


def _fill(to: TOMLDocument | Table, lines: Iterable[KeyLine], spoken: Words) -> None:
    for key, value, comment in lines:
        item = tomlkit.item(value)
        if comment:
            item.comment(spoken.say(comment))
            item.trivia.comment_ws = " " * max(1, COMMENTS_AT - len(f"{key} = {item.as_string()}"))
        to.add(key, item)


def write_table(path: Path, draft: Draft, spoken: Words | None = None) -> Path | None:
    """Write table.toml; return the path of the older file's backup, or None if there was none.

    The file's schema is written to the same folder and named in its first line, so that editors
    suggest every key. Comments are in the language of `spoken`, or English by default.
    """
    older, stays = None, NOTHING
    if path.exists():
        text = _text_of(path)
        older, stays = path.with_name(path.name + ".bak"), kept(text, draft)
        write_own(older, text, 0o644)
    write_own(path.with_name(SCHEMA_FILE), schema_text(WrittenFile.TABLE), 0o644)
    write_own(path, SCHEMA_LINE + table_text(draft, beside(path), spoken, stays), 0o644)
    return older


def _text_of(path: Path) -> str:
    """Return the text of an older config, which an editor may have saved in another encoding."""
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def beside(path: Path) -> frozenset[str]:
    """Return the names of the files in the folder of a config."""
    return frozenset(file.name for file in path.parent.iterdir() if file.is_file())
