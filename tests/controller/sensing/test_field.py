"""One antenna's field: chips that come straight from another place, and chips first read here."""

from controller.contract.observations import ChipsAt
from controller.contract.scans import AntennaPlan, ChipTag
from controller.sensing.field import Candidate, ChipMotion, fields_of
from controller.sensing.settings import SETTINGS
from tests.controller.sensing.test_sensing import HUNDRED, TWENTY, Table


def test_a_chip_that_comes_straight_from_another_bet_or_the_pot_says_so_once() -> None:
    table = Table()
    table.read(20, bet_1=[HUNDRED, TWENTY])
    table.seen.clear()
    table.read(20, bet_2=[HUNDRED, TWENTY])
    left, came, *rest = [seen for seen in table.seen if isinstance(seen, ChipsAt)]
    assert (left.zone, left.chips, left.brought) == ("bet.1", (), {})
    assert (came.zone, came.chips, came.brought) == ("bet.2", (100, 20), {"bet.1": 120})
    assert not any(seen.brought for seen in rest)


def test_a_chip_from_a_hand_or_in_the_pot_is_brought_from_nowhere() -> None:
    table = Table()
    table.read(20, bet_1=[HUNDRED])
    table.read(60)
    table.read(20, bet_2=[HUNDRED])
    table.read(20, pot=[HUNDRED])
    assert not any(seen.brought for seen in table.seen if isinstance(seen, ChipsAt))


def test_a_chip_is_likely_by_its_reads_in_the_window_or_by_more_in_all() -> None:
    chip = Candidate(ChipTag(100), 1, 0, scans=[1])
    chip.reads += 2  # One of them is older than the window.
    assert not chip.likely(2)
    chip.reads = 3
    assert chip.likely(2)
    assert Candidate(ChipTag(100), 1, 0, scans=[1, 2], reads=2).likely(2)


def test_chips_that_lie_nowhere_else_are_moving_as_soon_as_the_pot_reads_them() -> None:
    table = Table()
    table.read(200, pot=[HUNDRED])
    table.seen.clear()
    table.read(20, pot=[HUNDRED, TWENTY])
    [seen] = [seen for seen in table.seen if isinstance(seen, ChipsAt)]
    assert (seen.zone, seen.chips, seen.provisional) == ("pot", (100,), True)
    table.read(200, pot=[HUNDRED, TWENTY])
    last = [seen for seen in table.seen if isinstance(seen, ChipsAt)][-1]
    assert (last.chips, last.provisional, last.since) == ((100, 20), False, seen.since)


def test_chips_that_the_pot_reads_only_once_are_at_rest_again_without_them() -> None:
    table = Table()
    table.read(200, pot=[HUNDRED])
    table.read(20, pot=[HUNDRED, TWENTY])
    table.read(200, pot=[HUNDRED])
    last = [seen for seen in table.seen if isinstance(seen, ChipsAt)][-1]
    assert (last.zone, last.chips, last.provisional) == ("pot", (100,), False)


def test_a_bet_that_the_pot_overhears_moves_nothing() -> None:
    table = Table()
    table.read(20, bet_1=[HUNDRED])
    table.seen.clear()
    table.read(20, bet_1=[HUNDRED], pot=[HUNDRED])
    table.read(200, bet_1=[HUNDRED])
    assert not [seen for seen in table.seen if isinstance(seen, ChipsAt)]


def test_a_chip_in_front_of_a_seat_is_told_when_it_is_there() -> None:
    table = Table()
    table.read(2, bet_1=[HUNDRED])
    assert not [seen for seen in table.seen if isinstance(seen, ChipsAt)]


def test_a_card_is_away_after_as_many_scans_and_as_long_as_both_limits_say() -> None:
    (one,) = fields_of([AntennaPlan("hand.1", "hand.1", 100)], SETTINGS["typical"]).values()
    one.absent, one.card_absent = 3, 400
    for one.n in range(1, 6):
        one.at = one.n * 100
        one.times.append(one.at)
    assert [one.time_of(scan) for scan in (1, 4, 5)] == [100, 400, 500]
    # Missed since a scan: the limit of 400 ms holds from the one before.
    assert [one.card_is_away(first) for first in (1, 2, 3, 4)] == [True, True, False, False]
    one.card_absent = 0
    assert [one.card_is_away(first) for first in (2, 3, 4)] == [True, True, False]
    assert one.longest_miss() == 0
    one.missing = {"A": 5, "B": 3}
    assert one.longest_miss() == 3
    assert [one.undecided(suspect) for suspect in (2, 3, 4)] == [True, True, False]


def test_an_antenna_is_undecided_while_something_arrives_and_reads_or_misses_it() -> None:
    (one,) = fields_of([AntennaPlan("hand.1", "hand.1", 100)], SETTINGS["typical"]).values()
    one.unknown = {"X": [1, 2]}
    assert not one.undecided(1, unknown=2)
    one.busy = True
    assert [one.undecided(1, unknown=least) for least in (1, 2, 3)] == [True, True, False]
    one.contested = {"A"}
    assert one.undecided(1)
    one.contested, one.motion = set(), ChipMotion()
    assert one.undecided(1)
    one.busy = False
    assert not one.undecided(1)
    one.missing = {"A": 1}
    assert one.undecided(9)


def test_an_antenna_is_slow_from_a_second_between_its_scans() -> None:
    plans = [AntennaPlan("pot", "pot", 1000), AntennaPlan("bet.1", "bet.1", 999)]
    fields = fields_of(plans, SETTINGS["typical"])
    assert [one.slow for one in fields.values()] == [True, False]
