"""The director's decisions: prizes and their shares, deck changes, refunds and cancellation."""

from controller.contract.rules import NoticeText
from controller.contract.venue import inputs as i
from controller.contract.venue import outputs as o
from controller.contract.venue.floor.direction import DeckChange
from controller.contract.venue.prizes import registration as r
from controller.contract.venue.prizes.deals import DealOff
from controller.venue.rules.books.work import Refused, Work, refuse_if
from controller.venue.rules.evening import results, satellite
from controller.venue.rules.prizes import bounties

DECK = "deck"
"""The name of the hold, and of the notice, at a table that is waiting for another deck."""


def post(work: Work, said: i.PrizesPosted) -> None:
    """Post the prize pool and the prizes, which must add up to it.

    No prize may be larger than the one for a better place. In a satellite, the prizes need not add
    up to the pool: they must be the seats that the pool pays for.
    """
    if work.rules.satellite.worth.value:
        if said.shares != satellite.shares_of(work.rules, said.pool):
            raise Refused("shares-are-not-the-seats")
    elif sum(said.shares) != said.pool:
        raise Refused("shares-are-not-the-pool")
    refuse_if(work.room.ended or said.pool < 0, "shares-are-not-the-pool")
    refuse_if(work.room.deal, "deal-in-force")
    if any(share <= 0 for share in said.shares) or tuple(sorted(said.shares)) != said.shares[::-1]:
        raise Refused("shares-are-not-in-order")
    if work.room.offer is not None and said.shares != work.room.shares:
        # The proposed deal divides other prizes than these.
        work.change(offer=None)
        work.say(DealOff(""))
    work.change(pool=said.pool, shares=said.shares)
    work.say(o.PrizesSet(said.pool, said.shares, work.rules.results.posted.article))


def cancel(work: Work, said: i.TournamentCancelled) -> None:
    """End the tournament without a result; a reason must be given."""
    refuse_if(work.room.ended, "ended-already")
    refuse_if(not said.why, "no-reason")
    work.change(ended=True)
    work.close_all()
    work.say(o.Cancelled(said.why, work.rules.results.cancel.article))


def change_deck(work: Work, said: i.DeckChanged) -> None:
    """Hold a table until it has another deck, or release it once the deck is in place.

    Raises `Refused` if the house does not accept the reason.
    """
    rule = work.rules.seating.changed_decks
    work.table(said.table)
    waits = work.room.decks
    if said.done:
        refuse_if(said.table not in waits, "no-deck-to-come")
        work.change(decks=waits - {said.table})
        work.order(o.NotifyOff, said.table, notice=DECK)
        work.order(o.ReleaseTable, said.table, name=DECK)
        return
    refuse_if(said.why not in rule.value, "not-for-this")
    work.say(DeckChange(said.table, said.why, rule.article))
    if said.table not in waits:
        work.change(decks=waits | {said.table})
        work.order(o.HoldTable, said.table, name=DECK)
        work.order(o.Notify, said.table, text=NoticeText.DECK_CHANGE, notice=DECK)


def refund(work: Work, said: r.EntryRefunded) -> None:
    """Refund a player's entry, once; a player who has not played yet leaves the tournament.

    If the tournament was cancelled, all of the player's entries that have not been refunded yet are
    refunded, and their bounty.
    Raises `Refused` for a player who is still in, has left for good or was disqualified, unless the
    tournament was cancelled. Also raises it after the end of a day, when the money has been carried
    over to the next day.
    """
    rule = work.rules.entries.refunds
    player = work.player(said.player)
    refuse_if(not rule.value, "no-refunds-here")
    paid = player.entries - work.room.refunded.count(said.player)
    refuse_if(paid <= 0, "refunded-already")
    refuse_if(not said.why, "no-reason")
    room = work.room
    refuse_if(room.day.over, "carried-over")
    # A satellite's winners share the first place.
    first = any(one.place is not None and one.place[0] == 1 for one in room.players.values())
    cancelled = room.ended and not first
    refuse_if((player in room.left or player.id in room.day.brought) and not cancelled, "still-in")
    refuse_if(player.standing == "removed" and not cancelled, "no-refunds-here")
    satellite.give_back(work, player)
    player = work.player(said.player)
    if cancelled:
        bounties.cancelled(work, player, paid)
    elif player.standing in ("entered", "alternate"):
        bounties.returned(work, player.id, work.rules.bounties.head.value)
        if not room.ended:
            results.remove(work, i.PlayerRemoved(player=player.id, why="refunded"))
    entries = paid if cancelled else 1
    work.change(refunded=(*work.room.refunded, *[player.id] * entries))
    work.say(r.Refunded(player.id, said.why, rule.article, entries))
