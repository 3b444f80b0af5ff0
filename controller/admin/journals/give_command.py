"""`tapis journal give`: creates a link that opens web pages with a player's own hands."""

from pathlib import Path
from typing import Annotated

import typer

from controller.admin.journals.given_hands import give_hands, take_back, withdraw
from controller.admin.journals.journal_export import JournalPath, Since, known_zone, owner_only
from controller.admin.journals.taken_home import note_taken
from controller.contract.errors import N_, WrongOption
from controller.journal.delete_expired import before_date
from controller.journal.repair.verification import in_one_sentence
from controller.play.records.hand_record import Where
from controller.run.upkeep.wall_clock import wall_ms
from display.words.command_line.chosen import LanguageOption, words_for
from display.words.names import Words, words

LOCAL = "http://localhost:8080"


def give_command(
    journal: JournalPath,
    player: Annotated[str, typer.Argument(help="The player whose hands are shared.")],
    page: Annotated[
        str, typer.Option(help="The URL of the table's page, such as http://tapis-1.local:8080")
    ] = LOCAL,
    since: Since = "",
    venue: Annotated[str, typer.Option(help="Where the hands were played.")] = "",
    qr: Annotated[
        Path | None,
        typer.Option(help="Also write the link as a QR code to this file (.svg, .png)."),
    ] = None,
    mail: Annotated[
        Path | None,
        typer.Option(
            help="The room's venue.toml; the link is sent to the address that the player gave "
            "to the room."
        ),
    ] = None,
    back: Annotated[
        bool, typer.Option("--back", help="Make the links given to this player invalid.")
    ] = False,
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
    begun = before_date(since) if since else wall_ms() - 24 * 3_600_000
    with in_one_sentence(journal):
        where = Where(venue, "", "", known_zone(""))
        if mail is not None:
            _mail(journal, player, begun, where, page, mail, said)
            return
        secret = give_hands(journal, player, begun, where, said)
    link = _link(page, secret)
    typer.echo(said.say(N_("For {name} only: {link}"), name=player, link=link))
    import segno

    code = segno.make(link, error="m", micro=False)
    if qr is not None:
        code.save(str(qr), border=2, scale=8)
        qr.chmod(0o600)
    else:
        code.terminal(compact=True)


def _link(page: str, secret: str) -> str:
    return f"{page.rstrip('/')}/hands/{secret}/"


def _mail(
    journal: Path, player: str, begun: int, where: Where, page: str, venue: Path, said: Words
) -> None:
    """Send the link to the player's own address; if that fails, withdraw it and raise `NotSent`."""
    from controller.admin.journals.mailed_link import NotSent, reach, send_link

    if page == LOCAL:
        raise WrongOption(N_("--mail needs --page, the URL where players can reach the page"))
    reached = reach(venue, journal, player, begun)
    secret = give_hands(journal, player, begun, where, words(reached.language))
    try:
        send_link(reached, _link(page, secret))
    except NotSent:
        withdraw(journal, secret)
        raise
    note_taken(journal, player, "mailed", 0)
    typer.echo(
        said.say(N_("{name}'s link was sent to {address}"), name=player, address=reached.hint)
    )
