"""A log of exported hands, stored next to the journal: whose hands, who exported them, and when.

Each export is one line of JSON, in a file that only the journal's owner can read. When `tapis
journal forget` deletes hole cards from before a date, it also deletes the log entries from before
that date.
"""

import contextlib
import getpass
import os
from pathlib import Path

import msgspec

from controller.contract.errors import N_
from controller.run.upkeep.wall_clock import wall_ms
from controller.toml.private_files import write_own

NO_HANDS = N_(
    "{file}: {name} has not played any hands here; check the name, or give an earlier date with "
    "--since"
)


class Taken(msgspec.Struct, frozen=True):
    """A log entry for one export of a player's hands.

    `at` is the wall time in ms. `hero` is the player. `form` is the format of the file. For a link
    to the hands, it is `link` when the link was created, `mailed` when it was sent, and `opened`
    when it was opened. `hands` is the number of hands (0 for `mailed`). `by` is the user who
    exported them.
    """

    at: int
    hero: str
    form: str
    hands: int
    by: str


def beside(journal: Path) -> Path:
    """Return the path of the log of exports, which is next to the journal."""
    return journal.with_name(journal.name + ".taken")


def taken_now(hero: str, form: str, hands: int) -> Taken:
    """Return a log entry for an export made now by the current user."""
    return Taken(wall_ms(), hero, form, hands, getpass.getuser())


def note_taken(journal: Path, hero: str, form: str, hands: int) -> None:
    """Add an export to the log next to the journal; raises `OSError` if that fails."""
    taken = taken_now(hero, form, hands)
    opened = os.open(beside(journal), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(opened, "ab") as file:
        file.write(msgspec.json.encode(taken) + b"\n")


def all_taken(journal: Path) -> list[Taken]:
    """Return the exports in the log next to a journal, in order, skipping unreadable lines."""
    try:
        lines = beside(journal).read_bytes().splitlines()
    except FileNotFoundError:
        return []
    found = []
    for line in lines:
        with contextlib.suppress(msgspec.DecodeError):
            found.append(msgspec.json.decode(line, type=Taken))
    return found


def forget_taken(journal: Path, before: int, hero: str = "") -> int:
    """Delete log entries older than wall time `before` (ms); return how many were deleted.

    If `hero` is given, all entries for this player are deleted as well, whatever their age.
    """
    taken = all_taken(journal)
    kept = [one for one in taken if one.at >= before and (not hero or one.hero != hero)]
    if len(kept) < len(taken):
        text = "".join(f"{msgspec.json.encode(one).decode()}\n" for one in kept)
        write_own(beside(journal), text, 0o600)
    return len(taken) - len(kept)
