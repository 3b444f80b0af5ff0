"""Pages linked from the virtual table: the lobby with its seats, and the house rules by article."""

from typing import Any, Final, Protocol

import msgspec
from starlette.requests import Request

from controller.contract.rules import HandStatus, Outcome, StepWord
from controller.houses.loader import load_house
from controller.houses.model import House, Remedy
from controller.rehearse.browser.story import anchor
from controller.rehearse.rights import HOST, Links
from controller.rehearse.table import Rehearsal
from display.web.page_language import language_of
from display.web.screens.pages_player import qr
from display.words.houses import house_name
from display.words.irregularities import OUTCOMES, REASONS
from display.words.locale import languages
from display.words.names import Words, words
from display.words.ruling_steps import STEPS

_WORDS: Final = {word.value: word for word in StepWord}


class Beside(Protocol):
    """The part of `Site` that the lobby and the rules page use."""

    rehearsal: Rehearsal
    links: Links
    address: str
    language: str

    def rendered(self, name: str, said: Words, **more: Any) -> str:
        """Render the template `name` in the language of `said`, and return the page.

        `more` are additional values for the template.
        """


class Chair(msgspec.Struct, frozen=True):
    """A seat in the lobby.

    `name` is the player's name. `taken` means that somebody has opened the seat's page. `link` is
    the URL of that page, and `code` is the same URL as a QR code in SVG; both are "" except on the
    table's own page.
    """

    seat: int
    name: str
    taken: bool
    link: str = ""
    code: str = ""


class RuleLine(msgspec.Struct, frozen=True):
    """A house rule for one kind of mistake.

    `what` is the mistake, `why` the reason for the rule, and `done` the remedy.
    """

    what: str
    why: str
    done: str


def lobby_page(site: Beside, request: Request, seat: int) -> str:
    """Return the lobby page, which lists the seats and players."""
    said = words(language_of(request, site.language))
    return _page(site, request, seat, "lobby.html", chairs=_chairs(site, seat, said))


def _chairs(site: Beside, seat: int, said: Words) -> list[Chair]:
    state, found = site.rehearsal.seen.state, []
    for view in state.seats:
        if view.status is HandStatus.EMPTY:
            continue
        link = f"{site.address}/{site.links.of[view.seat]}" if seat == HOST else ""
        found.append(
            Chair(
                view.seat, said.seat(state, view.seat), view.seat in site.links.taken, link,
                qr(link) if link else "",
            )
        )  # fmt: skip
    return found


def rules_page(site: Beside, request: Request, seat: int) -> str:
    """Return the page with the house rules, by article."""
    said, house = (
        words(language_of(request, site.language)),
        load_house(site.rehearsal.config.house),
    )
    name, articles = house_name(house.name), _rules(house, said)
    return _page(site, request, seat, "rules.html", house=name, articles=articles)


def _rules(house: House, said: Words) -> list[tuple[str, str, list[RuleLine]]]:
    """Return the house rules by article, as (id on the page, name of the article, rules)."""
    found: dict[str, list[RuleLine]] = {}
    for row in house.remedies:
        if row.article:
            lines = found.setdefault(row.article, [])
            line = _line(row, said)
            if line not in lines:
                lines.append(line)
    return [(anchor(article), article, lines) for article, lines in sorted(found.items())]


def _line(row: Remedy, said: Words) -> RuleLine:
    steps = [said.say(STEPS[_WORDS[word]]) for text in row.steps
             if (word := text.partition(" ")[0]) in _WORDS]  # fmt: skip
    if not steps and row.outcome is not Outcome.NONE:
        steps = [said.of(OUTCOMES, row.outcome)]
    why = REASONS.get(row.kind, "")
    return RuleLine(said.ruling_name(row.kind), said.say(why) if why else "", " · ".join(steps))


def _page(site: Beside, request: Request, seat: int, name: str, **more: Any) -> str:
    said = words(language_of(request, site.language))
    return site.rendered(
        name, said, seat=seat, link=site.links.of[seat], path=request.url.path,
        languages=languages(), **more,
    )  # fmt: skip
