"""One antenna's field: chips that come straight from another place, and chips first read here."""

from controller.contract.observations import ChipsAt
from controller.contract.scans import ChipTag
from controller.sensing.field import Candidate
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
    chip = Candidate(ChipTag(100), 1, 0, scans=[1], times=[0], reads=1)
    assert not chip.likely(2)
    chip.reads = 2  # One of them is older than the window.
    assert not chip.likely(2)
    chip.reads = 3
    assert chip.likely(2)
    assert Candidate(ChipTag(100), 1, 0, scans=[1, 2], times=[0, 200], reads=2).likely(2)


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
