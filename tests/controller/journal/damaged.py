"""Journals of a played evening, and what can befall their files."""

import os
import shutil
from pathlib import Path

from controller.houses.loader import house_hash
from controller.journal import Journal
from controller.journal.opening import PAGE
from controller.run.loop.runtime import Runtime
from tests.controller.evening import Evening, evening

HANDS = 5


def tonight() -> Evening:
    """Return the evening that is played on them."""
    return evening(HANDS, seed=3)


def open_journal(path: Path) -> Journal:
    """Open a journal as that evening's controller does."""
    return Journal(path, house="ppc", house_hash=house_hash(tonight().house), table="3")


def play(journal: Journal, rows: slice = slice(None)) -> Runtime:
    """Play a part of the evening on a journal."""
    runtime = Runtime(tonight().house, tonight().table, name="3", journal=journal)
    for observation in tonight().observations[rows]:
        runtime.observe(observation)
    return runtime


def killed(path: Path, rows: slice = slice(None)) -> Runtime:
    """Play a part of the evening and leave the files as a killed controller does."""
    beside = path.with_name(f"alive-{path.name}")
    journal = open_journal(beside)
    runtime = play(journal, rows)
    for suffix in ("", "-wal", ".end"):
        shutil.copy(beside.with_name(beside.name + suffix), path.with_name(path.name + suffix))
    journal.close()
    return runtime


def wal(path: Path) -> Path:
    """Return where a journal's log lies."""
    return path.with_name(path.name + "-wal")


def flip(path: Path, at: int) -> None:
    """Turn one bit of a file over; a negative place counts from its end."""
    with path.open("r+b") as file:
        file.seek(at, os.SEEK_SET if at >= 0 else os.SEEK_END)
        byte = file.read(1)[0]
        file.seek(-1, os.SEEK_CUR)
        file.write(bytes([byte ^ 0x10]))


def zero(path: Path, at: int, length: int = PAGE) -> None:
    """Let a part of a file be zeros."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(bytes(length))
