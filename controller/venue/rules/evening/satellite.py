"""Satellites: play ends as soon as there is a seat to win for every remaining player.

The seats are paid out as tickets, each of which pays for an entry in another tournament.
"""

from collections import Counter
from collections.abc import Sequence

from controller.contract.venue.inputs import PlayerEntered
from controller.contract.venue.outputs import TournamentEnded
from controller.contract.venue.tournament_formats import satellites as s
from controller.venue.rules.books.bounty_books import parted
from controller.venue.rules.books.event_books import SeatsWon
from controller.venue.rules.books.money_books import POOL
from controller.venue.rules.books.room import Player, Room
from controller.venue.rules.books.work import Refused, Work, refuse_if
from controller.venue.rules.calculations.entries import closed
from controller.venue.rules.calculations.levels import reached
from controller.venue.rules.evening import results
from controller.venue.rules.prizes.league_points import placed, scored
from controller.venue.rules.tournament import Tournament


def seats_of(rules: Tournament, room: Room) -> int:
    """Return how many seats can be won.

    Return 0 if this is not a satellite, or if the number is not known yet.
    """
    one = rules.satellite
    if not one.worth.value or one.seats.value:
        return one.seats.value if one.worth.value else 0
    if not closed(rules.entries, room.levels, room.clock.at):
        return 0
    return pool_of(room) // one.worth.value


def pool_of(room: Room) -> int:
    """Return the prize pool: as posted, or the money now in it if no pool has been posted."""
    return room.pool or -room.money.accounts.get(POOL, 0)


def shares_of(rules: Tournament, pool: int) -> tuple[int, ...]:
    """Return the prizes by place that a satellite's pool pays for.

    Each seat counts at its cash value. Money left over goes to the next place if the house says so.
    """
    one = rules.satellite
    seats = one.seats.value or pool // one.worth.value
    rest = pool - seats * one.worth.value if one.rest.value == "next" else 0
    return (*[one.worth.value] * seats, *([rest] if rest > 0 else []))


def look(work: Work) -> None:
    """End a satellite once every remaining player wins a seat, and nobody can enter or rebuy."""
    room, seats = work.room, seats_of(work.rules, work.room)
    if not seats or not room.started or room.ended or _comes_in(work.rules, room):
        return
    if 0 < len(room.left) <= seats:
        _end(work, seats)


def _comes_in(rules: Tournament, room: Room) -> bool:
    """Return whether anybody may still enter, re-enter or rebuy at the current level."""
    entries, level = rules.entries, reached(room.levels, room.clock.at)
    again = entries.reentry_levels.value if entries.reentries.value else 0
    return level <= max(entries.late_levels.value, again, entries.rebuy_levels.value)


def _end(work: Work, seats: int) -> None:
    inside = sorted(work.room.left, key=lambda one: one.id)
    for one in inside:
        work.put(one, place=(1, len(inside)))
        results.clear(work, one)
    winners = [one.id for one in inside]
    places = [one for one in placed(work.room) if one.player not in winners]
    winners += [one.player for one in places if one.last <= seats]
    tied = [one.player for one in places if one.first <= seats < one.last]
    left_open = seats - len(winners) if tied else 0
    work.change(ended=True, seats_won=SeatsWon(tuple(winners), tuple(tied), left_open))
    work.say(TournamentEnded("", dict(scored(work.rules, work.room))))
    for player in winners:
        _win(work, player)
    _overlay(work, seats)
    if tied:
        _tie(work, tied)
    else:
        _rest(work, winners, [one.player for one in places if one.first == seats + 1])


def _win(work: Work, player: str) -> None:
    one = work.rules.satellite
    work.say(s.SeatWon(player, one.target, one.worth.value, one.seats.article))


def _rest_of(work: Work) -> int:
    """Return the remainder of the pool that goes to players, after the seats are paid for.

    Return 0 if the house gets the remainder.
    """
    one = work.rules.satellite
    if one.rest.value == "house":
        return 0
    won = work.room.seats_won
    seats = len(won.winners) + won.open
    return max(0, pool_of(work.room) - seats * one.worth.value)


