"""Late entries: a full stack, one less the blinds missed, or the one that nobody bought."""

from controller.contract.venue.seats import Seat
from controller.venue.rules.calculations.entries import (
    Entry,
    NoEntry,
    Unsold,
    blinds_missed,
    enter,
)
from controller.venue.rules.calculations.levels import Level
from controller.venue.tournament_files import load_tournament

FIDPA = load_tournament("fidpa").entries
PPC = load_tournament("ppc").entries


def blinds(small: int, big: int, ante: int = 0) -> Level:
    """Return a level with these blinds and this ante."""
    return Level(1, small, big, ante, 0)


def test_each_span_of_twenty_minutes_costs_both_blinds_and_a_round_of_antes() -> None:
    """FIDPA 16-4: what was missed leaves play, whoever would have paid it."""
    entry = enter(FIDPA, 2, 0, 5000, [blinds(25, 50), blinds(50, 100, 10)], 9)
    assert entry == Entry(5000 - 75 - 150 - 90, None, 315, "FIDPA 16-4")
    assert blinds_missed(blinds(50, 100, 10), 7) == 150 + 80


def test_a_stack_that_nobody_bought_is_taken_as_it_is() -> None:
    """FIDPA 16-3: with its seat, the largest first."""
    unsold = [Unsold(Seat(2, 3), 4700), Unsold(Seat(1, 3), 4850)]
    entry = enter(FIDPA, 1, 0, 5000, [blinds(25, 50)], 9, unsold)
    assert entry == Entry(4850, Seat(1, 3), 0, "FIDPA 16-3")
    # Before the start there is no such stack: everybody begins with a full one.
    assert enter(FIDPA, 0, 0, 5000, [], 9, unsold) == Entry(5000, None, 0, "FIDPA 16-4")


def test_a_late_entry_always_brings_a_chip() -> None:
    """Blinds that were missed never eat the whole stack."""
    entry = enter(FIDPA, 4, 0, 500, [blinds(200, 400)], 9)
    assert isinstance(entry, Entry)
    assert (entry.stack, entry.removed) == (1, 499)


def test_who_has_entered_and_who_is_too_late_hears_why() -> None:
    """One entry each (FIDPA 14-3); and none when entries are closed."""
    assert enter(FIDPA, 1, 1, 5000, [], 9) == NoEntry("entered", "FIDPA 14-3")
    assert enter(PPC, 1, 0, 5000, [], 9) == NoEntry("closed", "")
    assert isinstance(enter(PPC, 0, 0, 5000, [], 9), Entry)


def test_antes_are_those_of_the_next_size_that_the_rules_know() -> None:
    antes = [blinds_missed(blinds(0, 0, 1), seats) for seats in range(2, 12)]
    assert antes == [6, 6, 6, 6, 6, 8, 8, 9, 10, 11]
