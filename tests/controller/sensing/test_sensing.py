"""Sensing, scan by scan: when a tag counts, where it lies, when a motion is over."""

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract.observations import (
    BadgeAt,
    BadgeLeft,
    ButtonAt,
    CardAt,
    CardLeft,
    ChipsAt,
    Observation,
)
from controller.contract.scans import (
    AntennaPlan,
    BadgeTag,
    ButtonTag,
    CardTag,
    ChipTag,
    Scan,
    Tag,
)
from controller.sensing.registry import Registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS, Settings

KH, QD, STRANGE = "E0040000000000A1", "E0040000000000A2", "E0040000000000FF"
HUNDRED, TWENTY, FOREIGN = "E0040000000000C1", "E0040000000000C2", "E0040000000000C3"
ANNE, BUTTON, XAVIER = "E0040000000000B1", "E0040000000000B2", "E0040000000000B3"
TAGS: dict[str, Tag] = {
    KH: CardTag("Kh"),
    QD: CardTag("Qd", 2),
    HUNDRED: ChipTag(100),
    TWENTY: ChipTag(20),
    FOREIGN: ChipTag(500, 2),
    ANNE: BadgeTag("Anne"),
    BUTTON: ButtonTag(),
    XAVIER: BadgeTag("Xavier", "floor"),
}
PLANS = [
    AntennaPlan("hand.1", "hand.1", 100),
    AntennaPlan("hand.2", "hand.2", 100),
    AntennaPlan("bet.1", "bet.1", 200),
    AntennaPlan("pot", "pot", 2000),
    AntennaPlan("board.1", "board", 100),
    AntennaPlan("board.2", "board", 100),
    AntennaPlan("badge.1", "badge.1", 500),
    AntennaPlan("button.1", "button.1", 500),
    AntennaPlan("floor_badge", "floor-badge", 500),
    AntennaPlan("bet.2", "bet.2", 200),
]


class Table:
    """What each antenna reads in the next scans, and all that was observed."""

    def __init__(self, level: str = "typical") -> None:
        self.sensing = Sensing(PLANS, Registry(TAGS), SETTINGS[level])
        self.now = 0
        self.seen: list[Observation] = []

    def scan(self, antenna: str, tags: Sequence[str], at: int) -> None:
        """Read one antenna once."""
        self.now = at
        self.seen += self.sensing.scan(Scan(antenna, tuple(tags), at))

    def read(self, scans: int = 1, **fields: Iterable[str]) -> list[Observation]:
        """Scan every antenna as often as 100 ms allow; give what is observed by it."""
        start = len(self.seen)
        for _ in range(scans):
            tick = self.now - self.now % 100 + 100
            for index, plan in enumerate(PLANS):
                if tick % plan.period == 0:
                    name = plan.name.replace(".", "_")
                    self.scan(plan.name, tuple(fields.get(name, ())), tick + index)
        return self.seen[start:]


def test_a_card_arrives_with_its_third_read_and_since_its_first() -> None:
    table = Table()
    assert table.read(2, hand_1=[KH]) == []
    assert table.sensing.settling()
    assert table.read(1, hand_1=[KH]) == [CardAt(300, "Kh", "hand.1", 100)]
    assert not table.sensing.settling()
    assert table.sensing.cards_in("hand.1") == {"Kh"}


def test_reads_too_far_apart_are_no_arrival() -> None:
    table = Table()
    for _ in range(30):
        table.read(1, hand_1=[KH])
        table.read(8)
    assert table.seen == []
    assert not table.sensing.settling()


def test_a_card_that_is_missed_for_a_while_stays() -> None:
    table = Table()
    table.read(5, hand_1=[KH])
    for _ in range(20):
        table.read(23)
        table.read(1, hand_1=[KH])
    assert [type(seen) for seen in table.seen] == [CardAt]


def test_a_card_that_is_lifted_has_left_after_longer_than_any_way() -> None:
    table = Table()
    table.read(5, hand_1=[QD])
    lifted = table.now
    table.read(8)
    assert table.sensing.settling()
    left = table.read(30)
    assert left == [CardLeft(left[0].at, "Qd", "hand.1", 2)]
    assert 800 < left[0].at - lifted <= 2500


