"""Seat cards for moving players, and cards that decide the order in which players draw seats."""

from collections.abc import Sequence

from controller.contract.venue.floor.direction import SeatCardsOrdered
from controller.contract.venue.prizes.registration import SeatCardIssued
from controller.venue.rules.books.room import Moving
from controller.venue.rules.books.work import Refused, Work
from controller.venue.rules.calculations.button import DECK, card_rank, cards_for
from controller.venue.rules.calculations.draw import Numbers
from controller.venue.rules.calculations.seats import TableView


def issue(work: Work, move: Moving) -> None:
    """Give a moving player a card for their new seat, if the room uses seat cards."""
    rule = work.rules.seating.cards
    if rule.value:
        work.say(SeatCardIssued(move.player, move.order, move.target, rule.article))


def order_at_break(work: Work, broken: TableView) -> tuple[str, ...]:
    """Return the order in which a breaking table's players are seated, or () if no cards decide it.

    Each player receives one card, face up; the highest card goes first, suits ranked.
    """
    rule = work.rules.breaking.break_cards
    if not rule.value:
        return ()
    numbers = Numbers(f"{work.room.n} cards {broken.table}".encode())
    players = [broken.players[seat] for seat in sorted(broken.players)]
    found = dict(zip(players, cards_for(numbers, len(players)), strict=True))
    order = tuple(sorted(found, key=lambda who: card_rank(found[who]), reverse=True))
    work.say(SeatCardsOrdered(found, order, rule.article))
    return order


def order_of(work: Work, dealt: Sequence[str]) -> tuple[str, ...] | None:
    """Return the order in which players draw in a redraw, or None if no cards decide it.

    A card is dealt in front of each stack, table by table, from seat 1 on. The highest card draws
    first, suits ranked. Two tables use two decks; if two cards are equal, the one at the table with
    the lower number goes first.
    """
    rule = work.rules.breaking.redraw_cards
    if not rule.value:
        if dealt:
            raise Refused("no-cards-here")
        return None
    found: dict[str, str] = {}
    left = list(dealt)
    for number in work.room.occupied:
        stacks = [one.id for one in work.room.seated(number).values() if not one.unsold]
        numbers = Numbers(f"{work.room.n} cards {number}".encode())
        cards = left[: len(stacks)] if dealt else cards_for(numbers, len(stacks))
        left = left[len(stacks) :]
        if len(set(cards)) != len(stacks):
            raise Refused("a-card-for-each-stack")
        found |= dict(zip(stacks, cards, strict=True))
    if left:
        raise Refused("a-card-for-each-stack")
    if any(card not in DECK for card in found.values()):
        raise Refused("no-such-card")
    order = tuple(sorted(found, key=lambda who: card_rank(found[who]), reverse=True))
    work.say(SeatCardsOrdered(found, order, rule.article))
    return order
