"""The contents of the pages linked from the virtual table: the lobby and the house rules."""

from typing import Final

import msgspec

from controller.contract.public import PublicState
from controller.contract.rules import HandStatus, Outcome, StepWord, WaitsFor
from controller.houses.model import House, Remedy
from controller.rehearse.browser.story import anchor
from controller.rehearse.rights import Links
from display.web.pictures.qr_codes import qr_svg
from display.words.irregularities import REASONS, WAITS
from display.words.names import Words
from display.words.ruling_steps import STEPS
from display.words.sentences import outcome_text

_WORDS: Final = {word.value: word for word in StepWord}


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


def chairs(state: PublicState, links: Links, address: str, said: Words) -> list[Chair]:
    """Return the occupied seats.

    `address` is the first part of the URL of a seat's page, or "" if the seats get no link.
    """
    found = []
    for view in state.seats:
        if view.status is HandStatus.EMPTY:
            continue
        link = f"{address}/{links.of[view.seat]}" if address else ""
        found.append(
            Chair(
                view.seat, said.seat(state, view.seat), view.seat in links.taken, link,
                qr_svg(link) if link else "",
            )
        )  # fmt: skip
    return found


def rules_by_article(house: House, said: Words) -> list[tuple[str, str, list[RuleLine]]]:
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
        text = outcome_text(row.kind, row.outcome) or WAITS[WaitsFor.FLOOR]
        steps = [said.say(text)]
    why = REASONS.get(row.kind, "")
    return RuleLine(said.ruling_name(row.kind), said.say(why) if why else "", " · ".join(steps))
