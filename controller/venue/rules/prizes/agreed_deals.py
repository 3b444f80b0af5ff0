"""Deals by which the remaining players share the prizes differently, once all have accepted."""

from collections.abc import Mapping, Sequence

import msgspec

from controller.contract.venue.inputs import PrizesShared
from controller.contract.venue.outputs import PrizesAgreed
from controller.contract.venue.prizes import deals as d
from controller.venue.rules.books.room import Offer
from controller.venue.rules.books.work import Refused, Work, needed, refuse_if


def _check(work: Work, shares: Mapping[str, int], left: Sequence[int]) -> None:
    """Raise `Refused` if a prize deal omits a player, does not add up, or pays anybody too little.

    `shares` maps each player to their amount. `left` lists the amounts left to play for, first
    place first. Every player must get at least the prize that the next player out would get.
    """
    room = work.room
    inside = {one.id for one in room.left}
    if work.rules.results.deals.value == "none" or work.rules.satellite.worth.value:
        raise Refused("no-deals-here")
    refuse_if(not room.started or room.ended or set(shares) != inside, "not-all-who-are-left")
    prizes = (*room.shares, *(0 for _ in inside))[: len(inside)]
    if len(left) > len(inside) or min((*left, *shares.values())) < 0:
        raise Refused("shares-are-not-the-pool")
    refuse_if(sum(shares.values()) + sum(left) != sum(prizes), "shares-are-not-the-pool")
    refuse_if(list(left) != sorted(left, reverse=True), "shares-are-not-in-order")
    last = left[-1] if len(left) == len(inside) else 0
    refuse_if(min(shares.values()) + last < prizes[-1], "share-below-the-next-prize")


def share(work: Work, said: PrizesShared) -> None:
    """Apply a prize deal to which every remaining player has agreed.

    An earlier deal can be replaced only while all players in it are still in.
    """
    refuse_if(work.rules.results.deals.value == "none", "no-deals-here")
    if work.room.deal and not work.room.deal.keys() <= {one.id for one in work.room.left}:
        raise Refused("deal-in-force")
    if set(said.shares) == {one.id for one in work.room.left} != set(said.agreed):
        raise Refused("not-all-agree")
    _check(work, said.shares, said.left)
    _agreed(work, said.shares, said.left)


def _agreed(work: Work, shares: Mapping[str, int], left: Sequence[int]) -> None:
    work.change(deal=dict(shares), played_for=tuple(left), offer=None)
    article = work.rules.results.deals.article
    work.say(PrizesAgreed(dict(shares), article, tuple(left)))


def propose(work: Work, said: d.DealProposed) -> None:
    """Propose a prize deal, replacing any earlier one."""
    refuse_if(work.room.deal, "deal-in-force")
    _check(work, said.shares, said.left)
    work.change(offer=Offer(dict(said.shares), said.left))
    work.say(d.DealOffered(dict(said.shares), said.left, work.rules.results.deals.article))


def answer(work: Work, said: d.DealAnswered) -> None:
    """Record a player's answer to a proposed deal, which all must accept, or it is cancelled."""
    offer = needed(work.room.offer, "no-deal-proposed")
    refuse_if(said.player not in offer.shares, "not-all-who-are-left")
    work.say(d.DealSaid(said.player, said.agrees))
    if not said.agrees:
        work.change(offer=None)
        work.say(d.DealOff(said.player))
        return
    agreed = tuple(sorted({*offer.agreed, said.player}))
    work.change(offer=msgspec.structs.replace(offer, agreed=agreed))
    if set(agreed) == set(offer.shares):
        _agreed(work, offer.shares, offer.left)


def look(work: Work) -> None:
    """Withdraw a proposed deal that no longer matches the remaining players."""
    offer = work.room.offer
    if offer is None:
        return
    if work.room.ended or {one.id for one in work.room.left} != set(offer.shares):
        work.change(offer=None)
        work.say(d.DealOff(""))
