"""The twin and sensing together: what was put where is what is sensed, whatever the noise."""

import random
from itertools import pairwise

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
    Declared,
    DeviceBack,
    DeviceLost,
    FloorSaid,
    Knocked,
    Observation,
    ShoeSaid,
    TimePassed,
)
from controller.play.sinks.sensed import SensedSink
from controller.play.sinks.sink import Sink
from controller.sensing.registry import CARDS
from controller.sensing.settings import SETTINGS
from hardware.twin.bank import new_registry
from hardware.twin.layout import Equipment, reference_layout
from hardware.twin.table import Twin

NOISES = st.sampled_from(["clean", "typical", "harsh"])
SEEDS = st.integers(0, 2**32)
SEATS = range(1, 7)
HANDS = [f"hand.{seat}" for seat in SEATS]
BETS = [f"bet.{seat}" for seat in SEATS]
DECK = sorted(CARDS)


class Played:
    """A table with a sink, and all that it has delivered."""

    def __init__(self, noise: str, seed: int) -> None:
        self.seen: list[Observation] = []
        twin = Twin(reference_layout(6), noise, seed)
        self.sensed = SensedSink(twin, new_registry(), SETTINGS[noise], self.seen.append)
        self.sink: Sink = self.sensed

    def cards(self) -> dict[str, str]:
        """Fold the observations of cards: where each lies."""
        lying: dict[str, str] = {}
        for seen in self.seen:
            if isinstance(seen, CardAt):
                assert lying.get(seen.card) != seen.zone, "one movement is told once"
                lying[seen.card] = seen.zone
            elif isinstance(seen, CardLeft):
                assert lying.pop(seen.card) == seen.zone
        return lying

    def chips(self) -> dict[str, ChipsAt]:
        """Return the last word on each zone's chips."""
        return {seen.zone: seen for seen in self.seen if isinstance(seen, ChipsAt)}

    def of(self, kind: type[Observation]) -> list[Observation]:
        """Return the observations of one kind."""
        return [seen for seen in self.seen if isinstance(seen, kind)]


@given(seed=SEEDS, noise=NOISES)
@settings(max_examples=30, deadline=None)
def test_cards_are_sensed_where_they_were_put(seed: int, noise: str) -> None:
    table = Played(noise, seed)
    rng = random.Random(seed)
    truth: dict[str, str] = {}
    for _ in range(15):
        moves = [
            (card, rng.choice([*HANDS, *BETS, "board", "burn", "muck", "stub"]))
            for card in rng.sample(DECK, rng.randint(1, 5))
        ]
        before = len(table.of(CardLeft))
        table.sink.cards(moves, together=rng.random() < 0.5)
        table.sink.settle()
        left = [seen.card for seen in table.of(CardLeft)[before:] if isinstance(seen, CardLeft)]
        assert set(left) == {c for c, zone in moves if zone == "stub" and truth.pop(c, "")}
        truth |= {card: zone for card, zone in moves if zone != "stub"}
        assert table.cards() == truth
    times = [seen.at for seen in table.seen]
    assert times == sorted(times)


@given(seed=SEEDS, noise=NOISES)
@settings(max_examples=30, deadline=None)
def test_chips_are_sensed_where_they_were_put(seed: int, noise: str) -> None:
    table = Played(noise, seed)
    rng = random.Random(seed)
    for _ in range(12):
        source = rng.choice(["bank", *BETS, "pot"])
        there = table.sink.chips_in(source)
        if source == "bank":
            there = tuple(rng.choice([25, 100, 500]) for _ in range(rng.randint(1, 30)))
        pieces = rng.sample(there, rng.randint(0, len(there)))
        began = table.sink.now
        target = rng.choice([*BETS, "pot", "stack.1"])
        table.sink.chips(source, target, pieces)
        table.sink.settle(slow=True)
        said = table.chips()
        for zone in [*BETS, "pot"]:
            truth = table.sink.chips_in(zone)
            assert (said[zone].chips if zone in said else ()) == truth
            assert zone not in said or not said[zone].provisional
        if target in said and pieces and target != source:
            assert began < said[target].since < said[target].at


