"""`tapis journal export`: exports a journal's hands in the formats of other tools.

A single player's export (`--hero`) contains the player's own cards, and other cards only if they
were shown. The file is readable only by the journal's owner, who passes it on to the player. Each
export is noted beside the journal (`controller.admin.journals.taken_home`).
"""

import os
import stat
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer

from controller.admin.journals.taken_home import NO_HANDS, note_taken
from controller.contract.errors import N_, WrongOption
from controller.journal import JournalError
from controller.journal.delete_expired import before_date
from controller.journal.repair.verification import in_one_sentence
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.names import Words

JournalPath = Annotated[Path, typer.Argument(help="The journal, a .db file.")]
Since = Annotated[
    str, typer.Option(help="Only hands played since this UTC date, such as 2026-11-20.")
]

SYSTEM_ZONE = Path("/etc/localtime")


def export_command(
    journal: JournalPath,
    phh: Annotated[bool, typer.Option("--phh", help="The same as --form phh.")] = True,
    form: Annotated[
        str, typer.Option(help="The format: phh, ohh, pokerstars, csv or pokergfx.")
    ] = "phh",
    private: Annotated[
        bool,
        typer.Option("--private", help="Include cards that were never shown (owner only)."),
    ] = False,
    hero: Annotated[
        str,
        typer.Option(
            help="Write only this player's hands, with their own cards (journal's owner only)."
        ),
    ] = "",
    venue: Annotated[str, typer.Option(help="Where the hands were played.")] = "",
    event: Annotated[
        str, typer.Option(help="The tournament's name; if omitted, a cash game.")
    ] = "",
    currency: Annotated[
        str, typer.Option(help="The currency of the amounts, such as EUR; if omitted, chips.")
    ] = "",
    unit: Annotated[
        str,
        typer.Option(help="The smallest unit in the file's amounts: 0.01 for cents."),
    ] = "1",
    zone: Annotated[
        str,
        typer.Option(
            help="The time zone where play took place, such as Europe/Paris; by default, this "
            "machine's."
        ),
    ] = "",
    since: Since = "",
    pages: Annotated[
        Path | None,
        typer.Option(
            help="With --hero, also write the hands as illustrated pages into this folder."
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", help="The file to write; by default, hands are printed on the screen."
        ),
    ] = None,
    language: LanguageOption = "",
) -> None:
    """Export a journal's hands; without --private, cards never shown appear as ????."""
    from controller.play.formats import write
    from controller.play.records.hand_record import Where
    from controller.play.records.phh_export import hands_of
    from controller.play.records.phh_left_out import NO_WORDS, LeftOut
    from controller.play.records.replay_command import known_unit

    said, left_out = words_for(language), list[LeftOut]()
    _possible(form if phh else "", private=private, hero=hero, pages=pages)
    if private or hero:
        owner_only(journal, "--hero" if hero else "--private")
    where = Where(venue, event, currency, known_zone(zone), unit=known_unit(unit))
    begun = before_date(since) if since else 0
    with in_one_sentence(journal):
        hands = [one for one in hands_of(journal, private, left_out, hero) if one.began >= begun]
    text = write(form, hands, where, left_out, hero)
    for one in left_out:
        typer.echo(said.say(NO_WORDS[one.why], n=one.number), err=True)
    if hero:
        if not hands:
            raise JournalError(NO_HANDS, file=journal, name=hero)
        note_taken(journal, hero, form, len(hands))
    if pages is not None:
        _pages(journal, hero, begun, pages, said)
    _write(text, output, secret=private or bool(hero))


def _possible(form: str, *, private: bool, hero: str, pages: Path | None) -> None:
    from controller.play.formats import FORMS

    if form not in FORMS:
        raise WrongOption(
            N_("tapis journal export: choose a format: --form {forms}"), forms=", ".join(FORMS)
        )
    if private and hero:
        raise WrongOption(N_("tapis journal export: --private or --hero, not both"))
    if pages is not None and not hero:
        raise WrongOption(
            N_("tapis journal export: --pages is for one player: name the player with --hero")
        )


def _write(text: str, output: Path | None, *, secret: bool) -> None:
    """Write the hands to a file or, without `output`, to the screen.

    If `secret` is true, only the owner can read the file.
    """
    if output is None:
        typer.echo(text, nl=False)
        return
    output.touch(0o600 if secret else 0o644)
    if secret:
        output.chmod(0o600)
    output.write_text(text, "utf-8")


def _pages(journal: Path, hero: str, begun: int, into: Path, said: Words) -> None:
    """Write the hands of the player `hero` as web pages that need no server.

    Only hands from wall time `begun` (ms) onwards are included.
    """
    from controller.admin.backups.room_pictures import pictured, write_pages

    into.mkdir(mode=0o700, parents=True, exist_ok=True)
    hands = (one for one in pictured(journal, said, hero=hero) if one.began >= begun)
    count = write_pages(hands, into, said, hero=hero)
    typer.echo(said.say(N_("{file}: {n} hands"), file=into / "index.html", n=count), err=True)


def known_zone(name: str) -> str:
    """Return the IANA name of a time zone, or of this machine's zone if `name` is empty.

    Raises `WrongOption` for an unknown zone.
    """
    if not name:
        return system_zone(SYSTEM_ZONE)
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise WrongOption(
            N_("--zone {zone} is not a time zone; expected a name like Europe/Paris"), zone=name
        ) from None


def system_zone(link: Path) -> str:
    """Return the IANA name of the system's time zone, or UTC if the zone can't be determined.

    `link` is the symbolic link that selects the zone (`/etc/localtime`).
    """
    *_, zone = str(link.resolve()).partition("zoneinfo/")
    try:
        return ZoneInfo(zone).key if zone else "UTC"
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return "UTC"


def owner_only(journal: Path, option: str) -> None:
    """Raise `JournalError` unless the current user owns a journal and nobody else can read it.

    `option` is the option that would reveal private cards; the error names it.
    """
    about = journal.stat()
    if about.st_uid != os.geteuid():
        raise JournalError(
            N_("{file}: only the file's owner may use {option}; ask the user who runs the table"),
            file=journal,
            option=option,
        )
    if stat.S_IMODE(about.st_mode) & 0o077:
        raise JournalError(
            N_("{file}: other users can read this file; remove that permission first (chmod 600)"),
            file=journal,
        )