def _overlay(work: Work, seats: int) -> None:
    """Credit the house with the money left in the pool after all awards, or charge a shortfall."""
    one = work.rules.satellite
    pool = -work.room.money.accounts.get(POOL, 0)
    empty = max(0, seats - len(work.room.seats_won.winners) - len(work.room.seats_won.tied))
    house = pool - (seats - empty) * one.worth.value - _rest_of(work)
    if house and work.rules.money != "none":
        work.say(s.RestShared({}, house, one.rest.article))


def _tie(work: Work, tied: Sequence[str]) -> None:
    rules, won = work.rules.satellite, work.room.seats_won
    if rules.ties.value != "shared":
        work.say(s.SeatsTied(tuple(tied), won.open, {}, rules.ties.article))
        return
    rest = _rest_of(work) if rules.rest.value == "next" else 0
    money = parted(won.open * rules.worth.value + rest, Counter(tied))
    work.say(s.SeatsTied(tuple(tied), won.open, money, rules.ties.article))
    left = _rest_of(work) - rest
    work.change(seats_won=SeatsWon(won.winners))
    if left:
        _share(work, left, won.winners)


def _rest(work: Work, winners: Sequence[str], following: Sequence[str]) -> None:
    """Give the remainder of the pool to `following` or to all `winners`, as the rules say.

    `following` lists the players in the best place that wins no seat. If the floor has chosen among
    tied players, they are the tied players who did not win a seat.
    """
    rest = _rest_of(work)
    if rest:
        _share(work, rest, following if work.rules.satellite.rest.value == "next" else winners)


def _share(work: Work, rest: int, whose: Sequence[str]) -> None:
    money = parted(rest, Counter(whose)) if whose else {}
    work.say(s.RestShared(money, rest - sum(money.values()), work.rules.satellite.rest.article))


def decide(work: Work, said: s.LastSeatsDecided) -> None:
    """Award the last seats to the tied players that the floor chose."""
    won = work.room.seats_won
    named = set(said.players)
    refuse_if(not won.tied, "no-tie")
    if not named <= set(won.tied) or len(said.players) != won.open or len(named) != won.open:
        raise Refused("not-so-many-seats")
    others = [one for one in won.tied if one not in named]
    work.change(seats_won=SeatsWon((*won.winners, *said.players)))
    for player in said.players:
        _win(work, player)
    _rest(work, work.room.seats_won.winners, others)


def ticket(work: Work, said: PlayerEntered) -> None:
    """Record that a ticket pays for the entry of a player who has just entered."""
    if not said.ticket:
        return
    refuse_if(not work.rules.entries.tickets.value, "no-tickets-here")
    if any(one.ticket == said.ticket for one in work.room.players.values()):
        raise Refused("ticket-is-used")
    paid = _paid_besides(work.rules, said.ticket_worth)
    work.put(work.player(said.player), ticket=said.ticket, ticket_worth=said.ticket_worth)
    work.say(s.TicketTaken(said.player, said.ticket, said.ticket_worth, paid))


def give_back(work: Work, player: Player) -> None:
    """Make a ticket valid again, because the entry that it paid for was refunded."""
    if not player.ticket:
        return
    paid = _paid_besides(work.rules, player.ticket_worth)
    work.put(player, ticket="", ticket_worth=0)
    work.say(s.TicketReturned(player.id, player.ticket, player.ticket_worth, paid))


def _paid_besides(rules: Tournament, worth: int) -> int:
    """Return the price of an entry minus the value of a ticket, `worth`.

    The result is negative if the ticket is worth more than the entry. If the room does not play for
    money, it is 0.
    """
    if rules.money == "none":
        return 0
    head = rules.bounties.head.value if rules.bounties.kind.value != "none" else 0
    return rules.bank.entry.value + rules.bank.fee.value + head - worth