@pytest.mark.parametrize(("noise", "hours"), [("typical", 0.5), ("harsh", 0.25)])
def test_a_still_table_says_nothing_for_hours(noise: str, hours: float) -> None:
    table = Played(noise, 11)
    table.sink.cards([(card, HANDS[n % 6]) for n, card in enumerate(DECK[:12])])
    table.sink.cards([(card, "muck") for card in DECK[12:24]], together=True)
    table.sink.cards([(card, "board") for card in DECK[24:29]])
    table.sink.cards([(card, "burn") for card in DECK[29:32]])
    for bet in BETS:
        table.sink.chips("bank", bet, [25] * 4 + [100] * 4)
    table.sink.chips("bank", "pot", [25, 100, 500] * 10)
    table.sink.settle(slow=True)
    said = len(table.seen)
    table.sink.wait(int(hours * 3_600_000))
    assert table.seen[said:] == []


@given(seed=SEEDS)
@settings(max_examples=40, deadline=None)
def test_dealt_cards_are_told_in_the_order_in_which_they_were_dealt(seed: int) -> None:
    table = Played("typical", seed)
    deal = [(card, HANDS[n % 6]) for n, card in enumerate(random.Random(seed).sample(DECK, 12))]
    table.sink.cards(deal)
    table.sink.settle()
    told = [seen for seen in table.seen if isinstance(seen, CardAt)]
    assert [(seen.card, seen.zone) for seen in told] == deal
    # First reads two scans apart or more: the order is known.
    assert all(after.since - before.since >= 200 for before, after in pairwise(told))


