"""The bank's page in a room that plays for stakes, and the page for a deal on the prizes."""

from typing import Any, Final
from urllib.parse import urlencode

from starlette.responses import Response

from controller.contract.venue import desk
from controller.contract.venue.prizes.money import AskBank, AskDeal, Bank, DealLine, DealOffers
from display.web.answers import why
from display.web.live.core_requests import Refused
from display.web.site import Visit
from display.web.staff.actions import ACTIONS, offered
from display.web.staff.forms import BadForm, numbers
from display.web.staff.offers import Offering

NOT_YET: Final = frozenset(
    {"no-tournament", "no-deals-here", "prizes-not-posted", "not-started", "not-all-who-are-left"}
)
"""Refusals that are not errors: they only mean that there is nothing to show yet."""

KEPT = ("bank-opened", "paid-out", "money-approved", "bank-closed", "prizes-posted")


def kept_now(books: Bank) -> tuple[str, ...]:
    """Return the names of the bank actions that are possible now.

    For example, a bank that is already open can't be opened.
    """
    there = {
        "bank-opened": not books.cashier,
        "bank-closed": bool(books.cashier),
        "paid-out": bool(books.owed.keys() - _being_paid(books)),
        "money-approved": bool(books.waiting),
    }
    return tuple(name for name in KEPT if there.get(name, True))


def _being_paid(books: Bank) -> set[str]:
    """Return the players whose payout must still be confirmed by a second person."""
    return {one.player for one in books.waiting if one.what == "paid-out"}


async def bank(request: Visit) -> Response:
    """Show each account's balance, the debts, and the actions that a second person must confirm."""
    try:
        books = await request.ask(AskBank(), Bank)
    except Refused as error:
        return _nothing(
            request, error, "staff/bank.html", books=None, more=(), named=dict, paying=()
        )
    return request.page(
        "staff/bank.html", problem="", nothing="", books=books,
        paying=_being_paid(books), named=await names(request),
        more=offered(kept_now(books), request.visitor, request.site.room.evening),
    )  # fmt: skip


async def deal(request: Visit) -> Response:
    """Show the players' shares of the remaining prizes in a deal: by chips, and by ICM."""
    try:
        left = numbers(request.query_params.get("left", "")[:200])
    except BadForm:
        left = ()
    try:
        found = await request.ask(AskDeal(left), DealOffers)
    except Refused as error:
        return _nothing(request, error, "staff/deal.html", offers=None)
    decides = request.visitor.may(desk.Decide)
    return request.page(
        "staff/deal.html", problem="", nothing="", offers=found, named=await names(request),
        by_chips=_proposed(found, "chips") if decides else "",
        by_icm=_proposed(found, "icm") if decides else "",
        answers=request.visitor.may(desk.Note),
    )  # fmt: skip


def _nothing(request: Visit, error: Refused, template: str, **known: Any) -> Response:
    """Return a page that says why the room's core process refused to send the data.

    The status is 200 if the data simply does not exist yet, otherwise 409.
    """
    said = why(error, request.said)
    if error.reason in NOT_YET:
        return request.page(template, problem="", nothing=said, **known)
    return request.page(template, 409, problem=said, nothing="", **known)


def _proposed(offers: DealOffers, by: str) -> str:
    """Return the URL of the form that proposes the shares calculated by `by` (`chips` or `icm`)."""
    shares = {f"shares.{one.player}": getattr(one, by) for one in offers.lines}
    left = " ".join(map(str, offers.left))
    return f"/do/deal-proposed?{urlencode({'left': left, **shares})}"


async def names(request: Visit) -> Any:
    """Return a function that maps a player's id to the name that the visitor may see."""
    told = await request.ask_or(desk.AskEntrants(), desk.Entrants("", ()))
    room, said = request.site.room, request.said
    here = Offering(ACTIONS["paid-out"], room, said, (), entrants=told.entrants)

    def named(one: str | DealLine) -> str:
        return here.player(one if isinstance(one, str) else one.player)

    return named
