"""Results of an event that have not come about yet: nothing is open, and nobody was out before."""

from msgspec.structs import replace

from controller.contract.venue import inputs as i
from controller.contract.venue.prizes.registration import EntryRefunded
from controller.contract.venue.tournament_formats.days import DayEnds, DayOver, StackBagged
from controller.contract.venue.tournament_formats.satellites import LastSeatsDecided
from controller.houses.model import Ruled
from controller.venue.rules.books.event_books import SeatsWon
from controller.venue.rules.step import step
from controller.venue.rules.tournament import DayRules, SatelliteRules
from controller.venue.tournament_files import load_tournament
from tests.controller.venue.rules.told import playing, told

PPC = load_tournament("ppc")


def test_a_first_day_counts_its_own_players() -> None:
    """No flight was before it, so those in it are all who have entered."""
    entries = replace(PPC.entries, refunds=Ruled(True, ""))
    rules = replace(PPC, days=DayRules("spring", Ruled(2, "")), entries=entries)
    stack = PPC.start.starting_stack.value
    bags = [StackBagged(player=one, counted=stack, seal=one, signed=True) for one in "abc"]
    done = told(playing(rules), rules, DayEnds(), i.TableHeld(table=1), *bags)
    (over,) = [one for one in done.events if isinstance(one, DayOver)]
    assert (over.entries, len(over.bags)) == (3, 3)
    # Nobody played for money or bounties.
    assert (over.money, over.heads, {one.head for one in over.bags}) == (0, 0, {0})
    # The next day has what was paid in.
    refund = EntryRefunded(player="a", why="ill")
    assert step(done.room, refund, rules).refused == "carried-over"


def test_last_seats_that_the_floor_has_given_are_open_no_more() -> None:
    """Two of three go out in one hand, and there are two seats."""
    satellite = SatelliteRules(Ruled(2, ""), Ruled(100, ""), "sunday", Ruled("floor", ""))
    ties = replace(PPC.hand_for_hand, ties=Ruled("shared", ""))
    entries = replace(PPC.entries, late_levels=Ruled(0, ""), rebuy_levels=Ruled(0, ""))
    rules = replace(PPC, satellite=satellite, hand_for_hand=ties, entries=entries)
    room = playing(rules)
    began = {seat: one.stack for seat, one in room.seated(1).items()}
    last, *others = began
    stacks = {last: sum(began.values()), **dict.fromkeys(others, 0)}
    hand = i.HandReported(table=1, hand=1, began=began, stacks=stacks)
    room = told(room, rules, hand).room
    assert (len(room.seats_won.winners), len(room.seats_won.tied), room.seats_won.open) == (1, 2, 1)
    named = room.seats_won.tied[:1]
    room = told(room, rules, LastSeatsDecided(players=named)).room
    assert room.seats_won == SeatsWon((*room.seats_won.winners[:1], *named), (), 0)