@given(seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_cards_that_land_together_are_first_read_within_moments(seed: int) -> None:
    table = Played("clean", seed)
    table.sink.cards([("Kh", "board"), ("Qh", "board")], together=True)
    table.sink.settle()
    first, second = (seen.since for seen in table.seen if isinstance(seen, CardAt))
    assert abs(first - second) < 200


@given(seed=SEEDS, noise=NOISES)
@settings(max_examples=30, deadline=None)
def test_a_string_bet_is_two_motions(seed: int, noise: str) -> None:
    table = Played(noise, seed)
    table.sink.chips("stack.3", "bet.3", [100] * 3)
    table.sink.settle()
    first = table.chips()["bet.3"]
    table.sink.chips("stack.3", "bet.3", [100] * 2)
    table.sink.settle()
    second = table.chips()["bet.3"]
    assert (len(first.chips), len(second.chips)) == (3, 5)
    assert first.since < first.at < second.since
    ends = [s for s in table.seen if isinstance(s, ChipsAt) and not s.provisional]
    assert len(ends) == 2


@given(seed=SEEDS)
@settings(max_examples=30, deadline=None)
def test_a_word_counts_before_the_chips_that_follow_it(seed: int) -> None:
    table = Played("typical", seed)
    table.sink.press(3, "raise", amount=600)
    table.sink.chips("stack.3", "bet.3", [500, 100])
    table.sink.settle()
    said = table.seen[0]
    assert said == Declared(said.at, 3, "raise", amount=600)
    assert said.at < table.chips()["bet.3"].since


def test_no_ghost_and_no_corrupt_uid_is_ever_observed() -> None:
    table = Played("harsh", 5)
    table.sink.cards([(card, HANDS[n % 6]) for n, card in enumerate(DECK[:12])])
    table.sink.chips("bank", "bet.1", [100] * 5)
    table.sink.settle()
    said = len(table.seen)
    for zone in [*HANDS, "bet.1", "bet.2", "burn", "muck"]:
        table.sensed.twin.fault("ghost", zone)
        table.sensed.twin.fault("corrupt", zone)
    table.sink.wait(1_800_000)
    assert table.seen[said:] == []


@given(seed=SEEDS, noise=NOISES)
@settings(max_examples=20, deadline=None)
def test_an_unknown_tag_is_a_card_without_a_name(seed: int, noise: str) -> None:
    table = Played(noise, seed)
    uid = table.sink.unknown_tag("hand.2")
    table.sink.settle()
    table.sink.card(uid, "muck", deck=0)
    table.sink.settle()
    table.sink.lift(uid, deck=0)
    table.sink.settle()
    told = [seen for seen in table.seen if isinstance(seen, CardAt | CardLeft)]
    assert [(seen.card, seen.zone, seen.deck) for seen in told] == [
        (uid, "hand.2", 0), (uid, "muck", 0), (uid, "muck", 0),
    ]  # fmt: skip
    assert isinstance(told[-1], CardLeft)


def test_a_card_of_another_deck_is_told_from_its_double() -> None:
    table = Played("typical", 1)
    table.sink.card("Kh", "hand.1")
    table.sink.card("Kh", "hand.2", deck=2)
    table.sink.settle()
    assert [(s.card, s.zone, s.deck) for s in table.seen if isinstance(s, CardAt)] == [
        ("Kh", "hand.1", 1), ("Kh", "hand.2", 2),
    ]  # fmt: skip


def test_foreign_chips_are_counted_and_worth_nothing() -> None:
    table = Played("typical", 1)
    table.sink.chips("bank", "bet.1", [100, 100])
    table.sink.chips("bank", "bet.1", [500], chip_set=2)
    table.sink.settle()
    assert (table.chips()["bet.1"].chips, table.chips()["bet.1"].foreign) == ((100, 100), 1)
    table.sink.chips("bet.1", "bank", [500], chip_set=2)
    table.sink.settle()
    assert (table.chips()["bet.1"].chips, table.chips()["bet.1"].foreign) == ((100, 100), 0)


def test_a_dead_antenna_is_lost_and_keeps_what_lay_there() -> None:
    table = Played("typical", 2)
    table.sink.cards([("Kh", "hand.3"), ("Qh", "hand.3")])
    table.sink.settle()
    table.sink.lose("hand.3")
    lost = table.seen[-1]
    assert lost == DeviceLost(lost.at, "hand.3", "hand.3")
    table.sink.lift("Kh")
    table.sink.settle()
    table.sink.wait(60_000)
    assert table.of(CardLeft) == []
    table.sink.back("hand.3")
    back = table.seen[-1]
    assert back == DeviceBack(back.at, "hand.3", "hand.3")
    table.sink.settle()
    table.sink.wait(5_000)
    assert table.cards() == {"Qh": "hand.3"}


def test_a_card_that_comes_from_under_a_dead_antenna_is_still_one_movement() -> None:
    table = Played("typical", 2)
    table.sink.card("Kh", "hand.3")
    table.sink.settle()
    table.sink.lose("hand.3")
    table.sink.card("Kh", "muck")
    table.sink.settle()
    assert table.of(CardLeft) == []
    assert table.cards() == {"Kh": "muck"}


def test_a_dropped_node_loses_both_antennas_of_the_seat() -> None:
    table = Played("typical", 2)
    table.sensed.twin.fault("drop", "seat-4", 3_000)
    table.sink.wait(5_000)
    assert [(type(s), s.zone) for s in table.seen if isinstance(s, DeviceLost | DeviceBack)] == [
        (DeviceLost, "hand.4"), (DeviceLost, "bet.4"),
        (DeviceBack, "hand.4"), (DeviceBack, "bet.4"),
    ]  # fmt: skip


def test_time_passes_when_it_was_asked_for_and_in_order() -> None:
    due = [500, 1_234, 60_000]
    seen: list[Observation] = []

    def deliver(observation: Observation) -> None:
        seen.append(observation)
        if isinstance(observation, TimePassed):
            assert observation.at == due.pop(0)

    sink = SensedSink(
        Twin(reference_layout(6), "typical", 1),
        new_registry(),
        SETTINGS["typical"],
        deliver,
        wake_at=lambda: due[0] if due else None,
    )
    sink.card("Kh", "hand.1")
    sink.wait(100_000)
    assert [one.at for one in seen if isinstance(one, TimePassed)] == [500, 1_234, 60_000]
    assert [one.at for one in seen] == sorted(one.at for one in seen)


def test_what_is_said_is_delivered_at_once() -> None:
    """A knock takes a millisecond, so that no two of them are at the same instant."""
    table = Played("clean", 1)
    table.sink.wait(1_000)
    table.sink.knock(2, 3)
    table.sink.shoe("shuffling")
    table.sink.floor("Xavier", '{"type":"pause"}')
    table.sink.lose("shoe-motor")
    table.sink.back("shoe-motor")
    assert table.seen == [
        Knocked(1_001, 2, 3),
        ShoeSaid(1_001, "shuffling"),
        FloorSaid(1_001, "Xavier", '{"type":"pause"}'),
        DeviceLost(1_001, "shoe-motor"),
        DeviceBack(1_001, "shoe-motor"),
    ]


def test_badges_and_a_button_with_tags_are_sensed() -> None:
    seen: list[Observation] = []
    plans = reference_layout(3, Equipment(badges=True, button=True))
    twin = Twin(plans, "typical", 4)
    sink = SensedSink(twin, new_registry(), SETTINGS["typical"], seen.append)
    badge = sink._bank.badge("Anne")
    twin.put(badge, "badge.2")
    sink.button(3)
    sink.wait(10_000)
    twin.take(badge)
    sink.wait(10_000)
    assert [(type(s), s.seat) for s in seen if isinstance(s, BadgeAt | BadgeLeft | ButtonAt)] == [
        (BadgeAt, 2), (ButtonAt, 3), (BadgeLeft, 2),
    ]  # fmt: skip


def test_change_is_made_without_a_word() -> None:
    table = Played("typical", 3)
    table.sink.chips("bank", "pot", [500, 100])
    table.sink.chips("pot", "stack.1", [100, 100, 25])
    table.sink.settle(slow=True)
    assert table.sink.chips_in("pot") == (100, 100, 100, 25, 25, 25)
    assert table.chips()["pot"].chips == table.sink.chips_in("pot")
    with pytest.raises(ValueError, match="the 375 there does not make 400"):
        table.sink.chips("pot", "stack.1", [400])


def test_the_read_rate_of_an_antenna_is_what_its_tags_suffer() -> None:
    table = Played("harsh", 8)
    table.sink.card("Kh", "hand.1")
    table.sink.cards([(card, "muck") for card in DECK[:11]], together=True)
    table.sink.wait(400_000)
    table.sink.lift("Kh")
    table.sink.wait(20_000)
    rates = table.sensed.intake.sensing.read_rates()
    assert rates["hand.1"] == pytest.approx(0.8, abs=0.02)
    assert rates["muck"] == pytest.approx((0.8 + 10 * 0.6) / 11, abs=0.02)
    assert "hand.2" not in rates


@given(seed=SEEDS)
@settings(max_examples=5, deadline=None)
def test_the_same_seed_gives_the_same_observations(seed: int) -> None:
    def play() -> list[Observation]:
        table = Played("harsh", seed)
        table.sink.cards([(card, HANDS[n % 6]) for n, card in enumerate(DECK[:12])])
        table.sink.chips("bank", "bet.2", [25] * 12)
        table.sink.cards([(card, "muck") for card in DECK[:12]], together=True)
        table.sink.settle()
        table.sink.cards([(card, "stub") for card in DECK[:12]], together=True)
        table.sink.settle()
        return table.seen

    assert play() == play()
