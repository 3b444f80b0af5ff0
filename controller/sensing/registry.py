"""The registry, which maps each tag to its card, chip, badge or button.

The file is TOML, one line per tag, grouped by kind:

    [deck.1]
    E00401500A1B2C3D = "Kh"
    [chips.1]
    E00401500A1B2C40 = 100
    [players]
    04A1B2C3D4E5F6 = "Anne"
    [floor]
    04A1B2C3D4E5F7 = "Xavier"
    [button]
    E00401500A1B2C99 = "button"
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tomlkit

from controller.contract.errors import TapisError
from controller.contract.limits import MOST_CHIPS
from controller.contract.scans import BadgeTag, ButtonTag, CardTag, ChipTag, Tag
from controller.toml.file import FileProblems, Problem, about_file
from controller.toml.parse import NotToml, parse
from controller.toml.private_files import write_own

CARDS = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
FRESH_PACK = (
    *(rank + "s" for rank in "A23456789TJQK"),
    *(rank + "d" for rank in "A23456789TJQK"),
    *(rank + "c" for rank in "KQJT98765432A"),
    *(rank + "h" for rank in "KQJT98765432A"),
)
"""The cards of a pack as it leaves the factory, from the top (face up)."""

UID = re.compile(r"(?:[0-9A-F]{2}){4,10}")


class RegistryError(TapisError, ValueError):
    """A tag that can't be enrolled; the message states the mistake and the remedy."""


class Registry:
    """The enrolled tags by uid. Tags can be enrolled while the table is running."""

    def __init__(self, tags: Mapping[str, Tag] | None = None) -> None:
        self._tags: dict[str, Tag] = {}
        self._cards: dict[tuple[str, int], str] = {}
        self.get = self._tags.get
        for uid, tag in (tags or {}).items():
            self.enrol(uid, tag)

    def __len__(self) -> int:
        return len(self._tags)

    def __contains__(self, uid: str) -> bool:
        return uid in self._tags

    def __iter__(self) -> Iterator[str]:
        return iter(self._tags)

    def items(self) -> Iterator[tuple[str, Tag]]:
        """Return every uid with its tag, in the order of enrolment."""
        return iter(self._tags.items())

    def card(self, card: str, deck: int = 1) -> str:
        """Return the uid of a card in a deck, or `""` if it was never enrolled."""
        return self._cards.get((card, deck), "")

    def enrol(self, uid: str, tag: Tag) -> None:
        """Add a tag.

        Raises `RegistryError` for a uid that is invalid or already enrolled, a card that does not
        exist or that its deck already has, an invalid chip value, or a badge without a name.
        """
        problem = self._problem(uid, tag)
        if problem:
            raise RegistryError(problem)
        self._tags[uid] = tag
        if isinstance(tag, CardTag):
            self._cards[tag.card, tag.deck] = uid

    def forget(self, uid: str) -> Tag:
        """Remove a tag and return it. Raises `KeyError` if the uid is not enrolled."""
        tag = self._tags.pop(uid)
        if isinstance(tag, CardTag):
            del self._cards[tag.card, tag.deck]
        return tag

    def _problem(self, uid: str, tag: Tag) -> str:
        if not UID.fullmatch(uid):
            return f'"{uid}" is not a uid: a uid has 8 to 20 hexadecimal digits, in capitals'
        if uid in self._tags:
            return f"tag {uid} is enrolled twice: remove one of its lines"
        match tag:
            case CardTag(card=card) if card not in CARDS:
                return f'tag {uid}: "{card}" is not a card: write a rank and a suit, such as "Kh"'
            case CardTag(deck=deck) if deck < 1:
                return f"tag {uid}: decks are numbered from 1, not {deck}"
            case CardTag(card=card, deck=deck) if (card, deck) in self._cards:
                other = self._cards[card, deck]
                return f"tags {other} and {uid} are both {card} of deck {deck}: one is wrong"
            case ChipTag(value=value) if value < 1:
                return f"tag {uid}: a chip is worth 1 or more, not {value}"
            case ChipTag(value=value) if value > MOST_CHIPS:
                return f"tag {uid}: a chip is worth {MOST_CHIPS} at most"
            case BadgeTag(name="") | BadgeTag(role=""):
                return f"tag {uid}: a badge needs its owner's name"
        return ""


