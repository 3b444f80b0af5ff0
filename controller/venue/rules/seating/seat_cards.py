"""Cards that show a player's new seat, and cards that decide who draws a seat first."""

from collections.abc import Sequence

from controller.contract.venue.floor.direction import SeatCardsOrdered
from controller.contract.venue.prizes.registration import SeatCardIssued
from controller.venue.rules.books.room import Moving
from controller.venue.rules.books.work import Work, refuse_if
from controller.venue.rules.calculations.button import DECK, card_rank, cards_for
from controller.venue.rules.calculations.seat_draw import Numbers
from controller.venue.rules.calculations.seats import TableView


def issue(work: Work, move: Moving) -> None:
    """Give a player who is being moved a card that shows the new seat, if the rules require it."""
    rule = work.rules.seating.cards
    if rule.value:
        work.say(SeatCardIssued(move.player, move.order, move.target, rule.article))


def order_at_break(work: Work, broken: TableView) -> tuple[str, ...]:
    """Return the order in which a broken table's players are seated, or () if no cards are needed.

    Each player receives one card, face up. The highest card goes first; suits are ranked.
    """
    rule = work.rules.breaking.break_cards
    if not rule.value:
        return ()
    numbers = Numbers(f"{work.room.n} cards {broken.table}".encode())
    players = [broken.players[seat] for seat in sorted(broken.players)]
    found = dict(zip(players, cards_for(numbers, len(players)), strict=True))
    return _ordered(work, found, rule.article)


def order_of(work: Work, dealt: Sequence[str]) -> tuple[str, ...] | None:
    """Return the order in which players draw seats in a redraw, or None if no cards are needed.

    `dealt` holds a card for each stack, table by table, from seat 1 on; if it is empty, random
    cards are used. The highest card draws first; suits are ranked. Each table has its own deck, so
    two tables may have the same card; in that case, the player at the table with the lower number
    draws first.
    """
    rule = work.rules.breaking.redraw_cards
    if not rule.value:
        refuse_if(dealt, "no-cards-here")
        return None
    found: dict[str, str] = {}
    left = list(dealt)
    for number in work.room.occupied:
        stacks = [one.id for one in work.room.seated(number).values() if not one.unsold]
        numbers = Numbers(f"{work.room.n} cards {number}".encode())
        cards = left[: len(stacks)] if dealt else cards_for(numbers, len(stacks))
        left = left[len(stacks) :]
        refuse_if(len(set(cards)) != len(stacks), "a-card-for-each-stack")
        found |= dict(zip(stacks, cards, strict=True))
    refuse_if(left, "a-card-for-each-stack")
    refuse_if(any(card not in DECK for card in found.values()), "no-such-card")
    return _ordered(work, found, rule.article)


def _ordered(work: Work, cards: dict[str, str], article: str) -> tuple[str, ...]:
    order = tuple(sorted(cards, key=lambda who: card_rank(cards[who]), reverse=True))
    work.say(SeatCardsOrdered(cards, order, article))
    return order
