"""Cards of paper and of a deck: the seat card of who moves, and who draws a seat first."""

from collections.abc import Sequence

from controller.contract.venue.floor.direction import SeatCardsOrdered
from controller.contract.venue.prizes.registration import SeatCardIssued
from controller.venue.rules.books.room import Moving
from controller.venue.rules.books.work import Refused, Work
from controller.venue.rules.figures.button import DECK, card_rank, cards_for
from controller.venue.rules.figures.draw import Numbers
from controller.venue.rules.figures.seats import TableView


def issue(work: Work, move: Moving) -> None:
    """Give who moves a card for the new seat, where the room has seat cards."""
    rule = work.rules.seating.cards
    if rule.value:
        work.say(SeatCardIssued(move.player, move.order, move.target, rule.article))


def order_at_break(work: Work, broken: TableView) -> tuple[str, ...]:
    """Return who of a table that breaks gets a new seat first, () where no card says it.

    One card for each player, face up; the highest first, suits ranked.
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
    """Return who draws a seat first when all are drawn anew, None where no card says it.

    A card lies before each stack, table by table, from seat 1 on; the highest draws first, suits
    ranked. Two tables have two decks: of two equal cards the one at the lower number goes first.
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