def test_a_card_that_goes_from_zone_to_zone_is_one_movement() -> None:
    table = Table()
    table.read(5, hand_1=[KH])
    assert table.read(18) == []
    moved = table.read(10, bet_1=[KH])
    assert [(type(seen), seen.zone) for seen in moved if isinstance(seen, CardAt)] == [
        (CardAt, "bet.1")
    ]
    assert len(moved) == 1
    assert table.read(50, bet_1=[KH]) == []


def test_a_neighbour_that_overhears_a_card_does_not_move_it() -> None:
    table = Table()
    table.read(5, hand_1=[KH])
    for _ in range(50):
        assert table.read(1, hand_1=[KH], hand_2=[KH]) == []
        assert table.read(1, hand_1=[], hand_2=[KH]) == []
        assert table.read(2, hand_1=[KH], hand_2=[]) == []
    assert table.sensing.cards_in("hand.2") == frozenset()


def test_a_new_card_that_two_antennas_read_lies_where_it_is_read_more() -> None:
    table = Table()
    table.read(1, hand_2=[KH])
    table.read(1, hand_1=[KH], hand_2=[KH])
    table.read(8, hand_1=[KH])
    assert [seen.zone for seen in table.seen if isinstance(seen, CardAt)] == ["hand.1"]


def test_an_antenna_that_overhears_a_new_card_well_does_not_get_it() -> None:
    table = Table()
    table.read(1, hand_2=[KH])
    table.read(2, hand_1=[KH], hand_2=[KH])
    table.read(8, hand_1=[KH])
    assert [seen.zone for seen in table.seen if isinstance(seen, CardAt)] == ["hand.1"]


def test_a_card_on_the_border_of_two_zones_lies_in_one_of_them() -> None:
    table = Table()
    table.read(100, hand_1=[KH], hand_2=[KH])
    assert [type(seen) for seen in table.seen] == [CardAt]
    assert table.seen[0].at < 1_100


def test_a_card_that_is_first_read_elsewhere_at_the_last_moment_has_not_left() -> None:
    table = Table()
    table.read(5, hand_1=[KH])
    table.read(22)
    moved = table.read(4, hand_2=[KH])
    assert [type(seen) for seen in moved] == [CardAt]


def test_cards_are_told_in_the_order_of_their_first_reads() -> None:
    table = Table()
    table.read(1, hand_1=[KH])
    table.read(3, hand_2=[QD])
    assert table.seen == []
    table.read(4, hand_1=[KH], hand_2=[QD])
    assert [seen.card for seen in table.seen if isinstance(seen, CardAt)] == ["Kh", "Qd"]


def test_a_card_does_not_wait_for_ever_for_one_that_was_read_first() -> None:
    table = Table()
    table.read(1, hand_1=[KH])
    seen = table.read(12, hand_2=[QD])
    assert [type(one) for one in seen] == [CardAt]
    assert seen[0].at <= 1_100


def test_a_card_does_not_wait_for_one_that_a_slow_antenna_read_once() -> None:
    table = Table()
    table.read(20, pot=[KH])
    seen = table.read(14, hand_1=[QD])
    assert [type(one) for one in seen] == [CardAt]


def test_the_antennas_of_one_zone_are_one_place() -> None:
    table = Table()
    table.read(5, board_1=[KH])
    table.read(20, board_2=[KH])
    table.read(5, board_1=[KH])
    assert table.seen == [CardAt(304, "Kh", "board", 104)]


def test_a_chip_counts_with_its_second_read_and_its_motion_ends_after_eight_scans() -> None:
    table = Table()
    table.read(2, bet_1=[HUNDRED])
    assert table.seen == []
    table.read(2, bet_1=[HUNDRED])
    assert table.seen == [ChipsAt(402, "bet.1", (100,), 202, provisional=True)]
    table.read(13, bet_1=[HUNDRED])
    assert len(table.seen) == 1
    assert table.read(1, bet_1=[HUNDRED]) == [ChipsAt(1802, "bet.1", (100,), 202)]
    assert not table.sensing.settling()


def test_a_new_chip_restarts_the_count_and_a_ghost_does_not() -> None:
    table = Table()
    table.read(12, bet_1=[HUNDRED])
    table.read(12, bet_1=[HUNDRED, TWENTY])
    assert [seen.provisional for seen in table.seen if isinstance(seen, ChipsAt)] == [True, True]
    table.read(4, bet_1=[HUNDRED, TWENTY, STRANGE])
    assert table.read(2, bet_1=[HUNDRED, TWENTY]) == [ChipsAt(3002, "bet.1", (100, 20), 202)]


