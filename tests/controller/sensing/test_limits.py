"""Sensing at its limits: with which scan a tag is believed, doubted, forgotten or gone."""

from controller.contract.observations import CardAt
from controller.contract.scans import AntennaPlan, CardTag, Scan
from controller.sensing.card_wear import Reads
from controller.sensing.field import fields_of
from controller.sensing.registry import Registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS
from tests.controller.sensing.test_sensing import HUNDRED, KH, QD, STRANGE, TWENTY, Table


def test_the_scans_since_a_card_was_last_read_are_no_misses() -> None:
    (one,) = fields_of([AntennaPlan("hand.1", "hand.1", 100)], SETTINGS["typical"]).values()
    one.lay("A", CardTag("As", 1))
    for one.n in range(1, 11):
        missed = one.n in {3, 8, 9, 10}
        one.missing = {"A": 8 if one.n > 7 else 3} if missed else {}
        one.miss(one.missing)
    one.take_out("A")
    assert (one.tally, one.expected, one.missed) == ({"A": Reads(7, 1)}, 7, 1)
    one.lay("B", CardTag("Ks", 1))
    one.n, one.missing = 11, {"B": 11}
    one.miss(one.missing)
    one.take_out("B")
    assert one.tally.keys() == {"A"}, "no scan was made while it was there"


def test_reads_are_the_share_of_the_scans_since_a_card_arrived() -> None:
    table = Table()
    table.read(3, hand_1=[KH])
    assert table.sensing.read_rates() == {}
    table.read(1, hand_1=[KH])
    assert table.sensing.read_rates() == {"hand.1": 1.0}
    table.read(1)
    table.read(8, hand_1=[KH])
    assert table.sensing.read_rates() == {"hand.1": 0.9}


def test_a_stranger_is_arriving_with_its_third_read_and_forgotten_after_twenty_scans() -> None:
    table = Table()
    for reads in (1, 2, 3):
        table.read(1, hand_1=[STRANGE])
        assert table.sensing.undecided("hand.1")
        assert table.sensing.settling() == (reads == 3)
    table.read(19)
    assert table.sensing.strangers() == 1
    table.read(1)
    assert table.sensing.strangers() == 0
    assert not table.sensing.undecided("hand.1")


def test_each_chip_is_gone_after_its_own_twelve_scans() -> None:
    table = Table()
    table.read(20, bet_1=[HUNDRED, TWENTY])
    table.read(2, bet_1=[TWENTY])
    table.read(20)
    assert table.sensing.chips_in("bet.1") == (100, 20)
    table.read(2)
    assert table.sensing.chips_in("bet.1") == (20,)
    table.read(2)
    assert table.sensing.chips_in("bet.1") == ()


def test_a_new_card_arrives_with_twice_the_reads_of_another_antenna() -> None:
    table = Table()
    table.read(2, hand_1=[QD], hand_2=[QD])
    assert table.read(1, hand_1=[QD]) == []
    assert [one.zone for one in table.read(1, hand_1=[QD]) if isinstance(one, CardAt)] == ["hand.1"]


def test_a_card_read_elsewhere_stays_with_as_many_reads_at_home() -> None:
    table = Table()
    table.read(5, hand_1=[KH])
    table.read(2, hand_2=[KH])
    assert table.sensing.contested() == ("hand.1",)
    table.read(1, hand_1=[KH])
    assert table.sensing.contested() == ("hand.1",)
    table.read(1, hand_1=[KH])
    assert table.sensing.contested() == ()


def test_a_card_has_gone_to_a_distant_antenna_once_its_own_has_missed_it_seven_times() -> None:
    """Its own antenna suspects it gone after four scans, and three reads are an arrival."""
    plans = [
        AntennaPlan(f"hand.{seat}", f"hand.{seat}", 100, x=1_000 * seat, width=60, depth=60)
        for seat in (1, 2)
    ]
    sensing = Sensing(plans, Registry({KH: CardTag("Kh")}), SETTINGS["typical"])
    told = []
    for n in range(1, 20):
        there = "hand.1" if n <= 5 else "hand.2"
        for plan in plans:
            read = (KH,) if plan.name == there else ()
            told += [(n, one) for one in sensing.scan(Scan(plan.name, read, n * 100))]
    assert [(n, one.zone) for n, one in told if isinstance(one, CardAt)] == [
        (3, "hand.1"), (12, "hand.2"),
    ]  # fmt: skip


def test_after_eight_scans_a_new_card_lies_where_it_is_read_more_by_however_little() -> None:
    table = Table()
    for overheard in (1, 1, 1, 0, 1, 0, 1, 0):
        assert table.read(1, hand_1=[KH], hand_2=[KH] * overheard) == []
    [seen] = table.read(1, hand_1=[KH])
    assert isinstance(seen, CardAt)
    assert seen.zone == "hand.1"
