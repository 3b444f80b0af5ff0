"""A private disk that fills up and turns read-only while a table plays on it.

Run it as `disk_site FOLDER TRIALS SEED` in a mount namespace of its own. It prints a line for each
trial: empty if everything held, else what fell.
"""

import ctypes
import os
import random
import sys
from pathlib import Path
from typing import Final

from controller.houses.loader import house_hash
from controller.journal import Journal, JournalReader, JournalStalled, verify
from controller.run.loop.runtime import Runtime
from tests.rig.evening import Evening, evening

READ_ONLY: Final = 1
REMOUNT: Final = 32
SIZE: Final = "6m"
_libc = ctypes.CDLL(None, use_errno=True)


def mount(folder: Path, flags: int = 0) -> None:
    """Mount or remount a small disk on a folder; raises `OSError`."""
    done = _libc.mount(b"tapis", str(folder).encode(), b"tmpfs", flags, f"size={SIZE}".encode())
    if done != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), str(folder))


class _Evening:
    """An evening on a failing disk: the hands played, and all announced events."""

    def __init__(self, folder: Path, tonight: Evening, chance: random.Random) -> None:
        self.path = folder / "t.db"
        self.tonight = tonight
        self.told: list[int] = []
        self.faults = 0
        self._folder = folder
        self._ballast = folder / "ballast"
        self._chance = chance
        self.start()

    def start(self) -> None:
        """Start a controller; raises `JournalStalled`."""
        house = self.tonight.house
        self.journal = Journal(self.path, house="ppc", house_hash=house_hash(house), table="t")
        self.runtime = Runtime(house, self.tonight.table, name="t", journal=self.journal)
        self.runtime.public.append(lambda seq, _: self.told.append(seq))

    def play(self) -> None:
        """Play the whole evening, whatever fails meanwhile."""
        due = self._chance.randrange(5, 40)
        for number, observation in enumerate(self.tonight.observations):
            if number == due:
                due = number + self._chance.randrange(5, 40)
                if self._chance.random() < 0.3:
                    self._read_only()
                else:
                    self._fill()
            mended_at = self._chance.randrange(3)
            for attempt in range(5):
                try:
                    self.runtime.observe(observation)
                    break
                except JournalStalled:
                    self.faults += 1
                    if attempt == mended_at:
                        self._ballast.unlink(missing_ok=True)
            self._ballast.unlink(missing_ok=True)

    def _fill(self) -> None:
        """Fill the disk up to a few free pages, or none."""
        free = os.statvfs(self._folder)
        left = self._chance.randrange(0, 9)
        self._ballast.write_bytes(bytes(max(free.f_bavail - left, 0) * free.f_frsize))

    def _read_only(self) -> None:
        """Have a start find the disk read-only: it can't be remounted while a file is open."""
        self.journal.close()
        mount(self._folder, REMOUNT | READ_ONLY)
        try:
            self.start()
        except JournalStalled:
            self.faults += 1
        finally:
            mount(self._folder, REMOUNT)
        self.start()


def trial(folder: Path, tonight: Evening, chance: random.Random) -> str:
    """Play an evening on a failing disk; return what fell."""
    played = _Evening(folder, tonight, chance)
    try:
        played.play()
    finally:
        played.journal.close()
    with JournalReader(played.path) as reader:
        seqs = [event.seq for event in reader.events(0, 100_000)]
    faults = verify(played.path).faults
    table = played.runtime.table
    played.start()
    wrong = {
        "no fault came": not played.faults,
        "an event was announced twice": len(set(played.told)) < len(played.told),
        "an announced event is missing": bool(set(played.told) - set(seqs)),
        "the stacks are wrong": tuple(seat.stack for seat in table.seats) != tonight.stacks,
        "the table is another one after a start": played.runtime.table != table,
        "verify finds faults": bool(faults),
        "an end was lost": played.journal.was_cut,
    }
    played.journal.close()
    for one in folder.iterdir():
        one.unlink()
    return ", ".join(what for what, so in wrong.items() if so)


def main(folder: str, trials: str, seed: str) -> None:
    """Run the trials on a private disk."""
    mount(Path(folder))
    chance = random.Random(int(seed))
    tonight = evening(3, seed=int(seed))
    for _ in range(int(trials)):
        print(trial(Path(folder), tonight, chance), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