def test_chips_that_come_after_a_motion_are_a_second_one() -> None:
    table = Table()
    table.read(20, bet_1=[HUNDRED])
    table.read(30, bet_1=[HUNDRED, TWENTY])
    assert table.seen == [
        ChipsAt(402, "bet.1", (100,), 202, provisional=True),
        ChipsAt(1802, "bet.1", (100,), 202),
        ChipsAt(2402, "bet.1", (100, 20), 2202, provisional=True),
        ChipsAt(3802, "bet.1", (100, 20), 2202),
    ]


def test_a_motion_keeps_the_beginning_that_was_said() -> None:
    """A tag overheard once before the chips is no part of them, and is forgotten in time."""
    table = Table()
    table.read(2, bet_1=[TWENTY])
    table.read(4)
    table.read(30, bet_1=[HUNDRED])
    said = [seen for seen in table.seen if isinstance(seen, ChipsAt)]
    assert [(seen.chips, seen.provisional) for seen in said] == [((100,), True), ((100,), False)]
    assert said[0].since == said[1].since


def test_a_chip_that_is_missed_eleven_times_has_not_left() -> None:
    table = Table()
    table.read(40, bet_1=[HUNDRED])
    assert table.read(22) == []
    assert table.read(20, bet_1=[HUNDRED]) == []
    left = table.read(24)
    assert [(seen.zone, seen.chips) for seen in left if isinstance(seen, ChipsAt)] == [
        ("bet.1", ())
    ]


def test_thirteen_scans_when_the_noise_is_harsh() -> None:
    table = Table("harsh")
    table.read(27, bet_1=[HUNDRED])
    assert [seen.provisional for seen in table.seen if isinstance(seen, ChipsAt)] == [True]
    table.read(1, bet_1=[HUNDRED])
    assert table.seen[-1] == ChipsAt(2802, "bet.1", (100,), 202)


def test_chips_that_are_taken_together_leave_together() -> None:
    table = Table()
    table.read(40, bet_1=[HUNDRED, TWENTY, FOREIGN])
    assert table.seen[-1] == ChipsAt(1802, "bet.1", (100, 20), 202, foreign=1)
    table.read(4, bet_1=[TWENTY])
    gone = table.read(40)
    assert gone == [ChipsAt(gone[0].at, "bet.1", (), 4202)]


def test_chips_that_were_missed_before_they_were_taken_leave_with_the_others() -> None:
    table = Table()
    table.read(40, bet_1=[HUNDRED, TWENTY])
    table.read(6, bet_1=[HUNDRED])
    gone = table.read(40)
    assert gone == [ChipsAt(gone[0].at, "bet.1", (), 4202)]


def test_a_chip_that_goes_to_the_pot_is_in_one_place_only() -> None:
    table = Table()
    table.read(30, bet_1=[HUNDRED])
    table.read(200, pot=[HUNDRED])
    last = {seen.zone: seen for seen in table.seen if isinstance(seen, ChipsAt)}
    assert (last["bet.1"].chips, last["bet.1"].provisional) == ((), False)
    assert (last["pot"].chips, last["pot"].provisional) == ((100,), False)


def test_a_chip_of_the_pot_that_is_overheard_twice_stays_in_the_pot() -> None:
    """The pot is scanned so seldom that it can't contradict in between."""
    table = Table()
    table.read(200, pot=[HUNDRED])
    pot = list(table.seen)
    for heard in (2, 1, 4):
        table.read(2 * heard, bet_1=[HUNDRED])
        table.read(20 - 2 * heard)
        table.read(1, pot=[HUNDRED])
    table.read(40, pot=[HUNDRED])
    assert table.seen == pot
    assert not table.sensing.settling(slow=True)


def test_a_chip_that_is_taken_from_the_pot_is_one_motion() -> None:
    table = Table()
    table.read(200, pot=[HUNDRED, TWENTY])
    taken = table.read(40, pot=[TWENTY], bet_1=[HUNDRED])
    bets = [seen for seen in taken if isinstance(seen, ChipsAt) and seen.zone == "bet.1"]
    assert [(seen.chips, seen.provisional) for seen in bets] == [((100,), True), ((100,), False)]
    assert bets[0].since == bets[1].since == 20_202
    assert bets[1].at - bets[1].since <= 2_000


