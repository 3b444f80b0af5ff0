"""When a table comes back, what lies where it lay is no news; what was moved is."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.contract.observations import (
    BadgeAt,
    CardAt,
    CardLeft,
    ChipsAt,
    FoundMoved,
    Observation,
)
from controller.contract.scans import Scan
from controller.sensing.compare_at_start import LONGEST, moved_while_off, zones_of
from controller.sensing.registry import Registry
from controller.sensing.sensing import Sensing
from controller.sensing.settings import SETTINGS
from controller.table.state.table import Devices, Fittings, Table, new_table
from hardware.twin.bank import Bank, new_registry
from hardware.twin.layout import Equipment, reference_layout
from hardware.twin.table import Twin

CARDS = ("Kh", "7c", "2d", "As", "Td")
ZONES = ("", "hand.1", "hand.2", "board", "muck")
lying = st.fixed_dictionaries({card: st.sampled_from(ZONES) for card in CARDS})
stakes = st.fixed_dictionaries(
    {zone: st.lists(st.sampled_from((25, 100)), max_size=3) for zone in ("bet.1", "bet.2", "pot")}
)


def remembered(cards: dict[str, str], chips: dict[str, list[int]]) -> Table:
    """Return a table that remembers all this."""
    pieces = {zone: tuple(sorted(values, reverse=True)) for zone, values in chips.items()}
    return msgspec.structs.replace(new_table(2), places=cards, chips=pieces, at=0)


def look_around(
    table: Table,
    cards: dict[str, str],
    chips: dict[str, list[int]],
    moving: dict[str, int] | None = None,
) -> tuple[Observation, ...]:
    """Scan a table on which all this lies, knowing nothing, and give what is news."""
    plans = reference_layout(2, Equipment(chips=True, shoe=False))
    registry = new_registry()
    twin = Twin(plans, "typical", seed=1)
    bank = Bank(registry, twin.rng)
    for card, zone in cards.items():
        if zone:
            twin.put(registry.card(card), zone)
    for zone, values in chips.items():
        for value in values:
            twin.put(bank.chip(value), zone)
    sensing = Sensing(plans, registry, SETTINGS["typical"])
    scans = [report for report in twin.run_until(LONGEST) if isinstance(report, Scan)]
    seen = [news for scan in scans for news in sensing.scan(scan)]
    zones = {plan.zone for plan in plans}
    news = moved_while_off(table, sensing, zones, seen, LONGEST, moving or {})
    assert not set(CARDS) & set(zones_of(news))
    return tuple(thing for one in news if isinstance(one, FoundMoved) for thing in one.news)


@settings(max_examples=15, deadline=None)
@given(cards=lying, chips=stakes)
def test_nothing_moved_nothing_new(cards: dict[str, str], chips: dict[str, list[int]]) -> None:
    assert look_around(remembered(cards, chips), cards, chips) == ()


@settings(max_examples=15, deadline=None)
@given(before=lying, after=lying, bets=stakes, now=stakes)
def test_what_was_moved_is_told_once_and_nothing_else(
    before: dict[str, str],
    after: dict[str, str],
    bets: dict[str, list[int]],
    now: dict[str, list[int]],
) -> None:
    news = look_around(remembered(before, bets), after, now)
    cards = {
        one.card: one.zone if isinstance(one, CardAt) else ""
        for one in news
        if isinstance(one, CardAt | CardLeft)
    }
    chips = {one.zone: one.chips for one in news if isinstance(one, ChipsAt)}
    assert cards == {card: after[card] for card in CARDS if after[card] != before[card]}
    assert chips == {
        zone: tuple(sorted(now[zone], reverse=True))
        for zone in now
        if sorted(now[zone]) != sorted(bets[zone])
    }
    assert len(news) == len(cards) + len(chips)


def test_chips_that_were_on_their_way_have_come_to_rest() -> None:
    """The bet of a motion that the plug cut in two is read as that one motion."""
    before = remembered({}, {"bet.1": [100]})
    (same,) = look_around(before, {}, {"bet.1": [100]}, {"bet.1": 70})
    assert isinstance(same, ChipsAt)
    assert (same.zone, same.chips, same.since, same.provisional) == ("bet.1", (100,), 70, False)
    (more,) = look_around(before, {}, {"bet.1": [100, 25]}, {"bet.1": 70})
    assert isinstance(more, ChipsAt)
    assert (more.chips, more.since) == ((100, 25), 70)


def news_of(
    table: Table, *seen: Observation, zones: tuple[str, ...] = ()
) -> tuple[Observation, ...]:
    """Compare with a table of which no antenna reads anything now."""
    sensing = Sensing((), Registry(), SETTINGS["clean"])
    return moved_while_off(table, sensing, zones, seen, 900, {})


@pytest.mark.parametrize(
    ("decks", "in_play", "deck", "where"),
    [(1, 1, 1, "hand.1"), (1, 1, 2, "hand.1"), (2, 1, 1, "hand.1"), (2, 1, 2, "muck"),
     (2, 2, 2, "hand.1"), (2, 2, 1, ""), (2, 1, 0, "hand.1")],
)  # fmt: skip
def test_a_card_is_looked_for_where_its_deck_is_remembered(
    decks: int, in_play: int, deck: int, where: str
) -> None:
    table = msgspec.structs.replace(
        new_table(2), fittings=Fittings(decks=decks), deck=in_play,
        places={"Kh": "hand.1"}, others={"Kh/2": "muck"},
    )  # fmt: skip
    for zone in ("hand.1", "muck", "board"):
        card = CardAt(50, "Kh", zone, 40, deck)
        found = () if zone == where else (FoundMoved(900, (card,)),)
        assert news_of(table, card) == found, zone
    left = CardLeft(60, "Kh", "board", deck)
    found = (FoundMoved(900, (left,)),) if where else ()
    assert news_of(table, CardAt(50, "Kh", "board", 40, deck), left) == found


def test_a_card_that_no_antenna_sees_has_left_a_zone_that_is_read() -> None:
    table = remembered({"Kh": "hand.1", "As": "hand.2"}, {"pot": [25], "bet.1": [100]})
    gone = (CardLeft(900, "Kh", "hand.1", 1), ChipsAt(900, "pot", (), 900))
    assert news_of(table, zones=("pot", "hand.1")) == (FoundMoved(900, gone),)
    there = CardAt(50, "Kh", "hand.1", 40)
    assert news_of(table, there, zones=("hand.1",)) == ()
    last = ChipsAt(70, "pot", (), 60)
    (found,) = news_of(table, ChipsAt(50, "pot", (5,), 40), last, zones=("pot",))
    assert found == FoundMoved(900, (last,))


def test_badges_follow_and_moves_that_nobody_has_confirmed_are_asked_about_again() -> None:
    badge = BadgeAt(50, 2, "Anne")
    assert news_of(new_table(2), badge) == (badge,)
    open_moves = Devices(moved=(ChipsAt(5, "pot", (25,), 5),))
    table = msgspec.structs.replace(new_table(2), devices=open_moves)
    assert news_of(table, badge) == (FoundMoved(900, ()), badge)
