"""`tapis journal give`: a personal link with which a player takes their hands home."""

import time
from pathlib import Path
from typing import Annotated

import typer

from controller.care.journals.given_hands import give_hands, take_back
from controller.care.journals.journal_export import known_zone, owner_only
from controller.contract.errors import N_
from controller.journal.forget import before_date
from controller.journal.repair.verification import in_one_sentence
from controller.play.records.hand_record import Where
from display.words.command_line.chosen import LanguageOption, words_for


def give_command(
    journal: Annotated[Path, typer.Argument(help="The journal, a .db file.")],
    player: Annotated[str, typer.Argument(help="The owner of the hands.")],
    page: Annotated[
        str, typer.Option(help="Where the table's page is: http://tapis-1.local:8080")
    ] = "http://localhost:8080",
    since: Annotated[
        str, typer.Option(help="A day in UTC, such as 2026-11-20: hands from that day on.")
    ] = "",
    venue: Annotated[str, typer.Option(help="Where it was played.")] = "",
    qr: Annotated[
        Path | None, typer.Option(help="The link as a QR code, into this file (.svg, .png).")
    ] = None,
    back: Annotated[bool, typer.Option("--back", help="Withdraw the player's links.")] = False,
    language: LanguageOption = "",
) -> None:
    """Give a player a link to their own hands on the table's page, or withdraw it."""
    said = words_for(language)
    owner_only(journal, "give")
    if back:
        count = take_back(journal, player)
        typer.echo(
            said.count("{n} link is no longer valid", "{n} links are no longer valid", count)
        )
        return
    begun = before_date(since) if since else time.time_ns() // 1_000_000 - 24 * 3_600_000
    with in_one_sentence(journal):
        where = Where(venue, "", "", known_zone(""))
        secret = give_hands(journal, player, begun, where, said)
    link = f"{page.rstrip('/')}/hands/{secret}/"
    typer.echo(said.say(N_("Only for {name}: {link}"), name=player, link=link))
    import segno

    code = segno.make(link, error="m", micro=False)
    if qr is not None:
        code.save(str(qr), border=2, scale=8)
        qr.chmod(0o600)
    else:
        code.terminal(compact=True)
