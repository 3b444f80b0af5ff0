"""Web pages with the hands of one player, who opens them with a personal link.

Only the link's secret opens the pages. They are stored beside the journal under a hash of the
secret. They are deleted along with the hole cards (`tapis journal forget` and
`keep_hole_cards_days`), or when the link is revoked.
"""

import hashlib
import re
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from controller.admin.journals.taken_home import NO_HANDS, Taken, note_taken, taken_now
from controller.journal import JournalError
from controller.play.formats import write
from controller.play.records.hand_record import Where
from controller.play.records.phh_export import hands_of
from display.words.names import Words

ABOUT: Final = "about.json"
TEXT: Final = "hands.txt"
_FILE: Final = re.compile(r"[\w-]{1,60}\.(html|css|js|txt|woff2)")
_SECRET: Final = re.compile(r"[\w-]{20,60}")


def beside(journal: Path) -> Path:
    """Return the path of the folder, next to a journal, that contains the pages."""
    return journal.with_name(journal.name + ".hands")


def give_hands(journal: Path, hero: str, begun: int, where: Where, said: Words) -> str:
    """Write pages for `hero`'s hands since `begun` (ms); return the link's secret.

    Raises `JournalError` if there are no such hands.
    """
    # Pages need jinja2, which a table without pages does not have.
    from controller.admin.backups.room_pictures import pictured, write_pages

    hands = [one for one in hands_of(journal, False, [], hero) if one.began >= begun]
    if not hands:
        raise JournalError(NO_HANDS, file=journal, name=hero)
    secret = secrets.token_urlsafe(24)
    folder = _folder(journal, secret)
    beside(journal).mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700)
    pages = (one for one in pictured(journal, said, hero=hero) if one.began >= begun)
    write_pages(pages, folder, said, TEXT, hero)
    (folder / TEXT).write_text(write("pokerstars", hands, where, [], hero), "utf-8")
    about = taken_now(hero, "link", len(hands))
    (folder / ABOUT).write_bytes(msgspec.json.encode(about))
    note_taken(journal, hero, "link", len(hands))
    return secret


def read_given(journal: Path, secret: str, name: str) -> bytes | None:
    """Return the contents of a file behind a player's link, or None if there is no such file.

    `secret` is the link's secret, and `name` the file's name. Each time the list of hands is
    opened, an entry without the reader's name is added to the log of exports.
    """
    if not _SECRET.fullmatch(secret) or not _FILE.fullmatch(name):
        return None
    folder = _folder(journal, secret)
    try:
        found = (folder / name).read_bytes()
        if name == "index.html":
            about = msgspec.json.decode((folder / ABOUT).read_bytes(), type=Taken)
            note_taken(journal, about.hero, "opened", about.hands)
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found


def withdraw(journal: Path, secret: str) -> None:
    """Delete the pages behind the link with this secret."""
    shutil.rmtree(_folder(journal, secret))


def take_back(journal: Path, hero: str) -> int:
    """Delete all of the pages for the player `hero`; return the number of links revoked."""
    return _delete(folder for folder, about in _all(journal) if about.hero == hero)


def forget_given(journal: Path, before: int) -> int:
    """Delete pages written before wall time `before` (ms); return the number of links revoked."""
    return _delete(folder for folder, about in _all(journal) if about.at < before)


def _delete(folders: Iterator[Path]) -> int:
    found = list(folders)
    for folder in found:
        shutil.rmtree(folder)
    return len(found)


def _all(journal: Path) -> Iterator[tuple[Path, Taken]]:
    if not beside(journal).is_dir():
        return
    for folder in beside(journal).iterdir():
        try:
            yield folder, msgspec.json.decode((folder / ABOUT).read_bytes(), type=Taken)
        except (OSError, msgspec.DecodeError):
            # Unfinished pages are treated as very old pages of no player.
            yield folder, Taken(0, "", "", 0, "")


def _folder(journal: Path, secret: str) -> Path:
    return beside(journal) / hashlib.sha256(secret.encode()).hexdigest()[:40]
