"""Reads a supplier's list of tags: one line per tag, with a uid and a card or a chip value."""

import csv
from collections.abc import Sequence
from pathlib import Path

from controller.contract.errors import Sentence
from controller.contract.scans import CardTag, ChipTag, Tag
from controller.sensing.registry import Registry, RegistryError
from controller.setup.tags.enrolment_rules import read_card, refusal
from controller.setup.words import Words
from controller.toml.file import FileProblems, Problem, about_file


def read_list(path: Path, registry: Registry, deck: int, words: Words) -> list[tuple[str, Tag]]:
    """Return the uids and tags in a file with one `uid,card` or `uid,value` line per tag.

    `value` is a chip's value. `deck` is the number of the deck that the cards belong to. A heading,
    empty lines and lines that begin with `#` are skipped. Raises `FileProblems`, which lists every
    mistake, including duplicates within the list and tags already enrolled.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        wrong = getattr(error, "strerror", None) or Sentence("it is not UTF-8 text")
        raise about_file(path, Sentence("can't be read: {wrong}", wrong=wrong)) from None
    trial = Registry(dict(registry.items()))
    problems: list[Problem] = []
    found: list[tuple[str, Tag]] = []
    delimiter = ";" if ";" in text.partition("\n")[0] else ","
    for number, row in enumerate(csv.reader(text.splitlines(), delimiter=delimiter), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#"):
            continue
        if number == 1 and cells[0].lower() == "uid":
            continue
        entry = _entry(cells, deck)
        wrong = entry if isinstance(entry, str) else refusal(trial, entry[0], words)
        if not wrong and not isinstance(entry, str):
            try:
                trial.enrol(*entry)
                found.append(entry)
            except RegistryError as error:
                wrong = str(error)
        if wrong:
            problems.append(Problem(str(path), number, "", wrong.rstrip(".")))
    if problems:
        raise FileProblems(problems)
    return found


def _entry(cells: Sequence[str], deck: int) -> tuple[str, Tag] | str:
    """Return the uid and the tag on a line of a list, or what is wrong with the line."""
    if len(cells) != 2 or not all(cells):
        return "a line is a uid and a card: E00401500A1B2C3D,Kh"
    uid = cells[0].upper().replace(":", "").replace(" ", "")
    if cells[1].isdecimal():
        return uid, ChipTag(int(cells[1]))
    card = read_card(cells[1])
    if not card:
        return f'"{cells[1]}" is not a card: write a rank and a suit, such as "Kh"'
    return uid, CardTag(card, deck)
