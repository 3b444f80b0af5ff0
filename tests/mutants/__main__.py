"""`make mutants SEED=N COUNT=300`: draw mutants, try each, list those that no test notices."""

import argparse
import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from tests.mutants.faults import ROOMS, Mutant, drawn
from tests.mutants.in_copies import copied, killed
from tests.mutants.in_forks import Forks
from tests.mutants.reached import Reached, record

ENOUGH = 93
"""Per cent that have to be killed."""


class Job(NamedTuple):
    """What one mutant at a time is tried in: a process that forks, and a copy of the project."""

    forks: Forks
    copy: Path


def noticed(job: Job, mutant: Mutant, reached: Reached, *, quick: bool) -> bool:
    """Return whether some test fails with a mutant.

    `quick` leaves out the copy, unless nothing else can try the mutant.
    """
    found = job.forks.tried(mutant)
    if found.startswith("killed"):
        return True
    imported = found == "copy"
    return (imported or not quick) and killed(job.copy, mutant, reached, imported=imported)


def main() -> int:
    """Try mutants and say which survive. Status 1: fewer than 93% of them were killed."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--count", type=int, default=300)
    asked.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked.add_argument("--room", help="one of the rooms, or a file", action="append")
    asked.add_argument("--quick", help="try in one process only", action="store_true")
    given = asked.parse_args()
    record()
    reached = Reached()
    tried = drawn(given.seed, given.count, given.room or list(ROOMS))
    dead = left = 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        jobs: SimpleQueue[Job] = SimpleQueue()
        for number in range(given.jobs):
            copied(Path(folder, str(number)))
            jobs.put(Job(Forks(), Path(folder, str(number))))

        def tested(mutant: Mutant) -> tuple[Mutant, bool]:
            job = jobs.get()
            try:
                return mutant, noticed(job, mutant, reached, quick=given.quick)
            finally:
                jobs.put(job)

        with ThreadPoolExecutor(given.jobs) as pool:
            for done in as_completed([pool.submit(tested, mutant) for mutant in tried]):
                mutant, fails = done.result()
                dead += fails
                left += not fails
                if not fails:
                    print(f"survived: {mutant.file}:{mutant.line}: {mutant.was} -> {mutant.now}")
                    sys.stdout.flush()
                print(f"{dead + left} of {len(tried)} tried", file=sys.stderr)
        for _ in range(given.jobs):
            jobs.get().forks.close()
    share = 100 * dead / max(dead + left, 1)
    print(f"seed {given.seed}: {dead} of {dead + left} killed, {share:.1f}%")
    return int(share < ENOUGH)


if __name__ == "__main__":
    sys.exit(main())
