"""Torn writes: a journal's files as a power cut may leave them, and a table started on them."""

import random
import shutil
from pathlib import Path
from typing import Final, NamedTuple

from controller.houses.loader import house_hash
from controller.journal import Journal, JournalReader
from controller.journal.repair.mending import mend
from controller.run.loop.runtime import Runtime
from controller.table.state import Table
from tests.rig.evening import evening

HANDS: Final = 3
SECTOR: Final = 512
SUFFIXES: Final = ("", "-wal", ".end")


class _Moment(NamedTuple):
    """The files when a row is on disk and recorded, and the table at that time."""

    files: dict[str, bytes]
    table: Table
    seq: int


def torn_writes(folder: Path, trials: int, seed: int) -> list[str]:
    """Start tables on torn images; return "" for each that held, else what fell."""
    chance = random.Random(seed)
    moments = _played(folder / "torn", seed)
    return [_trial(folder / "torn-trial", moments, chance, seed) for _ in range(trials)]


def _played(folder: Path, seed: int) -> list[_Moment]:
    """Play some hands, and copy the files after each row."""
    folder.mkdir()
    tonight = evening(HANDS, seed=seed)
    path = folder / "t.db"
    moments = []
    mark = house_hash(tonight.house)
    with Journal(path, house="ppc", house_hash=mark, table="t") as journal:
        runtime = Runtime(tonight.house, tonight.table, name="t", journal=journal)

        def taken(*_: object) -> None:
            files = {suffix: path.with_name(f"t.db{suffix}").read_bytes() for suffix in SUFFIXES}
            moments.append(_Moment(files, runtime.table, journal.seq))

        runtime.results.append(taken)
        for observation in tonight.observations:
            runtime.observe(observation)
    shutil.rmtree(folder)
    return moments


def _trial(folder: Path, moments: list[_Moment], chance: random.Random, seed: int) -> str:
    at = chance.randrange(len(moments) - 1)
    before, after = moments[at], moments[at + 1]
    written = dict(before.files)
    if chance.random() < 0.3:
        # The row is on disk, but its record is torn.
        written |= {suffix: after.files[suffix] for suffix in ("", "-wal")}
        torn = ".end"
    else:
        torn = "-wal"
    written[torn] = _torn(before.files[torn], after.files[torn], chance)
    folder.mkdir()
    for suffix, data in written.items():
        (folder / f"t.db{suffix}").write_bytes(data)
    try:
        return _start(folder / "t.db", before, after, seed)
    except Exception as error:  # noqa: BLE001
        return f"a start ended in {type(error).__name__}: {error}"
    finally:
        shutil.rmtree(folder)


def _torn(before: bytes, after: bytes, chance: random.Random) -> bytes:
    """Return a file with some sectors written and others not yet."""
    length = chance.choice((len(after), chance.randrange(len(before), len(after) + 1)))
    data = bytearray(before.ljust(length, b"\0")[:length])
    for at in range(0, length, SECTOR):
        if chance.random() < 0.5:
            data[at : at + SECTOR] = after[at : min(at + SECTOR, length)]
    if chance.random() < 0.3 and length > len(before):
        # A sector may also be half written.
        cut = chance.randrange(len(before), length)
        data[:cut] = after[:cut]
        del data[cut:]
    return bytes(data)


def _start(path: Path, before: _Moment, after: _Moment, seed: int) -> str:
    tonight = evening(HANDS, seed=seed)
    mended = mend(path)
    mark = house_hash(tonight.house)
    with Journal(path, house="ppc", house_hash=mark, table="t") as journal:
        runtime = Runtime(tonight.house, tonight.table, name="t", journal=journal)
        wrong = {
            "an announced event is missing": journal.seq < before.seq,
            "the table is another one": runtime.table not in (before.table, after.table),
            "an end was thought lost": journal.was_cut,
            "it was mended": mended is not None,
            "rows were left out": runtime.aside > 0,
        }
    with JournalReader(path) as reader:
        seqs = [event.seq for event in reader.events(0, 100_000)]
    wrong["numbers are missing"] = seqs != list(range(1, len(seqs) + 1))
    return ", ".join(what for what, so in wrong.items() if so)
