"""Prizes: the pool, the payouts, and the part not yet distributed."""

from typing import Final

import msgspec
from starlette.responses import Response

from controller.contract.venue import desk
from controller.contract.venue.inputs import PrizesPosted
from controller.contract.venue.views import PostingView
from display.web.answers import FAILURES, Told, back_with, why
from display.web.evening.proposed_payouts import (
    LONGEST_SHARES,
    BadShares,
    proposal,
    seats_and_rest,
    shares_of,
)
from display.web.site import Site, Visit
from display.web.staff.actions import ACTIONS
from display.web.staff.forms import number
from display.web.staff.pages_actions import send
from display.web.typed import form_of
from display.words.names import N_, Words

NO_SHARES: Final = N_("Enter percentages (50% 30% 20%) or amounts (60 40 20), one for each place.")


class Sharing(msgspec.Struct, frozen=True):
    """The values typed into the prize form, and the resulting amounts."""

    pool: int = 0
    unit: int = 1
    places: str = ""
    shares: tuple[int, ...] = ()

    @property
    def missing(self) -> int:
        """The part of the pool not distributed; it is negative if the prizes exceed the pool."""
        return self.pool - sum(self.shares)


async def prizes(request: Visit) -> Response:
    """Show the prizes that have been posted, and a form to change them."""
    posting = request.site.room.evening.posting
    if posting is None or not posting.shares:
        return _shown(request, Sharing())
    text = " ".join(map(str, posting.shares))
    return _shown(request, Sharing(posting.pool, 1, text, posting.shares))


def _shown(request: Visit, sharing: Sharing, wrong: str = "") -> Response:
    return request.page(
        "evening/prizes.html", 409 if wrong else 200, sharing=sharing, problem=wrong,
        entries=_entries(request.site), longest=LONGEST_SHARES,
    )  # fmt: skip


def _entries(site: Site) -> int:
    clock = site.room.evening.clock
    return max(clock.players if clock is not None else 0, len(site.room.players()))


def _proposed(site: Site, pool: int, unit: int) -> tuple[int, ...]:
    """Return the proposed prize amounts; in a satellite, each seat is given as its value."""
    if (posting := _satellite(site)) is not None:
        return seats_and_rest(pool, posting.seats, posting.seat_worth, posting.rest)
    return proposal(max(1, _entries(site)), pool, unit)


def _satellite(site: Site) -> PostingView | None:
    posting = site.room.evening.posting
    return posting if posting is not None and posting.seat_worth else None


def balance(sharing: Sharing, said: Words) -> str:
    """Return a sentence that says by how much the prizes fall short of the pool, or exceed it.

    Return "" if the prizes add up to the pool.
    """
    if not sharing.missing:
        return ""
    text = N_("{pool} in the pool, {shared} allocated: {rest} still to allocate.")
    if sharing.missing < 0:
        text = N_("{pool} in the pool, {shared} allocated: {rest} more than the pool.")
    amounts = (sharing.pool, sum(sharing.shares), abs(sharing.missing))
    pool, shared, rest = map(said.amount, amounts)
    return said.say(text, pool=pool, shared=shared, rest=rest)


async def share(request: Visit) -> Response:
    """Propose prizes, preview the amounts as typed, or post them."""
    said, form = request.said, await form_of(request)
    places = form.get("places", "")[: LONGEST_SHARES + 1]
    sharing = Sharing(places=places)
    try:
        pool, unit = number(form, "pool"), max(1, number(form, "unit"))
        sharing = Sharing(pool, unit, places)
        if "propose" in form:
            shares = _proposed(request.site, pool, unit)
            places = " ".join(map(str, shares))
        else:
            shares = shares_of(places, pool, unit)
        sharing = Sharing(pool, unit, places, shares)
        # The part of a satellite's pool that is left after its seats need not go to anybody.
        wrong = "" if _satellite(request.site) else balance(sharing, said)
        if wrong or "post" not in form:
            return _shown(request, sharing, wrong)
        await send(request, desk.Decide(PrizesPosted(pool=pool, shares=shares)), form)
    except BadShares:
        return _shown(request, sharing, said.say(NO_SHARES))
    except FAILURES as error:
        return _shown(request, sharing, why(error, said))
    done = ACTIONS["prizes-posted"].done
    return back_with(request, "/prizes", Told(True, said.say(done)))
