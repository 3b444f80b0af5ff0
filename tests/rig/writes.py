"""`tapis bench writes`: what a table at play writes to its disk.

The demo's table plays in a process of its own, with people who are quicker than any at a club. The
kernel counts what the process wrote, in whole blocks; the journal's log says which of its tables
the pages belong to.
"""

import contextlib
import os
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer

from controller.contract.errors import ExitCode
from controller.journal import JournalError, JournalReader
from tests.rig.progress import progress, wait

STARTS_WITHIN: Final = 60.0
_LOG_HEADER: Final = 32
_FRAME: Final = 24


class Writes(msgspec.Struct, frozen=True):
    """What was written. `disk_mb_a_minute` counts whole blocks, `written_mb_a_minute` bytes.

    A megabyte has 10^6 bytes. `pages` are the pages of `page_size` bytes that a commit wrote into
    the log, by the table of the journal that they belong to.
    """

    seconds: float
    commits_a_minute: float
    events_a_minute: float
    disk_mb_a_minute: float
    written_mb_a_minute: float
    page_size: int
    pages: dict[str, float]


def bench_writes(
    seconds: Annotated[float, typer.Option(min=1, help="How long is measured.")] = 240.0,
    folder: Annotated[
        Path | None, typer.Option(help="Where the journal lies, on the disk that is meant.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Measure what the demo's table writes to its disk in a minute, and why."""
    with tempfile.TemporaryDirectory(prefix="tapis-writes-", dir=folder) as inside:
        try:
            writes = measure(Path(inside), seconds)
        except (OSError, TimeoutError) as error:
            typer.echo(f"bench writes: {error}", err=True)
            raise typer.Exit(ExitCode.UNUSABLE) from None
    if as_json:
        typer.echo(msgspec.json.encode(writes).decode())
        return
    typer.echo(
        f"{writes.seconds:.0f} s of the demo's table ({writes.events_a_minute:.0f} events and"
        f" {writes.commits_a_minute:.0f} commits a minute): {writes.disk_mb_a_minute:.2f} MB a"
        f" minute in whole blocks, {writes.written_mb_a_minute:.2f} MB of bytes"
    )
    typer.echo(f"pages of {writes.page_size} bytes a commit, by table:")
    for table, pages in writes.pages.items():
        typer.echo(f"  {pages:.2f} {table}")


def measure(folder: Path, seconds: float) -> Writes:
    """Play the demo's table with its files in `folder`.

    Raises `OSError` where the kernel does not count what a process writes, and `TimeoutError` if
    the table does not start.
    """
    demo = subprocess.Popen(
        [sys.executable, "-c", "from controller.cli import app; app()", "demo", "--headless",
         "--no-room", "--no-pages"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env=os.environ | {"TMPDIR": str(folder)},
    )  # fmt: skip
    try:
        journal = _journal_in(folder)
        before, began = _counted(demo.pid, journal), time.monotonic()
        with progress("seconds of play", seconds) as advance:
            wait(seconds, advance)
        after, minutes = _counted(demo.pid, journal), (time.monotonic() - began) / 60
        page_size, pages = pages_a_commit(journal)
    finally:
        demo.send_signal(signal.SIGINT)
        demo.wait(20)
    rows, events, disk, written = (
        (late - early) / minutes for early, late in zip(before, after, strict=True)
    )
    return Writes(
        round(minutes * 60, 1), round(rows, 1), round(events, 1), round(disk / 1e6, 3),
        round(written / 1e6, 3), page_size, pages,
    )  # fmt: skip


def _journal_in(folder: Path) -> Path:
    """Return the demo's journal once its first hand has begun."""
    ends = time.monotonic() + STARTS_WITHIN
    while time.monotonic() < ends:
        for journal in folder.glob("tapis-demo-*/*.db"):
            with contextlib.suppress(JournalError), JournalReader(journal) as reader:
                if any(reader.of_types(["hand.started"])):
                    return journal
        time.sleep(0.1)
    raise TimeoutError("the demo's table does not start")


def _counted(pid: int, journal: Path) -> tuple[int, int, int, int]:
    """Return the commits and events so far, and what a process wrote: whole blocks, and bytes."""
    lines = Path(f"/proc/{pid}/io").read_text("ascii").splitlines()
    found = {name: int(value) for name, value in (line.split(": ") for line in lines)}
    return *_last(journal), found["write_bytes"], found["wchar"]


def _last(journal: Path) -> tuple[int, int]:
    with JournalReader(journal) as reader:
        # What is observed at one time goes to disk in one commit.
        return len({row.at for row in reader.rows()}), reader.seq


def pages_a_commit(journal: Path) -> tuple[int, dict[str, float]]:
    """Return the page size, and the pages in the log for a commit, by table; most first.

    Only the last round of the log counts. Page 1 holds the size of the file: it is written when a
    table needs a new page.
    """
    log = journal.with_name(f"{journal.name}-wal").read_bytes()
    (size,) = struct.unpack(">I", log[8:12])
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as connection:
        owners = dict(connection.execute("SELECT pageno, name FROM dbstat"))
    pages: dict[str, int] = {}
    commits = 0
    for at in range(_LOG_HEADER, len(log) - _FRAME - size + 1, _FRAME + size):
        number, commit = struct.unpack(">II", log[at : at + 8])
        if log[at + 8 : at + 16] != log[16:24]:
            break
        owner = "page 1" if number == 1 else owners.get(number, "free")
        pages[owner] = pages.get(owner, 0) + 1
        commits += commit > 0
    most = sorted(pages.items(), key=lambda one: -one[1])
    return size, {owner: round(count / max(commits, 1), 2) for owner, count in most}