def load_registry(path: Path) -> Registry:
    """Read a registry file.

    Raises `FileProblems`, which lists every mistake in the file with its line, or states why the
    file can't be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
        data = parse(text)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise about_file(path, f"can't be read: {reason}") from None
    except NotToml as error:
        raise about_file(path, str(error)) from None
    registry = Registry()
    problems = []
    for uid, tag in _entries(data):
        try:
            if isinstance(tag, str):
                raise RegistryError(tag)
            registry.enrol(uid.upper(), tag)
        except RegistryError as error:
            problems.append(Problem(str(path), 0, "", f"line {_line(text, uid)}: {error}"))
    if problems:
        raise FileProblems(problems)
    return registry


def _entries(data: dict[str, Any]) -> Iterator[tuple[str, Tag | str]]:
    """Return each uid with its tag, or with the mistake in its entry."""
    for section, content in data.items():
        if section not in {"deck", "chips", "players", "floor", "button"}:
            yield section, f"[{section}] is unknown: use [deck.1], [chips.1], [players], [floor]"
        elif not isinstance(content, dict):
            yield section, f'"{section}" must be a section of uids: [{section}]'
        elif section in {"deck", "chips"}:
            for number, tags in content.items():
                if not number.isdecimal() or not isinstance(tags, dict):
                    yield number, f"[{section}] is followed by a number: [{section}.1]"
                    continue
                for uid, value in tags.items():
                    yield uid, _tag(section, value, int(number)) or _misfit(section, uid, value)
        else:
            for uid, value in content.items():
                yield uid, _tag(section, value) or _misfit(section, uid, value)


def _tag(section: str, value: object, number: int = 0) -> Tag | None:
    match section, value:
        case "deck", str():
            return CardTag(value, number)
        case "chips", int() if not isinstance(value, bool):
            return ChipTag(value, number)
        case "players", str():
            return BadgeTag(value)
        case "floor", str():
            return BadgeTag(value, "floor")
        case "button", _:
            return ButtonTag()
    return None


def _misfit(section: str, uid: str, value: object) -> str:
    right = "a whole number, its value" if section == "chips" else 'text in quotes, such as "Kh"'
    return f"tag {uid}: {value!r} does not fit in [{section}]: write {right}"


def _line(text: str, word: str) -> str:
    """Return the numbers of the first two lines of `text` that contain `word`, such as "3 and 7".

    Returns "?" if no line contains it.
    """
    lines = [str(n) for n, line in enumerate(text.splitlines(), start=1) if word in line]
    return " and ".join(lines[:2]) or "?"


def save_registry(registry: Registry, path: Path) -> None:
    """Write a registry file that `load_registry` reads back unchanged.

    Each tag has one line, and the order is always the same, so two files differ only in the lines
    of the tags that differ. The write is atomic: even a power cut leaves either the old file or the
    new one. Raises `OSError`.
    """
    # Only the values are written by tomlkit: a tomlkit document of a few hundred keys takes 0.3 s
    # to build, which is too slow on a Pi after each enrolled tag.
    sections: dict[str, list[str]] = {}
    for uid, tag in sorted(registry.items(), key=_place):
        name, value = _line_of(tag)
        sections.setdefault(name, []).append(f"{uid} = {tomlkit.item(value).as_string()}")
    text = "\n".join("\n".join([f"[{name}]", *lines, ""]) for name, lines in sections.items())
    # The uids identify cards by their tags, so only the table's user may read this file.
    write_own(path, text)


def _line_of(tag: Tag) -> tuple[str, str | int]:
    """Return the section of the registry file for a tag, and the value to write there."""
    match tag:
        case CardTag():
            return f"deck.{tag.deck}", tag.card
        case ChipTag():
            return f"chips.{tag.set}", tag.value
        case BadgeTag():
            return "floor" if tag.role == "floor" else "players", tag.name
    return "button", "button"


def _place(entry: tuple[str, Tag]) -> tuple[Any, ...]:
    """Return the sort key of a tag: cards as in a new deck, chips by value, and badges by name."""
    uid, tag = entry
    section, value = _line_of(tag)
    kind, _, number = section.partition(".")
    order = FRESH_PACK.index(tag.card) if isinstance(tag, CardTag) else value
    return kind, int(number or 0), order, uid
