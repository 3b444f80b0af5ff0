"""Requests about money: the bank's accounts, and the remaining players' share of the prizes."""

from controller.contract.venue.prizes import money as m
from controller.venue.core.refusals import No, evening_of, refuse_if
from controller.venue.core.take_input import Core
from controller.venue.rules.books.money_books import OWED, owed
from controller.venue.rules.books.room import Offer
from controller.venue.rules.standings.icm import MOST, DealError, chip_chop, icm, with_left


def bank_of(core: Core) -> m.Bank:
    """Return the bank's accounts, its debts to players, and the pending approvals.

    All are empty if the game is not for money.
    """
    evening = evening_of(core)
    books = evening.room.money
    waiting = tuple(
        m.SecondLine(
            one.number, str(one.said.__struct_config__.tag), one.said.player, one.amount,
            one.cashier,
        )
        for one in books.waiting
    )  # fmt: skip
    accounts = {
        name: amount for name, amount in books.accounts.items() if not name.startswith(OWED)
    }
    return m.Bank(evening.rules.money, accounts, owed(books), waiting, books.cashier)


def deal_of(core: Core, left_to_play: tuple[int, ...] = ()) -> m.DealOffers:
    """Return each remaining player's share of the prizes, by chip count and by ICM.

    `left_to_play` lists the prizes that would be left to play for. Raises `No` if deals are not
    allowed, prizes have not been posted, or the remaining players can't make a deal now.
    """
    evening = evening_of(core)
    room, left = evening.room, evening.room.left
    refuse_if(evening.rules.results.deals.value == "none", "no-deals-here")
    if not room.started or room.ended or not room.shares:
        raise No("prizes-not-posted" if not room.shares else "not-started")
    if not 2 <= len(left) <= MOST or not all(one.stack for one in left):
        raise No("not-all-who-are-left")
    most_first = sorted(left, key=lambda one: (-one.stack, one.id))
    stacks = [one.stack for one in most_first]
    prizes = (*room.shares, *(0 for _ in left))[: len(left)]
    try:
        by = [with_left(share, stacks, prizes, left_to_play) for share in (chip_chop, icm)]
    except DealError as error:
        raise No("left-is-too-much") from error
    lines = tuple(
        m.DealLine(one.id, one.stack, by_chips, by_icm)
        for one, by_chips, by_icm in zip(most_first, *by, strict=True)
    )
    offer = room.offer or Offer(room.deal, room.played_for, tuple(room.deal))
    return m.DealOffers(
        lines, sum(prizes), prizes[-1], left_to_play, dict(offer.shares), offer.agreed,
        offer.left, bool(room.deal),
    )  # fmt: skip