def test_a_motion_waits_for_a_chip_of_it_that_its_pile_hides_most_of_the_time() -> None:
    """A bet of 14 chips in one motion was taken for two: one chip was read 3 times in 2 s."""
    (table := Table()).read(200, pot=[HUNDRED, TWENTY])
    for read in "001100001000":
        table.read(2, bet_1=[HUNDRED, TWENTY] if read == "1" else [HUNDRED])
    table.read(40, bet_1=[HUNDRED, TWENTY])
    last = [s for s in table.seen if isinstance(s, ChipsAt) and not s.provisional]
    assert [seen.chips for seen in last if seen.zone == "bet.1"] == [(100, 20)]


def test_chips_are_nothing_in_a_hand_zone_and_cards_nothing_on_a_badge_reader() -> None:
    table = Table()
    table.read(60, hand_1=[HUNDRED, ANNE], badge_1=[KH, BUTTON], button_1=[ANNE], bet_1=[ANNE])
    assert table.seen == []
    assert not table.sensing.settling()


def test_badges_and_the_button() -> None:
    table = Table()
    table.read(15, badge_1=[ANNE], button_1=[BUTTON])
    assert table.seen == [BadgeAt(1006, 1, "Anne"), ButtonAt(1007, 1)]
    table.read(100, button_1=[BUTTON])
    assert table.seen[2:] == [BadgeLeft(table.seen[2].at, 1)]


def test_whose_badge_lies_on_the_floors_reader() -> None:
    table = Table()
    table.read(15, floor_badge=[XAVIER, KH, STRANGE])
    assert table.seen == [BadgeAt(1008, 0, "Xavier")]
    assert table.sensing.badges_in("floor-badge") == {BadgeTag("Xavier", "floor")}
    table.sensing.lost("floor_badge")
    assert not table.sensing.badges_in("floor-badge")
    table.sensing.back("floor_badge")
    assert table.sensing.badges_in("floor-badge")
    table.read(100)
    assert table.seen[1:] == [BadgeLeft(table.seen[1].at, 0)]
    assert not table.sensing.badges_in("floor-badge")


def test_a_tag_that_was_never_enrolled_is_a_card_only_when_it_is_steadily_there() -> None:
    table = Table()
    for _ in range(100):
        table.read(1, hand_1=[STRANGE])
        table.read(1)
    assert table.seen == []
    table.read(14, hand_1=[STRANGE])
    assert [(s.card, s.zone, s.deck) for s in table.seen if isinstance(s, CardAt)] == [
        (STRANGE, "hand.1", 0)
    ]
    table.read(10, hand_2=[STRANGE])
    table.read(40)
    assert [type(seen) for seen in table.seen] == [CardAt, CardAt, CardLeft]


def test_a_tag_that_was_never_enrolled_is_nothing_among_chips() -> None:
    table = Table()
    table.read(100, bet_1=[STRANGE], pot=[STRANGE])
    assert table.seen == []


def test_an_antenna_that_is_lost_keeps_its_cards_and_nobody_waits_for_it() -> None:
    table = Table()
    table.read(5, hand_1=[KH])
    table.read(1, hand_1=[KH, QD])
    table.sensing.lost("hand.1")
    assert not table.sensing.settling()
    for at in range(table.now + 1, table.now + 10_000, 100):
        table.scan("hand.2", (), at)
    assert len(table.seen) == 1
    table.sensing.back("hand.1")
    table.read(30)
    assert [type(seen) for seen in table.seen] == [CardAt, CardLeft]


