"""The table.toml of a draft, with comments that say what each part is."""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.items import Table

from controller.contract.scans import AntennaPlan
from controller.setup.draft import Draft, Machine, antennas_of, write_whole
from hardware.keys import KEYS_FILE

PIN_FILE = "floor.pin"
KEY_FILE = "badge.key"
TOKENS_FILE = "tokens"
PASSWORD_FILE = "broker-password"  # noqa: S105  a name
"""Files beside the config: of a PIN, of tapis floor badge, and the others of tapis install."""

HEAD = (
    "A table's config, made by tapis setup; change what you like, and let tapis doctor look",
    "at it. Every key there is stands in docs/table.toml.",
)
ANTENNAS_HEAD = (
    "A device counts its antennas in the order in which they stand here. x and y are mm",
    "from the middle of the felt, y towards seat 1; they are the reference table's.",
)
ANTENNA_KEYS = ("name", "zone", "period", "x", "y", "width", "depth", "device")
COMMENTS_AT = 32
USUAL_BAUD = 115200


class KeyLine(NamedTuple):
    """A key, its value, and the comment behind it."""

    key: str
    value: Any
    comment: str = ""


def table_text(draft: Draft, beside: Collection[str] = ()) -> str:
    """Return the table.toml of a draft; `beside` are the names of the files in its folder."""
    document = tomlkit.document()
    _comment(document, HEAD)
    document.add(tomlkit.nl())
    _fill(document, _top(draft, beside))
    for name, lines in _tables(draft, beside):
        document.add(name, _table(lines))
    if not draft.simulated:
        _list(document, "devices", (_device(machine) for machine in draft.machines))
        plans = antennas_of(draft)
        if plans:
            document.add(tomlkit.nl())
            _comment(document, ANTENNAS_HEAD)
        _list(document, "antennas", map(_antenna, plans))
    return tomlkit.dumps(document)


def _top(draft: Draft, beside: Collection[str]) -> Iterator[KeyLine]:
    yield KeyLine("name", draft.name, "in every MQTT topic: tapis/<venue>/<name>/...")
    yield KeyLine("venue", draft.venue)
    yield KeyLine("house", draft.house, "the rules: a shipped house, or a file")
    yield KeyLine("seats", draft.seats)
    yield KeyLine(
        "chips", draft.chips, "rfid: chips are read; keyed: amounts are keyed at the seat"
    )
    yield KeyLine("denominations", list(draft.denominations))
    yield KeyLine("floor", draft.floor, "absent: all live seats close what the rules leave open")
    if TOKENS_FILE in beside:
        yield KeyLine("tokens", TOKENS_FILE, "who may command the table")
    if PIN_FILE in beside:
        yield KeyLine("floor_pin", PIN_FILE, "the floor's PINs: tapis floor pin NAME")
    yield from _floor_badge(draft, beside)
    if draft.simulated:
        yield KeyLine("hardware", "twin", "a simulated table")
        yield KeyLine("layout", "reference", "with the reference table's antennas")
    elif draft.read:
        yield KeyLine("hardware", "devices", "the [[devices]] below")


def _floor_badge(draft: Draft, beside: Collection[str]) -> Iterator[KeyLine]:
    """Yield what the floor's badge has to prove: as much as there is to prove it with."""
    ports = [one.port for one in draft.under if one.zone == "floor-badge"]
    readers = [one.kind for one in draft.machines if one.port in ports]
    if draft.simulated or not readers:
        return
    if KEY_FILE in beside and set(readers) == {"pcsc"}:
        yield KeyLine("floor_badge", "challenge", "a badge that proves itself: tapis floor badge")
        yield KeyLine("badge_key", KEY_FILE)
    elif PIN_FILE in beside:
        yield KeyLine("floor_badge", "pin", "badge and PIN: a badge's number can be copied")


def _tables(draft: Draft, beside: Collection[str]) -> Iterator[tuple[str, list[KeyLine]]]:
    yield (
        "level",
        [KeyLine("small_blind", draft.small_blind), KeyLine("big_blind", draft.big_blind)],
    )
    yield (
        "cards",
        [
            KeyLine("decks", draft.decks, "used by turns"),
            KeyLine("registry", "tags.toml", "which tag is in what: tapis enroll")
            if draft.read
            else KeyLine("read", False, "the board and what is shown are keyed on a screen"),
        ],
    )
    if KEYS_FILE in beside and not draft.simulated:
        said = "a node proves who it is: tapis firmware install"
        yield "links", [KeyLine("keys", "required", said)]
    yield "shoe", [KeyLine("present", draft.shoe), KeyLine("gate", draft.gate)]
    yield "display", [KeyLine("language", draft.language)]
    if PASSWORD_FILE in beside:
        user = KeyLine("user", f"table-{draft.name}")
        yield "broker", [user, KeyLine("password_file", PASSWORD_FILE)]
    if draft.simulated:
        yield "reference", [KeyLine("burn", "burn" in draft.extras)]
    elif any(machine.role == "ring" for machine in draft.machines):
        yield "ring", [KeyLine("kind", "node")]


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


def _antenna(plan: AntennaPlan) -> Iterator[KeyLine]:
    for key in ANTENNA_KEYS:
        yield KeyLine(key, getattr(plan, key))


def _comment(document: TOMLDocument, lines: Iterable[str]) -> None:
    for line in lines:
        document.add(tomlkit.comment(line))


def _list(document: TOMLDocument, name: str, tables: Iterable[Iterable[KeyLine]]) -> None:
    found = tomlkit.aot()
    for lines in tables:
        found.append(_table(lines))
    if found:
        document.add(name, found)


def _table(lines: Iterable[KeyLine]) -> Table:
    table = tomlkit.table()
    _fill(table, lines)
    return table


def _fill(to: TOMLDocument | Table, lines: Iterable[KeyLine]) -> None:
    for key, value, comment in lines:
        item = tomlkit.item(value)
        if comment:
            item.comment(comment)
            item.trivia.comment_ws = " " * max(0, COMMENTS_AT - len(f"{key} = {item.as_string()}"))
        to.add(key, item)


def write_table(path: Path, draft: Draft) -> Path | None:
    """Write table.toml; give where the older one is kept, None when there was none."""
    older = None
    if path.exists():
        older = path.with_name(path.name + ".bak")
        write_whole(older, path.read_text(encoding="utf-8"))
    write_whole(path, table_text(draft, beside(path)))
    return older


def beside(path: Path) -> frozenset[str]:
    """Return the names of the files in a config's folder."""
    return frozenset(file.name for file in path.parent.iterdir() if file.is_file())