@given(
    chance=st.lists(st.sampled_from(["once", "twice", "lost"]), min_size=75, max_size=100),
)
@settings(max_examples=30, deadline=None)
def test_a_lost_or_a_doubled_scan_does_no_harm(chance: list[str]) -> None:
    fate = [what for one in chance for what in (one, "once")] + ["once"] * 60
    sensing = Sensing(PLANS, Registry(TAGS), SETTINGS["typical"])
    seen: list[Observation] = []
    for tick, what in enumerate(fate):
        lying: dict[str, tuple[str, ...]] = {"hand.1": (KH,), "bet.1": (HUNDRED, TWENTY)}
        if tick >= 60:
            lying = {"hand.2": (KH,), "bet.1": (TWENTY,)}
        for antenna in ("hand.1", "hand.2", "bet.1"):
            scan = Scan(antenna, lying.get(antenna, ()), tick * 100)
            for _ in range({"once": 1, "twice": 2, "lost": 0}[what]):
                seen += sensing.scan(scan)
    assert [s.zone for s in seen if isinstance(s, CardAt)] == ["hand.1", "hand.2"]
    assert not [s for s in seen if isinstance(s, CardLeft)]
    final = [s.chips for s in seen if isinstance(s, ChipsAt) and not s.provisional]
    assert final == [(100, 20), (20,)]


def test_a_scan_that_comes_again_and_again_is_one_read() -> None:
    table = Table()
    for _ in range(10):
        table.scan("bet.1", [HUNDRED], 100)
        table.scan("hand.1", [KH], 100)
    assert table.seen == []


def test_a_uid_that_stands_twice_in_one_scan_was_read_once() -> None:
    table = Table()
    table.read(2, hand_1=[KH, KH])
    assert table.seen == []
    table.read(3, hand_1=[KH, KH])
    assert [type(seen) for seen in table.seen] == [CardAt]
    assert not table.sensing.settling()


def test_a_scan_of_an_antenna_that_is_not_there_is_refused_by_name() -> None:
    table = Table()
    with pytest.raises(ValueError, match=r'antenna "hand\.9", which this table does not have'):
        table.scan("hand.9", (), 100)
    with pytest.raises(ValueError, match=r'two antennas are called "hand\.1"'):
        Sensing([PLANS[0], PLANS[0]], Registry(), SETTINGS["clean"])


def test_a_stranger_is_there_by_many_reads_or_sooner_by_nearly_each_scan() -> None:
    settings = Settings()
    assert settings.is_there(range(2, 9), 8)  # 7 of the last 8
    assert not settings.is_there(range(3, 9), 8)
    assert not settings.is_there(range(1, 8), 20)  # as many, but long ago
    assert settings.is_there(range(0, 22, 2), 20)  # 11 that are spread over all


def test_until_when_cards_before_the_seats_have_been_told() -> None:
    """Each antenna of a hand was read four times since, and what it read first is decided."""
    table = Table()
    assert table.sensing.told() == 0
    table.read(3)
    assert table.sensing.told() == 0, "three scans may have missed one"
    table.read(5)
    assert 500 <= table.sensing.told() < 600
    table.read(hand_2=[KH])
    first = table.now // 100 * 100 + 1
    table.read(hand_2=[KH], hand_1=[])
    assert table.sensing.told() < first, "a card was read twice, which is not enough"
    table.read(hand_2=[KH])
    assert table.seen[-1] == CardAt(first + 200, "Kh", "hand.2", first)
    table.read(4, hand_2=[KH])
    assert first < table.sensing.told() <= table.now - 300


def test_an_antenna_that_does_not_answer_keeps_nothing_untold() -> None:
    table = Table()
    table.read(8)
    before = table.sensing.told()
    for at in range(900, 1900, 100):
        table.scan("hand.1", (), at)
    assert table.sensing.told() <= before + 1, "nobody knows what lies before seat 2"
    table.sensing.lost("hand.2")
    assert table.sensing.told() == 1500


def test_where_something_lies_that_is_read_elsewhere_too_is_contested_until_that_is_decided() -> (
    None
):
    table = Table()
    table.read(5, hand_1=[KH])
    assert table.sensing.contested() == ()
    table.read(board_1=[KH])
    assert table.sensing.contested() == ("hand.1",)
    table.read(2, hand_1=[KH])
    assert table.sensing.contested() == (), "it was overheard"


def test_a_card_that_waits_for_one_read_before_it_elsewhere_has_not_been_told() -> None:
    table = Table()
    table.read(6)
    table.read(board_1=[KH])
    table.read(hand_2=[QD])
    first = table.now // 100 * 100 + 1
    table.read(4, hand_2=[QD])
    assert not table.seen, "it waits"
    assert table.sensing.told() < first
    table.read(8, hand_2=[QD])
    assert [one.zone for one in table.seen if isinstance(one, CardAt)] == ["hand.2"]
    assert table.sensing.told() > first
